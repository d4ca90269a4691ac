"""Jobs of the training panel; torch is imported inside functions only."""

from __future__ import annotations

import dataclasses
import datetime
import math
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from model.files import WriteError, make_folder
from model.messages import Message, TrainingError, UserError, joined
from model.runs.progress import RunCard, RunStatus, TrainingProgress, last_measured
from model.text.splitting import with_validation_steps
from model.text.tasks import load_task_steps, task_name
from model.traces.head_measures import Moment, Probe, SampleTranslations
from viz_app.engine.jobs import import_torch
from viz_app.engine.runtime import give_memory_back
from viz_app.panels.training.changes import estimate_arrived, estimate_question
from viz_app.panels.training.runs.jobs import history_steps, recorded_steps
from viz_app.panels.training.runs.room import recorded_question, recorded_read
from viz_app.panels.training.state import (
    EstimateAnswer,
    RunHistory,
    TrainingEnded,
    TrainingRequest,
)
from viz_app.storage.library import ModelFile
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.runs import Runs
from viz_app.workbench.jobs import ModelCache, leave_a_core_free
from viz_app.workbench.room import WorkerQuestion

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel
    from model.runs.experiments import Variant
    from model.training.run import TrainingRun

# ---------------------------------------------------------------------------------------- estimate


def questions(_: ModelCache) -> Iterator[WorkerQuestion]:
    yield WorkerQuestion(estimate_question, estimate_steps, estimate_arrived)
    yield WorkerQuestion(recorded_question, recorded_steps, recorded_read)


PROBE_SECONDS = 1.5
"""Duration of the measured training; reading the corpus is not included."""


def estimate_steps(question: TrainingRequest) -> Iterator[EstimateAnswer | None]:
    """Lines left out of the corpus, then also the speed.

    An error is part of the answer: the form shows it, and the job does not fail.
    """
    yield None
    try:
        yield from _measured(question)
    except UserError as error:
        yield EstimateAnswer(question=question, problem=error.message)


def _measured(question: TrainingRequest) -> Iterator[EstimateAnswer | None]:
    import_torch()
    from model.network.device_choice import choose_device
    from model.training.speed_probe import speed_probe_steps

    leave_a_core_free()
    device = choose_device(question.device).device
    corpus = yield from load_task_steps(question.task)
    left_out = corpus.report
    yield EstimateAnswer(question=question, left_out=left_out)  # before a slow machine is measured
    training = question.training
    corpus = yield from with_validation_steps(corpus, most=training.validation, seed=training.seed)
    yield None
    estimate = yield from speed_probe_steps(
        corpus, question.model, training, device=device, seconds=PROBE_SECONDS
    )
    told = [left_out] if left_out else []
    if estimate.too_long:
        values = {
            "corpus": corpus.name,
            "pairs": estimate.too_long,
            "max_len": question.model.max_len,
        }
        told.append(
            Message(
                "{corpus}: about {pairs:,} pairs longer than max_len ({max_len}) are skipped.",
                values,
            )
        )
    left_out = joined(told) if told else None
    yield EstimateAnswer(question=question, left_out=left_out, estimate=estimate)


