"""Placing the parts of the diagram: like the paper's figure 1, for the model at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF

from model.config import STACKS, Stack
from model.lessons.architecture.record import ArchitectureRecord, Block, BlockKind
from viz_app.design.theme import Theme
from viz_app.panels.architecture.painting import places

UNIT = (16.0, 30.0)
"""Least and greatest height of a box, in px at 100 %."""

_HEIGHTS: dict[BlockKind, float] = {
    "positions": 0.72,
    "add": 0.72,
    **dict.fromkeys(places.NORMS, 0.86),
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
) -> places.ArchitectureLayout:
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
    return places.ArchitectureLayout(encoder, decoder, unit, beside)


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
    return sum(slot.height for slot in slots) + places.GAP * (len(slots) - 1)


def _column(
    side: Stack, slots: list[_Slot], box: QRectF, *, bottom: float, theme: Theme
) -> places.BlockColumn:
    """Stack the slots; ``box`` has the width and the height of a box."""
    unit, y = box.height(), bottom
    for slot in slots:
        height = slot.height * unit
        slot.rect = QRectF(box.left(), y - height, box.width(), height)
        y -= height + places.GAP * unit
    detour = DETOUR * theme.scale
    outer = box.left() - detour if side == "encoder" else box.right() + detour
    return places.BlockColumn(
        side=side,
        blocks=tuple(
            places.PlacedBlock(slot.block, _block_rect(slot.block, slot.rect))
            for slot in slots
            if slot.block is not None
        ),
        plates=tuple(
            places.Plate(side, slot.layers, slot.rect) for slot in slots if slot.layers is not None
        ),
        frame=_frame(slots, side, unit, theme),
        name=next(slot.rect for slot in slots if slot.name),
        caption=slots[0].rect,
        result=slots[-1].rect,
        detour=outer,
    )


def _block_rect(block: Block, rect: QRectF) -> QRectF:
    if block.kind not in places.CIRCLES:
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
