"""Snapshot for the timeline: tokens, step, candidates, playing."""

from __future__ import annotations

from dataclasses import dataclass

from model.trace import Candidate, StopReason, Trace
from viz_app.state.app_state import AppState


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineSnapshot:
    """The steps of the translation on screen.

    Attributes:
        tokens: decoded so far, one a step.
        step: the step in view, from 0; ``tokens[step]`` was predicted there.
        candidates: of that step, best first.
        chosen_id: id of the token taken at that step.
        entropy: of that step's distribution, in bits.
    """

    trace: Trace | None = None
    tokens: tuple[str, ...] = ()
    step: int = 0
    candidates: tuple[Candidate, ...] = ()
    chosen_id: int | None = None
    entropy: float = 0.0
    translation: str = ""
    stop: StopReason = "running"
    translating: bool = False
    playing: bool = False
    speed: float = 1.0

    @property
    def n_steps(self) -> int:
        """Steps decoded so far."""
        return len(self.tokens)


def resolve_timeline(state: AppState) -> TimelineSnapshot:
    """The timeline; without tokens before the first step."""
    trace, playback = state.trace, state.playback
    if trace is None or not trace.steps:
        return TimelineSnapshot(trace=trace, translating=state.translating, speed=playback.speed)
    step = trace.steps[state.selection.step]
    return TimelineSnapshot(
        trace=trace,
        tokens=trace.predicted_tokens,
        step=step.index,
        candidates=step.candidates,
        chosen_id=step.token_id,
        entropy=step.entropy,
        translation=trace.translation,
        stop=trace.stop,
        translating=state.translating,
        playing=playback.playing,
        speed=playback.speed,
    )
