"""Layout of the diagram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QPointF, QRectF

from model.config import STACKS, Stack
from model.lessons.architecture import ArchitectureRecord, Block, BlockKind, Sublayer
from viz_app.design.theme import Theme

# ------------------------------------------------------------------------------------------ places
# The parts of the diagram in their places, what is under a point, and the lines between them.


GAP = 0.47
"""Between two parts, in heights of a box."""

CIRCLES: frozenset[BlockKind] = frozenset({"positions", "add"})
"""Additions are circles on the stream; all else is a box."""


NORMS: frozenset[BlockKind] = frozenset({"embedding_norm", "norm", "final_norm"})
"""Blocks that normalise, wherever they stand."""


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block in its place; a circle fills its square."""

    block: Block
    rect: QRectF

    @property
    def is_circle(self) -> bool:
        """Whether it is an addition."""
        return self.block.kind in CIRCLES


@dataclass(frozen=True, slots=True)
class Plate:
    """Layers that are folded, from ``layers.start`` on, and where they stand."""

    side: Stack
    layers: range
    rect: QRectF

    def nearest(self, layer: int) -> int:
        """The folded layer that is next to another one."""
        return self.layers[-1] if layer > self.layers[-1] else self.layers[0]


@dataclass(frozen=True, slots=True)
class BlockColumn:
    """One side of the diagram.

    Attributes:
        blocks: in the order in which they compute, so upwards.
        frame: around the unfolded layer.
        name: the place of that layer's number.
        caption: the place of what is read, at the bottom.
        result: the place of what comes out, at the top.
        detour: the x at which residual connections go up.
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
    def middle(self) -> float:
        """The x of the residual stream."""
        return self.frame.center().x() if not self.blocks else self.blocks[0].rect.center().x()

    def beside(self, placed: PlacedBlock, width: float, gap: float) -> QRectF:
        """Where something is said beside a block, ``width`` px wide, off the frame's outer side."""
        rect = placed.rect
        if self.side == "encoder":
            return QRectF(self.frame.left() - gap - width, rect.top(), width, rect.height())
        return QRectF(self.frame.right() + gap, rect.top(), width, rect.height())


@dataclass(frozen=True, slots=True)
class ArchitectureLayout:
    """The whole diagram; ``unit`` is the height of a box in px.

    A side that the model does not have is an empty place.
    """

    encoder: BlockColumn
    decoder: BlockColumn
    unit: float
    beside: float

    @property
    def columns(self) -> tuple[BlockColumn, ...]:
        """Both sides, or the only one."""
        return tuple(column for column in (self.encoder, self.decoder) if column.blocks)

    @property
    def blocks(self) -> tuple[PlacedBlock, ...]:
        """Of both sides, encoder first, each upwards."""
        return (*self.encoder.blocks, *self.decoder.blocks)

    def block_at(self, point: QPointF) -> PlacedBlock | None:
        """The block under a point; a circle is easier to hit than it is large."""
        for placed in self.blocks:
            reach = 0.2 * self.unit if placed.is_circle else 0.0
            if placed.rect.adjusted(-reach, -reach, reach, reach).contains(point):
                return placed
        return None

    def beside_at(self, point: QPointF, gap: float) -> PlacedBlock | None:
        """The block beside which a point is: where its numbers are."""
        return next(
            (
                placed
                for column in self.columns
                for placed in column.blocks
                if column.beside(placed, self.beside, gap).contains(point)
            ),
            None,
        )

    def plate_at(self, point: QPointF) -> Plate | None:
        """The folded layers under a point."""
        plates = (plate for column in self.columns for plate in column.plates)
        return next((plate for plate in plates if plate.rect.contains(point)), None)

    def free(self, rect: QRectF) -> QRectF:
        """The corner of ``rect`` above the encoder, which is the lower one; or the empty side."""
        if not self.decoder.blocks:
            return QRectF(QPointF(self.memory, rect.top()), rect.bottomRight())
        right = self.decoder.frame.left() - 2 * (self.decoder.frame.left() - self.memory)
        return QRectF(rect.topLeft(), QPointF(right, self.encoder.result.top() - self.unit / 2))

    @property
    def memory(self) -> float:
        """The x at which the encoder's memory goes to the decoder."""
        return (self.encoder.frame.right() + self.decoder.frame.left()) / 2

    def place_of(self, block: Block) -> QRectF | None:
        """Where a block stands."""
        return next((placed.rect for placed in self.blocks if placed.block is block), None)


