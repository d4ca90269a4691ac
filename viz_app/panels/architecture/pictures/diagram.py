"""The diagram of a model as a picture: blocks, the residual stream, what is said beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from model.config import STACKS, Stack
from model.lessons.architecture import ArchitectureRecord, Block, BlockKind
from viz_app.design.theme import Theme, mixed
from viz_app.panels.architecture.pictures import texts
from viz_app.panels.architecture.room import (
    ArchitectureSnapshot,
    BesideBlocks,
    BlockPlace,
    explaining_tabs,
    shown_blocks,
)
from viz_app.pictures.labels import elided, text_width
from viz_app.pictures.picture import Picture, Spots
from viz_app.pictures.typeset import TextSide, paint_line
from viz_app.storage.value_tables import Tables
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate

# ------------------------------------------------------------------------------------------ places


GAP = 0.47
"""Between two parts, in heights of a box."""

CIRCLES: frozenset[BlockKind] = frozenset({"positions", "add"})
"""Additions are circles on the stream; all else is a box."""

NORMS: frozenset[BlockKind] = frozenset({"embedding_norm", "norm", "final_norm"})
"""Blocks that normalise, in any place."""


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block and its rectangle; a circle fills its square."""

    block: Block
    rect: QRectF

    @property
    def is_circle(self) -> bool:
        return self.block.kind in CIRCLES

    @property
    def place(self) -> BlockPlace:
        return BlockPlace.of(self.block)


@dataclass(frozen=True, slots=True)
class Plate:
    """Folded layers, from ``layers.start`` on, and their rectangle."""

    side: Stack
    layers: range
    rect: QRectF

    def nearest(self, layer: int) -> int:
        return self.layers[-1] if layer > self.layers[-1] else self.layers[0]


@dataclass(frozen=True, slots=True)
class BlockColumn:
    """One side of the diagram.

    Attributes:
        blocks: in the order of computation, upwards.
        frame: around the unfolded layer.
        name: place of that layer's number.
        caption: place of the input, at the bottom.
        result: place of the output, at the top.
        detour: x of the residual connections.
    """

    side: Stack
    blocks: tuple[PlacedBlock, ...]
    plates: tuple[Plate, ...]
    frame: QRectF
    name: QRectF
    caption: QRectF
    result: QRectF
    detour: float

    @property
    def inner(self) -> TextSide:
        """The side towards the diagram's middle, to which texts beside are aligned."""
        return "right" if self.side == "encoder" else "left"

    @property
    def middle(self) -> float:
        """Horizontal position of the residual stream."""
        return self.frame.center().x() if not self.blocks else self.blocks[0].rect.center().x()

    def beside(self, placed: PlacedBlock, width: float, gap: float) -> QRectF:
        """Rectangle beside a block, ``width`` px wide, outside the frame."""
        rect = placed.rect
        if self.side == "encoder":
            return QRectF(self.frame.left() - gap - width, rect.top(), width, rect.height())
        return QRectF(self.frame.right() + gap, rect.top(), width, rect.height())


class BesideBlock(NamedTuple):
    """The value beside a block, as a spot."""

    place: BlockPlace


_UPWARDS: dict[int, int] = {
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_End: 10**6,
    Qt.Key.Key_Home: -(10**6),
}
"""The computation goes upwards."""

_TURNS: dict[int, int] = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}
"""To other layers."""

DiagramSpot = BlockPlace | BesideBlock | int
"""A block, the value beside it, or the layer that folded layers unfold."""


