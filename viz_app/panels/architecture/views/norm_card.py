"""Post-norm or pre-norm on a card: where the LayerNorm stands, and the formula."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from model.config import Norm
from viz_app.design.theme import Theme
from viz_app.panels.architecture.painting.sketch import SketchLayout, paint_sketch
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.translated import Translated


class NormSketch(QWidget):
    """The drawing alone."""

    def __init__(self, theme: Theme, norm: Norm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._norm = theme, norm
        self._layout: SketchLayout | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def layout_now(self) -> SketchLayout | None:
        """Where everything was painted last."""
        return self._layout

    def sizeHint(self) -> QSize:
        """Wide enough for two boxes, high enough for the way around them."""
        return QSize(round(300 * self._theme.scale), round(48 * self._theme.scale))

    def minimumSizeHint(self) -> QSize:
        """The names still have room."""
        return QSize(round(240 * self._theme.scale), round(48 * self._theme.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts."""
        names = self.tr("sublayer f"), self.tr("LayerNorm")
        with QPainter(self) as painter:
            self._layout = paint_sketch(
                painter, QRectF(self.rect()), self._norm, self._theme, names=names
            )


class NormCard(Translated, QFrame):
    """Title, drawing and formula of one of both."""

    def __init__(self, theme: Theme, norm: Norm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._norm = norm
        self._title, self._own = QLabel(), QLabel()
        self.sketch = NormSketch(theme, norm)
        self.formula = FormulaView(theme, f"architecture_{norm}")
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_own(self, *, own: bool) -> None:
        """Say whether the loaded model is made so; does not modify state."""
        self._own.setVisible(own)

    def is_own(self) -> bool:
        """Whether the card says that the loaded model is made so."""
        return not self._own.isHidden()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        margin = 3 * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(theme.unit)
        self.sketch.set_theme(theme)
        self.formula.set_theme(theme)

    def _retranslate(self) -> None:
        titles = {
            "post": self.tr("Post-norm: after the addition"),
            "pre": self.tr("Pre-norm: before the sublayer"),
        }
        self._title.setText(titles[self._norm])
        self._own.setText(self.tr("this model"))

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self._title.setProperty("role", "title")
        self._title.setWordWrap(True)
        self._own.setProperty("role", "small")
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._own, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addLayout(head)
        self._rows.addWidget(self.sketch)
        self._rows.addWidget(self.formula)
