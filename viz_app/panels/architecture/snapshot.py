"""Transitions, questions and snapshot of the architecture tab."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from model.lessons.architecture.complexity import LayerTime
from model.lessons.architecture.norm_gradients_record import NormComparison
from model.lessons.architecture.record import ArchitectureRecord, Block
from model.special_tokens import BOS_ID
from model.traces.trace import Trace
from viz_app.panels.architecture import state
from viz_app.workbench.changes.selection import head_picked
from viz_app.workbench.snapshots.stacks import written_ids

TAB = "architecture"


@dataclass(frozen=True, slots=True)
class RecordQuestion:
    """The blocks of which model, with which sentence; ``tgt_ids`` are what the decoder reads."""

    model_key: int
    text: str
    src_ids: tuple[int, ...]
    tgt_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ComparisonQuestion:
    """Gradients for which sizes and sentence; ``tgt_ids`` are the whole target."""

    model_key: int
    text: str
    src_ids: tuple[int, ...]
    tgt_ids: tuple[int, ...]
    depth: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchitectureSnapshot:
    """The architecture tab.

    Attributes:
        own: the choices, and the measurement under way.
        layer: the one that is unfolded, on both sides.
        record: None while there is none of a sentence.
        times: measured along the curve that is shown.
        has_model: whether there is one that layers can be timed beside.
    """

    own: state.ArchitectureState
    layer: int
    record: ArchitectureRecord | None
    comparison: NormComparison | None
    times: tuple[LayerTime, ...]
    has_model: bool

    def shown(self) -> tuple[Block, ...]:
        """The blocks of the diagram: those outside the layers, and one layer of each side."""
        record = self.record
        if record is None:
            return ()
        return tuple(
            block
            for block in record.blocks
            if block.layer in {None, record.unfolded(block.side, self.layer)}
        )

    def chosen(self) -> Block | None:
        """The block whose facts are shown; the first attention where there is no such block."""
        blocks = self.shown()
        there = {state.BlockPlace.of(block): block for block in blocks}
        attention = (block for block in blocks if block.kind == "self_attention")
        return there.get(self.own.block) or next(attention, None)


def resolve_architecture(room: state.ArchitectureRoom) -> ArchitectureSnapshot:
    """The architecture tab."""
    own = room.own
    record = own.record if room.bench.trace is not None else None
    last = record.config.deepest - 1 if record else 0
    line = set(state.line_extents(own.axis, own.extent))
    return ArchitectureSnapshot(
        own=own,
        layer=min(room.bench.selection.layer, last),
        record=record,
        comparison=own.comparison if record else None,
        times=tuple(time for time in own.times if time.extent in line),
        has_model=room.bench.model is not None and room.bench.absent is None,
    )


def record_question(room: state.ArchitectureRoom) -> RecordQuestion | None:
    """What the worker shall describe, or None while nobody looks."""
    trace = _translated(room)
    if trace is None or room.bench.trace_key is None:
        return None
    return RecordQuestion(room.bench.trace_key, trace.source_text, trace.source_ids, trace.fed_ids)


def comparison_question(room: state.ArchitectureRoom) -> ComparisonQuestion | None:
    """What the worker shall compare, or None while nobody looks."""
    trace = _translated(room)
    if trace is None or room.bench.trace_key is None or room.own.view != "norms":
        return None
    return ComparisonQuestion(
        room.bench.trace_key,
        trace.source_text,
        trace.source_ids,
        (BOS_ID, *written_ids(trace)),
        room.own.depth,
    )


def layer_unfolded(room: state.ArchitectureRoom, layer: int) -> state.ArchitectureRoom:
    """Look at another layer: it is the layer of the whole window's selection."""
    if room.bench.trace is None or layer == room.bench.selection.layer:
        return room
    chosen = room.bench.selection
    return room.on_bench(head_picked, chosen.kind, max(0, layer), chosen.head)


def size_chosen(room: state.ArchitectureRoom, letter: str, size: int) -> state.ArchitectureRoom:
    """Another n, d, k or r."""
    extent = dataclasses.replace(room.own.extent, **{letter: size})
    return room.changed(extent=extent)


def measuring_begun(room: state.ArchitectureRoom) -> state.ArchitectureRoom:
    """The layers are being timed along the curve; what was measured there before goes."""
    own = room.own
    line = set(state.line_extents(own.axis, own.extent))
    kept = tuple(time for time in own.times if time.extent not in line)
    return room.changed(measuring=state.Measuring(own.axis, own.extent), times=kept)


def time_arrived(room: state.ArchitectureRoom, time: LayerTime) -> state.ArchitectureRoom:
    """One more layer has been timed."""
    own = room.own
    measuring = own.measuring
    if measuring is not None:
        measuring = dataclasses.replace(measuring, done=measuring.done + 1)
    return room.changed(times=(*own.times, time), measuring=measuring)


def measuring_ended(room: state.ArchitectureRoom) -> state.ArchitectureRoom:
    """All is measured, or somebody has had enough; what is there stays."""
    return room.changed(measuring=None)


def _translated(room: state.ArchitectureRoom) -> Trace | None:
    """A translation that is there, while somebody looks at the tab."""
    trace = room.bench.trace
    looked_at = room.bench.tab == TAB and not room.bench.translating
    if not looked_at or trace is None or not trace.n_places:
        return None
    return trace
