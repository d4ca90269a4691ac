"""Intents of the attention panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from model.traces.trace import Kind
from viz_app.engine.store import Slot
from viz_app.panels.attention.room import token_cell
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.workbench.changes import selection as changes
from viz_app.workbench.state import Cell, Workbench


def attach_attention(
    intents: AttentionIntents, screen: Slot[Workbench], zooms: Slot[Mapping[str, Zoom]]
) -> None:
    transitions: Mapping[str, Callable[..., Workbench]] = {
        "kind_picked": changes.kind_picked,
        "head_picked": changes.head_picked,
        "cell_picked": picture_cell_picked,
        "row_labels_picked": changes.row_labels_picked,
        "option_picked": changes.option_picked,
        "head_toggled": changes.head_toggled,
        "all_heads_chosen": changes.all_heads_chosen,
    }
    for name, change in transitions.items():
        getattr(intents, name).connect(screen.applying(change))
    intents.zoomed.connect(zooms.applying(zoomed))


def zoomed(zooms: Mapping[str, Zoom], where: str, before: Zoom, now: Zoom) -> Mapping[str, Zoom]:
    """Store the zoom of one view, unless it is not ``before``, as after a session was opened."""
    if zooms.get(where, FITTED) != before:
        return zooms
    others = {known: part for known, part in zooms.items() if known != where}
    return others if now.is_fitted else {**others, where: now}


def picture_cell_picked(bench: Workbench, kind: Kind, cell: Cell | None) -> Workbench:
    """Move the cursor to the tokens of a cell of a kind's picture; None removes it."""
    return changes.cell_picked(bench, kind, token_cell(bench, kind, cell))
