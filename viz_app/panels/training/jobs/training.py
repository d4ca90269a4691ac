"""Training a model: reported a few times a second, recorded, kept as it goes and at its end."""

from __future__ import annotations

import dataclasses
import datetime
import threading
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from model.atomic import WriteError, make_folder
from model.messages import Message, TrainingError, joined
from model.runs.card import RunCard, RunStatus
from model.runs.progress import TrainingProgress
from model.text.tasks import task_name
from model.traces.probe import Probe
from viz_app.engine.memory import give_memory_back
from viz_app.engine.torch_import import import_torch
from viz_app.panels.training.jobs.preparation import Prepared, prepared_steps
from viz_app.panels.training.jobs.run_keeper import RunKeeper
from viz_app.panels.training.jobs.run_teller import RunTeller, told
from viz_app.panels.training.jobs.training_events import TrainingBegun, TrainingEnded, TrainingEvent
from viz_app.panels.training.runs.jobs.run_reading import history_steps
from viz_app.panels.training.state.runs import RunHistory
from viz_app.panels.training.state.training import TrainingRequest
from viz_app.storage.library import ModelFile
from viz_app.storage.run_folder import RunFolder
from viz_app.storage.runs import Runs
from viz_app.workbench.jobs.shelf import Shelf

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel
    from model.training.run import TrainingRun


class StopAsked(threading.Event):
    """Set by the window's thread when the user ends a run; the job looks at it between updates."""


def training_steps(
    shelf: Shelf, runs: Runs, request: TrainingRequest, *, stop: StopAsked
) -> Iterator[TrainingEvent | None]:
    """Train as asked; the run's folder holds everything, the shelf the model.

    Closed before its end, as when the window closes, it leaves a run that can be gone on with.

    Raises:
        UserError: the corpus, the configuration or the device is wrong, or the folder cannot be
            made.
    """
    from model.training.probes import choose_probes

    prepared = yield from prepared_steps(request)
    probes = choose_probes(prepared.run.corpus, prepared.run.model)
    folder = runs.begin(_card(request, prepared.run, probes))
    history = RunHistory(card=folder.card)
    yield from _kept_steps(shelf, prepared, folder, history=history, stop=stop)


def resumed_steps(
    shelf: Shelf, runs: Runs, run_id: str, *, stop: StopAsked
) -> Iterator[TrainingEvent | None]:
    """Go on with a run where it was saved last.

    Raises:
        UserError: it is being trained elsewhere, its folder or its corpus cannot be read, or they
            do not belong together any more.
    """
    folder = runs.open(run_id)
    folder.take_lock()
    try:
        _check_saved(folder)
        prepared = yield from prepared_steps(request_of(folder.card))
        history = yield from _restored(runs, folder, prepared.run)
    except BaseException:
        folder.release_lock()
        raise
    yield from _kept_steps(shelf, prepared, folder, history=history, stop=stop)


def _check_saved(folder: RunFolder) -> None:
    """Before a network is made that the card describes: its file may hold no such network."""
    import_torch()
    from model.training.saved_run import check_saved

    check_saved(folder.state_path, model=folder.card.model, training=folder.card.training)


def request_of(card: RunCard) -> TrainingRequest:
    """What was asked for when a run began."""
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
    """Put the run where it was saved; what it told up to there. It tells the rest again."""
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
    shelf: Shelf, prepared: Prepared, folder: RunFolder, *, history: RunHistory, stop: StopAsked
) -> Iterator[TrainingEvent | None]:
    """Train, with the folder locked until the end, whatever that is."""
    keeper = RunKeeper(folder, prepared.run, resumable=prepared.usual, samples=history.samples)
    if prepared.usual:
        shelf.begin_training(keeper.card.run_id, prepared.run)
    try:
        yield TrainingBegun(history, prepared.notices)
        yield from _run_steps(prepared.run, keeper, stop)
        yield _ended(shelf, prepared, keeper)
    except TrainingError as error:
        yield _rescued(shelf, prepared, keeper, error)
    except Exception as error:
        keeper.end_unwell(repr(error))
        raise
    finally:
        shelf.end_training(keeper.card.run_id)
        folder.release_lock()
        give_memory_back()


def _run_steps(
    run: TrainingRun, keeper: RunKeeper, stop: StopAsked
) -> Generator[TrainingEvent | None]:
    """The events of a run until it ends or is stopped; saved now and then."""
    from model.training.watched_run import watched_steps

    teller = RunTeller(keeper, run)
    for item in watched_steps(run, keeper.card.probes):
        try:
            yield from teller.told(item) or (None,)
        except GeneratorExit:
            if run.whole:
                keeper.leave()
            raise
        # what belongs to an update was told before its report
        reported = isinstance(item, TrainingProgress)
        if reported and keeper.due():
            yield from told(keeper.save())
        if reported and stop.is_set():
            break
    yield from teller.waiting()


def _ended(shelf: Shelf, prepared: Prepared, keeper: RunKeeper) -> TrainingEnded:
    from model.training.result import result_of

    status: RunStatus = "finished" if prepared.run.finished else "stopped"
    model = result_of(prepared.run) if prepared.usual else None
    return _kept(shelf, keeper, model, status=status)


def _rescued(
    shelf: Shelf, prepared: Prepared, keeper: RunKeeper, error: TrainingError
) -> TrainingEnded:
    """Keep the last good model of a run that has gone wrong, if one epoch was complete."""
    from model.training.result import last_good_of

    run = prepared.run
    model = last_good_of(run) if prepared.usual else None
    reasons = [error.message]
    if model is not None:
        reasons.append(
            Message(
                "The model as it was at the end of epoch {epoch} is kept.",
                {"epoch": run.good_epoch},
            )
        )
    return _kept(shelf, keeper, model, status="failed", reasons=reasons)


def _kept(
    shelf: Shelf,
    keeper: RunKeeper,
    model: TrainedModel | None,
    *,
    status: RunStatus,
    reasons: list[Message] | None = None,
) -> TrainingEnded:
    """Write the end of a run; what cannot be written is at least on the shelf."""
    from model.checkpoint.file import save_checkpoint
    from model.checkpoint.header import read_checksum
    from model.decoding.summary import summary_of

    file: ModelFile | None = None
    reason = " ".join(str(message) for message in reasons or ())
    reasons = list(reasons or ())
    try:
        if model is not None:
            make_folder(keeper.folder.path)
            path = keeper.folder.model_path
            save_checkpoint(model, path)
            file = ModelFile(path=path, checksum=read_checksum(path))
        keeper.end(status, reason=reason, has_model=model is not None)
    except WriteError as error:
        reasons.append(error.message)
    named = None if model is None else model.named(keeper.card.name)
    return TrainingEnded(
        card=keeper.card,
        key=None if named is None else shelf.put(named),
        summary=None if named is None else summary_of(named),
        error=joined(reasons) if reasons else None,
        file=file,
    )
