"""Transitions between the workbench and a session."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from model.traces.summary import ModelSummary
from model.traces.trace import Trace
from model.values import fields_named, kept_values, restored
from viz_app.storage.branches import SavedBranch
from viz_app.storage.library import ModelFile
from viz_app.storage.session import SavedModel, Session
from viz_app.workbench.changes.models import has_made, notice_dismissed
from viz_app.workbench.changes.selection import stopped_playing
from viz_app.workbench.changes.translation import looked_at_first, stopped, with_tree
from viz_app.workbench.state import (
    ROOT,
    Alignments,
    AttentionOptions,
    Branch,
    BranchTree,
    Picked,
    Playback,
    Selection,
    Workbench,
    within,
)

# -------------------------------------------------------------------------------------------- work
# The user's work, as undo restores it: the model, the branches, the selection.


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A moment of the workbench. What it shares with other moments is in memory once.

    Attributes:
        waiting: ``source_text`` was requested, and had no step yet.
    """

    model: ModelSummary | None
    model_key: int | None
    model_file: ModelFile | None
    source_text: str
    waiting: bool
    branches: BranchTree | None
    selection: Selection
    picked: frozenset[Picked]
    whole: bool
    outdated: bool = False
    recorded: bool = False
    absent: str | None = None

    @property
    def traces(self) -> tuple[Trace, ...]:
        return tuple(branch.trace for branch in self.branches.branches) if self.branches else ()


def work_of(bench: Workbench) -> Work:
    growing = bench.branches is not None and bool(bench.branches.growing)
    names = [field.name for field in dataclasses.fields(Work) if field.name != "waiting"]
    return Work(**fields_named(bench, names), waiting=bench.translating and not growing)


def work_put_back(bench: Workbench, work: Work) -> Workbench:
    """Restore model, sentence and branches; unfinished branches are decoded again."""
    if work.model_key != bench.model_key:
        bench = dataclasses.replace(
            bench, model=work.model, model_key=work.model_key, model_file=work.model_file
        )
    tree = work.branches
    bench = dataclasses.replace(
        _calm(bench),
        source_text=work.source_text,
        doubted="",
        outdated=work.outdated,
        recorded=work.recorded,
        absent=work.absent,
        branches=tree,
        trace=tree.current_branch.trace if tree is not None else None,
        translating=work.waiting or (tree is not None and bool(tree.growing)),
    )
    return _looking(bench, work)


def branches_put_back(bench: Workbench, work: Work) -> Workbench:
    """Restore the branches, each with the steps that it has by now."""
    now, then = bench.branches, work.branches
    if now is None or then is None:
        return bench
    there = {branch.id: branch for branch in now.branches}
    growing = frozenset(
        branch.id
        for branch in then.branches
        if branch.id in (now.growing if branch.id in there else then.growing)
    )
    tree = dataclasses.replace(
        then,
        branches=tuple(_as_far(branch, there.get(branch.id)) for branch in then.branches),
        growing=growing,
        awaited=then.awaited if then.awaited in growing else None,
        next_id=max(now.next_id, then.next_id),
    )
    return _looking(with_tree(_calm(bench), tree), work)


def same_branches(one: BranchTree | None, other: BranchTree | None) -> bool:
    """Whether ids and names of the branches are equal, whatever their steps."""
    return _named(one) == _named(other)


def same_trees(one: Work, other: Work) -> bool:
    """Whether the branches are identical, and nothing was decoded in between."""
    same = same_branches(one.branches, other.branches)
    return same and all(a is b for a, b in zip(one.traces, other.traces, strict=True))


def same_work(one: Work, other: Work) -> bool:
    same = one.model_key == other.model_key and one.waiting == other.waiting
    return same and same_trees(one, other)


def _named(tree: BranchTree | None) -> tuple[tuple[int, str], ...] | None:
    return None if tree is None else tuple((branch.id, branch.name) for branch in tree.branches)


