"""Names around a mosaic, of layers and heads, and of tokens where all of them are wanted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme, frame_theme
from viz_app.pictures.axis_labels import TIGHT, round_step, text_width, text_widths
from viz_app.pictures.column_style import ColumnStyle, column_style
from viz_app.pictures.grid import CellGrid
from viz_app.pictures.text_line import paint_line
from viz_app.texts.label_text import lined_row, shown_name
from viz_app.texts.sentences import head_name, layer_name
from viz_app.workbench.snapshots.pictures import MosaicSnapshot

translate = QCoreApplication.translate

WIDEST_SHARE = 0.12
"""Of a mosaic's width that names of layers may take before they are shortened."""

LONGEST_KEY, LONGEST_ROW = 130.0, 210.0
"""Names of tokens longer than this, in px at 100 %, are elided."""

CLOSE = 0.75
"""Names of heads are at least this far apart, in units of spacing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRoom:
    """Px left of the tiles and above them."""

    left: float = 0.0
    above: float = 0.0


def name_room(snapshot: MosaicSnapshot, theme: Theme, *, width: float) -> NameRoom:
    """Room for names around a mosaic of a width in px; sorted tiles are named one by one."""
    if snapshot.is_sorted:
        return NameRoom()
    names = names_of_layers(len(snapshot.weights), theme, width=width)
    frame = frame_theme(theme)
    left = math.ceil(_widest(names, theme)) + 2 * frame.unit
    return NameRoom(left=left, above=frame.small + 3 * frame.unit)


def token_room(snapshot: MosaicSnapshot, theme: Theme, *, cell_width: float) -> NameRoom:
    """Room for the tokens of both axes, between those names and the tiles."""
    widths = text_widths(theme, row_names(snapshot), size=theme.body)
    rows = min(max(widths, default=0.0), LONGEST_ROW * theme.scale)
    above = key_style(key_names(snapshot), cell_width, theme).height
    return NameRoom(left=math.ceil(rows) + 3 * theme.unit, above=above + theme.unit)


def row_names(snapshot: MosaicSnapshot) -> tuple[str, ...]:
    """Of the queries, in one line each."""
    return tuple(lined_row(label, snapshot.row_labels) for label in snapshot.rows)


def key_names(snapshot: MosaicSnapshot) -> tuple[str, ...]:
    """Of the keys."""
    return tuple(map(shown_name, snapshot.columns))


def key_style(names: Sequence[str], cell_width: float, theme: Theme) -> ColumnStyle:
    """How keys are named above cells of a width in px."""
    return column_style(names, cell_width, theme, longest=LONGEST_KEY * theme.scale)


def names_of_layers(count: int, theme: Theme, *, width: float) -> list[str]:
    """``layer 1`` …, or ``L1`` … in a narrow mosaic, and where larger ones would cost cells."""
    names = [layer_name(layer) for layer in range(count)]
    most = min(WIDEST_SHARE * width, _widest(names, frame_theme(theme)))
    if _widest(names, theme) <= most:
        return names
    return [short_layer_name(layer) for layer in range(count)]


def head_names(count: int, theme: Theme, *, width: float) -> list[str]:
    """``head 1`` …, ``H1`` … or ``1`` …, so that each fits a width in px; else some are empty."""
    forms: tuple[Callable[[int], str], ...] = (head_name, short_head_name, _number)
    every = ([form(head) for head in range(count)] for form in forms)
    for names in every:
        if _widest(names, theme) <= width - CLOSE * theme.unit:
            return names
    step = round_step(math.ceil((_widest(names, theme) + CLOSE * theme.unit) / max(width, 1.0)))
    return [name if head % step == 0 else "" for head, name in enumerate(names)]


def short_layer_name(layer: int) -> str:
    """``L1`` for 0."""
    return translate("attention", "L{number}").format(number=layer + 1)


def short_head_name(head: int) -> str:
    """``H1`` for 0."""
    return translate("attention", "H{number}").format(number=head + 1)


def tile_name(layer: int, head: int) -> str:
    """``2·5`` for the fifth head of the second layer."""
    return f"{layer + 1}·{head + 1}"


def paint_names(
    painter: QPainter, slots: CellGrid, theme: Theme, *, width: float, tokens: NameRoom
) -> None:
    """Heads above the columns, layers left of the rows, of a mosaic of a width in px.

    Tokens have their room between these and the tiles.
    """
    above = frame_theme(theme).unit * 6
    for head, name in enumerate(head_names(slots.columns, theme, width=slots.cell_width)):
        slot = slots.cell_rect(0, head)
        place = QRectF(slot.left(), slot.top() - tokens.above - above, slot.width(), above)
        paint_line(painter, place, name, theme, side="centre", whole=True)
    step = math.ceil(theme.small * TIGHT / slots.cell_height)
    for layer, name in enumerate(names_of_layers(slots.rows, theme, width=width)):
        if layer % step == 0:
            slot = slots.cell_rect(layer, 0)
            right = slot.left() - tokens.left - frame_theme(theme).unit
            place = QRectF(right - 400, slot.center().y() - 20, 400, 40)
            paint_line(painter, place, name, theme, side="right", whole=True)


def _number(head: int) -> str:
    return str(head + 1)


def _widest(texts: Sequence[str], theme: Theme) -> float:
    return max((text_width(theme, text, size=theme.small) for text in texts), default=0.0)
