"""What a cell of a head is made of: parts of the matrices before it. Numpy only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.matrices import Matrix, MatrixCell


@dataclass(frozen=True, slots=True)
class Traced:
    """A row, a column, or with both a cell."""

    row: int | None = None
    column: int | None = None


Parts = Mapping[Matrix, Traced]


def traced_parts(anatomy: HeadAnatomy, matrix: Matrix, cell: MatrixCell) -> Parts:
    """What goes into a cell; nothing for a matrix that is given."""
    row, column = Traced(row=cell.row), Traced(column=cell.column)
    same = Traced(cell.row, cell.column)
    parts: dict[Matrix, Callable[[], Parts]] = {
        "q": lambda: {"x_query": row, "w_q": column},
        "k": lambda: {"x_key": row, "w_k": column},
        "v": lambda: {"x_key": row, "w_v": column},
        "products": lambda: {"q": row, "k_transposed": column},
        "scores": lambda: dict.fromkeys(_summands(anatomy), same),
        "masked_scores": lambda: {"scores": same, "mask": same},
        "weights": lambda: {"masked_scores": row},
        "context": lambda: {"weights": row, "v": column},
        "concatenation": lambda: _copied(anatomy, cell),
        "contribution": lambda: {"context": row, "w_o": column},
        "output": lambda: {"contributions": column},
        "added": lambda: {"before": same, "output": same},
        "after": lambda: {"added": row},
    }
    return parts[matrix]() if matrix in parts else {}


def _summands(anatomy: HeadAnatomy) -> tuple[Matrix, ...]:
    """What scores are made of."""
    return ("products",) if anatomy.position_bias is None else ("products", "position_bias")


def _copied(anatomy: HeadAnatomy, cell: MatrixCell) -> Parts:
    """A cell of this head's own part comes from its context."""
    head, dimension = divmod(cell.column, anatomy.d_k)
    return {"context": Traced(cell.row, dimension)} if head == anatomy.head else {}
