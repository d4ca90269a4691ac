"""Only the setters whose snapshot changed are called."""

from __future__ import annotations

import dataclasses

from model.messages import Message
from viz_app.app.app_state import told
from viz_app.engine.presenter import Presenter


def test_a_setter_is_called_at_once_and_then_only_on_change(store):
    presenter = Presenter(store)
    texts, notices = [], []
    presenter.show(lambda state: state.source_text, texts.append)
    presenter.show(lambda state: state.notice, notices.append)
    store.apply(lambda state: dataclasses.replace(state, source_text="a"))
    store.apply(lambda state: dataclasses.replace(state, source_text="a"))
    store.apply(lambda state: told(state, Message("hm")))
    assert texts == ["", "a"]
    assert [notice and str(notice.message) for notice in notices] == [None, "hm"]
