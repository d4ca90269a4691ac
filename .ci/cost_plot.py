"""The plot of the cost curves: time above, memory below, a column for each size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout

from model.steps import run_through
from viz_app.design.theme import Theme, light_theme, style_sheet
from viz_app.panels.architecture.view.plots import marks_text
from viz_app.pictures.figure_files import save_figure
from viz_app.pictures.plot import Curve, PlotAxis, covered
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.layout import text_label
from viz_app.widgets.printing import figure_steps

SIZE = QSize(1000, 470)
LOOKS = {"decoding": ("o", "●", 0), "update": ("s", "■", 1), "epoch": ("t1", "▲", 2)}
"""Of each work pyqtgraph's symbol, the sign in the legend, and which of the theme's colours."""

NAMES = {
    "decoding": "decoding a sentence, all weights recorded",
    "update": "an update of training",
    "epoch": "an epoch",
}
AXES = {
    "tokens": "tokens of each side",
    "layers": "layers",
    "heads": "heads",
    "d_model": "d_model",
    "pairs": "pairs in the corpus",
}
COSTS = (
    ("seconds", "time", "CPU time in ms", 1e3),
    ("bytes", "memory", "memory at most in MB", 1e-6),
)

Measured = Mapping[str, Any]


def save_cost_plot(path: Path, curves: Sequence[Measured]) -> None:
    """Draw the curves as ``.ci/update-cost-curves`` writes them."""
    app = QApplication.instance() or QApplication([])
    theme = light_theme()
    sheet = _sheet_of(curves, theme)
    sheet.setStyleSheet(style_sheet(theme))
    sheet.resize(SIZE)
    sheet.show()
    app.processEvents()
    save_figure(path, *run_through(figure_steps(sheet, sheet, theme)))
    sheet.close()


class _Sheet(QFrame):
    """What is drawn; figures ask it for the colours that it has."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme


def _sheet_of(curves: Sequence[Measured], theme: Theme) -> _Sheet:
    sheet = _Sheet(theme)
    rows = QGridLayout(sheet)
    legend = text_label("small", form=Qt.TextFormat.RichText)
    marks = [(theme.curves[LOOKS[work][2]], LOOKS[work][1], NAMES[work]) for work in LOOKS]
    marks.append((theme.soft_text, "┄", "as steep as the theory's upper bound"))
    legend.setText(marks_text(marks, theme))
    rows.addWidget(legend, 0, 0, 1, len(AXES))
    for row, (cost, kind, unit, factor) in enumerate(COSTS):
        shown = [_Shown(one, cost, kind, factor) for one in curves]
        reach = covered([PlotAxis(log=True).placed(one.values) for one in shown])
        for column, (over, name) in enumerate(AXES.items()):
            plot = CurvePlot(theme)
            plot.low = 0
            here = [one for one in shown if one.over == over]
            plot.show_curves(
                [line for one in here for line in one.lines(theme)],
                x=PlotAxis(name=name if row else "", log=True, ticks=here[0].ticks, padding=0.12),
                y=PlotAxis(name="" if column else unit, log=True, reach=reach),
                places=here[0].at,
                say=str,
            )
            rows.addWidget(plot, row + 1, column)
    return sheet


class _Shown:
    """One cost of one work over one size."""

    def __init__(self, measured: Measured, cost: str, kind: str, factor: float) -> None:
        self.work, self.over = measured["work"], measured["over"]
        self.at = measured["at"]
        self.values = [value * factor for value in measured[cost]]
        self.theory = measured[kind]["theory"]
        self.fitted_to = measured["points"]

    @property
    def ticks(self) -> tuple[tuple[float, str], ...]:
        """Where it was measured, and what stands there on the axis."""
        return tuple((float(at), f"{at:,}") for at in self.at)

    def lines(self, theme: Theme) -> Iterator[Curve]:
        """The theory's slope through the last point, and above it what was measured."""
        symbol, _, place = LOOKS[self.work]
        colour, last = theme.curves[place], self.at[-1]
        upper = self.at[-self.fitted_to :]
        slope = [self.values[-1] * (at / last) ** self.theory for at in upper]
        yield Curve(x=upper, y=slope, colour=colour, style="dotted", width=1.4)
        yield Curve(x=self.at, y=self.values, colour=colour, symbol=symbol, size=6)
