"""The workbench is kept as a session, and a session comes on the workbench."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args

from model import values
from model.traces.head_measures import MEASURES
from model.traces.trace import KINDS
from viz_app.storage.session.session import SavedBranch, SavedModel, Session
from viz_app.workbench.changes.models import has_made
from viz_app.workbench.changes.translation import looked_at_first
from viz_app.workbench.changes.tree_changes import stopped
from viz_app.workbench.kept import KeptField, Plan, kept_values, restored
from viz_app.workbench.state import attention_options as options
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.branches import ROOT, Branch, BranchTree
from viz_app.workbench.state.selection import Cell, RowLabels, Selection, within
from viz_app.workbench.state.workbench import SPEEDS, Picked, Playback, Workbench

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


def saved_bench(bench: Workbench) -> Session:
    """What is on the workbench; what is being decoded is kept as far as it has come."""
    tree = None if bench.branches is None or bench.outdated else stopped(bench.branches)
    return Session(
        source_text=bench.source_text,
        branches=tuple(map(_saved_branch, tree.branches)) if tree else (),
        current=tree.current if tree else ROOT,
        compared=tree.compared if tree else None,
        recorded=bench.recorded,
        model=_saved_model(bench),
        bench={
            **kept_values(bench, BENCH),
            **kept_values(bench.playback, PLAYBACK),
            "selection": kept_values(bench.selection, SELECTION),
            "attention": kept_values(bench.attention, ATTENTION),
            "tab": bench.tab,
        },
    )


def session_opened(bench: Workbench, session: Session, tree: BranchTree | None = None) -> Workbench:
    """A session in place of what is on the workbench: read-only, unless its model is there.

    ``tree`` are its branches, if :func:`tree_of` has made them before.
    """
    tree, told = tree or tree_of(session), session.bench
    trace = tree.current_branch.trace if tree else None
    selection = restored(Selection(), SELECTION, told.get("selection"))
    bench = dataclasses.replace(
        bench,
        source_text=session.source_text,
        doubted="",
        outdated=False,
        translating=False,
        refused_target="",
        notice=None,
        trace=trace,
        branches=tree,
        recorded=session.recorded and tree is not None,
        prerecorded=False,
        selection=selection if trace is None else within(selection, trace),
        attention=_options(bench.attention, told.get("attention")),
        playback=restored(Playback(), PLAYBACK, told),
        picked=frozenset(),
        whole=False,
    )
    return _with_model(restored(bench, BENCH, told), session)


def prerecorded_shown(bench: Workbench, session: Session) -> Workbench:
    """A trace that came with Headlight is on screen, as its model shows it when it comes."""
    bench = session_opened(bench, session)
    if bench.trace is not None:
        bench = looked_at_first(bench, bench.trace)
    return dataclasses.replace(bench, asked=(session.source_text,), prerecorded=True)


def tree_of(session: Session) -> BranchTree | None:
    """The branches of a session for the workbench; None before a translation."""
    if not session.branches:
        return None
    names = [field.name for field in dataclasses.fields(SavedBranch)]
    branches = tuple(
        Branch(**{name: getattr(saved, name) for name in names}) for saved in session.branches
    )
    return BranchTree(
        branches=branches,
        current=session.current,
        compared=session.compared,
        next_id=max(branch.id for branch in branches) + 1,
    )


def _saved_branch(branch: Branch) -> SavedBranch:
    names = (field.name for field in dataclasses.fields(SavedBranch))
    return SavedBranch(**{name: getattr(branch, name) for name in names})


def _saved_model(bench: Workbench) -> SavedModel | None:
    if bench.model is None:
        return None
    file = bench.model_file
    if file is None or file.replaced:
        return SavedModel(checksum=bench.absent or "", summary=bench.model)
    return SavedModel(checksum=file.checksum, summary=bench.model, path=file.path)


def _options(now: AttentionOptions, told: Any) -> AttentionOptions:
    """The colour map and the glosses are chosen for who looks: they stay."""
    first = AttentionOptions(colour_map=now.colour_map, glosses=now.glosses)
    return restored(first, ATTENTION, told)


def _with_model(bench: Workbench, session: Session) -> Workbench:
    """The model stays where it is the session's; else there is none to compute with."""
    saved, file = session.model, bench.model_file
    if saved is None and bench.branches is None:
        return bench
    if saved is not None and bench.model is not None and file is not None:
        same = bool(saved.checksum) and file.checksum == saved.checksum
        if same and has_made(bench.model, bench):
            return bench
    return dataclasses.replace(
        bench,
        model=saved.summary if saved else None,
        model_key=None,
        model_file=None,
        absent=saved.checksum if saved else "",
    )
