"""Texts of the mask tab."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.traces.trace import KINDS, Trace
from viz_app.panels.masks.snapshot import ChangeShown
from viz_app.texts.labels import decimal_number
from viz_app.texts.sentences import kind_name
from viz_app.workbench.snapshots.token_axes import aligned

# ------------------------------------------------------------------------------------------ change
# What came of flipped cells, in words.


translate = QCoreApplication.translate


def edits_text(shown: ChangeShown) -> str:
    counts = {kind: len(shown.edits.of(kind)) for kind in KINDS}
    item = translate("masks", "{kind} {count}")
    parts = [item.format(kind=kind_name(kind), count=n) for kind, n in counts.items() if n]
    listed = translate("masks", ", ").join(parts)
    return translate("masks", "Flipped cells: {list}.").format(list=listed)


def verdict(shown: ChangeShown) -> str:
    """Whether the translation has changed, and if not, why not."""
    if not shown.edits:
        return translate(
            "masks", "Click a cell of the mask, or press Enter on it, to see what changes."
        )
    if shown.waits or shown.altered is None:
        return " ".join((edits_text(shown), translate("masks", "Translating with them…")))
    said = _difference(shown.original, shown.altered), *_reasons(shown, shown.altered)
    return " ".join((edits_text(shown), *said))


def only_future(shown: ChangeShown) -> bool:
    """Whether every flipped cell lets a target token attend to a later one."""
    return bool(shown.edits) and all(
        cell.kind == "decoder" and cell.key > cell.query for cell in shown.edits.cells
    )


def has_empty_row(shown: ChangeShown) -> bool:
    """Whether a query of any mask has no key left."""
    masks = (shown.edits.edited(shown.original.mask(kind), kind) for kind in KINDS)
    return any(bool(np.any(~mask.any(axis=-1))) for mask in masks)


def changed_columns(original: Trace, altered: Trace) -> int:
    """Number of columns in which the two translations differ."""
    columns = aligned(original.predicted_tokens, altered.predicted_tokens)
    return sum(not column.same for column in columns)


def _difference(original: Trace, altered: Trace) -> str:
    before, after = (decimal_number(trace.log_probability, 3) for trace in (original, altered))
    count = changed_columns(original, altered)
    if count:
        words = translate(
            "masks",
            "The translation has changed (positions that differ: {count}); its "
            "log-probability is now {after} nats; it was {before}.",
        )
    elif before == after:
        words = translate(
            "masks", "The translation is the same, and so is its log-probability: {before} nats."
        )
    else:
        words = translate(
            "masks",
            "The translation is the same; its log-probability goes from {before} to {after} nats.",
        )
    return words.format(count=count, before=before, after=after)


def _reasons(shown: ChangeShown, altered: Trace) -> list[str]:
    reasons = []
    if only_future(shown) and not changed_columns(shown.original, altered):
        reasons.append(
            translate(
                "masks",
                "When a token is chosen, no later token exists yet: allowing future tokens "
                "can only change what later tokens read from it.",
            )
        )
    if has_empty_row(shown):
        reasons.append(
            translate("masks", "A row without keys has weights of 0: no head adds anything there.")
        )
    return reasons
