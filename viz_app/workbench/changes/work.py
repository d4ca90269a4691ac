"""What the user works on, as it can be put back: the model, the branches, where one looks."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from model.traces.summary import ModelSummary
from model.traces.trace import Trace
from viz_app.storage.library import ModelFile
from viz_app.workbench.changes.notices import notice_dismissed
from viz_app.workbench.changes.playback import stopped_playing
from viz_app.workbench.changes.translation import with_tree
from viz_app.workbench.state.branches import Branch, BranchTree
from viz_app.workbench.state.selection import Selection, within
from viz_app.workbench.state.workbench import Picked, Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A moment of the workbench. What it shares with other moments is in memory once.

    Attributes:
        waiting: ``source_text`` was asked for, and its first picture was not there yet.
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
        """Of all branches."""
        return tuple(branch.trace for branch in self.branches.branches) if self.branches else ()


def work_of(bench: Workbench) -> Work:
    """What is on the workbench now."""
    growing = bench.branches is not None and bool(bench.branches.growing)
    return Work(
        model=bench.model,
        model_key=bench.model_key,
        model_file=bench.model_file,
        source_text=bench.source_text,
        waiting=bench.translating and not growing,
        branches=bench.branches,
        selection=bench.selection,
        picked=bench.picked,
        whole=bench.whole,
        outdated=bench.outdated,
        recorded=bench.recorded,
        absent=bench.absent,
    )


def work_put_back(bench: Workbench, work: Work) -> Workbench:
    """The same model, sentence and branches as then; what was being decoded is to be again."""
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
    """The branches of then, of the tree on screen, each as far as it has come since."""
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
    """Whether two trees have the same branches of the same names, however far they have come."""
    return _named(one) == _named(other)


def same_trees(one: Work, other: Work) -> bool:
    """Whether two moments have the very same branches, and nothing was decoded between them."""
    same = same_branches(one.branches, other.branches)
    return same and all(a is b for a, b in zip(one.traces, other.traces, strict=True))


def same_work(one: Work, other: Work) -> bool:
    """Whether nothing was done between two moments of the workbench."""
    same = one.model_key == other.model_key and one.waiting == other.waiting
    return same and same_trees(one, other)


def _named(tree: BranchTree | None) -> tuple[tuple[int, str], ...] | None:
    return None if tree is None else tuple((branch.id, branch.name) for branch in tree.branches)


def _as_far(branch: Branch, now: Branch | None) -> Branch:
    return branch if now is None else dataclasses.replace(branch, trace=now.trace)


def _calm(bench: Workbench) -> Workbench:
    """What was said of the state before is past, and nothing plays."""
    return dataclasses.replace(stopped_playing(notice_dismissed(bench)), refused_target="")


def _looking(bench: Workbench, work: Work) -> Workbench:
    """Where the user looked then, as near as there is."""
    trace = bench.trace
    selection = work.selection if trace is None else within(work.selection, trace)
    return dataclasses.replace(bench, selection=selection, picked=work.picked, whole=work.whole)
