"""The whole state of the application, and the transitions that touch several parts of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from model.messages import Message, joined
from model.traces.summary import ModelSummary
from model.traces.trace import Trace
from viz_app.app.tabs import Tab
from viz_app.panels.architecture.state import ArchitectureState
from viz_app.panels.bleu.state import BleuState
from viz_app.panels.embedding.state import EmbeddingState
from viz_app.panels.masks.state import MasksState
from viz_app.panels.one_head.state import OneHeadState
from viz_app.panels.positions.state import PositionsState
from viz_app.panels.scaling.state import ScalingState
from viz_app.panels.training.experiments.state import ExperimentsState
from viz_app.panels.training.replay.changes import arranged, on_own, replay_closed
from viz_app.panels.training.replay.state import ReplayState
from viz_app.panels.training.runs.state import RunsState
from viz_app.panels.training.state.training import TrainingState
from viz_app.workbench.changes.tree_changes import grown, rooted, stopped
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.branches import ROOT, BranchTree
from viz_app.workbench.state.playback import Playback
from viz_app.workbench.state.selection import Selection, with_step, within
from viz_app.workbench.state.settings import Settings

NoticeLevel = Literal["info", "warning", "error"]
LEVELS: tuple[NoticeLevel, ...] = get_args(NoticeLevel)


@dataclass(frozen=True, slots=True)
class Notice:
    """One non-modal sentence: what happened, what to do; details on demand.

    ``go_on`` is the id of an interrupted run that the user is offered to go on with, or empty.
    """

    level: NoticeLevel
    message: Message
    details: str = ""
    go_on: str = ""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A checkpoint that can be opened by name."""

    name: str
    path: Path
    shipped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState:
    """Everything that views show.

    Attributes:
        model: the current model, or None before the first is loaded.
        model_key: under which the worker holds that very model.
        loading: the name of a model that is being loaded.
        models: checkpoints that can be opened by name.
        source_text: the sentence asked for last.
        translating: whether decoding is under way.
        trace: the translation on screen, as far as it has come; that of the current branch.
        branches: the translation and what left it, or None before the first.
        tab: the tab in front; what only another one shows is not computed.
        one_head, scaling, mask_lesson, positions, embedding, architecture, bleu: what the user has
            chosen on these tabs, and what the worker has answered.
        training: what is asked for and under way; ``runs``: what was trained here.
        experiments: the prepared ones.
        replay: the time-lapse on screen, or None.
    """

    model: ModelSummary | None = None
    model_key: int | None = None
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    source_text: str = ""
    translating: bool = False
    trace: Trace | None = None
    branches: BranchTree | None = None
    selection: Selection = Selection()
    attention: AttentionOptions = AttentionOptions()
    tab: Tab = "attention"
    one_head: OneHeadState = OneHeadState()
    scaling: ScalingState = ScalingState()
    mask_lesson: MasksState = MasksState()
    positions: PositionsState = PositionsState()
    embedding: EmbeddingState = EmbeddingState()
    architecture: ArchitectureState = ArchitectureState()
    bleu: BleuState = BleuState()
    playback: Playback = Playback()
    training: TrainingState = TrainingState()
    runs: RunsState = RunsState()
    experiments: ExperimentsState = ExperimentsState()
    replay: ReplayState | None = None
    notice: Notice | None = None
    settings: Settings = Settings()


def tab_opened(state: AppState, tab: Tab) -> AppState:
    """Another tab is in front."""
    return arranged(dataclasses.replace(state, tab=tab))


def loading_asked(state: AppState, name: str) -> AppState:
    """A model is being loaded."""
    return dataclasses.replace(state, loading=name)


def loading_ended(state: AppState) -> AppState:
    """No model is being loaded any more."""
    return dataclasses.replace(state, loading=None)


def model_arrived(
    state: AppState, key: int, summary: ModelSummary, *, models: Sequence[ModelEntry]
) -> AppState:
    """A model is ready; the trace of the one before stays until a new one comes.

    A model of another task reads other sentences: then its samples take the place of the user's.
    """
    state = dataclasses.replace(state, loading=None, models=tuple(models))
    keeps = state.model is not None and state.model.task == summary.task
    samples = summary.samples or ("",)
    source = (
        state.source_text if keeps or (state.model is None and state.source_text) else samples[0]
    )
    return dataclasses.replace(state, model=summary, model_key=key, source_text=source)


