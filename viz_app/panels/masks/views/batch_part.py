"""The batch, and the four masks of one of its sentences."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.painting.mask_pictures import mask_legend, mask_pictures, mask_sentence
from viz_app.panels.masks.shown import BatchShown
from viz_app.panels.masks.state import MOST
from viz_app.panels.masks.views.batch_editor import BatchEditor
from viz_app.panels.masks.views.batch_view import LINE
from viz_app.panels.masks.views.tiles_view import TilesView
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

BATCH_SHARE = 0.34
"""Share of the height that the batch may take."""


class BatchPart(Themed, Translated, QWidget):
    """Two to six sentences, padded to the length of the longest."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents = intents
        self._shown: BatchShown | None = None
        self.editor, self.masks = BatchEditor(theme, intents), TilesView(theme)
        self.add, self._frame = QPushButton(), QFrame()
        self._caption = text_label("small", wraps=True)
        self._legend = _Legend()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_shown(self, shown: BatchShown) -> None:
        """Show a batch."""
        self._shown = shown
        self.editor.set_batch(shown)
        self._show_add()
        self._show_caption()
        self._show_masks()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._column.setSpacing(3 * unit)
        self._inner.setContentsMargins(4 * unit, 2 * unit, 4 * unit, 2 * unit)
        self._inner.setSpacing(2 * unit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the masks their room."""
        super().resizeEvent(event)
        self._fit()

    def _arrange(self) -> None:
        head = filled(QHBoxLayout(), (self._caption, 1), self._legend, self.add)
        self.add.setProperty("segment", True)
        self._frame.setProperty("panel", True)
        self._inner = filled(QVBoxLayout(self._frame), head, self.editor)
        self._column = filled(QVBoxLayout(self), self._frame, (framed(self.masks), 1))

    def _connect(self) -> None:
        self.add.clicked.connect(self.editor.add)
        self.editor.lines_changed.connect(self._show_add)

    def _show_add(self) -> None:
        self.add.setEnabled(self.editor.can_add)

    def _show_caption(self) -> None:
        record = self._shown.record if self._shown else None
        is_even = record and record.source_padding.all() and record.target_padding.all()
        self._caption.setText(
            self.tr("The batch: all sentences are of one length, so there is no padding")
            if is_even
            else self.tr("The batch: shorter sentences are padded to the length of the longest")
        )

    def _show_masks(self) -> None:
        shown = self._shown
        if shown is None:
            return
        pictures = mask_pictures(shown.record, shown.sentence_row, shown.source_glosses)
        sentence = self.tr("sentence {number}").format(number=shown.sentence + 1)
        self.masks.said_too = (sentence,)
        self.masks.set_pictures(
            pictures, lambda picture, cell: mask_sentence(pictures[picture], cell)
        )

    def _fit(self) -> None:
        self.editor.set_most_lines(int(self.height() * BATCH_SHARE / (LINE * self.theme.scale)))

    def _retranslate(self) -> None:
        self._show_caption()
        self.add.setText(self.tr("Add a sentence"))
        self.add.setToolTip(
            tool_tip(
                self.tr("Put another sentence into the batch (at most {most})").format(most=MOST)
            )
        )
        self._show_masks()


class _Legend(Themed, Translated, QWidget):
    """What tinted and hatched cells mean."""

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()

    def _retranslate(self) -> None:
        self._dress()

    def sizeHint(self) -> QSize:
        """One line."""
        width = legend_width(mask_legend(), self.theme) + 6 * self.theme.unit
        return QSize(round(width), 6 * self.theme.unit)

    def minimumSizeHint(self) -> QSize:
        """One line."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two swatches with words."""
        place = QPointF(3.0 * self.theme.unit, (self.height() - self.theme.small) / 2)
        with QPainter(self) as painter:
            paint_legend(painter, place, mask_legend(), self.theme)
