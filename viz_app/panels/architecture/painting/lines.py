"""The lines of the diagram: the residual stream, what goes around a sublayer, the memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF

from model.lessons.architecture.record import Block, Sublayer
from viz_app.panels.architecture.painting.layout import GAP
from viz_app.panels.architecture.painting.places import ArchitectureLayout, Column, PlacedBlock

Role = Literal["stream", "residual", "query", "key", "value", "memory"]


@dataclass(frozen=True, slots=True)
class Line:
    """Corners of a line; it ends on an arrow unless ``arrow`` is false."""

    role: Role
    points: tuple[QPointF, ...]
    arrow: bool = True


def diagram_lines(layout: ArchitectureLayout) -> Iterator[Line]:
    """All lines; those that come later lie above."""
    for column in layout.columns:
        yield from _stream(column, layout.unit)
        yield from _residuals(column, layout.unit)
    yield from _memory(layout)


def _stream(column: Column, unit: float) -> Iterator[Line]:
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
            yield Line("stream", (QPointF(x, below), QPointF(x, rect.bottom())))
        below = rect.top()
    yield Line("stream", (QPointF(x, below), QPointF(x, column.result.bottom())))


def _attention_inputs(
    x: float, below: float, top: float, width: float, block: Block, unit: float
) -> Iterator[Line]:
    """Queries, keys and values from the stream; of a cross-attention only the queries."""
    if block.kind == "cross_attention":
        yield Line("query", (QPointF(x, below), QPointF(x, top)))
        return
    fork = top + 0.27 * unit
    yield Line("stream", (QPointF(x, below), QPointF(x, fork)), arrow=False)
    roles: tuple[Role, ...] = ("value", "key", "query")
    for role, share in zip(roles, (-0.28, 0.0, 0.28), strict=True):
        place = x + share * width
        yield Line(role, (QPointF(x, fork), QPointF(place, fork), QPointF(place, top)))


def _residuals(column: Column, unit: float) -> Iterator[Line]:
    """Around each sublayer, and pre-norm around its norm too, to the addition after it."""
    for add in column.blocks:
        if add.block.kind != "add" or add.block.sublayer is None:
            continue
        first = _first_of(column, add.block.sublayer)
        start = first.rect.bottom() + 0.62 * GAP * unit
        towards = 1 if column.detour > column.middle else -1
        end = add.rect.center().x() + towards * add.rect.width() / 2
        height = add.rect.center().y()
        yield Line(
            "residual",
            (
                QPointF(column.middle, start),
                QPointF(column.detour, start),
                QPointF(column.detour, height),
                QPointF(end, height),
            ),
        )


def _first_of(column: Column, sublayer: Sublayer) -> PlacedBlock:
    """The lowest block of a sublayer: itself, or pre-norm the norm before it."""
    own = (
        placed
        for placed in column.blocks
        if placed.block.layer is not None and sublayer in {placed.block.sublayer, placed.block.kind}
    )
    return max(own, key=lambda placed: placed.rect.bottom())


def _memory(layout: ArchitectureLayout) -> Iterator[Line]:
    """From the encoder's top to the decoder's cross-attention, and to the folded layers."""
    encoder, decoder = layout.columns
    x = layout.memory
    top = encoder.result.bottom()
    trunk = (QPointF(encoder.middle, top), QPointF(x, top))
    apart = 0.16 * layout.unit
    for cross in decoder.blocks:
        if cross.block.kind == "cross_attention":
            height = cross.rect.center().y()
            yield Line("memory", (*trunk, QPointF(x, height)), arrow=False)
            roles: tuple[Role, ...] = ("key", "value")
            for role, shift in zip(roles, (-apart, apart), strict=True):
                y = height + shift
                yield Line(role, (QPointF(x, y), QPointF(cross.rect.left(), y)))
    for plate in decoder.plates:
        height = plate.rect.center().y()
        end = QPointF(plate.rect.left(), height)
        yield Line("memory", (*trunk, QPointF(x, height), end))
