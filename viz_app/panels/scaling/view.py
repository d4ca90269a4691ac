"""The scaling tab: why scores are divided by √d_k."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
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
    ScalingState,
    d_k_chosen,
    factor_chosen,
    vectors_drawn,
)
from viz_app.pictures.bars import Columns
from viz_app.pictures.matrix import MatrixPicture
from viz_app.texts.labels import listed_row, message_text, text_page
from viz_app.texts.sentences import head_title
from viz_app.widgets.choosers import HeadChoice, KindCombo, Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonPage, show_small_typeset
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.selection import head_picked, query_chosen
from viz_app.workbench.room import RoomHandle

# ------------------------------------------------------------------------------------ scale column


ROOMY = 410
"""A column narrower than this, in px at 100 %, leaves out the formula."""


class ScaleColumn(QWidget):
    """Shows a :class:`ScaleSide`: products, softmax and Jacobian, one below the other."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.histogram, self.softmax = (PictureView(theme, of=Columns) for _ in range(2))
        self.jacobian = PictureView(theme, of=MatrixPicture)
        self.steepest = PictureView(theme, of=pictures.SteepestPicture)
        self.formula = FormulaView(theme, "scaling_jacobian")
        below, right, unit = QWidget(), QWidget(), theme.unit
        under, beside = (0, 0, 0, 2 * unit), (0, 0, 4 * unit, 0)
        filled(QVBoxLayout(right), (self.steepest, 1), self.formula, margins=under)
        filled(QHBoxLayout(below), (self.jacobian, 7), (right, 5), margins=beside)
        views = ((self.histogram, 4), (self.softmax, 5), (below, 7))
        rows = ((framed(view), stretch) for view, stretch in views)
        filled(QVBoxLayout(self), *rows, spacing=2 * unit)

    def show_side(self, study: ScaleStudy, side: ScaleSide, origin: VectorOrigin) -> None:
        keys, d_k = study.products.keys, study.products.d_k
        self.histogram.set_picture(pictures.histogram_picture(side, origin))
        self.softmax.set_picture(pictures.softmax_picture(side, keys, origin))
        self.jacobian.set_picture(pictures.jacobian_picture(side, keys, origin))
        self.steepest.set_picture(pictures.steepest_picture(side, d_k, origin))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.formula.setVisible(self.width() >= ROOMY * self.theme.scale)


# ----------------------------------------------------------------------------------- scale sliders


PER_DECADE = 20
"""Steps of the factor from one power of ten to the next."""


class ScaleSliders(QWidget):
    """The length of the vectors, a power of two, and a factor above 0, in equal ratios."""

    def __init__(self, theme: Theme, room: RoomHandle[ScalingState]) -> None:
        super().__init__()
        self.d_k, self.factor = (QSlider(Qt.Orientation.Horizontal) for _ in range(2))
        self.d_k.setRange(0, round(math.log2(LARGEST_D_K)))
        ends = (round(PER_DECADE * math.log10(end)) for end in (SMALLEST_FACTOR, LARGEST_FACTOR))
        self.factor.setRange(*ends)
        self.d_k.setPageStep(1)
        self.factor.setPageStep(5)
        self.d_k.setToolTip(self.tr("Number of components of each query and key"))
        self.factor.setToolTip(self.tr("Factor applied to the scores before the softmax"))
        self._values = text_label(), text_label()
        unit = theme.unit
        row = filled(QHBoxLayout(self), spacing=2 * unit)
        for slider, text, value, stretch in (
            (self.d_k, self.tr("Vector width d_k"), self._values[0], 2),
            (self.factor, self.tr("Factor"), self._values[1], 3),
        ):
            name = text_label("small", form=Qt.TextFormat.RichText)
            name.setBuddy(slider)
            show_small_typeset(name, text, theme)
            slider.setAccessibleName(text)
            slider.setMinimumHeight(6 * unit)  # the style's handle is higher than its groove
            value.setFixedWidth(14 * unit)  # of the widest number
            filled(row, name, (slider, stretch), value)
        choose_d_k, choose_factor = room.does(d_k_chosen), room.does(factor_chosen)
        self.d_k.valueChanged.connect(lambda step: choose_d_k(2**step))
        self.factor.valueChanged.connect(lambda step: choose_factor(10.0 ** (step / PER_DECADE)))

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


# ------------------------------------------------------------------------------------------- panel


class ScalingPanel(QWidget):
    """The comparison without the scale at the left, with it at the right."""

    def __init__(
        self, theme: Theme, room: RoomHandle[ScalingState], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._snapshot: ScalingSnapshot | None = None
        self.vectors = Segments(theme, names=("random", "head"), texts=self._vector_texts)
        self.again = QPushButton(self.tr("Resample"))
        self.choice = HeadChoice(theme, kinds=KindCombo())
        self.sliders = ScaleSliders(theme, room)
        self.plain, self.scaled = ScaleColumn(theme), ScaleColumn(theme)
        self._waiting = placeholder(wraps=True)
        self.note = text_label("soft", wraps=True, selectable=True)
        self._pictures, both, content = QStackedWidget(), QWidget(), QWidget()
        self.lesson_page = LessonPage(theme, content=content, lesson=partial(text_page, "scaling"))
        self.again.setToolTip(self.tr("Sample other random vectors"))
        self.again.setProperty("segment", True)
        tools, gap = self.lesson_page.tools, 3 * theme.unit
        filled(tools, self.vectors, self.again, self.choice).addStretch(1)
        filled(QHBoxLayout(both), (self.plain, 1), (self.scaled, 1), spacing=gap)
        for page in (both, self._waiting):
            self._pictures.addWidget(page)
        pages = scrolled(self._pictures)
        filled(QVBoxLayout(content), self.sliders, self.note, (pages, 1), spacing=gap)
        filled(QVBoxLayout(self), self.lesson_page)
        self.vectors.picked.connect(room.sets("vectors"))
        self.again.clicked.connect(room.does(vectors_drawn))
        self.choice.head_picked.connect(room.on_bench(head_picked))
        self.choice.query_picked.connect(room.on_bench(query_chosen))

    def set_snapshot(self, snapshot: ScalingSnapshot | None) -> None:
        """None = the tab is hidden: what is shown stays."""
        if snapshot is None or snapshot == self._snapshot:
            return
        self._snapshot = snapshot
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

    def _reason(self, snapshot: ScalingSnapshot) -> str:
        if snapshot.absent is not None:
            return message_text(snapshot.absent)
        if snapshot.queries:
            return self.tr("Computing this head…")
        return self.tr("Type a sentence to see the scores of a head.")

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
