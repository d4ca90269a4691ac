"""Only the setters whose snapshot changed are called."""

import dataclasses
from contextlib import contextmanager
from operator import attrgetter

import pytest

from model.messages import Message, UserError
from viz_app.engine.presenter import Inquiry, Presenter
from viz_app.workbench.changes.models import failed, told


def test_a_setter_is_called_at_once_and_then_only_on_change(store, bench):
    presenter = Presenter(store)
    texts, notices = [], []
    presenter.show(bench, attrgetter("source_text"), texts.append)
    presenter.show(bench, attrgetter("notice"), notices.append)
    bench.apply(dataclasses.replace, source_text="a")
    bench.apply(dataclasses.replace, source_text="a")
    bench.apply(told, Message("hm"))
    assert texts == ["", "a"]
    assert [notice and str(notice.message) for notice in notices] == [None, "hm"]


def test_what_changes_is_shown_within_what_is_entered_meanwhile(store, bench):
    told = []

    @contextmanager
    def meanwhile():
        told.append("begun")
        yield
        told.append("ended")

    presenter = Presenter(store, meanwhile=meanwhile())
    presenter.show(bench, attrgetter("source_text"), told.append)
    bench.apply(dataclasses.replace, source_text="a")
    assert told == ["", "begun", "a", "ended"]


@pytest.fixture
def asked():
    return []


@pytest.fixture
def ask(bench, desk, asked):

    def steps(question):
        asked.append(question)
        if question == "bad":
            raise UserError("{word} has no capitals.", word=question)
        yield question.upper()

    return lambda: Inquiry(
        bench,
        desk,
        question=lambda state: state.source_text or None,
        steps=steps,
        arrived=lambda state, answer: dataclasses.replace(state, loading=answer),
        on_failed=bench.applying(failed),
    )


@pytest.fixture
def inquiry(ask):
    return ask()


def read(bench, text):
    bench.apply(dataclasses.replace, source_text=text)


def test_the_same_question_is_not_asked_again(qtbot, bench, inquiry, asked):
    read(bench, "cat")
    qtbot.waitUntil(lambda: bench.now.loading == "CAT")
    bench.apply(dataclasses.replace, translating=True)
    read(bench, "dog")
    qtbot.waitUntil(lambda: bench.now.loading == "DOG")
    assert asked == ["cat", "dog"]


def test_no_question_leaves_the_answer(qtbot, bench, inquiry, asked):
    read(bench, "cat")
    qtbot.waitUntil(lambda: bench.now.loading == "CAT")
    read(bench, "")
    read(bench, "cat")
    read(bench, "dog")
    qtbot.waitUntil(lambda: bench.now.loading == "DOG")
    assert asked == ["cat", "dog"]


def test_an_answer_to_an_older_question_is_dropped(qtbot, bench, inquiry):
    seen = []
    bench.follow(lambda old, new: seen.append(new.loading))
    for text in ("a", "b", "c", "d"):
        read(bench, text)
    qtbot.waitUntil(lambda: bench.now.loading == "D")
    assert set(seen) == {None, "D"}


def test_a_failure_is_said(qtbot, bench, inquiry):
    read(bench, "bad")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "bad" in str(bench.now.notice.message)
    assert bench.now.notice.level == "error"


def test_what_the_state_asks_already_is_asked_at_once(qtbot, bench, ask):
    read(bench, "cat")
    inquiry = ask()
    qtbot.waitUntil(lambda: bench.now.loading == "CAT")
    del inquiry
