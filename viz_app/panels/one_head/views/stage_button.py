"""A stage of the walk as a button with the query's numbers there."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.one_head.painting.matrix_painter import paint_head_cells
from viz_app.panels.one_head.painting.matrix_picture import MatrixPicture
from viz_app.pictures.grid import CellGrid


class StageButton(QPushButton):
    """Checkable; under its name is a strip: one row of what comes out of the stage."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._strip: MatrixPicture | None = None
        self.setCheckable(True)
        self.setProperty("segment", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_strip(self, strip: MatrixPicture | None) -> None:
        """Show one row of numbers; does not modify state."""
        if strip != self._strip:
            self._strip = strip
            self.update()

    def strip(self) -> MatrixPicture | None:
        """What is shown."""
        return self._strip

    def set_theme(self, theme: Theme) -> None:
        """Colours, and room for the strip under the name."""
        self._theme = theme
        unit = theme.unit
        self.setStyleSheet(
            f'QPushButton[segment="true"] {{ padding: 0 {unit}px {3 * unit}px {unit}px; }}'
        )
        self.update()

    def minimumSizeHint(self) -> QSize:
        """As narrow as its name."""
        width = self.fontMetrics().horizontalAdvance(self.text()) + 4 * self._theme.unit
        return QSize(width, self.sizeHint().height())

    def strip_grid(self) -> CellGrid | None:
        """Where the numbers are."""
        if self._strip is None:
            return None
        unit, columns = self._theme.unit, len(self._strip.columns)
        width = self.width() - 4 * unit
        return CellGrid(
            left=2 * unit,
            top=self.height() - 3.5 * unit,
            cell_width=width / columns,
            cell_height=1.75 * unit,
            rows=1,
            columns=columns,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """The button, then the strip."""
        super().paintEvent(event)
        grid = self.strip_grid()
        if grid is not None and self._strip is not None:
            with QPainter(self) as painter:
                paint_head_cells(painter, grid, self._strip, self._theme)
