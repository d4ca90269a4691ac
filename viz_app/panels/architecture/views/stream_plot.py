"""How long the vectors of the residual stream are, through the depth of the loaded model."""

from __future__ import annotations

import numpy as np

from model.config import STACKS
from model.lessons.architecture.record import Stream
from viz_app.panels.architecture.painting.flow_marks import side_colour
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.texts.blocks import side_name, stream_point
from viz_app.panels.architecture.views.titled_plot import TitledPlot
from viz_app.pictures.curves import Curve, PlotAxis


class StreamPlot(TitledPlot):
    """‖x‖ after each sublayer, and ‖f(x)‖ of what each adds; means over the positions."""

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        """A model with a sentence in it."""
        return (snapshot.record,)

    def streams(self) -> tuple[Stream, ...]:
        """Of both sides, once they are known."""
        record = self.snapshot.record if self.snapshot else None
        return record.streams if record else ()

    def sentence(self, place: int) -> str:
        """The numbers after so many sublayers, of both sides where both are as deep."""
        deep = [stream for stream in self.streams() if place < len(stream.points)]
        return "  ·  ".join(self._side_sentence(stream, place) for stream in deep)

    def draw(self) -> None:
        """Show both sides."""
        sides = [stream.side for stream in self.streams()] or STACKS
        self.set_head(
            self.tr("Length of the residual stream in this model"),
            [
                *((side_colour(side, self.theme), "━●━", side_name(side)) for side in sides),
                (self.theme.soft_text, "┅○┅", self.tr("added by the sublayer: ‖f(x)‖")),
            ],
        )
        if not self.streams():
            return
        places = range(max(len(stream.points) for stream in self.streams()))
        self.plot.show_curves(
            [curve for stream in self.streams() for curve in self._curves(stream)],
            x=PlotAxis(
                name=self.tr("sublayers passed"),
                ticks=tuple((place, str(place)) for place in places),
            ),
            y=PlotAxis(name=self.tr("mean length ‖x‖")),
            places=places,
            say=self.sentence,
        )

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

    def _curves(self, stream: Stream) -> tuple[Curve, ...]:
        colour = side_colour(stream.side, self.theme)
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
                name=f"{side_name(stream.side)} ‖f(x)‖",
            ),
            Curve(
                x=passed,
                y=stream.lengths.mean(axis=1),
                colour=colour,
                symbol="o",
                size=6,
                name=f"{side_name(stream.side)} ‖x‖",
            ),
        )
