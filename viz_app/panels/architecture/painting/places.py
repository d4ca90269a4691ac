"""The parts of the diagram in their places, and what is under a point."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from model.lessons.architecture.record import Block, BlockKind, Stack

CIRCLES: frozenset[BlockKind] = frozenset({"positions", "add"})
"""Additions are circles on the stream; all else is a box."""


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
class Column:
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
    """The whole diagram; ``unit`` is the height of a box in px."""

    encoder: Column
    decoder: Column
    unit: float
    beside: float

    @property
    def columns(self) -> tuple[Column, Column]:
        """Both sides."""
        return self.encoder, self.decoder

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

    def plate_at(self, point: QPointF) -> Plate | None:
        """The folded layers under a point."""
        plates = (plate for column in self.columns for plate in column.plates)
        return next((plate for plate in plates if plate.rect.contains(point)), None)

    def free(self, rect: QRectF) -> QRectF:
        """The corner of ``rect`` above the encoder, which is always the lower one."""
        right = self.decoder.frame.left() - 2 * (self.decoder.frame.left() - self.memory)
        return QRectF(rect.topLeft(), QPointF(right, self.encoder.result.top() - self.unit / 2))

    @property
    def memory(self) -> float:
        """The x at which the encoder's memory goes to the decoder."""
        return (self.encoder.frame.right() + self.decoder.frame.left()) / 2

    def place_of(self, block: Block) -> QRectF | None:
        """Where a block stands."""
        return next((placed.rect for placed in self.blocks if placed.block is block), None)
