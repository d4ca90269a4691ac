"""The one-head tab: head, stages, formula, matrices, one cell."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.lessons.one_head import SHAPES, HeadAnatomy, MatrixAxis
from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.one_head.pictures.matrices import (
    Around,
    HeadMatrix,
    matrix_pictures,
    number_row,
    paint_head_cells,
    row_room_of,
    title_lines,
)
from viz_app.panels.one_head.pictures.texts import (
    branch_sentence,
    stage_formula,
    stage_heading,
    stage_name,
    stage_page,
    stage_sign,
)
from viz_app.panels.one_head.room import (
    PAGES,
    STAGES,
    HandSnapshot,
    OneHeadSnapshot,
    OneHeadState,
    Stage,
    cell_chosen,
    projection_chosen,
    share_chosen,
    stage_chosen,
    stage_matrices,
    zoom_ended,
)
from viz_app.panels.one_head.view.hand import HandPage
from viz_app.panels.one_head.view.terms import ZoomPanel
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.typeset import formula_image, pixel_ratio
from viz_app.texts.labels import listed_row, text_page, tool_tip
from viz_app.widgets.choosers import HeadChoice, KindPills, Segments, TabToChecked
from viz_app.widgets.layout import filled, framed, placeholder, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Pictured
from viz_app.workbench.changes.selection import head_picked, query_chosen
from viz_app.workbench.room import RoomHandle
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate

# ----------------------------------------------------------------------------------- equation view


MOST = 4  # matrices of a stage
FEW_ROWS = 12  # matrices with at most this many rows, and many columns, are stacked
LOW = 105  # height with which one still shows its rows, in px at 100 %
WIDE = 240  # width with which a wide matrix of many rows stands beside others, in px at 100 %
NARROW_SHARE, WIDE_SHARE = 3.0, 4.5  # of the width, whose sum is all of it


class EquationView(Pictured, QWidget):
    """Inputs and output of a stage side by side, as an equation; wide ones below one another."""

    def __init__(self, theme: Theme, room: RoomHandle[OneHeadState]) -> None:
        super().__init__()
        self.theme = theme
        self._choose_cell = room.does(cell_chosen)
        self._waiting = placeholder()
        self._waiting.setParent(self)
        self._waiting.setText(self.tr("Computing the values…"))
        self.pictures: tuple[HeadMatrix, ...] = ()
        self.views = tuple(
            PictureView(theme, self, of=HeadMatrix, picks=True, margin=2) for _ in range(MOST)
        )
        for index, view in enumerate(self.views):
            view.picked.connect(partial(self._pick, index))
            view.hide()

    def set_pictures(self, pictures: Sequence[HeadMatrix]) -> None:
        self.pictures = tuple(pictures)
        self._waiting.setVisible(not pictures)
        for index, view in enumerate(self.views):
            view.setVisible(index < len(pictures))
            if index >= len(pictures):
                view.set_picture(None)
        self._arrange()

    def caption_parts(self) -> tuple[str, ...]:
        return self.pictures[-1].caption() if self.pictures else ()

    def _pick(self, index: int, cell: Cell) -> None:
        self._choose_cell(self.pictures[index].matrix, cell)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(280 * self.theme.scale), round(110 * self.theme.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def columns(self) -> int:
        """Number of matrices side by side; wide ones are stacked where that fits better."""
        shown = self.pictures
        if not all(SHAPES[picture.matrix].columns == "d_model" for picture in shown):
            return max(len(shown), 1)
        high = self.height() >= len(shown) * LOW * self.theme.scale
        if high and all(len(picture.rows) <= FEW_ROWS for picture in shown):
            return 1
        roomy = self.width() >= len(shown) * WIDE * self.theme.scale
        return len(shown) if roomy else 2

    def _arrange(self) -> None:
        self._waiting.setGeometry(self.rect())
        pictures, columns = self.pictures, self.columns()
        if not pictures:
            return
        rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
        down = [1.0]
        if len(rows) > 1:
            down = [max(len(picture.rows) for picture in row) + 6.0 for row in rows]
        heights = _edges(down, self.height())
        views = iter(self.views)
        for row, (top, bottom) in zip(rows, heights, strict=True):
            shares = [_share(picture) for picture in row]
            shares += [shares[-1]] * (columns - len(row))
            widths = _edges(shares, self.width())
            for _, view, (left, right) in zip(row, views, widths, strict=False):
                view.setGeometry(QRect(left, top, right - left, bottom - top))
        self._align(pictures)

    def _align(self, pictures: Sequence[HeadMatrix]) -> None:
        """Use equal margins, so that the rows or columns of a query are aligned."""
        theme, below = self.theme, self.columns() == 1
        widths = [view.picture_rect().width() for view in self.views]
        lines, rooms = [1], [0.0]
        for picture, width in zip(pictures, widths, strict=False):
            lines.append(title_lines(picture, theme, width=width))
            rooms.append(row_room_of(picture, theme, width=width) if below else 0.0)
        around = Around(max(lines), max(rooms))
        arounds = [around] * len(pictures) if below else self._in_line(pictures, around)
        for view, picture, own in zip(self.views, pictures, arounds, strict=False):
            view.set_picture(dataclasses.replace(picture, around=own))

    def _in_line(self, pictures: Sequence[HeadMatrix], around: Around) -> list[Around]:
        """Cells begin on one line, and rows of the same tokens have equal heights."""
        rects = [view.picture_rect() for view in self.views]
        pairs = list(zip(rects, pictures, strict=False))
        grids = [self._grid(rect, picture, around) for rect, picture in pairs]
        above = max(grid.top - rect.top() for grid, (rect, _) in zip(grids, pairs, strict=True))
        around = dataclasses.replace(around, above=above)
        heights: dict[MatrixAxis, float] = {}
        for rect, picture in pairs:
            rows = SHAPES[picture.matrix].rows
            height = self._grid(rect, picture, around).cell_height
            heights[rows] = min(height, heights.get(rows, height))
        return [
            dataclasses.replace(around, row_height=heights[SHAPES[picture.matrix].rows])
            for picture in pictures
        ]

    def _grid(self, rect: QRectF, picture: HeadMatrix, around: Around) -> CellGrid:
        return dataclasses.replace(picture, around=around).placed(rect, self.theme).grid


def _share(picture: HeadMatrix) -> float:
    """Of the width: larger for tokens × tokens, whose cells show numbers, and for many columns."""
    shape = SHAPES[picture.matrix]
    of_tokens = (shape.rows, shape.columns) == ("query", "key")
    return WIDE_SHARE if of_tokens or shape.columns in {"heads·d_k", "d_model"} else NARROW_SHARE


def _edges(shares: Sequence[float], length: int) -> list[tuple[int, int]]:
    """Start and end of each share of ``length``, in px."""
    ends = [round(length * part / sum(shares)) for part in accumulate(shares)]
    return list(pairwise([0, *ends]))


# --------------------------------------------------------------------------------------- stage bar


class StageButton(QPushButton):
    """Checkable; under its name is a strip: one row of the stage's output."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.strip: HeadMatrix | None = None
        self._formula = ""
        self.setCheckable(True)
        self.setProperty("segment", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        unit = theme.unit  # the strip is under the name
        self.setStyleSheet(
            f'QPushButton[segment="true"] {{ padding: 0 {unit}px {3 * unit}px {unit}px; }}'
        )

    def set_strip(self, strip: HeadMatrix | None) -> None:
        if strip != self.strip:
            self.strip = strip
            self.update()

    def set_name(self, stage: Stage, anatomy: HeadAnatomy | None) -> None:
        self._formula = stage_sign(stage, anatomy)
        self.setText(stage_name(stage))
        self.setToolTip(tool_tip(stage_page(stage, anatomy).title))
        self.setAccessibleName(stage_heading(stage, anatomy))
        if self._formula:
            size, ratio = self.theme.body, pixel_ratio()
            image = formula_image(self._formula, self.theme, size=size, ratio=ratio)
            pixmap = QPixmap.fromImage(image)
            self.setIconSize(pixmap.size() / pixmap.devicePixelRatio())
            self.setIcon(QIcon(pixmap))

    def minimumSizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self.text())
        width = max(words, self.iconSize().width() if self._formula else 0) + 4 * self.theme.unit
        return QSize(width, self.sizeHint().height())

    def strip_grid(self) -> CellGrid | None:
        if self.strip is None:
            return None
        unit, columns = self.theme.unit, len(self.strip.columns)
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
        if grid is not None and self.strip is not None:
            with QPainter(self) as painter:
                paint_head_cells(painter, grid, self.strip, self.theme)


