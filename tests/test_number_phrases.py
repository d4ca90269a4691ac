"""The sentences with numbers that a training of ``zh-en`` is given: ``.ci/number-phrases``."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / ".ci" / "number-phrases"
LARGE = ROOT / "resources" / "corpora" / "zh-en-large.tsv"
EVERYDAY = ROOT / "tests" / "everyday.tsv"

NOT_COPIED = "月万亿"
"""A month has a name in English, and what stands before 万 or 亿 is multiplied."""

MONTHS = "January February March April May June July August September October November December"


def printed() -> str:
    made = subprocess.run([sys.executable, SCRIPT], capture_output=True, check=True)
    return made.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def text() -> str:
    return printed()


@pytest.fixture(scope="module")
def pairs(text) -> list[tuple[str, ...]]:
    return [tuple(line.split("\t")) for line in text.splitlines()]


@pytest.fixture(scope="module")
def matching(pairs):
    """The sentences that match a pattern: what its group holds, and the English."""

    def find(pattern: str) -> list[tuple[str, str]]:
        found = [(match[1], e) for c, e in pairs if (match := re.search(pattern, c))]
        assert len(found) >= 10
        return found

    return find


def strings_of_digits(sentence: str) -> list[str]:
    """The numbers of a sentence without the commas of thousands, for each part of a decimal."""
    return re.findall(r"\d+", re.sub(r"(?<=\d),(?=\d{3})", "", sentence))


def value_of(numeral: str) -> int:
    total, section, digit = 0, 0, 0
    for character in numeral.replace("两", "二"):
        if character == "万":
            total, section, digit = (section + digit) * 10_000, 0, 0
        elif character in "十百千":
            section += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[character]
            digit = 0
        else:
            digit = "零一二三四五六七八九".index(character)
    return total + section + digit


def test_the_sentences_are_pairs_of_chinese_and_english_none_twice(pairs):
    assert len(pairs) == 20_000
    assert {len(pair) for pair in pairs} == {2}
    assert len({chinese for chinese, _ in pairs}) == len(pairs)
    for chinese, english in pairs:
        assert re.search("[\u4e00-\u9fff]", chinese), chinese
        assert english.isascii(), english
        assert not re.search(r"[{}]|^[a-z]|^\s|\s$|\s\s", english), english


def test_the_sentences_are_the_same_each_time(text):
    assert printed() == text


def test_each_template_is_used_and_has_the_same_slots_on_both_sides():
    lines = SCRIPT.with_suffix(".tsv").read_text("utf-8").splitlines()
    assert len(lines) == len(set(lines)) >= 260
    for line in lines:
        chinese, english = (sorted(re.findall(r"{\w+}", side)) for side in line.split("\t"))
        assert chinese == english != [], line


def test_digits_are_copied(pairs):
    for chinese, english in pairs:
        copied = re.sub(rf"[\d.,]+(?=[{NOT_COPIED}])", "", chinese)
        left = strings_of_digits(english)
        for digits in strings_of_digits(copied):
            assert digits in left, (chinese, english)
            left.remove(digits)


def test_thousands_have_a_comma_unless_the_digits_are_a_name(pairs):
    names = "年房间号码教室办公室钥匙输入住按打试换什么看不清数字订单电话手机还有人这不是"
    for chinese, english in pairs:
        if re.search(r"(?<![\d,.])\d{4,}(?!\d)", english):
            assert set(chinese) & set(names), (chinese, english)
        assert not re.search(r"\b0,\d|\d,\d{1,2}\b(?!\d)", english), english


@pytest.mark.parametrize("pattern", ["我们学校有([^0-9]+)个学生", "座小城有([^0-9.]+)人"])
def test_large_chinese_numerals_are_written_with_digits(matching, pattern):
    for numeral, english in matching(pattern):
        assert f" {value_of(numeral):,} " in english, (numeral, english)


def test_large_units_are_multiplied(matching):
    for digits, english in matching(r"([\d.]+)万(?:块|人来|元一年|本)"):
        assert f"{round(float(digits) * 10_000):,}" in english, (digits, english)
    for digits, english in matching(r"([\d.]+)亿"):
        number, unit = re.search(r"([\d.]+) (million|billion)", english).groups()
        assert float(number) < 1000
        shown = float(number) * {"million": 0.01, "billion": 10}[unit]
        assert shown == pytest.approx(float(digits)), english


@pytest.mark.parametrize(
    ("chinese", "word", "result"),
    [
        ("加", "plus", lambda one, two: one + two),
        ("减", "minus", lambda one, two: one - two),
        ("乘", "times", lambda one, two: one * two),
        ("除以", "divided by", lambda one, two: one / two),
    ],
)
def test_the_arithmetic_is_right(matching, chinese, word, result):
    for _, english in matching(rf"(\d+){chinese}\d+等于\d"):
        one, two, shown = (int(digits) for digits in strings_of_digits(english))
        assert f" {word} " in english
        assert result(one, two) == shown, english


def test_numbers_are_told_with_the_words_of_english(matching):
    assert all("below zero" in english for _, english in matching("(零下)"))
    for first, english in matching(r"(\d+)[比:]\d+[。赢输]"):
        assert re.search(rf"\b{first}( to \d|:\d\d)", english), english
    for month, english in matching(r"(?<!\d)(\d+)月"):
        assert MONTHS.split()[int(month) - 1] in english, english
    assert all(f"{hour}:30" in english for hour, english in matching(r"(\d+)点半"))
    assert all(f"{hour}:15" in english for hour, english in matching(r"(\d+)点一刻"))
    codes = [english for _, english in matching(r"密码是(\d{4,8})。")]
    assert {digit for code in codes for digit in re.sub(r"\D", "", code)} == set("0123456789")


def test_plurals_and_ordinals_are_right(pairs):
    plural = re.compile(
        r"\b(?:1|one) (?:yuan|degrees|students|people|books|kilos|minutes|meters|pages|years)\b"
    )
    assert [e for _, e in pairs if re.search(r"(?<![\d.,-])" + plural.pattern, e)] == []
    for _, english in pairs:
        for number, ending in re.findall(r"(\d+)(st|nd|rd|th)\b", english):
            teen = number[-2:] in {"11", "12", "13"}
            right = "th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
            assert ending == right, english


def test_no_sentence_of_the_everyday_measure_is_among_them(pairs):
    everyday = set(re.split(r"[\t\n]", EVERYDAY.read_text("utf-8")))
    assert [chinese for chinese, _ in pairs if chinese in everyday] == []


def test_they_say_what_the_phrases_say_where_both_hold_a_sentence(pairs):
    """The few where the phrases write a number in words are all there are."""
    phrases = dict(line.split("\t")[:2] for line in LARGE.read_text("utf-8").splitlines())
    differing = [c for c, e in pairs if phrases.get(c, e) != e]
    assert all(not re.search(r"\d", chinese) for chinese in differing), differing
    assert len(differing) < 10
