"""The one-head tab: head, stages, formula, matrices, one cell."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.lessons.one_head import HeadAnatomy, Matrix
from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.one_head.pictures.matrix_picture import (
    HeadMatrix,
    matrix_pictures,
    number_row,
    paint_head_cells,
)
from viz_app.panels.one_head.pictures.texts import (
    stage_formula,
    stage_heading,
    stage_name,
    stage_page,
    stage_sign,
)
from viz_app.panels.one_head.room import STAGES, OneHeadSnapshot, Stage
from viz_app.panels.one_head.view.matrices import EquationView, OneHeadIntents
from viz_app.panels.one_head.view.terms import ZoomPanel
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.typeset import formula_image, pixel_ratio
from viz_app.texts.labels import listed_row, tool_tip
from viz_app.widgets.choosers import HeadChoice, KindPills, Segments, TabToChecked
from viz_app.widgets.layout import filled, framed, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.themed import Themed, Translated

# --------------------------------------------------------------------------------------- stage bar
# All stages in a row: the whole walk at a glance, and where one is in it.


_RESULTS: dict[Stage, Matrix] = {
    "product": "products",
    "scale": "scores",
    "mask": "masked_scores",
    "softmax": "weights",
    "values": "context",
    "concatenate": "concatenation",
}


class StageButton(Themed, QPushButton):
    """Checkable; under its name is a strip: one row of the stage's output."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._strip: HeadMatrix | None = None
        self._formula = ""
        self.setCheckable(True)
        self.setProperty("segment", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_strip(self, strip: HeadMatrix | None) -> None:
        if strip != self._strip:
            self._strip = strip
            self.update()

    def strip(self) -> HeadMatrix | None:
        return self._strip

    def set_name(self, stage: Stage, anatomy: HeadAnatomy | None) -> None:
        self._formula = stage_sign(stage, anatomy)
        self.setText("" if self._formula else stage_name(stage))
        self.setToolTip(tool_tip(stage_page(stage, anatomy).title))
        self.setAccessibleName(stage_heading(stage, anatomy))
        self._show_formula()

    def _show_formula(self) -> None:
        if self._formula:
            image = formula_image(
                self._formula, self.theme, size=self.theme.body, ratio=pixel_ratio()
            )
            pixmap = QPixmap.fromImage(image)
            self.setIconSize(pixmap.size() / pixmap.devicePixelRatio())
            self.setIcon(QIcon(pixmap))

    def _apply_theme(self) -> None:
        self._show_formula()
        unit = self.theme.unit  # the strip is under the name
        self.setStyleSheet(
            f'QPushButton[segment="true"] {{ padding: 0 {unit}px {3 * unit}px {unit}px; }}'
        )
        self.update()

    def minimumSizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self.text())
        width = max(words, self.iconSize().width() if self._formula else 0) + 4 * self.theme.unit
        return QSize(width, self.sizeHint().height())

    def strip_grid(self) -> CellGrid | None:
        if self._strip is None:
            return None
        unit, columns = self.theme.unit, len(self._strip.columns)
        width = self.width() - 4 * unit
        return CellGrid(
            left=2 * unit,
            top=self.height() - 3.5 * unit,
            cell_width=width / columns,
            cell_height=1.75 * unit,
            rows=1,
            columns=columns,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        grid = self.strip_grid()
        if grid is not None and self._strip is not None:
            with QPainter(self) as painter:
                paint_head_cells(painter, grid, self._strip, self.theme)


class StageBar(Themed, Translated, QWidget):
    """A button for each stage; the query's numbers run through them."""

    def __init__(self, theme: Theme, intents: OneHeadIntents) -> None:
        super().__init__()
        self.intents = intents
        self._anatomy: HeadAnatomy | None = None
        self._group = QButtonGroup(self)
        self.buttons = {stage: StageButton(theme) for stage in STAGES}
        self._row = filled(QHBoxLayout(self), *((one, 1) for one in self.buttons.values()))
        for stage, button in self.buttons.items():
            button.setProperty("stage", stage)
            self._group.addButton(button)
        self._group.buttonClicked.connect(self._on_clicked)
        TabToChecked(self._group)
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: OneHeadSnapshot) -> None:
        self.buttons[snapshot.choices.stage].setChecked(True)
        if snapshot.anatomy is None:
            return
        if snapshot.anatomy is not self._anatomy:
            self._anatomy = snapshot.anatomy
            self._retranslate()
        for stage, button in self.buttons.items():
            matrix = result_of(snapshot, snapshot.anatomy, stage)
            button.set_strip(number_row(snapshot, snapshot.anatomy, matrix))

    @property
    def anatomy(self) -> HeadAnatomy | None:
        # The last known: the next head most likely has the same stages.
        return self._anatomy

    def button(self, stage: Stage) -> StageButton:
        return self.buttons[stage]

    def _apply_theme(self) -> None:
        self._row.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        for stage, button in self.buttons.items():
            button.set_name(stage, self._anatomy)

    def _on_clicked(self, button: QAbstractButton) -> None:
        self.intents.stage_picked.emit(str(button.property("stage")))


