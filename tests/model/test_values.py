"""Fields are described by their types; one sentence names the first value that does not fit."""

import math
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import MISSING, dataclass, make_dataclass
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from model import values
from model.config import ModelConfig
from model.messages import ConfigError


@dataclass(frozen=True)
class Card:
    name: Annotated[str, Meta(max_length=5, pattern=values.UTF8)]
    sizes: Annotated[tuple[Annotated[int, Meta(ge=1, le=9)], ...], Meta(min_length=1, max_length=3)]
    share: Annotated[float, Meta(ge=0, le=1)] | None = None
    kind: Literal["a", "b"] = "a"
    factor: Annotated[float, values.OneOf((0.5, 1.0))] = 1.0


GOOD = {"name": "猫", "sizes": [1, 2], "share": 0.5, "kind": "b"}


def test_what_fits_comes_back_with_lists_as_tuples():
    assert values.read(Card, GOOD) == Card("猫", (1, 2), 0.5, "b")
    assert values.read(Card, {"name": "", "sizes": [9], "other": [{}]}) == Card("", (9,))
    assert values.read(values.Many[values.Text], ["a"]) == ("a",)


def test_the_first_value_that_is_wrong_is_named_and_quoted():
    for change, said in (
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
        ({"kind": "\ud800"}, "card.kind ('\\ud800') must be one of a, b."),
        ({"factor": "1"}, "card.factor ('1') must be one of 0.5, 1.0."),
    ):
        with pytest.raises(ConfigError) as failure:
            values.read(Card, GOOD | change, "card")
        assert str(failure.value) == said


def test_a_choice_of_numbers_is_one_of_them():
    annotation = values.described(Card)["factor"].annotation
    assert values.read(annotation, 1, "factor") == 1.0
    with pytest.raises(ConfigError, match=r"^factor \(0\.7\) must be one of 0\.5, 1\.0\.$"):
        values.read(annotation, 0.7, "factor")


def test_what_is_missing_is_named_and_what_is_no_object_is_refused():
    with pytest.raises(ConfigError, match=r"^sizes is missing\.$"):
        values.read(Card, {"name": "a"})
    for value in (None, [], "card", 3):
        with pytest.raises(ConfigError, match="must be an object"):
            values.read(Card, value, "card")


def test_parts_that_are_right_alone_but_not_together_are_said_as_the_class_says_it():
    @dataclass(frozen=True)
    class Holder:
        model: ModelConfig

    with pytest.raises(
        ConfigError, match=r"^d_model \(100\) must be divisible by n_heads \(8\)\.$"
    ):
        values.read(Holder, {"model": {"d_model": 100}})
    with pytest.raises(ConfigError, match="unknown field 'n_layer'"):
        values.read(Holder, {"model": {"n_layer": 3}})


def test_the_name_of_a_file_may_hold_bytes_that_are_no_utf_8():
    assert values.read(values.FileText, "\udcff.tsv") == "\udcff.tsv"
    with pytest.raises(ConfigError):
        values.read(values.FileText, "\ud800.tsv")


def test_a_field_is_described_by_its_annotation():
    share, name = (values.described(Card)[key] for key in ("share", "name"))
    assert (share.kind, share.optional, share.limits, share.default) == (
        float,
        True,
        {"ge": 0, "le": 1},
        None,
    )
    assert (name.kind, name.optional, name.default) == (str, False, MISSING)
    assert values.described(Card)["kind"].choices == ("a", "b")


def test_two_threads_may_read_what_neither_has_read_before():
    """Without the lock, msgspec 0.22 ends the process with a segmentation fault."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(30):
            fields = [(f"field_{number}", Annotated[int, Meta(ge=0)]) for number in range(30)]
            inner = make_dataclass("Inner", fields)
            outer = make_dataclass("Outer", [(f"part_{number}", inner) for number in range(5)])
            told = {f"part_{n}": {name: n for name, _ in fields} for n in range(5)}
            with ThreadPoolExecutor(4) as pool:
                read = [*pool.map(values.read, [outer] * 4, [told] * 4)]
            assert read[0] == read[-1]
    finally:
        sys.setswitchinterval(usual)
