"""Whole numbers in Chinese characters and in English words, and the months."""

from __future__ import annotations

import re

HAN = "零一二三四五六七八九"
UNITS = ((1000, "千"), (100, "百"), (10, "十"), (1, ""))
SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
IRREGULAR = {"one": "first", "two": "second", "three": "third", "five": "fifth"}
IRREGULAR |= {"eight": "eighth", "nine": "ninth", "twelve": "twelfth"}
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)


def han(number: int) -> str:
    """A number below a hundred million in Chinese characters: 12,000 is 一万二千."""
    high, low = divmod(number, 10_000)
    text = _four_digits(low)
    if high:
        gap = HAN[0] if 0 < low < 1000 else ""
        text = han(high) + "万" + gap + text
    text = re.sub("^一十", "十", text)
    return re.sub("^二(?=[百千万])", "两", text)


def _four_digits(number: int) -> str:
    text, gap = "", ""
    for unit, name in UNITS:
        digit = number // unit % 10
        if digit:
            text, gap = text + gap + HAN[digit] + name, ""
        elif text:
            gap = HAN[0]
    return text


def words(number: int) -> str:
    """A number below a hundred in English words."""
    if number < len(SMALL):
        return SMALL[number]
    ten, one = divmod(number, 10)
    return TENS[ten - 2] + (f"-{SMALL[one]}" if one else "")


def ordinal(number: int) -> str:
    """2 is 2nd."""
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def ordinal_words(number: int) -> str:
    """2 is second."""
    head, dash, last = words(number).rpartition("-")
    regular = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return head + dash + IRREGULAR.get(last, regular)


def short(number: int) -> str:
    """Ten thousands as millions, or as billions."""
    return f"{number / 100:g} million" if number < 100_000 else f"{number / 100_000:g} billion"
