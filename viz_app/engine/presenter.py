"""State to views: resolves snapshots, calls the setters that changed, and asks the worker."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Generic

from PySide6.QtCore import QObject, Slot

from viz_app.engine.jobs import JobClient, OnFailed
from viz_app.engine.store import Part, Store
from viz_app.engine.store import Slot as StateSlot

Setter = Callable[[Any], None]


@dataclass(slots=True)
class _Shown:
    resolve: Callable[[Any], Any]
    setter: Setter
    snapshot: Any


class Presenter(QObject):
    """Shows the state through setters, each fed by a pure ``resolve_*`` function."""

    def __init__(
        self,
        store: Store[Any],
        parent: QObject | None = None,
        *,
        meanwhile: AbstractContextManager[None] | None = None,
        seen: Callable[[Any], Any] = lambda part: part,
    ) -> None:
        """Nothing is shown before :meth:`show`; ``meanwhile`` is entered during each update.

        ``seen`` returns a part of the state as views may see it: without what is hidden.
        """
        super().__init__(parent)
        self._store = store
        self._meanwhile = meanwhile or nullcontext()
        self._seen = seen
        self._shown: list[_Shown] = []
        store.changed.connect(self._on_changed)

    def show(self, slot: StateSlot[Part], resolve: Callable[[Part], Any], setter: Setter) -> None:
        seen = self._seen
        snapshot = resolve(seen(slot.now))
        self._shown.append(_Shown(lambda state: resolve(seen(slot.read(state))), setter, snapshot))
        setter(snapshot)

    @Slot(object, object)
    def _on_changed(self, old: object, new: object) -> None:
        with self._meanwhile:
            for shown in self._shown:
                snapshot = shown.resolve(new)
                if snapshot != shown.snapshot:
                    shown.snapshot = snapshot
                    shown.setter(snapshot)


INQUIRY_PRIORITY = 5


class Inquiry(QObject, Generic[Part]):
    """Submits a job whenever the question changes; an answer to an older one is dropped.

    A question identifies a computation: the key of the model, the sentence, the head. None means
    that no answer is needed, for instance because the tab is not in front; then a job that
    ``stops`` is cancelled, another one goes on. An answer is kept until the next one arrives.
    """

    def __init__(
        self,
        slot: StateSlot[Part],
        desk: JobClient,
        *,
        question: Callable[[Part], Hashable],
        steps: Callable[[Any], Iterator[object]],
        arrived: Callable[[Part, Any], Part],
        on_failed: OnFailed,
        priority: int = INQUIRY_PRIORITY,
        stops: bool = False,
        parent: QObject | None = None,
    ) -> None:
        """Submit the question at once if there is one.

        ``question`` and ``arrived`` are pure: the question that the part asks, or None, and the
        part with an answer. Each item that ``steps`` yields is an answer.
        """
        super().__init__(parent)
        self._slot = slot
        self._desk = desk
        self._question = question
        self._steps = steps
        self._arrived = arrived
        self._on_failed = on_failed
        self._priority, self._stops = priority, stops
        self._asked: Hashable = None
        self._token: int | None = None
        slot.follow(lambda _, new: self._ask(new))
        self._ask(slot.now)

    def _ask(self, part: Part) -> None:
        question = self._question(part)
        if question == self._asked or (question is None and not self._stops):
            return
        self._desk.drop(self._token)
        self._asked = question
        if question is None:
            return
        self._token = self._desk.submit(
            lambda: self._steps(question),
            on_item=lambda answer: self._slot.apply(self._arrived, answer),
            on_failed=self._on_failed,
            priority=self._priority,
        )
