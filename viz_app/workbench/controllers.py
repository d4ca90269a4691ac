"""Controllers: connect intents to transitions and jobs, here and in every panel. QtCore only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.messages import Message, UserError
from model.special_tokens import EOS_ID
from model.traces.interventions import Interventions
from model.traces.trace import Trace
from viz_app.engine.jobs import Coalescer, JobClient, OnFailed
from viz_app.engine.presenter import Inquiry
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.library import Library
from viz_app.workbench import jobs as workbench_jobs
from viz_app.workbench import state
from viz_app.workbench.changes import models, translation
from viz_app.workbench.changes.models import (
    absence,
    also_told,
    awaits_model,
    failed,
    notice_dismissed,
    told,
)
from viz_app.workbench.changes.selection import step_chosen, stepped
from viz_app.workbench.jobs import (
    ForeignFile,
    MaskedText,
    ModelCache,
    ModelReady,
    ModelSaved,
    Remark,
    file_steps,
    gone_steps,
    load_steps,
    masked_steps,
    move_steps,
    remarked_steps,
    save_steps,
    whole_translation_steps,
)
from viz_app.workbench.room import Room, WorkerQuestion, on_bench
from viz_app.workbench.snapshots.interventions import (
    acted_on,
    base_of,
    forced,
    removable_question,
)
from viz_app.workbench.state import BranchRequest, Workbench

# ------------------------------------------------------------------------------------------ models
# Load, move and save the current model.


MODEL_PRIORITY = 20


class ModelController(QObject):
    """Keeps the model of the state and of the worker in step.

    Signals:
        model_changed: another model is current.
        model_found: the missing model of what is on screen was loaded.
        foreign_found: the path of a file of another program.
    """

    model_changed = Signal()
    model_found = Signal()
    foreign_found = Signal(object)

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        library: Library,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._desk = desk
        self._model_cache = model_cache
        self._library = library
        self._loading: int | None = None
        self._path: Path | None = None
        self._before: Path | None = None
        # once, however many reasons there are to look
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._look)
        bench.follow(self._compare)

    def open_named(self, name: str, *, otherwise: str | None = None) -> None:
        """Load a checkpoint by name or path; an unknown one is reported.

        ``otherwise`` is loaded if the first model of a session cannot be.
        """
        entries = self._library.entries()
        self._path = next((entry.path for entry in entries if entry.name == otherwise), None)
        try:
            path = self._library.find(name)
        except UserError as error:
            self._bench.apply(failed, error.message)
        else:
            self.open(path)

    @Slot(object)
    def open(self, path: Path) -> None:
        self._before = self._path if _is_empty(self._bench.now) else None
        self._bench.apply(notice_dismissed)
        self._load(path.absolute())

    def take(self, steps: Callable[[], Iterator[ModelReady | ForeignFile]]) -> None:
        """Use the model that a job yields; cancels any loading."""
        self._desk.drop(self._loading)
        self._loading = self._desk.submit(
            steps, on_item=self._on_ready, on_failed=self.on_failed, priority=MODEL_PRIORITY
        )

    def _load(self, path: Path) -> None:
        self._path = path
        device, library = self._bench.now.settings.device, self._library
        self._bench.apply(models.loading_asked, path)
        self.take(lambda: load_steps(self._model_cache, path, device, library=library))

    @Slot(object)
    def save(self, path: Path) -> None:
        absent, key = models.not_here(self._bench.now), self._bench.now.model_key
        if absent is not None:
            self._bench.apply(told, absent, "warning")
            return
        self._desk.submit(
            lambda: save_steps(self._model_cache, key, path, library=self._library),
            on_item=self._on_saved,
            on_failed=lambda message, details: self._bench.apply(failed, message, details),
            priority=MODEL_PRIORITY,
            essential=True,
        )

    @Slot(str)
    def move(self, device: str) -> None:
        self._bench.apply(models.settings_changed, device=device)
        bench = self._bench.now
        if bench.loading and self._path is not None:
            self.open(self._path)
        elif bench.model is not None and bench.absent is None:
            key, name, file = bench.model_key, bench.model.name, bench.model_file
            self.take(lambda: move_steps(self._model_cache, key, device, name=name, file=file))

    def _on_ready(self, ready: ModelReady | ForeignFile) -> None:
        if isinstance(ready, ForeignFile):
            # The current model stays, or the previously requested one is loaded.
            self._bench.apply(models.loading_ended)
            self._load_before()
            self.foreign_found.emit(ready.path)
            return
        awaited = models.is_awaited(self._bench.now, ready.summary, ready.file)
        self._bench.apply(
            models.model_arrived, ready.key, ready.summary, models=ready.models, file=ready.file
        )
        if ready.notice is not None:
            self._bench.apply(told, ready.notice, "warning")
        if ready.said is not None:
            self._bench.apply(told, ready.said)
        (self.model_found if awaited else self.model_changed).emit()

    def _on_saved(self, saved: ModelSaved) -> None:
        message = Message("The model was saved as {path}.", {"path": saved.path})
        self._bench.apply(models.models_listed, saved.models)
        self._bench.apply(models.file_used, saved.path)
        self._bench.apply(told, message)
        self._looking.start()

    def on_failed(self, message: Message, details: str) -> None:
        # The current model stays, or the previously requested one is loaded.
        self._bench.apply(lambda bench: failed(models.loading_ended(bench), message, details))
        self._look_whether_gone()
        self._load_before()

    def _load_before(self) -> None:
        before, self._before = self._before, None
        if _is_empty(self._bench.now) and before is not None:
            self._load(before)

    def _compare(self, old: Workbench, new: Workbench) -> None:
        # A written file changes the list: it may be that of the current model.
        if new.models is not old.models and new.model_file == old.model_file:
            self._looking.start()

    @Slot()
    def _look(self) -> None:
        file = self._bench.now.model_file
        if file is not None:
            self._desk.submit(
                lambda: file_steps(file.path),
                on_item=lambda read: self._bench.apply(
                    models.file_read, read.path, checksum=read.checksum
                ),
                on_failed=self.on_failed,
                priority=MODEL_PRIORITY,
            )

    def _look_whether_gone(self) -> None:
        path = self._path
        if path is not None:
            self._desk.submit(
                lambda: gone_steps(path),
                on_item=self._bench.applying(models.file_gone),
                on_failed=self._bench.applying(failed),
                priority=MODEL_PRIORITY,
            )


def _is_empty(bench: Workbench) -> bool:
    """Whether another model replaces nothing but a shipped trace."""
    return bench.model is None or bench.prerecorded


# ---------------------------------------------------------------------------------------- playback
# Stepping through the decoding by a timer.


class PlaybackController(QObject):
    """Advances the step while the state is playing."""

    def __init__(self, screen: StateSlot[Workbench], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.timeout.connect(screen.applying(stepped))
        screen.follow(self._follow)

    def _follow(self, old: Workbench, new: Workbench) -> None:
        if old.playback == new.playback:
            return
        if new.playback.playing:
            self._timer.start(new.playback.interval_ms)
        else:
            self._timer.stop()


# -------------------------------------------------------------------------------------------- room
# The controller of a panel: intents become transitions, questions become jobs.


Transition = Callable[..., Room[Any]]
Intents = Mapping[str, Transition]
"""Transitions by the names of a panel's signals."""

