"""The positions tab: table, wavelengths, rotation, learned and altered positions."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLineF,
    QObject,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.config import STACKS, Positions, Stack
from model.lessons.positions import AlteredRecord, AlteredTranslation, Waves
from model.special_tokens import SPECIAL_TOKENS
from model.text.words import glosses_of
from viz_app.design.theme import Theme, mixed
from viz_app.panels.positions import pictures
from viz_app.panels.positions.pictures import Dials, page_text
from viz_app.panels.positions.room import (
    LARGEST_D_MODEL,
    LONGEST,
    PAGES,
    SIZED_PAGES,
    Page,
    PositionsSnapshot,
    PositionsState,
    changed_tokens,
    d_model_chosen,
    exchange_drawn,
    length_chosen,
    rotation_chosen,
    sinusoidal_twin,
    size_picked,
)
from viz_app.pictures.matrix import MatrixPicture
from viz_app.pictures.plot import Plot, curve_pen
from viz_app.storage.value_tables import Tables
from viz_app.texts.interventions import left_out_sentence
from viz_app.texts.labels import message_text, quoted, tool_tip
from viz_app.texts.sentences import head_name
from viz_app.texts.visible_token import visible
from viz_app.widgets.choosers import CalmCombo, Segments
from viz_app.widgets.curve_plot import LineKey
from viz_app.widgets.layout import (
    filled,
    framed,
    name_parts,
    placeholder,
    scrolled,
    tell,
    text_label,
)
from viz_app.widgets.lesson_page import FormulaView, LessonTab, show_small_typeset
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Pictured, pictures_inside
from viz_app.workbench.room import RoomHandle

PositionsHandle = RoomHandle[PositionsState]

translate = QCoreApplication.translate

# -------------------------------------------------------------------------------- dimension field


class DimensionField(QLineEdit):
    """A line for the numbers of dimensions, such as ``0, 1, 20``; emits the valid ones."""

    dimensions_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._d_model = 1
        self._dimensions: tuple[int, ...] = ()
        self.setProperty("compact", True)
        self.setAccessibleName(self.tr("Dimensions"))
        self.setToolTip(self.tr("Indices of the dimensions to plot, such as 0, 1, 20"))
        self.editingFinished.connect(self._submit)

    def set_d_model(self, d_model: int) -> None:
        """Limit dimensions to ``0 … d_model - 1``; the chosen ones within it remain."""
        self._d_model = d_model
        kept = tuple(number for number in self._dimensions if number < d_model)
        self._show(kept or first_dimensions(d_model))

    def dimensions(self) -> tuple[int, ...]:
        return self._dimensions

    def view_state(self) -> tuple[int, ...]:
        return self._dimensions

    def set_view_state(self, state: tuple[int, ...], *, same: bool) -> None:
        if same:
            self._choose(state)

    def _submit(self) -> None:
        self._choose(parse_dimensions(self.text(), self._d_model))

    def _choose(self, dimensions: tuple[int, ...]) -> None:
        before = self._dimensions
        self._show(dimensions or before)
        if self._dimensions != before:
            self.dimensions_changed.emit(self._dimensions)

    def _show(self, dimensions: tuple[int, ...]) -> None:
        self._dimensions = dimensions
        self.setText(", ".join(map(str, dimensions)))


def parse_dimensions(text: str, d_model: int) -> tuple[int, ...]:
    """Valid dimensions in a text, without repetitions, in its order; at most 8 curves differ.

    >>> parse_dimensions("20, 1 1;999", 128)
    (20, 1)
    """
    numbers = (int(digits) for digits in re.findall(r"\d{1,6}", text))
    return tuple(dict.fromkeys(number for number in numbers if number < d_model))[:8]


def first_dimensions(d_model: int) -> tuple[int, ...]:
    """Default dimensions: a pair of high frequency, one of medium and one of low frequency."""
    wanted = (0, 1, d_model // 4, d_model // 2)
    return tuple(dict.fromkeys(number for number in wanted if number < d_model))


# ----------------------------------------------------------------------------------- named curves


class CurveLegend(LineKey):
    """A line sample and a name per curve."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
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


