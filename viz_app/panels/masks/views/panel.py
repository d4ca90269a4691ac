"""The mask tab: a batch, a mask in the making, masks to change, a row without keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.shown import MasksSnapshot
from viz_app.panels.masks.state import VIEWS, MasksPart
from viz_app.panels.masks.texts.lessons import LESSONS
from viz_app.widgets.lesson_page import LessonTab
from viz_app.widgets.segments import Segments

translate = QCoreApplication.translate


class MasksTab(LessonTab):
    """Shows one part at a time, with the text that explains it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._stack = QStackedWidget()
        super().__init__(theme, content=self._stack, lesson=LESSONS["batch"], parent=parent)
        self.theme = theme
        self.intents = MasksIntents(self)
        self._view: MasksPart = "batch"
        self.views = Segments(theme, names=VIEWS, texts=_view_texts)
        self._parts: dict[MasksPart, Any] = {}
        self._arrange()
        self._retranslate()

    def part(self, view: MasksPart) -> Any:
        """A part of the tab, imported and made when it is asked for first."""
        if view not in self._parts:
            self._parts[view] = _make_part(view, self.theme, self.intents)
            self._stack.addWidget(self._parts[view])
        return self._parts[view]

    def _show(self, snapshot: MasksSnapshot) -> None:
        if snapshot.view != self._view:
            self._view = snapshot.view
            self.lesson_page.text.set_lesson(LESSONS[snapshot.view])
        self.views.set_current(snapshot.view)
        part = self.part(snapshot.view)
        part.set_shown(snapshot.shown)
        self._stack.setCurrentWidget(part)

    def _arrange(self) -> None:
        self.lesson_page.tools.addWidget(self.views)
        self.lesson_page.tools.addStretch(1)
        self.views.picked.connect(self.intents.view_picked)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Type a sentence to see its masks."))


def _make_part(view: MasksPart, theme: Theme, intents: MasksIntents) -> Any:
    """A part that nobody looks at costs nothing when the tab is opened."""
    if view == "batch":
        from viz_app.panels.masks.views.batch_part import BatchPart

        return BatchPart(theme, intents)
    if view == "steps":
        from viz_app.panels.masks.views.steps_part import StepsPart

        return StepsPart(theme, intents)
    if view == "change":
        from viz_app.panels.masks.views.change_part import ChangePart

        return ChangePart(theme, intents)
    from viz_app.panels.masks.views.rows_part import RowsPart

    return RowsPart(theme, intents)


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
