"""Every listener hears of every transition, in order."""

import dataclasses

import pytest

from viz_app.engine.store import Slot, Store
from viz_app.workbench.state import Playback, Workbench


def text(value):
    return lambda state: dataclasses.replace(state, source_text=value)


def test_a_transition_that_changes_nothing_is_not_announced(qapp):
    store = Store(Workbench())
    heard = []
    store.changed.connect(lambda old, new: heard.append(new))
    store.apply(lambda state: state)
    assert heard == []


def test_a_transition_asked_for_by_a_listener_comes_after_the_one_it_heard_of(qapp):
    store = Store(Workbench())
    heard = []

    def answer(old, new):
        if new.source_text == "a":
            store.apply(text("b"))

    store.changed.connect(answer)
    store.changed.connect(lambda old, new: heard.append((old.source_text, new.source_text)))
    store.apply(text("a"))
    assert heard == [("", "a"), ("a", "b")]
    assert store.state.source_text == "b"


def with_speed(playback, speed):
    return dataclasses.replace(playback, speed=speed)


@pytest.fixture
def playback(qapp):
    return Slot(
        Store(Workbench(source_text="a")),
        read=lambda bench: bench.playback,
        write=lambda bench, playback: dataclasses.replace(bench, playback=playback),
    )


def test_a_slot_changes_its_part_and_nothing_else(playback):
    playback.apply(with_speed, 2.0)
    playback.apply(dataclasses.replace, playing=True)
    assert playback.now == Playback(playing=True, speed=2.0)
    assert playback.read(Workbench()) == Playback()


def test_a_slot_applies_a_change_with_the_arguments_of_a_signal(playback):
    playback.applying(with_speed)(0.5)
    assert playback.now.speed == 0.5


def test_whoever_follows_a_slot_hears_its_part_before_and_after_a_change(playback):
    heard = []
    playback.follow(lambda old, new: heard.append((old.speed, new.speed)))
    playback.apply(with_speed, 4.0)
    assert heard == [(1.0, 4.0)]


def test_the_very_same_part_changes_nothing(playback):
    heard = []
    playback.follow(lambda old, new: heard.append(new))
    playback.apply(lambda part: part)
    assert heard == []


def test_other_parts_stay_as_they_were(qapp):
    store = Store(Workbench(source_text="a"))
    slot = Slot(
        store,
        read=lambda bench: bench.source_text,
        write=lambda bench, text: dataclasses.replace(bench, source_text=text),
    )
    slot.apply(str.upper)
    assert store.state == Workbench(source_text="A")
