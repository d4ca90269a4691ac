"""The plots of the architecture tab as widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.pictures.plots import TitledCurves
from viz_app.panels.architecture.room import (
    DEPTHS,
    ArchitectureHandle,
    ArchitectureSnapshot,
    measuring_begun,
    measuring_ended,
)
from viz_app.pictures.typeset import typeset
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip
from viz_app.widgets.choosers import Segments
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.layout import filled, text_label
from viz_app.widgets.themed import Pictured

LOWEST = 108
"""Of a plot under a title, in px at 100 %."""

HEIGHT = 132
"""Of each plot of a pair, in px at 100 %."""


def marks_text(marks: Iterable[tuple[str, str, str]], theme: Theme) -> str:
    """A legend as rich text, of colour, sign and name of each curve."""
    return " &nbsp; ".join(
        f'<span style="color:{colour}">{sign}</span>&nbsp;'
        + typeset(name, theme, size=theme.small, ink=theme.soft_text)
        for colour, sign, name in marks
    )


def draw(plot: CurvePlot, content: TitledCurves) -> None:
    plot.setAccessibleName(content.title)
    if content.places:
        plot.show_curves(
            content.curves, x=content.x, y=content.y, places=content.places, say=content.say
        )


class TitledPlot(Pictured, QFrame):
    """Title and tools in one row, the legend below, then the plot."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._made_of: tuple[Any, ...] | None = None
        self.plot = CurvePlot(theme)
        self.plot.setMinimumHeight(round(LOWEST * theme.scale))
        self._title = text_label("title", wraps=True)
        self.legend = text_label("small", wraps=True, form=Qt.TextFormat.RichText)
        self.tools, margin = QHBoxLayout(), 3 * theme.unit
        self.tools.setSpacing(2 * theme.unit)
        head = filled(QHBoxLayout(), (self._title, 1), self.tools)
        margins = (margin, margin, margin, margin)
        rows = head, self.legend, (self.plot, 1)
        filled(QVBoxLayout(self), *rows, spacing=theme.unit, margins=margins)
        self.setProperty("panel", True)

    def show_curves(self, make: Callable[..., TitledCurves], *of: Any) -> None:
        """Show ``make(*of, theme)``, unless it is shown already."""
        if of == self._made_of:
            return
        self._made_of, content = of, make(*of, self.theme)
        self._title.setText(content.title)
        self.legend.setText(marks_text(content.marks, self.theme))
        self.extra_caption = content.caption
        draw(self.plot, content)

    def shown_values(self) -> Tables:
        return self.plot.tables()

    def caption_parts(self) -> tuple[str, ...]:
        return self.plot.accessibleName(), *self.extra_caption


OWN = "own"


class GradientPlot(TitledPlot):
    """With the choice of how deep the untrained networks are."""

    def __init__(self, theme: Theme, room: ArchitectureHandle) -> None:
        super().__init__(theme)
        self._n_layers: object = 0
        self.depths = Segments(theme, names=(OWN, *map(str, DEPTHS)), texts=self._depth_texts)
        self.tools.addWidget(self.depths)
        choose = room.sets("depth")
        self.depths.picked.connect(lambda name: choose(None if name == OWN else int(name)))

    def set_depth(self, snapshot: ArchitectureSnapshot) -> None:
        self._n_layers = snapshot.record.config.depths if snapshot.record else 0
        self.depths.refresh()
        self.depths.set_current(OWN if snapshot.own.depth is None else str(snapshot.own.depth))

    def _depth_texts(self) -> dict[str, tuple[str, str]]:
        own = self.tr("{count} layers").format(count=self._n_layers)
        texts = {OWN: (own, self.tr("Untrained networks as deep as the loaded model"))}
        tip = self.tr("Untrained networks with {count} layers on each side")
        return texts | {str(depth): (str(depth), tip.format(count=depth)) for depth in DEPTHS}


class MeasuringTools(QWidget):
    """Button and progress of a measurement."""

    def __init__(self, theme: Theme, room: ArchitectureHandle) -> None:
        super().__init__()
        self._begin, self._end = room.does(measuring_begun), room.does(measuring_ended)
        self._running = False
        self.progress, self.button = QProgressBar(), QPushButton()
        filled(QHBoxLayout(self), self.progress, self.button, spacing=2 * theme.unit)
        self.progress.setFixedWidth(20 * theme.unit)
        self.progress.setAccessibleName(self.tr("Progress of the measurement"))
        self.button.setProperty("compact", True)
        self.button.clicked.connect(self._on_clicked)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        measuring = snapshot.own.measuring
        self._running = measuring is not None
        self.progress.setVisible(self._running)
        if measuring is not None:
            self.progress.setRange(0, measuring.total)
            self.progress.setValue(measuring.done)
        self.button.setEnabled(snapshot.has_model)
        text, tip = (
            (self.tr("Stop"), self.tr("Stop measuring; results so far are kept"))
            if self._running
            else (
                self.tr("Measure"),
                self.tr("Measure the time of every layer on the curves; takes a few seconds"),
            )
        )
        self.button.setText(text)
        self.button.setToolTip(tool_tip(tip))
        self.button.setAccessibleName(text)

    @Slot()
    def _on_clicked(self) -> None:
        (self._end if self._running else self._begin)()


class TimesPlot(TitledPlot):
    """With the tools of a measurement."""

    of_translation = False

    def __init__(self, theme: Theme, room: ArchitectureHandle) -> None:
        super().__init__(theme)
        self.measuring = MeasuringTools(theme, room)
        self.tools.addWidget(self.measuring)


class PlotPair(Pictured, QWidget):
    """Mean and variance at each position: before a norm, normalised, and after."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.mean, self.variance = CurvePlot(theme), CurvePlot(theme)
        self._legend = text_label("small", wraps=True, form=Qt.TextFormat.RichText)
        mean, variance = text_label("small"), text_label("small")
        mean.setText(self.tr("Mean over all features at each position"))
        variance.setText(self.tr("Variance at each position (log scale)"))
        rows = self._legend, mean, self.mean, variance, self.variance
        filled(QVBoxLayout(self), *rows, spacing=theme.unit)
        for plot in (self.mean, self.variance):
            plot.setFixedHeight(round(HEIGHT * theme.scale))

    def show_curves(self, mean: TitledCurves, variance: TitledCurves) -> None:
        self._legend.setText(marks_text(mean.marks, self.theme))
        draw(self.mean, mean)
        draw(self.variance, variance)

    def shown_values(self) -> Tables:
        return (*self.mean.tables(), *self.variance.tables())
