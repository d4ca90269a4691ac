"""Every listener hears of every transition, in order."""

import dataclasses

from viz_app.engine.store import Store
from viz_app.workbench.state.workbench import Workbench


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
