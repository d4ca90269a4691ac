"""Transitions that say of themselves that they are steps."""

import dataclasses
from functools import partial

import pytest

from model.messages import Message
from viz_app.engine.step import Step, quoted, step_told_by, undoable
from viz_app.engine.store import Slot, Store
from viz_app.workbench.state import Workbench


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
