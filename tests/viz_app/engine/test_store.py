"""Every listener hears of every transition, in order."""

import dataclasses
from functools import partial

import pytest

from model.messages import Message
from viz_app.engine.step import Step, quoted, step_told_by, undoable
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


@undoable("text", lambda bench, text: Message(f"{bench.source_text} to {text}"))
def written(bench: Workbench, text: str) -> Workbench:
    """Another text; the same one changes nothing."""
    return bench if text == bench.source_text else dataclasses.replace(bench, source_text=text)


def test_a_marked_transition_does_what_it_did_and_tells_its_step():
    assert written(Workbench(), "a").source_text == "a"
    tell = step_told_by(written)
    assert tell(Workbench(source_text="b"), "a") == Step("text", Message("b to a"))
    assert step_told_by(partial(written, text="a")) is None


def test_the_store_lets_steps_be_remembered_where_something_changed(qapp):
    heard = []

    def remember(old, new, step):
        heard.append((old.source_text, new.source_text, step and str(step.name)))
        return dataclasses.replace(new, doubted="seen")

    store = Store(Workbench(), remember=remember)
    slot = Slot(store, read=lambda bench: bench, write=lambda _, bench: bench)
    slot.apply(written, "a")
    slot.apply(written, "a")
    slot.applying(written)("b")
    slot.apply(dataclasses.replace, source_text="c")
    assert heard == [("", "a", " to a"), ("a", "b", "a to b"), ("b", "c", None)]
    assert slot.now.doubted == "seen"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("a dog", "a dog"),
        ("  a\n dog\t", "a dog"),
        ("x" * 30, "x" * 30),
        ("x" * 31, "x" * 29 + "…"),
        ("abc " * 20, ("abc " * 7) + "a…"),
    ],
)
def test_a_menu_has_room_for_as_much_of_a_text(text, short):
    assert quoted(text) == short