class NamedCurves(QWidget):
    """Curves with a title, and a legend beside it or, of many, below it."""

    def __init__(self, theme: Theme, *, many: bool = False) -> None:
        super().__init__()
        self._title, self.plot = text_label("title"), PictureView(theme, of=Plot)
        self.legend = CurveLegend(theme)
        way, gap = QBoxLayout.Direction, 4 * theme.unit
        head = filled(
            QBoxLayout(way.TopToBottom if many else way.LeftToRight),
            self._title,
            (self.legend, 1),
            spacing=0 if many else gap,
            margins=(gap, gap, gap, 0),
        )
        filled(QVBoxLayout(self), head, (self.plot, 1), spacing=0)

    def show_curves(self, plot: Plot, *, title: str, names: Sequence[str]) -> None:
        """``title`` is shown above, ``names`` in the legend."""
        self._title.setText(title)
        self.plot.set_picture(plot)
        self.legend.set_names(names)


# -------------------------------------------------------------------------------------------- page


class PositionsPage(QWidget):
    """Base of the pages: calls :meth:`draw` while visible; the panel places ``tools``."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__()
        self.theme, self.room = theme, room
        self.snapshot: PositionsSnapshot | None = None
        self.tools = QWidget()
        self.row = filled(QHBoxLayout(self.tools), spacing=2 * theme.unit)
        self.rows = filled(QVBoxLayout(self), spacing=3 * theme.unit)
        self._drawn = False

    def draw(self, snapshot: PositionsSnapshot) -> None:
        raise NotImplementedError

    def set_snapshot(self, snapshot: PositionsSnapshot) -> None:
        # Hidden pages are drawn when they are shown.
        self.snapshot = snapshot
        self.refresh()

    def refresh(self) -> None:
        self._drawn = self.snapshot is not None and self.isVisible()
        if self.snapshot is None or not self._drawn:
            return
        self.draw(self.snapshot)
        if self.snapshot.choices.page in SIZED_PAGES:
            # Captions name the model only if the table is its own.
            any_size = self.snapshot.choices.any_size
            size = (f"d_model = {self.snapshot.table.shape[1]}",)
            for picture in pictures_inside(self):
                picture.of_translation = not any_size
                picture.extra_caption = size if any_size else ()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._drawn:
            self.refresh()


class LabelledSpinBox(QSpinBox):
    """A field for a whole number, with a label that is put before it."""

    def __init__(self, theme: Theme, label: str, *, name: str, tip: str) -> None:
        super().__init__()
        self._label = text_label("small")
        show_small_typeset(self._label, label, theme)
        self._label.setBuddy(self)
        self.setAccessibleName(name)
        self.setToolTip(tool_tip(tip))
        self.setProperty("compact", True)
        self.setKeyboardTracking(False)  # half a number is not what is wanted
        self.lineEdit().setTextMargins(theme.unit, 0, 0, 0)

    def parts(self) -> tuple[QWidget, QWidget]:
        return self._label, self


class SizeChoice(QWidget):
    """The model's own table, or a sinusoidal one of any d_model and length."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__()
        self.size_of = Segments(theme, names=("model", "any"), texts=self._texts)
        tip = self.tr("Number of dimensions of the table")
        self.d_model = LabelledSpinBox(theme, "d_model", name="d_model", tip=tip)
        name, tip = self.tr("Positions"), self.tr("Number of positions shown")
        self.length = LabelledSpinBox(theme, name, name=name, tip=tip)
        self.d_model.setRange(1, LARGEST_D_MODEL)
        fields = *self.d_model.parts(), *self.length.parts()
        filled(QHBoxLayout(self), self.size_of, *fields, spacing=2 * theme.unit)
        pick_size = room.does(size_picked)
        self.size_of.picked.connect(lambda name: pick_size(name == "any"))
        self.d_model.valueChanged.connect(room.does(d_model_chosen))
        self.length.valueChanged.connect(room.does(length_chosen))

    def show_size(self, snapshot: PositionsSnapshot) -> None:
        any_size = snapshot.choices.any_size
        self.size_of.set_current("any" if any_size else "model")
        with QSignalBlocker(self.d_model), QSignalBlocker(self.length):
            self.d_model.setValue(snapshot.table.shape[1])
            self.length.setRange(1, LONGEST if any_size else len(snapshot.table))
            self.length.setValue(snapshot.count)
        for field, shown in (
            (self.d_model, any_size),
            # where nothing is shown, nothing is counted
            (self.length, snapshot.has_table or bool(snapshot.distances)),
        ):
            for part in field.parts():
                part.setVisible(shown)

    def _texts(self) -> dict[str, tuple[str, str]]:
        return {
            "model": (self.tr("This model"), self.tr("The positional encodings of this model")),
            "any": (self.tr("Any size"), self.tr("The formula, for any width and length")),
        }


