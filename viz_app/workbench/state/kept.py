"""What of the workbench is the user's choice, for a session."""

from __future__ import annotations

from typing import Any, get_args

from model import values
from model.traces.head_measures import MEASURES
from model.traces.trace import KINDS
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.state import attention_options as options
from viz_app.workbench.state.selection import Cell, RowLabels
from viz_app.workbench.state.workbench import SPEEDS, Picked

_PLACE = values.whole()


def _cell(name: str, value: Any) -> Cell:
    """Row and column."""
    return Cell(*values.many(_PLACE, fewest=2, most=2)(name, value))


def _picked(name: str, value: Any) -> frozenset[str]:
    return frozenset(values.many(values.choice(get_args(Picked)), most=2)(name, value))


def _heads(name: str, value: Any) -> tuple[int, ...]:
    """Each once, in their order."""
    return tuple(sorted(set(values.many(_PLACE, most=values.MOST_SHOWN)(name, value))))


SELECTION: Plan = {
    "kind": KeptField(values.choice(KINDS)),
    "layer": KeptField(_PLACE),
    "head": KeptField(_PLACE),
    "step": KeptField(_PLACE),
    "cell": KeptField(values.maybe(_cell), lambda cell: cell and [cell.row, cell.column]),
    "row_labels": KeptField(values.choice(get_args(RowLabels))),
}

ATTENTION: Plan = {
    "view": KeptField(values.choice(options.VIEWS)),
    "side_by_side": KeptField(values.flag),
    "special": KeptField(values.choice(options.SPECIAL_CHOICES)),
    "words": KeptField(values.flag),
    "scale": KeptField(values.choice(options.SCALES)),
    "combination": KeptField(values.choice(options.COMBINATIONS)),
    "heads": KeptField(_heads, list),
    "mass": KeptField(values.choice(options.MASSES)),
    "tint": KeptField(values.maybe(values.choice(MEASURES))),
    "sorted_by_tint": KeptField(values.flag),
}
"""Colour map and glosses are not in: they are chosen for who looks."""

PLAYBACK: Plan = {"speed": KeptField(values.choice(SPEEDS))}

BENCH: Plan = {"picked": KeptField(_picked, sorted), "whole": KeptField(values.flag)}
