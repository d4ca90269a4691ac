"""Marks a transition as a step that can be undone, and names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from model.messages import Message

Change = TypeVar("Change", bound=Callable[..., Any])
Tell = Callable[..., "Step"]

_MARK = "step"


@dataclass(frozen=True, slots=True)
class Step:
    """A user's action; ``part`` names the part of the state that undo restores."""

    part: str
    name: Message


def undoable(part: str, name: Callable[..., Message]) -> Callable[[Change], Change]:
    """Mark a transition as an undoable step; ``name`` gets its arguments, the old state first."""

    def marked(change: Change) -> Change:
        return mark_step(change, lambda *args, **kwargs: Step(part, name(*args, **kwargs)))

    return marked


def mark_step(change: Change, tell: Tell) -> Change:
    setattr(change, _MARK, tell)
    return change


def step_told_by(change: Callable[..., Any]) -> Tell | None:
    """What describes the step that a transition makes; None if it makes none."""
    tell: Tell | None = getattr(change, _MARK, None)
    return tell


def quoted(text: str, most: int = 30) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
