"""Decoding on from another token, or a given target; walking, naming and comparing branches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Slot

from model.messages import Message
from model.trace import Trace
from viz_app.controllers.desk import JobDesk
from viz_app.controllers.latest import Latest
from viz_app.controllers.store import Store
from viz_app.controllers.translation import TRANSLATION_PRIORITY
from viz_app.jobs.shelf import Shelf
from viz_app.jobs.translation import branch_steps, target_steps
from viz_app.state.app_state import failed
from viz_app.state.branches import ROOT, continuation_of, parent_at
from viz_app.state.branching import (
    branch_arrived,
    branch_asked,
    branch_compared,
    branch_deleted,
    branch_ended,
    branch_renamed,
    branch_walked_to,
    branchable,
)


@dataclass(frozen=True, slots=True)
class _Request:
    """What to decode: on from target ids and what was typed after them, or a whole target."""

    step: int
    prefix: tuple[int, ...] = ()
    typed: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class _Job:
    """A decode under way, by the desk's token, and what has come of it last."""

    token: int
    request: _Request
    traces: Latest[Trace]


class BranchingController(QObject):
    """Makes branches and looks after them. Several can be decoded at a time, by turns."""

    def __init__(
        self, store: Store, desk: JobDesk, shelf: Shelf, *, parent: QObject | None = None
    ) -> None:
        """There are no branches yet."""
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._shelf = shelf
        self._jobs: dict[int, _Job] = {}

    @Slot(int, int)
    def branch(self, step: int, token_id: int) -> None:
        """Decode on from another token at a step of the branch on screen."""
        tree = branchable(self._store.state)
        ids = tree.current_branch.token_ids if tree else ()
        if tree is None or not 0 <= step < len(ids) or ids[step] == token_id:
            return
        prefix = (*ids[:step], token_id)
        known = continuation_of(tree, prefix)
        if known is not None:
            self.walk(known.id)
        else:
            self._begin(_Request(step, prefix))

    @Slot(int, str)
    def type_token(self, step: int, text: str) -> None:
        """Decode on from what the user typed in place of a step's token; it may be several."""
        tree, typed = branchable(self._store.state), text.strip()
        steps = tree.current_branch.trace.steps if tree else ()
        if tree is None or not typed or not 0 <= step < len(steps) or steps[step].token == typed:
            return
        self._begin(_Request(step, tree.current_branch.token_ids[:step], typed))

    @Slot(str)
    def give_target(self, text: str) -> None:
        """Feed in a whole target; each of its tokens shows how probable the model finds it."""
        if text.strip():
            self._begin(_Request(0, target=text.strip()))

    @Slot(int)
    def walk(self, branch: int) -> None:
        """Look at another branch."""
        self._store.apply(lambda state: branch_walked_to(state, branch))

    @Slot(int, str)
    def rename(self, branch: int, name: str) -> None:
        """Call a branch something."""
        self._store.apply(lambda state: branch_renamed(state, branch, name))

    @Slot(int)
    def delete(self, branch: int) -> None:
        """Take a branch away, with those that left it, whether or not they are still decoded."""
        self._store.apply(lambda state: branch_deleted(state, branch))
        tree = self._store.state.branches
        for gone in [known for known in self._jobs if tree is None or known not in tree]:
            job = self._jobs.pop(gone)
            job.traces.drop()
            self._desk.drop(job.token)

    @Slot(object)
    def compare(self, branch: int | None) -> None:
        """Compare the branch on screen with another, or with none."""
        self._store.apply(lambda state: branch_compared(state, branch))

    @Slot()
    def drop(self) -> None:
        """Decode no branch any more: another translation begins, or the user has had enough."""
        jobs, self._jobs = self._jobs, {}
        for branch, job in jobs.items():
            self._desk.drop(job.token)
            job.traces.flush()
            self._on_finished(branch)

    def _begin(self, request: _Request) -> None:
        """Decode a new branch, or look at the one that is already being decoded for the same."""
        tree = branchable(self._store.state)
        if tree is None:
            return
        for branch, job in self._jobs.items():
            if job.request == request:
                self.walk(branch)
                return
        given, branch = bool(request.target), tree.next_id
        parent = ROOT if given else parent_at(tree, request.step).id
        self._store.apply(
            lambda state: branch_asked(state, step=request.step, parent=parent, given=given)
        )
        traces: Latest[Trace] = Latest(lambda trace: self._show_trace(branch, trace), self)
        token = self._submit(branch, request, traces)
        self._jobs[branch] = _Job(token, request, traces)

    def _submit(self, branch: int, request: _Request, traces: Latest[Trace]) -> int:
        state = self._store.state
        text = state.branches.original.trace.source_text if state.branches else ""
        return self._desk.submit(
            lambda: self._steps(state.model_key, text, request),
            on_item=traces.offer,
            on_failed=lambda message, details: self._on_failed(branch, message, details),
            on_finished=lambda: self._on_finished(branch),
            priority=TRANSLATION_PRIORITY,
        )

    def _steps(self, key: int | None, text: str, request: _Request) -> Iterator[Trace]:
        if request.target:
            return target_steps(self._shelf, key, text, target=request.target)
        return branch_steps(self._shelf, key, text, prefix=request.prefix, typed=request.typed)

    def _show_trace(self, branch: int, trace: Trace) -> None:
        self._store.apply(lambda state: branch_arrived(state, branch, trace))

    def _on_failed(self, branch: int, message: Message, details: str) -> None:
        self._on_finished(branch)
        self._store.apply(lambda state: failed(state, message, details=details))

    def _on_finished(self, branch: int) -> None:
        job = self._jobs.pop(branch, None)
        if job is not None:
            job.traces.flush()
        self._store.apply(lambda state: branch_ended(state, branch))
