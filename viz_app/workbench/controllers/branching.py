"""Decoding on from another token, or a given target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject, Slot

from model.messages import Message
from model.traces.trace import Trace
from viz_app.engine.desk import JobDesk
from viz_app.engine.latest import Latest
from viz_app.engine.store import Slot as StateSlot
from viz_app.workbench.changes import branching
from viz_app.workbench.changes.notices import failed
from viz_app.workbench.controllers.translation import TRANSLATION_PRIORITY
from viz_app.workbench.jobs import translation
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.state import branches
from viz_app.workbench.state.branches import BranchRequest
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True)
class _Job:
    """A decode under way, by the desk's token, and what has come of it last."""

    token: int
    request: BranchRequest
    traces: Latest[Trace]


class BranchingController(QObject):
    """Makes branches and takes them away. Several can be decoded at a time, by turns.

    What the user does concerns the branches on screen; what has been decoded is the user's own.
    """

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobDesk,
        shelf: Shelf,
        *,
        screen: StateSlot[Workbench],
        parent: QObject | None = None,
    ) -> None:
        """There are no branches yet."""
        super().__init__(parent)
        self._bench = bench
        self._screen = screen
        self._desk = desk
        self._shelf = shelf
        self._jobs: dict[int, _Job] = {}

    @Slot(int, int)
    def branch(self, step: int, token_id: int) -> None:
        """Decode on from another token at a step of the branch on screen."""
        tree = branching.branchable(self._screen.now)
        ids = tree.current_branch.token_ids if tree else ()
        if tree is not None and 0 <= step < len(ids) and ids[step] != token_id:
            self._begin(BranchRequest(step, (*ids[:step], token_id)))

    @Slot(int, str)
    def type_token(self, step: int, text: str) -> None:
        """Decode on from what the user typed in place of a step's token; it may be several."""
        tree, typed = branching.branchable(self._screen.now), text.strip()
        steps = tree.current_branch.trace.steps if tree else ()
        if tree is None or not typed or not 0 <= step < len(steps) or steps[step].token == typed:
            return
        self._begin(BranchRequest(step, tree.current_branch.token_ids[:step], typed))

    @Slot(str)
    def give_target(self, text: str) -> None:
        """Feed in a whole target; each of its tokens shows how probable the model finds it."""
        if text.strip():
            self._begin(BranchRequest(0, written=text.strip(), whole=True, typed=text))

    @Slot(int)
    def delete(self, branch: int) -> None:
        """Take a branch away, with those that left it, whether or not they are still decoded."""
        self._screen.apply(branching.branch_deleted, branch)
        self.drop_gone()

    def drop_gone(self) -> None:
        """Decode no branch that is not there any more."""
        tree = self._bench.now.branches
        for gone in [known for known in self._jobs if tree is None or known not in tree]:
            job = self._jobs.pop(gone)
            job.traces.drop()
            job.traces.end()
            self._desk.drop(job.token)

    @Slot()
    def drop(self) -> None:
        """Decode no branch any more: the user has had enough."""
        jobs = tuple(self._jobs)
        self.forget()
        for branch in jobs:
            self._bench.apply(branching.branch_ended, branch)

    @Slot()
    def forget(self) -> None:
        """The same where something else takes the place of the tree: what has come stays in it."""
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            self._desk.drop(job.token)
            job.traces.end()

    def go_on(self, branch: int) -> None:
        """Decode a branch of the tree that had not come to its end; the original, too."""
        tree = self._bench.now.branches
        if tree is not None and branch in tree and branch not in self._jobs:
            self._decode(branch, tree.branch(branch).request)

    def _begin(self, request: BranchRequest) -> None:
        """Decode a new branch, or look at the one that is there already for the same."""
        tree = branching.branchable(self._screen.now)
        if tree is None:
            return
        known = self._known(tree, request)
        if known is not None:
            self._screen.apply(branching.branch_walked_to, known)
            return
        branch, whole = tree.next_id, request.whole
        parent = branches.ROOT if whole else branches.parent_at(tree, request.step).id
        self._bench.apply(
            branching.branch_asked, step=request.step, parent=parent, given=whole, request=request
        )
        self._decode(branch, request)

    def _decode(self, branch: int, request: BranchRequest) -> None:
        traces: Latest[Trace] = Latest(lambda trace: self._show_trace(branch, trace), self)
        self._jobs[branch] = _Job(self._submit(branch, request), request, traces)

    def _known(self, tree: branches.BranchTree, request: BranchRequest) -> int | None:
        """The branch that is decoded for a request now, or went the same way before."""
        for branch, job in self._jobs.items():
            if job.request == request:
                return branch
        if request.written:
            return None
        if not request.whole and tree.current_branch.begins_with(request.prefix):
            return tree.current
        found = (branches.reading_of if request.whole else branches.continuation_of)(
            tree, request.prefix
        )
        return None if found is None else found.id

    def _submit(self, branch: int, request: BranchRequest) -> int:
        bench = self._bench.now
        text = bench.branches.original.trace.source_text if bench.branches else ""
        return self._desk.submit(
            lambda: self._steps(bench.model_key, text, request),
            on_item=lambda item: self._on_item(branch, item),
            on_failed=lambda message, details: self._on_failed(branch, message, details),
            on_finished=lambda: self._on_finished(branch),
            priority=TRANSLATION_PRIORITY,
        )

    def _steps(
        self, key: int | None, text: str, request: BranchRequest
    ) -> Iterator[translation.WrittenIds | Trace]:
        written, prefix, whole = request.written, request.prefix, request.whole
        if whole:
            steps = translation.target_steps(self._shelf, key, text, target=written)
        else:
            steps = translation.branch_steps(self._shelf, key, text, prefix=prefix, typed=written)
        if not written:
            return steps
        return translation.announced_steps(self._shelf, key, written, steps, whole=whole)

    def _on_item(self, branch: int, item: translation.WrittenIds | Trace) -> None:
        if isinstance(item, translation.WrittenIds):
            self._on_ids(branch, item.ids)
        else:
            self._jobs[branch].traces.offer(item)

    def _on_ids(self, branch: int, ids: tuple[int, ...]) -> None:
        """What was written is known now: go the way that is there already, else decode on."""
        tree, job = self._bench.now.branches, self._jobs[branch]
        request = job.request.with_ids(ids)
        known = self._known(tree, request) if tree is not None else None
        if known is None or known == branch:
            self._jobs[branch] = _Job(job.token, request, job.traces)
            return
        self._desk.drop(self._jobs.pop(branch).token)
        job.traces.end()
        self._bench.apply(branching.branch_found, branch, known)

    def _show_trace(self, branch: int, trace: Trace) -> None:
        self._bench.apply(branching.branch_arrived, branch, trace)

    def _on_failed(self, branch: int, message: Message, details: str) -> None:
        typed = self._jobs[branch].request.typed
        self._on_finished(branch)
        self._bench.apply(branching.target_refused, typed)
        self._bench.apply(failed, message, details)

    def _on_finished(self, branch: int) -> None:
        job = self._jobs.pop(branch, None)
        if job is not None:
            job.traces.end()
        self._bench.apply(branching.branch_ended, branch)
