"""The first stage of a mask: rows of tokens with 1 and 0 under them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.painting.stage_pictures import position_rows, token_sentence
from viz_app.panels.masks.shown import StepsShown
from viz_app.panels.masks.views.batch_view import BatchView

BLOCKS = 2
"""Queries and keys."""


class PositionsView(QScrollArea):
    """One or two blocks of rows, each under what it is.

    Signals:
        sentence_picked: the row of the batch that was clicked, from 0.
    """

    sentence_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = QWidget()
        self._rows = QVBoxLayout(self._content)
        self._one_sentence = False
        self.blocks = tuple(BatchView(theme) for _ in range(BLOCKS))
        self._captions = tuple(QLabel() for _ in range(BLOCKS))
        for caption, block in zip(self._captions, self.blocks, strict=True):
            caption.setProperty("role", "small")
            self._rows.addWidget(caption)
            self._rows.addWidget(block)
            block.sentence_clicked.connect(self._pick)
        self._rows.addStretch(1)
        self._fill()
        self.set_theme(theme)

    def set_shown(self, shown: StepsShown) -> None:
        """Show the valid positions of a mask; does not modify state."""
        parts = position_rows(shown)
        self._one_sentence = shown.mask == "causal"
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

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        margin = 4 * theme.unit
        self._rows.setContentsMargins(margin, 2 * theme.unit, margin, margin)
        self._rows.setSpacing(2 * theme.unit)
        for block in self.blocks:
            block.set_theme(theme)
            block.setFixedHeight(block.sizeHint().height())

    def _fill(self) -> None:
        self.setWidget(self._content)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (self.viewport(), self._content):
            ground.setAutoFillBackground(False)

    def _pick(self, line: int) -> None:
        if not self._one_sentence:
            self.sentence_picked.emit(line)
