"""The positions tab and its pages on the table and on rotation."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.config import Positions
from model.lessons.positions import Waves
from viz_app.design.theme import Theme
from viz_app.panels.positions.pictures import matrices
from viz_app.panels.positions.pictures.curves import dimensions_picture
from viz_app.panels.positions.pictures.matrices import Dials
from viz_app.panels.positions.pictures.texts import (
    error_sentence,
    page_text,
    page_texts,
)
from viz_app.panels.positions.room import PAGES, SIZED_PAGES, Page, PositionsSnapshot
from viz_app.panels.positions.view.curves import (
    DimensionField,
    NamedCurves,
    PositionsIntents,
    PositionsPage,
    SizeChoice,
)
from viz_app.panels.positions.view.models import RelativeBiases
from viz_app.pictures.matrix import MatrixPicture
from viz_app.widgets.choosers import Segments
from viz_app.widgets.layout import filled, framed, name_parts, scrolled, tell, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.picture_view import PictureView

# -------------------------------------------------------------------------------------- table page
# Table, curves and similarity of the positional encodings.


translate = QCoreApplication.translate

FORMULA_HEIGHT = 32
"""In px at 100 %: low, so that the pictures have room."""


class TablePage(PositionsPage):
    """The values of the table as a heatmap."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.table, self.similarity = (PictureView(theme, of=MatrixPicture) for _ in range(2))
        self.curves = NamedCurves(theme)
        self.dimensions = DimensionField()
        self.measure = Segments(theme, names=("cosine", "dot"), texts=self._measure_texts)
        self.kind = text_label("soft", wraps=True, selectable=True)
        self.formula, self._label = FormulaView(theme, "positions_table"), text_label("small")
        self._across, self._down = QSplitter(), QSplitter(Qt.Orientation.Vertical)
        self._measured = QGridLayout()
        self._pictures = scrolled(self._across)
        self.relative = RelativeBiases(theme, intents)
        self._biases = scrolled(self.relative)
        self._arrange()
        self.dimensions.dimensions_changed.connect(self.refresh)
        self.measure.installEventFilter(self)
        self.measure.picked.connect(intents.measure_picked)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        count = snapshot.count
        self.kind.setText(matrices.kind_line(snapshot))
        self.kind.setVisible(bool(self.kind.text()))
        formula = matrices.table_formula(snapshot)
        self.formula.setVisible(bool(formula))
        self.formula.set_formula(formula or "positions_table")
        for part in (self._pictures, self._label, self.dimensions):
            part.setVisible(snapshot.has_table)
        # Models with relative positions have biases instead of a table.
        biased = not snapshot.has_table and bool(snapshot.distances)
        self._biases.setVisible(biased)
        self.relative.choice.setVisible(biased)
        if biased:
            self.relative.draw(snapshot)
        if not snapshot.has_table:  # there is nothing but zeros
            return
        self.dimensions.set_d_model(snapshot.table.shape[1])
        self.measure.set_current(snapshot.choices.measure)
        self.table.set_picture(matrices.table_picture(snapshot, count))
        self._show_similarity(snapshot)
        chosen = self.dimensions.dimensions()
        self.curves.show_curves(
            dimensions_picture(snapshot, chosen),
            title=translate("PositionCurves", "Chosen dimensions"),
            names=[str(dimension) for dimension in chosen],
        )

    def _show_similarity(self, snapshot: PositionsSnapshot) -> None:
        # The title leaves room for the choice of a measure.
        corner = self.measure.width()
        self.similarity.set_picture(
            matrices.similarity_picture(snapshot, snapshot.count, corner=corner)
        )

    def _apply_theme(self) -> None:
        super()._apply_theme()
        self.formula.setFixedHeight(round(FORMULA_HEIGHT * self.theme.scale))
        self.rows.setSpacing(2 * self.theme.unit)
        for splitter in (self._across, self._down):
            splitter.setHandleWidth(3 * self.theme.unit)
        self.dimensions.setMaximumWidth(40 * self.theme.unit)
        edge = 2 * self.theme.unit
        self._measured.setContentsMargins(0, edge, edge, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        resized = watched is self.measure and event.type() == QEvent.Type.Resize
        if resized and self.snapshot is not None and self.snapshot.has_table:
            self._show_similarity(self.snapshot)
        return super().eventFilter(watched, event)

    def _retranslate(self) -> None:
        self._label.setText(self.tr("Dimensions"))

    def _measure_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "cosine": (
                self.tr("Cosine"),
                self.tr("Similarity as the cosine of the angle between two rows"),
            ),
            "dot": (self.tr("Dot product"), self.tr("Similarity as the dot product of two rows")),
        }

    def _arrange(self) -> None:
        self._label.setBuddy(self.dimensions)
        for widget in (self._label, self.dimensions):
            self.row.addWidget(widget)
        self.row.addWidget(self.relative.choice)
        measured = QWidget()
        measured.setLayout(self._measured)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        self._measured.addWidget(self.similarity, 0, 0, 2, 2)
        self._measured.addWidget(self.measure, 0, 1, corner)  # beside the picture's title
        self._measured.setRowStretch(1, 1)
        self._down.addWidget(framed(self.curves))
        self._down.addWidget(framed(measured))
        self._across.addWidget(framed(self.table))
        self._across.addWidget(self._down)
        for splitter in (self._across, self._down):
            splitter.setChildrenCollapsible(False)
        self._across.setSizes([6000, 5000])
        self._down.setSizes([4500, 5500])
        self.rows.addWidget(self._pictures)
        self.rows.addWidget(self._biases)
        self.rows.addWidget(self.kind)
        self.rows.addWidget(self.formula)


