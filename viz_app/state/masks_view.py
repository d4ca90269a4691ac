"""Snapshot for the mask tab."""

from __future__ import annotations

from dataclasses import dataclass

from model.mask_record import MaskRecord
from viz_app.state.app_state import AppState


@dataclass(frozen=True, slots=True, kw_only=True)
class MasksSnapshot:
    """The batch of the sentence on screen and its companion, or no record yet."""

    record: MaskRecord | None
    companion: str


def resolve_masks(state: AppState) -> MasksSnapshot:
    """The mask tab."""
    texts = state.masks.texts if state.masks is not None else ()
    shown = state.companion or (texts[1] if len(texts) > 1 else "")
    return MasksSnapshot(record=state.masks, companion=shown)