def result_of(snapshot: OneHeadSnapshot, anatomy: HeadAnatomy, stage: Stage) -> Matrix:
    """Output of a stage, as its strip shows it."""
    if stage == "project":
        return snapshot.choices.projection
    if stage == "output":
        return "contribution" if snapshot.choices.share == "head" else "output"
    if stage == "add":
        return "after" if anatomy.norm == "post" else "added"
    return _RESULTS[stage]


# ------------------------------------------------------------------------------------------- panel


translate = QCoreApplication.translate

FORMULA_HEIGHT = 44
"""In px at 100 %, for all stages: nothing moves while one walks."""

HEADING_WIDTH = 200
"""In px at 100 %, at least: a window as narrow as can be cuts long headings off."""


class OneHeadPanel(Themed, Translated, LessonTab):
    """Overview first, then stage by stage, then one number."""

    _snapshot: OneHeadSnapshot | None

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(
            theme, content=content, lesson=partial(stage_page, "project"), parent=parent
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
        self.choice.head_picked.connect(self.intents.head_picked)
        self.choice.query_picked.connect(self.intents.query_picked)
        self.back_button.clicked.connect(self.back)
        self.forward_button.clicked.connect(self.forward)
        self.projections.picked.connect(self.intents.projection_picked)
        self.shares.picked.connect(self.intents.share_picked)
        self._retranslate()
        self.set_theme(theme)

    def _show(self, snapshot: OneHeadSnapshot) -> None:
        # Values of the previous head stay until the next arrive.
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
        self._walk(-1)

    @Slot()
    def forward(self) -> None:
        self._walk(1)

    def _apply_theme(self) -> None:
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
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        zoomed = self._snapshot is not None and self._snapshot.choices.zoomed is not None
        if alt and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._walk(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() == Qt.Key.Key_Escape and zoomed:
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
        self.lesson_page.text.set_lesson(partial(stage_page, stage, anatomy))

    def _walk(self, steps: int) -> None:
        if self._snapshot is None:
            return
        place = STAGES.index(self._snapshot.choices.stage) + steps
        if 0 <= place < len(STAGES):
            self.intents.stage_picked.emit(STAGES[place])

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


def _projection_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "q": ("Q", translate("one_head", "How queries are computed")),
        "k": ("K", translate("one_head", "How keys are computed")),
        "v": ("V", translate("one_head", "How values are computed")),
    }


def _share_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "head": (
            translate("one_head", "This head"),
            translate("one_head", "Contribution of this head"),
        ),
        "heads": (
            translate("one_head", "All heads"),
            translate("one_head", "Contribution of each head to the query, and the sum"),
        ),
    }
