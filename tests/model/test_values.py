"""Values of a file are as the plan says, or one sentence names the first that is not."""

import math

import pytest

from model import values
from model.messages import ConfigError

PLAN = values.fields(
    {"name": values.text(5), "sizes": values.many(values.whole(1, 9), fewest=1, most=3)},
    {"share": values.maybe(values.number(0, 1)), "kind": values.choice(("a", "b"))},
)
GOOD = {"name": "猫", "sizes": [1, 2], "share": 0.5, "kind": "b"}


def test_what_fits_comes_back_with_lists_as_tuples():
    assert PLAN("card", GOOD) == {**GOOD, "sizes": (1, 2)}
    assert PLAN("card", {"name": "", "sizes": [9], "share": None})["share"] is None


def test_what_the_plan_does_not_know_stays_as_it_is():
    assert PLAN("", {**GOOD, "other": [{}]})["other"] == [{}]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "too long"}, "card.name ('too long') must be text."),
        ({"name": "\ud800"}, "card.name ('\\ud800') must be text."),
        ({"name": b"cat"}, "card.name (b'cat') must be text."),
        ({"sizes": []}, "card.sizes ([]) must be a list of 1 to 3 values."),
        ({"sizes": "12"}, "card.sizes ('12') must be a list of 1 to 3 values."),
        ({"sizes": [1, True]}, "card.sizes (True) must be a whole number from 1 to 9."),
        ({"sizes": [1, 2.0]}, "card.sizes (2.0) must be a whole number from 1 to 9."),
        ({"sizes": [10**30]}, f"card.sizes ({10**30}) must be a whole number from 1 to 9."),
        ({"share": math.nan}, "card.share (nan) must be a number from 0 to 1."),
        ({"share": 1e30}, "card.share (1e+30) must be a number from 0 to 1."),
        ({"share": False}, "card.share (False) must be a number from 0 to 1."),
        ({"kind": ["a"]}, "card.kind (['a']) must be one of a, b."),
    ],
)
def test_the_first_value_that_is_wrong_is_named_and_quoted(change, said):
    with pytest.raises(ConfigError) as failure:
        PLAN("card", GOOD | change)
    assert str(failure.value) == said


def test_what_is_missing_is_named():
    with pytest.raises(ConfigError, match=r"^sizes is missing\.$"):
        PLAN("", {"name": "a"})


@pytest.mark.parametrize("value", [None, [], "card", 3])
def test_what_is_no_object_is_refused(value):
    with pytest.raises(ConfigError, match="must be an object"):
        PLAN("card", value)


def test_the_name_of_a_file_may_hold_bytes_that_are_no_utf_8():
    assert values.text(of_a_file=True)("task", "\udcff.tsv") == "\udcff.tsv"
    with pytest.raises(ConfigError):
        values.text(of_a_file=True)("task", "\ud800.tsv")
