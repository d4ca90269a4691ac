"""Texts on checks of a model and on a foreign model, for the window and the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from model.checkpoint.import_reading import ImportQuestion, PlaceStatus, TensorRow
from model.lessons.checks import CheckedHead, CheckName, Finding, Note, Unit, Verdict
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

# ------------------------------------------------------------------------------------- check texts
# Checks of a model in words: title, value, meaning and usual cause.


translate = QCoreApplication.translate

_TITLES: Mapping[CheckName, str] = {
    "weights": QT_TRANSLATE_NOOP("checks", "Weights are finite"),
    "activations": QT_TRANSLATE_NOOP("checks", "Activations are finite"),
    "future": QT_TRANSLATE_NOOP("checks", "Future tokens are hidden"),
    "padding": QT_TRANSLATE_NOOP("checks", "Padding is ignored"),
    "shift": QT_TRANSLATE_NOOP("checks", "Targets are shifted by one"),
    "source": QT_TRANSLATE_NOOP("checks", "The source is used"),
    "positions": QT_TRANSLATE_NOOP("checks", "Positions are used"),
    "cache": QT_TRANSLATE_NOOP("checks", "The cache changes nothing"),
    "rows": QT_TRANSLATE_NOOP("checks", "Rows sum to 1"),
    "dead_heads": QT_TRANSLATE_NOOP("checks", "No dead heads"),
    "saturated_heads": QT_TRANSLATE_NOOP("checks", "No saturated heads"),
    "tied": QT_TRANSLATE_NOOP("checks", "Embeddings are tied as configured"),
    "task": QT_TRANSLATE_NOOP("checks", "Its own task is solved"),
}

_VERDICTS: Mapping[Verdict, str] = {
    "passed": QT_TRANSLATE_NOOP("checks", "passed"),
    "warning": QT_TRANSLATE_NOOP("checks", "warning"),
    "failed": QT_TRANSLATE_NOOP("checks", "failed"),
    "not applicable": QT_TRANSLATE_NOOP("checks", "not applicable"),
}

_MEANINGS: Mapping[CheckName, str] = {
    "weights": QT_TRANSLATE_NOOP(
        "checks",
        "No weight may be NaN or infinite: a single one corrupts everything computed after it.",
    ),
    "activations": QT_TRANSLATE_NOOP(
        "checks", "No module output for a sentence may be NaN or infinite."
    ),
    "future": QT_TRANSLATE_NOOP(
        "checks",
        "Changing a target token must not change any earlier logit: the decoder must not "
        "see the token that it has to predict.",
    ),
    "padding": QT_TRANSLATE_NOOP(
        "checks",
        "Padding added to a source and a target must not change the logits of their tokens.",
    ),
    "shift": QT_TRANSLATE_NOOP(
        "checks",
        "The decoder predicts the next token; given random input tokens, it should not "
        "simply repeat its input.",
    ),
    "source": QT_TRANSLATE_NOOP(
        "checks",
        "With another source, predictions for the same target must differ; the number is "
        "the share of the probability that moves to other tokens.",
    ),
    "positions": QT_TRANSLATE_NOOP(
        "checks",
        "The same tokens in another order must give different predictions; the number is "
        "the share of the probability that moves to other tokens.",
    ),
    "cache": QT_TRANSLATE_NOOP(
        "checks",
        "Decoding token by token with cached keys and values must give the same logits as "
        "all tokens at once.",
    ),
    "rows": QT_TRANSLATE_NOOP("checks", "The weights of every query must sum to 1 over its keys."),
    "dead_heads": QT_TRANSLATE_NOOP(
        "checks",
        "A head is dead if it gives all keys the same weight for every sentence, so that it "
        "only averages, or if its output is 0.",
    ),
    "saturated_heads": QT_TRANSLATE_NOOP(
        "checks",
        "A head is saturated if nearly every row puts all its weight on one key: the gradient of "
        "its softmax is 0, so its queries and keys no longer learn.",
    ),
    "tied": QT_TRANSLATE_NOOP(
        "checks",
        "The output projection is the target embedding if the configuration says so, and a "
        "separate table otherwise.",
    ),
    "task": QT_TRANSLATE_NOOP(
        "checks",
        "Translations of pairs of its own task must be as good as its training record states.",
    ),
}

_CAUSES: Mapping[CheckName, str] = {
    "weights": QT_TRANSLATE_NOOP(
        "checks",
        "Usually diverged training: learning rate too high, no warm-up, or overflow in "
        "16-bit numbers.",
    ),
    "activations": QT_TRANSLATE_NOOP(
        "checks",
        "Usually weights that grew without bound, a fully masked row, or a division by a "
        "value that can be 0.",
    ),
    "future": QT_TRANSLATE_NOOP(
        "checks",
        "Usually a missing or inverted causal mask (True where it should be False), or one "
        "not passed to every layer.",
    ),
    "padding": QT_TRANSLATE_NOOP(
        "checks",
        "Usually a padding mask that is missing, has the wrong shape, or is not passed to "
        "the encoder or cross-attention.",
    ),
    "shift": QT_TRANSLATE_NOOP(
        "checks",
        "Usually a loss that compares with the input tokens instead of the tokens shifted "
        "by one; or tied embeddings that have not learned anything yet.",
    ),
    "source": QT_TRANSLATE_NOOP(
        "checks",
        "Usually encoder output that is not passed on, a value projection of zeros, or a "
        "decoder that learned only the target language.",
    ),
    "positions": QT_TRANSLATE_NOOP(
        "checks",
        "Usually positional encodings that are never added, are added after the layers, or "
        "are too small beside embeddings scaled twice.",
    ),
    "cache": QT_TRANSLATE_NOOP(
        "checks",
        "Usually a wrong position index, keys that are dropped or cached twice, or a mask "
        "of the wrong length.",
    ),
    "rows": QT_TRANSLATE_NOOP(
        "checks",
        "Usually a softmax over the wrong axis, a mask that is applied after it, or dropout "
        "that is still on.",
    ),
    "dead_heads": QT_TRANSLATE_NOOP(
        "checks",
        "Usually queries, keys, values or columns of W_O that became 0, by weight decay or by "
        "pruning; or a head that has learned nothing yet.",
    ),
    "saturated_heads": QT_TRANSLATE_NOOP(
        "checks",
        "Usually scores that are too large: no division by √d_k, weights that were scaled "
        "twice, or a learning rate that was too high.",
    ),
    "tied": QT_TRANSLATE_NOOP(
        "checks",
        "Usually a table that was copied instead of shared, or a file in which one of the two "
        "is missing or old.",
    ),
    "task": QT_TRANSLATE_NOOP(
        "checks",
        "Usually weights that were loaded into another architecture (number of heads, pre-norm or "
        "post-norm, positions, scale of the embedding), or rows in another order than the "
        "vocabulary.",
    ),
}

_NUMBERS: Mapping[Unit, str] = {
    "tensors": QT_TRANSLATE_NOOP("checks", "NaN or ∞ in {number} of {total} tensors"),
    "modules": QT_TRANSLATE_NOOP("checks", "NaN or ∞ from {number} of {total} modules"),
    "heads": QT_TRANSLATE_NOOP("checks", "{number} of {total} heads"),
    "logits": QT_TRANSLATE_NOOP("checks", "logits change by {number} (limit {limit})"),
    "sum": QT_TRANSLATE_NOOP("checks", "off by {number} (limit {limit})"),
    "difference": QT_TRANSLATE_NOOP("checks", "the two tables differ by {number}"),
    "% moved": QT_TRANSLATE_NOOP(
        "checks", "{number} % of the probability moves (at least {limit} %)"
    ),
    "% same": QT_TRANSLATE_NOOP(
        "checks", "{number} % of the steps repeat their input (limit {limit} %)"
    ),
    "% exact": QT_TRANSLATE_NOOP(
        "checks", "{number} % of the translations are exact (at least {limit} %)"
    ),
    "BLEU": QT_TRANSLATE_NOOP("checks", "BLEU {number} (at least {limit})"),
}

_NOTES: Mapping[Note, str] = {
    "no encoder": QT_TRANSLATE_NOOP("checks", "This model has no encoder, and so no source."),
    "no decoder": QT_TRANSLATE_NOOP(
        "checks",
        "This model has no decoder: it reads all tokens at once and does not generate token "
        "by token.",
    ),
    "no choice": QT_TRANSLATE_NOOP("checks", "No head has more than one key to choose from."),
    "no positions": QT_TRANSLATE_NOOP("checks", "This model has no positions, as configured."),
    "no room": QT_TRANSLATE_NOOP("checks", "This model reads too few tokens for this check."),
    "one word": QT_TRANSLATE_NOOP(
        "checks", "None of the test sentences for this model has two different words."
    ),
    "fixed heads": QT_TRANSLATE_NOOP(
        "checks",
        "These heads give nearly all their weight to the first or last key in every row of "
        "every sentence. Many trained models have such heads; they can often be removed.",
    ),
    "hardly moved": QT_TRANSLATE_NOOP(
        "checks",
        "There is a change, but predictions hardly differ, as in models that have learned little.",
    ),
    "untrained": QT_TRANSLATE_NOOP(
        "checks",
        "All gains of each normalisation are equal, as in an untrained model; an untrained "
        "model can show this without being broken.",
    ),
    "tied": QT_TRANSLATE_NOOP("checks", "They are tied, as configured."),
    "untied": QT_TRANSLATE_NOOP("checks", "They are not tied, as configured."),
    "same values": QT_TRANSLATE_NOOP(
        "checks",
        "Both tables hold the same values, but the configuration says they are separate: "
        "they would diverge in training.",
    ),
    "silent heads": QT_TRANSLATE_NOOP(
        "checks",
        "The output of these heads is 0: their values or their columns of W_O are 0.",
    ),
    "no task": QT_TRANSLATE_NOOP(
        "checks", "This model has no built-in task, and so no sentence pairs to score it on."
    ),
    "no score": QT_TRANSLATE_NOOP(
        "checks",
        "The training record contains no score to compare with: the model may have learned little.",
    ),
}


def check_title(name: CheckName) -> str:
    return translate("checks", _TITLES[name])


def verdict_text(verdict: Verdict) -> str:
    return translate("checks", _VERDICTS[verdict])


def check_meaning(name: CheckName) -> str:
    return translate("checks", _MEANINGS[name])


def check_cause(name: CheckName) -> str:
    return translate("checks", _CAUSES[name])


def check_number(check: Finding) -> str:
    """With unit and limit; empty if nothing was measured."""
    if check.number is None or check.unit is None:
        return ""
    return translate("checks", _NUMBERS[check.unit]).format(
        number=_plain(check.number),
        limit="" if check.limit is None else _plain(check.limit),
        total=check.total,
    )


def short_number(check: Finding) -> str:
    """As :func:`check_number`, without words and limit."""
    if check.number is None or check.unit is None:
        return ""
    if check.total is not None:
        return translate("checks", "{number} of {total} bad").format(
            number=_plain(check.number), total=_plain(check.total)
        )
    return f"{_plain(check.number)} %" if "%" in check.unit else _plain(check.number)


def check_note(note: Note) -> str:
    return translate("checks", _NOTES[note])


def rests_on_text(cause: CheckName) -> str:
    return translate("checks", "Skipped, because “{check}” failed.").format(
        check=check_title(cause)
    )


def head_place(place: CheckedHead) -> str:
    """A head by its kind, layer and number, from 1."""
    template = {
        "encoder": translate("checks", "encoder {layer}.{head}"),
        "decoder": translate("checks", "decoder {layer}.{head}"),
        "cross": translate("checks", "cross {layer}.{head}"),
    }[place.kind]
    return template.format(layer=place.layer + 1, head=place.head + 1)


def _plain(value: float) -> str:
    """Three digits: ``0``, ``24``, ``76.3``, ``0.0014``, ``7.6e-06``; or whole thousands."""
    return f"{value:,.0f}" if 1000 <= value < 1_000_000 else f"{value:.3g}"


# ------------------------------------------------------------------------------------ import texts
# A foreign model in words: the place of each tensor, and the source of each answer.


_PART = re.compile(r"part (\d+) of (\d+)")
_ADDED = re.compile(r"reordered, (\d+) added")
_ROW, _FIRST = re.compile(r"from row (\d+)"), re.compile(r"first (\d+) rows")


def status_title(status: PlaceStatus) -> str:
    return {
        "placed": translate("import", "tensors"),
        "created": translate("import", "created"),
        "missing": translate("import", "missing"),
        "ignored": translate("import", "ignored: not needed for any computation here"),
        "unplaced": translate("import", "unmapped"),
    }[status]


def short_status(status: PlaceStatus) -> str:
    return translate("import", "ignored") if status == "ignored" else status_title(status)


def theirs_text(row: TensorRow) -> str:
    """The foreign tensors of a row; empty if it has none."""
    if row.status == "created":
        return translate("import", "created")
    absent = translate("import", "{name} (missing)")
    names = (absent.format(name=name) if name in row.missing else name for name in row.theirs)
    return ", ".join(names) or translate("import", "nothing")


def shape_text(row: TensorRow) -> str:
    """``8 × 32``."""
    return " × ".join(map(str, row.shape)) or translate("import", "one number")


def how_text(row: TensorRow) -> str:
    # A reader gives the method in English.
    if found := _PART.fullmatch(row.how):
        return translate("import", "part {index} of {count}").format(index=found[1], count=found[2])
    if found := _ADDED.fullmatch(row.how):
        return translate("import", "reordered, {count} added").format(count=found[1])
    if found := _ROW.fullmatch(row.how):
        return translate("import", "from row {row}").format(row=found[1])
    if found := _FIRST.fullmatch(row.how):
        return translate("import", "first {count} rows").format(count=found[1])
    return {
        "transposed": translate("import", "transposed"),
        "rows reordered": translate("import", "rows reordered"),
        "zeros": translate("import", "zeros"),
        "the same for each head": translate("import", "the same for each head"),
    }.get(row.how, row.how)


def who_said(question: ImportQuestion) -> str:
    if question.open:
        return translate("import", "not stated")
    if question.told:
        return translate("import", "from the model")
    return translate("import", "given")


def range_text(question: ImportQuestion) -> str:
    template = translate("import", "{smallest} to {largest}")
    return template.format(smallest=question.smallest, largest=question.largest)
