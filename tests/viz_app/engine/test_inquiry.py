"""The worker is asked when the question changes, and its newest answer is in the state."""

from __future__ import annotations

import dataclasses

import pytest

from model.messages import UserError
from viz_app.app.app_state import AppState
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store


@pytest.fixture
def store():
    return Store(AppState())


@pytest.fixture
def asked():
    return []


@pytest.fixture
def ask(store, desk, asked):
    """Makes an inquiry for the sentence in capitals."""

    def steps(question):
        asked.append(question)
        if question == "bad":
            raise UserError("{word} has no capitals.", word=question)
        yield question.upper()

    return lambda: Inquiry(
        store,
        desk,
        question=lambda state: state.source_text or None,
        steps=steps,
        arrived=lambda state, answer: dataclasses.replace(state, loading=answer),
    )


@pytest.fixture
def inquiry(ask):
    return ask()


def read(store, text):
    store.apply(lambda state: dataclasses.replace(state, source_text=text))


def test_the_answer_comes_into_the_state(qtbot, store, inquiry):
    read(store, "cat")
    qtbot.waitUntil(lambda: store.state.loading == "CAT")


def test_the_same_question_is_not_asked_again(qtbot, store, inquiry, asked):
    read(store, "cat")
    qtbot.waitUntil(lambda: store.state.loading == "CAT")
    store.apply(lambda state: dataclasses.replace(state, translating=True))
    read(store, "dog")
    qtbot.waitUntil(lambda: store.state.loading == "DOG")
    assert asked == ["cat", "dog"]


def test_no_question_leaves_the_answer(qtbot, store, inquiry, asked):
    read(store, "cat")
    qtbot.waitUntil(lambda: store.state.loading == "CAT")
    read(store, "")
    read(store, "cat")
    read(store, "dog")
    qtbot.waitUntil(lambda: store.state.loading == "DOG")
    assert asked == ["cat", "dog"]


def test_an_answer_to_an_older_question_is_dropped(qtbot, store, inquiry):
    seen = []
    store.changed.connect(lambda old, new: seen.append(new.loading))
    for text in ("a", "b", "c", "d"):
        read(store, text)
    qtbot.waitUntil(lambda: store.state.loading == "D")
    assert set(seen) == {None, "D"}


def test_a_failure_is_said(qtbot, store, inquiry):
    read(store, "bad")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "bad" in str(store.state.notice.message)
    assert store.state.notice.level == "error"


def test_what_the_state_asks_already_is_asked_at_once(qtbot, store, ask):
    read(store, "cat")
    inquiry = ask()
    qtbot.waitUntil(lambda: store.state.loading == "CAT")
    del inquiry
