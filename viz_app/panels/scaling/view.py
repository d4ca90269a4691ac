"""The scaling tab: why scores are divided by √d_k."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSlider,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.lessons.scaling import ScaleSide, ScaleStudy
from viz_app.design.theme import Theme
from viz_app.panels.scaling import pictures
from viz_app.panels.scaling.pictures import VectorOrigin, factor_text, own_scores_note
from viz_app.panels.scaling.room import (
    LARGEST_D_K,
    LARGEST_FACTOR,
    SMALLEST_FACTOR,
    ScalingSnapshot,
)
from viz_app.pictures.bars import Columns
from viz_app.pictures.matrix import MatrixPicture
from viz_app.texts.labels import listed_row, message_text, text_page
from viz_app.texts.sentences import head_title
from viz_app.widgets.choosers import HeadChoice, KindCombo, Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonPage, show_small_typeset
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Themed, Translated

# ----------------------------------------------------------------------------------------- intents
# What the scaling tab asks for.


class ScalingIntents(QObject):
    """User intents of the tab's views."""

    vectors_picked = Signal(str)
    d_k_chosen = Signal(int)
    factor_chosen = Signal(float)
    vectors_requested = Signal()  # other random ones
    head_picked = Signal(object, int, int)
    query_picked = Signal(int)


# ------------------------------------------------------------------------------------ scale column
# One side of the comparison: the products, their softmax and its Jacobian, one below the other.


ROOMY = 410
"""A column narrower than this, in px at 100 %, leaves out the formula."""


