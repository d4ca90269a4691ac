"""How much room there is around a heatmap's cells for bars, words and the scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from viz_app.design.theme import Theme, frame_theme
from viz_app.panels.attention.painting.picture_scale import picture_ticks
from viz_app.panels.attention.painting.profiles import mean_name
from viz_app.pictures.axis_labels import text_widths
from viz_app.pictures.colour_bar import bar_width
from viz_app.pictures.levels import Ticks
from viz_app.workbench.snapshots.pictures import FocusSnapshot

LONGEST_LEVEL = "0–0.05"
"""Of the mean weight that a key gets: as wide as any that there is."""

PROFILED = 270
"""A picture lower than this, in px at 100 %, has no bars at its margins."""

WIDE = 380
"""A picture narrower than this, in px at 100 %, has no bars beside its rows."""

NARROW = 240
"""A picture narrower than this, in px at 100 %, has a thin scale without numbers."""

LOW = 60
"""So has one that is lower than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """What stands beside the cells and under them, in px.

    Attributes:
        left: words beside the bars of columns; 0 = none.
        gap: between the cells and what is beside them.
        wide: the bars of rows; high: those of columns. 0 = none.
        apart: between these and the colour bar.
        scale: the colour bar with its ticks.
    """

    left: float
    gap: float
    wide: float
    high: float
    apart: float
    scale: float
    ticks: Ticks

    @property
    def right(self) -> float:
        """Room right of the cells."""
        return (self.gap + self.wide if self.wide else 0.0) + self.apart + self.scale

    @property
    def below(self) -> float:
        """Room under the cells."""
        return self.gap + self.high if self.high else 0.0

    def row_bars(self, cells: QRectF) -> QRectF:
        """Right of the cells in view; empty when there are none."""
        left = cells.right() + self.gap
        return QRectF(left, cells.top(), self.wide, cells.height() if self.wide else 0.0)

    def column_bars(self, cells: QRectF) -> QRectF:
        """Under the cells in view; empty when there are none."""
        top = cells.bottom() + self.gap
        return QRectF(cells.left(), top, cells.width() if self.high else 0.0, self.high)

    def colour_bar(self, cells: QRectF) -> QRectF:
        """At the right end, as high as the cells in view."""
        left = cells.right() + self.right - self.scale
        return QRectF(left, cells.top(), self.scale, cells.height())


def margins_of(rect: QRectF, snapshot: FocusSnapshot, theme: Theme) -> Margins:
    """As much as a picture of this size has room for; a scale always."""
    tall = rect.height() >= PROFILED * theme.scale
    wide = rect.width() >= WIDE * theme.scale
    thin = rect.height() < LOW * theme.scale or rect.width() < NARROW * theme.scale
    marks = picture_ticks(snapshot)
    unit, bars = float(theme.unit), float(frame_theme(theme).unit)
    return Margins(
        left=_words_room(theme) + 1.5 * unit if tall else 0.0,
        gap=2 * bars,
        wide=8 * bars if tall and wide else 0.0,
        high=_bars_height(theme) if tall else 0.0,
        apart=2 * bars if thin else 4 * bars,
        scale=2 * unit if thin else bar_width(theme, marks),
        ticks=() if thin else marks,
    )


def _bars_height(theme: Theme) -> float:
    """Two lines of words stand beside the bars of columns, of large words one."""
    return 7.0 * theme.unit if theme.scale == 1 else theme.small * 1.5


def _words_room(theme: Theme) -> float:
    """For what the bars of columns are, and their longest range where that has a line."""
    words = (mean_name(), LONGEST_LEVEL) if theme.scale == 1 else (mean_name(),)
    return math.ceil(max(text_widths(theme, words, size=theme.small)))
