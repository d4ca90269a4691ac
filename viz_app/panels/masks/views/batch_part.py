"""The batch, and the four masks of one of its sentences."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.painting.mask_pictures import mask_pictures, mask_sentence
from viz_app.panels.masks.shown import BatchShown
from viz_app.panels.masks.state import MOST
from viz_app.panels.masks.views.batch_editor import BatchEditor
from viz_app.panels.masks.views.batch_view import LINE
from viz_app.panels.masks.views.mask_legend import MaskLegend
from viz_app.panels.masks.views.tiles_view import TilesView
from viz_app.widgets.framed import framed
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.selection import Cell

BATCH_SHARE = 0.34
"""Share of the height that the batch may take."""


class BatchPart(Translated, QWidget):
    """Two to six sentences, padded to the length of the longest.

    Signals:
        sentences_changed, sentence_picked: as of :class:`BatchEditor`.
    """

    sentences_changed = Signal(object)
    sentence_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: BatchShown | None = None
        self.editor, self.masks = BatchEditor(theme), TilesView(theme)
        self.add, self._caption, self._frame = QPushButton(), QLabel(), QFrame()
        self._legend = MaskLegend(theme)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_shown(self, shown: BatchShown) -> None:
        """Show a batch; does not modify state."""
        self._shown = shown
        self.editor.set_batch(shown)
        self._show_add()
        self._show_masks()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        unit = theme.unit
        for view in (self.editor, self.masks, self._legend):
            view.set_theme(theme)
        self._column.setSpacing(3 * unit)
        self._inner.setContentsMargins(4 * unit, 2 * unit, 4 * unit, 2 * unit)
        self._inner.setSpacing(2 * unit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the masks their room."""
        super().resizeEvent(event)
        self._fit()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        for widget, stretch in ((self._caption, 1), (self._legend, 0), (self.add, 0)):
            head.addWidget(widget, stretch)
        self._caption.setProperty("role", "small")
        self._caption.setWordWrap(True)
        self.add.setProperty("segment", True)
        self._frame.setProperty("panel", True)
        self._inner = QVBoxLayout(self._frame)
        self._inner.addLayout(head)
        self._inner.addWidget(self.editor)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._frame)
        self._column.addWidget(framed(self.masks), 1)

    def _connect(self) -> None:
        self.add.clicked.connect(self.editor.add)
        self.editor.lines_changed.connect(self._show_add)
        self.editor.sentences_changed.connect(self.sentences_changed)
        self.editor.sentence_picked.connect(self.sentence_picked)

    def _show_add(self) -> None:
        self.add.setEnabled(self.editor.can_add)

    def _show_masks(self) -> None:
        shown = self._shown
        if shown is None:
            return
        pictures = mask_pictures(shown.record, shown.rows[shown.sentence] or 0)

        def say(picture: int, cell: Cell) -> str:
            return mask_sentence(pictures[picture], cell)

        self.masks.set_pictures(pictures, say)

    def _fit(self) -> None:
        lines = int(self.height() * BATCH_SHARE / (LINE * self._theme.scale))
        self.editor.set_most_lines(lines)

    def _retranslate(self) -> None:
        self._caption.setText(
            self.tr("The batch: shorter sentences are padded to the length of the longest")
        )
        self.add.setText(self.tr("Add a sentence"))
        self.add.setToolTip(
            self.tr("Put another sentence into the batch, {most} at most").format(most=MOST)
        )
        self._show_masks()