class StageBar(QWidget):
    """A button for each stage; the query's numbers run through them.

    Attributes:
        anatomy: the last known head: the next one most likely has the same stages.
    """

    def __init__(self, theme: Theme, room: RoomHandle[OneHeadState]) -> None:
        super().__init__()
        self.anatomy: HeadAnatomy | None = None
        self._choose_stage = room.does(stage_chosen)
        self._group = QButtonGroup(self)
        self.buttons = {stage: StageButton(theme) for stage in STAGES}
        buttons = ((one, 1) for one in self.buttons.values())
        filled(QHBoxLayout(self), *buttons, spacing=theme.unit)
        for stage, button in self.buttons.items():
            button.setProperty("stage", stage)
            button.set_name(stage, None)
            self._group.addButton(button)
        self._group.buttonClicked.connect(self._on_clicked)
        TabToChecked(self._group)

    def set_snapshot(self, snapshot: OneHeadSnapshot) -> None:
        self.buttons[snapshot.choices.stage].setChecked(True)
        anatomy = snapshot.anatomy
        if anatomy is None:
            return
        for stage, button in self.buttons.items():
            if anatomy is not self.anatomy:
                button.set_name(stage, anatomy)
            choices = dataclasses.replace(snapshot.choices, stage=stage)
            button.set_strip(number_row(snapshot, anatomy, stage_matrices(choices, anatomy)[-1]))
        self.anatomy = anatomy

    def _on_clicked(self, button: QAbstractButton) -> None:
        self._choose_stage(button.property("stage"))


