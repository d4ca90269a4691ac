"""Curves of the positions tab, and the base class of its pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLineF, QObject, QSignalBlocker, QSize, Signal
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.pictures.curves import wavelengths_picture
from viz_app.panels.positions.room import LARGEST_D_MODEL, LONGEST, SIZED_PAGES, PositionsSnapshot
from viz_app.pictures.plot import Plot, curve_pen
from viz_app.widgets.choosers import Segments
from viz_app.widgets.curve_plot import LineKey
from viz_app.widgets.layout import filled, framed, text_label
from viz_app.widgets.lesson_page import FormulaView, show_small_typeset
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Themed, Translated, pictures_inside

# ----------------------------------------------------------------------------------------- intents
# What the positions tab asks for.


class PositionsIntents(QObject):
    """Intents that the pages of the tab report to."""

    page_picked = Signal(str)
    size_picked = Signal(bool)  # whether a table of any size is wanted in place of the model's
    d_model_chosen = Signal(int)
    length_chosen = Signal(int)  # positions that are shown
    measure_picked = Signal(str)
    rotation_chosen = Signal(int, int)  # a position, and how far it is turned
    side_picked = Signal(str)
    sentence_picked = Signal(str)  # with altered positions: an example, or the one on screen
    stack_picked = Signal(str)  # whose biases for distances are shown as a matrix
    head_picked = Signal(int)  # whose of that stack
    training_requested = Signal()  # of a model whose positions are learned
    exchange_requested = Signal()  # positions are to be shuffled another way


# --------------------------------------------------------------------------------- dimension field
# A line for the numbers of dimensions: ``0, 1, 20``.


MOST = 8
"""Most curves that can be distinguished."""


class DimensionField(Translated, QLineEdit):
    """Text field for dimensions; emits the valid ones, counted from 0."""

    dimensions_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._d_model = 1
        self._dimensions: tuple[int, ...] = ()
        self.setProperty("compact", True)
        self.editingFinished.connect(self._submit)
        self._retranslate()

    def set_d_model(self, d_model: int) -> None:
        """Limit dimensions to ``0 … d_model - 1``; the chosen ones within it remain."""
        self._d_model = d_model
        kept = tuple(number for number in self._dimensions if number < d_model)
        self._show(kept or first_dimensions(d_model))

    def dimensions(self) -> tuple[int, ...]:
        return self._dimensions

    def _submit(self) -> None:
        chosen = parse_dimensions(self.text(), self._d_model)
        before = self._dimensions
        self._show(chosen or before)
        if self._dimensions != before:
            self.dimensions_changed.emit(self._dimensions)

    def _show(self, dimensions: tuple[int, ...]) -> None:
        self._dimensions = dimensions
        self.setText(", ".join(str(number) for number in dimensions))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Dimensions"))
        self.setToolTip(self.tr("Indices of the dimensions to plot, such as 0, 1, 20"))


def parse_dimensions(text: str, d_model: int) -> tuple[int, ...]:
    """Valid dimensions in a text, without repetitions, in the order of the text.

    >>> parse_dimensions("20, 1 1;999", 128)
    (20, 1)
    """
    numbers = (int(digits) for digits in re.findall(r"\d{1,6}", text))
    return tuple(dict.fromkeys(number for number in numbers if number < d_model))[:MOST]


def first_dimensions(d_model: int) -> tuple[int, ...]:
    """Default dimensions: a pair of high frequency, one of medium and one of low frequency."""
    wanted = (0, 1, d_model // 4, d_model // 2)
    return tuple(dict.fromkeys(number for number in wanted if number < d_model))


# -------------------------------------------------------------------------------------------- page
# What the pages of the positions tab have in common.


class PositionsPage(Themed, Translated, QWidget):
    """Base of the pages: calls :meth:`draw` while visible; the panel places ``tools``."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__()
        self.theme, self.intents = theme, intents
        self.snapshot: PositionsSnapshot | None = None
        self.tools = QWidget()
        self.row, self.rows = filled(QHBoxLayout(self.tools)), filled(QVBoxLayout(self))
        self._drawn = False

    def draw(self, snapshot: PositionsSnapshot) -> None:
        raise NotImplementedError

    def set_snapshot(self, snapshot: PositionsSnapshot) -> None:
        # Hidden pages are drawn when they are shown.
        self.snapshot = snapshot
        self.refresh()

    def refresh(self) -> None:
        self._drawn = self.snapshot is not None and self.isVisible()
        if self.snapshot is not None and self._drawn:
            self.draw(self.snapshot)
            self._name_pictures(self.snapshot)

    def _name_pictures(self, snapshot: PositionsSnapshot) -> None:
        # Captions name the model only if the table is its own.
        if snapshot.choices.page not in SIZED_PAGES:
            return
        any_size = snapshot.choices.any_size
        for picture in pictures_inside(self):
            picture.of_translation = not any_size
            picture.extra_caption = (f"d_model = {snapshot.table.shape[1]}",) if any_size else ()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._drawn:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh()

    def _apply_theme(self) -> None:
        self.row.setSpacing(2 * self.theme.unit)
        self.rows.setSpacing(3 * self.theme.unit)

    def _retranslate(self) -> None:
        """Set the texts that :meth:`draw` does not set; the base class has none."""


# --------------------------------------------------------------------------------- position curves
# Chosen dimensions of the positional encodings as curves over the positions.


