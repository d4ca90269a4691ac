"""The numbers that tell heads apart, in words: name, unit, explanation, and a head's own value."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from model.traces.head_measures import Measure
from viz_app.texts.numbers import NO_NUMBER, decimal_number

translate = QCoreApplication.translate


def measure_name(measure: Measure) -> str:
    """As in a list to choose from."""
    return {
        "entropy": translate("measures", "Entropy"),
        "distance": translate("measures", "Mean distance"),
        "previous": translate("measures", "Share on the previous token"),
        "next": translate("measures", "Share on the next token"),
        "first": translate("measures", "Share on the first token"),
        "special": translate("measures", "Share on special tokens"),
        "diagonality": translate("measures", "Diagonality"),
    }[measure]


def short_measure_name(measure: Measure) -> str:
    """The same in a word, where there is no room for more."""
    return {
        "entropy": translate("measures", "Entropy"),
        "distance": translate("measures", "Distance"),
        "previous": translate("measures", "Previous"),
        "next": translate("measures", "Next"),
        "first": translate("measures", "First"),
        "special": translate("measures", "Special"),
        "diagonality": translate("measures", "Diagonality"),
    }[measure]


def measure_unit(measure: Measure) -> str:
    """What the number counts; empty for shares and correlations."""
    if measure == "entropy":
        return translate("measures", "bits")
    return translate("measures", "tokens") if measure == "distance" else ""


def measure_explanation(measure: Measure) -> str:
    """What the number says of a head, in one sentence; it is a mean over the query rows."""
    return {
        "entropy": translate(
            "measures",
            "How widely a row spreads its attention: 0 bits when all of it is on one token, "
            "most when every token gets the same.",
        ),
        "distance": translate(
            "measures",
            "How many tokens away from its own place a row looks, on average. In cross-attention "
            "its place is the one straight across, the two sentences drawn to one length.",
        ),
        "previous": translate(
            "measures", "How much of its attention a row gives to the token just before its own."
        ),
        "next": translate(
            "measures", "How much of its attention a row gives to the token just after its own."
        ),
        "first": translate(
            "measures", "How much of its attention a row gives to the very first token."
        ),
        "special": translate(
            "measures", "How much of its attention a row gives to <s>, </s> and <pad> together."
        ),
        "diagonality": translate(
            "measures",
            "How closely the places looked at follow the row's own place, as a correlation: "
            "1 along the diagonal, 0 when they do not follow it, −1 backwards. Under a causal mask "
            "even a head that spreads evenly has about 0.6: rows further down see further.",
        ),
    }[measure]


def measure_number(value: float) -> str:
    """Two decimals, or three digits: ``0.53``, ``−0.20``, ``12.4``, ``130``; a dash for NaN."""
    if math.isnan(value):
        return NO_NUMBER
    size = abs(value)
    decimals = 2 if size < 9.995 else 1 if size < 99.95 else 0
    text = f"{size:.{decimals}f}"
    return f"−{text}" if value < 0 and float(text) else text


def with_unit(measure: Measure, number: str) -> str:
    """``1.53 bits``, ``12.4 tokens``, ``0.53``."""
    unit = measure_unit(measure)
    if not unit or number == NO_NUMBER:
        return number
    return translate("measures", "{number} {unit}").format(number=number, unit=unit)


def measured_text(measure: Measure, value: float) -> str:
    """A head's value with its name: ``Entropy 1.53 bits``."""
    return translate("measures", "{measure} {value}").format(
        measure=measure_name(measure), value=with_unit(measure, measure_number(value))
    )


def range_text(measure: Measure, ends: tuple[float, float]) -> str:
    """From where to where a measure can be: ``0 to 3.46 bits``."""
    low, high = (end_number(end) for end in ends)
    return translate("measures", "{low} to {high}").format(low=low, high=with_unit(measure, high))


def end_number(end: float) -> str:
    """One end of a range; whole numbers have no decimals."""
    return measure_number(end) if end % 1 else decimal_number(end, 0)