@dataclass(frozen=True, slots=True)
class ArchitectureLayout(Spots):
    """The whole diagram. A side that the model does not have has an empty rectangle.

    Up and down go through the blocks as they compute, upwards; left and right to the other side;
    Page Up and Page Down to the next layer.

    Attributes:
        unit: height of a box in px.
        beside, gap: width of the values beside the blocks, and how far they are from the frame.
        layer: the unfolded one, of ``n_layers``.
    """

    encoder: BlockColumn
    decoder: BlockColumn
    unit: float
    beside: float
    gap: float
    layer: int
    n_layers: int

    @property
    def columns(self) -> tuple[BlockColumn, ...]:
        return tuple(column for column in (self.encoder, self.decoder) if column.blocks)

    @property
    def blocks(self) -> tuple[PlacedBlock, ...]:
        """Blocks of both sides, encoder first, each upwards."""
        return (*self.encoder.blocks, *self.decoder.blocks)

    @property
    def memory(self) -> float:
        """Horizontal position of the line from the encoder output to the decoder."""
        return (self.encoder.frame.right() + self.decoder.frame.left()) / 2

    def free(self, rect: QRectF) -> QRectF:
        """Free corner of ``rect`` above the encoder; in decoder-only models the empty side."""
        if not self.decoder.blocks:
            return QRectF(QPointF(self.memory, rect.top()), rect.bottomRight())
        right = self.decoder.frame.left() - 2 * (self.decoder.frame.left() - self.memory)
        return QRectF(rect.topLeft(), QPointF(right, self.encoder.result.top() - self.unit / 2))

    def at(self, point: QPointF) -> DiagramSpot | None:
        for placed in self.blocks:
            reach = 0.2 * self.unit if placed.is_circle else 0.0  # circles are small
            if placed.rect.adjusted(-reach, -reach, reach, reach).contains(point):
                return placed.place
        for column in self.columns:
            for placed in column.blocks:
                if column.beside(placed, self.beside, self.gap).contains(point):
                    return BesideBlock(placed.place)
            for plate in column.plates:
                if plate.rect.contains(point):
                    return plate.nearest(self.layer)
        return None

    def rect(self, spot: DiagramSpot) -> QRectF | None:
        if isinstance(spot, int):
            plates = (plate for column in self.columns for plate in column.plates)
            return next((plate.rect for plate in plates if spot in plate.layers), None)
        place = spot.place if isinstance(spot, BesideBlock) else spot
        return next((placed.rect for placed in self.blocks if placed.place == place), None)

    def moved(self, spot: BlockPlace | None, key: int) -> BlockPlace | int | None:
        """Where a key leads to from the chosen block."""
        if key in _TURNS:
            return max(0, min(self.layer + _TURNS[key], self.n_layers - 1))
        places = [placed.place for placed in self.blocks]
        if spot not in places:
            spot = places[0]
        if key in _UPWARDS:
            return places[max(0, min(places.index(spot) + _UPWARDS[key], len(places) - 1))]
        if key not in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return None
        column = self.encoder if key == Qt.Key.Key_Left else self.decoder
        height = self.blocks[places.index(spot)].rect.center().y()
        nearest = sorted(column.blocks, key=lambda one: abs(one.rect.center().y() - height))
        return nearest[0].place if nearest else spot


LineRole = Literal["stream", "residual", "query", "key", "value", "memory"]


@dataclass(frozen=True, slots=True)
class FlowLine:
    """Corners of a line; ends with an arrow head if ``arrow``."""

    role: LineRole
    points: tuple[QPointF, ...]
    arrow: bool = True


def diagram_lines(layout: ArchitectureLayout) -> Iterator[FlowLine]:
    for column in layout.columns:
        yield from _stream(column, layout.unit)
        yield from _residuals(column, layout.unit)
    if len(layout.columns) > 1:
        yield from _memory(layout)


def _line(role: LineRole, *corners: tuple[float, float], arrow: bool = True) -> FlowLine:
    return FlowLine(role, tuple(QPointF(x, y) for x, y in corners), arrow)


def _stream(column: BlockColumn, unit: float) -> Iterator[FlowLine]:
    """From the tokens through all blocks to the result.

    Self-attention has three inputs; of cross-attention, only the queries come from the stream.
    """
    x, below = column.middle, column.caption.top()
    placed = [(one.rect, one.block.kind) for one in column.blocks]
    placed += [(plate.rect, "add") for plate in column.plates]
    for rect, kind in sorted(placed, key=lambda stop: -stop[0].top()):
        bottom = rect.bottom()
        if kind == "self_attention":
            fork = bottom + 0.27 * unit
            yield _line("stream", (x, below), (x, fork), arrow=False)
            for role, share in _INPUTS:
                place = x + share * rect.width()
                yield _line(role, (x, fork), (place, fork), (place, bottom))
        else:
            role = "query" if kind == "cross_attention" else "stream"
            yield _line(role, (x, below), (x, bottom))
        below = rect.top()
    yield _line("stream", (x, below), (x, column.result.bottom()))