LineRole = Literal["stream", "residual", "query", "key", "value", "memory"]


@dataclass(frozen=True, slots=True)
class FlowLine:
    """Corners of a line; it ends on an arrow unless ``arrow`` is false."""

    role: LineRole
    points: tuple[QPointF, ...]
    arrow: bool = True


def diagram_lines(layout: ArchitectureLayout) -> Iterator[FlowLine]:
    """All lines; those that come later lie above."""
    for column in layout.columns:
        yield from _stream(column, layout.unit)
        yield from _residuals(column, layout.unit)
    if len(layout.columns) > 1:
        yield from _memory(layout)


def _stream(column: BlockColumn, unit: float) -> Iterator[FlowLine]:
    """From the tokens through every part up to the result; into an attention three times."""
    x = column.middle
    stops = sorted(
        [(placed.rect, placed.block) for placed in column.blocks]
        + [(plate.rect, None) for plate in column.plates],
        key=lambda stop: -stop[0].top(),
    )
    below = column.caption.top()
    for rect, block in stops:
        if block is not None and block.kind in {"self_attention", "cross_attention"}:
            yield from _attention_inputs(x, below, rect.bottom(), rect.width(), block, unit)
        else:
            yield FlowLine("stream", (QPointF(x, below), QPointF(x, rect.bottom())))
        below = rect.top()
    yield FlowLine("stream", (QPointF(x, below), QPointF(x, column.result.bottom())))


def _attention_inputs(
    x: float, below: float, top: float, width: float, block: Block, unit: float
) -> Iterator[FlowLine]:
    """Queries, keys and values from the stream; of a cross-attention only the queries."""
    if block.kind == "cross_attention":
        yield FlowLine("query", (QPointF(x, below), QPointF(x, top)))
        return
    fork = top + 0.27 * unit
    yield FlowLine("stream", (QPointF(x, below), QPointF(x, fork)), arrow=False)
    roles: tuple[LineRole, ...] = ("value", "key", "query")
    for role, share in zip(roles, (-0.28, 0.0, 0.28), strict=True):
        place = x + share * width
        yield FlowLine(role, (QPointF(x, fork), QPointF(place, fork), QPointF(place, top)))


def _residuals(column: BlockColumn, unit: float) -> Iterator[FlowLine]:
    """Around each sublayer, and pre-norm around its norm too, to the addition after it."""
    for add in column.blocks:
        if add.block.kind != "add" or add.block.sublayer is None:
            continue
        first = _first_of(column, add.block.sublayer)
        start = first.rect.bottom() + 0.62 * GAP * unit
        towards = 1 if column.detour > column.middle else -1
        end = add.rect.center().x() + towards * add.rect.width() / 2
        height = add.rect.center().y()
        yield FlowLine(
            "residual",
            (
                QPointF(column.middle, start),
                QPointF(column.detour, start),
                QPointF(column.detour, height),
                QPointF(end, height),
            ),
        )


def _first_of(column: BlockColumn, sublayer: Sublayer) -> PlacedBlock:
    """The lowest block of a sublayer: itself, or pre-norm the norm before it."""
    own = (
        placed
        for placed in column.blocks
        if placed.block.layer is not None and sublayer in {placed.block.sublayer, placed.block.kind}
    )
    return max(own, key=lambda placed: placed.rect.bottom())


def _memory(layout: ArchitectureLayout) -> Iterator[FlowLine]:
    """From the encoder's top to the decoder's cross-attention, and to the folded layers."""
    encoder, decoder = layout.encoder, layout.decoder
    x = layout.memory
    top = encoder.result.bottom()
    trunk = (QPointF(encoder.middle, top), QPointF(x, top))
    apart = 0.16 * layout.unit
    for cross in decoder.blocks:
        if cross.block.kind == "cross_attention":
            height = cross.rect.center().y()
            yield FlowLine("memory", (*trunk, QPointF(x, height)), arrow=False)
            roles: tuple[LineRole, ...] = ("key", "value")
            for role, shift in zip(roles, (-apart, apart), strict=True):
                y = height + shift
                yield FlowLine(role, (QPointF(x, y), QPointF(cross.rect.left(), y)))
    for plate in decoder.plates:
        height = plate.rect.center().y()
        end = QPointF(plate.rect.left(), height)
        yield FlowLine("memory", (*trunk, QPointF(x, height), end))


# ------------------------------------------------------------------------------------------ layout
# Placing the parts of the diagram: like the paper's figure 1, for the model at hand.


