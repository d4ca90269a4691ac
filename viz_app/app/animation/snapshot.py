"""State to the dialog that saves an animation."""

from __future__ import annotations

from dataclasses import dataclass

from viz_app.app.animation.saving import AnimationSubject
from viz_app.app.state.animation import AnimationState
from viz_app.panels.training.replay.changes import looked_at
from viz_app.panels.training.replay.moments import moments_on_show
from viz_app.panels.training.state.training import TrainingRoom, in_front


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimationSnapshot:
    """What can be saved, and how far that is.

    Attributes:
        steps, moments: of the translation on screen, and of the run on show; 0 = none.
        sentence, run: what they are of.
        nearest: what of both is on screen.
    """

    steps: int = 0
    moments: int = 0
    sentence: str = ""
    run: str = ""
    nearest: AnimationSubject = "decoding"
    state: AnimationState = AnimationState()

    def count(self, subject: AnimationSubject) -> int:
        """How many pictures it would have."""
        return self.steps if subject == "decoding" else self.moments


def resolve_animation(room: TrainingRoom, state: AnimationState) -> AnimationSnapshot:
    """The dialog, of what is on screen and what is being saved."""
    bench, moments = looked_at(room), len(moments_on_show(room.own))
    history = room.own.runs.history(room.own.runs.shown)
    trained = bool(moments) and (bench.recorded or in_front(room))
    return AnimationSnapshot(
        steps=bench.trace.n_places if bench.trace else 0,
        moments=moments,
        sentence=bench.trace.source_text if bench.trace else "",
        run=history.card.name if history is not None and moments else "",
        nearest="training" if trained else "decoding",
        state=state,
    )
