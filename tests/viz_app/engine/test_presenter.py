"""Only the setters whose snapshot changed are called."""

import dataclasses
from contextlib import contextmanager
from operator import attrgetter

from model.messages import Message
from viz_app.engine.presenter import Presenter
from viz_app.workbench.changes.notices import told


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