UNIT = (16.0, 30.0)
"""Least and greatest height of a box, in px at 100 %."""

_HEIGHTS: dict[BlockKind, float] = {
    "positions": 0.72,
    "add": 0.72,
    **dict.fromkeys(NORMS, 0.86),
}
_PLATE, _NAME, _CAPTION = 0.84, 0.6, 0.8

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


@dataclass(slots=True)
class _Slot:
    """Something that takes height: a block, folded layers, the name of a layer, or a text."""

    height: float
    block: Block | None = None
    layers: range | None = None
    name: bool = False
    rect: QRectF = field(default_factory=QRectF)


def layout_architecture(
    rect: QRectF, record: ArchitectureRecord, layer: int, theme: Theme
) -> ArchitectureLayout:
    """Both columns, standing on the bottom of ``rect``, one layer of each unfolded."""
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
    return ArchitectureLayout(encoder, decoder, unit, beside)


def smallest_height(record: ArchitectureRecord, layer: int, theme: Theme) -> float:
    """Px in which the whole diagram can be read."""
    stacks = (_slots(record, side, layer) for side in STACKS)
    return UNIT[0] * theme.scale * max(_height(list(slots)) for slots in stacks)


def smallest_width(theme: Theme) -> float:
    """Px in which the names of the blocks have room."""
    return _total(BESIDE[0], BOX[0], GUTTER[0]) * theme.scale


def _widths(room: float) -> tuple[float, float, float]:
    """Room beside a block, of a box, and between the sides, in px at 100 %.

    The room around the boxes is at its least unless these have almost all that they want.
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
    """From the bottom up."""
    n_layers, layer = record.config.depth(side), record.unfolded(side, layer)
    blocks = [block for block in record.blocks if block.side == side]
    before = [
        block for block in blocks if block.kind in {"embedding", "positions", "embedding_norm"}
    ]
    after = [block for block in blocks if block.layer is None and block not in before]
    yield _Slot(_CAPTION)
    yield from map(_block_slot, before)
    if layer > 0:
        yield _Slot(_PLATE, layers=range(layer))
    yield from (_block_slot(block) for block in blocks if block.layer == layer)
    yield _Slot(_NAME, name=True)
    if layer < n_layers - 1:
        yield _Slot(_PLATE, layers=range(layer + 1, n_layers))
    yield from map(_block_slot, after)
    yield _Slot(_CAPTION)


def _block_slot(block: Block) -> _Slot:
    return _Slot(_HEIGHTS.get(block.kind, 1.0), block=block)


def _height(slots: Sequence[_Slot]) -> float:
    """In heights of a box."""
    return sum(slot.height for slot in slots) + GAP * (len(slots) - 1)


def _column(
    side: Stack, slots: list[_Slot], box: QRectF, *, bottom: float, theme: Theme
) -> BlockColumn:
    """Stack the slots; ``box`` has the width and the height of a box."""
    unit, y = box.height(), bottom
    for slot in slots:
        height = slot.height * unit
        slot.rect = QRectF(box.left(), y - height, box.width(), height)
        y -= height + GAP * unit
    detour = DETOUR * theme.scale
    outer = box.left() - detour if side == "encoder" else box.right() + detour
    return BlockColumn(
        side=side,
        blocks=tuple(
            PlacedBlock(slot.block, _block_rect(slot.block, slot.rect))
            for slot in slots
            if slot.block is not None
        ),
        plates=tuple(
            Plate(side, slot.layers, slot.rect) for slot in slots if slot.layers is not None
        ),
        frame=_frame(slots, side, unit, theme),
        name=next(slot.rect for slot in slots if slot.name),
        caption=slots[0].rect,
        result=slots[-1].rect,
        detour=outer,
    )


def _block_rect(block: Block, rect: QRectF) -> QRectF:
    if block.kind not in CIRCLES:
        return rect
    side = rect.height()
    return QRectF(rect.center().x() - side / 2, rect.top(), side, side)


def _frame(slots: Sequence[_Slot], side: Stack, unit: float, theme: Theme) -> QRectF:
    """Around the unfolded layer, its name and its residual connections."""
    inside = [
        slot.rect
        for slot in slots
        if slot.name or (slot.block is not None and slot.block.layer is not None)
    ]
    around = inside[0].united(inside[-1])
    outer, inner = (DETOUR + EDGE) * theme.scale, PAD * theme.scale
    left, right = (outer, inner) if side == "encoder" else (inner, outer)
    return around.adjusted(-left, -0.06 * unit, right, 0.3 * unit)
