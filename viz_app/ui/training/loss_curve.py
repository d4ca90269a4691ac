"""The loss of a training run, live."""

from __future__ import annotations

import html
import math

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from viz_app.state.training import CurvePoint
from viz_app.ui.design.theme import Theme, light_theme
from viz_app.ui.texts.numbers import short_loss
from viz_app.ui.widgets.quiet_plot import QuietPlot

Numbers = npt.NDArray[np.float64]

SMALLEST = 1e-6
"""A loss below this is drawn here: a logarithm needs something above zero."""


class LossCurve(QWidget):
    """Training and validation loss by update; the scale of the loss can be logarithmic."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Empty axes."""
        super().__init__(parent)
        self._curve: tuple[CurvePoint, ...] = ()
        self._theme = light_theme()
        self._title, self.legend = QLabel(self), QLabel(self)
        self.log_scale = QPushButton(self)
        self.plot = QuietPlot(self)
        self.training = self.plot.plot(antialias=True, connect="finite")
        self.validation = self.plot.plot(antialias=True, connect="finite", symbol="o")
        for item in (self.training, self.validation):
            item.curve.setSegmentedLineMode("on")  # three times as fast
        self._dress()
        self._arrange()
        self._show_ticks()
        self.log_scale.toggled.connect(self._on_log_scale)
        self.retranslate()

    def set_curve(self, curve: tuple[CurvePoint, ...]) -> None:
        """Show the points so far; shows, never modifies state."""
        if curve == self._curve:
            return
        self._curve = curve
        self._show_ticks()
        updates, losses, held_out = _columns(curve)
        self.training.setData(updates, losses)
        seen = np.isfinite(held_out)
        self.validation.setData(updates[seen], held_out[seen])
        self._fit()
        self._describe()

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes."""
        self._theme = theme
        self.plot.set_theme(theme)
        self.training.setPen(pg.mkPen(theme.accent, width=1.5 * theme.scale))
        self.validation.setPen(pg.mkPen(theme.text, width=theme.scale))
        self.validation.setSymbolBrush(theme.text)
        self.validation.setSymbolPen(None)
        self.validation.setSymbolSize(6 * theme.scale)
        self._rows.setSpacing(theme.unit)
        self.retranslate()

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        names = {"bottom": self.tr("update"), "left": self.tr("loss (nats per token)")}
        self.plot.name_axes(self._theme, **names)
        self._title.setText(self.tr("Loss"))
        self.log_scale.setText(self.tr("Lo&g scale"))
        self.log_scale.setToolTip(self.tr("Draw the loss on a logarithmic scale"))
        self.log_scale.setAccessibleName(self.tr("Logarithmic scale"))
        self.plot.setAccessibleName(self.tr("Loss curve"))
        self.legend.setText(self._legend_text())
        self._describe()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _dress(self) -> None:
        self._title.setProperty("role", "title")
        self.legend.setProperty("role", "small")
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.log_scale.setProperty("segment", True)
        self.log_scale.setCheckable(True)

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self.legend)
        top.addSpacing(16)
        top.addWidget(self.log_scale)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addLayout(top)
        self._rows.addWidget(self.plot, 1)

    @Slot(bool)
    def _on_log_scale(self, on: bool) -> None:
        self.plot.setLogMode(x=False, y=on)
        self._fit()

    def _fit(self) -> None:
        """Ranges that grow in steps: new ticks cost more than the curve."""
        if not self._curve:
            return
        updates, *losses = _columns(self._curve)
        values = np.concatenate(losses)
        values = values[np.isfinite(values)]
        self.plot.setXRange(0, roomy(max(10.0, float(updates[-1]))), padding=0.01)
        if not values.size:
            return
        low, high = float(values.min()), float(values.max())
        if self.log_scale.isChecked():
            quarters = math.floor(4 * math.log10(low)), math.ceil(4 * math.log10(high))
            self.plot.setYRange(quarters[0] / 4, quarters[1] / 4, padding=0.05)
        else:
            self.plot.setYRange(0, roomy(high), padding=0.02)

    def _legend_text(self) -> str:
        entries = (
            (self._theme.accent, "━━", self.tr("training")),
            (self._theme.text, "━●━", self.tr("validation")),
        )
        return "&nbsp;&nbsp;&nbsp;".join(
            f'<span style="color:{colour}">{mark}</span> {html.escape(name)}'
            for colour, mark, name in entries
        )

    def _show_ticks(self) -> None:
        for side in ("bottom", "left"):
            self.plot.getAxis(side).setStyle(showValues=bool(self._curve))

    def _describe(self) -> None:
        if not self._curve:
            self.plot.setAccessibleDescription(self.tr("No training yet"))
            return
        last = self._curve[-1]
        template = self.tr("loss {loss} nats per token at update {update}")
        self.plot.setAccessibleDescription(
            template.format(loss=short_loss(last.loss), update=last.update)
        )


def roomy(value: float) -> float:
    """The next round number: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(step * power for step in steps if step * power >= value)


def _columns(curve: tuple[CurvePoint, ...]) -> tuple[Numbers, Numbers, Numbers]:
    """Updates, losses, validation losses with NaN where there is none; each ``[point]``."""
    rows = [(p.update, p.loss, p.validation_loss) for p in curve]
    table = np.array(rows, dtype=np.float64).reshape(-1, 3)  # None becomes NaN
    table[:, 1:] = np.maximum(table[:, 1:], SMALLEST)
    return table[:, 0], table[:, 1], table[:, 2]