_INPUTS: tuple[tuple[LineRole, float], ...] = (("value", -0.28), ("key", 0.0), ("query", 0.28))
"""Of an attention, and where they are, in widths of its box from its middle."""


def _residuals(column: BlockColumn, unit: float) -> Iterator[FlowLine]:
    """From before each sublayer (pre-norm: before its norm) to the addition after it."""
    middle, detour = column.middle, column.detour
    for add in column.blocks:
        if add.block.kind != "add" or add.block.sublayer is None:
            continue
        own = (
            placed.rect.bottom()
            for placed in column.blocks
            if placed.block.layer is not None
            and add.block.sublayer in {placed.block.sublayer, placed.block.kind}
        )
        start = max(own) + 0.62 * GAP * unit
        end = add.rect.right() if detour > middle else add.rect.left()
        height = add.rect.center().y()
        yield _line("residual", (middle, start), (detour, start), (detour, height), (end, height))


def _memory(layout: ArchitectureLayout) -> Iterator[FlowLine]:
    """From the encoder's top to the decoder's cross-attention and folded layers."""
    x, top = layout.memory, layout.encoder.result.bottom()
    trunk = (layout.encoder.middle, top), (x, top)
    apart = 0.16 * layout.unit
    for cross in layout.decoder.blocks:
        if cross.block.kind == "cross_attention":
            left, height = cross.rect.left(), cross.rect.center().y()
            yield _line("memory", *trunk, (x, height), arrow=False)
            yield _line("key", (x, height - apart), (left, height - apart))
            yield _line("value", (x, height + apart), (left, height + apart))
    for plate in layout.decoder.plates:
        height = plate.rect.center().y()
        yield _line("memory", *trunk, (x, height), (plate.rect.left(), height))


# ------------------------------------------------------------------------------------------ layout
# Like the paper's figure 1, for the model at hand.


UNIT = (16.0, 30.0)
"""Least and greatest height of a box, in px at 100 %."""

_HEIGHTS: dict[BlockKind, float] = {
    "positions": 0.72,
    "add": 0.72,
    **dict.fromkeys(NORMS, 0.86),
}
_PLATE = 0.84
"""Of a box with folded layers, as the other heights in heights of a usual box."""

BOX = (112.0, 196.0)
"""Least and greatest width of a box, in px at 100 %."""

BESIDE = (60.0, 78.0)
"""Least and greatest room for what is said beside a block, in px at 100 %."""

DETOUR = 13.0
"""How far from a box the residual connection passes it, in px at 100 %."""

EDGE = 9.0
"""From that detour to the frame of its layer, in px at 100 %."""

PAD = 8.0
"""From a box to the frame of its layer on the inner side, in px at 100 %."""

GUTTER = (28.0, 46.0)
"""Least and greatest room between the frames of both sides, in px at 100 %."""


_Slot = tuple[float, Block | range | Literal["name", "caption"]]
"""Height of one item of a column: a block, folded layers, the name of a layer, or a text."""


def layout_architecture(
    rect: QRectF, record: ArchitectureRecord, layer: int, theme: Theme
) -> ArchitectureLayout:
    """Both columns, aligned to the bottom of ``rect``, with one layer of each unfolded."""
    stacks = {side: list(_slots(record, side, layer)) for side in STACKS}
    unit = min(
        UNIT[1] * theme.scale, rect.height() / max(_height(slots) for slots in stacks.values())
    )
    widths = _widths(rect.width() / theme.scale)
    beside, width, gutter = (size * theme.scale for size in widths)
    left = rect.center().x() - _total(*widths) * theme.scale / 2
    near = left + beside + (DETOUR + EDGE) * theme.scale
    far = near + width + 2 * PAD * theme.scale + gutter
    boxes = {"encoder": QRectF(near, 0, width, unit), "decoder": QRectF(far, 0, width, unit)}
    encoder, decoder = (
        _column(side, stacks[side], boxes[side], bottom=rect.bottom(), theme=theme)
        for side in STACKS
    )
    n_layers, gap = record.config.deepest, float(theme.unit)
    return ArchitectureLayout(encoder, decoder, unit, beside, gap, layer, n_layers)


