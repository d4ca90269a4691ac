"""A query whose keys are all masked: what three rules make of its row."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.painting.rows_painter import query_names
from viz_app.panels.masks.shown import RowsShown
from viz_app.panels.masks.views.flow_row import FlowRow
from viz_app.panels.masks.views.rows_view import RowsView
from viz_app.panels.masks.views.sentence_choice import SentenceChoice
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.head_choice import HeadChoice
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.labels import placeholder
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class RowsPart(Themed, Translated, QWidget):
    """One row of scores through three rules; its keys can be given back one by one."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents = intents
        self.head = HeadChoice(theme, kinds=KindPills(theme))
        self.sentences, self.query = SentenceChoice(intents), CalmCombo(characters=9)
        self.mask_all = QPushButton()
        self.table = RowsView(theme, intents)
        self._waiting, self._pages = placeholder(), QStackedWidget()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_shown(self, shown: RowsShown) -> None:
        """Show a row."""
        self.head.show_place(shown.place)
        self.sentences.show_sentences(shown.texts, shown.rows, shown.sentence)
        names = [f"{index + 1} · {name}" for index, name in enumerate(query_names(shown))]
        self.query.show_entries(names, shown.row)
        self.mask_all.setEnabled(bool(shown.allowed))
        self.table.set_shown(shown)
        self._pages.setCurrentIndex(0 if shown.anatomy is not None else 1)

    def _dress(self) -> None:
        for layout in (self._tools, self._column):
            layout.setSpacing(3 * self.theme.unit)

    def _arrange(self) -> None:
        self._tools = FlowRow()
        for widget in (self.head, self.sentences, self.query, self.mask_all):
            self._tools.addWidget(widget)
        self.query.setProperty("compact", True)
        self.mask_all.setProperty("segment", True)
        self._pages.addWidget(framed(self.table))
        self._pages.addWidget(self._waiting)
        self._column = filled(QVBoxLayout(self), self._tools, (self._pages, 1))

    def _connect(self) -> None:
        self.head.head_picked.connect(self.intents.head_picked)
        self.query.activated.connect(self.intents.row_picked)
        self.mask_all.clicked.connect(self._mask_all)

    def _mask_all(self) -> None:
        """The button goes grey: the keyboard goes to the table."""
        self.table.setFocus()
        self.intents.keys_masked.emit()

    def _retranslate(self) -> None:
        self.query.setAccessibleName(self.tr("Query"))
        self.query.setToolTip(self.tr("The query whose keys are masked"))
        self.mask_all.setText(self.tr("Mask all keys"))
        self.mask_all.setToolTip(self.tr("Leave the query without a key again"))
        self._waiting.setText(self.tr("Reading the head's scores…"))
