"""Translate, stop, and keep the masks of the sentence on screen."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QObject, Slot

from model.mask_record import MaskRecord
from model.messages import Message
from model.trace import Trace
from viz_app.controllers.desk import JobDesk
from viz_app.controllers.store import Store
from viz_app.jobs.shelf import Shelf
from viz_app.jobs.translation import masks_steps, translation_steps
from viz_app.state.app_state import (
    failed,
    masks_arrived,
    notice_dismissed,
    trace_arrived,
    translation_asked,
    translation_ended,
)

TRANSLATION_PRIORITY = 10
MASKS_PRIORITY = 5


class TranslationController(QObject):
    """Turns sentences into traces."""

    def __init__(
        self, store: Store, desk: JobDesk, shelf: Shelf, *, parent: QObject | None = None
    ) -> None:
        """Nothing runs until a sentence is asked for."""
        super().__init__(parent)
        self._store = store
        self._desk = desk
        self._shelf = shelf
        self._translation: int | None = None
        self._masks: int | None = None

    @Slot(str)
    def translate(self, text: str) -> None:
        """Translate a user's sentence instead of any that is under way."""
        self._store.apply(notice_dismissed)
        self._begin(text)

    @Slot()
    def translate_again(self) -> None:
        """Translate the sentence on screen with the model that is current now.

        What was said about that model stays on screen.
        """
        self._begin(self._store.state.source_text)

    @Slot()
    def cancel(self) -> None:
        """Stop decoding; the steps so far stay."""
        self._desk.drop(self._translation)
        self._translation = None
        self._store.apply(translation_ended)
        self._refresh_masks()

    @Slot(str)
    def change_companion(self, text: str) -> None:
        """Use another second sentence in the mask tab's batch."""
        self._store.apply(lambda state: dataclasses.replace(state, companion=text))
        self._refresh_masks()

    def _begin(self, text: str) -> None:
        self._desk.drop(self._translation)
        self._desk.drop(self._masks)
        self._store.apply(lambda state: translation_asked(state, text))
        key = self._store.state.model_key
        self._translation = self._desk.submit(
            lambda: translation_steps(self._shelf, key, text),
            on_item=self._on_trace,
            on_failed=self._on_failed,
            on_finished=self._refresh_masks,
            priority=TRANSLATION_PRIORITY,
        )

    def _on_trace(self, trace: Trace) -> None:
        self._store.apply(lambda state: trace_arrived(state, trace))

    def _on_failed(self, message: Message, details: str) -> None:
        self._store.apply(lambda state: failed(translation_ended(state), message, details=details))

    def _refresh_masks(self) -> None:
        state = self._store.state
        if state.trace is None:
            return
        self._desk.drop(self._masks)
        texts = tuple(text for text in (state.trace.source_text, state.companion) if text)
        self._masks = self._desk.submit(
            lambda: masks_steps(self._shelf, state.model_key, texts),
            on_item=self._on_masks,
            on_failed=self._on_masks_failed,
            priority=MASKS_PRIORITY,
        )

    def _on_masks(self, record: MaskRecord) -> None:
        self._store.apply(lambda state: masks_arrived(state, record))

    def _on_masks_failed(self, message: Message, details: str) -> None:
        """The second sentence cannot be read: the sentence on screen and its masks stay."""
        self._store.apply(lambda state: failed(state, message, details=details))
