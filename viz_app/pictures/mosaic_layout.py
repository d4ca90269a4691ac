"""Layout of a mosaic: tiles, header, names and measure marks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viz_app.design.colour_map import diverging_lut, lut_for
from viz_app.design.theme import Theme, frame_theme, mixed
from viz_app.pictures.cell_image import (
    LONG_STRETCH,
    ZERO,
    Argb,
    CellGrid,
    cell_size,
    colour_table,
    ticks,
    to_image,
)
from viz_app.pictures.labels import (
    TIGHT,
    ColumnStyle,
    column_style,
    round_step,
    text_width,
    text_widths,
)
from viz_app.pictures.legend import paint_legend
from viz_app.pictures.picture import Spots, moved
from viz_app.pictures.typeset import TextSide, paint_heading, paint_line
from viz_app.texts.labels import NO_NUMBER, lined_row, shown_name
from viz_app.texts.measures import (
    effect_note,
    end_number,
    has_mark,
    kind_title,
    mark_text,
    measure_ends,
    measure_name,
    missing_text,
    short_measure_name,
    unlike_note,
    with_unit,
)
from viz_app.texts.sentences import axes_sentence, head_name, layer_name
from viz_app.workbench.snapshots.attention import HeadsPicture, MosaicSnapshot
from viz_app.workbench.state import Cell, HeadMark, Scale

# ------------------------------------------------------------------------------------ mosaic names
# Names around a mosaic, of layers and heads, and of tokens where all of them are wanted.


translate = QCoreApplication.translate

WIDEST_SHARE = 0.12
"""Of a mosaic's width that names of layers may take before they are shortened."""

LONGEST_KEY, LONGEST_ROW = 130.0, 210.0
"""Token names longer than this, in px at 100 %, are elided."""

CLOSE = 0.75
"""Names of heads are at least this far apart, in units of spacing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRoom:
    """Room in px left of the tiles and above them."""

    left: float = 0.0
    above: float = 0.0


NO_ROOM = NameRoom()


def name_room(snapshot: MosaicSnapshot, theme: Theme, *, width: float) -> NameRoom:
    """Room for names around a mosaic of a width in px; sorted tiles are named individually."""
    if snapshot.is_sorted:
        return NO_ROOM
    names = names_of_layers(len(snapshot.weights), theme, width=width)
    frame = frame_theme(theme)
    left = math.ceil(_widest(names, theme)) + 2 * frame.unit
    return NameRoom(left=left, above=max(6 * frame.unit, round(1.25 * theme.small)))


def token_room(snapshot: MosaicSnapshot, theme: Theme, *, cell_width: float) -> NameRoom:
    widths = text_widths(theme, row_names(snapshot), size=theme.body)
    rows = min(max(widths, default=0.0), LONGEST_ROW * theme.scale)
    above = key_style(key_names(snapshot), cell_width, theme).height
    return NameRoom(left=math.ceil(rows) + 3 * theme.unit, above=above + theme.unit)


def row_names(snapshot: HeadsPicture) -> tuple[str, ...]:
    return tuple(lined_row(label, snapshot.row_labels) for label in snapshot.rows)


def key_names(snapshot: HeadsPicture) -> tuple[str, ...]:
    return tuple(map(shown_name, snapshot.columns))


def key_style(names: Sequence[str], cell_width: float, theme: Theme) -> ColumnStyle:
    return column_style(names, cell_width, theme, longest=LONGEST_KEY * theme.scale)


def names_of_layers(count: int, theme: Theme, *, width: float) -> list[str]:
    """``layer 1`` …, or ``L1`` … if the longer names would make the cells smaller."""
    names = [layer_name(layer) for layer in range(count)]
    most = min(WIDEST_SHARE * width, _widest(names, frame_theme(theme)))
    if _widest(names, theme) <= most:
        return names
    short = translate("attention", "L{number}")
    return [short.format(number=layer + 1) for layer in range(count)]


def head_names(count: int, theme: Theme, *, width: float) -> list[str]:
    """``head 1`` …, ``H1`` … or ``1`` …, so that each fits ``width`` px; else some are empty."""
    for form in (head_name, short_head_name, lambda head: str(head + 1)):
        names = [form(head) for head in range(count)]
        if _widest(names, theme) <= width - CLOSE * theme.unit:
            return names
    step = round_step(math.ceil((_widest(names, theme) + CLOSE * theme.unit) / max(width, 1.0)))
    return [name if head % step == 0 else "" for head, name in enumerate(names)]


def short_head_name(head: int) -> str:
    """``H1`` for 0."""
    return translate("attention", "H{number}").format(number=head + 1)


def tile_name(layer: int, head: int) -> str:
    """``2·5`` for the fifth head of the second layer."""
    return f"{layer + 1}·{head + 1}"


def paint_names(
    painter: QPainter, slots: CellGrid, theme: Theme, *, width: float, tokens: NameRoom
) -> None:
    """Names of heads and layers around the tokens of a mosaic of a width in px."""
    above = max(6 * frame_theme(theme).unit, round(1.25 * theme.small))
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


def _widest(texts: Sequence[str], theme: Theme) -> float:
    return max((text_width(theme, text, size=theme.small) for text in texts), default=0.0)


# ----------------------------------------------------------------------------------- measure marks
# What a mosaic shows of a measure: a bar and a number under each tile, and a tint around it.


STRONGEST = 0.34
"""Share of the measure's colour in the tint of the greatest value."""

