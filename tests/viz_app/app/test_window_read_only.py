"""Through the real window: a session whose model is not here can be looked at, and says so."""

import dataclasses
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.checkpoint.header import read_checksum
from tests.viz_app.application import said, settle, type_source
from viz_app.app.session_state import session_of, with_session
from viz_app.app.undo import undone
from viz_app.storage.session import load_session, save_session
from viz_app.workbench.changes.translation import branchable

pytestmark = pytest.mark.window

HERE = "is not on this computer"
COMPUTED = ("embedding", "one_head", "masks", "architecture", "forcing")


@pytest.fixture
def opened(qtbot, application, tmp_path):
    """The session on screen, saved and opened where its model is not."""
    path = tmp_path / "a.headlight"
    session = session_of(application.store.state)
    model = dataclasses.replace(session.model, checksum="of no file here")
    save_session(path, dataclasses.replace(session, model=model))
    application.store.apply(lambda state: with_session(state, load_session(path)))
    settle(qtbot, application)
    return application


def page_text(application, tab):
    """What stands in place of a panel, or nothing."""
    application.window.show_tab(tab)
    page = application.window.late[tab]
    panel, label = page.make(), page.currentWidget()
    return label.text() if label is not panel else ""


def test_the_pictures_are_there_and_what_cannot_be_done_says_why(qtbot, opened):
    window, trace = opened.window, opened.screen.now.trace
    assert trace.source_text == window.header.source.text() == "a b c d e"
    assert window.header.model_info.text() == "Read-only"
    assert HERE in window.header.model_info.accessibleName()
    assert window.header.models.currentText() == "tiny"
    assert window.timeline.tokens.accessibleName()
    bars = window.timeline.side.candidates
    other = next(row for row in range(2) if "token was chosen" not in bars.use(row))
    assert bars.use(other) == "the model is not available for decoding"
    assert not window.timeline.side.token_field.isEnabled()
    assert branchable(opened.screen.now) is None
    type_source(qtbot, window, "c b a")
    qtbot.keyClick(window.header.source, Qt.Key.Key_Return)
    assert f"tiny of this session {HERE}" in said(window)
    assert opened.screen.now.trace is trace and not opened.screen.now.translating


def test_what_would_have_to_be_computed_says_why_it_is_not(qtbot, opened):
    for tab in COMPUTED:
        assert HERE in page_text(opened, tab)
        settle(qtbot, opened)
        assert opened.bench.now.notice is None or "No model" not in said(opened.window)
    assert page_text(opened, "scaling") == page_text(opened, "positions") == ""
    panel = opened.window.late["positions"].panel
    panel.choice.button("without").click()
    settle(qtbot, opened)
    assert any(HERE in label.text() for label in panel.findChildren(QLabel))


def test_when_its_model_is_opened_it_goes_on_from_there(qtbot, application, tmp_path):
    """The very model comes from another file: nothing is translated anew, all can be computed."""
    key, file = application.bench.now.model_key, application.bench.now.model_file
    again = tmp_path / "again.safetensors"
    shutil.copy(file.path, again)
    session = session_of(application.store.state)
    assert session.model.checksum == read_checksum(again)
    application.store.apply(
        lambda state: with_session(
            dataclasses.replace(state, bench=dataclasses.replace(state.bench, model_file=None)),
            session,
        )
    )
    assert HERE in page_text(application, "one_head")
    trace = application.screen.now.trace
    application.models.open(again)
    qtbot.waitUntil(lambda: application.bench.now.absent is None)
    settle(qtbot, application)
    assert application.screen.now.trace is trace
    assert application.bench.now.model_key != key
    assert application.store.state.history.past == (), "that is no step to take back"
    assert page_text(application, "one_head") == ""
    qtbot.waitUntil(lambda: application.store.state.slices["one_head"].answer is not None)


def test_another_model_translates_its_sentence_anew(qtbot, opened, tiny_checkpoint):
    trace = opened.screen.now.trace
    opened.models.open(tiny_checkpoint)
    qtbot.waitUntil(lambda: opened.screen.now.trace is not trace)
    settle(qtbot, opened)
    assert opened.bench.now.absent is None
    assert opened.window.header.model_info.text() != "Read-only"
    assert page_text(opened, "masks") == ""
    opened.store.apply(undone)
    assert opened.bench.now.read_only and opened.bench.now.trace is trace
    assert HERE in page_text(opened, "masks")


def test_the_sentence_follows_the_language(qtbot, opened):
    assert HERE in page_text(opened, "masks")
    opened.preferences.pick("language", "zh_CN")
    try:
        qtbot.waitUntil(lambda: "tiny 不在这台电脑上" in page_text(opened, "masks"))
        assert opened.window.header.model_info.text() == "只读"
    finally:
        opened.preferences.pick("language", "en")
