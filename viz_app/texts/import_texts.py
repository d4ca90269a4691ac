"""A foreign model in words: the place of each tensor, and who has answered a question."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from model.checkpoint.import_reading import ImportQuestion, PlaceStatus, TensorRow

translate = QCoreApplication.translate

_PART = re.compile(r"part (\d+) of (\d+)")
_ADDED = re.compile(r"reordered, (\d+) added")
_ROW, _FIRST = re.compile(r"from row (\d+)"), re.compile(r"first (\d+) rows")


def status_title(status: PlaceStatus) -> str:
    """Of the lines of one kind."""
    return {
        "placed": translate("import", "tensors"),
        "made up": translate("import", "made up"),
        "missing": translate("import", "missing"),
        "left out": translate("import", "left out: nothing that is computed here needs them"),
        "unplaced": translate("import", "without a place"),
    }[status]


def short_status(status: PlaceStatus) -> str:
    """The same where there is little room."""
    return translate("import", "left out") if status == "left out" else status_title(status)


def theirs_text(row: TensorRow) -> str:
    """The foreign tensors of a line; nothing, where none is the origin."""
    if row.status == "made up":
        return translate("import", "made up")
    absent = translate("import", "{name} (missing)")
    names = (absent.format(name=name) if name in row.missing else name for name in row.theirs)
    return ", ".join(names) or translate("import", "nothing")


def shape_text(row: TensorRow) -> str:
    """``8 × 32``."""
    return " × ".join(map(str, row.shape)) or translate("import", "one number")


def how_text(row: TensorRow) -> str:
    """What is done beside copying; a reader says it in English."""
    if found := _PART.fullmatch(row.how):
        return translate("import", "part {index} of {count}").format(index=found[1], count=found[2])
    if found := _ADDED.fullmatch(row.how):
        return translate("import", "reordered, {count} added").format(count=found[1])
    if found := _ROW.fullmatch(row.how):
        return translate("import", "from row {row}").format(row=found[1])
    if found := _FIRST.fullmatch(row.how):
        return translate("import", "first {count} rows").format(count=found[1])
    return {
        "transposed": translate("import", "transposed"),
        "rows reordered": translate("import", "rows reordered"),
        "zeros": translate("import", "zeros"),
        "the same for each head": translate("import", "the same for each head"),
    }.get(row.how, row.how)


def who_said(question: ImportQuestion) -> str:
    """Who has answered."""
    if question.open:
        return translate("import", "not said")
    if question.told:
        return translate("import", "from the model")
    return translate("import", "given")


def range_text(question: ImportQuestion) -> str:
    """Of a whole number."""
    template = translate("import", "{smallest} to {largest}")
    return template.format(smallest=question.smallest, largest=question.largest)