Asked = WorkerQuestion


def answer_questions(
    room: StateSlot[Room[Any]],
    desk: JobClient,
    questions: Iterable[WorkerQuestion],
    *,
    parent: QObject | None,
) -> None:
    """Have the worker answer a room's questions from now on."""
    for asked in questions:
        Inquiry(
            room,
            desk,
            question=asked.question,
            steps=asked.steps,
            arrived=asked.arrived,
            on_failed=room.applying(on_bench(failed)),
            parent=parent,
        )


class RoomController(QObject):
    """Applies the intents of a panel, and has the worker compute what it shows.

    A room says in ``intents`` which signal of its panel is which transition of the room, and in
    :meth:`inquiries` what the worker computes.
    """

    intents: ClassVar[Intents] = {}

    def __init__(
        self,
        room: StateSlot[Room[Any]],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.room, self.desk, self.model_cache = room, desk, model_cache
        answer_questions(room, desk, self.inquiries(), parent=self)

    def inquiries(self) -> Iterable[Asked]:
        return ()

    def attach(self, panel: Any) -> None:
        asked = getattr(panel, "intents", panel)
        for name, transition in self.intents.items():
            getattr(asked, name).connect(self.room.applying(transition))


# ------------------------------------------------------------------------------------- translation
# Translate and stop.


TRANSLATION_PRIORITY = 10


class TranslationController(QObject):
    """Turns sentences into traces; ``begun``: the previous work is replaced."""

    begun = Signal()

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._desk = desk
        self._model_cache = model_cache
        self._traces = Coalescer(self._show_trace, self)
        self._translation: int | None = None

    @Slot(str)
    def translate(self, text: str) -> None:
        # A doubted sentence is not translated.
        self._bench.apply(notice_dismissed)
        absent = absence(self._bench.now)
        if absent is not None:
            self._bench.apply(told, absent, "warning")
            return
        self._bench.apply(translation.source_weighed, text)
        if not self._bench.now.doubted:
            self._begin(text, asked=translation.sentence_asked)

    @Slot()
    def translate_again(self) -> None:
        """Translate the sentence on screen with the current model.

        Notices on that model stay. A model that cannot read the sentence shows one of its own: no
        picture of the previous model stays under its name.
        """
        self._begin(self._bench.now.source_text, on_failed=self._on_unreadable)

    @Slot()
    def go_on(self) -> None:
        # The model of what is on screen is loaded: start what has waited for it.
        bench = self._bench.now
        if bench.translating:
            self._submit(bench.source_text, self._on_failed)
        elif bench.prerecorded and bench.branches is not None:
            key, text = bench.model_key, bench.branches.original.trace.source_text
            self._translation = self._desk.submit(
                lambda: whole_translation_steps(self._model_cache, key, text),
                on_item=self._bench.applying(translation.prerecorded_replaced),
                on_failed=self._bench.applying(failed),
                priority=TRANSLATION_PRIORITY,
            )

    @Slot(int)
    def mask(self, place: int) -> None:
        """Predict the token at a place of the sentence, which is replaced by the mask."""
        trace, key = self._bench.now.trace, self._bench.now.trace_key
        if trace is None or not trace.places or key is None:
            return
        self.drop()
        self._translation = self._desk.submit(
            lambda: masked_steps(self._model_cache, key, trace.source_text, place=place),
            on_item=partial(self._on_masked, place),
            on_failed=self._on_unmasked,
            priority=TRANSLATION_PRIORITY,
        )

    def _on_masked(self, place: int, item: MaskedText | Trace) -> None:
        # The place stays in view, also where another mask precedes it.
        if isinstance(item, MaskedText):
            self._bench.apply(notice_dismissed)
            self.begun.emit()
            self._bench.apply(translation.mask_asked, item.text)
            return
        self._show_trace(item)
        self._bench.apply(step_chosen, place)

    def _on_unmasked(self, message: Message, details: str) -> None:
        # No mask fits there, which is not an error: the screen stays.
        if self._bench.now.translating or details:
            self._on_failed(message, details)
        else:
            self._bench.apply(told, message)

    def drop(self) -> None:
        """Cancel without a notice: other work replaces the translation."""
        self._desk.drop(self._translation)
        self._traces.drop()
        self._translation = None

    @Slot()
    def cancel(self) -> None:
        self._desk.drop(self._translation)
        self._traces.flush()
        self._translation = None
        self._bench.apply(translation.translation_ended)

    def _begin(
        self,
        text: str,
        *,
        asked: Callable[[Workbench, str], Workbench] = translation.translation_asked,
        on_failed: OnFailed | None = None,
    ) -> None:
        self.drop()
        self.begun.emit()
        self._bench.apply(asked, text)
        if not awaits_model(self._bench.now):
            self._submit(text, on_failed or self._on_failed)

    def _submit(self, text: str, on_failed: OnFailed) -> None:
        key = self._bench.now.model_key
        self._translation = self._desk.submit(
            lambda: remarked_steps(self._model_cache, key, text),
            on_item=self._on_item,
            on_failed=on_failed,
            priority=TRANSLATION_PRIORITY,
        )

    def _on_item(self, item: Trace | Remark) -> None:
        if isinstance(item, Remark):
            # The remark on a sentence follows its complete trace.
            self._traces.flush()
            self._bench.apply(translation.remarked, item.message, item.example)
        elif item.steps:
            self._traces.offer(item)  # only the newest step counts
        else:
            self._show_trace(item)  # it starts a new tree, and is never skipped

    def _show_trace(self, trace: Trace) -> None:
        self._bench.apply(translation.trace_arrived, trace)

    def _on_failed(self, message: Message, details: str) -> None:
        self._traces.flush()
        self._bench.apply(
            lambda bench: failed(translation.translation_ended(bench), message, details)
        )

    def _on_unreadable(self, message: Message, details: str) -> None:
        self._on_failed_too(message, details)
        model = self._bench.now.model
        if model is not None and model.samples:
            self._begin(model.samples[0], on_failed=self._on_failed_too)

    def _on_failed_too(self, message: Message, details: str) -> None:
        self._traces.drop()
        self._bench.apply(lambda bench: also_told(translation.trace_gone(bench), message, "error"))


# --------------------------------------------------------------------------------------- branching
# Decoding on from another token, or a given target.


UNFINISHED = Message("The target is not complete yet: wait for its end, then feed it in again.")


@dataclass(frozen=True, slots=True)
class _Job:
    """A running decode by its job token, with its latest trace."""

    token: int
    request: BranchRequest
    traces: Coalescer[Trace]


class BranchingController(QObject):
    """Creates and removes branches. Several can be decoded at a time, by turns.

    Intents concern the branches on screen; decoded branches belong to the user's own tree.
    """

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        screen: StateSlot[Workbench],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._screen = screen
        self._desk = desk
        self._model_cache = model_cache
        self._jobs: dict[int, _Job] = {}
        Inquiry(
            bench,
            desk,
            question=removable_question,
            steps=lambda asked: workbench_jobs.removable_steps(model_cache, asked),
            arrived=translation.heads_counted,
            on_failed=bench.applying(failed),
            parent=self,
        )

    @Slot(int, int)
    def branch(self, step: int, token_id: int) -> None:
        tree = translation.branchable(self._screen.now)
        ids = tree.current_branch.token_ids if tree else ()
        if tree is not None and 0 <= step < len(ids) and ids[step] != token_id:
            self._begin(self._request(step, (*ids[:step], token_id)))

    @Slot(int, str)
    def type_token(self, step: int, text: str) -> None:
        """Decode on from text typed in place of a step's token; it may be several tokens."""
        tree, word = translation.branchable(self._screen.now), text.strip()
        steps = tree.current_branch.trace.steps if tree else ()
        if tree is None or not word or not 0 <= step < len(steps) or steps[step].token == word:
            return
        self._begin(self._request(step, tree.current_branch.token_ids[:step], written=text))

    @Slot(str)
    def give_target(self, text: str) -> None:
        if text.strip():
            self._begin(self._request(0, written=text, whole=True, typed=text))

    def intervene(self, interventions: Interventions, *, same_target: bool | None = None) -> None:
        """Decode the sentence again under interventions in place of those on screen.

        ``same_target``: feed the target of the branch without interventions, so that probabilities
        can be compared; None = as on screen.
        """
        tree = translation.branchable(self._screen.now)
        if tree is None:
            return
        shown = acted_on(tree)
        base = base_of(tree, shown)
        same = shown.given if same_target is None else same_target
        prefix = forced(tree, base if shown.given else shown)
        if not interventions and (same or prefix == forced(tree, base)):
            self._screen.apply(translation.intervention_ended)
        elif not same:
            self._begin(BranchRequest(0, prefix, interventions=interventions), base.id)
        elif base.trace.finished:
            request = BranchRequest(0, base.token_ids, whole=True, interventions=interventions)
            self._begin(request, base.id)
        else:
            self._screen.apply(told, UNFINISHED)

    def _request(self, step: int, prefix: tuple[int, ...] = (), **written: Any) -> BranchRequest:
        """Under the interventions of the branch on screen."""
        tree = self._screen.now.branches
        interventions = tree.current_branch.interventions if tree is not None else ()
        return BranchRequest(step, prefix, interventions=interventions, **written)

    @Slot(int)
    def delete(self, branch: int) -> None:
        self._screen.apply(translation.branch_deleted, branch)
        self.drop_gone()

    def drop_gone(self) -> None:
        tree = self._bench.now.branches
        for gone in [known for known in self._jobs if tree is None or known not in tree]:
            job = self._jobs.pop(gone)
            job.traces.drop()
            job.traces.end()
            self._desk.drop(job.token)

    @Slot()
    def drop(self) -> None:
        jobs = tuple(self._jobs)
        self.forget()
        for branch in jobs:
            self._bench.apply(translation.branch_ended, branch)

    @Slot()
    def forget(self) -> None:
        """Cancel all decoding; the steps so far stay in the tree."""
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            self._desk.drop(job.token)
            job.traces.end()

    def go_on(self, branch: int) -> None:
        """Resume decoding of an unfinished branch, the original included."""
        tree = self._bench.now.branches
        if tree is not None and branch in tree and branch not in self._jobs:
            self._decode(branch, tree.branch(branch).request)

    def _begin(self, request: BranchRequest, parent: int | None = None) -> None:
        # A branch of the same request is shown if it exists.
        tree = translation.branchable(self._screen.now)
        if tree is None:
            return
        known = self._known(tree, request)
        if known is not None:
            self._screen.apply(translation.branch_taken, known)
            return
        branch, whole = tree.next_id, request.whole
        if parent is None:
            parent = state.ROOT if whole else state.parent_at(tree, request.step).id
        self._bench.apply(
            translation.branch_asked, step=request.step, parent=parent, given=whole, request=request
        )
        self._decode(branch, request)

    def _decode(self, branch: int, request: BranchRequest) -> None:
        traces: Coalescer[Trace] = Coalescer(lambda trace: self._show_trace(branch, trace), self)
        self._jobs[branch] = _Job(self._submit(branch, request), request, traces)

    def _known(self, tree: state.BranchTree, request: BranchRequest) -> int | None:
        """The branch of the same request, or with the same tokens; None if there is none."""
        for branch, job in self._jobs.items():
            if job.request == request:
                return branch
        if request.written:
            return None
        current = tree.current_branch
        same = current.interventions == request.interventions
        same &= not (current.given and current.interventions)  # which can be decoded freely, too
        if not request.whole and same and current.begins_with(request.prefix):
            return tree.current
        find = state.reading_of if request.whole else state.continuation_of
        ends = request.whole and request.prefix[-1:] == (EOS_ID,)
        target = request.prefix[:-1] if ends else request.prefix
        found = find(tree, target, request.interventions)
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
    ) -> Iterator[workbench_jobs.WrittenIds | Trace]:
        written, prefix, whole = request.written, request.prefix, request.whole
        under = request.interventions
        if whole and written:
            steps = workbench_jobs.target_steps(
                self._model_cache, key, text, target=written, interventions=under
            )
        else:
            steps = workbench_jobs.branch_steps(
                self._model_cache, key, text, prefix=prefix, typed=written, interventions=under
            )
        if not written:
            return steps
        return workbench_jobs.announced_steps(self._model_cache, key, written, steps, whole=whole)

    def _on_item(self, branch: int, item: workbench_jobs.WrittenIds | Trace) -> None:
        if isinstance(item, workbench_jobs.WrittenIds):
            self._on_ids(branch, item.ids)
        else:
            self._jobs[branch].traces.offer(item)

    def _on_ids(self, branch: int, ids: tuple[int, ...]) -> None:
        # The ids are known now: show an existing branch with them, else decode on.
        tree, job = self._bench.now.branches, self._jobs[branch]
        request = job.request.with_ids(ids)
        known = self._known(tree, request) if tree is not None else None
        if known is None or known == branch:
            self._jobs[branch] = _Job(job.token, request, job.traces)
            return
        self._desk.drop(self._jobs.pop(branch).token)
        job.traces.end()
        self._bench.apply(translation.branch_found, branch, known)

    def _show_trace(self, branch: int, trace: Trace) -> None:
        self._bench.apply(translation.branch_arrived, branch, trace)

    def _on_failed(self, branch: int, message: Message, details: str) -> None:
        typed = self._jobs[branch].request.typed
        self._on_finished(branch)
        self._bench.apply(translation.target_refused, typed)
        self._bench.apply(failed, message, details)

    def _on_finished(self, branch: int) -> None:
        job = self._jobs.pop(branch, None)
        if job is not None:
            job.traces.end()
        self._bench.apply(translation.branch_ended, branch)
