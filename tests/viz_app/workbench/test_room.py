"""A room changes its own slice, or the workbench, and is the very same where nothing changed."""

import dataclasses
from dataclasses import dataclass

from viz_app.workbench.room import Room
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True)
class Own:
    sentence: str = ""
    step: int = 0


ROOM = Room(Own(), Workbench())


def with_text(bench, text, *, loading=None):
    return dataclasses.replace(bench, source_text=text, loading=loading)


def test_other_fields_of_the_slice_leave_the_workbench_alone():
    room = ROOM.changed(sentence="a b", step=2)
    assert room.own == Own("a b", 2)
    assert room.bench is ROOM.bench


def test_the_workbench_changes_without_the_slice():
    room = ROOM.on_bench(with_text, "a", loading="zh-en")
    assert room.bench == Workbench(source_text="a", loading="zh-en")
    assert room.own is ROOM.own


def test_a_room_in_which_nothing_changes_is_the_very_same():
    assert ROOM.changed(step=0) is ROOM
    assert ROOM.on_bench(lambda bench: bench) is ROOM
