"""How far an animation is that is being saved as GIF or MP4."""

from __future__ import annotations

from dataclasses import dataclass

from model.messages import Message
from viz_app.storage.file_progress import FileProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimationState:
    """What the user hears of an animation.

    Attributes:
        progress: while one is being saved.
        problem: why the last one was not, until the next one begins.
    """

    progress: FileProgress | None = None
    problem: Message | None = None
