"""The mask tab: a batch, a mask in the making, masks to change, a row without keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.shown import MasksSnapshot
from viz_app.panels.masks.state import VIEWS, View
from viz_app.panels.masks.texts.lessons import LESSONS
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.segments import Segments
from viz_app.widgets.translated import Translated

translate = QCoreApplication.translate


class MasksTab(Translated, QStackedWidget):
    """Shows one part at a time, with the text that explains it.

    Signals:
        view_picked: ``"batch"``, ``"steps"``, ``"change"`` or ``"rows"``.
        sentences_changed: the other sentences of the batch, a tuple of texts.
        sentence_picked: a sentence of the batch, from 0.
        mask_picked, stage_picked, padded_queries_picked: as of ``StepsPart``.
        cell_flipped, edits_dropped: as of ``ChangePart``.
        row_picked, key_flipped, keys_masked: as of ``RowsPart``.
        head_picked: kind, layer and head, from 0.
    """

    view_picked = Signal(str)
    sentences_changed = Signal(object)
    sentence_picked = Signal(int)
    mask_picked = Signal(str)
    stage_picked = Signal(int)
    padded_queries_picked = Signal(str)
    cell_flipped = Signal(object, object)
    edits_dropped = Signal()
    row_picked = Signal(int)
    key_flipped = Signal(int)
    keys_masked = Signal()
    head_picked = Signal(object, int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view: View = "batch"
        self.views = Segments(theme, names=VIEWS, texts=_view_texts)
        self._parts: dict[View, Any] = {}
        self._stack, self._placeholder = QStackedWidget(), QLabel()
        self.page = LessonPage(theme, content=self._stack, lesson=LESSONS["batch"])
        self._arrange()
        self._retranslate()

    def part(self, view: View) -> Any:
        """A part of the tab, imported and made when it is asked for first."""
        if view not in self._parts:
            self._add(view)
        return self._parts[view]

    def set_snapshot(self, snapshot: MasksSnapshot | None) -> None:
        """Show a part; does not modify state. None = nothing was translated yet."""
        if snapshot is None:
            self.setCurrentWidget(self._placeholder)
            return
        if snapshot.view != self._view:
            self._view = snapshot.view
            self.page.text.set_lesson(LESSONS[snapshot.view])
        self.views.set_current(snapshot.view)
        part = self.part(snapshot.view)
        part.set_shown(snapshot.shown)
        self._stack.setCurrentWidget(part)
        self.setCurrentWidget(self.page)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        self.page.set_theme(theme)
        self.views.set_theme(theme)
        for part in self._parts.values():
            part.set_theme(theme)

    def _arrange(self) -> None:
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self.page.tools.addWidget(self.views)
        self.page.tools.addStretch(1)
        self.views.picked.connect(self.view_picked)
        self.addWidget(self._placeholder)
        self.addWidget(self.page)

    def _add(self, view: View) -> None:
        part = _MAKE[view](self._theme)
        self._parts[view] = part
        self._stack.addWidget(part)
        for name in _INTENTS[view]:
            getattr(part, name).connect(getattr(self, name))

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Translate a sentence to see its masks."))


def _batch(theme: Theme) -> Any:
    from viz_app.panels.masks.views.batch_part import BatchPart

    return BatchPart(theme)


def _steps(theme: Theme) -> Any:
    from viz_app.panels.masks.views.steps_part import StepsPart

    return StepsPart(theme)


def _change(theme: Theme) -> Any:
    from viz_app.panels.masks.views.change_part import ChangePart

    return ChangePart(theme)


def _rows(theme: Theme) -> Any:
    from viz_app.panels.masks.views.rows_part import RowsPart

    return RowsPart(theme)


_MAKE: dict[View, Callable[[Theme], Any]] = {
    "batch": _batch,
    "steps": _steps,
    "change": _change,
    "rows": _rows,
}
"""A part that nobody looks at costs nothing when the tab is opened."""

_INTENTS: dict[View, tuple[str, ...]] = {
    "batch": ("sentences_changed", "sentence_picked"),
    "steps": (
        "mask_picked",
        "stage_picked",
        "padded_queries_picked",
        "sentence_picked",
        "head_picked",
    ),
    "change": ("cell_flipped", "edits_dropped", "head_picked"),
    "rows": ("head_picked", "sentence_picked", "row_picked", "key_flipped", "keys_masked"),
}
"""What each part asks for is passed on as it is."""


def _view_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "batch": (
            translate("MasksTab", "Batch"),
            translate("MasksTab", "A batch with padding, and its four masks"),
        ),
        "steps": (
            translate("MasksTab", "Step by step"),
            translate("MasksTab", "Build a mask: positions, matrix, inverted, applied"),
        ),
        "change": (
            translate("MasksTab", "Change a mask"),
            translate("MasksTab", "Flip cells and see scores, weights and the translation"),
        ),
        "rows": (
            translate("MasksTab", "Row without keys"),
            translate("MasksTab", "What −∞, −10⁹ and zeros make of a fully masked row"),
        ),
    }
