"""Flip cells of a mask: scores, weights and the translation under it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.painting.change_pictures import MASK, change_pictures, change_sentence
from viz_app.panels.masks.shown import ChangeShown
from viz_app.panels.masks.texts.change import verdict
from viz_app.panels.masks.views.flow_row import FlowRow
from viz_app.panels.masks.views.tiles_view import TilesView
from viz_app.panels.masks.views.translation_view import TranslationView
from viz_app.texts.sentences import head_title
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.head_choice import HeadChoice
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.selection import Cell

LINES = 2
"""Of words that there is always room for."""


class ChangePart(Themed, Translated, QWidget):
    """The mask of one kind, and what comes of flipping its cells."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents = intents
        self._shown: ChangeShown | None = None
        self.head, self.back = HeadChoice(theme, kinds=KindPills(theme)), QPushButton()
        self.verdict = text_label()
        self.tiles = TilesView(theme, clickable=True)
        self.translation = TranslationView(theme)
        self._frame = QFrame()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_shown(self, shown: ChangeShown) -> None:
        """Show masks and what comes of them."""
        self._shown = shown
        self.head.show_place(shown.place)
        self.back.setEnabled(bool(shown.edits))
        self.translation.set_traces(shown.original, shown.altered)
        self._show()

    def _dress(self) -> None:
        unit = self.theme.unit
        for layout in (self._tools, self._column):
            layout.setSpacing(3 * unit)
        self._inner.setContentsMargins(1, 2 * unit, 1, 1)
        self._inner.setSpacing(0)
        self.verdict.setContentsMargins(4 * unit, 0, 4 * unit, 0)
        # room for two lines: the pictures stay where they are when the words get longer
        self.verdict.setMinimumHeight(round(LINES * 1.4 * self.theme.body))

    def _arrange(self) -> None:
        self._tools = FlowRow()
        for widget in (self.head, self.back):
            self._tools.addWidget(widget)
        self.back.setProperty("segment", True)
        self.verdict.setWordWrap(True)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._frame.setProperty("panel", True)
        self._inner = filled(QVBoxLayout(self._frame), self.verdict, self.translation)
        self._column = filled(QVBoxLayout(self), self._tools, (framed(self.tiles), 1), self._frame)

    def _connect(self) -> None:
        self.head.head_picked.connect(self.intents.head_picked)
        self.back.clicked.connect(self._drop)
        self.tiles.cell_picked.connect(self._flip)

    def _drop(self) -> None:
        """The button goes grey: the keyboard goes to the masks."""
        self.tiles.setFocus()
        self.intents.edits_dropped.emit()

    def _flip(self, picture: int, cell: Cell) -> None:
        if self._shown is not None and picture == MASK:
            self.intents.cell_flipped.emit(self._shown.place.kind, cell)

    def _show(self) -> None:
        shown = self._shown
        if shown is None:
            return
        place, pictures = shown.place, change_pictures(shown)
        self.tiles.said_too = (head_title(place.kind, layer=place.layer, head=place.head),)
        self.tiles.set_pictures(
            pictures, lambda picture, cell: change_sentence(shown, pictures[picture], cell)
        )
        self.verdict.setText(verdict(shown))

    def _retranslate(self) -> None:
        self.back.setText(self.tr("Back to the real masks"))
        self.back.setToolTip(self.tr("Undo every flipped cell of all three masks"))
        self._show()