# ------------------------------------------------------------------------------------- table page


class TablePage(PositionsPage):
    """The values as a matrix, chosen dimensions as curves, and the similarity of positions."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__(theme, room)
        self.table, self.similarity = (PictureView(theme, of=MatrixPicture) for _ in range(2))
        self.curves, self.dimensions = NamedCurves(theme), DimensionField()
        self.measure = Segments(theme, names=("cosine", "dot"), texts=self._measure_texts)
        self.kind = text_label("soft", wraps=True, selectable=True)
        self.formula = FormulaView(theme, "positions_table")
        self._label = text_label("small", self.tr("Dimensions"))
        self.relative = RelativeBiases(theme, room)
        self._biases = scrolled(self.relative)
        unit = theme.unit
        self._label.setBuddy(self.dimensions)
        self.dimensions.setMaximumWidth(40 * unit)
        self.formula.setFixedHeight(round(32 * theme.scale))  # the pictures need the room
        filled(self.row, self._label, self.dimensions, self.relative.choice)
        measured = QWidget()
        grid, corner = (
            QGridLayout(measured),
            Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight,
        )
        grid.setContentsMargins(0, 2 * unit, 2 * unit, 0)
        grid.addWidget(self.similarity, 0, 0, 2, 2)
        grid.addWidget(self.measure, 0, 1, corner)  # beside the picture's title
        grid.setRowStretch(1, 1)
        down = _splitter(theme, self.curves, measured, down=True, sizes=(4500, 5500))
        across = _splitter(theme, self.table, down, sizes=(6000, 5000))
        self._pictures = scrolled(across)
        filled(self.rows, self._pictures, self._biases, self.kind, self.formula, spacing=2 * unit)
        self.dimensions.dimensions_changed.connect(self.refresh)
        self.measure.installEventFilter(self)
        self.measure.picked.connect(room.sets("measure"))

    def draw(self, snapshot: PositionsSnapshot) -> None:
        self.kind.setText(pictures.kind_line(snapshot))
        self.kind.setVisible(bool(self.kind.text()))
        formula = pictures.table_formula(snapshot)
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
        self.table.set_picture(pictures.table_picture(snapshot))
        self._show_similarity(snapshot)
        chosen = self.dimensions.dimensions()
        self.curves.show_curves(
            pictures.dimensions_picture(snapshot, chosen),
            title=translate("PositionCurves", "Chosen dimensions"),
            names=[str(dimension) for dimension in chosen],
        )

    def _show_similarity(self, snapshot: PositionsSnapshot) -> None:
        # The title leaves room for the choice of a measure.
        picture = pictures.similarity_picture(snapshot, corner=self.measure.width())
        self.similarity.set_picture(picture)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        resized = watched is self.measure and event.type() == QEvent.Type.Resize
        if resized and self.snapshot is not None and self.snapshot.has_table:
            self._show_similarity(self.snapshot)
        return super().eventFilter(watched, event)

    def _measure_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "cosine": (
                self.tr("Cosine"),
                self.tr("Similarity as the cosine of the angle between two rows"),
            ),
            "dot": (self.tr("Dot product"), self.tr("Similarity as the dot product of two rows")),
        }


def _splitter(
    theme: Theme, *views: QWidget, sizes: Sequence[int] = (), down: bool = False
) -> QSplitter:
    """Views with movable borders, each in a frame unless it is one itself."""
    splitter = QSplitter(Qt.Orientation.Vertical if down else Qt.Orientation.Horizontal)
    for view in views:
        splitter.addWidget(view if isinstance(view, QFrame) else framed(view))
    splitter.setHandleWidth(3 * theme.unit)
    splitter.setChildrenCollapsible(False)
    if sizes:
        splitter.setSizes(sizes)
    return splitter


class RelativeBiases(QWidget):
    """Bias matrix of the chosen head at the left, bias curves of each stack at the right."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__()
        self.matrix = PictureView(theme, of=MatrixPicture)
        self.curves: dict[Stack, NamedCurves] = {
            stack: NamedCurves(theme, many=True) for stack in STACKS
        }
        self.choice = QWidget()
        self.stack = Segments(theme, names=STACKS, texts=self._stack_texts)
        self.head = CalmCombo(self.choice, characters=4)
        filled(QHBoxLayout(self.choice), self.stack, self.head, spacing=2 * theme.unit)
        self._frames = {stack: framed(curves) for stack, curves in self.curves.items()}
        down = _splitter(theme, *self._frames.values(), down=True)
        splitter = _splitter(theme, self.matrix, down, sizes=(5000, 6000))
        filled(QVBoxLayout(self), splitter)
        self.head.setAccessibleName(self.tr("Head"))
        self.head.setToolTip(tool_tip(self.tr("The head whose biases are shown as a matrix")))
        self.stack.picked.connect(room.sets("stack"))
        self.head.activated.connect(room.sets("head"))

    def draw(self, snapshot: PositionsSnapshot) -> None:
        known = snapshot.distances
        self.stack.set_current(snapshot.stack)
        self.stack.setVisible(len(known) > 1)
        heads = range(snapshot.model.config.n_heads)
        self.head.show_entries([head_name(head) for head in heads], snapshot.head)
        self.matrix.set_picture(pictures.bias_matrix(snapshot))
        for stack, curves in self.curves.items():
            self._frames[stack].setVisible(stack in known)
            if stack in known:
                plot = pictures.bias_curves(snapshot, stack)
                names = [str(head + 1) for head in heads]
                curves.show_curves(plot, title=plot.title, names=names)

    def _stack_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "encoder": (self.tr("Encoder"), self.tr("The biases that the encoder's heads add")),
            "decoder": (self.tr("Decoder"), self.tr("The biases that the decoder's heads add")),
        }


