"""The slice of the training panel."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from msgspec import Meta

from model.config import DEVICES, ModelConfig
from model.messages import ConfigError, Message
from model.runs.presets import PRESETS, TIME_PRESETS, TrainingConfig, check_new, time_preset
from model.text.tasks import TASKS
from model.values import (
    MOST_SHOWN,
    Few,
    InSession,
    Keep,
    ShortText,
    check_choice,
    described,
    is_number,
    read,
)
from viz_app.workbench.room import Room, RoomHandle, starts_nothing
from viz_app.workbench.state import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from model.runs.estimates import SpeedEstimate
    from model.runs.progress import CurvePoint, RunCard, TrainingProgress
    from model.traces.head_measures import HeadNumber, Moment, SampleTranslations
    from model.traces.summary import ModelSummary
    from model.traces.trace import Kind
    from viz_app.storage.library import ModelFile
    from viz_app.workbench.state import Cell

# ----------------------------------------------------------------------------------- configuration


Typed = str | bool
"""A field as it stands in a form: text, or whether a box is ticked."""


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """An error, and the fields that it concerns."""

    fields: tuple[str, ...]
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """Typed settings, the wrong ones replaced by valid ones; problems in the order of fields."""

    model: ModelConfig
    training: TrainingConfig
    problems: tuple[FieldProblem, ...] = ()


def configured(
    typed: Mapping[str, Typed], *, model: ModelConfig, training: TrainingConfig
) -> Configuration:
    """``model`` and ``training`` with what was typed, by the names of fields of either.

    Raises:
        ConfigError: the settings that are not typed are invalid.
    """
    new_model, wrong_model = _configured(model, typed)
    new_training, wrong_training = _configured(training, typed)
    return Configuration(
        model=new_model, training=new_training, problems=(*wrong_model, *wrong_training)
    )


def typed_value(value: object) -> Typed:
    if value is None:
        return ""
    return value if isinstance(value, bool | str) else repr(value)


def read_value(typed: Typed) -> object:
    """A number if it is one; else unchanged, as the error of the configuration quotes it."""
    if isinstance(typed, bool):
        return typed
    text = typed.strip()
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _configured(base: Any, typed: Mapping[str, Typed]) -> tuple[Any, tuple[FieldProblem, ...]]:
    """The configuration, and all problems; fields at fault are reset until it is valid."""
    known = described(type(base))
    values = {
        name: None if field.optional and typed[name] == "" else read_value(typed[name])
        for name, field in known.items()
        if name in typed
    }
    problems: list[FieldProblem] = []
    wrong: set[str] = set()
    while True:
        try:
            new = dataclasses.replace(base, **values)
            if isinstance(new, ModelConfig):
                check_new(new)
            return new, tuple(problems)
        except ConfigError as error:
            # Fields are named before a bracket: ``d_model (100) must be divisible by …``.
            written = re.findall(r"(\w+) \(", str(error))
            named = [name for name in known if name in written]
            at_fault = tuple(name for name in named if name in values)
            if not at_fault:  # the numbers before were wrong: nothing that was typed is
                raise
            if wrong.isdisjoint(named):  # else it may be right beside what should stand there
                problems.append(FieldProblem(at_fault, error.message))
            wrong.update(at_fault)
            values = {name: value for name, value in values.items() if name not in at_fault}


# ------------------------------------------------------------------------------------------ replay


COMPARED = ROOT + 1
"""The id of the compared run's branch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentPlace:
    """Selection within a moment, which is kept for the next moment.

    Attributes:
        step: None for the end of the sentence, whatever its length.
        head: picked layer and head, valid while the own translation, whose model may have fewer
            heads, shows its ``own_head``.
        runs: ids of the runs whose branches ``branch``, the shown one, and ``compared`` refer to.
    """

    step: int | None = None
    cell: Cell | None = None
    kind: Kind | None = None
    head: tuple[int, int] = (0, 0)
    own_head: tuple[int, int] | None = None
    runs: tuple[str | None, ...] = ()
    branch: int = ROOT
    compared: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayState:
    """Cursor over the moments of the shown run, and whether the workbench shows them.

    :func:`viz_app.panels.training.replay.room.cursor` clamps it to the shown run.

    Attributes:
        run_id: of the moments; for another run the cursor is reset.
        index, probe: of moment and sentence, from 0.
        follows: whether new moments are followed.
        number: measure of the heads that is shown over time.
        in_workbench: whether the workbench shows the moment when its tab is in front.
    """

    run_id: str | None = None
    index: int = 0
    follows: bool = True
    probe: int = 0
    playing: bool = False
    number: HeadNumber = "entropy"
    in_workbench: bool = False
    place: MomentPlace = MomentPlace()


