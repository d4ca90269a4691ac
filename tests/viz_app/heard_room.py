"""A room on a real store for tests of views, which notes what its views ask for."""

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

from viz_app.app.app_state import AppState, room_slot, screen_slot
from viz_app.engine.store import Slot, Store
from viz_app.panels.attention.room import AttentionHandle
from viz_app.panels.timeline.room import TimelineHandle
from viz_app.workbench.room import Panel, RoomHandle, StateHandle


class HeardRoom:
    """Applies transitions to the store; jobs are only noted.

    Attributes:
        handle: for the view.
        heard: ``(name, *arguments)`` of each transition, by its function or field, and of each job.
        answers: called in place of jobs, by name.
    """

    def __init__(self, slot: Slot[Any], kind: type[StateHandle] = RoomHandle) -> None:
        self.slot, self.heard = slot, []
        self.answers: dict[str, Callable[..., None]] = {}
        jobs = {field.name for field in fields(kind)} - {"apply"}
        self.handle = kind(self._apply, **{name: partial(self._start, name) for name in jobs})

    @property
    def now(self) -> Any:
        return self.slot.now

    def _apply(self, change: Any, *args: Any, **kwargs: Any) -> None:
        given = change.keywords.values() if isinstance(change, partial) else ()
        self._note(getattr(change, "func", change).__name__, *given, *args, *kwargs.values())
        self.slot.apply(change, *args, **kwargs)

    def _start(self, job: str, *args: Any) -> None:
        self._note(job, *args)
        if job in self.answers:
            self.answers[job](*args)

    def _note(self, name: str, *args: Any) -> None:
        self.heard.append((name, *args))


def heard_room(panel: Panel) -> HeardRoom:
    return HeardRoom(room_slot(Store(AppState()), panel), panel.parts().handle)


def heard_attention() -> HeardRoom:
    return HeardRoom(screen_slot(Store(AppState())), AttentionHandle)


def heard_timeline() -> HeardRoom:
    return HeardRoom(screen_slot(Store(AppState())), TimelineHandle)
