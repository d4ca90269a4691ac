"""A room changes its own slice, or the workbench, and is the very same where nothing changed."""

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from model.values import Count, InSession, kept_values, restored
from viz_app.workbench.room import Room
from viz_app.workbench.state import Workbench

# --------------------------------------------------------------------------------------- test kept
# What of a slice is kept, and what is made of what a file tells of it.


@dataclass(frozen=True)
class Own:
    page: InSession[Literal["one", "two"]] = "one"
    size: Annotated[InSession[int], Meta(ge=1, le=9)] = 3
    keys: InSession[frozenset[Count]] = frozenset()
    answer: object = None


def test_choices_are_plain_values_and_answers_are_left_out():
    own = Own(page="two", keys=frozenset({3, 1}), answer=object())
    assert kept_values(own) == {"page": "two", "size": 3, "keys": [1, 3]}


def test_they_come_back_beside_the_answer():
    own = Own(page="two", size=5, keys=frozenset({3, 1}))
    assert restored(Own(answer="x"), kept_values(own)) == Own(
        page="two", size=5, keys=frozenset({3, 1}), answer="x"
    )


@pytest.mark.parametrize("told", [None, 7, "page", [], {}, {"page": "three", "size": "9"}])
def test_what_is_wrong_stays_as_it_is(told):
    own = Own(page="two")
    assert restored(own, told) == own


def test_each_is_looked_at_by_itself():
    told = {"page": "three", "size": 9, "keys": [1, "2"], "other": 1, "answer": "forged"}
    assert restored(Own(), told) == Own(size=9)


# --------------------------------------------------------------------------------------- test room


@dataclass(frozen=True)
class OwnSlice:
    sentence: str = ""
    step: int = 0


ROOM = Room(OwnSlice(), Workbench())


def with_text(bench, text, *, loading=None):
    return dataclasses.replace(bench, source_text=text, loading=loading)


def test_other_fields_of_the_slice_leave_the_workbench_alone():
    room = ROOM.changed(sentence="a b", step=2)
    assert room.own == OwnSlice("a b", 2)
    assert room.bench is ROOM.bench


def test_the_workbench_changes_without_the_slice():
    room = ROOM.on_bench(with_text, "a", loading="zh-en")
    assert room.bench == Workbench(source_text="a", loading="zh-en")
    assert room.own is ROOM.own


def test_a_room_in_which_nothing_changes_is_the_very_same():
    assert ROOM.changed(step=0) is ROOM
    assert ROOM.on_bench(lambda bench: bench) is ROOM