# ------------------------------------------------------------------------- wavelengths and rotation


class WavelengthsPage(PositionsPage):
    """Wavelength of each pair, on a logarithmic axis."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__(theme, room)
        self.plot = PictureView(theme, of=Plot)
        self.formula = FormulaView(theme, "positions_wavelength")
        self._title, self._note = text_label("title"), text_label("small", wraps=True)
        content, gap = QWidget(), 4 * theme.unit
        head = filled(QHBoxLayout(), (self._title, 1), self.formula, margins=(0, 0, gap, 0))
        rows, margins = (head, self._note, (self.plot, 1)), (gap, gap, 0, 0)
        filled(QVBoxLayout(content), *rows, spacing=theme.unit, margins=margins)
        self.rows.addWidget(framed(content))

    def draw(self, snapshot: PositionsSnapshot) -> None:
        plot = pictures.wavelengths_picture(snapshot)
        self.plot.set_picture(plot)
        self._title.setText(plot.title)
        self._note.setText(plot.note)
        closed = "_closed" if snapshot.waves.closed_sinusoids else ""
        self.formula.set_formula(f"positions_wavelength{closed}")


class RotationPage(PositionsPage):
    """The rotation matrix, its blocks as dials, and the rows PE(pos), R·PE(pos), PE(pos + k)."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__(theme, room)
        name, tip = self.tr("Position"), self.tr("Row of the table to rotate")
        self.position = LabelledSpinBox(theme, "pos", name=name, tip=tip)
        name, tip = self.tr("Distance k"), self.tr("By how many positions to rotate it")
        self.offset = LabelledSpinBox(theme, "k", name=name, tip=tip)
        self.matrix, self.vectors = (PictureView(theme, of=MatrixPicture) for _ in range(2))
        self.dials = PictureView(theme, of=Dials)
        self.formula = FormulaView(theme, "positions_rotation")
        self.error = text_label("soft", wraps=True, selectable=True)
        fields = *self.position.parts(), *self.offset.parts()
        filled(self.row, *fields, self.formula, spacing=2 * theme.unit)
        content = QWidget()
        grid = QGridLayout(content)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3 * theme.unit)
        grid.addWidget(framed(self.dials), 0, 0, 1, 2)
        for column, (view, stretch) in enumerate(((self.matrix, 5), (self.vectors, 6))):
            view.setMinimumHeight(round(176 * theme.scale))  # numbers above it are whole
            grid.addWidget(framed(view), 1, column)
            grid.setColumnStretch(column, stretch)
        grid.setRowStretch(0, 6)
        grid.setRowStretch(1, 7)
        filled(self.rows, (scrolled(content), 1), self.error)
        choose = room.does(rotation_chosen)
        for field in (self.position, self.offset):
            field.valueChanged.connect(lambda _: choose(self.position.value(), self.offset.value()))

    def draw(self, snapshot: PositionsSnapshot) -> None:
        study = snapshot.rotation
        last = len(snapshot.table) - 1
        with QSignalBlocker(self.position), QSignalBlocker(self.offset):
            self.position.setRange(0, last)
            self.position.setValue(snapshot.position)
            self.offset.setRange(0, last - snapshot.position)
            self.offset.setValue(snapshot.offset)
        self.matrix.set_picture(pictures.rotation_picture(study))
        self.vectors.set_picture(pictures.rotated_rows_picture(study, snapshot))
        self.dials.set_picture(pictures.dials_picture(study))
        error = pictures.error_sentence(study, kind=snapshot.kind, first=snapshot.first)
        self.error.setText(error)


