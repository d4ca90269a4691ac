"""The scaling tab: why scores are divided by √d_k."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.scaling.intents import ScalingIntents
from viz_app.panels.scaling.snapshot import ScalingSnapshot
from viz_app.panels.scaling.texts import lesson, own_scores_note
from viz_app.panels.scaling.views.scale_column import ScaleColumn
from viz_app.panels.scaling.views.scale_sliders import ScaleSliders
from viz_app.texts.label_text import listed_row
from viz_app.texts.message_text import message_text
from viz_app.texts.sentences import head_title
from viz_app.widgets.filled import filled
from viz_app.widgets.head_choice import HeadChoice
from viz_app.widgets.kind_combo import KindCombo
from viz_app.widgets.labels import placeholder, text_label
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


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
        self.lesson_page = LessonPage(theme, content=self._content, lesson=lesson)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ScalingSnapshot | None) -> None:
        """Show a study. None = nobody looks: what is shown stays."""
        if snapshot is None or snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._draw()

    def _dress(self) -> None:
        for layout in (self._columns, self._rows):
            layout.setSpacing(3 * self.theme.unit)
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
        both = QWidget()
        both.setLayout(filled(self._columns, (self.plain, 1), (self.scaled, 1)))
        self._pictures.addWidget(both)
        self._pictures.addWidget(self._waiting)
        filled(self._rows, self.sliders, self.note, (scrolled(self._pictures), 1))
        filled(QVBoxLayout(self), self.lesson_page)

    def _connect(self) -> None:
        self.vectors.picked.connect(self.intents.vectors_picked)
        self.again.clicked.connect(self.intents.vectors_requested.emit)
        self.choice.head_picked.connect(self.intents.head_picked)
        self.choice.query_picked.connect(self.intents.query_picked)

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
        """Why there are no numbers yet."""
        if snapshot.absent is not None:
            return message_text(snapshot.absent)
        if snapshot.queries:
            return self.tr("Computing this head …")
        return self.tr("Type a sentence to see the scores of a head.")

    def _show_study(self, snapshot: ScalingSnapshot, *, random: bool) -> None:
        study, choices, theme = snapshot.study, snapshot.choices, self.theme
        d_k = study.products.d_k if study else choices.d_k
        self.sliders.show_values(d_k, choices.factor, fixed=not random)
        self._pictures.setCurrentIndex(0 if study else 1)
        self._waiting.setText(self._reason(snapshot))
        if study is not None:
            colour = theme.curves[0] if random else theme.kind_colour(snapshot.place.kind)
            self.plain.show_side(study, study.plain, colour=colour, random=random)
            self.scaled.show_side(study, study.scaled, colour=colour, random=random)
            for column in (self.plain, self.scaled):
                column.say_too(*self._vectors(snapshot), f"d_k = {d_k}", of_translation=not random)

    def _vectors(self, snapshot: ScalingSnapshot) -> tuple[str, ...]:
        """Of a caption: which random vectors, or which query of which head."""
        if snapshot.choices.vectors == "random":
            name = self.tr("random vectors, seed {seed}")
            return (name.format(seed=snapshot.choices.seed),)
        place = snapshot.place
        head = head_title(place.kind, layer=place.layer, head=place.head)
        # of a sentence that is decoded again there may be none of that number yet
        query = snapshot.queries[snapshot.row : snapshot.row + 1]
        return head, *(listed_row(label, "both") for label in query)
