"""What a picture of heads is: its title, what its numbers mean, which part of it is in view."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.traces.aggregation import formula
from viz_app.texts.mosaic_sentences import unlike_note
from viz_app.texts.sentences import axes_sentence, heads_phrase, kind_name, looking_ahead
from viz_app.workbench.snapshots.pictures import FocusSnapshot

translate = QCoreApplication.translate

BETWEEN = "  ·  "
"""Between notes that have nothing to do with each other."""


def focus_title(focus: FocusSnapshot, *, each: bool = False) -> str:
    """``Cross · layer 2 · mean over heads 1, 3 and 5``; of what, is for the notes to say.

    ``each``: several heads are shown, each by itself.
    """
    title = translate("attention", "{kind} · layer {layer} · {heads}")
    if focus.compared is not None:
        title = translate("attention", "{kind} · layer {layer} · {heads} · difference")
    return title.format(
        kind=kind_name(focus.kind), layer=focus.layer + 1, heads=heads_phrase(focus, each=each)
    )


def picture_notes(focus: FocusSnapshot) -> tuple[str, ...]:
    """What to know of the numbers, unless they are plain weights: nothing goes without saying."""
    notes = []
    if focus.compared is not None:
        notes.append(translate("attention", "this one − the compared one"))
    notes += filter(None, [unlike_note(focus)])
    notes += [*_ahead_notes(focus), *_combination_notes(focus)]
    if focus.special == "hidden":
        notes.append(translate("attention", "special tokens hidden, rows not renormalised"))
    if focus.special == "renormalised":
        notes.append(translate("attention", "special tokens hidden, rows renormalised"))
    if focus.words:
        notes.append(translate("attention", "words: sum over key pieces, mean over query pieces"))
    if focus.scale == "sqrt":
        notes.append(translate("attention", "square-root scale"))
    if focus.scale == "log":
        notes.append(translate("attention", "logarithmic scale"))
    return tuple(notes)


def explanation(focus: FocusSnapshot) -> str:
    """Title, axes, notes and the meaning of a formula's letters: what a picture has no room for."""
    parts = [focus_title(focus), axes_sentence(focus.kind, focus.row_labels)]
    parts += picture_notes(focus)
    if focus.combination == "rollout":
        parts += [formula(focus.kind), _letters(focus)]
    return BETWEEN.join(parts)


def part_text(rows: range, columns: range, *, n_rows: int, n_columns: int) -> str:
    """``rows 40–79 of 512 · columns 1–30 of 60``; only the axis that is not wholly in view."""
    parts = []
    if len(rows) < n_rows:
        text = translate("attention", "rows {first}–{last} of {count}")
        parts.append(text.format(first=rows.start + 1, last=rows.stop, count=n_rows))
    if len(columns) < n_columns:
        text = translate("attention", "columns {first}–{last} of {count}")
        parts.append(text.format(first=columns.start + 1, last=columns.stop, count=n_columns))
    return " · ".join(parts)


def not_all_named() -> str:
    """Where labels are left out, and how one sees them."""
    return translate("attention", "not every token is named: zoom in (+) to see all")


def not_glossed() -> str:
    """Where the small words under the tokens are left out, and how one reads them."""
    return translate("attention", "no room for what tokens mean: zoom in (+) or point at a cell")


def _ahead_notes(focus: FocusSnapshot) -> list[str]:
    """Of a difference it is said who looks ahead."""
    if focus.compared is None or focus.looks_ahead == focus.compared_looks_ahead:
        return [looking_ahead()] if focus.looks_ahead else []
    if focus.looks_ahead:
        return [translate("attention", "this one looks ahead: no causal mask")]
    return [translate("attention", "the compared one looks ahead: no causal mask")]


def _combination_notes(focus: FocusSnapshot) -> list[str]:
    if focus.combination == "rollout":
        words = translate(
            "attention", "followed through the layers: each keeps one half and reads one half"
        )
        return [words, *_rest_of_rows(focus), *_top_notes(focus)]
    if focus.combination == "max" and len(focus.heads) > 1 and focus.compared is None:
        return [translate("attention", "rows can sum to more than 1")]
    return []


def _top_notes(focus: FocusSnapshot) -> list[str]:
    """Where the colours end, if not at 1."""
    if focus.top == 1:
        return []
    return [translate("attention", "colours end at {top}").format(top=f"{focus.top:g}")]


def _rest_of_rows(focus: FocusSnapshot) -> list[str]:
    """Rows of a difference sum to about 0: they have no rest."""
    if focus.compared is not None:
        return []
    if focus.kind == "cross":
        return [translate("attention", "the rest of each row, up to 1, is on the target")]
    if focus.kind == "decoder":
        return [translate("attention", "the rest of each row, up to 1, is on the source")]
    return []


def _letters(focus: FocusSnapshot) -> str:
    return {
        "encoder": translate(
            "attention",
            "A is the mean over the heads of the encoder's layer l, I the residual stream",
        ),
        "decoder": translate(
            "attention",
            "S is the mean over the heads of the decoder's self-attention in layer l,"
            " I the residual stream",
        ),
        "cross": translate(
            "attention",
            "S and C are the means over the heads of decoder self- and cross-attention in layer l,"
            " E is the encoder's rollout, I the residual stream",
        ),
    }[focus.kind]