def _as_far(branch: Branch, now: Branch | None) -> Branch:
    return branch if now is None else dataclasses.replace(branch, trace=now.trace)


def _calm(bench: Workbench) -> Workbench:
    # The notice is obsolete, and nothing plays.
    return dataclasses.replace(stopped_playing(notice_dismissed(bench)), refused_target="")


def _looking(bench: Workbench, work: Work) -> Workbench:
    # The nearest existing selection.
    trace = bench.trace
    selection = work.selection if trace is None else within(work.selection, trace)
    return dataclasses.replace(bench, selection=selection, picked=work.picked, whole=work.whole)


# ---------------------------------------------------------------------------------------- sessions


def saved_bench(bench: Workbench) -> Session:
    # An unfinished decode is kept as far as it has come.
    tree = None if bench.branches is None or bench.outdated else stopped(bench.branches)
    return Session(
        source_text=bench.source_text,
        branches=tuple(map(_saved_branch, tree.branches)) if tree else (),
        current=tree.current if tree else ROOT,
        compared=tree.compared if tree else None,
        recorded=bench.recorded,
        model=_saved_model(bench),
        bench={
            **kept_values(bench),
            **kept_values(bench.playback),
            "selection": kept_values(bench.selection),
            "attention": kept_values(bench.attention),
            "alignments": kept_values(bench.alignments),
            "tab": bench.tab,
        },
    )


def session_opened(bench: Workbench, session: Session, tree: BranchTree | None = None) -> Workbench:
    """Show a session, read-only unless its model is loaded.

    ``tree`` are its branches if :func:`tree_of` has already made them.
    """
    tree, told = tree or tree_of(session), session.bench
    trace = tree.current_branch.trace if tree else None
    selection = restored(Selection(), told.get("selection"))
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
        attention=options_restored(bench.attention, told.get("attention")),
        alignments=_alignments(bench.alignments, told.get("alignments")),
        playback=restored(Playback(), told),
        picked=frozenset(),
        whole=False,
        covers=(),
    )
    return _with_model(restored(bench, told), session)


def prerecorded_shown(bench: Workbench, session: Session) -> Workbench:
    """Show a shipped trace as its model will show it once loaded."""
    bench = session_opened(bench, session)
    if bench.trace is not None:
        bench = looked_at_first(bench, bench.trace)
    return dataclasses.replace(bench, asked=(session.source_text,), prerecorded=True)


def tree_of(session: Session) -> BranchTree | None:
    """The branches of a session; None before a translation."""
    if not session.branches:
        return None
    branches = tuple(Branch(**fields_named(saved, _OF_BRANCH)) for saved in session.branches)
    return BranchTree(
        branches=branches,
        current=session.current,
        compared=session.compared,
        next_id=max(branch.id for branch in branches) + 1,
    )


_OF_BRANCH = tuple(field.name for field in dataclasses.fields(SavedBranch))


def _saved_branch(branch: Branch) -> SavedBranch:
    return SavedBranch(**fields_named(branch, _OF_BRANCH))


def _saved_model(bench: Workbench) -> SavedModel | None:
    if bench.model is None:
        return None
    file = bench.model_file
    if file is None or file.replaced:
        return SavedModel(checksum=bench.absent or "", summary=bench.model)
    return SavedModel(checksum=file.checksum, summary=bench.model, path=file.path)


def options_restored(now: AttentionOptions, told: Any) -> AttentionOptions:
    """The first options with those of a file, but with the colour map and glosses of now."""
    first = AttentionOptions(colour_map=now.colour_map, glosses=now.glosses)
    return restored(first, told)


def _alignments(now: Alignments, told: Any) -> Alignments:
    # Answers stay: the same question is not asked again.
    return restored(restored(now, kept_values(Alignments())), told)


def _with_model(bench: Workbench, session: Session) -> Workbench:
    # The current model is kept only if it is the session's.
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
