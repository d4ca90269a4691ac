"""Through the real window: what is on screen becomes a page."""

import dataclasses
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from tests.viz_app.application import CTRL, click, press, running, said, settle
from tests.viz_app.full_disk import full_disk
from tests.viz_app.html.pages import StrictPage
from viz_app.html import report as reports
from viz_app.widgets.file_dialogs import WorkLine

pytestmark = pytest.mark.window


def by_menu(qtbot, window):
    window.menus.action("report").trigger()


def by_key(qtbot, window):
    press(qtbot, window.attention.focus, Qt.Key.Key_R, CTRL | Qt.KeyboardModifier.ShiftModifier)


@pytest.mark.parametrize("asks", [by_menu, by_key])
def test_what_is_on_screen_is_written(qtbot, application, window, file_dialogs, tmp_path, asks):
    path = tmp_path / "out" / "page.html"
    path.parent.mkdir()
    file_dialogs.append(path)
    asks(qtbot, window)
    qtbot.waitUntil(path.exists)
    settle(qtbot, application)
    assert said(window) == f"Note: The report was saved as {path}."
    page = StrictPage(path.read_text(encoding="utf-8"))
    trace = application.screen.now.trace
    assert trace.source_text in page.words
    assert f"{application.screen.now.model.n_parameters:,}" in page.words
    assert window.menus.action("report").isEnabled()


def test_branches_and_the_chosen_head_are_in_it(
    qtbot, application, window, file_dialogs, tmp_path, browser
):
    window.menus.branches.action("next_candidate").trigger()
    qtbot.waitUntil(lambda: len(application.screen.now.branches.branches) == 2)
    settle(qtbot, application)
    path = write(qtbot, application, file_dialogs, tmp_path)
    bench = application.screen.now
    browser.open(path)
    texts = [branch.trace.translation for branch in bench.branches.branches]
    assert browser.run("document.querySelectorAll('.headlight').length") == 2
    assert all(text in browser.text() for text in texts)
    place = f"Layer {bench.selection.layer + 1} · head {bench.selection.head + 1}"
    heads = browser.run("[...document.querySelectorAll('.hl-place')].map(p => p.textContent)")
    assert set(heads) == {place}


def write(qtbot, application, file_dialogs, tmp_path):
    """Write a report by the menu; its path."""
    path = tmp_path / "page.html"
    file_dialogs.append(path)
    by_menu(qtbot, application.window)
    qtbot.waitUntil(path.exists)
    settle(qtbot, application)
    return path


def test_a_chinese_window_writes_a_chinese_page(qtbot, application, window, file_dialogs, tmp_path):
    window.menus.action("language_zh_CN").trigger()
    settle(qtbot, application)
    path = write(qtbot, application, file_dialogs, tmp_path)
    window.menus.action("language_en").trigger()
    page = StrictPage(path.read_text(encoding="utf-8"))
    assert page.all("html")[0]["lang"] == "zh-CN"
    assert "交叉注意力" in page.words


def test_the_file_is_named_after_the_sentence_and_a_changed_mind_writes_nothing(
    qtbot, application, window, monkeypatch, tmp_path
):
    before, asked = sorted(tmp_path.rglob("*")), []
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: asked.append(dialog.selectedFiles()))
    by_menu(qtbot, window)
    settle(qtbot, application)
    assert asked[0][0].endswith("a b c d e.html")
    assert sorted(tmp_path.rglob("*")) == before
    assert said(window) == ""


@pytest.mark.parametrize("place", ["full disk", "read-only folder"])
def test_what_cannot_be_written_is_one_sentence(
    qtbot, application, window, file_dialogs, tmp_path, readonly_folder, place
):
    path = (tmp_path if place == "full disk" else readonly_folder) / "page.html"
    if place == "full disk":
        path.write_text("mine")
    file_dialogs.append(path)
    with full_disk():
        by_menu(qtbot, window)
        qtbot.waitUntil(lambda: said(window) != "")
    settle(qtbot, application)
    assert f"{path} cannot be written" in said(window)
    assert window.menus.action("report").isEnabled()
    if place == "full disk":
        assert path.read_text() == "mine"


@pytest.fixture
def held(monkeypatch):
    """The worker waits in the first picture of a report until the event is set."""
    go_on, made = threading.Event(), reports.kind_part

    def wait(*values, **named):
        go_on.wait()
        return made(*values, **named)

    monkeypatch.setattr(reports, "kind_part", wait)
    yield go_on
    go_on.set()


def test_long_writing_shows_how_far_it_is_and_can_be_stopped(
    qtbot, application, window, file_dialogs, tmp_path, held
):
    path = tmp_path / "page.html"
    path.write_text("mine")
    high = window.statusBar().height()
    file_dialogs.append(path)
    by_menu(qtbot, window)
    assert not window.menus.action("report").isEnabled()
    qtbot.waitUntil(lambda: bool(window.findChildren(WorkLine)))
    line = window.findChild(WorkLine)
    qtbot.waitUntil(line.isVisible)
    assert line.sentence.text() == "Writing the report…"
    qtbot.waitUntil(lambda: line.progress.maximum() == 3)
    assert window.statusBar().height() == high
    click(qtbot, line.stop)
    assert not line.isVisible()
    held.set()
    settle(qtbot, application)
    assert path.read_text() == "mine"
    assert said(window) == f"Note: The report was stopped: {path} was not saved."
    assert window.menus.action("report").isEnabled()


def test_closing_the_window_does_not_wait_for_a_page(
    qtbot, tiny_checkpoint, file_dialogs, tmp_path, held
):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c") as application:
        file_dialogs.append(tmp_path / "page.html")
        by_menu(qtbot, application.window)
        held.set()
    assert not list(tmp_path.glob(".*headlight-part"))


def test_before_the_first_translation_there_is_nothing_to_report(
    qtbot, application, window, file_dialogs
):
    application.bench.apply(lambda bench: dataclasses.replace(bench, trace=None, branches=None))
    by_menu(qtbot, window)  # and asks for no file
    assert said(window) == "Note: There is nothing to report yet: type a sentence first."
