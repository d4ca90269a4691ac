"""What the user looks at in the positions tab, and what the worker has found out for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from model import values
from model.config import STACKS, Stack
from model.lessons.positions.altered_record import AlteredSide
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.room import Answered, Room

if TYPE_CHECKING:
    from model.lessons.positions.altered_record import AlteredRecord


Page = Literal["table", "wavelengths", "rotation", "learned", "without"]
PAGES: tuple[Page, ...] = get_args(Page)

SIZED_PAGES: tuple[Page, ...] = ("table", "wavelengths", "rotation")
"""Those on which the table may be one of any size."""

Similarity = Literal["cosine", "dot"]
"""How alike two positions are: the cosine of their rows, or the dot product."""

LARGEST_D_MODEL, LONGEST = 1024, 1024
"""Of a table of any size."""


@dataclass(frozen=True, slots=True)
class AlteredPositions:
    """A sentence to be translated with altered positions."""

    model_key: int
    text: str
    side: AlteredSide
    seed: int


NamedFiles = tuple[tuple[str, Path], ...]
"""Names and files of all models that can be opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsState:
    """The user's choices, and the worker's last answers.

    Attributes:
        any_size: whether a sinusoidal table of any size is shown in place of the model's own.
        d_model: of that table.
        length: positions that are shown, or None for the usual ones.
        measure: of similarity.
        position, offset: what is turned to what: PE(position) to PE(position + offset).
        side: whose positions are altered for the last page.
        seed: which positions are exchanged there.
        stack, head: whose biases for distances are shown as a matrix.
        altered, learned: the worker's answers; which models have a learned table, by name.
    """

    page: Page = "table"
    any_size: bool = False
    d_model: int = 64
    length: int | None = None
    measure: Similarity = "cosine"
    position: int = 2
    offset: int = 3
    side: AlteredSide = "source"
    seed: int = 0
    stack: Stack = "encoder"
    head: int = 0
    altered: Answered[AlteredPositions, AlteredRecord] | None = None
    learned: Answered[NamedFiles, tuple[str, ...]] | None = None


PositionsRoom = Room[PositionsState]


KEPT: Plan = {
    "page": KeptField(values.choice(PAGES)),
    "any_size": KeptField(values.flag),
    "d_model": KeptField(values.whole(1, LARGEST_D_MODEL)),
    "length": KeptField(values.maybe(values.whole(1, LONGEST))),
    "measure": KeptField(values.choice(get_args(Similarity))),
    "position": KeptField(values.whole()),
    "offset": KeptField(values.whole()),
    "side": KeptField(values.choice(get_args(AlteredSide))),
    "seed": KeptField(values.whole()),
    "stack": KeptField(values.choice(STACKS)),
    "head": KeptField(values.whole()),
}
