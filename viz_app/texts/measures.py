"""Names of head measures, and sentences about a mosaic of heads."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.traces.head_measures import has_measure, measure_range
from model.traces.head_names import HeadName, HeadNames
from model.traces.interventions import Effect, How
from viz_app.texts.interventions import head_note, interventions_text
from viz_app.texts.labels import NO_NUMBER, decimal_number, message_text
from viz_app.texts.sentences import head_title, kind_explanation, kind_name, titled
from viz_app.workbench.snapshots.attention import HeadsPicture, MosaicSnapshot
from viz_app.workbench.state import HeadMark, Sweep

# ----------------------------------------------------------------------------------- measure names
# Head measures in words: name, unit, explanation, and the value of a head.


translate = QCoreApplication.translate


def measure_name(measure: HeadMark) -> str:
    return {
        "entropy": translate("measures", "Entropy"),
        "distance": translate("measures", "Mean distance"),
        "previous": translate("measures", "Share on the previous token"),
        "next": translate("measures", "Share on the next token"),
        "first": translate("measures", "Share on the first token"),
        "special": translate("measures", "Share on special tokens"),
        "diagonality": translate("measures", "Diagonality"),
        "effect": translate("measures", "Effect on the loss"),
        "name": translate("measures", "Name"),
    }[measure]


def short_measure_name(measure: HeadMark) -> str:
    return {
        "entropy": translate("measures", "Entropy"),
        "distance": translate("measures", "Distance"),
        "previous": translate("measures", "Previous"),
        "next": translate("measures", "Next"),
        "first": translate("measures", "First"),
        "special": translate("measures", "Special"),
        "diagonality": translate("measures", "Diagonality"),
        "effect": translate("measures", "Effect"),
        "name": translate("measures", "Name"),
    }[measure]


def measure_unit(measure: HeadMark) -> str:
    """Unit of a measure; empty for shares and correlations."""
    return {
        "entropy": translate("measures", "bits"),
        "distance": translate("measures", "tokens"),
        "effect": translate("measures", "nats per token"),
    }.get(measure, "")


def measure_explanation(measure: HeadMark) -> str:
    # Measures are means over the query rows.
    return {
        "entropy": translate(
            "measures",
            "How widely a row spreads its attention: 0 bits if all of it is on one token, "
            "largest if all tokens get the same weight.",
        ),
        "distance": translate(
            "measures",
            "Average distance in tokens between a row's position and the tokens it attends "
            "to. In cross-attention, positions are scaled so that both sentences have the "
            "same length.",
        ),
        "previous": translate(
            "measures", "Share of a row's attention on the token just before its own."
        ),
        "next": translate(
            "measures", "Share of a row's attention on the token just after its own."
        ),
        "first": translate("measures", "Share of a row's attention on the very first token."),
        "special": translate(
            "measures", "Share of a row's attention on <s>, </s> and <pad> together."
        ),
        "diagonality": translate(
            "measures",
            "Correlation between a row's position and the positions it attends to: 1 along "
            "the diagonal, 0 if unrelated, −1 in reverse. Under a causal mask even a "
            "uniform head has 0.60 to 0.65, because later rows can see further.",
        ),
        "effect": translate(
            "measures",
            "Increase of the loss when only this head is switched off. An effect below two "
            "standard errors can be chance.",
        ),
        "name": translate(
            "measures",
            "A head has a name if the mean weight of all rows of a sample, where they may attend "
            "to several keys, is at least 0.8 on the keys of a test: the previous token, the "
            "first token, the token at the same position (diagonal), or the source words that "
            "the predicted word is made from (alignment, for generated tasks).",
        ),
    }[measure]


def measure_number(value: float, measure: HeadMark | None = None) -> str:
    """Two decimals, or three digits: ``0.53``, ``−0.20``, ``12.4``, ``130``; a dash for NaN.

    Effects have four decimals: most are small.
    """
    if math.isnan(value):
        return NO_NUMBER
    if measure == "effect":
        return decimal_number(value, 4)
    size = abs(value)
    decimals = 2 if size < 9.995 else 1 if size < 99.95 else 0
    text = f"{size:.{decimals}f}"
    return f"−{text}" if value < 0 and float(text) else text


def with_unit(measure: HeadMark, number: str) -> str:
    """``1.53 bits``, ``12.4 tokens``, ``0.53``."""
    unit = measure_unit(measure)
    if not unit or number == NO_NUMBER:
        return number
    return translate("measures", "{number} {unit}").format(number=number, unit=unit)


def measured_text(measure: HeadMark, value: float) -> str:
    """``Entropy 1.53 bits``."""
    return translate("measures", "{measure} {value}").format(
        measure=measure_name(measure), value=with_unit(measure, measure_number(value, measure))
    )


def range_text(measure: HeadMark, ends: tuple[float, float]) -> str:
    """``0 to 3.46 bits``."""
    low, high = (end_number(end, measure) for end in ends)
    return translate("measures", "{low} to {high}").format(low=low, high=with_unit(measure, high))


def end_number(end: float, measure: HeadMark | None = None) -> str:
    return measure_number(end, measure) if end % 1 else decimal_number(end, 0)


# -------------------------------------------------------------------------------- mosaic sentences
# Sentences on a mosaic of heads: on one head, on its measure, on all of it.


def measure_ends(snapshot: MosaicSnapshot, measure: HeadMark) -> tuple[float, float]:
    """Smallest and largest value for this sentence's numbers of rows and keys.

    Of effects: of those that are known, in all kinds, and 0.
    """
    if measure == "name":
        return 0.0, 1.0
    if measure == "effect":
        losses = [effect.loss for effect in snapshot.sweep.effects] if snapshot.sweep else []
        return min((0.0, *losses)), max((0.0, *losses))
    return measure_range(measure, snapshot.trace.mask(snapshot.kind), kind=snapshot.kind)


def has_mark(snapshot: MosaicSnapshot, measure: HeadMark) -> bool:
    """Whether the mark is defined for the kind of attention."""
    match measure:
        case "effect" | "name":
            return True
    return has_measure(snapshot.kind, measure, looks_ahead=snapshot.looks_ahead)


def effect_note(snapshot: MosaicSnapshot) -> str:
    """What effects or names rest on, and what a pale head means; empty for another mark."""
    if snapshot.measure == "name":
        return _names_note(snapshot.names)
    if snapshot.measure != "effect":
        return ""
    sweep = snapshot.sweep
    if sweep is None or not sweep.effects:
        return translate("measures", "not measured yet")
    parts = effect_basis(sweep)
    if sweep.effects[0].n == 1:
        return " · ".join((*parts, translate("measures", "one sentence: no standard error")))
    return " · ".join((translate("measures", "pale: below two standard errors"), *parts))


def _names_note(names: HeadNames | None) -> str:
    if names is None:
        return translate("measures", "not tested yet")
    sample = message_text(names.sample)
    if not names.finished:
        text = translate("measures", "{done} of {count} sentences tested")
        return text.format(done=names.n, count=names.total)
    return translate("measures", "pale: no name is proven · {sample}").format(sample=sample)


def head_names(snapshot: MosaicSnapshot, layer: int, head: int) -> str:
    """``previous token: 0.93 of the weight over 50 pairs of passive``; empty without a name."""
    names = snapshot.names
    if names is None:
        return ""
    text = translate("measures", "{name}: {score} of the weight over {sample}")
    sample = message_text(names.sample)
    return " · ".join(
        text.format(name=name_text(name), score=measure_number(score), sample=sample)
        for name, score in names.of(snapshot.kind, layer, head)
    )


def name_text(name: HeadName) -> str:
    return {
        "alignment": translate("measures", "alignment"),
        "previous": translate("measures", "previous token"),
        "diagonal": translate("measures", "diagonal"),
        "first": translate("measures", "first token"),
    }[name]


def mark_text(snapshot: MosaicSnapshot, layer: int, head: int) -> str:
    """Under a tile: the number of a measure, or the best name; a dash for none."""
    if snapshot.measure == "name" and snapshot.names is not None:
        found = snapshot.names.of(snapshot.kind, layer, head)
        return name_text(found[0][0]) if found else NO_NUMBER
    value = math.nan if snapshot.measures is None else float(snapshot.measures[layer, head])
    return measure_number(value, snapshot.measure)


def effect_basis(sweep: Sweep) -> tuple[str, str]:
    """``50 pairs of passive``, ``heads replaced by their mean``."""
    return message_text(sweep.sample), off_text(sweep.question.how)


def effects_sentence(sweep: Sweep | None, *, can_measure: bool = True) -> str:
    """How far a measurement is, or how many effects are no chance."""
    if sweep is None:
        return "" if can_measure else translate("measures", "nothing to measure here")
    known = {"done": len(sweep.effects), "count": sweep.heads}
    if not sweep.finished:
        return translate("measures", "{done} of {count} heads measured").format(**known)
    if sweep.effects[0].n == 1:
        return translate("measures", "{count} heads measured").format(**known)
    clear = sum(effect.clear for effect in sweep.effects)
    text = translate("measures", "{clear} of {count} heads exceed two standard errors")
    return text.format(clear=clear, **known)


def off_text(how: How) -> str:
    """What is in place of the output of a head that is switched off."""
    if how == "zero":
        return translate("measures", "heads replaced by zeros")
    return translate("measures", "heads replaced by their mean")


def missing_text(measure: HeadMark) -> str:
    template = translate("measures", "{measure}: not for this kind of attention")
    return template.format(measure=measure_name(measure))


def kind_title(snapshot: MosaicSnapshot) -> str:
    # A decoder without a causal mask is explained.
    name = kind_name(snapshot.kind)
    if not snapshot.looks_ahead:
        return name
    return translate("attention", "{kind} · no causal mask").format(kind=name)


def unlike_note(picture: HeadsPicture) -> str:
    """Why no difference is shown in a comparison; empty without a reason."""
    if picture.unlike is None:
        return ""
    if picture.kind not in picture.unlike.kinds:
        return translate(
            "attention", "no difference shown: the comparison has no attention of this kind"
        )
    layers, heads = picture.unlike.weights(picture.kind).shape[:2]
    note = translate(
        "attention", "no difference shown: the comparison has {layers} × {heads} heads"
    )
    return note.format(layers=layers, heads=heads)


def head_sentence(snapshot: MosaicSnapshot, *, layer: int, head: int) -> str:
    said = head_title(snapshot.kind, layer=layer, head=head)
    named = head_names(snapshot, layer, head)
    if snapshot.measure == "name" and snapshot.names is not None:
        said = titled(said, named or translate("measures", "no name is proven"))
        named = ""
    elif snapshot.measure is not None and snapshot.measures is not None:
        value = float(snapshot.measures[layer, head])
        error = math.nan if snapshot.errors is None else float(snapshot.errors[layer, head])
        said = titled(said, measured_text(snapshot.measure, value) + _error_text(value, error))
    note = head_note(snapshot, layer=layer, head=head)
    return " · ".join(filter(None, (said, named, note)))


def effect_text(effect: Effect) -> str:
    """``Effect on the loss 0.0170 nats per token, standard error 0.0030``."""
    return measured_text("effect", effect.loss) + _error_text(effect.loss, effect.standard_error)


def _error_text(loss: float, error: float) -> str:
    if math.isnan(error):
        return ""
    text = translate("measures", ", standard error {error}")
    if abs(loss) <= 2 * error:
        text = translate("measures", ", standard error {error}: below two standard errors")
    return text.format(error=measure_number(error, "effect"))


def header_sentence(snapshot: MosaicSnapshot) -> str:
    measure = snapshot.measure
    if measure is None:
        said = titled(kind_title(snapshot), _explanation(snapshot))
    elif not has_mark(snapshot, measure):
        said = missing_text(measure)
    else:
        said = titled(measure_name(measure), measure_explanation(measure))
    return _noted(said, snapshot)


def mosaic_sentence(snapshot: MosaicSnapshot) -> str:
    title = head_title(snapshot.kind, layer=snapshot.layer, head=snapshot.head)
    measure = snapshot.measure
    if measure is None or snapshot.measures is None:
        return _noted(titled(title, _explanation(snapshot)), snapshot)
    if not has_mark(snapshot, measure):
        return _noted(titled(title, missing_text(measure)), snapshot)
    if measure == "name":
        return _noted(head_sentence(snapshot, layer=snapshot.layer, head=snapshot.head), snapshot)
    value = float(snapshot.measures[snapshot.layer, snapshot.head])
    said = translate("measures", "{measured}, on a scale from {range}").format(
        measured=measured_text(measure, value),
        range=range_text(measure, measure_ends(snapshot, measure)),
    )
    said = _with_place(said, snapshot, value) if snapshot.is_sorted else said
    return _noted(titled(title, said), snapshot)


def _noted(said: str, snapshot: MosaicSnapshot) -> str:
    under = interventions_text(snapshot.interventions, snapshot.trace)
    parts = said, effect_note(snapshot), unlike_note(snapshot), under
    return " · ".join(filter(None, parts))


def _explanation(snapshot: MosaicSnapshot) -> str:
    if snapshot.compared is not None:
        return translate("attention", "increase or decrease relative to the comparison")
    return kind_explanation(snapshot.kind, looks_ahead=snapshot.looks_ahead)


def _with_place(said: str, snapshot: MosaicSnapshot, value: float) -> str:
    # Rank among all heads: 1 + the number of heads with a larger value.
    values = snapshot.measures
    if values is None or np.isnan(value):
        return said
    place = 1 + int((values > value).sum())
    template = translate("measures", "{measured}; {place} of {count}, largest first")
    return template.format(measured=said, place=place, count=values.size)
