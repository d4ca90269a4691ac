"""Transitions, questions to the worker, and snapshot of the architecture tab."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from model.config import Stack
from model.lessons.architecture import (
    TIMED_LAYERS,
    ArchitectureRecord,
    Block,
    BlockKind,
    Extent,
    LayerTime,
    NormComparison,
    Sublayer,
)
from model.special_tokens import BOS_ID
from model.traces.trace import Kind, Trace
from model.values import InSession, Keep, OneOf, check_choice
from viz_app.workbench.changes.selection import head_picked
from viz_app.workbench.room import Room, RoomHandle
from viz_app.workbench.snapshots.attention import written_ids
from viz_app.workbench.state import RunKey

# ------------------------------------------------------------------------------------------- state


ArchitectureView = Literal["diagram", "norms", "complexity"]
ARCHITECTURE_VIEWS: tuple[ArchitectureView, ...] = get_args(ArchitectureView)

BesideBlocks = Literal["shapes", "parameters", "multiply_adds"]
BESIDE_BLOCKS: tuple[BesideBlocks, ...] = get_args(BesideBlocks)

SizeAxis = Literal["n", "d"]
"""Size over which the complexity curves are drawn; the other one is fixed."""

SIZES: dict[str, tuple[int, ...]] = {
    "n": (16, 32, 64, 128, 256, 512, 1024, 2048),
    "d": (32, 64, 128, 256, 512, 1024),
    "k": (3, 5, 7, 9),
    "r": (8, 16, 32, 64),
}
"""Choices for each letter of the table; curves are drawn over n or d."""

DEPTHS = (6, 12)
"""Layers of the untrained networks, besides as many as the model has."""


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """A block of the diagram, independent of the unfolded layer."""

    side: Stack = "encoder"
    kind: BlockKind = "self_attention"
    sublayer: Sublayer | None = None

    @classmethod
    def of(cls, block: Block) -> BlockPlace:
        return cls(block.side, block.kind, block.sublayer)


@dataclass(frozen=True, slots=True)
class Machine:
    """Device on which layers are timed; ``threads``: of one computation."""

    device: str
    threads: int


@dataclass(frozen=True, slots=True)
class Measuring:
    """A running measurement along a curve; ``done`` of ``total`` times are finished."""

    axis: SizeAxis
    extent: Extent
    done: int = 0

    @property
    def extents(self) -> tuple[Extent, ...]:
        return line_extents(self.axis, self.extent)

    @property
    def total(self) -> int:
        return len(SIZES[self.axis]) * len(TIMED_LAYERS)


def _offered(extent: Extent) -> Extent:
    for letter, sizes in SIZES.items():
        check_choice(letter, getattr(extent, letter), sizes)
    return extent


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchitectureState:
    """Choices and answers.

    Attributes:
        view: the shown page.
        beside: what the diagram shows beside each block.
        block: whose facts are shown.
        depth: layers of the untrained networks; None: as many as the model has.
        axis: size over which the complexity curves are drawn.
        extent: the fixed sizes, and those of the table.
        record: the model with the current sentence.
        comparison: gradients of untrained networks.
        machine: where the times were measured.
        times: all that were measured since the start of Headlight.
        measuring: the running measurement.
    """

    view: InSession[ArchitectureView] = "diagram"
    beside: InSession[BesideBlocks] = "shapes"
    block: InSession[BlockPlace] = BlockPlace()
    depth: Annotated[InSession[int | None], OneOf(DEPTHS)] = None
    axis: InSession[SizeAxis] = "n"
    extent: Annotated[Extent, Keep(made=_offered)] = Extent(n=64, d=256)
    record: ArchitectureRecord | None = None
    comparison: NormComparison | None = None
    machine: Machine | None = None
    times: tuple[LayerTime, ...] = ()
    measuring: Measuring | None = None


def line_extents(axis: SizeAxis, extent: Extent) -> tuple[Extent, ...]:
    """Extents of a curve over ``axis``, smallest first."""
    return tuple(dataclasses.replace(extent, **{axis: size}) for size in SIZES[axis])


ArchitectureRoom = Room[ArchitectureState]
ArchitectureHandle = RoomHandle[ArchitectureState]

# ------------------------------------------------------------------------------------------- links


_TABS: dict[BlockKind, tuple[str, ...]] = {
    "embedding": ("embedding",),
    "positions": ("positions",),
    "self_attention": ("one_head", "scaling", "masks"),
    "cross_attention": ("one_head", "scaling", "masks"),
    "projection": ("embedding",),
    "softmax": ("embedding",),
}


def explaining_tabs(block: Block, record: ArchitectureRecord) -> tuple[str, ...]:
    """Names of the tabs that explain a block, best first; may be empty."""
    if block.side == "decoder" and block.kind == "self_attention":
        return ("masks", "one_head", "scaling")
    if block.side == "decoder" and block.kind == "softmax":
        translated = ("bleu",) if len(record.config.stacks) > 1 else ()
        return ("embedding", "why", "forcing", *translated)
    return _TABS.get(block.kind, ())


def block_opened(room: ArchitectureRoom, place: BlockPlace) -> ArchitectureRoom:
    """Another tab explains the block: an attention is the one that is looked at there."""
    room, chosen = room.changed(block=place), room.bench.selection
    kinds: dict[BlockKind, Kind] = {"self_attention": place.side, "cross_attention": "cross"}
    kind = kinds.get(place.kind)
    return room.on_bench(head_picked, kind, chosen.layer, chosen.head) if kind else room


# ---------------------------------------------------------------------------------------- snapshot


TAB = "architecture"


@dataclass(frozen=True, slots=True)
class RecordQuestion:
    """Model and sentence to describe; ``tgt_ids`` is the input of the decoder."""

    model_key: RunKey
    text: str
    src_ids: tuple[int, ...]
    tgt_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ComparisonQuestion(RecordQuestion):
    """Sizes and sentence of the gradients; ``tgt_ids`` is the whole target."""

    depth: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchitectureSnapshot:
    """The architecture tab.

    Attributes:
        own: the choices, and the running measurement.
        layer: the unfolded one, on both sides.
        record: None without a sentence.
        times: measured along the shown curve.
        has_model: whether there is a model whose device can be measured.
    """

    own: ArchitectureState
    layer: int
    record: ArchitectureRecord | None
    comparison: NormComparison | None
    times: tuple[LayerTime, ...]
    has_model: bool

    def chosen(self) -> Block | None:
        """The block whose facts are shown; the first attention if the chosen one does not exist."""
        there = shown_blocks(self.record, self.layer) if self.record else {}
        attention = (block for block in there.values() if block.kind == "self_attention")
        return there.get(self.own.block) or next(attention, None)


def shown_blocks(record: ArchitectureRecord, layer: int) -> dict[BlockPlace, Block]:
    """Blocks of the diagram: those outside the layers, and one layer of each side."""
    return {
        BlockPlace.of(block): block
        for block in record.blocks
        if block.layer in {None, record.unfolded(block.side, layer)}
    }


def resolve_architecture(room: ArchitectureRoom) -> ArchitectureSnapshot:
    own = room.own
    record = own.record if room.bench.trace is not None else None
    last = record.config.deepest - 1 if record else 0
    line = set(line_extents(own.axis, own.extent))
    return ArchitectureSnapshot(
        own=own,
        layer=min(room.bench.selection.layer, last),
        record=record,
        comparison=own.comparison if record else None,
        times=tuple(time for time in own.times if time.extent in line),
        has_model=room.bench.model is not None and room.bench.absent is None,
    )


def record_question(room: ArchitectureRoom) -> RecordQuestion | None:
    """Question on the blocks; None while the tab is hidden or nothing is translated."""
    trace, key = _translated(room), room.bench.run_key
    if trace is None or key is None:
        return None
    return RecordQuestion(key, trace.source_text, trace.source_ids, trace.fed_ids)


def comparison_question(room: ArchitectureRoom) -> ComparisonQuestion | None:
    """Question on the gradients; None while their page is hidden or nothing is translated."""
    trace, key = _translated(room), room.bench.run_key
    if trace is None or key is None or room.own.view != "norms":
        return None
    target = (BOS_ID, *written_ids(trace))
    return ComparisonQuestion(key, trace.source_text, trace.source_ids, target, room.own.depth)


def layer_unfolded(room: ArchitectureRoom, layer: int) -> ArchitectureRoom:
    if room.bench.trace is None or layer == room.bench.selection.layer:
        return room
    chosen = room.bench.selection
    return room.on_bench(head_picked, chosen.kind, max(0, layer), chosen.head)


def axis_picked(room: ArchitectureRoom, axis: SizeAxis) -> ArchitectureRoom:
    """Show curves over ``n`` or ``d``; a measurement along others ends."""
    return room.changed(axis=axis, measuring=None)


def size_chosen(room: ArchitectureRoom, letter: str, size: int) -> ArchitectureRoom:
    extent = dataclasses.replace(room.own.extent, **{letter: size})
    return room.changed(extent=extent, measuring=None)


def measuring_begun(room: ArchitectureRoom) -> ArchitectureRoom:
    """Start a measurement along the shown curve; earlier times of that curve are removed."""
    own = room.own
    measuring = Measuring(own.axis, own.extent)
    kept = tuple(time for time in own.times if time.extent not in measuring.extents)
    return room.changed(measuring=measuring, times=kept)


def time_arrived(room: ArchitectureRoom, time: LayerTime) -> ArchitectureRoom:
    own = room.own
    measuring = own.measuring
    if measuring is not None:
        measuring = dataclasses.replace(measuring, done=measuring.done + 1)
    return room.changed(times=(*own.times, time), measuring=measuring)


def measuring_ended(room: ArchitectureRoom) -> ArchitectureRoom:
    """Finished times remain."""
    return room.changed(measuring=None)


def _translated(room: ArchitectureRoom) -> Trace | None:
    """The finished translation; None while the tab is hidden."""
    trace = room.bench.trace
    looked_at = room.bench.tab == TAB and not room.bench.translating
    if not looked_at or trace is None or not trace.n_places:
        return None
    return trace