# -------------------------------------------------------------------------------------------- runs


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHistory:
    """All that is recorded of a run, oldest first; a live run's curve is thinned as in its job."""

    card: RunCard
    curve: tuple[CurvePoint, ...] = ()
    samples: tuple[SampleTranslations, ...] = ()
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsState:
    """The runs, newest first, and the ids of those that are shown and compared.

    Attributes:
        histories: of live and shown runs.
        deleted: the last deleted run, if it can be restored.
        listed: whether the runs on disk are known.
    """

    cards: tuple[RunCard, ...] = ()
    shown: str | None = None
    compared: str | None = None
    histories: tuple[RunHistory, ...] = ()
    deleted: RunCard | None = None
    listed: bool = False

    def card(self, run_id: str | None) -> RunCard | None:
        return next((card for card in self.cards if card.run_id == run_id), None)

    def history(self, run_id: str | None) -> RunHistory | None:
        return next((h for h in self.histories if h.card.run_id == run_id), None)


def with_history(runs: RunsState, history: RunHistory) -> RunsState:
    run_id = history.card.run_id
    known = any(h.card.run_id == run_id for h in runs.histories)
    histories = (
        tuple(history if h.card.run_id == run_id else h for h in runs.histories)
        if known
        else (*runs.histories, history)
    )
    return dataclasses.replace(with_card(runs, history.card), histories=histories)


def with_card(runs: RunsState, card: RunCard) -> RunsState:
    """Add a card as the first, or replace it; the shipped run is removed for an added one."""
    if runs.card(card.run_id) is None:
        own = tuple(known for known in runs.cards if not known.recorded)
        histories = tuple(h for h in runs.histories if not h.card.recorded)
        shown = runs.shown if len(own) == len(runs.cards) else card.run_id
        return dataclasses.replace(runs, cards=(card, *own), histories=histories, shown=shown)
    cards = tuple(card if known.run_id == card.run_id else known for known in runs.cards)
    histories = tuple(
        dataclasses.replace(h, card=card) if h.card.run_id == card.run_id else h
        for h in runs.histories
    )
    return dataclasses.replace(runs, cards=cards, histories=histories)


# ---------------------------------------------------------------------------------------- training


LiveStatus = Literal["starting", "running", "paused", "stopping"]
TrainingTabName = Literal["training", "runs", "time_lapse", "experiments"]
TABS: tuple[TrainingTabName, ...] = get_args(TrainingTabName)
"""Of the window: the form, the runs, how attention formed in one of them, prepared experiments."""