# ----------------------------------------------------------------------------------- rotation page
# PE(pos + k) as a rotation of PE(pos).


LOWEST = 176
"""Least height of the matrix and of the rows, in px at 100 %: numbers above them are whole."""


class RotationPage(PositionsPage):
    """The rotation matrix, its blocks as dials, and the rows PE(pos), R·PE(pos), PE(pos + k)."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.position, self.offset = QSpinBox(), QSpinBox()
        self._labels = text_label("small"), text_label("small")
        self.matrix, self.vectors = (PictureView(theme, of=MatrixPicture) for _ in range(2))
        self.dials = PictureView(theme, of=Dials)
        self.formula = FormulaView(theme, "positions_rotation")
        self.error = text_label("soft", wraps=True, selectable=True)
        self._grid = QGridLayout()
        self._arrange()
        for field in (self.position, self.offset):
            field.valueChanged.connect(self._choose)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        study = snapshot.rotation
        last = len(snapshot.table) - 1
        with QSignalBlocker(self.position), QSignalBlocker(self.offset):
            self.position.setRange(0, last)
            self.position.setValue(snapshot.position)
            self.offset.setRange(0, last - snapshot.position)
            self.offset.setValue(snapshot.offset)
        self.matrix.set_picture(matrices.rotation_picture(study))
        self.vectors.set_picture(matrices.rotated_rows_picture(study, snapshot))
        self.dials.set_picture(matrices.dials_picture(study))
        self.error.setText(error_sentence(study, kind=snapshot.kind, first=snapshot.first))

    def _apply_theme(self) -> None:
        super()._apply_theme()
        theme = self.theme
        self._grid.setSpacing(3 * theme.unit)
        for view in (self.matrix, self.vectors):
            view.setMinimumHeight(round(LOWEST * theme.scale))
        for field in (self.position, self.offset):
            field.lineEdit().setTextMargins(theme.unit, 0, 0, 0)

    def _retranslate(self) -> None:
        for name, text in zip(self._labels, ("pos", "k"), strict=True):
            name.setText(text)
        self.position.setAccessibleName(self.tr("Position"))
        self.position.setToolTip(self.tr("Row of the table to rotate"))
        self.offset.setAccessibleName(self.tr("Distance k"))
        self.offset.setToolTip(self.tr("By how many positions to rotate it"))

    def _choose(self) -> None:
        self.intents.rotation_chosen.emit(self.position.value(), self.offset.value())

    def _arrange(self) -> None:
        for name, field in zip(self._labels, (self.position, self.offset), strict=True):
            name.setBuddy(field)
            field.setProperty("compact", True)
            field.setKeyboardTracking(False)
            self.row.addWidget(name)
            self.row.addWidget(field)
        content = QWidget()
        content.setLayout(self._grid)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(framed(self.dials), 0, 0, 1, 2)
        self._grid.addWidget(framed(self.matrix), 1, 0)
        self._grid.addWidget(framed(self.vectors), 1, 1)
        for index, (column, row) in enumerate(((5, 6), (6, 7))):
            self._grid.setColumnStretch(index, column)
            self._grid.setRowStretch(index, row)
        self.rows.addWidget(scrolled(content), 1)
        self.row.addWidget(self.formula)
        self.rows.addWidget(self.error)


# ------------------------------------------------------------------------------------------- panel


class PositionsPanel(LessonTab):
    """Choice of pages, shared size controls, and the pages, created when first shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(theme, content=content, lesson=partial(page_text, "table"), parent=parent)
        self.intents = PositionsIntents(self)
        self._pages: dict[Page, PositionsPage] = {}
        self._shown: Page | None = None
        self._explained: tuple[Page, Positions, Waves] | None = None
        self.choice = Segments(theme, names=PAGES, texts=page_texts)
        self.size_choice = SizeChoice(theme, self.intents)
        self._stack, self._tools = QStackedWidget(), QWidget()
        self._rows, self._choices = QVBoxLayout(content), QHBoxLayout(self._tools)
        self.lesson_page.tools.addWidget(self.choice)
        self.lesson_page.tools.addStretch(1)
        filled(self._choices, self.size_choice).addStretch(1)
        filled(self._rows, self._tools, (self._stack, 1))
        self.choice.picked.connect(self.intents.page_picked)
        self._retranslate()
        self.set_theme(theme)

    def page(self, name: Page) -> PositionsPage:
        """A page, created on first use."""
        if name not in self._pages:
            page = _make_page(name, self.theme, self.intents)
            page.tools.hide()
            self._choices.insertWidget(self._choices.count() - 1, page.tools)
            self._stack.addWidget(page)
            self._pages[name] = page
            name_parts(page, f"positions-{name}")
        return self._pages[name]

    def _apply_theme(self) -> None:
        self._choices.setSpacing(4 * self.theme.unit)
        self._rows.setSpacing(3 * self.theme.unit)

    def _show(self, snapshot: PositionsSnapshot) -> None:
        name = snapshot.choices.page
        page = self.page(name)
        if name != self._shown:
            self._shown = name
            self.choice.set_current(name)
            self._stack.setCurrentWidget(page)
            for other in self._pages.values():
                other.tools.setVisible(other is page)
            self._tools.setVisible(name in SIZED_PAGES or page.row.count() > 0)
            tell(self, "")
        about = snapshot.choices.page, snapshot.kind, snapshot.waves
        if about != self._explained:
            self._explained = about
            self.lesson_page.text.set_lesson(partial(page_text, *about))
        self.size_choice.setVisible(name in SIZED_PAGES)
        self.size_choice.show_size(snapshot)
        page.set_snapshot(snapshot)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Open a model to see its positional encodings."))


def _make_page(name: Page, theme: Theme, intents: PositionsIntents) -> PositionsPage:
    # Each page is imported only when it is created.
    if name == "table":
        return TablePage(theme, intents)
    if name == "wavelengths":
        from viz_app.panels.positions.view.curves import WavelengthsPage

        return WavelengthsPage(theme, intents)
    if name == "rotation":
        return RotationPage(theme, intents)
    if name == "learned":
        from viz_app.panels.positions.view.models import LearnedPage

        return LearnedPage(theme, intents)
    from viz_app.panels.positions.view.models import WithoutPage

    return WithoutPage(theme, intents)
