"""The kinds of numbers of ``number-phrases``: drawn at random, written in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from number_draws import Draw, digits, either, twinned
from number_words import HAN, MONTHS, han, ordinal, ordinal_words, short, words

MINUTES = (0, 0, 0, 15, 15, 30, 30, 30, 45, *range(5, 60, 5))


class Number(NamedTuple):
    """How both languages write a number; where a sentence has two, ``order`` is ascending."""

    chinese: str
    english: str
    order: tuple[int, ...] = ()


def _copied(usual: range, every: range) -> Callable[[Draw], Number]:
    """A kind of number that both languages write alike, but for the comma of thousands."""

    def _kind(draw: Draw) -> Number:
        number = int(twinned(draw, str(either(draw, usual, every))))
        return Number(draw.choice((f"{number}", f"{number:,}")), f"{number:,}", (number,))

    return _kind


def _same(make: Callable[[Draw], str | int]) -> Callable[[Draw], Number]:
    """A kind of number that both languages write alike; two come as they are drawn."""

    def _kind(draw: Draw) -> Number:
        text = str(make(draw))
        return Number(text, text)

    return _kind


def _room(draw: Draw) -> str:
    return twinned(draw, str(either(draw, range(101, 1000), range(1000, 10_000))))


def _year(draw: Draw) -> Number:
    number = either(draw, range(1900, 2026), range(1500, 2026))
    return Number(f"{number}", f"{number}", (number,))


def _spelled(text: str) -> Number:
    """Digits that Chinese reads one by one."""
    return Number("".join(HAN[int(digit)] for digit in text), text)


def _in_words(usual: range, every: range) -> Callable[[Draw], Number]:
    """A kind of number in characters and words."""

    def _kind(draw: Draw) -> Number:
        number = either(draw, usual, every)
        return Number(han(number), words(number))

    return _kind


def _hundreds(draw: Draw) -> Number:
    number = either(draw, range(100, 5000, 50), range(100, 10_000))
    return Number(han(number), f"{number:,}")


def _clock(hours: range) -> Callable[[Draw], Number]:
    """Times of the day within these hours."""

    def _kind(draw: Draw) -> Number:
        hour, minute = draw.choice(hours), either(draw, MINUTES, range(60))
        told = f"{hour}:{minute:02}"
        forms = [told, f"{hour}点{minute:02}分", f"{hour}点{minute:02}"]
        forms += {15: [f"{hour}点一刻"] * 2, 30: [f"{hour}点半"] * 3}.get(minute, [])
        if not minute:
            whole = Number(f"{hour}点", f"{hour} o'clock", (hour, 0))
            return draw.choice((whole, whole, Number(told, told, (hour, 0))))
        return Number(draw.choice(forms), told, (hour, minute))

    return _kind


def _train(draw: Draw) -> Number:
    hour, minute = draw.choice(range(5, 24)), draw.choice(range(60))
    told = f"{hour}:{minute:02}"
    return Number(told, told, (hour, minute))


def _spelled_clock(draw: Draw) -> Number:
    hour, minute = draw.choice(range(3, 13)), draw.choice((0, 30, *range(10, 60)))
    if minute == 30:
        return Number(f"{han(hour)}点半", f"{words(hour)} thirty")
    if not minute:
        return Number(f"{han(hour)}点", words(hour))
    return Number(f"{han(hour)}点{han(minute)}分", f"{hour}:{minute}")


def _date(draw: Draw) -> Number:
    month, day = draw.choice(range(1, 13)), draw.choice(range(1, 29))
    chinese = f"{month}月{day}{draw.choice('日号')}"
    return Number(chinese, f"{MONTHS[month - 1]} {day}", (month, day))


def _spelled_date(draw: Draw) -> Number:
    _, english, (month, day) = _date(draw)
    return Number(f"{han(month)}月{han(day)}号", english)


def _day(draw: Draw) -> Number:
    number = draw.choice(range(1, 32))
    return Number(f"{number}号", ordinal(number))


def _price(draw: Draw) -> Number:
    if draw.random() < 0.15:
        return _cheap(draw)
    number = either(draw, range(5, 1000, 5), range(2, 10_000))
    return Number(draw.choice((f"{number}", f"{number}", f"{number:,}")), f"{number:,}")


def _cheap(draw: Draw) -> Number:
    text = f"{draw.choice(range(2, 100))}"
    if draw.random() < 0.5:
        text += f".{draw.choice(('5', '8', '9', '99', *'1234567'))}"
    return Number(text, text)


def _decimal(draw: Draw) -> str:
    head = either(draw, range(10), range(100))
    tail = draw.choice("123456789")
    return f"{head}.{digits(draw, (1,))}{tail}" if draw.random() < 0.2 else f"{head}.{tail}"


def _percent(draw: Draw) -> str:
    return f"{_decimal(draw) if draw.random() < 0.3 else draw.choice(range(2, 100))}%"


def _spelled_percent(draw: Draw) -> Number:
    number = draw.choice(range(3, 100))
    return Number(f"百分之{han(number)}", f"{words(number)} percent")


def _ten_thousands(draw: Draw) -> Number:
    """3万, 3.5万, 十五万 or 一万二千: digits and a comma in English."""
    form, whole = draw.random(), either(draw, range(1, 21), range(1, 100))
    part = 0 if form < 0.4 else draw.choice(range(1, 10))
    number = whole * 10_000 + part * 1000
    if 0.4 <= form < 0.6:
        return Number(f"{whole}.{part}万", f"{number:,}")
    return Number(f"{whole}万" if form < 0.25 else han(number), f"{number:,}")


def _millions(draw: Draw) -> Number:
    """300万, 3000万, 5亿, 1.5亿 or 三亿: millions and billions in English."""
    form, whole, part = draw.random(), draw.choice(range(1, 100)), draw.choice(range(1, 10))
    if form < 0.5:
        number = whole * 100 if form < 0.3 else whole * 100 + part * 10
        return Number(f"{number}万", short(number))
    if form < 0.65:
        return Number(f"{part}.{whole % 9 + 1}亿", short(part * 10_000 + (whole % 9 + 1) * 1000))
    chinese = han(whole).replace("二", "两") if whole == 2 else han(whole)
    return Number(f"{whole if form < 0.85 else chinese}亿", short(whole * 10_000))


def _score(*, winner_first: bool) -> Callable[[Draw], Number]:
    """The goals or points of a game, told by one of the sides."""

    def _kind(draw: Draw) -> Number:
        less = either(draw, range(6), range(120))
        more = less + draw.choice(range(1, 6))
        first, second = (more, less) if winner_first else (less, more)
        sign = draw.choice("比:") if more < 10 else "比"
        return Number(f"{first}{sign}{second}", f"{first} to {second}")

    return _kind


def _spelled_score(draw: Draw) -> Number:
    less = draw.choice(range(9))
    more = draw.choice(range(less + 1, 10))
    return Number(f"{HAN[more]}比{HAN[less]}", f"{words(more)} to {words(less)}")


def _counted(number: int) -> Number:
    return Number(f"{number}", ordinal(number), (number,))


def _spelled_ordinal(draw: Draw) -> Number:
    number = draw.choice(range(1, 31))
    return Number(han(number), ordinal_words(number))


def _century(draw: Draw) -> Number:
    number = draw.choice(range(10, 22))
    return Number(draw.choice((f"{number}", han(number))), ordinal(number))


def _term(draw: Draw, operators: str = "+-*/") -> tuple[Number, int]:
    """Two numbers to be added, subtracted, multiplied or divided, and what comes out."""
    one, two = (
        either(draw, range(1, 10), range(1, 500)),
        either(draw, range(2, 10), range(2, 100)),
    )
    operator = draw.choice(operators)
    if operator == "+":
        return Number(f"{one}加{two}", f"{one} plus {two}"), one + two
    if operator == "-":
        return Number(f"{one + two}减{two}", f"{one + two} minus {two}"), one
    one = one % 100 + 1
    if operator == "*":
        return Number(f"{one}乘{two}", f"{one} times {two}"), one * two
    return Number(f"{one * two}除以{two}", f"{one * two:,} divided by {two}"), one


def _equation(operator: str) -> Callable[[Draw], Number]:
    """Arithmetic with its result."""

    def _kind(draw: Draw) -> Number:
        (chinese, english, _), result = _term(draw, operator)
        return Number(f"{chinese}等于{result}", f"{english} equals {result:,}")

    return _kind


KINDS: dict[str, Callable[[Draw], Number]] = {
    "year": _year,
    "future": _same(lambda draw: draw.choice(range(2026, 2100))),
    "hanyear": lambda draw: _spelled(_year(draw).english),
    "code": _same(lambda draw: digits(draw, range(4, 9))),
    "phone": _same(lambda draw: draw.choice((digits(draw, (7, 8)), "1" + digits(draw, (10,))))),
    "hancode": lambda draw: _spelled(digits(draw, range(3, 9))),
    "room": _same(_room),
    "clock": _clock(range(1, 13)),
    "morning": _clock(range(5, 12)),
    "afternoon": _clock(range(1, 6)),
    "evening": _clock(range(6, 12)),
    "train": _train,
    "hanclock": _spelled_clock,
    "date": _date,
    "handate": _spelled_date,
    "day": _day,
    "price": _price,
    "cheap": _cheap,
    "decimal": _same(_decimal),
    "percent": _same(_percent),
    "hanpercent": _spelled_percent,
    "n": _copied(range(2, 10), range(2, 10)),
    "count": _copied(range(2, 31), range(2, 100)),
    "many": _copied(range(100, 1000), range(100, 10_000)),
    "big": _copied(range(1000, 100_000, 500), range(1000, 1_000_000)),
    "wan": _ten_thousands,
    "yi": _millions,
    "words": _in_words(range(3, 21), range(3, 100)),
    "hanfew": _in_words(range(3, 21), range(3, 40)),
    "hanold": _in_words(range(70, 100), range(60, 100)),
    "hundreds": _hundreds,
    "degrees": _copied(range(2, 30), range(2, 41)),
    "fever": _same(lambda draw: f"{draw.choice(range(35, 42))}.{draw.choice(range(1, 10))}"),
    "score": _score(winner_first=True),
    "losing": _score(winner_first=False),
    "hanscore": _spelled_score,
    "ordinal": _same(lambda draw: either(draw, range(1, 31), range(1, 200))),
    "nth": lambda draw: _counted(either(draw, range(2, 21), range(2, 120))),
    "hanth": _spelled_ordinal,
    "century": _century,
    "page": _copied(range(2, 100), range(2, 1000)),
    "floor": lambda draw: _counted(either(draw, range(2, 31), range(2, 100))),
    "bus": _same(lambda draw: either(draw, range(2, 100), range(2, 1000))),
    "gate": _same(lambda draw: either(draw, range(2, 31), range(2, 100))),
    "age": _copied(range(5, 80), range(2, 100)),
    "size": _same(lambda draw: draw.choice(range(32, 49))),
    "weight": _copied(range(40, 100), range(2, 200)),
    "height": _copied(range(150, 195), range(100, 220)),
    "grams": _copied(range(50, 1000, 50), range(20, 1000)),
    "speed": _copied(range(20, 350, 10), range(11, 400)),
    "sum": _equation("+"),
    "difference": _equation("-"),
    "product": _equation("*"),
    "quotient": _equation("/"),
    "term": lambda draw: _term(draw)[0],
}
"""What may stand between the braces of a template."""