def _widths(room: float) -> tuple[float, float, float]:
    """Room beside a block, width of a box, gap between the sides, in px at 100 %.

    The room around the boxes is minimal unless they get 75 % of their greatest width.
    """
    sizes = (BESIDE[0], BOX[0], GUTTER[0])
    if _total(BESIDE[1], 0.75 * BOX[1], GUTTER[1]) <= room:
        sizes = (BESIDE[1], BOX[0], GUTTER[1])
    beside, box, gutter = sizes
    spare = (room - _total(beside, box, gutter)) / 2
    return beside, min(BOX[1], box + max(0.0, spare)), gutter


def _total(beside: float, box: float, gutter: float) -> float:
    return 2 * (beside + DETOUR + EDGE + box + PAD) + gutter


def _slots(record: ArchitectureRecord, side: Stack, layer: int) -> Iterator[_Slot]:
    n_layers, layer = record.config.depth(side), record.unfolded(side, layer)
    blocks = [(_HEIGHTS.get(b.kind, 1.0), b) for b in record.blocks if b.side == side]
    first = {"embedding", "positions", "embedding_norm"}
    yield 0.8, "caption"
    yield from (slot for slot in blocks if slot[1].kind in first)
    if layer > 0:
        yield _PLATE, range(layer)
    yield from (slot for slot in blocks if slot[1].layer == layer)
    yield 0.6, "name"
    if layer < n_layers - 1:
        yield _PLATE, range(layer + 1, n_layers)
    yield from (slot for slot in blocks if slot[1].layer is None and slot[1].kind not in first)
    yield 0.8, "caption"


def _height(slots: Sequence[_Slot]) -> float:
    return sum(height for height, _ in slots) + GAP * (len(slots) - 1)


def _column(
    side: Stack, slots: Sequence[_Slot], box: QRectF, *, bottom: float, theme: Theme
) -> BlockColumn:
    """Stack the slots; ``box`` has the width and the height of a box."""
    unit, y, is_left = box.height(), bottom, side == "encoder"
    rects, blocks, plates, inside = [], list[PlacedBlock](), list[Plate](), list[QRectF]()
    for share, item in slots:
        rect = QRectF(box.left(), y - share * unit, box.width(), share * unit)
        y -= (share + GAP) * unit
        rects.append(rect)
        if isinstance(item, Block):
            blocks.append(PlacedBlock(item, _block_rect(item, rect)))
        elif isinstance(item, range):
            plates.append(Plate(side, item, rect))
        if item == "name" or (isinstance(item, Block) and item.layer is not None):
            inside.append(rect)  # the name of the layer is the last
    detour, far, near = (size * theme.scale for size in (DETOUR, DETOUR + EDGE, PAD))
    left, right = (far, near) if is_left else (near, far)
    around = inside[0].united(inside[-1])
    return BlockColumn(
        side=side,
        blocks=tuple(blocks),
        plates=tuple(plates),
        frame=around.adjusted(-left, -0.06 * unit, right, 0.3 * unit),
        name=inside[-1],
        caption=rects[0],
        result=rects[-1],
        detour=box.left() - detour if is_left else box.right() + detour,
    )


def _block_rect(block: Block, rect: QRectF) -> QRectF:
    if block.kind not in CIRCLES:
        return rect
    side = rect.height()
    return QRectF(rect.center().x() - side / 2, rect.top(), side, side)


# -------------------------------------------------------------------------------- lines and colours


HEAD = 3.2
"""Half the width of an arrow's head, in px at 100 %."""


