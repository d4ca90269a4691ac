"""A typeset formula."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.design.theme import Theme
from viz_app.pictures.formulas import Formula
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.themed import Themed


class FormulaView(Themed, QWidget):
    """A formula of ``resources/formulas``, in the theme's colours, as wide as there is room."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """``name`` is the first word of a line in ``formulas.tsv``."""
        super().__init__(parent)
        self._name, self._formula = name, Formula(name, theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_formula(self, name: str) -> None:
        """Show another formula; shows, never modifies state."""
        if name != self._name:
            self._name = name
            self._dress()

    def sizeHint(self) -> QSize:
        """The size in which the formula fits the text around it."""
        return self._formula.size.toSize() + QSize(1, 1)

    def minimumSizeHint(self) -> QSize:
        """At half the size it can still be read."""
        natural = self._formula.size
        return QSize(round(natural.width() / 2), round(natural.height()) + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it at the left, in the middle; smaller where it would be cut off."""
        with QPainter(self) as painter:
            self._formula.paint(painter, QRectF(self.rect()))

    def _dress(self) -> None:
        self._formula = Formula(self._name, self.theme)
        self.setAccessibleName(self._formula.text)
        self.setToolTip(tool_tip(self._formula.text))
        self.updateGeometry()
        self.update()