def translation_asked(state: AppState, text: str) -> AppState:
    """A translation begins; what is on screen stays until its first picture is there.

    A time-lapse on screen ends: who translates wants to see that.
    """
    state = translation_ended(stopped_playing(replay_closed(state)))
    return dataclasses.replace(state, source_text=text, translating=True)


def notice_dismissed(state: AppState) -> AppState:
    """The user has read the notice, or has gone on to something else."""
    return dataclasses.replace(state, notice=None)


def trace_arrived(state: AppState, trace: Trace) -> AppState:
    """The original has grown: follow its newest step, unless the user looks at an earlier one.

    The trace without a step is the first of a new translation, and begins a new tree. While a
    time-lapse is on screen it grows behind that.
    """
    return on_own(state, lambda own: _grown_with(own, trace))


def _grown_with(state: AppState, trace: Trace) -> AppState:
    tree, before = state.branches, state.trace
    if tree is None or not trace.steps:
        state = with_tree(state, rooted(trace))
    else:
        state = with_tree(state, grown(tree, trace, branch=ROOT))
    if state.trace is trace and (before is None or not trace.steps or _at_end(state, before)):
        selection = with_step(state.selection, len(trace.steps) - 1, trace)
        state = dataclasses.replace(state, selection=selection)
    if trace.notices and not trace.steps:
        state = also_told(state, joined(trace.notices), "warning")
    return dataclasses.replace(state, translating=_is_growing(state))


def with_tree(state: AppState, tree: BranchTree) -> AppState:
    """Other branches; on screen is the current one, as near to where the user was as it has."""
    waiting = state.translating and not _is_growing(state)
    trace = tree.current_branch.trace
    return dataclasses.replace(
        state,
        branches=tree,
        trace=trace,
        translating=waiting or bool(tree.growing),
        selection=within(state.selection, trace),
    )


def translation_ended(state: AppState) -> AppState:
    """Decoding was stopped or failed; the steps on screen stay."""
    return dataclasses.replace(on_own(state, _stopped), translating=False)


def _stopped(state: AppState) -> AppState:
    return state if state.branches is None else with_tree(state, stopped(state.branches))


def step_chosen(state: AppState, step: int) -> AppState:
    """Look at a step; playing ends at the last one."""
    selection = with_step(state.selection, step, state.trace)
    at_end = state.trace is None or selection.step >= len(state.trace.steps) - 1
    playback = state.playback
    if at_end and playback.playing:
        playback = dataclasses.replace(playback, playing=False)
    return dataclasses.replace(state, selection=selection, playback=playback)


def play_toggled(state: AppState) -> AppState:
    """Start or stop playing; from the last step it starts at the first."""
    if not state.trace or not state.trace.steps:
        return state
    playing = not state.playback.playing
    step = state.selection.step
    if playing and step >= len(state.trace.steps) - 1:
        step = 0
    return dataclasses.replace(
        state,
        playback=dataclasses.replace(state.playback, playing=playing),
        selection=with_step(state.selection, step, state.trace),
    )


def stopped_playing(state: AppState) -> AppState:
    """Stand still."""
    playback = dataclasses.replace(state.playback, playing=False)
    return dataclasses.replace(state, playback=playback)


def failed(state: AppState, message: Message, *, details: str = "") -> AppState:
    """Something went wrong; the session on screen stays."""
    return dataclasses.replace(state, notice=Notice("error", message, details))


def trace_gone(state: AppState) -> AppState:
    """No translation is on screen: the current model can read nothing that was there."""
    return on_own(
        state,
        lambda own: dataclasses.replace(own, trace=None, branches=None, translating=False),
    )


def also_told(state: AppState, message: Message, level: NoticeLevel = "info") -> AppState:
    """Say one sentence more; what was a warning or an error stays one."""
    if state.notice is None:
        return told(state, message, level)
    worse = max(level, state.notice.level, key=LEVELS.index)
    return dataclasses.replace(
        state,
        notice=dataclasses.replace(
            state.notice, level=worse, message=joined((state.notice.message, message))
        ),
    )


def told(state: AppState, message: Message, level: NoticeLevel = "info") -> AppState:
    """Say one sentence."""
    return dataclasses.replace(state, notice=Notice(level, message))


def _is_growing(state: AppState) -> bool:
    """Whether a branch is being decoded; a translation without its first picture is not one."""
    return state.branches is not None and bool(state.branches.growing)


def _at_end(state: AppState, trace: Trace) -> bool:
    return state.selection.step >= len(trace.steps) - 1