def paint_arrow(
    painter: QPainter,
    points: Sequence[QPointF],
    colour: str,
    theme: Theme,
    *,
    width: float,
    radius: float,
    head: bool = True,
) -> None:
    """A line with corners rounded by ``radius`` px at 100 %, and with an arrow head at its end."""
    path = QPainterPath(points[0])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = QLineF(corner, before), QLineF(corner, after)
        near = min(radius * theme.scale, into.length() / 2, out.length() / 2)
        if near > 0:
            path.lineTo(into.pointAt(near / into.length()))
            path.quadTo(corner, out.pointAt(near / out.length()))
    path.lineTo(points[-1])
    pen = QPen(QColor(colour), width * theme.scale)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    end, length = points[-1], QLineF(points[-2], points[-1]).length()
    if not head or length <= 0:
        return
    size = HEAD * theme.scale
    step = (end - points[-2]) / length
    aside, back = QPointF(-step.y(), step.x()) * size, end - step * size * 1.7
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([end, back + aside, back - aside]))


def paint_plus(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale))
    painter.setBrush(QColor(theme.panel))
    painter.drawEllipse(rect)
    middle, arm = rect.center(), 0.26 * rect.height()
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))
    painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm))


def paint_box(painter: QPainter, rect: QRectF, edge: str, fill: str, theme: Theme) -> None:
    """A rounded box; its edge is mixed with the panel's colour."""
    painter.setPen(QPen(QColor(mixed(theme.panel, edge, share=0.7)), max(1.0, theme.scale)))
    painter.setBrush(QColor(fill))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)


def side_colour(side: Stack, theme: Theme) -> str:
    return theme.encoder if side == "encoder" else theme.decoder


def block_colour(block: Block, theme: Theme) -> str:
    """Colour of cross-attention; for other blocks that of their side."""
    return theme.cross if block.kind == "cross_attention" else side_colour(block.side, theme)


def block_fill(block: Block, theme: Theme) -> str:
    """Attention has the strongest fill, norms are grey, additions that of the panel."""
    shares = {
        "self_attention": 0.26,
        "cross_attention": 0.26,
        "feed_forward": 0.12,
        "embedding": 0.05,
        "output_transform": 0.12,
        "projection": 0.05,
        "softmax": 0.05,
    }
    if block.kind in NORMS:
        return mixed(theme.panel, theme.soft_text, share=0.18)
    return mixed(theme.panel, block_colour(block, theme), share=shares.get(block.kind, 0.0))


# ----------------------------------------------------------------------------------------- picture


SMALLEST = 0.75
"""Smallest factor by which a name is reduced before it is elided."""

LINK = " ›"
"""Suffix of names that link to a tab."""


