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
    """How many cells of which masks are flipped."""
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
    """Whether all that is flipped lets target tokens look ahead."""
    return bool(shown.edits) and all(
        cell.kind == "decoder" and cell.key > cell.query for cell in shown.edits.cells
    )


def has_empty_row(shown: ChangeShown) -> bool:
    """Whether a query of any mask has no key left."""
    masks = (shown.edits.edited(shown.original.mask(kind), kind) for kind in KINDS)
    return any(bool(np.any(~mask.any(axis=-1))) for mask in masks)


def changed_columns(original: Trace, altered: Trace) -> int:
    """Columns in which the two translations differ."""
    columns = aligned(original.predicted_tokens, altered.predicted_tokens)
    return sum(not column.same for column in columns)


def _difference(original: Trace, altered: Trace) -> str:
    """Whether tokens differ, and how probable the model finds what it wrote."""
    before, after = (decimal_number(trace.log_probability, 3) for trace in (original, altered))
    count = changed_columns(original, altered)
    if count:
        words = translate(
            "masks",
            "The translation has changed (places that differ: {count}); its log-probability is "
            "now {after} nats; it was {before}.",
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
                "While a token is being chosen, none after it exists yet: allowing the future can "
                "only change what later tokens see of it.",
            )
        )
    if has_empty_row(shown):
        reasons.append(
            translate("masks", "A row without a key has weights of 0: no head adds anything there.")
        )
    return reasons


# ----------------------------------------------------------------------------------------- lessons
# The texts beside the parts of the mask tab.


def batch_lesson() -> Lesson:
    """Why there are masks."""
    return Lesson(
        title=translate("masks", "Why sentences need masks"),
        body=(
            translate(
                "masks",
                "Many sentences are read at once (a batch). Shorter ones are filled up with "
                "empty places (padding). No token may look there: that is the source padding "
                "mask.",
            ),
            translate(
                "masks",
                "A target token may not look at those after it, because they are what the model "
                "must predict (causal mask). Combined with padding it is the mask of the decoder. "
                "When target tokens look at the source (cross-attention), only the padding of the "
                "source counts.",
            ),
            translate("masks", "Edit the sentences, add some, and watch the padding grow."),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def steps_lesson() -> Lesson:
    """How a mask is made."""
    return Lesson(
        title=translate("masks", "From lengths to a mask"),
        body=(
            translate(
                "masks",
                "Mark which places hold a token (valid positions). Put queries against keys, and "
                "there is a table of who may look at whom (matrix). Turn it round (inverted) to "
                "say what is hidden, or write 0 and −∞ (additive mask). Added to a head's scores, "
                "−∞ leaves a weight of 0 after the softmax (applied).",
            ),
            translate(
                "masks",
                "Some programs multiply the valid positions of both sides, so rows of padding "
                "have no key left. This model looks at the keys only: tick the box to see the "
                "difference.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def change_lesson() -> Lesson:
    """What to try."""
    return Lesson(
        title=translate("masks", "What if a token could not look there?"),
        body=(
            translate(
                "masks",
                "Flip a cell of a mask. All heads of all layers then use it: the same words are "
                "read again for scores and weights, and the sentence is translated again.",
            ),
            translate(
                "masks",
                "Forbid a word that the model needs, and the translation breaks. Forbid one that "
                "it hardly needs, and little happens. Allow a word of the future in the decoder: "
                "in decoding it does not exist yet, so little changes. In training the whole "
                "target is there, and the model could copy what it should predict. That is what "
                "the causal mask is for.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def rows_lesson() -> Lesson:
    """Why a row without keys matters."""
    return Lesson(
        title=translate("masks", "A row without keys"),
        body=(
            translate(
                "masks",
                "A softmax shares out 1 among the keys. Where all keys are masked there is nobody "
                "to share with. With −∞ it divides 0 by 0 (NaN, not a number). With −10⁹ all keys "
                "are equally unlikely, so each gets the same (uniform). This model sets masked "
                "weights to 0.",
            ),
            translate(
                "masks",
                "Such rows come from masking padded queries too, as some programs do; they "
                "are harmless there only because the loss leaves padding out. Click a key to give "
                "it back: with one key left, all three rules agree.",
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