# ------------------------------------------------------------------------------- altered positions


NO_BREAK, BLANK, THIN = "&#8288;", "&nbsp;", "&#8201;"
"""No line ends inside of a token or before its position; thin blanks pad one that stands out.

A narrow blank, U+202F, would not keep Qt from breaking a line after a Chinese character.
"""

BETWEEN = f"{BLANK}{BLANK} "
"""A line can break only at the last of three blanks, so that no line begins with a blank."""


class AlteredBand(Pictured, QWidget):
    """Title and note above; source tokens with their positions, an arrow, target tokens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.title, self.note = text_label("title", wraps=True), text_label("small", wraps=True)
        self.source, self.target = (
            text_label(wraps=True, selectable=True, form=Qt.TextFormat.RichText) for _ in range(2)
        )
        self._tables: Tables = ()
        grid, margin = QGridLayout(self), 4 * theme.unit
        grid.setContentsMargins(margin, margin, margin, margin)
        grid.setHorizontalSpacing(margin)
        grid.setVerticalSpacing(2 * theme.unit)
        grid.addWidget(self.title, 0, 0, 1, 2)
        grid.addWidget(self.note, 0, 2)
        for column, widget in enumerate((self.source, text_label("soft", "→"), self.target)):
            grid.addWidget(widget, 1, column)
        for column in (0, 2):
            grid.setColumnStretch(column, 1)

    def show_translation(
        self,
        translation: AlteredTranslation,
        source: Sequence[str],
        changed: Sequence[bool],
        glosses: Sequence[str] = (),
    ) -> None:
        """Show a translation; ``changed`` marks the target tokens to highlight."""
        self.title.setText(pictures.altered_title(translation))
        self.setAccessibleName(self.title.text())
        self._tables = pictures.altered_tables(translation, source, changed)
        self.note.setText(pictures.altered_note(translation, sum(changed)))
        places = ["–" if row is None else str(row) for row in translation.source_rows]
        named = zip(source, places, glosses or [""] * len(source), strict=True)
        self.source.setText(BETWEEN.join(self._placed(*one) for one in named))
        marked = zip(translation.tokens, changed, strict=True)
        self.target.setText(BETWEEN.join(self._token(token, marked=mark) for token, mark in marked))
        self.source.setAccessibleName(", ".join(map(" ".join, zip(source, places, strict=True))))
        self.target.setAccessibleName(translation.text)

    def shown_values(self) -> Tables:
        return self._tables

    def _placed(self, token: str, place: str, gloss: str) -> str:
        style = f"font-size:{self.theme.small}px; color:{self.theme.soft_text}"
        words = BLANK.join([place, *map(html.escape, gloss.split())])
        return f'{self._token(token, marked=False)}<span style="{style}">{BLANK}{words}</span>'

    def _token(self, token: str, *, marked: bool) -> str:
        theme, special = self.theme, token in SPECIAL_TOKENS
        size, colour = (theme.small, theme.soft_text) if special else (theme.large, theme.text)
        style = f"font-size:{size}px; color:{colour};"
        text = NO_BREAK.join(html.escape(char) for char in visible(token))
        if marked:
            style += f" background-color:{mixed(theme.panel, theme.warning, share=0.22)};"
            text = f"{THIN}{text}{THIN}"
        return f'<span style="{style}">{text}</span>'


class WithoutPage(PositionsPage):
    """The translation as it is, with positions shuffled, and without positions."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__(theme, room)
        self.sentence = Segments(theme, names=("example", "own"), texts=self._sentence_texts)
        self.side = Segments(theme, names=("source", "target", "both"), texts=self._side_texts)
        self.again = QPushButton(self.tr("Shuffle again"))
        self.offer = QPushButton(self.tr("Show an example that changes"))
        self.unmoved = text_label(wraps=True, selectable=True)
        self.bands = tuple(AlteredBand(theme) for _ in range(3))
        self.waiting = placeholder(wraps=True)
        self.again.setToolTip(self.tr("Shuffle the positions in another way"))
        self.again.setProperty("segment", True)
        self.unmoved.setText(
            self.tr(
                "Shuffled positions do not change this translation: the words alone leave little "
                "choice. Shuffle again, or choose another sentence."
            )
        )
        filled(self.row, self.sentence, self.side, self.again, spacing=2 * theme.unit)
        self._pictures, content = QStackedWidget(), QWidget()
        bands = (framed(band) for band in self.bands)
        column = filled(QVBoxLayout(content), self.unmoved, *bands, spacing=3 * theme.unit)
        column.insertWidget(1, self.offer, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        for part in (scrolled(content), self.waiting):
            self._pictures.addWidget(part)
        self.rows.addWidget(self._pictures)
        pick_sentence = room.sets("sentence")
        self.side.picked.connect(room.sets("side"))
        self.sentence.picked.connect(pick_sentence)
        self.offer.clicked.connect(lambda: pick_sentence("example"))
        self.again.clicked.connect(room.does(exchange_drawn))

    def draw(self, snapshot: PositionsSnapshot) -> None:
        self.side.set_current(snapshot.choices.side)
        self.sentence.set_current(snapshot.choices.sentence)
        self.sentence.setVisible(bool(snapshot.example))
        for choice in (self.sentence, self.side, self.again):
            choice.setEnabled(snapshot.absent is None)
        record = snapshot.altered
        self._pictures.setCurrentIndex(0 if record else 1)
        self.waiting.setText(self._reason(snapshot))
        if record is not None:
            self._show_record(snapshot, record)
            self.unmoved.setVisible(not record.shows_effect)
            offers = bool(snapshot.example) and not snapshot.shows_example
            self.offer.setVisible(offers and not record.shows_effect)

    def _reason(self, snapshot: PositionsSnapshot) -> str:
        if snapshot.absent is not None:
            return message_text(snapshot.absent)
        if not snapshot.has_table:
            return pictures.without_table(snapshot.kind)
        if snapshot.tokens:
            return self.tr("Translating three times …")
        return self.tr("Type a sentence to see the effect of its positions.")

    def _show_record(self, snapshot: PositionsSnapshot, record: AlteredRecord) -> None:
        own, kept = not snapshot.shows_example, record.translations[0]
        glosses = glosses_of(record.source_tokens) if snapshot.glosses else ()
        for band, translation in zip(self.bands, record.translations, strict=True):
            changed = changed_tokens(kept.tokens, translation.tokens)
            example = () if own else (quoted(record.source_text),)
            band.extra_caption = (self._side_texts()[record.side][0], *example)
            band.of_translation = own
            band.show_translation(translation, record.source_tokens, changed, glosses)

    def _sentence_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "example": (
                self.tr("Example"),
                self.tr("A sentence whose meaning depends on the order of its words"),
            ),
            "own": (self.tr("Current sentence"), self.tr("The sentence in the field above")),
        }

    def _side_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "source": (self.tr("Source"), self.tr("Alter the positions that the encoder reads")),
            "target": (self.tr("Target"), self.tr("Alter the positions that the decoder reads")),
            "both": (self.tr("Both"), self.tr("Alter the positions of both sides")),
        }


