"""What of a slice is kept, and what is made of what a file tells of it."""

from dataclasses import dataclass

import pytest

from model import values
from viz_app.workbench.kept import KeptField, kept_values, restored


@dataclass(frozen=True)
class Own:
    page: str = "one"
    size: int = 3
    keys: frozenset[int] = frozenset()
    answer: object = None


PLAN = {
    "page": KeptField(values.choice(("one", "two"))),
    "size": KeptField(values.whole(1, 9)),
    "keys": KeptField(
        lambda name, value: frozenset(values.many(values.whole())(name, value)), sorted
    ),
}


def test_choices_are_plain_values_and_answers_are_left_out():
    own = Own(page="two", keys=frozenset({3, 1}), answer=object())
    assert kept_values(own, PLAN) == {"page": "two", "size": 3, "keys": [1, 3]}


def test_they_come_back_beside_the_answer():
    own = Own(page="two", size=5, keys=frozenset({3, 1}))
    assert restored(Own(answer="x"), PLAN, kept_values(own, PLAN)) == Own(
        page="two", size=5, keys=frozenset({3, 1}), answer="x"
    )


@pytest.mark.parametrize("told", [None, 7, "page", [], {}, {"page": "three", "size": "9"}])
def test_what_is_wrong_stays_as_it_is(told):
    own = Own(page="two")
    assert restored(own, PLAN, told) == own


def test_each_is_looked_at_by_itself():
    told = {"page": "three", "size": 9, "keys": [1, "2"], "other": 1, "answer": "forged"}
    assert restored(Own(), PLAN, told) == Own(size=9)
