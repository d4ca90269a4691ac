"""Tables of values with names of rows and columns, as tab-separated text. No Qt, no torch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from model.arrays import BoolArray
from model.files import utf8, write_atomically
from model.messages import UserError
from viz_app.storage.files import csv_bytes, npz_bytes
from viz_app.storage.traces import finite_rows

# ------------------------------------------------------------------------------------ value tables


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
        # Isolating marks are for screens, and not part of a name.
        object.__setattr__(self, "name", _unmarked(self.name))
        object.__setattr__(self, "rows", tuple(map(_unmarked, self.rows)))
        object.__setattr__(self, "columns", tuple(map(_unmarked, self.columns)))


def _unmarked(name: str) -> str:
    return name.translate(_ISOLATES)


Tables = tuple[ValueTable, ...]


def numbered(count: int, *, first: int = 1) -> tuple[str, ...]:
    """Numbers as names of rows or columns."""
    return tuple(str(number) for number in range(first, first + count))


def tab_text(tables: Tables) -> str:
    """Tab-separated: column names, then each row after its name; masked cells are empty.

    Several tables have their names above them, and an empty line between.
    """
    if len(tables) == 1:
        return _tab_lines(tables[0])
    return "\n".join(f"{_cell(table.name)}\n{_tab_lines(table)}" for table in tables)


def _tab_lines(table: ValueTable) -> str:
    lines, values = [("", *map(_cell, table.columns))], table.values
    if table.mask is not None:
        # A masked weight is NaN and not 0; a finite mask value (−10⁹) stays.
        values = np.where(table.mask | (values != 0), values, np.array(np.nan, np.float32))
    for name, texts in zip(table.rows, number_texts(values), strict=True):
        lines.append((_cell(name), *texts))
    return "".join("\t".join(line) + "\n" for line in lines)


def _cell(name: str) -> str:
    # Tabs and line breaks would start another cell of a spreadsheet.
    return _BETWEEN_CELLS.sub(" ", name)


def number_texts(values: npt.NDArray[Any]) -> Iterator[list[str]]:
    """The fewest digits that restore the numbers; empty for NaN."""
    for row in values:
        yield ["" if np.isnan(value) else str(value) for value in row]


# ------------------------------------------------------------------------------------- value files
# Tables of numbers as files for other programs: NumPy's npz, JSON or CSV.


CSV_COLUMNS = (
    *("table", "row", "column", "row_name", "column_name"),
    *("value", "counts_from", "may_attend"),
)
COUNTS_FROM = 1


def write_tables(path: Path, tables: Tables, *, caption: str) -> None:
    """Write at least one table in the format of the suffix; replaces a file in one step.

    Args:
        path: ends on ``.npz``, ``.json`` or ``.csv``.
        tables: at least one.
        caption: not written to a CSV.

    Raises:
        UserError: the suffix is unknown, or the file cannot be written there.
    """
    write = _FORMATS.get(path.suffix.lower())
    if write is None:
        raise UserError("{path} must end in .npz, .json or .csv.", path=path)
    write_atomically(path, write(tables, caption))


def _npz(tables: Tables, caption: str) -> bytes:
    """``values`` is ``[table, row, column]`` if all have the same axes, else one array per table.

    A single table is ``[row, column]``; names of several arrays end on a number, from 1.
    """
    arrays: dict[str, npt.NDArray[Any]] = {
        "caption": np.array(caption),
        "names": np.array([table.name for table in tables], dtype=np.str_),
    }
    if len({(table.rows, table.columns) for table in tables}) == 1:
        arrays |= _arrays(tables[0], "")
        if len(tables) > 1:
            arrays["values"] = np.stack([table.values for table in tables])
    else:
        for number, table in enumerate(tables, start=COUNTS_FROM):
            arrays |= _arrays(table, f"_{number}")
    return npz_bytes(arrays)


def _arrays(table: ValueTable, end: str) -> dict[str, npt.NDArray[Any]]:
    # Texts are arrays of unicode, never objects: readers do not need ``allow_pickle``.
    arrays = {
        f"values{end}": table.values,
        f"rows{end}": np.array(table.rows, dtype=np.str_),
        f"columns{end}": np.array(table.columns, dtype=np.str_),
    }
    return arrays if table.mask is None else {**arrays, f"mask{end}": table.mask}


def _json(tables: Tables, caption: str) -> bytes:
    # Table by table: the GIL is released between two, so the window is not blocked.
    parts = ",\n".join(_dumped(_plain(table)) for table in tables)
    return utf8(f'{{"caption": {_dumped(caption)}, "tables": [\n{parts}\n]}}\n')


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _plain(table: ValueTable) -> Mapping[str, Any]:
    return {
        "name": table.name,
        "rows": table.rows,
        "columns": table.columns,
        "values": finite_rows(table.values),
        "mask": None if table.mask is None else table.mask.tolist(),
    }


def _csv(tables: Tables, _caption: str) -> bytes:
    """One line per number; ``may_attend`` is 1 or 0, and empty without a mask."""
    return csv_bytes(CSV_COLUMNS, (cell for table in tables for cell in _cells(table)))


def _cells(table: ValueTable) -> Iterator[Sequence[object]]:
    for row, (name, texts) in enumerate(zip(table.rows, number_texts(table.values), strict=True)):
        for column, (of_column, text) in enumerate(zip(table.columns, texts, strict=True)):
            may = "" if table.mask is None else int(table.mask[row, column])
            places = row + COUNTS_FROM, column + COUNTS_FROM
            yield table.name, *places, name, of_column, text, COUNTS_FROM, may


_FORMATS: Mapping[str, Callable[[Tables, str], bytes]] = {
    ".npz": _npz,
    ".json": _json,
    ".csv": _csv,
}