# ------------------------------------------------------------------------------------ learned page


class LearnedPage(PositionsPage):
    """The sinusoidal table beside a learned one, with their similarities; or how to get one."""

    def __init__(self, theme: Theme, room: PositionsHandle) -> None:
        super().__init__(theme, room)
        self.tables = [PictureView(theme, of=MatrixPicture) for _ in range(2)]
        self.similarities = [PictureView(theme, of=MatrixPicture) for _ in range(2)]
        self.sentence = text_label(wraps=True, selectable=True)
        self.train = QPushButton(self.tr("Train a model with learned positions…"))
        self.train.setProperty("primary", True)
        self.train.setToolTip(self.tr("Fill in the training form without starting"))
        left, right = (
            scrolled(_column(*pair)) for pair in zip(self.tables, self.similarities, strict=True)
        )
        self._right, text, margin = QStackedWidget(), QWidget(), 6 * theme.unit
        none = QVBoxLayout(text)
        none.addStretch(1)
        filled(none, self.sentence, spacing=2 * theme.unit, margins=(margin,) * 4)
        none.addWidget(self.train, 0, Qt.AlignmentFlag.AlignLeft)
        none.addStretch(1)
        for part in (right, framed(text)):
            self._right.addWidget(part)
        sides = filled(QHBoxLayout(), (left, 1), (self._right, 1), spacing=3 * theme.unit)
        self.rows.addLayout(sides)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        own = snapshot.kind in {"learned", "given"}
        shown = (sinusoidal_twin(snapshot), *([snapshot] if own else []))
        for table, similarity, one in zip(self.tables, self.similarities, shown, strict=False):
            table.set_picture(pictures.table_picture(one))
            similarity.set_picture(pictures.similarity_picture(one))
        self._right.setCurrentIndex(0 if own else 1)
        self.sentence.setText(pictures.learned_sentence(snapshot.learned, snapshot.kind))
        self.train.setVisible(snapshot.learned == ())


