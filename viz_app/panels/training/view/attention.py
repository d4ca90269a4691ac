"""Cross-attention of the shown run beside its curves; live during training."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme
from viz_app.panels.training.replay.pictures.heads import moment_name
from viz_app.panels.training.replay.room import MomentCrossSnapshot
from viz_app.pictures.cell_image import cell_codes, colour_table, ticks
from viz_app.pictures.labels import paint_label
from viz_app.pictures.legend import bar_width, paint_bar_beside
from viz_app.pictures.matrix import (
    ColouredCells,
    MatrixLayout,
    layout_matrix,
    paint_ground,
    paint_ticks,
)
from viz_app.pictures.mosaic_layout import key_names, row_names
from viz_app.pictures.typeset import paint_plot_titles
from viz_app.storage.value_tables import Tables
from viz_app.texts.picture_caption import focus_values, heads_shown, trace_sentences
from viz_app.texts.sentences import (
    cell_sentence,
    focus_sentence,
    kind_name,
    layer_name,
    short_axes_sentence,
)
from viz_app.widgets.cells_view import Laying, MatrixCells
from viz_app.workbench.state import Cell

LARGEST_CELL = 44
"""Side of a cell in px at 100 %."""


class CrossView(MatrixCells):
    """The last layer's cross-attention to one sentence, the mean over its heads."""

    natural, smallest = (320, 320), (240, 160)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: MomentCrossSnapshot | None = None
        self._retranslate()

    def set_snapshot(self, snapshot: MomentCrossSnapshot | None) -> None:
        """Show a moment; an equal one costs nothing."""
        if snapshot == self._shown:
            return
        self._shown, self._layout = snapshot, None
        self._retranslate()
        self.redraw()

    def cell_sentence(self, row: int, column: int) -> str:
        return cell_sentence(self._shown.focus, Cell(row, column)) if self._shown else ""

    def shown_values(self) -> Tables:
        return focus_values(self._shown.focus) if self._shown else ()

    def caption_parts(self) -> tuple[str, ...]:
        if self._shown is None:
            return ()
        focus = self._shown.focus
        return self._moment(), trace_sentences(focus.trace), *heads_shown(focus)

    def extent(self) -> tuple[int, int]:
        rows, columns = self._shown.focus.weights.shape if self._shown else (0, 0)
        return rows, columns

    def still(self, theme: Theme) -> Laying[MatrixLayout] | None:
        shown, rect = self._shown, self.picture_rect()
        if shown is None:
            return None
        titles = self._titles(shown)
        return lambda painter: paint_cross(painter, rect, shown, theme, titles=titles)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Cross-attention during training"))
        if self._shown is not None:
            title, subtitle = self._titles(self._shown)
            self.describe(f"{title}. {subtitle}. {focus_sentence(self._shown.focus)}")

    def _titles(self, shown: MomentCrossSnapshot) -> tuple[str, str]:
        heads = self.tr("{layer}, head mean")
        layer = heads.format(layer=layer_name(shown.focus.layer))
        title = f"{kind_name('cross')} · {self._moment()}"
        return title, f"{short_axes_sentence()} · {layer}"

    def _moment(self) -> str:
        return moment_name(self._shown.update, self._shown.epoch) if self._shown else ""


def paint_cross(
    painter: QPainter,
    rect: QRectF,
    shown: MomentCrossSnapshot,
    theme: Theme,
    *,
    titles: tuple[str, str],
) -> MatrixLayout:
    """Paint the weights (0 … 1) below title and subtitle; returns the layout."""
    focus, marks = shown.focus, ticks(shown.focus.scale)
    painter.save()
    top = paint_plot_titles(painter, rect, *titles, theme) + 2 * theme.unit
    space = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
    layout = layout_matrix(
        space,
        row_names(focus),
        key_names(focus),
        theme,
        largest=LARGEST_CELL,
        right=bar_width(theme, marks) + 4 * theme.unit,
        stretch=1.6,
        row_share=0.3,
    )
    lut = lut_for(theme, focus.kind, focus.colour_map)
    codes = cell_codes(
        focus.weights, focus.mask, decoded_rows=focus.decoded_rows, scale=focus.scale
    )
    paint_ticks(painter, layout, theme)
    cells = ColouredCells(codes=codes, table=colour_table(lut, theme), peaks=True)
    paint_ground(painter, layout.grid, cells, theme)
    for label in (*layout.rows, *layout.columns):
        paint_label(painter, label, theme.text, theme)
    paint_bar_beside(painter, layout.grid, lut, theme, ticks=marks)
    painter.restore()
    return layout
