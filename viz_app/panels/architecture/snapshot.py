"""Transitions, questions and snapshot of the architecture tab."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from model.lessons.architecture.complexity import Extent, LayerTime
from model.lessons.architecture.norm_gradients_record import NormComparison
from model.lessons.architecture.record import ArchitectureRecord, Block
from model.special_tokens import BOS_ID
from model.traces.trace import Trace
from viz_app.app.app_state import AppState
from viz_app.panels.architecture.state import (
    ArchitectureView,
    Axis,
    BesideBlocks,
    BlockPlace,
    Machine,
    Measuring,
    line_extents,
)
from viz_app.workbench.state.selection import with_head

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
        layer: the one that is unfolded, on both sides.
        block: where the chosen block stands; :meth:`chosen` finds it.
        record: None while there is none of a sentence.
        times: measured along the curve that is shown.
        d_model: of the loaded model.
    """

    view: ArchitectureView
    beside: BesideBlocks
    layer: int
    block: BlockPlace
    record: ArchitectureRecord | None
    depth: int | None
    comparison: NormComparison | None
    axis: Axis
    extent: Extent
    machine: Machine | None
    times: tuple[LayerTime, ...]
    measuring: Measuring | None
    d_model: int | None

    def shown(self) -> tuple[Block, ...]:
        """The blocks of the diagram: those outside the layers, and one layer of each side."""
        blocks = self.record.blocks if self.record else ()
        return tuple(block for block in blocks if block.layer in {None, self.layer})

    def chosen(self) -> Block | None:
        """The block whose facts are shown; the first attention where there is no such block."""
        blocks = self.shown()
        there = {BlockPlace.of(block): block for block in blocks}
        return there.get(self.block) or there.get(BlockPlace())


def resolve_architecture(state: AppState) -> ArchitectureSnapshot:
    """The architecture tab."""
    own = state.architecture
    record = own.record if state.trace is not None else None
    last = record.config.n_layers - 1 if record else 0
    line = set(line_extents(own.axis, own.extent))
    return ArchitectureSnapshot(
        view=own.view,
        beside=own.beside,
        layer=min(state.selection.layer, last),
        block=own.block,
        record=record,
        depth=own.depth,
        comparison=own.comparison if record else None,
        axis=own.axis,
        extent=own.extent,
        machine=own.machine,
        times=tuple(time for time in own.times if time.extent in line),
        measuring=own.measuring,
        d_model=state.model.config.d_model if state.model else None,
    )


def record_question(state: AppState) -> RecordQuestion | None:
    """What the worker shall describe, or None while nobody looks."""
    trace = _translated(state)
    if trace is None or state.model_key is None:
        return None
    return RecordQuestion(state.model_key, trace.source_text, trace.source_ids, trace.fed_ids)


def comparison_question(state: AppState) -> ComparisonQuestion | None:
    """What the worker shall compare, or None while nobody looks."""
    trace = _translated(state)
    if trace is None or state.model_key is None or state.architecture.view != "norms":
        return None
    return ComparisonQuestion(
        state.model_key,
        trace.source_text,
        trace.source_ids,
        (BOS_ID, *trace.predicted_ids),
        state.architecture.depth,
    )


def changed(state: AppState, **values: Any) -> AppState:
    """Other fields of :class:`ArchitectureState`; the same state if they are as before."""
    own = dataclasses.replace(state.architecture, **values)
    return state if own == state.architecture else dataclasses.replace(state, architecture=own)


def layer_unfolded(state: AppState, layer: int) -> AppState:
    """Look at another layer: it is the layer of the whole window's selection."""
    if state.trace is None or layer == state.selection.layer:
        return state
    layer = max(0, min(layer, state.trace.n_layers - 1))
    selection = with_head(state.selection, state.selection.kind, layer, state.selection.head)
    return dataclasses.replace(state, selection=selection)


def size_chosen(state: AppState, letter: str, size: int) -> AppState:
    """Another n, d, k or r."""
    extent = dataclasses.replace(state.architecture.extent, **{letter: size})
    return changed(state, extent=extent)


def measuring_begun(state: AppState) -> AppState:
    """The layers are being timed along the curve; what was measured there before goes."""
    own = state.architecture
    line = set(line_extents(own.axis, own.extent))
    kept = tuple(time for time in own.times if time.extent not in line)
    return changed(state, measuring=Measuring(own.axis, own.extent), times=kept)


def time_arrived(state: AppState, time: LayerTime) -> AppState:
    """One more layer has been timed."""
    own = state.architecture
    measuring = own.measuring
    if measuring is not None:
        measuring = dataclasses.replace(measuring, done=measuring.done + 1)
    return changed(state, times=(*own.times, time), measuring=measuring)


def measuring_ended(state: AppState) -> AppState:
    """All is measured, or somebody has had enough; what is there stays."""
    return changed(state, measuring=None)


def _translated(state: AppState) -> Trace | None:
    """A translation that is there, while somebody looks at the tab."""
    trace = state.trace
    if state.tab != TAB or state.translating or trace is None or not trace.steps:
        return None
    return trace