class ScaleColumn(Themed, QWidget):
    """Shows a :class:`ScaleSide`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.histogram, self.softmax = (PictureView(theme, of=Columns) for _ in range(2))
        self.jacobian = PictureView(theme, of=MatrixPicture)
        self.steepest = PictureView(theme, of=pictures.SteepestPicture)
        self.formula = FormulaView(theme, "scaling_jacobian")
        self._rows, self._beside, self._right = QVBoxLayout(self), QHBoxLayout(), QVBoxLayout()
        below, right = QWidget(), QWidget()
        right.setLayout(filled(self._right, (self.steepest, 1), self.formula))
        below.setLayout(filled(self._beside, (self.jacobian, 7), (right, 5)))
        views = ((self.histogram, 4), (self.softmax, 5), (below, 7))
        filled(self._rows, *((framed(view), stretch) for view, stretch in views))
        self.set_theme(theme)

    def show_side(self, study: ScaleStudy, side: ScaleSide, origin: VectorOrigin) -> None:
        keys, d_k = study.products.keys, study.products.d_k
        self.histogram.set_picture(pictures.histogram_picture(side, origin))
        self.softmax.set_picture(pictures.softmax_picture(side, keys, origin))
        self.jacobian.set_picture(pictures.jacobian_picture(side, keys, origin))
        self.steepest.set_picture(pictures.steepest_picture(side, d_k, origin))

    def _apply_theme(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)
        self._beside.setContentsMargins(0, 0, 4 * self.theme.unit, 0)
        self._right.setContentsMargins(0, 0, 0, 2 * self.theme.unit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.formula.setVisible(self.width() >= ROOMY * self.theme.scale)


# ----------------------------------------------------------------------------------- scale sliders
# Two sliders whose steps are equal ratios: the length of the vectors, and a factor.


PER_DECADE = 20
"""Steps of the factor from one power of ten to the next."""

PAGE = 5


class ScaleSliders(Themed, Translated, QWidget):
    """Sliders for the length, a power of two, and the factor, a number above 0."""

    def __init__(self, theme: Theme, intents: ScalingIntents) -> None:
        super().__init__()
        self.d_k, self.factor = (QSlider(Qt.Orientation.Horizontal) for _ in range(2))
        self._values = text_label(), text_label()
        self._names = tuple(text_label("small", form=Qt.TextFormat.RichText) for _ in range(2))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._arrange()
        self.d_k.valueChanged.connect(lambda step: intents.d_k_chosen.emit(2**step))
        self.factor.valueChanged.connect(
            lambda step: intents.factor_chosen.emit(10.0 ** (step / PER_DECADE))
        )
        self.set_theme(theme)

    def show_values(self, d_k: int, factor: float, *, fixed: bool) -> None:
        """``fixed``: the length of the vectors cannot be chosen."""
        with QSignalBlocker(self.d_k), QSignalBlocker(self.factor):
            self.d_k.setValue(round(math.log2(d_k)))
            self.factor.setValue(round(PER_DECADE * math.log10(factor)))
        self.d_k.setEnabled(not fixed)
        texts = str(d_k), factor_text(factor)
        for slider, value, text in zip((self.d_k, self.factor), self._values, texts, strict=True):
            value.setText(text)
            slider.setAccessibleDescription(text)

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._row.setSpacing(2 * unit)
        for value in self._values:
            value.setFixedWidth(14 * unit)  # of the widest number
        for slider in (self.d_k, self.factor):
            slider.setMinimumHeight(6 * unit)  # the style's handle is higher than its groove
        self._retranslate()

    def _retranslate(self) -> None:
        texts = self.tr("Vector width d_k"), self.tr("Factor")
        for slider, name, text in zip((self.d_k, self.factor), self._names, texts, strict=True):
            show_small_typeset(name, text, self.theme)
            slider.setAccessibleName(text)
        self.d_k.setToolTip(self.tr("Number of components of each query and key"))
        self.factor.setToolTip(self.tr("Factor applied to the scores before the softmax"))

    def _arrange(self) -> None:
        self.d_k.setRange(0, round(math.log2(LARGEST_D_K)))
        ends = (round(PER_DECADE * math.log10(end)) for end in (SMALLEST_FACTOR, LARGEST_FACTOR))
        self.factor.setRange(*ends)
        self.d_k.setPageStep(1)
        self.factor.setPageStep(PAGE)
        for name, slider, value, stretch in zip(
            self._names, (self.d_k, self.factor), self._values, (2, 3), strict=True
        ):
            name.setBuddy(slider)
            self._row.addWidget(name)
            self._row.addWidget(slider, stretch)
            self._row.addWidget(value)


# ------------------------------------------------------------------------------------------- panel


class ScalingPanel(Themed, Translated, QWidget):
    """Products, softmax and Jacobian without the scale at the left, with it at the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.intents = ScalingIntents(self)
        self._snapshot: ScalingSnapshot | None = None
        self.vectors = Segments(theme, names=("random", "head"), texts=self._vector_texts)
        self.again, self.choice = QPushButton(), HeadChoice(theme, kinds=KindCombo())
        self.sliders = ScaleSliders(theme, self.intents)
        self.plain, self.scaled = ScaleColumn(theme), ScaleColumn(theme)
        self._waiting = placeholder(wraps=True)
        self.note = text_label("soft", wraps=True, selectable=True)
        self._pictures, self._content = QStackedWidget(), QWidget()
        self._columns, self._rows = QHBoxLayout(), QVBoxLayout(self._content)
        self.lesson_page = LessonPage(
            theme, content=self._content, lesson=partial(text_page, "scaling")
        )
        self._arrange()
        self.vectors.picked.connect(self.intents.vectors_picked)
        self.again.clicked.connect(self.intents.vectors_requested.emit)
        self.choice.head_picked.connect(self.intents.head_picked)
        self.choice.query_picked.connect(self.intents.query_picked)
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ScalingSnapshot | None) -> None:
        """None = the tab is hidden: what is shown stays."""
        if snapshot is None or snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._draw()

    def _apply_theme(self) -> None:
        for layout in (self._columns, self._rows):
            layout.setSpacing(3 * self.theme.unit)
        self._draw()

    def _retranslate(self) -> None:
        self.again.setText(self.tr("Resample"))
        self.again.setToolTip(self.tr("Sample other random vectors"))
        self._draw()

    def _vector_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "random": (
                self.tr("Random vectors"),
                self.tr("Queries and keys whose components have mean 0 and variance 1"),
            ),
            "head": (
                self.tr("This head"),
                self.tr("The queries and keys of the chosen head, for the sentence on screen"),
            ),
        }

    def _arrange(self) -> None:
        self.again.setProperty("segment", True)
        for widget in (self.vectors, self.again, self.choice):
            self.lesson_page.tools.addWidget(widget)
        self.lesson_page.tools.addStretch(1)
        both = QWidget()
        both.setLayout(filled(self._columns, (self.plain, 1), (self.scaled, 1)))
        self._pictures.addWidget(both)
        self._pictures.addWidget(self._waiting)
        filled(self._rows, self.sliders, self.note, (scrolled(self._pictures), 1))
        filled(QVBoxLayout(self), self.lesson_page)

    def _draw(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        random = snapshot.choices.vectors == "random"
        self.vectors.set_current(snapshot.choices.vectors)
        self.again.setVisible(random)
        self.choice.setVisible(not random)
        self.choice.show_place(snapshot.place)
        names = [listed_row(label, "both") for label in snapshot.queries]
        self.choice.show_queries(names, snapshot.row)
        note = "" if random else own_scores_note(snapshot.config, snapshot.place.kind)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._show_study(snapshot, random=random)

    def _reason(self, snapshot: ScalingSnapshot) -> str:
        if snapshot.absent is not None:
            return message_text(snapshot.absent)
        if snapshot.queries:
            return self.tr("Computing this head…")
        return self.tr("Type a sentence to see the scores of a head.")

    def _show_study(self, snapshot: ScalingSnapshot, *, random: bool) -> None:
        study, choices = snapshot.study, snapshot.choices
        d_k = study.products.d_k if study else choices.d_k
        self.sliders.show_values(d_k, choices.factor, fixed=not random)
        self._pictures.setCurrentIndex(0 if study else 1)
        self._waiting.setText(self._reason(snapshot))
        if study is not None:
            origin = VectorOrigin(
                kind=None if random else snapshot.place.kind,
                parts=(*self._vectors(snapshot), f"d_k = {d_k}"),
            )
            self.plain.show_side(study, study.plain, origin)
            self.scaled.show_side(study, study.scaled, origin)

    def _vectors(self, snapshot: ScalingSnapshot) -> tuple[str, ...]:
        """Caption: which random vectors, or which query of which head."""
        if snapshot.choices.vectors == "random":
            name = self.tr("random vectors, seed {seed}")
            return (name.format(seed=snapshot.choices.seed),)
        place = snapshot.place
        head = head_title(place.kind, layer=place.layer, head=place.head)
        # of a sentence that is decoded again there may be none of that number yet
        query = snapshot.queries[snapshot.row : snapshot.row + 1]
        return head, *(listed_row(label, "both") for label in query)
