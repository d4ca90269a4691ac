"""A typeset formula."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.formulas import ENLARGED, SIZE, formula_svg, spoken_formulas
from viz_app.widgets.themed import Themed


class FormulaView(Themed, QWidget):
    """A formula of ``resources/formulas``, in the theme's colours, as wide as there is room."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """``name`` is the first word of a line in ``formulas.tsv``."""
        super().__init__(parent)
        self._name = name
        self._renderer = QSvgRenderer(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_formula(self, name: str) -> None:
        """Show another formula; shows, never modifies state."""
        if name != self._name:
            self._name = name
            self._dress()

    def sizeHint(self) -> QSize:
        """The size in which the formula fits the text around it."""
        return self._natural().toSize() + QSize(1, 1)

    def minimumSizeHint(self) -> QSize:
        """At half the size it can still be read."""
        natural = self._natural()
        return QSize(round(natural.width() / 2), round(natural.height()) + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it at the left, in the middle; smaller where it would be cut off."""
        natural = self._natural()
        share = min(1.0, self.width() / natural.width(), self.height() / natural.height())
        size = QSizeF(natural.width() * share, natural.height() * share)
        place = QRectF(QPointF(0, (self.height() - size.height()) / 2), size)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._renderer.render(painter, place)

    def _dress(self) -> None:
        theme = self.theme
        self._renderer.load(QByteArray(formula_svg(self._name, theme)))
        self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        self.setAccessibleName(spoken_formulas()[self._name])
        self.setToolTip(spoken_formulas()[self._name])
        self.updateGeometry()
        self.update()

    def _natural(self) -> QSizeF:
        share = self.theme.body * ENLARGED / SIZE
        box = self._renderer.viewBoxF()
        return QSizeF(box.width() * share, box.height() * share)
