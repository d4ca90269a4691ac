"""Pure transitions of the Training panel; no Qt, no torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from model.messages import ConfigError, Message
from model.runs.estimates import SpeedEstimate, parameter_count
from model.runs.presets import (
    PRESETS,
    TIME_PRESETS,
    Preset,
    TimePreset,
    budget_seconds,
    check_trainable,
    fitted,
    preset_for,
    time_preset,
)
from model.runs.progress import last_measured
from viz_app.panels.training.runs.room import put_on_show
from viz_app.panels.training.state import (
    EstimateAnswer,
    RunHistory,
    TrainingEnded,
    TrainingRequest,
    TrainingRoom,
    TrainingState,
    in_front,
    speed_question,
    with_card,
    with_history,
    with_live,
    without_live,
)
from viz_app.storage.library import ModelEntry
from viz_app.workbench.changes.models import also_told, failed, model_arrived, model_kept
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from model.runs.progress import RunCard, TrainingProgress
    from model.traces.head_measures import SampleTranslations
    from viz_app.panels.training.state import LiveRun, LiveStatus

# ----------------------------------------------------------------------------------------- request


def estimate_question(room: TrainingRoom) -> TrainingRequest | None:
    """The measurement needed now: only while the form is shown and nothing trains."""
    training = room.own
    in_question = room.bench.tab == "training" and not training.active
    if not in_question or size_problem(training.request) is not None:
        return None
    question = speed_question(training.request)
    return None if training.estimate.question == question else question


def estimate_of(training: TrainingState) -> EstimateAnswer:
    """The estimate of the request in the form; empty until it is measured."""
    estimate = training.estimate
    return estimate if estimate.question == speed_question(training.request) else EstimateAnswer()


def request_made(room: TrainingRoom, request: TrainingRequest) -> TrainingRoom:
    """Set the request; a time preset gets as many epochs as fit into its time."""
    return _fitted(room.changed(request=request))


def corpus_chosen(room: TrainingRoom, task: str) -> TrainingRoom:
    return request_made(room, with_task(room.own.request, task))


def learned_positions_chosen(room: TrainingRoom) -> TrainingRoom:
    """Ask for a training of one minute with learned positional encodings."""
    short = with_time(with_task(room.own.request, "reverse"), "one-minute")
    model = dataclasses.replace(short.model, positions="learned")
    return request_made(room, dataclasses.replace(short, model=model))


def estimate_arrived(room: TrainingRoom, answer: EstimateAnswer) -> TrainingRoom:
    room = room.changed(estimate=answer)
    return room if room.own.active else _fitted(room)


def size_problem(request: TrainingRequest) -> Message | None:
    try:
        check_trainable(request.model)
    except ConfigError as error:
        return error.message
    return None


def counted_parameters(request: TrainingRequest, estimate: SpeedEstimate | None) -> int | None:
    """Parameters of the requested model; None while its vocabularies are unknown."""
    if estimate is None:
        return None
    source, target = estimate.src_vocabulary, estimate.tgt_vocabulary
    if request.model.share_embeddings and source != target:
        return None  # the estimate of a model with two tokenizers
    return parameter_count(request.model, src_vocabulary=source, tgt_vocabulary=target)


def with_task(request: TrainingRequest, task: str) -> TrainingRequest:
    """Set the task; settings of a preset are replaced by that task's, the user's own are kept."""
    request = dataclasses.replace(request, task=task, experiment="", arm="")
    name = time_name(request.preset)
    if name is not None:
        return with_time(request, name)
    return _with(request, preset_for(task)) if request.preset else request


def with_time(request: TrainingRequest, name: TimePreset) -> TrainingRequest:
    """Set the time preset of the task; epochs are fitted once the speed is measured."""
    return dataclasses.replace(_with(request, time_preset(request.task, name)), preset=name)


def with_size(request: TrainingRequest, name: str) -> TrainingRequest:
    """Set the preset ``name`` of :data:`model.runs.presets.PRESETS`."""
    return _with(request, PRESETS[name])


def size_name(request: TrainingRequest) -> str | None:
    """Preset with the model of the request, or None."""
    return next((name for name, p in PRESETS.items() if p.model == request.model), None)


def time_name(preset: str) -> TimePreset | None:
    """``preset`` if it is a time preset, else None."""
    return next((name for name in TIME_PRESETS if name == preset), None)


def _fitted(room: TrainingRoom) -> TrainingRoom:
    request, name = room.own.request, time_name(room.own.request.preset)
    estimate = estimate_of(room.own).estimate
    if name is None or estimate is None:
        return room
    preset = time_preset(request.task, name)
    config = fitted(preset, estimate, budget_seconds(name))
    return room.changed(request=dataclasses.replace(request, training=config))


def _with(request: TrainingRequest, preset: Preset) -> TrainingRequest:
    return dataclasses.replace(
        request, preset=preset.name, model=preset.model, training=preset.training
    )


# -------------------------------------------------------------------------------------- run events


def run_begun(room: TrainingRoom, key: int, history: RunHistory) -> TrainingRoom:
    """Show a run that has its folder; the second arm of an experiment beside the first."""
    run_id, second = history.card.run_id, _is_second_arm(room, history.card)
    room = with_live(room, key, lambda run: _running(replace(run, run_id=run_id)))
    room = room.changed(runs=with_history(room.own.runs, history))
    if second:
        return put_on_show(room, shown=room.own.runs.shown, compared=run_id)
    return put_on_show(room, shown=run_id, compared=None)


def reported(room: TrainingRoom, key: int, curve: tuple[TrainingProgress, ...]) -> TrainingRoom:
    room = with_live(room, key, lambda run: _running(replace(run, progress=curve[-1])))
    return _with_told(room, key, lambda told: replace(told, curve=curve, card=_card(told, curve)))


def sampled(room: TrainingRoom, key: int, samples: SampleTranslations) -> TrainingRoom:
    return _with_told(room, key, lambda told: replace(told, samples=(*told.samples, samples)))


def run_ended(room: TrainingRoom, key: int, card: RunCard) -> TrainingRoom:
    return without_live(_with_told(room, key, lambda told: replace(told, card=card)), key)


def run_lost(room: TrainingRoom, key: int, reason: str) -> TrainingRoom:
    """Handle an unexpected error of a run, also before it has a folder."""

    def broken(told: RunHistory) -> RunHistory:
        return replace(told, card=replace(told.card, status="failed", reason=reason))

    return without_live(_with_told(room, key, broken), key)


def left(room: TrainingRoom, ended: TrainingEnded) -> TrainingRoom:
    """After the end of a run: its model is listed, perhaps the current one, and all is said."""
    card, file, key, summary = ended.card, ended.file, ended.key, ended.summary
    current = False
    if file is not None:
        room = room.on_bench(model_kept, ModelEntry(card.name, file.path, shipped=False))
    if key is not None and summary is not None and takes_over(room, card, kept=file is not None):
        room = room.on_bench(model_arrived, key, summary, file=file)
        current = True
    if ended.error is not None:
        return room.on_bench(failed, ended.error)
    if card.experiment:  # its page shows what came of it
        return room
    room = room.on_bench(also_told, end_sentence(card, current=current))
    return room if current or not card.has_model else room.on_bench(_offered_to_use, card.run_id)


def takes_over(room: TrainingRoom, card: RunCard, *, kept: bool = True) -> bool:
    """Whether the model of a run that has ended becomes the current one.

    It does if the user waits for it in a training tab. After stopping the run, or while another
    model or the time-lapse is in use, model and sentence remain, and the other model is offered.
    A model that is not ``kept`` in a file would be lost by that.
    """
    watched = in_front(room) and not room.own.replay.in_workbench
    return watched and not card.experiment and (card.status == "finished" or not kept)


def end_sentence(card: RunCard, *, current: bool) -> Message:
    """Result of a run; ``current``: its model is the current one."""
    name = {"name": card.name}
    if card.status == "stopped":
        return Message(
            "{name} was stopped; its model is kept, and it can be continued later.", name
        )
    if current:
        return Message("{name} is trained and is the current model.", name)
    if card.has_model:
        return Message("{name} is trained; it is in the list of models.", name)
    return Message("{name} is trained.", name)


def live_status(room: TrainingRoom, key: int, status: LiveStatus) -> TrainingRoom:
    return with_live(room, key, lambda run: replace(run, status=status))


def offered(room: TrainingRoom, cards: Sequence[RunCard]) -> TrainingRoom:
    """List interrupted runs, and offer to continue the newest."""
    runs = room.own.runs
    cards = [card for card in cards if not card.experiment]
    for card in reversed(cards):
        runs = with_card(runs, card)
    room = room.changed(runs=runs)
    if not cards or room.own.active:
        return room
    newest = cards[0]
    message = Message(
        "{name} was interrupted; its state at update {update} of {updates} is kept.",
        {"name": newest.name, "update": newest.update, "updates": newest.updates},
    )
    return room.on_bench(also_told, message).on_bench(_offered_to_go_on, newest.run_id)


def _offered_to_use(bench: Workbench, run_id: str) -> Workbench:
    return replace(bench, notice=bench.notice and replace(bench.notice, use=run_id))


def _offered_to_go_on(bench: Workbench, run_id: str) -> Workbench:
    return replace(bench, notice=bench.notice and replace(bench.notice, go_on=run_id))


def _with_told(
    room: TrainingRoom, key: int, change: Callable[[RunHistory], RunHistory]
) -> TrainingRoom:
    """Change the history of the run of a job; nothing happens without one."""
    run = next((run for run in room.own.live if run.key == key), None)
    history = room.own.runs.history(run.run_id) if run is not None else None
    if history is None:
        return room
    return room.changed(runs=with_history(room.own.runs, change(history)))


def _card(told: RunHistory, curve: Sequence[TrainingProgress]) -> RunCard:
    # Changes only when something was measured: with every report, the list of runs would be rebuilt
    # each time.
    known = told.curve[-1].update if told.curve else 0
    new = [point for point in curve if point.update > known and point.measured]
    if not new:
        return told.card
    epoch, update, loss = new[-1].epoch, new[-1].update, new[-1].loss
    return replace(told.card, epoch=epoch, update=update, loss=loss, **last_measured(new))


def _running(run: LiveRun) -> LiveRun:
    return replace(run, status="running") if run.status == "starting" else run


def _is_second_arm(room: TrainingRoom, card: RunCard) -> bool:
    """Whether the shown run is live and the other arm of this run's experiment."""
    shown, live = room.own.runs.card(room.own.runs.shown), room.own.live_run(room.own.runs.shown)
    is_other = shown is not None and shown.experiment == card.experiment
    return bool(card.experiment) and live is not None and is_other
