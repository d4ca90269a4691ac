"""The legend of the mask tab."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.painting.mask_pictures import mask_legend
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.widgets.translated import Translated


class MaskLegend(Translated, QWidget):
    """What tinted and hatched cells mean."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def _retranslate(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        width = legend_width(mask_legend(), self._theme) + 6 * self._theme.unit
        return QSize(round(width), 6 * self._theme.unit)

    def minimumSizeHint(self) -> QSize:
        """One line."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two swatches with words."""
        place = QPointF(3.0 * self._theme.unit, (self.height() - self._theme.small) / 2)
        with QPainter(self) as painter:
            paint_legend(painter, place, mask_legend(), self._theme)
