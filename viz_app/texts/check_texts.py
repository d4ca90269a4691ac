"""The doctor's checks in words: title, number, what each means and what usually causes it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.lessons.checks.record import CheckedHead, CheckName, Finding, Note, Unit, Verdict

translate = QCoreApplication.translate


def check_title(name: CheckName) -> str:
    """What holds where the check is passed, as short as can be."""
    return {
        "weights": translate("checks", "Weights are numbers"),
        "activations": translate("checks", "Activations are numbers"),
        "future": translate("checks", "The future is hidden"),
        "padding": translate("checks", "Padding is ignored"),
        "shift": translate("checks", "Targets are shifted by one"),
        "source": translate("checks", "The source is used"),
        "positions": translate("checks", "Positions are used"),
        "cache": translate("checks", "The cache changes nothing"),
        "rows": translate("checks", "Rows sum to 1"),
        "dead_heads": translate("checks", "No dead head"),
        "saturated_heads": translate("checks", "No saturated head"),
        "tied": translate("checks", "Embeddings are tied as configured"),
    }[name]


def verdict_text(verdict: Verdict) -> str:
    """In a word or two."""
    return {
        "passed": translate("checks", "passed"),
        "warning": translate("checks", "warning"),
        "failed": translate("checks", "failed"),
        "not applicable": translate("checks", "not applicable"),
    }[verdict]


def check_meaning(name: CheckName) -> str:
    """What is looked at, in one sentence."""
    return {
        "weights": translate(
            "checks", "No weight may be NaN or infinite: one is enough to spoil all that follows."
        ),
        "activations": translate(
            "checks", "What each module computes for a sentence may not be NaN or infinite."
        ),
        "future": translate(
            "checks",
            "When the target's tokens are changed from a place on, no logit before that place may "
            "move: the decoder may not see what it is to predict.",
        ),
        "padding": translate(
            "checks", "Padding after a source and a target may not move the logits of their tokens."
        ),
        "shift": translate(
            "checks",
            "The decoder predicts the next token; fed random tokens, it should not just say the "
            "one again that it was fed.",
        ),
        "source": translate(
            "checks",
            "Over another source the same target must be predicted otherwise; the number is the "
            "share of the probability that goes to other tokens.",
        ),
        "positions": translate(
            "checks",
            "Over the same source tokens in another order the target must be predicted otherwise; "
            "the number is the share of the probability that goes to other tokens.",
        ),
        "cache": translate(
            "checks",
            "Decoding token by token with kept keys and values must give the logits that all "
            "tokens at once give.",
        ),
        "rows": translate("checks", "The weights of every query must sum to 1 over its keys."),
        "dead_heads": translate(
            "checks",
            "A head is dead when it weighs all keys alike, whatever the sentence: it takes a mean "
            "and chooses nothing.",
        ),
        "saturated_heads": translate(
            "checks",
            "A head is saturated when every row has all its weight on one key: its softmax has no "
            "slope, and nothing more can be learned through it.",
        ),
        "tied": translate(
            "checks",
            "The output projection is the target's embedding where the configuration says so, and "
            "a table of its own elsewhere.",
        ),
    }[name]


def check_cause(name: CheckName) -> str:
    """What it usually comes from when the check is not passed, in one sentence."""
    return {
        "weights": translate(
            "checks",
            "Usually a training that diverged: too high a learning rate, no warm-up, or 16-bit "
            "numbers that overflowed.",
        ),
        "activations": translate(
            "checks",
            "Usually weights that grew without bound, a row that is masked as a whole, or a "
            "division by a number that may be 0.",
        ),
        "future": translate(
            "checks",
            "Usually no causal mask, one that is turned round (True where it should be False), or "
            "one that not every layer is given.",
        ),
        "padding": translate(
            "checks",
            "Usually no padding mask, one of the wrong shape, or one that the encoder or the "
            "cross-attention is not given.",
        ),
        "shift": translate(
            "checks",
            "Usually a loss that compares with the very tokens that were fed, instead of those "
            "one further; or tied embeddings that have learned nothing yet.",
        ),
        "source": translate(
            "checks",
            "Usually a memory that is not handed on, a value projection of zeros, or a decoder "
            "that learned the target language alone.",
        ),
        "positions": translate(
            "checks",
            "Usually positions that are never added, are added after the layers, or are drowned "
            "by embeddings that are scaled twice.",
        ),
        "cache": translate(
            "checks",
            "Usually a position that is counted wrong, keys that are dropped or kept twice, or a "
            "mask of the wrong length.",
        ),
        "rows": translate(
            "checks",
            "Usually a softmax over the wrong axis, a mask that is applied after it, or dropout "
            "that is still on.",
        ),
        "dead_heads": translate(
            "checks",
            "Usually queries or keys that became 0, by weight decay or by pruning; or a head that "
            "has learned nothing yet.",
        ),
        "saturated_heads": translate(
            "checks",
            "Usually scores that are too large: no division by √d_k, weights that were scaled "
            "twice, or a learning rate that was too high.",
        ),
        "tied": translate(
            "checks",
            "Usually a table that was copied instead of shared, or a file in which one of the two "
            "is missing or old.",
        ),
    }[name]


def check_number(check: Finding) -> str:
    """What was measured, with its unit and its limit; nothing where nothing was."""
    if check.number is None or check.unit is None:
        return ""
    return _number_template(check.unit).format(
        number=_plain(check.number),
        limit="" if check.limit is None else _plain(check.limit),
        total=check.total,
    )


def _number_template(unit: Unit) -> str:
    return {
        "tensors": translate("checks", "NaN or ∞ in {number} of {total} tensors"),
        "modules": translate("checks", "NaN or ∞ from {number} of {total} modules"),
        "heads": translate("checks", "{number} of {total} heads"),
        "logits": translate("checks", "logits move by {number} (at most {limit})"),
        "sum": translate("checks", "off by {number} (at most {limit})"),
        "difference": translate("checks", "the two tables differ by {number}"),
        "% moved": translate("checks", "{number} % of the probability moves (at least {limit} %)"),
        "% same": translate(
            "checks", "{number} % of the steps say what they are fed (at most {limit} %)"
        ),
    }[unit]


def check_note(note: Note) -> str:
    """What is to be said beside the number, in one sentence."""
    return {
        "no positions": translate("checks", "This model has no positions, and says so."),
        "no room": translate(
            "checks", "This model reads so few tokens that there is no room for this check."
        ),
        "one word": translate(
            "checks", "No sentence that this model is checked on has two different words."
        ),
        "fixed heads": translate(
            "checks",
            "These heads give nearly all their weight to the first key, or to the last, in every "
            "row of every sentence: many trained models have some, and could do without them.",
        ),
        "tied": translate("checks", "They are tied, and the configuration says so."),
        "untied": translate("checks", "They are not tied, and the configuration says so."),
        "same values": translate(
            "checks",
            "Both tables hold the same numbers, but the configuration says that they are two: "
            "they would drift apart in training.",
        ),
    }[note]


def rests_on_text(cause: CheckName) -> str:
    """Why a check was not made."""
    return translate("checks", "It could say nothing of its own once “{check}” has failed.").format(
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
    """Three digits: ``0``, ``24``, ``76.3``, ``0.0014``, ``7.6e-06``."""
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"