PALE, PALE_TEXT = 0.3, 0.65
"""Opacity of a mark that can be chance, and of its number."""

BAR = 3
"""Height of a bar, in px at 100 %."""

TALL = 4.0
"""A head's place that is lower than this, in lines of text, has a bar only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """The caption under every tile.

    Attributes:
        height: of all of it, 0 without a measure.
        width: of the widest text, 0 without text.
        names: whether tiles are named: they are where their place does not tell.
        numbers: whether the measure's number is there.
    """

    height: float = 0.0
    width: float = 0.0
    names: bool = False
    numbers: bool = False

    @property
    def words(self) -> int:
        return int(self.names) + int(self.numbers)


def caption_for(snapshot: MosaicSnapshot, theme: Theme, *, width: float, height: float) -> Caption:
    """The caption that fits in places of a width and a height in px.

    Tiles have names only where their position does not identify a head.
    """
    if snapshot.measure is None or snapshot.measures is None:
        return Caption()
    layers, heads = snapshot.weights.shape[:2]
    name = _widest([tile_name(layers - 1, heads - 1)], theme) if snapshot.is_sorted else 0.0
    every = (mark_text(snapshot, *at) for at in np.ndindex(layers, heads))
    number = _widest([*every], theme)
    bar, line = math.ceil(BAR * theme.scale + 1.25 * theme.unit), math.ceil(theme.small * TIGHT)
    both = name + 2 * theme.unit + number if name else number
    for needed, numbers in ((both, True), (name, False)):
        if 0 < needed <= width - theme.unit and height >= TALL * line:
            return Caption(
                height=bar + line, width=math.ceil(needed), names=name > 0, numbers=numbers
            )
    return Caption(height=bar)


def tint(theme: Theme, share: float) -> str:
    """The colour around a tile whose measure is at ``share``, 0 … 1, of its range."""
    return mixed(theme.panel, measure_colour(theme), share=STRONGEST * share)


def measure_colour(theme: Theme) -> str:
    return theme.curves[0]


def share_of(value: float, ends: tuple[float, float]) -> float:
    """Relative position of a value between two ends, 0 … 1; 0 if they are equal."""
    low, high = ends
    if high <= low:
        return 0.0
    return max(0.0, min((value - low) / (high - low), 1.0))


def paint_card(painter: QPainter, card: QRectF, theme: Theme, *, share: float) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tint(theme, share)))
    painter.drawRoundedRect(card, 3, 3)
    painter.restore()


def paint_measure_bar(
    painter: QPainter, tile: QRectF, theme: Theme, *, value: float, ends: tuple[float, float]
) -> None:
    top, height = tile.bottom() + 0.75 * theme.unit, BAR * theme.scale
    place = QRectF(tile.left() - 1, top, tile.width() + 1, height)
    painter.fillRect(place, QColor(mixed(theme.panel, theme.text, share=0.14)))
    zero, end = (share_of(at, ends) for at in (0.0, value))
    first, last = min(zero, end), max(zero, end)
    left, width = place.left() + first * place.width(), (last - first) * place.width()
    painter.fillRect(QRectF(left, top, max(width, 1.0), height), QColor(measure_colour(theme)))


def paint_caption(
    painter: QPainter, place: QRectF, caption: Caption, theme: Theme, *, name: str, number: str
) -> None:
    line = QRectF(place)
    line.setTop(place.bottom() - math.ceil(theme.small * TIGHT))
    sides: tuple[tuple[bool, str, TextSide], ...] = (
        (caption.names, name, "left" if caption.numbers else "centre"),
        (caption.numbers, number, "right" if caption.names else "centre"),
    )
    for wanted, text, side in sides:
        if wanted:
            paint_line(painter, line, text, theme, colour=theme.text, side=side, whole=True)


# ----------------------------------------------------------------------------------- mosaic header
# Above a mosaic: which kind it shows, in which colours, and what its tiles are marked with.


RAMP = 12
"""Length of a colour ramp, in units of spacing."""

_SIGNS: dict[Scale, str] = {"linear": "", "sqrt": " √", "log": " log"}
"""Marks a ramp whose colours are not proportional."""


@dataclass(frozen=True, slots=True)
class RampWords:
    """Words at the left and right of a ramp."""

    before: str
    after: str

    def width(self, theme: Theme) -> float:
        words = sum(text_width(theme, text, size=theme.small) for text in (self.before, self.after))
        return words + (RAMP + 4) * theme.unit


def header_height(
    snapshot: MosaicSnapshot, theme: Theme, *, titled: bool, labelled: bool = False
) -> float:
    title = _title_height(theme) if titled or labelled else 0.0
    told = snapshot.measure is not None or snapshot.compared is not None
    noted = (snapshot.unlike is not None) + bool(effect_note(snapshot))
    return title + (labelled + told + noted) * _line_height(theme)


def paint_header(
    painter: QPainter,
    place: QRectF,
    snapshot: MosaicSnapshot,
    theme: Theme,
    *,
    titled: bool,
    labelled: bool = False,
) -> None:
    line = QRectF(place.left(), place.top(), place.width(), _title_height(theme))
    if titled or labelled:
        _paint_title(painter, line, snapshot, theme)
        line.translate(0, line.height())
    line.setHeight(_line_height(theme))
    if labelled:
        axes = axes_sentence(snapshot.kind, snapshot.row_labels)
        paint_line(painter, line, axes, theme)
        if not snapshot.mask.all():
            left = line.left() + text_width(theme, axes, size=theme.small) + 6 * theme.unit
            legend = QPointF(left, line.center().y() - theme.small / 2)
            masked = translate("attention", "masked")
            paint_legend(painter, legend, [("masked", masked)], theme)
        line.translate(0, line.height())
    paint_line(painter, line, unlike_note(snapshot), theme)
    line.moveBottom(place.bottom())
    if effect_note(snapshot):
        paint_line(painter, line, effect_note(snapshot), theme)
        line.translate(0, -line.height())
    if snapshot.compared is not None:
        name = translate("attention", "difference")
        words = RampWords(f"{name}  −1", "1" + _SIGNS[snapshot.scale])
        _paint_ramp(painter, line, words, colour_table(diverging_lut(theme), theme)[ZERO:-1], theme)
    elif snapshot.measure is not None:
        _paint_measure(painter, line, snapshot, snapshot.measure, theme)


def _title_height(theme: Theme) -> float:
    return round(theme.body * 1.6)


def _line_height(theme: Theme) -> float:
    return round(theme.small * 1.7)


def _paint_title(painter: QPainter, line: QRectF, snapshot: MosaicSnapshot, theme: Theme) -> None:
    side = 2.5 * theme.unit
    dot = QRectF(line.left(), line.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.kind_colour(snapshot.kind)))
    painter.drawEllipse(dot)
    painter.restore()
    marks, title = ticks(snapshot.scale), kind_title(snapshot)
    words = RampWords(marks[0][1], marks[-1][1] + _SIGNS[snapshot.scale])
    place = line.adjusted(side + 1.5 * theme.unit, 0, 0, 0)
    needed = text_width(theme, title, size=theme.body, weight="bold") + 4 * theme.unit
    if snapshot.compared is None and needed + words.width(theme) <= place.width():
        lut = lut_for(theme, snapshot.kind, snapshot.colour_map)
        _paint_ramp(painter, line, words, colour_table(lut, theme)[ZERO:-1], theme, at_right=True)
    paint_heading(painter, place, title, theme)


def _paint_measure(
    painter: QPainter, line: QRectF, snapshot: MosaicSnapshot, measure: HeadMark, theme: Theme
) -> None:
    short = short_measure_name(measure)
    if has_mark(snapshot, measure):
        low, high = (end_number(end, measure) for end in measure_ends(snapshot, measure))
        high = with_unit(measure, high)
        long = f"{measure_name(measure)}  {low}"
        every = [RampWords(long, high), RampWords(f"{short}  {low}", high)]
        if snapshot.is_sorted:
            largest_first = translate("measures", "largest first")
            every.insert(0, RampWords(long, f"{high} · {largest_first}"))
        words = next((one for one in every if one.width(theme) <= line.width()), None)
        if words is not None:
            colours = [QColor(tint(theme, share)).rgba() for share in np.linspace(0, 1, 32)]
            _paint_ramp(painter, line, words, np.array(colours, dtype=np.uint32), theme)
            return
        text = f"{every[-1].before} – {every[-1].after}"
    else:
        text = missing_text(measure)
        if text_width(theme, text, size=theme.small) > line.width():
            text = f"{short}: {NO_NUMBER}"
    paint_line(painter, line, text, theme)


def _paint_ramp(
    painter: QPainter,
    line: QRectF,
    words: RampWords,
    colours: Argb,
    theme: Theme,
    *,
    at_right: bool = False,
) -> None:
    """Words, a ramp of colours ``[n]``, and words, at one end of a line."""
    width, unit = words.width(theme), theme.unit
    left = line.right() - width if at_right else line.left()
    place = QRectF(left, line.top(), width, line.height())
    before = text_width(theme, words.before, size=theme.small) + 1.5 * unit
    ramp = QRectF(left + before, line.center().y() - unit, RAMP * unit, 2 * unit)
    paint_line(painter, place, words.before, theme, whole=True)
    painter.drawImage(ramp, to_image(colours[None]), QRectF(0, 0, len(colours), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(ramp)
    place = place.adjusted(before + (RAMP + 1.5) * unit, 0, 0, 0)
    paint_line(painter, place, words.after, theme, whole=True)


# ----------------------------------------------------------------------------------- mosaic layout


LARGEST_CELL = 80
"""Side of a cell in px at 100 %, as large as that of one head alone: few tokens fill the room."""

GAPS, LARGE_GAPS = (1.5, 0.2, 3.5), (1.25, 0.16, 1.5)
"""Room between two tiles: at least and at most in units of the frame's spacing, within these a
share of a head's place. What large text takes, it does not take from the tiles."""

