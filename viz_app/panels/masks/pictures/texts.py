"""Texts of the mask tab."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.traces.trace import KINDS, Trace
from viz_app.panels.masks.room import MasksPart
from viz_app.panels.masks.snapshot import ChangeShown
from viz_app.texts.labels import decimal_number
from viz_app.texts.picture_caption import VASWANI, cited
from viz_app.texts.sentences import kind_name
from viz_app.widgets.lesson_page import Lesson
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


# ----------------------------------------------------------------------------------------- lessons
# The texts beside the parts of the mask tab.


def batch_lesson() -> Lesson:
    return Lesson(
        title=translate("masks", "Why sentences need masks"),
        body=(
            translate(
                "masks",
                "Many sentences are processed at once (a batch). Shorter ones are filled up "
                "to the same length (padding). No token may attend to padding: that is the "
                "source padding mask.",
            ),
            translate(
                "masks",
                "A target token may not attend to later tokens, because the model must "
                "predict them (causal mask). Combined with the padding mask, this is the "
                "decoder's mask. In cross-attention, where target tokens attend to the "
                "source, only source padding is masked.",
            ),
            translate("masks", "Edit the sentences, add some, and watch the padding grow."),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def steps_lesson() -> Lesson:
    return Lesson(
        title=translate("masks", "From lengths to a mask"),
        body=(
            translate(
                "masks",
                "Mark the positions that hold a token (valid positions). Pairing queries "
                "with keys gives a table of which query may attend to which key (matrix). "
                "Invert it to mark what is hidden, or write it as 0 and −∞ (additive mask). "
                "Added to a head's scores, −∞ gives weight 0 after the softmax (applied).",
            ),
            translate(
                "masks",
                "Some programs multiply the valid positions of queries and keys, so padding "
                "rows have no keys left. This model masks keys only: tick the box to see "
                "the difference.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def change_lesson() -> Lesson:
    return Lesson(
        title=translate("masks", "What if a token could not attend there?"),
        body=(
            translate(
                "masks",
                "Flip a cell of a mask. All heads of all layers then use it: scores and "
                "weights are recomputed for the same words, and the sentence is translated "
                "again.",
            ),
            translate(
                "masks",
                "Masking a word that the model needs breaks the translation; masking one "
                "that it hardly needs changes little. If the decoder may see a later word, "
                "little changes in decoding, because that word does not exist yet. In "
                "training the whole target is present, and the model could copy what it "
                "should predict. The causal mask prevents this.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def rows_lesson() -> Lesson:
    return Lesson(
        title=translate("masks", "A row without keys"),
        body=(
            translate(
                "masks",
                "A softmax distributes a total of 1 over the keys. If all keys are masked, "
                "no key is left. With −∞ it divides 0 by 0 (NaN, not a number). With −10⁹ "
                "all keys are equally unlikely, so all weights are equal (uniform). This "
                "model sets masked weights to 0.",
            ),
            translate(
                "masks",
                "Such rows arise when padded queries are masked too. With zeroed weights or "
                "−10⁹ they do no harm, because the loss ignores padding; with −∞ the NaN "
                "spreads. Click a key to restore it: with one key left, all three rules "
                "agree.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


LESSONS: dict[MasksPart, Callable[[], Lesson]] = {
    "batch": batch_lesson,
    "steps": steps_lesson,
    "change": change_lesson,
    "rows": rows_lesson,
}
