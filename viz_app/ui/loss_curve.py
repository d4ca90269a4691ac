"""The loss of a training run, live."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from model.trace import FloatArray
from viz_app.state.training import CurvePoint
from viz_app.ui.theme import Theme, light_theme

SMALLEST = 1e-6
"""A loss below this is drawn here: a logarithm needs something above zero."""


class LossCurve(QWidget):
    """Training and validation loss by update; the scale of the loss can be logarithmic."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Empty axes."""
        super().__init__(parent)
        self._curve: tuple[CurvePoint, ...] = ()
        self._theme = light_theme()
        self._title = QLabel(self)
        self.log_scale = QCheckBox(self)
        self.plot = pg.PlotWidget(self, background=None)
        self._legend = self.plot.addLegend(offset=(-12, 8))
        self.training = self.plot.plot(antialias=True, connect="finite")
        self.validation = self.plot.plot(antialias=True, connect="finite", symbol="o")
        self._quieten()
        self._arrange()
        self.log_scale.toggled.connect(self._on_log_scale)
        self.retranslate()

    def set_curve(self, curve: tuple[CurvePoint, ...]) -> None:
        """Show the points so far; shows, never modifies state."""
        if curve == self._curve:
            return
        self._curve = curve
        updates, losses, held_out = _columns(curve)
        self.training.setData(updates, losses)
        seen = np.isfinite(held_out)
        self.validation.setData(updates[seen], held_out[seen])
        self._fit()
        self._describe()

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes."""
        self._theme = theme
        self.training.setPen(pg.mkPen(theme.accent, width=1.5 * theme.scale))
        self.validation.setPen(
            pg.mkPen(theme.text, width=1.5 * theme.scale, style=Qt.PenStyle.DashLine)
        )
        self.validation.setSymbolBrush(theme.text)
        self.validation.setSymbolPen(None)
        self.validation.setSymbolSize(6 * theme.scale)
        self._legend.setLabelTextColor(theme.text)
        self._legend.setLabelTextSize(f"{theme.small}px")
        for side in ("bottom", "left"):
            axis = self.plot.getAxis(side)
            axis.setPen(theme.line)
            axis.setTextPen(theme.soft_text)
            axis.setTickFont(theme.font(theme.small))
            axis.setStyle(tickTextOffset=theme.unit)
        self.plot.showGrid(x=False, y=True, alpha=0.25)
        self.layout().setSpacing(theme.unit)
        self.retranslate()

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        style = {"color": self._theme.soft_text, "font-size": f"{self._theme.small}px"}
        self.plot.setLabel("bottom", self.tr("update"), **style)
        self.plot.setLabel("left", self.tr("loss (nats per token)"), **style)
        self._title.setText(self.tr("Loss"))
        self.log_scale.setText(self.tr("Lo&garithmic scale"))
        self.log_scale.setToolTip(self.tr("Draw the loss on a logarithmic scale"))
        self.log_scale.setAccessibleName(self.tr("Logarithmic scale"))
        self.plot.setAccessibleName(self.tr("Loss curve"))
        self._legend.clear()
        self._legend.addItem(self.training, self.tr("training"))
        self._legend.addItem(self.validation, self.tr("validation"))
        self._describe()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _quieten(self) -> None:
        self.plot.setMouseEnabled(x=False, y=False)
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._title.setProperty("role", "title")

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self.log_scale)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addLayout(top)
        rows.addWidget(self.plot, 1)

    @Slot(bool)
    def _on_log_scale(self, on: bool) -> None:
        self.plot.setLogMode(x=False, y=on)
        self._fit()

    def _fit(self) -> None:
        """Losses from 0, or from the smallest one on a logarithmic scale."""
        if not self._curve:
            return
        updates, losses, held_out = _columns(self._curve)
        self.plot.setXRange(0, max(10, updates[-1]), padding=0.01)
        values = np.concatenate((losses, held_out))
        values = values[np.isfinite(values)]
        if not values.size:
            return
        low, high = float(values.min()), float(values.max())
        if self.log_scale.isChecked():
            self.plot.setYRange(np.log10(low), np.log10(high), padding=0.05)
        else:
            self.plot.setYRange(0, max(high, SMALLEST), padding=0.05)

    def _describe(self) -> None:
        if not self._curve:
            self.plot.setAccessibleDescription(self.tr("No training yet"))
            return
        last = self._curve[-1]
        template = self.tr("loss {loss} nats per token at update {update}")
        self.plot.setAccessibleDescription(
            template.format(loss=f"{last.loss:.3f}", update=last.update)
        )


def _columns(curve: tuple[CurvePoint, ...]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Updates, losses, validation losses with NaN where there is none; each ``[point]``."""
    table = np.array(
        [(p.update, p.loss, np.nan if p.validation_loss is None else p.validation_loss) for p in curve],
        dtype=np.float64,
    ).reshape(-1, 3)
    table[:, 1:] = np.maximum(table[:, 1:], SMALLEST)
    return table[:, 0], table[:, 1], table[:, 2]
