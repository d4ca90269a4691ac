"""The attention panel: one kind or all three side by side, and what a cell stands for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from model.traces.trace import KINDS, Kind
from viz_app.panels.attention.snapshot.difference import (
    compared_trace,
    mosaic_difference,
    resolve_difference,
)
from viz_app.workbench.snapshots.attention import resolve_focus, resolve_mosaic
from viz_app.workbench.snapshots.pictures import FocusSnapshot, MosaicSnapshot
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.selection import Cell
from viz_app.workbench.state.workbench import Workbench

_Picture = TypeVar("_Picture", MosaicSnapshot, FocusSnapshot)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionSnapshot:
    """What the attention panel shows.

    Attributes:
        kind: the kind that the selection is in.
        kinds: those that the model has.
        mosaics, focuses: of the kinds on screen, in the order of :data:`~model.trace.KINDS`.
    """

    options: AttentionOptions
    kind: Kind
    kinds: tuple[Kind, ...] = KINDS
    mosaics: tuple[MosaicSnapshot, ...]
    focuses: tuple[FocusSnapshot, ...]

    @property
    def focus(self) -> FocusSnapshot:
        """The picture of the kind that the selection is in."""
        return next(focus for focus in self.focuses if focus.kind == self.kind)

    @property
    def mosaic(self) -> MosaicSnapshot:
        """The mosaic of the kind that the selection is in."""
        return next(mosaic for mosaic in self.mosaics if mosaic.kind == self.kind)


def resolve_attention(bench: Workbench) -> AttentionSnapshot | None:
    """The attention panel, or None before the first trace."""
    options, chosen = bench.attention, bench.selection.kind
    there = KINDS if bench.trace is None else bench.trace.kinds
    kinds = there if options.side_by_side else (chosen,)
    mosaics = [
        mosaic_difference(bench, kind) or _plain(resolve_mosaic(bench, kind), bench)
        for kind in kinds
    ]
    focuses = [_resolve_picture(bench, kind) for kind in kinds]
    if bench.trace is None:
        return None
    return AttentionSnapshot(
        options=options,
        kind=chosen,
        kinds=there,
        mosaics=tuple(mosaic for mosaic in mosaics if mosaic is not None),
        focuses=tuple(focus for focus in focuses if focus is not None),
    )


def token_cell(bench: Workbench, kind: Kind, cell: Cell | None) -> Cell | None:
    """The query and key tokens of a kind's cell, of words the first ones; None without one."""
    picture = None if cell is None else _resolve_picture(bench, kind)
    if cell is None or picture is None or picture.projection is None:
        return None
    rows, columns = picture.projection.rows, picture.projection.columns
    if cell.row >= len(rows) or cell.column >= len(columns):
        return None
    return Cell(rows[cell.row][0], columns[cell.column][0])


def _resolve_picture(bench: Workbench, kind: Kind) -> FocusSnapshot | None:
    """The head in view; while branches are compared, how it differs between them."""
    return resolve_difference(bench, kind) or _plain(resolve_focus(bench, kind), bench)


def _plain(picture: _Picture | None, bench: Workbench) -> _Picture | None:
    """Weights as they are; while branches are compared, because the other has no such heads."""
    return picture and replace(picture, unlike=compared_trace(bench))
