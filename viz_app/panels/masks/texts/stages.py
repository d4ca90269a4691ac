"""What a stage does, in one sentence and one formula."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.panels.masks.shown import StepsShown
from viz_app.texts.sentences import head_title

translate = QCoreApplication.translate


def stage_formula(shown: StepsShown) -> str:
    """The name of the stage's formula."""
    stage = shown.stage_name
    if stage == "inverted":
        return "masks_additive"
    if stage == "applied":
        return "masks_applied"
    if shown.mask == "causal":
        return "masks_positions" if stage == "positions" else "masks_causal"
    if stage == "positions":
        return "masks_valid"
    rows = "keys" if shown.padded_queries == "kept" else "pairs"
    return f"masks_causal_{rows}" if shown.mask == "target" else f"masks_{rows}"


def stage_caption(shown: StepsShown) -> str:
    """What happens here, and where rows are left without a key, what comes of that."""
    words = _captions(shown)[shown.stage_name]
    if not shown.building.empty_rows[shown.sentence_row].any():
        return words
    empty = {
        "matrix": translate("masks", "Rows of padding have no key left."),
        "applied": translate(
            "masks", "Rows of padding have no key: their softmax is 0/0, which is not a number."
        ),
    }
    more = empty.get(shown.stage_name, "")
    return f"{words} {more}" if more else words


def _captions(shown: StepsShown) -> dict[str, str]:
    title = head_title(shown.place.kind, layer=shown.place.layer, head=shown.place.head)
    shape = "[batch, query, key]"
    return {
        "positions": translate("masks", "Number the places of the target.")
        if shown.mask == "causal"
        else translate("masks", "Find the places that hold a token: [batch, length]."),
        "matrix": translate("masks", "Put queries against keys: {shape}.").format(shape=shape),
        "inverted": translate("masks", "Three ways to write the same mask: {shape}.").format(
            shape=shape
        ),
        "applied": translate("masks", "{head}: add the mask to the scores, then softmax.").format(
            head=title
        ),
    }
