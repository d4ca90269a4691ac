"""Colour and symbol of each type of layer, the same in the table and in both plots."""

from __future__ import annotations

from model.lessons.architecture.complexity import TIMED_LAYERS, TimedLayer
from viz_app.design.theme import Theme

SYMBOLS: dict[TimedLayer, str] = {
    "self_attention": "o",
    "recurrent": "s",
    "convolutional": "t",
    "restricted": "d",
    "projected_attention": "o",
}
"""pyqtgraph's names."""


def layer_colour(layer: TimedLayer, theme: Theme) -> str:
    """Self-attention has one colour, with its projections and without."""
    return theme.curves[TIMED_LAYERS.index(layer) % len(theme.curves)]
