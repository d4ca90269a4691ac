"""State to the pictures of an animation: one for each step of a decoding, or for each moment."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from model.runs.curve import CurvePoint
from viz_app.panels.attention.snapshot.panel import AttentionSnapshot, resolve_attention
from viz_app.panels.timeline.snapshot import TimelineSnapshot, resolve_timeline
from viz_app.panels.training.replay.changes import WORKBENCH, looked_at
from viz_app.panels.training.replay.moments import cursor, moments_on_show
from viz_app.panels.training.replay.snapshot import ReplaySnapshot, resolve_replay
from viz_app.panels.training.state.training import TrainingRoom
from viz_app.storage.animation_files import AnimationError
from viz_app.workbench.state.selection import with_step
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSnapshot:
    """One picture of an animation.

    Attributes:
        model: name of the model, or of the run.
        source: the sentence.
        steps: the target with the step that is framed.
        replay: where in the training this is; None of a decoding.
    """

    model: str
    source: str
    attention: AttentionSnapshot
    steps: TimelineSnapshot
    replay: ReplaySnapshot | None = None

    @property
    def validated(self) -> CurvePoint | None:
        """The last validation up to this moment, if there was one."""
        if self.replay is None:
            return None
        now = self.replay.updates[self.replay.index]
        points = (point for point in reversed(self.replay.curve) if point.update <= now)
        return next((point for point in points if point.validation_loss is not None), None)


@dataclass(frozen=True, slots=True)
class Film:
    """``frame(0)`` to ``frame(count - 1)``, each computed when it is asked for."""

    count: int
    frame: Callable[[int], FrameSnapshot]


def decoding_film(bench: Workbench) -> Film:
    """Of the branch on screen, as it is looked at: one picture a step.

    An encoder alone has one picture a token that it read.

    Raises:
        AnimationError: nothing was decoded yet.
    """
    trace = bench.trace
    if trace is None or not trace.n_places:
        raise AnimationError("There are no steps to animate: type a sentence first.")

    def frame(step: int) -> FrameSnapshot:
        """The window after so many steps more than one."""
        selection = with_step(bench.selection, step, trace)
        return _frame(dataclasses.replace(bench, selection=selection, whole=False))

    return Film(trace.n_places, frame)


def training_film(room: TrainingRoom) -> Film:
    """Of the run on show: one picture a recorded moment, of the sentence that is looked at.

    Raises:
        AnimationError: the run has no moments.
    """
    count = len(moments_on_show(room.own))
    if not count:
        raise AnimationError(
            "There are no moments to animate: no attention is recorded of this run."
        )
    replay = dataclasses.replace(cursor(room.own), in_workbench=True, follows=False)
    bench = dataclasses.replace(room.bench, tab=WORKBENCH)
    room = dataclasses.replace(room, bench=bench)

    def frame(index: int) -> FrameSnapshot:
        """The window at a moment."""
        there = room.changed(replay=dataclasses.replace(replay, index=index))
        return _frame(looked_at(there), resolve_replay(there))

    return Film(count, frame)


def _frame(bench: Workbench, replay: ReplaySnapshot | None = None) -> FrameSnapshot:
    attention = resolve_attention(bench)
    if attention is None or bench.trace is None or (replay is not None and not bench.recorded):
        raise AnimationError(
            "This sentence cannot be animated: there is a moment at which it was not recorded."
        )
    model = bench.model.name if bench.model else ""
    return FrameSnapshot(
        model=replay.run if replay is not None else model,
        source=bench.trace.source_text,
        attention=attention,
        steps=resolve_timeline(bench),
        replay=replay,
    )
