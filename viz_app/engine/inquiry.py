"""A question that the state asks, and the worker's answer to it, kept up to date."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from PySide6.QtCore import QObject, Slot

from model.messages import Message
from viz_app.app.app_state import AppState, failed
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Store

Question = Callable[[AppState], Hashable]
Steps = Callable[[Any], Iterator[object]]
Arrived = Callable[[AppState, Any], AppState]

INQUIRY_PRIORITY = 5


class Inquiry(QObject):
    """Asks the worker whenever the question changes; an answer to an older one is dropped.

    A question is whatever distinguishes one computation from another: the key of the model, the
    sentence, the head. None means that nobody wants to know, for instance because the tab that
    would show the answer is not in front. An answer stays until the next one is there.
    """

    def __init__(
        self,
        store: Store,
        desk: JobDesk,
        *,
        question: Question,
        steps: Steps,
        arrived: Arrived,
        parent: QObject | None = None,
    ) -> None:
        """Ask at once, if there is a question.

        Args:
            store: whose state asks.
            desk: where jobs are submitted.
            question: pure; what the state wants to know, or None.
            steps: the job that answers a question; each item it yields is an answer.
            arrived: pure; the state with an answer.
            parent: of this object.
        """
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._question = question
        self._steps = steps
        self._arrived = arrived
        self._asked: Hashable = None
        self._token: int | None = None
        store.changed.connect(self._on_changed)
        self._ask(store.state)

    @Slot(object, object)
    def _on_changed(self, old: AppState, new: AppState) -> None:
        self._ask(new)

    def _ask(self, state: AppState) -> None:
        question = self._question(state)
        if question is None or question == self._asked:
            return
        self._desk.drop(self._token)
        self._asked = question
        self._token = self._desk.submit(
            lambda: self._steps(question),
            on_item=self._on_answer,
            on_failed=self._on_failed,
            priority=INQUIRY_PRIORITY,
        )

    def _on_answer(self, answer: object) -> None:
        self._store.apply(lambda state: self._arrived(state, answer))

    def _on_failed(self, message: Message, details: str) -> None:
        self._store.apply(lambda state: failed(state, message, details=details))
