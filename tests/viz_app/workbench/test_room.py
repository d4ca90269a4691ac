"""A room changes its own slice, or the workbench, and is the very same where nothing changed."""

import dataclasses
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

import pytest
from msgspec import Meta
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox

from model.messages import Message
from model.values import Count, InSession, kept_values, restored
from viz_app.engine.step import Step, step_told_by, undoable
from viz_app.engine.store import Slot, Store
from viz_app.workbench.room import Room, RoomHandle, on_bench
from viz_app.workbench.state import Workbench


@dataclass(frozen=True)
class Own:
    page: InSession[Literal["one", "two"]] = "one"
    size: Annotated[InSession[int], Meta(ge=1, le=9)] = 3
    keys: InSession[frozenset[Count]] = frozenset()
    answer: object = None


def test_choices_are_kept_as_plain_values_and_come_back_beside_the_answer():
    own = Own(page="two", keys=frozenset({3, 1}), answer=object())
    assert kept_values(own) == {"page": "two", "size": 3, "keys": [1, 3]}
    own = Own(page="two", size=5, keys=frozenset({3, 1}))
    assert restored(Own(answer="x"), kept_values(own)) == Own(
        page="two", size=5, keys=frozenset({3, 1}), answer="x"
    )
    told = {"page": "three", "size": 9, "keys": [1, "2"], "other": 1, "answer": "forged"}
    assert restored(Own(), told) == Own(size=9)


@pytest.mark.parametrize("told", [None, 7, "page", [], {}, {"page": "three", "size": "9"}])
def test_what_is_wrong_stays_as_it_is(told):
    own = Own(page="two")
    assert restored(own, told) == own


@dataclass(frozen=True)
class OwnSlice:
    sentence: str = ""
    step: int = 0


ROOM = Room(OwnSlice(), Workbench())


def with_text(bench, text, *, loading=None):
    return dataclasses.replace(bench, source_text=text, loading=loading)


def test_slice_and_workbench_change_without_each_other():
    room = ROOM.changed(sentence="a b", step=2)
    assert room.own == OwnSlice("a b", 2)
    assert room.bench is ROOM.bench
    room = ROOM.on_bench(with_text, "a", loading="zh-en")
    assert room.bench == Workbench(source_text="a", loading="zh-en")
    assert room.own is ROOM.own
    assert ROOM.changed(step=0) is ROOM
    assert ROOM.on_bench(lambda bench: bench) is ROOM


@pytest.fixture
def slot(qapp):
    store = Store(ROOM)
    return Slot(store, read=lambda room: room, write=lambda _, room: room)


class Sender(QObject):
    clicked = Signal(bool)
    moved = Signal(int, str)


def test_a_signal_gives_as_much_as_the_transition_takes(slot):
    handle, sender, button = RoomHandle(slot.apply), Sender(), QCheckBox()
    sender.moved.connect(handle.sets("step"))
    sender.clicked.connect(handle.does(lambda room: room.changed(step=room.own.step + 10)))
    button.clicked.connect(handle.does(lambda room: room.changed(step=room.own.step + 100)))
    sender.moved.emit(3, "left out")
    sender.clicked.emit(True)
    button.click()
    assert slot.now.own.step == 113
    button.clicked.connect(handle.sets("sentence"))
    button.click()
    assert slot.now.own.sentence is False  # what clicked carries


def test_a_transition_is_called_with_its_own_arguments(slot):
    handle = RoomHandle(slot.apply)
    handle.on_bench(with_text)("a", loading="zh-en")
    assert slot.now.bench == Workbench(source_text="a", loading="zh-en")
    handle.on_bench(partial(with_text, text="b"))()
    assert slot.now.bench.source_text == "b"
    walk = handle.does(lambda room, by=1: room.changed(step=room.own.step + by))
    walk()
    walk(5)
    assert slot.now.own.step == 6


def test_a_transition_of_the_workbench_can_be_undone_as_before():
    @undoable("work", lambda bench, text: Message(f"{bench.source_text} {text}"))
    def typed(bench, text):
        return with_text(bench, text)

    room = ROOM.on_bench(with_text, "old")
    assert step_told_by(on_bench(typed))(room, "new") == Step("work", Message("old new"))
    assert step_told_by(on_bench(with_text)) is None