FRAME_SHARE = 5 / 14
"""Of a gap that lies inside the frame of a tile: the line and the neighbour need the rest."""

WORTH_MOVING = 1.2
"""Sorted heads leave the layers' rows if cells grow by this factor."""

WIDEST_GAP = 10
"""In units of the frame's spacing: where there is room to spare, tiles stay together."""

TileAt = tuple[int, int]
"""Layer and head, from 0."""


HEADER = "header"
"""The spot of the words above all heads."""

_ALONG: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""Sorted heads form a single sequence, which continues in the next row."""


class HeadSpot(NamedTuple):
    """A head, or a cell of it; layer and head from 0."""

    layer: int
    head: int
    cell: Cell | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicLayout(Spots):
    """Places in the painter's px. ``slots`` has one cell for each head, a tile in its middle.

    Its spots are the header, heads, and cells of heads.

    Attributes:
        caption: what stands under each tile.
        margin: from a tile to its frame.
        order: heads in the order of the slots, row by row; empty = a row for each layer.
        header: above everything; of no height when there is nothing to say.
        tokens: room for tokens left of the tiles and above them; none when they have no labels.
    """

    slots: CellGrid
    tile_rows: int
    tile_columns: int
    cell_width: float
    cell_height: float
    caption: Caption = field(default_factory=Caption)
    margin: float = 5.0
    order: tuple[TileAt, ...] = ()
    header: QRectF = field(default_factory=QRectF)
    tokens: NameRoom = NO_ROOM

    def slot(self, layer: int, head: int) -> QRectF:
        if not self.order:
            return self.slots.cell_rect(layer, head)
        return self.slots.cell_rect(*divmod(self.order.index((layer, head)), self.slots.columns))

    def tile(self, layer: int, head: int) -> CellGrid:
        slot = self.slot(layer, head)
        width = self.cell_width * self.tile_columns
        height = self.cell_height * self.tile_rows
        return CellGrid(
            left=math.floor(slot.center().x() - width / 2),
            top=math.floor(slot.center().y() - (height + self.caption.height) / 2),
            cell_width=self.cell_width,
            cell_height=self.cell_height,
            rows=self.tile_rows,
            columns=self.tile_columns,
        )

    def caption_place(self, layer: int, head: int) -> QRectF:
        tile = self.tile(layer, head).rect
        wider = max(0.0, self.caption.width - tile.width()) / 2
        place = QRectF(tile.bottomLeft(), QSizeF(tile.width(), self.caption.height))
        return place.adjusted(-wider, 0, wider, 0)

    def card(self, layer: int, head: int) -> QRectF:
        both = self.tile(layer, head).rect.united(self.caption_place(layer, head))
        card = both.adjusted(-self.margin, -self.margin, self.margin, self.margin)
        slot = self.slot(layer, head)
        card.setLeft(max(card.left(), slot.left() + 0.5))
        card.setRight(min(card.right(), slot.right() - 0.5))
        return card

    def tile_at(self, point: QPointF) -> TileAt | None:
        slot = self.slots.cell_at(point)
        return None if slot is None else self.head_in(slot.row, slot.column)

    def at(self, point: QPointF) -> HeadSpot | str | None:
        found, tile = self.cell_at(point), self.tile_at(point)
        if found is not None:
            return HeadSpot(*found)
        if tile is not None:
            return HeadSpot(*tile)
        return HEADER if self.header.contains(point) else None

    def rect(self, spot: HeadSpot | str) -> QRectF:
        if not isinstance(spot, HeadSpot):
            return self.header
        tile, cell = self.tile(spot.layer, spot.head), spot.cell
        return tile.rect if cell is None else tile.cell_rect(cell.row, cell.column)

    def moved(self, spot: HeadSpot | None, key: int) -> HeadSpot | None:
        rows, columns = self.slots.rows, self.slots.columns
        heads = self.order or tuple((row, head) for row in range(rows) for head in range(columns))
        place = 0 if spot is None else heads.index((spot.layer, spot.head))
        along = _ALONG.get(key) if self.order else None
        if along is not None:
            return HeadSpot(*heads[max(0, min(place + along, len(heads) - 1))])
        to = moved(Cell(*divmod(place, columns)), key, rows=rows, columns=columns)
        return None if to is None else HeadSpot(*heads[to.row * columns + to.column])

    def around(self, spot: HeadSpot | str) -> QRectF | None:
        is_cell = isinstance(spot, HeadSpot) and spot.cell is not None
        return self.tile(*spot[:2]).rect if is_cell else None

    def layer_at(self, point: QPointF) -> int | None:
        """The layer whose name is at a point, left of its heads."""
        slots = self.slots
        if self.order or point.x() >= slots.rect.left():
            return None
        cell = slots.cell_at(QPointF(slots.rect.left() + 1, point.y()))
        return None if cell is None else cell.row

    def head_in(self, row: int, column: int) -> TileAt:
        return self.order[row * self.slots.columns + column] if self.order else (row, column)

    def cell_at(self, point: QPointF) -> tuple[int, int, Cell] | None:
        at = self.tile_at(point)
        cell = self.tile(*at).cell_at(point) if at else None
        return (*at, cell) if at and cell else None


def layout_mosaic(
    rect: QRectF,
    snapshot: MosaicSnapshot,
    theme: Theme,
    *,
    titled: bool = False,
    labelled: bool = False,
    tokens: bool = False,
) -> MosaicLayout:
    """Tiles as large as fit, all with cells of the same shape."""
    header = QRectF(rect.topLeft(), QSizeF(rect.width(), 0.0))
    header.setHeight(header_height(snapshot, theme, titled=titled, labelled=labelled))
    layout = _layout(rect, header, snapshot, theme, tokens=NO_ROOM)
    for _ in range(2 if labelled or tokens else 0):  # labels need room by the cells' width
        names = token_room(snapshot, theme, cell_width=layout.cell_width)
        layout = _layout(rect, header, snapshot, theme, tokens=names)
    return layout


def _layout(
    rect: QRectF, header: QRectF, snapshot: MosaicSnapshot, theme: Theme, *, tokens: NameRoom
) -> MosaicLayout:
    names = name_room(snapshot, theme, width=rect.width())
    space = QRectF(rect)
    corner = QPointF(rect.left() + names.left, header.bottom() + names.above)
    space.setTopLeft(corner + QPointF(tokens.left, tokens.above))
    tiles = _best_tiles(space.size(), snapshot, theme)
    return MosaicLayout(
        slots=CellGrid(
            left=space.left(),
            top=space.top(),
            cell_width=tiles.slot.width(),
            cell_height=tiles.slot.height(),
            rows=tiles.down,
            columns=tiles.across,
        ),
        tile_rows=snapshot.weights.shape[2],
        tile_columns=snapshot.weights.shape[3],
        cell_width=tiles.cell.width(),
        cell_height=tiles.cell.height(),
        caption=tiles.caption,
        margin=tiles.gap * FRAME_SHARE,
        order=head_order(snapshot) if snapshot.is_sorted else (),
        header=header,
        tokens=tokens,
    )


def head_order(snapshot: MosaicSnapshot) -> tuple[TileAt, ...]:
    """All heads in the order shown: by layer, or by descending measure with NaN last."""
    layers, heads = snapshot.weights.shape[:2]
    places = np.arange(layers * heads)
    if snapshot.is_sorted and snapshot.measures is not None:
        places = np.argsort(-snapshot.measures.ravel(), kind="stable")
    return tuple((int(place) // heads, int(place) % heads) for place in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tiles:
    """Tiles in rows and columns: their cells, captions and total size."""

    down: int
    across: int
    gap: float
    caption: Caption
    cell: QSizeF
    slot: QSizeF


def _best_tiles(space: QSizeF, snapshot: MosaicSnapshot, theme: Theme) -> _Tiles:
    layers, heads = snapshot.weights.shape[:2]
    shapes = [(layers, heads)]
    if snapshot.is_sorted:
        count = layers * heads
        numbers = range(1, count + 1)
        shapes += [(count // across, across) for across in numbers if count % across == 0]
    every = [_tiles(space, snapshot, theme, down=down, across=across) for down, across in shapes]
    best = max(every, key=lambda tiles: (tiles.caption.words, _cell_area(tiles)))
    gains = _cell_area(best) > WORTH_MOVING * _cell_area(every[0])
    return best if gains or best.caption.words > every[0].caption.words else every[0]


def _tiles(
    space: QSizeF, snapshot: MosaicSnapshot, theme: Theme, *, down: int, across: int
) -> _Tiles:
    rows, columns = snapshot.weights.shape[2:]
    width, height = space.width() / across, space.height() / down
    # smaller gaps in small places
    unit = frame_theme(theme).unit
    least, share, most = GAPS if theme.scale == 1 else LARGE_GAPS
    gap = max(least * unit, min(share * min(width, height), most * unit))
    caption = caption_for(snapshot, theme, width=width, height=height)
    sides = cell_size(
        width=width - gap,
        height=height - gap - caption.height,
        rows=rows,
        columns=columns,
        largest=LARGEST_CELL * theme.scale,
        stretch=LONG_STRETCH,
    )
    cell = QSizeF(_whole_tile(sides[0], columns), _whole_tile(sides[1], rows))
    wide = max(cell.width() * columns, caption.width) + WIDEST_GAP * unit
    tall = cell.height() * rows + caption.height + WIDEST_GAP * unit
    slot = QSizeF(max(1.0, min(width, wide)), max(1.0, min(height, tall)))
    return _Tiles(down=down, across=across, gap=gap, caption=caption, cell=cell, slot=slot)


def _cell_area(tiles: _Tiles) -> float:
    return tiles.cell.width() * tiles.cell.height()


def _whole_tile(cell: float, cells: int) -> float:
    """A cell's side at which the tile is a whole number of px, so that frames hide no cell."""
    return max(1.0, math.floor(cell * cells)) / max(cells, 1)