@dataclass(frozen=True, kw_only=True)
class Diagram(Picture):
    """The blocks of a model, with one layer unfolded on each side; links to the tabs of blocks.

    Attributes:
        layer: the unfolded one.
        beside: what is shown beside the blocks.
        chosen: the framed block.
    """

    record: ArchitectureRecord
    layer: int
    beside: BesideBlocks
    chosen: BlockPlace | None

    natural = (620, 560)

    @property
    def blocks(self) -> dict[BlockPlace, Block]:
        return shown_blocks(self.record, self.layer)

    def tabs(self, spot: DiagramSpot) -> tuple[str, ...]:
        """Names of the tabs that a click leads to, best first."""
        if not isinstance(spot, BlockPlace):
            return ()
        return explaining_tabs(self.blocks[spot], self.record)

    def say(self, spot: DiagramSpot) -> str:
        if isinstance(spot, int):
            text = translate("architecture", "Click to expand layer {number}")
            return text.format(number=spot + 1)
        place = spot.place if isinstance(spot, BesideBlock) else spot
        sentence, tabs = texts.block_sentence(self.blocks[place], self.record), self.tabs(spot)
        if not tabs:
            return sentence
        template = translate("architecture", "{sentence} · click or Return: {tab}")
        return template.format(sentence=sentence, tab=texts.tab_title(tabs[0]))

    def tables(self) -> Tables:
        blocks = tuple(self.blocks.values())
        return (texts.block_table(blocks, self.record.config, name=self.title),)

    def least(self, theme: Theme) -> QSize:
        stacks = (_slots(self.record, side, self.layer) for side in STACKS)
        height = UNIT[0] * theme.scale * max(_height(list(slots)) for slots in stacks)
        width = _total(BESIDE[0], BOX[0], GUTTER[0]) * theme.scale
        margins = 8 * theme.unit
        return QSize(round(width + margins), round(height + margins))

    def layout(self, rect: QRectF, theme: Theme) -> ArchitectureLayout:
        return layout_architecture(rect, self.record, self.layer, theme)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> ArchitectureLayout:
        layout = self.layout(rect, theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for column in layout.columns:
            self._paint_frame(painter, column, theme)
        for line in diagram_lines(layout):
            colour, width = _line_style(line.role, theme)
            paint_arrow(painter, line.points, colour, theme, width=width, radius=4, head=line.arrow)
        for column in layout.columns:
            for plate in column.plates:
                _paint_plate(painter, plate, theme)
            for placed in column.blocks:
                self._paint_block(painter, placed, theme)
                self._paint_beside(painter, layout, column, placed, theme)
            self._paint_captions(painter, layout, column, theme)
        self._paint_totals(painter, layout.free(rect), theme)
        self._paint_choice(painter, layout, theme)
        return layout

    def _paint_frame(self, painter: QPainter, column: BlockColumn, theme: Theme) -> None:
        painter.setPen(QPen(QColor(theme.line), max(1.0, theme.scale)))
        painter.setBrush(QColor(theme.background))
        painter.drawRoundedRect(column.frame, theme.radius, theme.radius)
        inside = column.frame.adjusted(2 * theme.unit, 0, -2 * theme.unit, 0)
        place = QRectF(inside.left(), column.name.top(), inside.width(), column.name.height())
        layer = self.record.unfolded(column.side, self.layer)
        text = texts.layer_of(layer, self.record.config.depth(column.side))
        if text_width(theme, text, size=theme.small) > column.name.width() / 2:
            text = texts.folded_layers(range(layer, layer + 1))
        paint_line(painter, place, text, theme, side=column.inner, whole=True)

    def _paint_block(self, painter: QPainter, placed: PlacedBlock, theme: Theme) -> None:
        block, rect = placed.block, placed.rect
        mark = LINK if self.tabs(placed.place) else ""
        if placed.is_circle:
            paint_plus(painter, rect, theme)
            if block.kind == "positions":
                left, width = rect.right() + theme.unit, 20 * theme.unit
                place = QRectF(left, rect.top(), width, rect.height())
                name = translate("architecture", "positions") + mark
                paint_line(painter, place, name, theme, colour=theme.text, whole=True)
            return
        edge = theme.soft_text if block.kind in NORMS else block_colour(block, theme)
        paint_box(painter, rect, edge, block_fill(block, theme), theme)
        name = texts.block_name(block, self.record.config) + mark
        _paint_fitted(painter, rect, name, theme, width=rect.width() - 2, colour=theme.text)

    def _paint_beside(
        self,
        painter: QPainter,
        layout: ArchitectureLayout,
        column: BlockColumn,
        placed: PlacedBlock,
        theme: Theme,
    ) -> None:
        """A text; of a share also a bar: the largest one fills the remaining width."""
        record, block = self.record, placed.block
        text = texts.beside_text(block, self.beside, record)
        place = column.beside(placed, layout.beside - theme.unit, layout.gap)
        paint_line(painter, place, text, theme, side=column.inner, whole=True)
        if not text or self.beside != "multiply_adds":
            return
        taken = text_width(theme, text, size=theme.small) + 1.5 * theme.unit
        largest = max(record.share(one) for one in record.blocks)
        length = (place.width() - taken) * record.share(block) / largest
        height = 0.42 * placed.rect.height()
        left = place.right() - taken - length if column.inner == "right" else place.left() + taken
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(block_colour(block, theme)))
        painter.drawRect(QRectF(left, placed.rect.center().y() - height / 2, length, height))

    def _paint_captions(
        self, painter: QPainter, layout: ArchitectureLayout, column: BlockColumn, theme: Theme
    ) -> None:
        tokens = " ".join(visible(token) for token in self.record.tokens(column.side))
        half = abs(layout.memory - column.middle) - theme.unit
        caption, bottom = column.caption, column.result.bottom()
        place = QRectF(column.middle - half, caption.top(), 2 * half, caption.height())
        paint_line(painter, place, tokens, theme, colour=theme.text, side="centre")
        remembered = column.side == "encoder" and len(layout.columns) > 1
        colour = theme.cross if remembered else theme.soft_text
        # above the line that goes to the decoder, however low the boxes are
        place.setTop(bottom - max(place.height(), 1.6 * theme.small))
        place.setBottom(bottom)
        text = texts.result_text(column.side, remembered=remembered)
        _paint_fitted(painter, place, text, theme, width=place.width(), colour=colour)

    def _paint_totals(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Totals of the model, if they fit above the encoder."""
        lines, height = texts.total_lines(self.record), 1.5 * theme.small
        if rect.height() < len(lines) * height:
            return
        for index, line in enumerate(lines):
            place = QRectF(rect.left(), rect.top() + index * height, rect.width(), height)
            colour = "" if index else theme.text
            text, size = fitted(line, place.width(), theme)
            paint_line(painter, place, text, theme, size=size, colour=colour, whole=True)

    def _paint_choice(self, painter: QPainter, layout: ArchitectureLayout, theme: Theme) -> None:
        rect = None if self.chosen is None else layout.rect(self.chosen)
        if rect is None or self.chosen is None:
            return
        around = rect.adjusted(-2.5, -2.5, 2.5, 2.5)
        painter.setPen(QPen(QColor(theme.text), 1.8 * theme.scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.chosen.kind in CIRCLES:
            painter.drawEllipse(around)
        else:
            painter.drawRoundedRect(around, theme.small_radius + 1, theme.small_radius + 1)


def diagram_picture(snapshot: ArchitectureSnapshot) -> Diagram | None:
    if snapshot.record is None:
        return None
    block = snapshot.chosen()
    picture = Diagram(
        title=translate("architecture", "Diagram of the model"),
        record=snapshot.record,
        layer=snapshot.layer,
        beside=snapshot.own.beside,
        chosen=BlockPlace.of(block) if block else None,
    )
    return replace(picture, note=picture.say(picture.chosen)) if picture.chosen else picture


def _line_style(role: LineRole, theme: Theme) -> tuple[str, float]:
    """Colour and width in px at 100 %."""
    styles = {
        "stream": (theme.soft_text, 1.6),
        "residual": (theme.soft_text, 1.2),
        "memory": (theme.cross, 1.6),
        "query": (theme.query, 1.6),
        "key": (theme.key, 1.6),
        "value": (theme.value, 1.6),
    }
    return styles[role]


def _paint_plate(painter: QPainter, plate: Plate, theme: Theme) -> None:
    colour = mixed(theme.panel, side_colour(plate.side, theme), share=0.5)
    painter.setPen(QPen(QColor(colour), max(1.0, theme.scale)))
    painter.setBrush(QColor(theme.panel))
    shift = 1.5 * theme.scale
    away = 1 if plate.layers.start == 0 else -1  # from the layer that is unfolded
    for sheet in reversed(range(min(3, len(plate.layers)))):
        place = plate.rect.translated(sheet * 2 * shift, away * sheet * shift)
        painter.drawRoundedRect(place, theme.small_radius, theme.small_radius)
    text = texts.folded_layers(plate.layers)
    paint_line(painter, plate.rect, text, theme, side="centre", whole=True)


def _paint_fitted(
    painter: QPainter, rect: QRectF, text: str, theme: Theme, *, width: float, colour: str
) -> None:
    shown, size = fitted(text, width, theme)
    paint_line(painter, rect, shown, theme, size=size, colour=colour, side="centre", whole=True)


def fitted(text: str, width: float, theme: Theme) -> tuple[str, int]:
    """A text and its size in px: reduced to fit, then elided."""
    sizes = range(theme.small, max(round(SMALLEST * theme.small), theme.least) - 1, -1)
    fits = (size for size in sizes if text_width(theme, text, size=size) <= width)
    size = next(fits, sizes[-1])
    return elided(theme, text, size=size, width=width), size
