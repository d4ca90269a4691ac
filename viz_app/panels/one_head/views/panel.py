"""The tab that walks through one head: choosers, stages, formula, matrices, one cell."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.one_head.intents import OneHeadIntents
from viz_app.panels.one_head.painting.matrix_picture import matrix_pictures
from viz_app.panels.one_head.snapshot import OneHeadSnapshot
from viz_app.panels.one_head.state import STAGES
from viz_app.panels.one_head.texts.stage_lessons import stage_lesson
from viz_app.panels.one_head.texts.stage_texts import stage_formula, stage_heading
from viz_app.panels.one_head.views.equation_view import EquationView
from viz_app.panels.one_head.views.stage_bar import StageBar
from viz_app.panels.one_head.views.zoom_panel import ZoomPanel
from viz_app.texts.label_text import listed_row
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.filled import filled
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.framed import framed
from viz_app.widgets.head_choice import HeadChoice
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.labels import text_label
from viz_app.widgets.lesson_page import LessonTab
from viz_app.widgets.segments import Segments

translate = QCoreApplication.translate

FORMULA_HEIGHT = 44
"""In px at 100 %, for all stages: nothing moves while one walks."""

HEADING_WIDTH = 200
"""In px at 100 %, at least: a window as narrow as can be cuts long headings off."""


class OneHeadPanel(LessonTab):
    """Overview first, then stage by stage, then one number."""

    _snapshot: OneHeadSnapshot | None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(
            theme, content=content, lesson=lambda: stage_lesson("project"), parent=parent
        )
        self.intents = OneHeadIntents(self)
        self.choice = HeadChoice(theme, kinds=KindPills(theme))
        self.bar = StageBar(theme, self.intents)
        self.back_button, self.forward_button = QPushButton(), QPushButton()
        self.heading, self.formula = text_label("title"), FormulaView(theme, "one_head_q")
        self.projections = Segments(theme, names=("q", "k", "v"), texts=_projection_texts)
        self.shares = Segments(theme, names=("head", "heads"), texts=_share_texts)
        self.equation, self.zoom = EquationView(theme, self.intents), ZoomPanel(theme, self.intents)
        self._column, self._head, self._body = QVBoxLayout(content), QHBoxLayout(), QHBoxLayout()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def _show(self, snapshot: OneHeadSnapshot) -> None:
        """Numbers of the head before stay until the next come."""
        self.choice.show_place(snapshot.place)
        names = [listed_row(label, snapshot.row_labels) for label in snapshot.queries]
        self.choice.show_queries(names, snapshot.query)
        self.bar.set_snapshot(snapshot)
        self._show_stage(snapshot)
        if snapshot.anatomy is not None:
            self.equation.set_pictures(matrix_pictures(snapshot))
            self.zoom.set_snapshot(snapshot)
            self.zoom.setVisible(snapshot.cell is not None)
            self.lesson_page.set_crowded(crowded=snapshot.cell is not None)

    @Slot()
    def back(self) -> None:
        """Ask for the stage before."""
        self._walk(-1)

    @Slot()
    def forward(self) -> None:
        """Ask for the next stage."""
        self._walk(1)

    def _dress(self) -> None:
        theme = self.theme
        self.back_button.setIcon(themed_icon("back", theme))
        self.forward_button.setIcon(themed_icon("forward", theme))
        for button in (self.back_button, self.forward_button):
            button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        self.heading.setMinimumWidth(round(HEADING_WIDTH * theme.scale))
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * theme.scale))
        for layout in (self._column, self._head, self._body):
            layout.setSpacing(2 * theme.unit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with Left and Right walks; Escape leaves the cell."""
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if alt and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._walk(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() == Qt.Key.Key_Escape and self._is_zoomed():
            self.intents.zoom_ended.emit()
        else:
            super().keyPressEvent(event)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Type a sentence to walk through a head."))
        for button, name, keys in (
            (self.back_button, self.tr("Stage back"), "Alt+←"),
            (self.forward_button, self.tr("Stage forward"), "Alt+→"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tool_tip(f"{name} ({keys})"))
        snapshot, self._snapshot = self._snapshot, None
        self.set_snapshot(snapshot)

    def _show_stage(self, snapshot: OneHeadSnapshot) -> None:
        choices, stage = snapshot.choices, snapshot.choices.stage
        anatomy = self.bar.anatomy
        self.heading.setText(stage_heading(stage, anatomy))
        self.formula.set_formula(stage_formula(choices, anatomy))
        self.projections.set_current(choices.projection)
        self.projections.setVisible(stage == "project")
        self.shares.set_current(choices.share)
        self.shares.setVisible(stage == "output")
        self.back_button.setEnabled(stage != STAGES[0])
        self.forward_button.setEnabled(stage != STAGES[-1])
        self.lesson_page.text.set_lesson(lambda: stage_lesson(stage, anatomy))

    def _walk(self, steps: int) -> None:
        if self._snapshot is None:
            return
        place = STAGES.index(self._snapshot.choices.stage) + steps
        if 0 <= place < len(STAGES):
            self.intents.stage_picked.emit(STAGES[place])

    def _is_zoomed(self) -> bool:
        return self._snapshot is not None and self._snapshot.choices.zoomed is not None

    def _arrange(self) -> None:
        self.lesson_page.tools.addWidget(self.choice)
        self.lesson_page.tools.addStretch(1)
        for button in (self.back_button, self.forward_button):
            button.setProperty("flat_icon", True)
        buttons = self.back_button, self.forward_button
        filled(self._head, *buttons, self.heading).addSpacing(1)
        filled(self._head, (self.formula, 1), self.projections, self.shares)
        filled(self._body, (framed(self.equation), 1), self.zoom)
        for part in (self.zoom, self.projections, self.shares):
            part.hide()
        filled(self._column, self.bar, self._head, (self._body, 1))

    def _connect(self) -> None:
        self.choice.head_picked.connect(self.intents.head_picked)
        self.choice.query_picked.connect(self.intents.query_picked)
        self.back_button.clicked.connect(self.back)
        self.forward_button.clicked.connect(self.forward)
        self.projections.picked.connect(self.intents.projection_picked)
        self.shares.picked.connect(self.intents.share_picked)


def _projection_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "q": ("Q", translate("one_head", "How queries are made")),
        "k": ("K", translate("one_head", "How keys are made")),
        "v": ("V", translate("one_head", "How values are made")),
    }


def _share_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "head": (
            translate("one_head", "This head"),
            translate("one_head", "What this head alone adds"),
        ),
        "heads": (
            translate("one_head", "All heads"),
            translate("one_head", "What every head adds to the query, and their sum"),
        ),
    }
