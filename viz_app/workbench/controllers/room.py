"""What stands behind a panel: its intents become transitions, its questions become jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from PySide6.QtCore import QObject

from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Slot
from viz_app.workbench.changes.notices import failed
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.room import Room

Transition = Callable[..., Room[Any]]
Intents = Mapping[str, Transition]
"""By the name of a panel's signal, what becomes of its arguments."""


class Asked(NamedTuple):
    """What a room wants to know: the question, the job that answers it, what the answer changes."""

    question: Callable[[Room[Any]], Any]
    steps: Callable[[Any], Iterator[object]]
    arrived: Transition


class RoomController(QObject):
    """Does what a panel's user asks for, and asks the worker for what the panel shows.

    A room says in ``intents`` which signal of its panel is which transition of the room, and in
    :meth:`inquiries` what it wants to know.
    """

    intents: ClassVar[Intents] = {}

    def __init__(
        self,
        room: Slot[Room[Any]],
        desk: JobDesk,
        shelf: Shelf,
        *,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is asked until the state has a question."""
        super().__init__(parent)
        self.room, self.desk, self.shelf = room, desk, shelf
        self._inquiries = [
            Inquiry(
                room,
                desk,
                question=asked.question,
                steps=asked.steps,
                arrived=asked.arrived,
                on_failed=room.applying(on_bench(failed)),
                parent=self,
            )
            for asked in self.inquiries()
        ]

    def inquiries(self) -> Iterable[Asked]:
        """What the room asks the worker."""
        return ()

    def attach(self, panel: Any) -> None:
        """Listen to the intents of a panel."""
        asked = getattr(panel, "intents", panel)
        for name, transition in self.intents.items():
            getattr(asked, name).connect(self.room.applying(transition))


def on_bench(change: Callable[..., Any]) -> Transition:
    """A transition of the workbench as one of a room."""
    return lambda room, *args: room.on_bench(change, *args)


def sets(field: str) -> Transition:
    """The transition that gives a field of the room's slice another value."""
    return lambda room, value: room.changed(**{field: value})