# ------------------------------------------------------------------------------------- preparation


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run before its first update; ``notices``: messages on corpus and device.

    ``usual`` is false for a network changed by an experiment: a checkpoint of it would be read as
    an unchanged network.
    """

    run: TrainingRun
    notices: tuple[Message, ...]
    usual: bool


def prepared_steps(request: TrainingRequest) -> Generator[None, None, Prepared]:
    """Create the run; it can be cancelled at each ``yield``.

    Raises:
        UserError: the corpus, the configuration or the device is invalid.
    """
    import_torch()
    from model.decoding.batches import encode_steps
    from model.network.device_choice import choose_device, resolved
    from model.training.new_model import new_model_steps, varied
    from model.training.run import TrainingRun

    leave_a_core_free()
    device = choose_device(request.device)
    training = request.training
    variant: Variant | None = None
    if request.experiment:
        from model.runs.experiments import experiment_corpus, experiment_named

        experiment = experiment_named(request.experiment)
        corpus, variant = experiment_corpus(experiment), experiment.arm(request.arm).variant
    else:
        corpus = yield from load_task_steps(request.task)
    corpus = yield from with_validation_steps(corpus, most=training.validation, seed=training.seed)
    yield
    name = task_name(request.task)
    model = yield from new_model_steps(corpus, request.model, training, task=name)
    if variant is not None:
        model = varied(model, variant)
    encoded = yield from encode_steps(corpus, model)
    run = TrainingRun(corpus, model.on(device.device), training, encoded=encoded)
    precise = resolved(device.device, training.precision).notice
    notices = (corpus.report, run.report, device.notice, precise)
    return Prepared(run, tuple(told for told in notices if told), variant is None)


# ---------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class TrainingBegun:
    """The run has its folder; ``notices``: messages on corpus and device.

    ``history`` of a resumed run is all that was recorded before; else only its card.
    """

    history: RunHistory
    notices: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class TrainingReported:
    """The curve up to now, thinned; the last point is the newest."""

    curve: tuple[TrainingProgress, ...]


TrainingEvent = (
    TrainingBegun | TrainingReported | Moment | SampleTranslations | Message | TrainingEnded
)
"""Moment, samples: attention and translations of the probes; message: the run continues."""


REPORT_SECONDS = 0.25
"""Curves are drawn at most four times a second: more would slow the run down."""

# -------------------------------------------------------------------------------------- run keeper


SAVE_SECONDS = 30.0
"""A crash loses as much at most."""

LEAVING_SECONDS = 0.3
"""Longest expected save that is started when the window closes, for which there are two seconds in
all, including the running update."""

SAVED_IN_A_SECOND = 30_000_000
"""Parameters with their optimizer state; an estimate until the run was saved once."""


class RunKeeper:
    """Writes the output of a run, periodically and at its end, and turns it into events.

    A write error (disk full, folder gone) is reported once, and writing is tried again the next
    time; the run continues.
    """

    def __init__(
        self,
        folder: RunFolder,
        run: TrainingRun,
        *,
        resumable: bool,
        samples: tuple[SampleTranslations, ...] = (),
        seconds: float = SAVE_SECONDS,
        report_seconds: float = REPORT_SECONDS,
    ) -> None:
        """``resumable``: save what resuming needs; ``samples``: those from before a stop.

        A save follows another after ``seconds``, a report of updates after ``report_seconds``.
        """
        self.folder, self._card, self._run = folder, folder.card, run
        self._resumable, self._seconds, self._samples = resumable, seconds, samples
        self._took = folder.card.n_parameters / SAVED_IN_A_SECOND
        self._saved = -math.inf  # due at once: a run is kept from its first update on
        self._told = False
        self._report_seconds, self._sent = report_seconds, -report_seconds
        self._untold, self._slept = False, run.clock.slept_seconds

    @property
    def card(self) -> RunCard:
        """Card for the current curve; measured values are the last known ones."""
        curve = self._run.curve
        if not curve:
            return self._card
        return dataclasses.replace(
            self._card,
            epoch=curve[-1].epoch,
            update=curve[-1].update,
            updates=curve[-1].updates,
            loss=curve[-1].loss,
            seconds=self._run.clock.seconds,
            **last_measured(curve.thinned()),
        )

    def told(
        self, item: TrainingProgress | Moment | SampleTranslations | None
    ) -> list[TrainingEvent]:
        """Events of what the run yields, oldest first; often none.

        Updates are gathered; None, during validation, is only a place to take turns.
        """
        match item:
            case TrainingProgress():
                self._untold = True
                notices = filter(None, (item.notice, self._woken()))
                events: list[TrainingEvent] = [*notices]
                due = item.done or events or time.monotonic() - self._sent >= self._report_seconds
                return [*self.waiting(), *events] if due else []
            case Moment():
                notice = self._tried(lambda: self.folder.write_moment(item))
                return [*self.waiting(), item, *filter(None, (notice,))]
            case SampleTranslations():
                self._samples = (*self._samples, item)
                return [*self.waiting(), item]
        return []

    def waiting(self) -> list[TrainingEvent]:
        if not self._untold:
            return []
        self._untold, self._sent = False, time.monotonic()
        return [TrainingReported(self._run.curve.thinned())]

    def _woken(self) -> Message | None:
        """Says that the machine has slept during an update."""
        before, self._slept = self._slept, self._run.clock.slept_seconds
        slept = self._slept - before
        if slept <= 0:
            return None
        return Message(
            "The machine slept for about {minutes} minutes; the run continues.",
            {"minutes": max(1, round(slept / 60))},
        )

    def due(self) -> bool:
        return time.monotonic() - self._saved >= self._seconds

    def save(self) -> Message | None:
        """Write everything; returns an error that was not yet reported.

        Must be called between two reports, when the state of the run is consistent.
        """
        self._saved = begun = time.monotonic()
        told = self._tried(self._write)
        self._took = time.monotonic() - begun
        return told

    def leave(self, *, seconds: float = LEAVING_SECONDS) -> Message | None:
        """Save when the window closes, unless the last save took longer than ``seconds``.

        Then the run is resumed from the last save, as after a crash.
        """
        return self.save() if self._took < seconds else None

    def end(self, status: RunStatus, *, reason: str = "", has_model: bool = False) -> None:
        """Write the end of the run.

        A stopped run can be resumed from here, a failed one from its last save.

        Raises:
            WriteError: it cannot be written.
        """
        self._card = dataclasses.replace(
            self._card, status=status, reason=reason, has_model=has_model
        )
        if status == "stopped":
            self._write()
        else:
            self._write_history()
        if status == "finished":
            self.folder.forget_state()

    def end_unwell(self, reason: str) -> None:
        """Write that the run has failed unexpectedly; the last save remains."""
        self._card = dataclasses.replace(self._card, status="failed", reason=reason)
        self._tried(self._write_history)

    def _write(self) -> None:
        from model.training.saved_run import save_run

        self._write_history()
        if self._resumable and self._run.curve:
            save_run(self._run, self.folder.state_path)

    def _write_history(self) -> None:
        self.folder.write_card(self.card)
        self.folder.write_curve(self._run.curve.thinned())
        self.folder.write_samples(self._samples)

    def _tried(self, write: Callable[[], None]) -> Message | None:
        try:
            write()
        except WriteError as error:
            told, self._told = self._told, True
            if told:
                return None
            return Message(
                "{reason} The run continues and will try again; a crash before then would lose it.",
                {"reason": error.message},
            )
        self._told = False
        return None


# ---------------------------------------------------------------------------------------- training


class StopAsked(threading.Event):
    """Set by the GUI thread when the user ends a run; read by the job between updates."""


def training_steps(
    model_cache: ModelCache, runs: Runs, request: TrainingRequest, stop: StopAsked
) -> Iterator[TrainingEvent | None]:
    """Train; the folder of the run keeps everything, the cache its model.

    If closed early, as when the window closes, the run can be resumed.

    Raises:
        UserError: the corpus, the configuration or the device is invalid, or the folder cannot be
            created.
    """
    from model.training.moments import choose_probes

    prepared = yield from prepared_steps(request)
    probes = choose_probes(prepared.run.corpus, prepared.run.model)
    folder = runs.begin(_card(request, prepared.run, probes))
    history = RunHistory(card=folder.card)
    yield from _kept_steps(model_cache, prepared, folder, history=history, stop=stop)


def resumed_steps(
    model_cache: ModelCache, runs: Runs, run_id: str, stop: StopAsked
) -> Iterator[TrainingEvent | None]:
    """Resume a run from its last save.

    Raises:
        UserError: the run is trained elsewhere, its folder or corpus cannot be read, or they do not
            match.
    """
    folder = runs.open(run_id)
    folder.take_lock()
    try:
        # Before a network of the size in the card is created: the file may contain another one.
        import_torch()
        from model.training.saved_run import check_saved

        check_saved(folder.state_path, model=folder.card.model, training=folder.card.training)
        prepared = yield from prepared_steps(request_of(folder.card))
        history = yield from _restored(runs, folder, prepared.run)
    except BaseException:
        folder.release_lock()
        raise
    yield from _kept_steps(model_cache, prepared, folder, history=history, stop=stop)


def request_of(card: RunCard) -> TrainingRequest:
    return TrainingRequest(
        task=card.task,
        preset="",
        model=card.model,
        training=card.training,
        device=card.device,
        experiment=card.experiment,
        arm=card.arm,
    )


def _restored(runs: Runs, folder: RunFolder, run: TrainingRun) -> Generator[None, None, RunHistory]:
    """Restore the saved state of a run; returns its history up to there."""
    from model.training.saved_run import restore_run

    restore_run(run, folder.state_path)
    folder.forget_after(run.clock.update)
    folder.write_curve(run.curve.thinned())
    folder.write_card(dataclasses.replace(folder.card, status="running", reason=""))
    history = RunHistory(card=folder.card)
    for read in history_steps(runs, folder.card.run_id):
        history = read or history
        yield
    return dataclasses.replace(history, curve=run.curve.thinned())


def _card(request: TrainingRequest, run: TrainingRun, probes: tuple[Probe, ...]) -> RunCard:
    name = f"{request.experiment}-{request.arm}" if request.experiment else task_name(request.task)
    return RunCard(
        run_id=name,
        name=name,
        task=request.task,
        model=request.model,
        training=run.training,
        device=request.device,
        begun=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        updates=run.clock.updates,
        n_parameters=run.model.n_parameters,
        experiment=request.experiment,
        arm=request.arm,
        probes=probes,
    )


def _kept_steps(
    model_cache: ModelCache,
    prepared: Prepared,
    folder: RunFolder,
    *,
    history: RunHistory,
    stop: StopAsked,
) -> Iterator[TrainingEvent | None]:
    """Train, with the folder locked until the end; of a failed run the last epoch is kept."""
    from model.training.run import last_good_of, result_of

    run = prepared.run
    keeper = RunKeeper(folder, run, resumable=prepared.usual, samples=history.samples)
    if prepared.usual:
        model_cache.begin_training(keeper.card.run_id, run)
    try:
        yield TrainingBegun(history, prepared.notices)
        yield from _run_steps(run, keeper, stop)
        model = result_of(run) if prepared.usual else None
        status: RunStatus = "finished" if run.finished else "stopped"
        yield _kept(model_cache, keeper, model, status=status)
    except TrainingError as error:
        model, reasons = last_good_of(run) if prepared.usual else None, [error.message]
        if model is not None:
            said = Message(
                "The model from the end of epoch {epoch} is kept.", {"epoch": run.good_epoch}
            )
            reasons.append(said)
        yield _kept(model_cache, keeper, model, status="failed", reasons=reasons)
    except Exception as error:
        keeper.end_unwell(repr(error))
        raise
    finally:
        model_cache.end_training(keeper.card.run_id)
        folder.release_lock()
        give_memory_back()


def _run_steps(
    run: TrainingRun, keeper: RunKeeper, stop: StopAsked
) -> Generator[TrainingEvent | None]:
    """Events of a run until it ends or is stopped; saves periodically."""
    from model.training.moments import watched_steps

    for item in watched_steps(run, keeper.card.probes):
        try:
            yield from keeper.told(item) or (None,)
        except GeneratorExit:
            if run.whole:
                keeper.leave()
            raise
        # what belongs to an update was told before its report
        reported = isinstance(item, TrainingProgress)
        if reported and keeper.due():
            yield from filter(None, (keeper.save(),))
        if reported and stop.is_set():
            break
    yield from keeper.waiting()


def _kept(
    model_cache: ModelCache,
    keeper: RunKeeper,
    model: TrainedModel | None,
    *,
    status: RunStatus,
    reasons: Sequence[Message] = (),
) -> TrainingEnded:
    """Write the end of a run; if that fails, its model is at least in the cache."""
    from model.checkpoint.file import save_checkpoint
    from model.checkpoint.header import read_checksum
    from model.decoding.samples import summary_of

    file: ModelFile | None = None
    reason, errors = " ".join(map(str, reasons)), list(reasons)
    try:
        if model is not None:
            make_folder(keeper.folder.path)
            path = keeper.folder.model_path
            save_checkpoint(model, path)
            file = ModelFile(path=path, checksum=read_checksum(path))
        keeper.end(status, reason=reason, has_model=model is not None)
    except WriteError as error:
        errors.append(error.message)
    named = None if model is None else model.named(keeper.card.name)
    return TrainingEnded(
        card=keeper.card,
        key=None if named is None else model_cache.put(named),
        summary=None if named is None else summary_of(named),
        error=joined(errors) if errors else None,
        file=file,
    )