def _column(above: QWidget, below: QWidget) -> QWidget:
    column = QWidget()
    filled(QVBoxLayout(column), (framed(above), 6), (framed(below), 5))
    return column


# ------------------------------------------------------------------------------------------- panel


_PAGES: Mapping[Page, Callable[[Theme, PositionsHandle], PositionsPage]] = {
    "table": TablePage,
    "wavelengths": WavelengthsPage,
    "rotation": RotationPage,
    "learned": LearnedPage,
    "without": WithoutPage,
}


class PositionsPanel(LessonTab):
    """Choice of pages, shared size controls, and the pages, created when first shown.

    Attributes:
        training_requested: of a model whose positions are learned.
    """

    training_requested = Signal()

    def __init__(self, theme: Theme, room: PositionsHandle, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(theme, content=content, lesson=partial(page_text, "table"), parent=parent)
        self.theme, self._room = theme, room
        self._pages: dict[Page, PositionsPage] = {}
        self._shown: Page | None = None
        self._explained: tuple[Page, Positions, Waves] | None = None
        self.choice = Segments(theme, names=PAGES, texts=pictures.page_texts)
        self.size_choice = SizeChoice(theme, room)
        self._stack, self._tools, unit = QStackedWidget(), QWidget(), theme.unit
        filled(self.lesson_page.tools, self.choice).addStretch(1)
        self._choices = filled(QHBoxLayout(self._tools), self.size_choice, spacing=4 * unit)
        self._choices.addStretch(1)
        filled(QVBoxLayout(content), self._tools, (self._stack, 1), spacing=3 * unit)
        self._placeholder.setText(self.tr("Open a model to see its positional encodings."))
        self.choice.picked.connect(room.sets("page"))

    def page(self, name: Page) -> PositionsPage:
        """A page, created on first use."""
        if name not in self._pages:
            page = _PAGES[name](self.theme, self._room)
            if isinstance(page, LearnedPage):
                page.train.clicked.connect(self.training_requested.emit)
            page.tools.hide()
            self._choices.insertWidget(self._choices.count() - 1, page.tools)
            self._stack.addWidget(page)
            self._pages[name] = page
            name_parts(page, f"positions-{name}")
        return self._pages[name]

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
        self.lesson_page.show_remark(left_out_sentence() if snapshot.left_out else "")
        about = name, snapshot.kind, snapshot.waves
        if about != self._explained:
            self._explained = about
            self.lesson_page.text.set_lesson(partial(page_text, *about))
        self.size_choice.setVisible(name in SIZED_PAGES)
        self.size_choice.show_size(snapshot)
        page.set_snapshot(snapshot)