_FIRST = time_preset("reverse", "one-minute")
"""Request of the form at the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRequest:
    """A training as requested by the user.

    Attributes:
        task: name of a task, a ``.tsv`` file or ``SOURCE,TARGET`` files.
        preset: name of the preset of the settings; empty if the user changed one.
        device: ``auto | cpu | cuda | mps``.
        experiment, arm: of a prepared experiment; else empty.
    """

    task: str = "reverse"
    preset: str = _FIRST.name
    model: ModelConfig = _FIRST.model
    training: TrainingConfig = _FIRST.training
    device: str = "auto"
    experiment: str = ""
    arm: str = ""


_ANY = TrainingConfig()
_NO_MATTER = (
    "epochs",
    "learning_rate",
    "warmup",
    "schedule",
    "label_smoothing",
    "weight_decay",
    "clip",
    "averaged",
    "patience",
    "seed",
)
"""Settings that do not change the time of an epoch."""


def speed_question(request: TrainingRequest) -> TrainingRequest:
    """What its speed depends on; the rest as it is at first, so that it is not measured again."""
    usual = {name: getattr(_ANY, name) for name in _NO_MATTER}
    return TrainingRequest(
        task=request.task,
        model=request.model,
        training=dataclasses.replace(request.training, **usual),
        device=request.device,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimateAnswer:
    """Result of the last probe, and its question; empty before the first.

    Attributes:
        left_out: lines of the corpus that cannot be used.
        problem: why that run cannot be measured.
    """

    question: TrainingRequest | None = None
    left_out: Message | None = None
    estimate: SpeedEstimate | None = None
    problem: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRun:
    """A live run.

    Attributes:
        key: of its job; a resumed run has a new one.
        run_id: empty until its folder is created.
        progress: the newest report.
    """

    key: int
    request: TrainingRequest
    run_id: str = ""
    status: LiveStatus = "starting"
    progress: TrainingProgress | None = None

    @property
    def ending(self) -> bool:
        """Whether it can no longer be paused or stopped: its model is being saved."""
        done = self.progress is not None and self.progress.done
        return done or self.status == "stopping"


@dataclass(frozen=True, slots=True)
class TrainingEnded:
    """The run has ended: finished, stopped or failed, as its card says.

    Attributes:
        key, summary, file: its model in the cache and on disk; None if nothing usable was learned,
            or if the network was changed by an experiment and must not be taken for an unchanged
            one.
        error: what went wrong, or None.
    """

    card: RunCard
    key: int | None
    summary: ModelSummary | None
    error: Message | None
    file: ModelFile | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentsState:
    """The open experiment, and the option that the user has predicted for each."""

    chosen: ShortText | None = None
    predictions: Few[tuple[ShortText, ShortText]] = ()

    def prediction(self, experiment: str) -> str | None:
        return dict(self.predictions).get(experiment)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRuns:
    """Runs shipped with Headlight, as far as they could be read.

    Attributes:
        run: shown while the user has no run.
        arms: of the prepared experiments, shown until these have run here.
        problem: why something is missing, or None.
    """

    run: RunHistory | None = None
    arms: tuple[RunHistory, ...] = ()
    problem: Message | None = None


# -------------------------------------------------------------------------------------------- kept
# What a session keeps: what the user asks for; runs have folders of their own.


LARGEST_TYPED = 10**12
"""No field of the form takes more digits."""

_ASKED = ("task", "preset", "model", "training", "device")
_Typed = Annotated[float, Meta(ge=0, le=LARGEST_TYPED)]


def _plain_request(request: TrainingRequest) -> dict[str, Any]:
    # The path of a corpus is private, and not valid on another computer: it is left out.
    told = {field: getattr(request, field) for field in _ASKED}
    told["task"] = request.task if request.task in TASKS else TrainingRequest().task
    return {**told, "model": request.model.to_json(), "training": request.training.to_json()}


def _kept_request(request: TrainingRequest) -> TrainingRequest:
    """Raises ConfigError for a request that the form cannot contain."""
    check_choice("task", request.task, TASKS)  # a file that anybody's session names would be read
    check_choice("preset", request.preset, ("", *PRESETS, *TIME_PRESETS))
    check_choice("device", request.device, DEVICES)
    check_new(request.model)
    for part in (request.model, request.training):
        for name, number in part.to_json().items():
            if is_number(number):
                read(_Typed, number, name)
    return dataclasses.replace(request, experiment="", arm="")


def _kept_experiments(experiments: ExperimentsState) -> ExperimentsState:
    if experiments == ExperimentsState():
        return experiments
    from model.runs.experiments import experiment_named  # 40 ms, which no start needs

    for experiment, option in experiments.predictions:
        known = experiment_named(experiment).options
        check_choice("predictions", option, tuple(each.name for each in known))
    if experiments.chosen is not None:
        experiment_named(experiments.chosen)
    return experiments


@dataclass(frozen=True, slots=True)
class _KeptReplay:
    number: Literal["entropy", "diagonality"]
    probe: Annotated[int, Meta(ge=0, le=MOST_SHOWN)]


def _kept_replay(told: str | _KeptReplay) -> ReplayState:
    # Older sessions contain only the measure.
    kept = read(_KeptReplay, {"number": told, "probe": 0}) if isinstance(told, str) else told
    return ReplayState(number=kept.number, probe=kept.probe)


# ------------------------------------------------------------------------------------------- state


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingState:
    """Form, live runs, and state of the rooms of the panel.

    Attributes:
        live: one live run, or the arms of an experiment.
        recorded: None until a training tab was first shown.
        log_loss: whether the axis of the loss is logarithmic.
    """

    request: Annotated[TrainingRequest, Keep(made=_kept_request, plain=_plain_request)] = (
        TrainingRequest()
    )
    estimate: EstimateAnswer = EstimateAnswer()
    live: tuple[LiveRun, ...] = ()
    runs: RunsState = RunsState()
    replay: Annotated[
        ReplayState,
        Keep(
            read=str | _KeptReplay,
            made=_kept_replay,
            plain=lambda replay: {"number": replay.number, "probe": replay.probe},
        ),
    ] = ReplayState()
    experiments: Annotated[ExperimentsState, Keep(made=_kept_experiments)] = ExperimentsState()
    recorded: RecordedRuns | None = None
    log_loss: InSession[bool] = False

    @property
    def active(self) -> bool:
        """Whether a run is live, paused or not."""
        return bool(self.live)

    @property
    def paused(self) -> bool:
        return self.active and all(run.status == "paused" for run in self.live)

    def live_run(self, run_id: str | None) -> LiveRun | None:
        return next((run for run in self.live if run.run_id and run.run_id == run_id), None)


TrainingRoom = Room[TrainingState]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingHandle(RoomHandle[TrainingState]):
    """What the views of training are handed: the room, and what starts a job.

    Attributes:
        train: starts a requested run.
        train_experiment: starts the arms of a prepared experiment, given its name.
        pause, resume, stop: concern all live runs.
        go_on, use, delete: given the id of a run: continue it, translate with it, move it aside.
        rename: also given the new name.
        export: also given the path of the ``.zip``.
        restore: brings back the run that was deleted last.
        watch: shows the time-lapse on the workbench.
        animate: saves the time-lapse as a file.
    """

    train: Callable[[TrainingRequest], None] = starts_nothing
    train_experiment: Callable[[str], None] = starts_nothing
    pause: Callable[[], None] = starts_nothing
    resume: Callable[[], None] = starts_nothing
    stop: Callable[[], None] = starts_nothing
    go_on: Callable[[str], None] = starts_nothing
    use: Callable[[str], None] = starts_nothing
    delete: Callable[[str], None] = starts_nothing
    rename: Callable[[str, str], None] = starts_nothing
    export: Callable[[str, Path], None] = starts_nothing
    restore: Callable[[], None] = starts_nothing
    watch: Callable[[], None] = starts_nothing
    animate: Callable[[], None] = starts_nothing


def in_front(room: TrainingRoom) -> bool:
    return room.bench.tab in TABS


def with_live(room: TrainingRoom, key: int, change: Callable[[LiveRun], LiveRun]) -> TrainingRoom:
    """Change the live run of a job; nothing happens if it has ended."""
    return room.changed(live=tuple(change(run) if run.key == key else run for run in room.own.live))


def with_new_live(room: TrainingRoom, run: LiveRun) -> TrainingRoom:
    return room.changed(live=(*room.own.live, run))


def without_live(room: TrainingRoom, key: int) -> TrainingRoom:
    return room.changed(live=tuple(run for run in room.own.live if run.key != key))
