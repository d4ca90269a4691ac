"""Tables of numbers with names of rows and columns, as lines with tabs. No Qt, no torch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from model.arrays import BoolArray

_BETWEEN_CELLS = re.compile(r"[\t\r\n\v\f\x85\u2028\u2029]+")


_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


@dataclass(frozen=True, eq=False, kw_only=True)
class ValueTable:
    """Numbers with names of their rows and columns.

    Attributes:
        name: what the numbers are.
        rows, columns: their names.
        values: ``[row, column]``, as they were computed; NaN where there is no number.
        mask: ``[row, column]``, True = may attend; None where nothing is masked.
    """

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: npt.NDArray[Any]
    mask: BoolArray | None = None

    def __post_init__(self) -> None:
        """Marks that keep words in their place on a screen are no part of a name."""
        object.__setattr__(self, "name", _unmarked(self.name))
        object.__setattr__(self, "rows", tuple(map(_unmarked, self.rows)))
        object.__setattr__(self, "columns", tuple(map(_unmarked, self.columns)))


def _unmarked(name: str) -> str:
    return name.translate(_ISOLATES)


Tables = tuple[ValueTable, ...]


def numbered(count: int, *, first: int = 1) -> tuple[str, ...]:
    """Names of rows or columns that have none but their numbers."""
    return tuple(str(number) for number in range(first, first + count))


def tab_text(tables: Tables) -> str:
    """Lines with tabs: column names, then each row after its name; no zeros where masked.

    Of several tables each stands below its name, and an empty line between two.
    """
    if len(tables) == 1:
        return _tab_lines(tables[0])
    return "\n".join(f"{_cell(table.name)}\n{_tab_lines(table)}" for table in tables)


def _tab_lines(table: ValueTable) -> str:
    lines = [("", *map(_cell, table.columns))]
    for name, texts in zip(table.rows, number_texts(_without_masked(table)), strict=True):
        lines.append((_cell(name), *texts))
    return "".join("\t".join(line) + "\n" for line in lines)


def _without_masked(table: ValueTable) -> npt.NDArray[Any]:
    """A masked weight is no zero: no number stands there. What a mask leaves (−10⁹) is one."""
    if table.mask is None:
        return table.values
    return np.where(table.mask | (table.values != 0), table.values, np.array(np.nan, np.float32))


def _cell(name: str) -> str:
    """A name in one cell of a spreadsheet."""
    return _BETWEEN_CELLS.sub(" ", name)


def number_texts(values: npt.NDArray[Any]) -> Iterator[list[str]]:
    """As few digits as give the same numbers back; nothing where there is no number."""
    for row in values:
        yield ["" if np.isnan(value) else str(value) for value in row]
