"""The worker is asked when the question changes, and its newest answer is in the state."""

from __future__ import annotations

import dataclasses

import pytest

from model.messages import UserError
from viz_app.controllers.inquiry import Inquiry
from viz_app.controllers.store import Store
from viz_app.state.app_state import AppState


@pytest.fixture
def store():
    return Store(AppState())


@pytest.fixture
def asked():
    return []


@pytest.fixture
def inquiry(store, desk, asked):
    """Asks for the companion of a sentence: the sentence in capitals."""

    def steps(question):
        asked.append(question)
        if question == "bad":
            raise UserError("{word} has no capitals.", word=question)
        yield question.upper()

    inquiry = Inquiry(
        store,
        desk,
        question=lambda state: state.source_text or None,
        steps=steps,
        arrived=lambda state, answer: dataclasses.replace(state, companion=answer),
    )
    yield inquiry
    del inquiry


def read(store, text):
    store.apply(lambda state: dataclasses.replace(state, source_text=text))


def test_the_answer_comes_into_the_state(qtbot, store, inquiry):
    read(store, "cat")
    qtbot.waitUntil(lambda: store.state.companion == "CAT")


def test_the_same_question_is_not_asked_again(qtbot, store, inquiry, asked):
    read(store, "cat")
    qtbot.waitUntil(lambda: store.state.companion == "CAT")
    store.apply(lambda state: dataclasses.replace(state, translating=True))
    read(store, "dog")
    qtbot.waitUntil(lambda: store.state.companion == "DOG")
    assert asked == ["cat", "dog"]


def test_no_question_leaves_the_answer(qtbot, store, inquiry, asked):
    read(store, "cat")
    qtbot.waitUntil(lambda: store.state.companion == "CAT")
    read(store, "")
    read(store, "cat")
    read(store, "dog")
    qtbot.waitUntil(lambda: store.state.companion == "DOG")
    assert asked == ["cat", "dog"]


def test_an_answer_to_an_older_question_is_dropped(qtbot, store, inquiry):
    seen = []
    store.changed.connect(lambda old, new: seen.append(new.companion))
    for text in ("a", "b", "c", "d"):
        read(store, text)
    qtbot.waitUntil(lambda: store.state.companion == "D")
    assert set(seen) == {"", "D"}


def test_a_failure_is_said(qtbot, store, inquiry):
    read(store, "bad")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "bad" in str(store.state.notice.message)
    assert store.state.notice.level == "error"
