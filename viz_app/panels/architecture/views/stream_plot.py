"""How long the vectors of the residual stream are, through the depth of the loaded model."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from model.lessons.architecture.record import STACKS, ArchitectureRecord, Stream
from viz_app.design.theme import Theme
from viz_app.panels.architecture.painting.flow_marks import side_colour
from viz_app.panels.architecture.texts.blocks import side_name, stream_point
from viz_app.panels.architecture.views.curves import Axis, Curve
from viz_app.panels.architecture.views.titled_plot import TitledPlot
from viz_app.widgets.translated import Translated


class StreamPlot(Translated, TitledPlot):
    """‖x‖ after each sublayer, and ‖f(x)‖ of what each adds; means over the positions."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty until :meth:`set_record`."""
        super().__init__(theme, parent)
        self._theme = theme
        self._record: ArchitectureRecord | None = None
        self._draw()

    def set_record(self, record: ArchitectureRecord | None) -> None:
        """Show a model with a sentence in it; does not modify state."""
        if record is not self._record:
            self._record = record
            self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        super().set_theme(theme)
        self._draw()

    def sentence(self, place: int) -> str:
        """The numbers after so many sublayers, of both sides where both are as deep."""
        record = self._record
        if record is None:
            return ""
        parts = [
            self._side_sentence(stream, place)
            for stream in record.streams
            if place < len(stream.points)
        ]
        return "  ·  ".join(parts)

    def _retranslate(self) -> None:
        self._draw()

    def _side_sentence(self, stream: Stream, place: int) -> str:
        lengths = stream.lengths[place]
        template = self.tr("{side}, {point}: mean ‖x‖ {mean} ({low} – {high})")
        text = template.format(
            side=side_name(stream.side),
            point=stream_point(stream.points[place]),
            mean=f"{lengths.mean():.1f}",
            low=f"{lengths.min():.1f}",
            high=f"{lengths.max():.1f}",
        )
        if place == 0:
            return text
        added = f"{stream.updates[place - 1].mean():.1f}"
        return text + self.tr(", added ‖f(x)‖ {added}").format(added=added)

    def _draw(self) -> None:
        self.set_title(self.tr("Length of the residual stream in this model"))
        self.set_legend(
            [
                *((side_colour(side, self._theme), "━●━", side_name(side)) for side in STACKS),
                (self._theme.soft_text, "┅○┅", self.tr("added by the sublayer: ‖f(x)‖")),
            ]
        )
        if self._record is None:
            return
        streams = self._record.streams
        curves = [curve for stream in streams for curve in self._curves(stream)]
        deepest = max(len(stream.points) for stream in streams)
        ticks = tuple((place, str(place)) for place in range(deepest))
        self.plot.show_curves(
            curves,
            x=Axis(name=self.tr("sublayers passed"), ticks=ticks),
            y=Axis(name=self.tr("mean length ‖x‖")),
            places=range(deepest),
            say=self.sentence,
        )

    def _curves(self, stream: Stream) -> tuple[Curve, ...]:
        colour = side_colour(stream.side, self._theme)
        passed = np.arange(len(stream.points))
        return (
            Curve(
                x=passed[1:],
                y=stream.updates.mean(axis=1),
                colour=colour,
                style="dotted",
                symbol="o",
                hollow=True,
                size=5,
                width=1.2,
            ),
            Curve(x=passed, y=stream.lengths.mean(axis=1), colour=colour, symbol="o", size=6),
        )
