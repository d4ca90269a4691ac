"""The tab that walks through one head: choosers, stages, formula, matrices, one cell."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.one_head.painting.matrix_picture import matrix_pictures
from viz_app.panels.one_head.snapshot import OneHeadSnapshot
from viz_app.panels.one_head.state import STAGES
from viz_app.panels.one_head.texts.stage_lessons import stage_lesson
from viz_app.panels.one_head.texts.stage_texts import stage_formula, stage_heading
from viz_app.panels.one_head.views.equation_view import EquationView
from viz_app.panels.one_head.views.stage_bar import StageBar
from viz_app.panels.one_head.views.stage_parts import projection_parts, share_parts
from viz_app.panels.one_head.views.zoom_panel import ZoomPanel
from viz_app.texts.token_text import visible
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.framed import framed
from viz_app.widgets.head_choice import HeadChoice
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.translated import Translated

FORMULA_HEIGHT = 44
"""In px at 100 %, for all stages: nothing moves while one walks."""


HEADING_WIDTH = 200
"""In px at 100 %, at least: a window as narrow as can be cuts long headings off."""


class OneHeadPanel(Translated, QStackedWidget):
    """Overview first, then stage by stage, then one number.

    Signals:
        head_picked, query_picked: which head and query; see :class:`HeadChoice`.
        stage_picked: where the walk shall be.
        projection_picked: ``"q"``, ``"k"`` or ``"v"``.
        share_picked: ``"head"`` or ``"heads"``.
        cell_picked: a matrix and the :class:`Cell` of it that shall be taken apart.
        zoom_ended: no cell any more.
    """

    head_picked = Signal(object, int, int)
    query_picked = Signal(int)
    stage_picked = Signal(str)
    projection_picked = Signal(str)
    share_picked = Signal(str)
    cell_picked = Signal(str, object)
    zoom_ended = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: OneHeadSnapshot | None = None
        self.choice, self.bar = HeadChoice(theme, kinds=KindPills(theme)), StageBar(theme)
        self.back_button, self.forward_button = QPushButton(), QPushButton()
        self.heading, self.formula = QLabel(), FormulaView(theme, "one_head_q")
        self.projections, self.shares = projection_parts(theme), share_parts(theme)
        self.equation, self.zoom = EquationView(theme), ZoomPanel(theme)
        self._content, self._placeholder = QWidget(), QLabel()
        self._column, self._head, self._body = (
            QVBoxLayout(self._content),
            QHBoxLayout(),
            QHBoxLayout(),
        )
        self.page = LessonPage(theme, content=self._content, lesson=lambda: stage_lesson("project"))
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: OneHeadSnapshot | None) -> None:
        """Show a head; does not modify state. None = nothing to walk through yet.

        While another head is computed, the numbers of the one before stay.
        """
        if snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self.setCurrentWidget(self._placeholder if snapshot is None else self.page)
        if snapshot is None:
            return
        self.choice.show_place(snapshot.place)
        names = [label.text(snapshot.row_labels, visible) for label in snapshot.queries]
        self.choice.show_queries(names, snapshot.query)
        self.bar.set_snapshot(snapshot)
        self._show_stage(snapshot)
        if snapshot.anatomy is not None:
            self.equation.set_pictures(matrix_pictures(snapshot))
            self.zoom.set_snapshot(snapshot)
            self.zoom.setVisible(snapshot.cell is not None)

    @Slot()
    def back(self) -> None:
        """Ask for the stage before."""
        self._walk(-1)

    @Slot()
    def forward(self) -> None:
        """Ask for the next stage."""
        self._walk(1)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        for part in (
            self.choice,
            self.bar,
            self.formula,
            self.projections,
            self.shares,
            self.equation,
            self.zoom,
            self.page,
        ):
            part.set_theme(theme)
        self.back_button.setIcon(themed_icon("back", theme))
        self.forward_button.setIcon(themed_icon("forward", theme))
        for button in (self.back_button, self.forward_button):
            button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        self.heading.setMinimumWidth(round(HEADING_WIDTH * theme.scale))
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * theme.scale))
        for layout in (self._column, self._head, self._body):
            layout.setSpacing(2 * theme.unit)
        self._column.setContentsMargins(0, 0, 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with Left and Right walks; Escape leaves the cell."""
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if alt and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._walk(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() == Qt.Key.Key_Escape and self._is_zoomed():
            self.zoom_ended.emit()
        else:
            super().keyPressEvent(event)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Translate a sentence to walk through a head."))
        for button, name, keys in (
            (self.back_button, self.tr("Stage back"), "Alt+←"),
            (self.forward_button, self.tr("Stage forward"), "Alt+→"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(f"{name} ({keys})")
        snapshot, self._snapshot = self._snapshot, None
        self.set_snapshot(snapshot)

    def _show_stage(self, snapshot: OneHeadSnapshot) -> None:
        choices, stage = snapshot.choices, snapshot.choices.stage
        self.heading.setText(stage_heading(stage))
        self.formula.set_formula(stage_formula(choices, snapshot.anatomy))
        self.projections.set_current(choices.projection)
        self.projections.setVisible(stage == "project")
        self.shares.set_current(choices.share)
        self.shares.setVisible(stage == "output")
        self.back_button.setEnabled(stage != STAGES[0])
        self.forward_button.setEnabled(stage != STAGES[-1])
        self.page.text.set_lesson(lambda: stage_lesson(stage))

    def _walk(self, steps: int) -> None:
        if self._snapshot is None:
            return
        place = STAGES.index(self._snapshot.choices.stage) + steps
        if 0 <= place < len(STAGES):
            self.stage_picked.emit(STAGES[place])

    def _is_zoomed(self) -> bool:
        return self._snapshot is not None and self._snapshot.choices.zoomed is not None

    def _arrange(self) -> None:
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self.page.tools.addWidget(self.choice)
        self.page.tools.addStretch(1)
        self.heading.setProperty("role", "title")
        for button in (self.back_button, self.forward_button):
            button.setProperty("flat_icon", True)
            self._head.addWidget(button)
        self._head.addWidget(self.heading)
        self._head.addSpacing(1)
        self._head.addWidget(self.formula, 1)
        self._head.addWidget(self.projections)
        self._head.addWidget(self.shares)
        self._body.addWidget(framed(self.equation), 1)
        self._body.addWidget(self.zoom)
        for part in (self.zoom, self.projections, self.shares):
            part.hide()
        self._column.addWidget(self.bar)
        self._column.addLayout(self._head)
        self._column.addLayout(self._body, 1)
        self.addWidget(self._placeholder)
        self.addWidget(self.page)

    def _connect(self) -> None:
        self.choice.head_picked.connect(self.head_picked)
        self.choice.query_picked.connect(self.query_picked)
        self.bar.stage_picked.connect(self.stage_picked)
        self.back_button.clicked.connect(self.back)
        self.forward_button.clicked.connect(self.forward)
        self.projections.picked.connect(self.projection_picked)
        self.shares.picked.connect(self.share_picked)
        self.equation.cell_picked.connect(self.cell_picked)
        self.zoom.closed.connect(self.zoom_ended)
