"""What the architecture tab shows, and what has been computed for it."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from model import values
from model.config import STACKS, Stack
from model.lessons.architecture.complexity import TIMED_LAYERS, Extent, LayerTime
from model.lessons.architecture.record import BlockKind, Sublayer
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.room import Room

if TYPE_CHECKING:
    from model.lessons.architecture.norm_gradients_record import NormComparison
    from model.lessons.architecture.record import ArchitectureRecord, Block

ArchitectureView = Literal["diagram", "norms", "complexity"]
ARCHITECTURE_VIEWS: tuple[ArchitectureView, ...] = get_args(ArchitectureView)

BesideBlocks = Literal["shapes", "parameters", "multiply_adds"]
BESIDE_BLOCKS: tuple[BesideBlocks, ...] = get_args(BesideBlocks)

SizeAxis = Literal["n", "d"]
"""Which size the curves of the complexity table run over; the other one is fixed."""

SIZES: dict[str, tuple[int, ...]] = {
    "n": (16, 32, 64, 128, 256, 512, 1024, 2048),
    "d": (32, 64, 128, 256, 512, 1024),
    "k": (3, 5, 7, 9),
    "r": (8, 16, 32, 64),
}
"""What can be chosen for each letter of the table; the curves run over n or d."""

DEPTHS = (6, 12)
"""Layers of the untrained networks, besides as many as the model has."""


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """A block of the diagram, whichever layer is unfolded there."""

    side: Stack = "encoder"
    kind: BlockKind = "self_attention"
    sublayer: Sublayer | None = None

    @classmethod
    def of(cls, block: Block) -> BlockPlace:
        """Where a block stands."""
        return cls(block.side, block.kind, block.sublayer)


@dataclass(frozen=True, slots=True)
class Machine:
    """What layers are timed on; ``threads`` are those that one computation takes."""

    device: str
    threads: int


@dataclass(frozen=True, slots=True)
class Measuring:
    """A measurement under way: so many of the layers' times are there."""

    axis: SizeAxis
    extent: Extent
    done: int = 0

    @property
    def total(self) -> int:
        """How many there will be."""
        return len(SIZES[self.axis]) * len(TIMED_LAYERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchitectureState:
    """Choices and answers.

    Attributes:
        view: which of the tab's three pages.
        beside: what the diagram says beside each block.
        block: the block whose facts are shown.
        depth: layers of the untrained networks; None: as many as the model has.
        axis: what the complexity curves run over.
        extent: the sizes that are fixed, and those of the table.
        record: the model with the sentence in it.
        comparison: gradients of untrained networks.
        machine: where the times were measured.
        times: all that were measured since the start.
        measuring: a measurement under way.
    """

    view: ArchitectureView = "diagram"
    beside: BesideBlocks = "shapes"
    block: BlockPlace = BlockPlace()
    depth: int | None = None
    axis: SizeAxis = "n"
    extent: Extent = Extent(n=64, d=256)
    record: ArchitectureRecord | None = None
    comparison: NormComparison | None = None
    machine: Machine | None = None
    times: tuple[LayerTime, ...] = ()
    measuring: Measuring | None = None


def line_extents(axis: SizeAxis, extent: Extent) -> tuple[Extent, ...]:
    """The extents that a curve over ``axis`` runs through, smallest first."""
    if axis == "n":
        return tuple(Extent(n, extent.d, extent.k, extent.r) for n in SIZES["n"])
    return tuple(Extent(extent.n, d, extent.k, extent.r) for d in SIZES["d"])


ArchitectureRoom = Room[ArchitectureState]


_BLOCK = values.fields(
    {
        "side": values.choice(STACKS),
        "kind": values.choice(get_args(BlockKind)),
        "sublayer": values.maybe(values.choice(get_args(Sublayer))),
    }
)


def _block(name: str, value: Any) -> BlockPlace:
    place = _BLOCK(name, value)
    return BlockPlace(place["side"], place["kind"], place["sublayer"])


def _extent(name: str, value: Any) -> Extent:
    sizes = values.fields({letter: values.choice(SIZES[letter]) for letter in SIZES})(name, value)
    return Extent(**{letter: sizes[letter] for letter in SIZES})


KEPT: Plan = {
    "view": KeptField(values.choice(ARCHITECTURE_VIEWS)),
    "beside": KeptField(values.choice(BESIDE_BLOCKS)),
    "block": KeptField(_block, dataclasses.asdict),
    "depth": KeptField(values.maybe(values.choice(DEPTHS))),
    "axis": KeptField(values.choice(get_args(SizeAxis))),
    "extent": KeptField(_extent, dataclasses.asdict),
}
