"""Mean and variance at each position: before a LayerNorm, normalised, and after."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from model.arrays import FloatArray
from model.config import NormType
from model.lessons.architecture.record import NormStatistics
from viz_app.design.theme import Theme
from viz_app.panels.architecture.texts.blocks import norm_name
from viz_app.panels.architecture.views.titled_plot import marks_text
from viz_app.pictures.curves import Curve, PlotAxis
from viz_app.storage.value_tables import Tables
from viz_app.texts.numbers import MINUS, decimal_number
from viz_app.texts.token_text import quoted
from viz_app.texts.visible_token import visible
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

HEIGHT = 132
"""Of each plot, in px at 100 %."""


class NormPlots(Pictured, Themed, Translated, QWidget):
    """One plot for the mean, one for the variance."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._norm: NormStatistics | None = None
        self._tokens: tuple[str, ...] = ()
        self._type: NormType = "layer"
        self.mean, self.variance = CurvePlot(theme), CurvePlot(theme)
        self._legend = text_label("small", wraps=True, form=Qt.TextFormat.RichText)
        self._mean_title, self._variance_title = text_label("small"), text_label("small")
        means, variances = (self._mean_title, self.mean), (self._variance_title, self.variance)
        self._rows = filled(QVBoxLayout(self), self._legend, *means, *variances)
        self.set_theme(theme)

    def set_norm(
        self, norm: NormStatistics, tokens: tuple[str, ...], norm_type: NormType = "layer"
    ) -> None:
        """Show a normalisation of a sentence."""
        if norm is not self._norm:
            self._norm, self._tokens, self._type = norm, tokens, norm_type
            self._draw()

    def shown_values(self) -> Tables:
        """Means and variances."""
        return (*self.mean.tables(), *self.variance.tables())

    def _dress(self) -> None:
        self._rows.setSpacing(self.theme.unit)
        for plot in (self.mean, self.variance):
            plot.setFixedHeight(round(HEIGHT * self.theme.scale))
        self._draw()

    def sentence(self, position: int) -> str:
        """All six numbers of a position."""
        norm = self._norm
        if norm is None:
            return ""
        template = self.tr(
            "position {number} {token} · mean {mean} → {mean_normalised} → {mean_after}"
            " · variance {variance} → {variance_normalised} → {variance_after}"
        )
        return template.format(
            number=position,
            token=quoted(self._tokens[position]),
            mean=_number(norm.mean_before[position]),
            mean_normalised=_number(norm.mean_normalised[position]),
            mean_after=_number(norm.mean_after[position]),
            variance=_number(norm.variance_before[position]),
            variance_normalised=_number(norm.variance_normalised[position]),
            variance_after=_number(norm.variance_after[position]),
        )

    def _retranslate(self) -> None:
        self._draw()

    def _draw(self) -> None:
        self._mean_title.setText(self.tr("Mean over all features at each position"))
        self._variance_title.setText(self.tr("Variance at each position, powers of ten"))
        self._legend.setText(
            marks_text(
                [(colour, sign, name) for colour, _, sign, name in self._looks()], self.theme
            )
        )
        mean = self.tr("Mean before and after the {norm}")
        self.mean.setAccessibleName(mean.format(norm=norm_name(self._type)))
        variance = self.tr("Variance before and after the {norm}")
        self.variance.setAccessibleName(variance.format(norm=norm_name(self._type)))
        norm = self._norm
        if norm is None:
            return
        means = norm.mean_before, norm.mean_normalised, norm.mean_after
        variances = norm.variance_before, norm.variance_normalised, norm.variance_after
        self._show(self.mean, means, PlotAxis())
        self._show(self.variance, variances, PlotAxis(log=True))

    def _show(self, plot: CurvePlot, lines: tuple[FloatArray, ...], y: PlotAxis) -> None:
        places = range(len(self._tokens))
        curves = [
            Curve(x=places, y=line, colour=colour, symbol=symbol, hollow=sign != "●", name=name)
            for line, (colour, symbol, sign, name) in zip(lines, self._looks(), strict=True)
        ]
        x = PlotAxis(ticks=tuple((place, visible(self._tokens[place])) for place in places))
        plot.show_curves(curves, x=x, y=y, places=places, say=self.sentence)

    def _looks(self) -> tuple[tuple[str, str, str, str], ...]:
        """Colour, symbol, its sign in a text, and the name of each line."""
        theme = self.theme
        normalised, after = self.tr("normalised: (x − μ)/√(σ² + ε)"), self.tr("after α and b")
        if self._type == "rms":
            normalised = self.tr("normalised: x/√(μ(x²) + ε)")
            after = self.tr("after α")
        return (
            (theme.curves[1], "o", "○", self.tr("before: x")),
            (theme.curves[0], "o", "●", normalised),
            (theme.text, "t1", "△", after),
        )


def _number(value: float) -> str:
    """Three decimals; large ones shorter. What rounds to nothing has no sign."""
    if abs(value) < 100:
        return decimal_number(float(value), 3)
    return f"{float(value):.4g}".replace("-", MINUS)
