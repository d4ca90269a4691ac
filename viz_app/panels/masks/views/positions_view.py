"""The first stage of a mask: rows of tokens with 1 and 0 under them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.painting.stage_pictures import position_rows, token_sentence
from viz_app.panels.masks.shown import StepsShown
from viz_app.panels.masks.views.batch_view import BatchView
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import ScrolledArea
from viz_app.widgets.themed import Themed

BLOCKS = 2
"""Queries and keys."""


class PositionsView(Themed, ScrolledArea):
    """One or two blocks of rows, each under what it is."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self._intents = intents
        self._shown: StepsShown | None = None
        self._content = QWidget()
        self._rows = QVBoxLayout(self._content)
        self.blocks = tuple(BatchView(theme) for _ in range(BLOCKS))
        self._captions = tuple(text_label("small") for _ in range(BLOCKS))
        for caption, block in zip(self._captions, self.blocks, strict=True):
            self._rows.addWidget(caption)
            self._rows.addWidget(block)
            block.sentence_clicked.connect(self._pick)
        self._rows.addStretch(1)
        self._fill()
        self.set_theme(theme)

    def set_shown(self, shown: StepsShown) -> None:
        """Show the valid positions of a mask."""
        self._shown, parts = shown, position_rows(shown)
        for index, (caption, block) in enumerate(zip(self._captions, self.blocks, strict=True)):
            there = index < len(parts)
            caption.setVisible(there)
            block.setVisible(there)
            if not there:
                continue
            words, rows = parts[index]
            caption.setText(words)
            block.set_rows(rows, partial(token_sentence, rows))
            block.setFixedHeight(block.sizeHint().height())

    def _dress(self) -> None:
        margin = 4 * self.theme.unit
        self._rows.setContentsMargins(margin, margin // 2, margin, margin)
        self._rows.setSpacing(margin // 2)
        for block in self.blocks:
            block.setFixedHeight(block.sizeHint().height())

    def _fill(self) -> None:
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (self.viewport(), self._content):
            ground.setAutoFillBackground(False)

    def _pick(self, line: int) -> None:
        """The batch has a line for each row of the record; a causal mask is of one sentence."""
        shown = self._shown
        if shown is not None and shown.mask != "causal":
            self._intents.sentence_picked.emit(shown.rows.index(line))