# ------------------------------------------------------------------------------------------- panel


FORMULA_HEIGHT = 44  # in px at 100 %, for all stages: nothing moves while one walks
HEADING_WIDTH = 200  # in px at 100 %, at least: a window as narrow as can be cuts long ones off


class OneHeadPanel(LessonTab):
    """Overview first, then stage by stage, then one number; or a head by hand."""

    _snapshot: OneHeadSnapshot | HandSnapshot | None

    def __init__(
        self, theme: Theme, room: RoomHandle[OneHeadState], parent: QWidget | None = None
    ) -> None:
        self._content, stages = QStackedWidget(), QWidget()
        super().__init__(
            theme, content=self._content, lesson=partial(stage_page, "project"), parent=parent
        )
        self.pages = Segments(theme, names=PAGES, texts=_page_texts)
        self.hand = HandPage(theme, room)
        self._choose_stage, self._end_zoom = room.does(stage_chosen), room.does(zoom_ended)
        self.choice = HeadChoice(theme, kinds=KindPills(theme))
        self.bar = StageBar(theme, room)
        self.back_button, self.forward_button = QPushButton(), QPushButton()
        self.heading, self.formula = text_label("title"), FormulaView(theme, "one_head_q")
        self.projections = Segments(theme, names=("q", "k", "v"), texts=_projection_texts)
        self.shares = Segments(theme, names=("head", "heads"), texts=_share_texts)
        self.equation, self.zoom = EquationView(theme, room), ZoomPanel(theme, room)
        self._placeholder.setText(self.tr("Type a sentence to walk through a head."))
        for button, icon, name, keys in (
            (self.back_button, themed_icon("back", theme), self.tr("Stage back"), "Alt+←"),
            (self.forward_button, themed_icon("forward", theme), self.tr("Stage forward"), "Alt+→"),
        ):
            button.setProperty("flat_icon", True)
            button.setIcon(icon)
            button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
            button.setAccessibleName(name)
            button.setToolTip(tool_tip(f"{name} ({keys})"))
        self._arrange(theme, stages)
        self.pages.picked.connect(room.sets("page"))
        self.choice.head_picked.connect(room.on_bench(head_picked))
        self.choice.query_picked.connect(room.on_bench(query_chosen))
        self.back_button.clicked.connect(self.back)
        self.forward_button.clicked.connect(self.forward)
        self.projections.picked.connect(room.does(projection_chosen))
        self.shares.picked.connect(room.does(share_chosen))

    def _arrange(self, theme: Theme, stages: QWidget) -> None:
        self.heading.setMinimumWidth(round(HEADING_WIDTH * theme.scale))
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * theme.scale))
        self._content.addWidget(stages)
        self._content.addWidget(self.hand)
        self.lesson_page.tools.addWidget(self.pages)
        self.lesson_page.tools.addWidget(self.choice)
        self.lesson_page.tools.addStretch(1)
        head, body, gap = QHBoxLayout(), QHBoxLayout(), 2 * theme.unit
        buttons = self.back_button, self.forward_button
        filled(head, *buttons, self.heading, spacing=gap).addSpacing(1)
        filled(head, (self.formula, 1), self.projections, self.shares)
        filled(body, (framed(self.equation), 1), self.zoom, spacing=gap)
        for part in (self.zoom, self.projections, self.shares):
            part.hide()
        filled(QVBoxLayout(stages), self.bar, head, (body, 1), spacing=gap)

    def _show(self, snapshot: OneHeadSnapshot | HandSnapshot) -> None:
        by_hand = isinstance(snapshot, HandSnapshot)
        self.pages.set_current("hand" if by_hand else "stages")
        self._content.setCurrentIndex(PAGES.index("hand" if by_hand else "stages"))
        self.choice.show_place(snapshot.place)
        if isinstance(snapshot, HandSnapshot):
            self.choice.query.hide()
            self.lesson_page.show_remark("")
            self.lesson_page.set_crowded(crowded=False)
            self.lesson_page.text.set_lesson(partial(text_page, "one_head-hand"))
            self.hand.set_snapshot(snapshot)
        else:
            self._show_stage(snapshot)

    def _show_stage(self, snapshot: OneHeadSnapshot) -> None:
        # Values of the previous head stay until the next arrive.
        names = [listed_row(label, snapshot.row_labels) for label in snapshot.queries]
        self.choice.show_queries(names, snapshot.query)
        self.lesson_page.show_remark(branch_sentence(snapshot))
        self.bar.set_snapshot(snapshot)
        choices, anatomy = snapshot.choices, self.bar.anatomy
        stage = choices.stage
        self.heading.setText(stage_heading(stage, anatomy))
        self.formula.set_formula(stage_formula(choices, anatomy))
        self.projections.set_current(choices.projection)
        self.projections.setVisible(stage == "project")
        self.shares.set_current(choices.share)
        self.shares.setVisible(stage == "output")
        self.back_button.setEnabled(stage != STAGES[0])
        self.forward_button.setEnabled(stage != STAGES[-1])
        self.lesson_page.text.set_lesson(partial(stage_page, stage, anatomy))
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        stages = self._snapshot if isinstance(self._snapshot, OneHeadSnapshot) else None
        zoomed = stages is not None and stages.choices.zoomed is not None
        if alt and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._walk(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() == Qt.Key.Key_Escape and zoomed:
            self._end_zoom()
        else:
            super().keyPressEvent(event)

    def _walk(self, steps: int) -> None:
        if not isinstance(self._snapshot, OneHeadSnapshot):
            return
        place = STAGES.index(self._snapshot.choices.stage) + steps
        if 0 <= place < len(STAGES):
            self._choose_stage(STAGES[place])


def _page_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "stages": (
            translate("one_head", "Step by step"),
            translate("one_head", "What the selected head computes, one stage after the other"),
        ),
        "hand": (
            translate("one_head", "By hand"),
            translate("one_head", "A head of three tokens whose numbers you change yourself"),
        ),
    }


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
