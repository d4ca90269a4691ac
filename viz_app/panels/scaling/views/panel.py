"""The scaling tab: why scores are divided by √d_k."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme
from viz_app.panels.scaling.snapshot import ScalingSnapshot
from viz_app.panels.scaling.texts import lesson
from viz_app.panels.scaling.views.scale_column import ScaleColumn
from viz_app.panels.scaling.views.scale_sliders import ScaleSliders
from viz_app.texts.token_text import visible
from viz_app.widgets.head_choice import HeadChoice
from viz_app.widgets.kind_combo import KindCombo
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.segments import Segments
from viz_app.widgets.translated import Translated


class ScalingPanel(Translated, QWidget):
    """Products, softmax and Jacobian without the scale at the left, with it at the right.

    Signals:
        vectors_picked: ``random`` or ``head``.
        d_k_chosen: components of the random vectors.
        factor_chosen: what the scores are multiplied by.
        vectors_requested: other random vectors are wanted.
        head_picked: kind, layer, head.
        query_picked: a row of that head, from 0.
    """

    vectors_picked = Signal(str)
    d_k_chosen = Signal(int)
    factor_chosen = Signal(float)
    vectors_requested = Signal()
    head_picked = Signal(object, int, int)
    query_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._snapshot: ScalingSnapshot | None = None
        self.vectors = Segments(theme, names=("random", "head"), texts=self._vector_texts)
        self.again, self.choice = QPushButton(), HeadChoice(theme, kinds=KindCombo())
        self.sliders = ScaleSliders(theme)
        self.plain, self.scaled = ScaleColumn(theme), ScaleColumn(theme)
        self._waiting = QLabel()
        self._pictures, self._content = QStackedWidget(), QWidget()
        self._columns = QHBoxLayout()
        self.lesson_page = LessonPage(theme, content=self._content, lesson=lesson)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ScalingSnapshot | None) -> None:
        """Show a study; does not modify state. None = nobody looks: what is shown stays."""
        if snapshot is None or snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        self._columns.setSpacing(3 * theme.unit)
        rows = self._content.layout()
        if rows is not None:
            rows.setSpacing(3 * theme.unit)
        for part in (
            self.lesson_page,
            self.vectors,
            self.choice,
            self.sliders,
            self.plain,
            self.scaled,
        ):
            part.set_theme(theme)
        self._draw()

    def _retranslate(self) -> None:
        self.again.setText(self.tr("Draw again"))
        self.again.setToolTip(self.tr("Draw other random vectors"))
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
        for column in (self.plain, self.scaled):
            self._columns.addWidget(column, 1)
        self._columns.setContentsMargins(0, 0, 0, 0)
        both = QWidget()
        both.setLayout(self._columns)
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._waiting.setProperty("role", "soft")
        self._pictures.addWidget(both)
        self._pictures.addWidget(self._waiting)
        rows = QVBoxLayout(self._content)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.sliders)
        rows.addWidget(scrolled(self._pictures), 1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self.lesson_page)

    def _connect(self) -> None:
        self.vectors.picked.connect(self.vectors_picked)
        self.again.clicked.connect(self.vectors_requested.emit)
        self.sliders.d_k_chosen.connect(self.d_k_chosen)
        self.sliders.factor_chosen.connect(self.factor_chosen)
        self.choice.head_picked.connect(self.head_picked)
        self.choice.query_picked.connect(self.query_picked)

    def _draw(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        random = snapshot.choices.vectors == "random"
        self.vectors.set_current(snapshot.choices.vectors)
        self.again.setVisible(random)
        self.choice.setVisible(not random)
        self.choice.show_place(snapshot.place)
        names = [label.text("both", visible) for label in snapshot.queries]
        self.choice.show_queries(names, snapshot.row)
        self._show_study(snapshot, random=random)

    def _show_study(self, snapshot: ScalingSnapshot, *, random: bool) -> None:
        study, choices, theme = snapshot.study, snapshot.choices, self._theme
        d_k = study.products.d_k if study else choices.d_k
        self.sliders.show_values(d_k, choices.factor, fixed=not random)
        self._pictures.setCurrentIndex(0 if study else 1)
        self._waiting.setText(
            self.tr("Computing this head …")
            if snapshot.queries
            else self.tr("Translate a sentence to see the scores of a head.")
        )
        if study is not None:
            colour = theme.curves[0] if random else theme.kind_colour(snapshot.place.kind)
            self.plain.show_side(study, study.plain, colour=colour, random=random)
            self.scaled.show_side(study, study.scaled, colour=colour, random=random)
