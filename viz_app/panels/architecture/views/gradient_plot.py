"""Gradients of untrained networks by layer, post-norm and pre-norm (Xiong et al. 2020)."""

from __future__ import annotations

import numpy as np

from model.arrays import FloatArray
from model.config import STACKS, Stack
from model.lessons.architecture.norm_gradients_record import NormComparison, NormGradients
from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.painting.flow_marks import side_colour
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import DEPTHS
from viz_app.panels.architecture.texts.blocks import side_name
from viz_app.panels.architecture.views.titled_plot import Mark, TitledPlot
from viz_app.pictures.curves import Curve, PlotAxis
from viz_app.widgets.segments import Segments

OWN = "own"


class GradientPlot(TitledPlot):
    """‖∂loss/∂W₂‖ of each layer; a line is the mean over seeds, a dot one seed."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self.depths = Segments(theme, names=(OWN, *map(str, DEPTHS)), texts=self._depth_texts)
        self.tools.addWidget(self.depths)
        self.depths.picked.connect(self._on_depth)

    def shown(self, snapshot: ArchitectureSnapshot) -> tuple[object, ...]:
        """What has been measured."""
        return (snapshot.comparison,)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what has been measured, and for which depth."""
        super().set_snapshot(snapshot)
        self.depths.refresh()
        self.depths.set_current(OWN if snapshot.own.depth is None else str(snapshot.own.depth))

    def sentence(self, place: int) -> str:
        """The means of a layer, of the sides that have it and of both norms."""
        comparison = self._comparison()
        if comparison is None:
            return ""
        template = self.tr("layer {layer} · {side}: post-norm {post}, pre-norm {pre}")
        return "  ·  ".join(
            template.format(
                layer=place + 1,
                side=side_name(side),
                post=_mean_text(of_side(comparison.post, side), place),
                pre=_mean_text(of_side(comparison.pre, side), place),
            )
            for side in _sides(comparison, layer=place)
        )

    def draw(self) -> None:
        """Show both norms on the sides that there are."""
        comparison = self._comparison()
        title = self.tr("Gradient of W₂ before any training, by layer")
        self.set_head(title, self._marks(comparison))
        if comparison is None:
            return
        sides = _sides(comparison)
        layers = range(1, max(of_side(comparison.post, side).shape[1] for side in sides) + 1)
        self.plot.show_curves(
            [
                curve
                for side in sides
                for gradients in (comparison.post, comparison.pre)
                for curve in self._curves(gradients, side)
            ],
            x=PlotAxis(name=self.tr("layer"), ticks=tuple((n, str(n)) for n in layers)),
            y=PlotAxis(name=self.tr("‖∂ loss / ∂ W₂‖"), log=True),
            places=layers,
            say=self.sentence,
        )

    def _comparison(self) -> NormComparison | None:
        return self.snapshot.comparison if self.snapshot else None

    def _on_depth(self, name: str) -> None:
        self.intents.depth_picked.emit(None if name == OWN else int(name))

    def _curves(self, gradients: NormGradients, side: Stack) -> tuple[Curve, Curve]:
        values, colour = of_side(gradients, side), side_colour(side, self.theme)
        layers = np.arange(1, values.shape[1] + 1)
        post = gradients.norm == "post"
        symbol = "o" if post else "s"
        return (
            Curve(
                x=np.tile(layers, len(values)),
                y=values.ravel(),
                colour=colour,
                style="none",
                symbol=symbol,
                hollow=not post,
                size=2.5,
            ),
            Curve(
                x=layers,
                y=values.mean(axis=0),
                colour=colour,
                style="solid" if post else "dashed",
                symbol=symbol,
                hollow=not post,
                name=f"{side_name(side)} · {gradients.norm}-norm",
            ),
        )

    def _marks(self, comparison: NormComparison | None) -> list[Mark]:
        soft = self.theme.soft_text
        sides = STACKS if comparison is None else _sides(comparison)
        marks = [(side_colour(side, self.theme), "━━", side_name(side)) for side in sides]
        marks += [(soft, "━●━", self.tr("post-norm")), (soft, "┅□┅", self.tr("pre-norm"))]
        if comparison is not None:
            seeds = self.tr("{count} seeds").format(count=len(comparison.post.seeds))
            marks.append((soft, "·", seeds))
        return marks

    def _depth_texts(self) -> dict[str, tuple[str, str]]:
        record = self.snapshot.record if self.snapshot else None
        own = self.tr("{count} layers").format(count=record.config.depths if record else 0)
        texts = {OWN: (own, self.tr("Untrained networks as deep as the loaded model"))}
        tip = self.tr("Untrained networks with {count} layers on each side")
        return texts | {str(depth): (str(depth), tip.format(count=depth)) for depth in DEPTHS}


def _sides(comparison: NormComparison, layer: int = 0) -> tuple[Stack, ...]:
    """Those that have such a layer: a model may have one stack alone."""
    return tuple(side for side in STACKS if layer < of_side(comparison.post, side).shape[1])


def of_side(gradients: NormGradients, side: Stack) -> FloatArray:
    """``[seed, layer]``."""
    return gradients.encoder if side == "encoder" else gradients.decoder


def _mean_text(values: FloatArray, layer: int) -> str:
    return f"{values[:, layer].mean():.3g}"
