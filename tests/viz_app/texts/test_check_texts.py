"""The doctor's words: one of each for every check."""

from typing import get_args

import pytest

from model.lessons.checks import CHECK_NAMES, CheckedHead, Finding, Note, Unit, Verdict
from viz_app.texts.check_texts import (
    check_cause,
    check_meaning,
    check_note,
    check_number,
    check_title,
    head_place,
    rests_on_text,
    verdict_text,
)


@pytest.mark.parametrize("say", [check_title, check_meaning, check_cause, rests_on_text])
def test_every_check_has_its_own(say):
    said = [say(name) for name in CHECK_NAMES]
    assert len(set(said)) == len(CHECK_NAMES)
    assert all(said)


@pytest.mark.parametrize("say", [check_meaning, check_cause])
def test_one_sentence_each(say):
    for name in CHECK_NAMES:
        assert say(name).endswith(".")
        assert ". " not in say(name)


@pytest.mark.parametrize(("say", "kinds"), [(verdict_text, Verdict), (check_note, Note)])
def test_every_verdict_and_note_has_words(say, kinds):
    assert len({say(kind) for kind in get_args(kinds)}) == len(get_args(kinds))


def test_every_unit_has_words():
    said = {
        check_number(
            Finding(name="rows", verdict="passed", number=0.00012, unit=unit, limit=7, total=9)
        )
        for unit in get_args(Unit)
    }
    assert len(said) == len(get_args(Unit))
    assert all("0.00012" in text for text in said)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "logits change by 0 (limit 0.001)"),
        (7.6294e-06, "logits change by 7.63e-06 (limit 0.001)"),
        (12.34, "logits change by 12.3 (limit 0.001)"),
        (54321.0, "logits change by 54,321 (limit 0.001)"),
        (4.43e11, "logits change by 4.43e+11 (limit 0.001)"),
    ],
)
def test_numbers_have_three_digits(number, text):
    check = Finding(name="future", verdict="passed", number=number, unit="logits", limit=0.001)
    assert check_number(check) == text


def test_heads_count_from_1_and_what_was_not_measured_has_no_number():
    assert check_number(Finding(name="future", verdict="not applicable")) == ""
    assert head_place(CheckedHead("cross", 0, 3)) == "cross 1.4"
