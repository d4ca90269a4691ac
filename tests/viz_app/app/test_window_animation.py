"""An animation saved from the real window: asked for, waited for, given up."""

import time

import av
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox

from tests.viz_app.application import choose, click, press, said, settle, shown_run, training_panel
from tests.viz_app.full_disk import full_disk
from tests.viz_app.recorded_runs import history, with_runs
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window

SOON = 2.0
"""Seconds of work within which everything has ended."""


@pytest.fixture
def dialog(qtbot, application):
    """The dialog as it comes up from the menu."""
    application.window.menus.action("save_animation").trigger()
    dialog = application.work.animations.dialog
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def frames(path):
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]


def save(qtbot, dialog, file_dialogs, path):
    file_dialogs.append(path)
    click(qtbot, dialog.save_button)


def make_it_long(qtbot, dialog):
    """A hundred pictures of the last step, each as large as can be."""
    dialog.speed.setValue(50)
    dialog.size_choice.setCurrentIndex(2)


@pytest.mark.parametrize(("suffix", "kind"), [("mp4", "Video (MP4)"), ("gif", "GIF")])
def test_the_decoding_on_screen_becomes_a_file(
    qtbot, application, dialog, file_dialogs, tmp_path, suffix, kind
):
    entry = next(
        dialog.form.itemText(row)
        for row in range(dialog.form.count())
        if kind in dialog.form.itemText(row)
    )
    choose(qtbot, dialog.form, entry)
    choose(qtbot, dialog.size_choice, "640 × 480")
    choose(qtbot, dialog.colours, "Dark")
    steps = len(application.screen.now.trace.steps)
    assert f"{steps} frames" in dialog.summary.text()
    path = tmp_path / f"cat.{suffix}"
    save(qtbot, dialog, file_dialogs, path)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert f"The animation was saved as {path}." in said(application.window)
    shown = frames(path)
    assert len(shown) == steps + 4
    assert shown[0].shape == (480, 640, 3)
    assert shown[0][0, 0].max() < 40


def test_it_comes_up_by_its_keys_with_what_is_on_screen(qtbot, application, file_dialogs):
    window = application.window
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    press(qtbot, window.header.source, Qt.Key.Key_A, modifiers)
    dialog = application.work.animations.dialog
    assert dialog.isVisible()
    assert dialog.subject.currentText() == "Decoding, step by step"
    assert application.screen.now.trace.source_text in dialog.summary.text()
    assert dialog.colours.currentText() == "Light"
    file_dialogs.append(None)
    click(qtbot, dialog.save_button)
    assert dialog.isVisible()
    assert application.store.state.animation.progress is None
    choose(qtbot, dialog.subject, "Training, over time")
    assert "No run with recorded attention is shown." in dialog.summary.text()
    assert not dialog.save_button.isEnabled()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cat.avi", "must end in .gif or .mp4."),
        ("missing/cat.mp4", "cannot be written: No such file or directory"),
    ],
)
def test_what_goes_wrong_is_said_in_the_dialog(
    qtbot, application, dialog, file_dialogs, tmp_path, name, why
):
    save(qtbot, dialog, file_dialogs, tmp_path / name)
    qtbot.waitUntil(lambda: why in dialog.problem.text())
    assert dialog.isVisible()
    assert dialog.save_button.isEnabled()
    save(qtbot, dialog, file_dialogs, tmp_path / "cat.mp4")
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert dialog.problem.text() == ""


def test_a_full_disk_keeps_the_old_file(qtbot, application, dialog, file_dialogs, tmp_path):
    path = tmp_path / "cat.gif"
    path.write_bytes(b"old")
    with full_disk():
        save(qtbot, dialog, file_dialogs, path)
        qtbot.waitUntil(lambda: "No space left on device" in dialog.problem.text())
    assert path.read_bytes() == b"old"
    assert not list(tmp_path.glob(".*headlight-part"))


@pytest.mark.parametrize("way", ["button", "escape", "close"])
def test_giving_up_keeps_the_old_file(qtbot, application, dialog, file_dialogs, tmp_path, way):
    path = tmp_path / "cat.mp4"
    path.write_bytes(b"old")
    make_it_long(qtbot, dialog)
    save(qtbot, dialog, file_dialogs, path)
    progress = lambda: application.store.state.animation.progress  # noqa: E731
    qtbot.waitUntil(lambda: progress() is not None and progress().done > 1)
    assert "Drawing frame" in dialog.summary.text()
    assert not dialog.save_button.isEnabled()
    if way == "button":
        click(qtbot, dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel))
    elif way == "escape":
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    else:
        dialog.close()
    assert progress() is None
    settle(qtbot, application)
    assert path.read_bytes() == b"old"
    assert not list(tmp_path.glob(".*headlight-part"))
    assert dialog.save_button.isEnabled()


def test_closing_the_window_meanwhile_ends_soon(qtbot, application, dialog, file_dialogs, tmp_path):
    path = tmp_path / "cat.mp4"
    path.write_bytes(b"old")
    make_it_long(qtbot, dialog)
    save(qtbot, dialog, file_dialogs, path)
    qtbot.waitUntil(lambda: application.store.state.animation.progress.done > 1)
    begun = time.process_time()
    with qtbot.waitSignal(application.ended):
        application.window.close()
    assert time.process_time() - begun < SOON
    assert path.read_bytes() == b"old"
    assert not list(tmp_path.glob(".*headlight-part"))


def test_one_can_go_on_working_and_the_film_stays_what_it_was(
    qtbot, application, dialog, file_dialogs, tmp_path
):
    steps = len(application.screen.now.trace.steps)
    save(qtbot, dialog, file_dialogs, tmp_path / "cat.gif")
    application.window.menus.action("kind_encoder").trigger()
    application.window.header.translate_this("e d")
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert len(frames(tmp_path / "cat.gif")) == steps + 4
    assert application.screen.now.selection.kind == "encoder"


def test_the_time_lapse_becomes_a_file_from_its_bar(qtbot, application, file_dialogs, tmp_path):
    panel = training_panel(qtbot, application)
    application.training_tab.room.apply(with_runs, history("mine"))
    application.window.show_tab("time_lapse")
    bar = panel.view.bar
    qtbot.waitUntil(bar.save.isVisible)
    click(qtbot, bar.save)
    dialog = application.work.animations.dialog
    assert dialog.subject.currentText() == "Training, over time"
    moments = len(shown_run(application).moments)
    assert f"{moments} frames of “mine”, " in without_isolates(dialog.summary.text())
    dialog.size_choice.setCurrentIndex(5)
    save(qtbot, dialog, file_dialogs, tmp_path / "mine.mp4")
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert len(frames(tmp_path / "mine.mp4")) == moments + 4
