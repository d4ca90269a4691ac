"""Post-norm and pre-norm: both orders, the model's stream, gradients of untrained networks."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from model.config import Norm
from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.painting.sketch import SketchLayout, paint_sketch
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.views.gradient_plot import GradientPlot
from viz_app.panels.architecture.views.stream_plot import StreamPlot
from viz_app.widgets.filled import filled
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class NormsPage(Themed, QWidget):
    """Two cards above two plots."""

    def __init__(
        self, theme: Theme, intents: ArchitectureIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.intents = intents
        self.post, self.pre = NormCard(theme, "post"), NormCard(theme, "pre")
        self.stream, self.gradients = StreamPlot(theme), GradientPlot(theme, intents)
        self._cards = filled(QHBoxLayout(), (self.post, 1), (self.pre, 1))
        self._plots = filled(QHBoxLayout(), (self.stream, 1), (self.gradients, 1))
        self._rows = filled(QVBoxLayout(self), self._cards, (self._plots, 1))
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is known."""
        own = snapshot.record.config.norm if snapshot.record else None
        self.post.set_own(own=own == "post")
        self.pre.set_own(own=own == "pre")
        self.stream.set_snapshot(snapshot)
        self.gradients.set_snapshot(snapshot)

    def _dress(self) -> None:
        for layout in (self._rows, self._cards, self._plots):
            layout.setSpacing(3 * self.theme.unit)


class NormCard(Themed, Translated, QFrame):
    """Title, drawing and formula of one of both: where the LayerNorm stands."""

    def __init__(self, theme: Theme, norm: Norm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._norm = norm
        self._title, self.own = text_label("title", wraps=True), text_label("small")
        self.sketch = NormSketch(theme, norm)
        self.formula = FormulaView(theme, f"architecture_{norm}")
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_own(self, *, own: bool) -> None:
        """Say whether the loaded model is made so."""
        self.own.setVisible(own)

    def _dress(self) -> None:
        margin = 3 * self.theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        titles = {
            "post": self.tr("Post-norm: after the addition"),
            "pre": self.tr("Pre-norm: before the sublayer"),
        }
        self._title.setText(titles[self._norm])
        self.own.setText(self.tr("this model"))

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.own, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addLayout(head)
        self._rows.addWidget(self.sketch)
        self._rows.addWidget(self.formula)


class NormSketch(Themed, QWidget):
    """The drawing alone."""

    def __init__(self, theme: Theme, norm: Norm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._norm = theme, norm
        self._layout: SketchLayout | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()

    def layout_now(self) -> SketchLayout | None:
        """Where everything was painted last."""
        return self._layout

    def sizeHint(self) -> QSize:
        """Wide enough for two boxes, high enough for the way around them."""
        return QSize(round(300 * self.theme.scale), round(48 * self.theme.scale))

    def minimumSizeHint(self) -> QSize:
        """The names still have room."""
        return QSize(round(240 * self.theme.scale), round(48 * self.theme.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts."""
        names = self.tr("sublayer f"), self.tr("LayerNorm")
        with QPainter(self) as painter:
            self._layout = paint_sketch(
                painter, QRectF(self.rect()), self._norm, self.theme, names=names
            )
