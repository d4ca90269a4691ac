"""Translate and stop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message
from model.traces.trace import Trace
from viz_app.engine.desk import JobDesk, OnFailed
from viz_app.engine.latest import Latest
from viz_app.engine.store import Slot as StateSlot
from viz_app.workbench.changes import translation
from viz_app.workbench.changes.models import absence, awaits_model
from viz_app.workbench.changes.notices import also_told, failed, notice_dismissed, told
from viz_app.workbench.changes.playback import step_chosen
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.jobs.translation import (
    MaskedText,
    masked_steps,
    translation_steps,
    whole_translation_steps,
)
from viz_app.workbench.state.workbench import Workbench

TRANSLATION_PRIORITY = 10


class TranslationController(QObject):
    """Turns sentences into traces; ``begun`` says that what was on screen before is over."""

    begun = Signal()

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobDesk,
        shelf: Shelf,
        *,
        parent: QObject | None = None,
    ) -> None:
        """Nothing runs until a sentence is asked for."""
        super().__init__(parent)
        self._bench = bench
        self._desk = desk
        self._shelf = shelf
        self._traces = Latest(self._show_trace, self)
        self._translation: int | None = None

    @Slot(str)
    def translate(self, text: str) -> None:
        """Translate a user's sentence instead of any that is under way, unless it is doubted."""
        self._bench.apply(notice_dismissed)
        absent = absence(self._bench.now)
        if absent is not None:
            self._bench.apply(told, absent, "warning")
            return
        self._bench.apply(translation.source_weighed, text)
        if not self._bench.now.doubted:
            self._begin(text, asked=translation.sentence_asked)

    @Slot()
    def translate_again(self) -> None:
        """Translate the sentence on screen with the model that is current now.

        What was said about that model stays on screen. A model that cannot read the sentence
        shows one of its own: no picture of the model before stays under its name.
        """
        self._begin(self._bench.now.source_text, on_failed=self._on_unreadable)

    @Slot()
    def go_on(self) -> None:
        """The model that has made what is on screen is here: what waited for it begins."""
        bench = self._bench.now
        if bench.translating:
            self._submit(bench.source_text, self._on_failed)
        elif bench.prerecorded and bench.branches is not None:
            key, text = bench.model_key, bench.branches.original.trace.source_text
            self._translation = self._desk.submit(
                lambda: whole_translation_steps(self._shelf, key, text),
                on_item=self._bench.applying(translation.prerecorded_replaced),
                on_failed=self._bench.applying(failed),
                priority=TRANSLATION_PRIORITY,
            )

    @Slot(int)
    def mask(self, place: int) -> None:
        """Have the token at a place of the sentence predicted: the mask stands there then."""
        trace, key = self._bench.now.trace, self._bench.now.trace_key
        if trace is None or not trace.places or key is None:
            return
        self.drop()
        self._translation = self._desk.submit(
            lambda: masked_steps(self._shelf, key, trace.source_text, place=place),
            on_item=partial(self._on_masked, place),
            on_failed=self._on_unmasked,
            priority=TRANSLATION_PRIORITY,
        )

    def _on_masked(self, place: int, item: MaskedText | Trace) -> None:
        """The place stays in view, also where another mask stands before it."""
        if isinstance(item, MaskedText):
            self._bench.apply(notice_dismissed)
            self.begun.emit()
            self._bench.apply(translation.mask_asked, item.text)
            return
        self._show_trace(item)
        self._bench.apply(step_chosen, place)

    def _on_unmasked(self, message: Message, details: str) -> None:
        """No mask can stand there, which is no error: what is on screen stays."""
        if self._bench.now.translating or details:
            self._on_failed(message, details)
        else:
            self._bench.apply(told, message)

    def drop(self) -> None:
        """Decode no more, and say nothing of it: something else takes the place of all that."""
        self._desk.drop(self._translation)
        self._traces.drop()
        self._translation = None

    @Slot()
    def cancel(self) -> None:
        """Stop decoding; the steps so far stay."""
        self._desk.drop(self._translation)
        self._traces.flush()
        self._translation = None
        self._bench.apply(translation.translation_ended)

    def _begin(
        self,
        text: str,
        *,
        asked: Callable[[Workbench, str], Workbench] = translation.translation_asked,
        on_failed: OnFailed | None = None,
    ) -> None:
        self.drop()
        self.begun.emit()
        self._bench.apply(asked, text)
        if not awaits_model(self._bench.now):
            self._submit(text, on_failed or self._on_failed)

    def _submit(self, text: str, on_failed: OnFailed) -> None:
        key = self._bench.now.model_key
        self._translation = self._desk.submit(
            lambda: translation_steps(self._shelf, key, text),
            on_item=self._on_trace,
            on_failed=on_failed,
            priority=TRANSLATION_PRIORITY,
        )

    def _on_trace(self, trace: Trace) -> None:
        """Only the newest step counts; but the trace without one begins anew, and is never lost."""
        if trace.steps:
            self._traces.offer(trace)
        else:
            self._show_trace(trace)

    def _show_trace(self, trace: Trace) -> None:
        self._bench.apply(translation.trace_arrived, trace)

    def _on_failed(self, message: Message, details: str) -> None:
        self._traces.flush()
        self._bench.apply(
            lambda bench: failed(translation.translation_ended(bench), message, details)
        )

    def _on_unreadable(self, message: Message, details: str) -> None:
        self._on_failed_too(message, details)
        model = self._bench.now.model
        if model is not None and model.samples:
            self._begin(model.samples[0], on_failed=self._on_failed_too)

    def _on_failed_too(self, message: Message, details: str) -> None:
        self._traces.drop()
        self._bench.apply(lambda bench: also_told(translation.trace_gone(bench), message, "error"))