class CurveLegend(LineKey):
    """Legend: a line sample and a name per curve."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._names: tuple[str, ...] = ()

    def set_names(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self.update()

    def names(self) -> Sequence[str]:
        return self._names

    def paint_mark(self, painter: QPainter, line: QLineF, index: int) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(curve_pen(self.theme, index))
        painter.drawLine(line)

    def sizeHint(self) -> QSize:
        return QSize(0, 5 * self.theme.unit)


class NamedCurves(Themed, QWidget):
    """Curves with a title, and a legend at their ends or in a row."""

    def __init__(self, theme: Theme, *, many: bool = False) -> None:
        super().__init__()
        self._many, self._title = many, text_label("title")
        self.plot = PictureView(theme, of=Plot)
        self.legend = CurveLegend(theme)
        way = QBoxLayout.Direction
        rows = QBoxLayout(way.TopToBottom if many else way.LeftToRight)
        self._head = filled(rows, self._title, (self.legend, 1))
        filled(QVBoxLayout(self), self._head, (self.plot, 1)).setSpacing(0)
        self.set_theme(theme)

    def show_curves(self, plot: Plot, *, title: str, names: Sequence[str]) -> None:
        """``title`` is shown above, ``names`` in the legend."""
        self._title.setText(title)
        self.plot.set_picture(plot)
        self.legend.set_names(names)

    def _apply_theme(self) -> None:
        margin = 4 * self.theme.unit
        self._head.setContentsMargins(margin, margin, margin, 0)
        self._head.setSpacing(0 if self._many else margin)


# ------------------------------------------------------------------------------------- size choice
# Which table is shown: the model's own, or a sinusoidal one of any size.


class SizeChoice(Themed, Translated, QWidget):
    """Choice between the own table and any size, with fields for d_model and length."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__()
        self.size_of = Segments(theme, names=("model", "any"), texts=self._texts)
        self.d_model, self.length = QSpinBox(), QSpinBox()
        self._labels = text_label("small"), text_label("small")
        self._row = QHBoxLayout(self)
        self._arrange()
        self.size_of.picked.connect(lambda name: intents.size_picked.emit(name == "any"))
        self.d_model.valueChanged.connect(intents.d_model_chosen)
        self.length.valueChanged.connect(intents.length_chosen)
        self._retranslate()
        self.set_theme(theme)

    def show_size(self, snapshot: PositionsSnapshot) -> None:
        any_size = snapshot.choices.any_size
        self.size_of.set_current("any" if any_size else "model")
        with QSignalBlocker(self.d_model), QSignalBlocker(self.length):
            self.d_model.setValue(snapshot.table.shape[1])
            self.length.setRange(1, LONGEST if any_size else len(snapshot.table))
            self.length.setValue(snapshot.count)
        for part in (self._labels[0], self.d_model):
            part.setVisible(any_size)
        for part in (self._labels[1], self.length):  # where nothing is shown, nothing is counted
            part.setVisible(snapshot.has_table or bool(snapshot.distances))

    def _apply_theme(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)
        for field in (self.d_model, self.length):
            field.lineEdit().setTextMargins(self.theme.unit, 0, 0, 0)
        self._retranslate()

    def _retranslate(self) -> None:
        for name, text in zip(self._labels, ("d_model", self.tr("Positions")), strict=True):
            show_small_typeset(name, text, self.theme)
        self.d_model.setAccessibleName("d_model")
        self.d_model.setToolTip(self.tr("Number of dimensions of the table"))
        self.length.setAccessibleName(self.tr("Positions"))
        self.length.setToolTip(self.tr("Number of positions shown"))

    def _texts(self) -> dict[str, tuple[str, str]]:
        return {
            "model": (self.tr("This model"), self.tr("The positional encodings of this model")),
            "any": (self.tr("Any size"), self.tr("The formula, for any width and length")),
        }

    def _arrange(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.size_of)
        self.d_model.setRange(1, LARGEST_D_MODEL)
        for name, field in zip(self._labels, (self.d_model, self.length), strict=True):
            name.setBuddy(field)
            field.setProperty("compact", True)
            field.setKeyboardTracking(False)  # half a number is not what is wanted
            self._row.addWidget(name)
            self._row.addWidget(field)


# -------------------------------------------------------------------------------- wavelengths page
# After how many positions each pair of dimensions repeats.


class WavelengthsPage(PositionsPage):
    """Wavelength of each pair, on a logarithmic axis."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.plot = PictureView(theme, of=Plot)
        self.formula = FormulaView(theme, "positions_wavelength")
        self._title, self._note = text_label("title"), text_label("small", wraps=True)
        self._sheet, self._head = QVBoxLayout(), QHBoxLayout()
        content = QWidget()
        content.setLayout(self._sheet)
        filled(self._head, (self._title, 1), self.formula)
        filled(self._sheet, self._head, self._note, (self.plot, 1))
        self.rows.addWidget(framed(content))
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        plot = wavelengths_picture(snapshot)
        self.plot.set_picture(plot)
        self._title.setText(plot.title)
        self._note.setText(plot.note)
        closed = "_closed" if snapshot.waves.closed_sinusoids else ""
        self.formula.set_formula(f"positions_wavelength{closed}")

    def _apply_theme(self) -> None:
        super()._apply_theme()
        margin = 4 * self.theme.unit
        self._sheet.setContentsMargins(margin, margin, 0, 0)
        self._sheet.setSpacing(self.theme.unit)
        self._head.setContentsMargins(0, 0, margin, 0)
