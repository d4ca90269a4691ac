"""Layout of the diagram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QPointF, QRectF

from model.config import STACKS, Stack
from model.lessons.architecture import ArchitectureRecord, Block, BlockKind
from viz_app.design.theme import Theme

# ------------------------------------------------------------------------------------------ places
# The parts of the diagram in their places, what is under a point, and the lines between them.


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
    def middle(self) -> float:
        """Horizontal position of the residual stream."""
        return self.frame.center().x() if not self.blocks else self.blocks[0].rect.center().x()

    def beside(self, placed: PlacedBlock, width: float, gap: float) -> QRectF:
        """Rectangle beside a block, ``width`` px wide, outside the frame."""
        rect = placed.rect
        if self.side == "encoder":
            return QRectF(self.frame.left() - gap - width, rect.top(), width, rect.height())
        return QRectF(self.frame.right() + gap, rect.top(), width, rect.height())


@dataclass(frozen=True, slots=True)
class ArchitectureLayout:
    """The whole diagram; ``unit`` is the height of a box in px.

    A side that the model does not have has an empty rectangle.
    """

    encoder: BlockColumn
    decoder: BlockColumn
    unit: float
    beside: float

    @property
    def columns(self) -> tuple[BlockColumn, ...]:
        return tuple(column for column in (self.encoder, self.decoder) if column.blocks)

    @property
    def blocks(self) -> tuple[PlacedBlock, ...]:
        """Blocks of both sides, encoder first, each upwards."""
        return (*self.encoder.blocks, *self.decoder.blocks)

    def block_at(self, point: QPointF) -> PlacedBlock | None:
        """Block under a point; circles have a larger hit area."""
        for placed in self.blocks:
            reach = 0.2 * self.unit if placed.is_circle else 0.0
            if placed.rect.adjusted(-reach, -reach, reach, reach).contains(point):
                return placed
        return None

    def beside_at(self, point: QPointF, gap: float) -> PlacedBlock | None:
        """Block whose values beside it are under a point."""
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
        plates = (plate for column in self.columns for plate in column.plates)
        return next((plate for plate in plates if plate.rect.contains(point)), None)

    def free(self, rect: QRectF) -> QRectF:
        """Free corner of ``rect`` above the encoder; in decoder-only models the empty side."""
        if not self.decoder.blocks:
            return QRectF(QPointF(self.memory, rect.top()), rect.bottomRight())
        right = self.decoder.frame.left() - 2 * (self.decoder.frame.left() - self.memory)
        return QRectF(rect.topLeft(), QPointF(right, self.encoder.result.top() - self.unit / 2))

    @property
    def memory(self) -> float:
        """Horizontal position of the line from the encoder output to the decoder."""
        return (self.encoder.frame.right() + self.decoder.frame.left()) / 2

    def place_of(self, block: Block) -> QRectF | None:
        return next((placed.rect for placed in self.blocks if placed.block is block), None)


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


def _stream(column: BlockColumn, unit: float) -> Iterator[FlowLine]:
    """From the tokens through all blocks to the result; an attention has three inputs."""
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
    """Queries, keys and values from the stream; for cross-attention only the queries."""
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
    """From before each sublayer (pre-norm: before its norm) to the addition after it."""
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


def _memory(layout: ArchitectureLayout) -> Iterator[FlowLine]:
    """From the encoder's top to the decoder's cross-attention and folded layers."""
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
    """One item of a column: a block, folded layers, the name of a layer, or a text."""

    height: float
    block: Block | None = None
    layers: range | None = None
    name: bool = False
    rect: QRectF = field(default_factory=QRectF)


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
    return ArchitectureLayout(encoder, decoder, unit, beside)


def smallest_height(record: ArchitectureRecord, layer: int, theme: Theme) -> float:
    """Least height in px for legible blocks."""
    stacks = (_slots(record, side, layer) for side in STACKS)
    return UNIT[0] * theme.scale * max(_height(list(slots)) for slots in stacks)


def smallest_width(theme: Theme) -> float:
    """Least width in px for the names of the blocks."""
    return _total(BESIDE[0], BOX[0], GUTTER[0]) * theme.scale


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
    inside = [
        slot.rect
        for slot in slots
        if slot.name or (slot.block is not None and slot.block.layer is not None)
    ]
    around = inside[0].united(inside[-1])
    outer, inner = (DETOUR + EDGE) * theme.scale, PAD * theme.scale
    left, right = (outer, inner) if side == "encoder" else (inner, outer)
    return around.adjusted(-left, -0.06 * unit, right, 0.3 * unit)
