"""Numbers as people read them."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate

NO_NUMBER = "–"
MINUS = "\N{MINUS SIGN}"


def or_dash(value: float | None, written: Callable[[float], str]) -> str:
    """A number as it is written, or a dash where it is not known."""
    return NO_NUMBER if value is None else written(value)


def decimal_number(value: float, digits: int = 2) -> str:
    """So many decimals, with a proper minus: ``−1.39``. What rounds to nothing has no sign."""
    if math.isnan(value):
        return NO_NUMBER
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", MINUS)


def short_count(number: int) -> str:
    """At most three digits and a unit: ``950``, ``82.4 k``, ``6.2 M``."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            value = number / size
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"
    return str(number)


def short_probability(probability: float) -> str:
    """Two or three digits: ``0.54``, ``0.043``, ``<0.001``."""
    if math.isnan(probability):
        return NO_NUMBER
    if probability < 0.0005:
        return "0" if probability == 0 else "<0.001"
    return f"{probability:.3f}" if probability < 0.0995 else f"{probability:.2f}"


def with_p(probability: float) -> str:
    """A probability that says what it is: ``p 0.54``."""
    return f"p {short_probability(probability)}"


def with_bits(entropy: float) -> str:
    """An entropy that says what it is: ``1.32 bits``."""
    return translate("numbers", "{bits} bits").format(bits=f"{entropy:.2f}")


def log_number(log_probability: float) -> str:
    """Two decimals: ``−1.39``; nearly certain is ``−0.00``, which only a probability of 1 is not.

    In nats: the logarithm is the natural one.
    """
    if math.isnan(log_probability):
        return NO_NUMBER
    text = f"{abs(log_probability):.2f}"
    return f"{MINUS}{text}" if log_probability < 0 else text


def with_log_p(log_probability: float) -> str:
    """The same that says what it is: ``log p −1.39``."""
    return f"log p {log_number(log_probability)}"


def short_loss(loss: float) -> str:
    """Three decimals, or three digits where those would hide it: ``0.432``, ``0.00312``."""
    return f"{loss:#.3g}" if 0 < loss < 0.01 else f"{loss:.3f}"


def duration(seconds: float) -> str:
    """Hours, minutes, seconds: ``0:03:20``; a dash when it is not known."""
    if not math.isfinite(seconds) or seconds < 0:
        return NO_NUMBER
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def spoken_time(seconds: float) -> str:
    """Two units at most: ``0.4 s``, ``52 s``, ``9 min 40 s``, ``7 h 55 min``."""
    if seconds < 9.95:
        return translate("times", "{seconds} s").format(seconds=f"{seconds:.1f}")
    whole = round(seconds)
    if whole < 60:
        return translate("times", "{seconds} s").format(seconds=whole)
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        exact = translate("times", "{minutes} min {seconds} s")
        text = exact if rest else translate("times", "{minutes} min")
        return text.format(minutes=minutes, seconds=rest)
    hours, minutes = divmod(round(whole / 60), 60)
    return translate("times", "{hours} h {minutes} min").format(hours=hours, minutes=minutes)
