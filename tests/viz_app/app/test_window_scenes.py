"""Through the real window: a class is prepared, saved, opened in another window, and walked."""

import shutil

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent, QImage, QTextCursor, QTextFormat
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from model.checkpoint.file import save_checkpoint
from model.traces.interventions import Intervention, Site
from tests.viz_app.app.sessions.test_window_sessions import scene as on_screen
from tests.viz_app.application import (
    ALT,
    CTRL,
    press,
    running,
    said,
    settle,
    type_and_translate,
)
from tests.viz_app.conftest import TINY, untrained
from viz_app.app import scene_state
from viz_app.storage.session import load_session
from viz_app.workbench import jobs
from viz_app.workbench.changes.selection import head_picked

pytestmark = pytest.mark.window

TEXT, OTHER = "a b c d e", "e d c"
OFF = Intervention(site=Site("z", "cross", 0, 0), how="zero")


@pytest.fixture
def home(tmp_path, tiny_checkpoint):
    """A folder with two models; the second is that of the windows that are told none."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(tiny_checkpoint, shipped / "zh-en.safetensors")
    other = untrained(TINY).named("other")
    other.network.output.weight.data += 0.01
    save_checkpoint(other, shipped / "other.safetensors")
    return tmp_path


def menu(application, name):
    application.window.menus.scenes.action(name).trigger()


def side(application):
    return application.window.scenes.make()


def titles(application):
    return [scene.title for scene in application.store.state.scenes.list]


def listed(application):
    shown = side(application).list
    return [shown.item(row).text() for row in range(shown.count())]


def current(application):
    scenes = application.store.state.scenes
    ids = [scene.id for scene in scenes.list]
    return ids.index(scenes.current) + 1 if scenes.current in ids else None


def key(qtbot, application, key, modifiers=Qt.KeyboardModifier.NoModifier):
    press(qtbot, application.window.attention.mosaic, key, modifiers)
    settle(qtbot, application)


def prepare(qtbot, application):
    """Three scenes: a head; another sentence in another tab; a branch under an intervention."""
    seen = []
    application.screen.apply(head_picked, "decoder", 1, 1)
    application.window.menus.attention.action("view_links").trigger()
    settle(qtbot, application)
    key(qtbot, application, Qt.Key.Key_N, CTRL)
    seen.append(on_screen(application))
    type_and_translate(qtbot, application, OTHER)
    application.window.show_tab("one_head")
    settle(qtbot, application)
    menu(application, "add")
    seen.append(on_screen(application))
    application.window.show_tab("attention")
    application.branching.intervene((OFF,))
    settle(qtbot, application)
    menu(application, "add")
    seen.append(on_screen(application))
    assert seen[2]["current"] == 1
    assert [one["tab"][0] for one in seen] == ["attention", "one_head", "attention"]
    return seen


def decodes_nothing(monkeypatch):
    """Whoever wants something decoded fails."""

    def refuse(*_, **__):
        raise AssertionError("nothing is decoded for a scene")

    for steps in ("translation_steps", "branch_steps", "target_steps"):
        monkeypatch.setattr(jobs, steps, refuse)


def test_a_class_is_one_file(qtbot, home, file_dialogs, monkeypatch):
    path = home / "class.headlight"
    with running(qtbot, home, model=None, text=TEXT) as application:
        window = application.window
        assert window.scenes.isHidden()
        seen = prepare(qtbot, application)
        assert window.scenes.isVisible()
        menu(application, "note")
        qtbot.keyClicks(side(application).note.text, "Look *here*")
        file_dialogs.append(path)
        press(qtbot, side(application).note.text, Qt.Key.Key_S, CTRL)
        qtbot.waitUntil(lambda: str(path) in said(window))
        assert not window.isWindowModified()
    assert [scene.note for scene in load_session(path).scenes] == ["", "", "Look *here*"]
    with running(qtbot, home / "elsewhere", model=None, opens=path) as application:
        settle(qtbot, application)
        window = application.window
        assert titles(application) == [TEXT, OTHER, OTHER]
        assert window.scenes.isVisible()
        decodes_nothing(monkeypatch)
        menu(application, "previous")
        menu(application, "previous")
        for number, expected in enumerate(seen, 1):
            settle(qtbot, application)
            assert current(application) == number
            assert on_screen(application) == expected
            assert not window.isWindowModified()
            if number < 3:
                press(qtbot, side(application).list, Qt.Key.Key_PageDown)
        press(qtbot, side(application).list, Qt.Key.Key_PageDown)  # there is no more
        assert current(application) == 3
        shown = side(application).note.view.toPlainText()
        assert shown == "Look here"
        interventions = application.bench.now.branches.current_branch.interventions
        assert interventions == (OFF,)


def test_what_is_decoded_for_a_scene_is_in_the_scene_s_place(qtbot, home):
    """The branch of a scene can be gone on from, with the model of the scene."""
    with running(qtbot, home, model=None, text=TEXT) as application:
        menu(application, "add")
        type_and_translate(qtbot, application, OTHER)
        key(qtbot, application, Qt.Key.Key_PageUp)
        assert current(application) == 1
        step = application.bench.now.trace.steps[0]
        application.branching.branch(0, step.candidates[1].token_id)
        settle(qtbot, application)
        assert application.bench.now.trace.source_text == TEXT
        assert len(application.bench.now.branches.branches) == 2


def test_models_are_loaded_ahead_and_kept(qtbot, home, file_dialogs, monkeypatch):
    path = home / "class.headlight"
    other = home / "shipped" / "other.safetensors"
    with running(qtbot, home, model=None, text=TEXT) as application:
        menu(application, "add")
        application.sessions.open_model(other)
        qtbot.waitUntil(lambda: application.bench.now.model.name == "other")
        settle(qtbot, application)
        menu(application, "add")
        menu(application, "previous")
        file_dialogs.append(path)
        key(qtbot, application, Qt.Key.Key_S, CTRL)
        qtbot.waitUntil(path.exists)
    shutil.copytree(home / "shipped", home / "again" / "shipped")
    with running(qtbot, home / "again", model=None, opens=path) as application:
        settle(qtbot, application)
        assert scene_state.file_ahead(application.store.state) is None
        assert [one.summary.name for one in application.store.state.scenes.models] == ["other"]
        cache = application.services.model_cache
        monkeypatch.setattr("viz_app.app.scenes.load_steps", None)
        monkeypatch.setattr("viz_app.workbench.controllers.load_steps", None)
        decodes_nothing(monkeypatch)
        for name, do in (("other", "next"), ("zh-en", "previous"), ("other", "next")):
            menu(application, do)
            bench = application.bench.now
            assert (bench.model.name, bench.read_only) == (name, False)
            settle(qtbot, application)
            assert cache.take(bench.model_key).name == name


def test_the_list_is_worked_by_keys_and_mouse(qtbot, home):
    with running(qtbot, home, model=None, text=TEXT) as application:
        for _ in range(3):
            menu(application, "add")
        settle(qtbot, application)
        shown = side(application).list
        press(qtbot, shown, Qt.Key.Key_F2)
        line = shown.findChild(QLineEdit)
        qtbot.keyClicks(line, "third & <b>last</b>")
        qtbot.keyClick(line, Qt.Key.Key_Return)
        settle(qtbot, application)
        assert titles(application) == [TEXT, TEXT, "third & <b>last</b>"]
        assert listed(application)[2] == "3  third & <b>last</b>"
        press(qtbot, shown, Qt.Key.Key_Up, ALT)
        assert listed(application) == [f"1  {TEXT}", "2  third & <b>last</b>", f"3  {TEXT}"]
        press(qtbot, shown, Qt.Key.Key_Up)
        assert current(application) == 1
        place = shown.visualItemRect(shown.item(1)).center()
        qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert current(application) == 2
        drop(shown, 2)
        assert [title[3:8] for title in listed(application)] == ["a b c", "a b c", "third"]
        press(qtbot, shown, Qt.Key.Key_Z, CTRL)
        press(qtbot, shown, Qt.Key.Key_Delete)
        assert titles(application) == [TEXT, TEXT]
        assert current(application) is None
        press(qtbot, shown, Qt.Key.Key_Z, CTRL)
        assert current(application) == 2
        key(qtbot, application, Qt.Key.Key_F6)
        assert application.window.scenes.isHidden()
        key(qtbot, application, Qt.Key.Key_PageDown)
        assert current(application) == 3


def test_space_reveals_after_a_scene_is_shown_wherever_the_focus_was(qtbot, home):
    with running(qtbot, home, model=None, text=TEXT) as application:
        window, screen = application.window, application.screen
        cover = window.menus.covers.action("later")
        for control in (window.header.source, window.tabs.places.button("look")):
            control.setFocus()
            cover.trigger()
            press_where_the_focus_is(qtbot, window, Qt.Key.Key_Space)
            assert screen.now.covers == ()
        for _ in range(2):
            cover.setChecked(False)
            cover.trigger()
            menu(application, "add")
        settle(qtbot, application)
        source = window.header.source
        for control in (
            source,
            window.tabs.places.button("look"),
            side(application).buttons["add"],
        ):
            press(qtbot, control, Qt.Key.Key_PageUp)
            settle(qtbot, application)
            assert (current(application), screen.now.covers) == (1, ("later",))
            press_where_the_focus_is(qtbot, window, Qt.Key.Key_Space)
            assert (screen.now.covers, source.text(), len(titles(application))) == ((), TEXT, 2)
        shown = side(application).list
        press(qtbot, shown, Qt.Key.Key_Down)
        assert (current(application), screen.now.covers) == (2, ("later",))
        press_where_the_focus_is(qtbot, window, Qt.Key.Key_Space)
        assert screen.now.covers == ()
        assert shown.hasFocus()


def test_space_reveals_at_once_in_a_session_that_is_opened_with_something_hidden(
    qtbot, home, file_dialogs
):
    path = home / "class.headlight"
    with running(qtbot, home, model=None, text=TEXT) as application:
        application.window.menus.covers.action("later").trigger()
        file_dialogs.append(path)
        application.window.menus.action("save_session").trigger()
        qtbot.waitUntil(lambda: str(path) in said(application.window))
    with running(qtbot, home / "elsewhere", model=None, opens=path) as application:
        settle(qtbot, application)
        assert application.screen.now.covers == ("later",)
        press_where_the_focus_is(qtbot, application.window, Qt.Key.Key_Space)
        assert application.screen.now.covers == ()
        assert application.window.header.source.text() == TEXT


def press_where_the_focus_is(qtbot, window, key):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window.focusWidget() or window, key)


def drop(shown, row):
    """Let the current item go in the lower half of a row."""
    place = QPointF(shown.visualItemRect(shown.item(row)).bottomLeft())
    move, left = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton
    event = QDropEvent(place, move, QMimeData(), left, Qt.KeyboardModifier.NoModifier)
    shown.dropEvent(event)
    assert event.dropAction() == Qt.DropAction.IgnoreAction  # else Qt would remove the row


def test_without_scenes_page_keys_are_the_views_own(qtbot, application, window):
    page = Qt.Key.Key_PageDown
    assert not window.menus.scenes.action("next").isEnabled()
    window.menus.attention.action("view_focus").trigger()
    settle(qtbot, application)
    assert window.scenes.isHidden()
    menu(application, "list")
    settle(qtbot, application)
    assert window.scenes.isVisible()
    assert side(application).nothing.isVisible()
    menu(application, "add")
    menu(application, "add")
    menu(application, "note")
    text = side(application).note.text
    press(qtbot, text, page)  # the text's while it is edited
    assert (current(application), window.focusWidget()) == (2, text)
    press(qtbot, text, Qt.Key.Key_Escape)
    assert not isinstance(window.focusWidget(), QPlainTextEdit)
    press(qtbot, side(application).note.view, Qt.Key.Key_PageUp)
    assert current(application) == 1


def test_a_note_is_text_whatever_is_in_it(qtbot, application, window, tmp_path):
    picture = tmp_path / "red.png"
    red = QImage(64, 64, QImage.Format.Format_RGB32)
    red.fill(Qt.GlobalColor.red)
    assert red.save(str(picture))
    menu(application, "add")
    note = (
        f"# Title\n\n<b>bold</b> <img src='{picture}'>\n\n<script>alert(1)</script>\n\n"
        f"![p]({picture}) ![q](file://{picture}) [link](file://{picture})\n"
    )
    application.services.whole.apply(scene_state.scene_noted, 1, note)
    settle(qtbot, application)
    view = side(application).note.view
    assert "<b>bold</b> <img" in view.toPlainText()
    assert "<script>alert(1)</script>" in view.toPlainText()
    image = view.grab().toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    assert not any(pixel == Qt.GlobalColor.red for pixel in pixels)
    at = QTextCursor(view.document())
    at.movePosition(QTextCursor.MoveOperation.Right)
    size = at.charFormat().intProperty(QTextFormat.Property.FontSizeAdjustment)
    assert (at.block().text(), size) == ("Title", 1)  # not 3: the list is narrow
    view.anchorClicked.emit("file:///etc/passwd")
    assert "Title" in view.toPlainText()


def test_a_scene_is_an_undo_away_from_own_work(qtbot, application, window):
    menu(application, "add")
    type_and_translate(qtbot, application, OTHER)
    menu(application, "previous")
    assert application.bench.now.trace.source_text == TEXT
    menu_edit = window.menus.edit
    assert menu_edit.action("undo").text() == f"&Undo: scene “{TEXT}”"
    menu_edit.action("undo").trigger()
    assert application.bench.now.trace.source_text == OTHER
    assert window.header.source.text() == OTHER


def test_scenes_survive_a_killed_window(qtbot, home):
    with running(qtbot, home, model=None, text=TEXT) as application:
        menu(application, "add")
        application.services.whole.apply(scene_state.scene_noted, 1, "kept")
        application.sessions.keeping.keep()
        settle(qtbot, application)
        kept = load_session(application.sessions.autosaves.path)
        assert [scene.note for scene in kept.scenes] == ["kept"]
    with running(qtbot, home, model=None) as application:
        assert [scene.note for scene in application.store.state.scenes.list] == ["kept"]
