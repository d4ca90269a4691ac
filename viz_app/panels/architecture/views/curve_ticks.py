"""The ticks of a plot's axes: as many as have room."""

from __future__ import annotations

import numpy as np

from viz_app.design.theme import Theme
from viz_app.panels.architecture.views.curves import Axis, Tick
from viz_app.pictures.axis_labels import round_step, text_width
from viz_app.widgets.quiet_plot import QuietPlot

BESIDE = 0.15
"""Of the width of a plot, about: its axis at the left."""


def show_ticks(plot: QuietPlot, theme: Theme, *, x: Axis, y: Axis) -> None:
    """Mark both axes; one without marks of its own finds them itself."""
    below, left = plot.viewRange()
    for side, marks in (
        ("bottom", _with_room(x.marks(*below), plot, theme)),
        ("left", y.marks(*left)),
    ):
        plot.getAxis(side).setTicks([list(marks), []] if marks else None)


def _with_room(marks: tuple[Tick, ...], plot: QuietPlot, theme: Theme) -> tuple[Tick, ...]:
    """Every so many-th tick, so that no text touches the next."""
    if len(marks) < 2:
        return marks
    widest = max(text_width(theme, text, size=theme.small) for _, text in marks)
    low, high = plot.viewRange()[0]
    room = plot.width() * (1 - BESIDE) * (marks[1][0] - marks[0][0]) / ((high - low) or 1)
    step = round_step(max(1, int(np.ceil((widest + 2 * theme.unit) / max(room, 1e-9)))))
    return marks[::step]
