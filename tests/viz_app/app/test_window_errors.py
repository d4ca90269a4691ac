"""Through the real window: what goes wrong is one sentence, and the session stays."""

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QCursor, QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QApplication
from safetensors import safe_open
from safetensors.numpy import save_file

from tests.viz_app.application import (
    choose,
    click,
    drop,
    live_run,
    running,
    said,
    shown_run,
    start_training,
    training_panel,
    type_and_translate,
    type_source,
    updates,
)
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
from viz_app.storage.library import Library
from viz_app.testing import close
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window


def test_return_stays_in_the_field_where_the_model_cannot_read_the_sentence(
    qtbot, application, window
):
    source = window.header.source
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    type_source(qtbot, window, "a " * 400)
    qtbot.keyClick(source, Qt.Key.Key_Return)
    qtbot.waitUntil(window.notices.isVisible)
    assert source.hasFocus()
    assert not source.hasSelectedText()
    type_and_translate(qtbot, application, "a b c")
    assert window.attention.mosaic.hasFocus()


def drag(window, *paths, text="", over=None):
    """Drag files, or a text, into the middle of the window; whether letting go is allowed."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    if text:
        data = QMimeData()
        data.setText(text)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    under = over or window
    event = QDragEnterEvent(under.rect().center(), Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(under, event)
    return event.isAccepted()


def let_go(window, where=None):
    """What a window hears of where the mouse lets go of something that it refuses, or goes on."""
    QCursor.setPos(window.mapToGlobal(where or QPoint(40, 40)))
    QApplication.sendEvent(window, QDragLeaveEvent())


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("paper.pdf",), "paper.pdf cannot be used. Supported: a session"),
        (
            ("a.txt",),
            "a.txt cannot be used alone: drop it together with its line-by-line translation",
        ),
        (("a.safetensors", "b.safetensors"), "2 files cannot be used together"),
        (("a.txt", "b.txt", "c.txt"), "3 files cannot be used together"),
        (("folder",), "folder cannot be used"),
    ],
)
def test_what_cannot_be_dropped_is_refused_with_a_sentence(window, tmp_path, names, why):
    (tmp_path / "folder").mkdir()
    for name in names:
        path = tmp_path / name
        if not path.is_dir():
            path.write_bytes(b"%PDF-1.7\n\x00" if path.suffix == ".pdf" else b"a b\n")
    assert not drag(window, *(tmp_path / name for name in names))
    assert why in without_isolates(window.drop_overlay.sentence.text())
    let_go(window)
    assert not window.drop_overlay.isVisible()
    assert window.notices.isVisible()
    assert why in said(window)


def test_while_dragging_the_window_says_what_letting_go_will_do(window, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").touch()
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "config.json").touch()
    for name, sentence in (
        ("mine.safetensors", "Drop to open the model mine.safetensors."),
        ("mine.HEADLIGHT", "Drop to open the session mine.HEADLIGHT."),
        ("mine.zip", "Drop to open the run mine.zip."),
        ("mine.pt", "Drop to import the model mine.pt."),
        ("theirs", "Drop to import the model theirs."),
        ("run", "Drop to open the run run."),
        ("mine.tsv", "Drop to train on the pairs in mine.tsv."),
    ):
        assert drag(window, tmp_path / name)
        overlay = window.drop_overlay
        assert overlay.isVisible()
        assert overlay.geometry() == window.rect()
        assert without_isolates(overlay.sentence.text()) == sentence
        QApplication.sendEvent(window, QDragLeaveEvent())
        assert not overlay.isVisible()
    drag(window, tmp_path / "mine.zip", over=window.header.source)
    assert window.drop_overlay.isVisible(), "a file over the sentence is for the window"
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not drag(window, tmp_path / "paper.pdf")
    let_go(window, QPoint(window.width() + 20, 20))
    assert not overlay.isVisible()
    assert not drag(window, text="a b")
    assert "drop sentences on Source" in window.sentence.text()
    assert said(window) == "", "of what was only dragged across"


def wait_for_notice(qtbot, window):
    """The sentence that is said."""
    qtbot.waitUntil(window.notices.isVisible)
    sentence = said(window)
    assert sentence.count("\n") == 0
    return sentence


def dismiss(qtbot, window):
    """Close the notice, so that the next one is another."""
    click(qtbot, window.notices.close_button)
    qtbot.waitUntil(window.notices.isHidden)


@pytest.fixture
def session(qtbot, application, window):
    """Checks afterwards that model and trace are those from before, and still of use."""
    state = application.screen.now
    yield
    assert application.screen.now.model is state.model
    assert application.screen.now.trace is state.trace
    assert window.header.models.currentText() == "tiny"
    type_and_translate(qtbot, application, "e d c")


BAD_SOURCES = {
    "": "The source is empty",
    "a " * 5_000: "has 5000 tokens",
    "猫狗": "is in Chinese characters, but tiny reads Latin letters",
    "😀": "knows no token in",
    "שלום": "is in Hebrew letters, but tiny reads Latin letters",
    "\x00\x1b": "The source is empty",
}


@pytest.mark.usefixtures("session")
def test_who_insists_on_other_letters_hears_that_the_model_knows_none_of_them(qtbot, window):
    window.header.source.setText("猫狗")
    click(qtbot, window.header.button)
    assert "reads Latin letters" in wait_for_notice(qtbot, window)
    dismiss(qtbot, window)
    click(qtbot, window.header.button)
    assert "knows no token in" in wait_for_notice(qtbot, window)


@pytest.mark.usefixtures("session")
def test_a_bad_source_is_one_sentence(qtbot, window):
    for text, sentence in BAD_SOURCES.items():
        window.header.source.setText(text)
        click(qtbot, window.header.button)
        assert sentence in wait_for_notice(qtbot, window)
        dismiss(qtbot, window)


def newer(checkpoint, path):
    """The same checkpoint as a later version of the program would mark it."""
    with safe_open(checkpoint, "np") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        metadata = file.metadata()
    header = json.loads(metadata["headlight"])
    metadata["headlight"] = json.dumps({**header, "version": header["version"] + 1})
    save_file(tensors, path, metadata)


@pytest.fixture
def bad_checkpoints(tiny_checkpoint, tmp_path):
    """Files that cannot be opened, by what is wrong with them."""
    data = tiny_checkpoint.read_bytes()
    paths = {name: tmp_path / f"{name}.safetensors" for name in REASONS}
    paths["truncated"].write_bytes(data[:-50])
    paths["foreign"].write_bytes(b"PK\x03\x04" + bytes(64))
    newer(tiny_checkpoint, paths["newer"])
    return paths


REASONS = {
    "missing": "File not found:",
    "truncated": "damaged",
    "foreign": "not a Headlight checkpoint",
    "newer": "Update Headlight",
}


@pytest.mark.usefixtures("session")
def test_a_bad_checkpoint_is_one_sentence(qtbot, window, bad_checkpoints, file_dialogs):
    for name, reason in REASONS.items():
        file_dialogs.append(bad_checkpoints[name])
        choose(qtbot, window.header.models, "open")
        sentence = wait_for_notice(qtbot, window)
        assert bad_checkpoints[name].name in sentence
        assert reason in sentence
        dismiss(qtbot, window)


@pytest.mark.usefixtures("same_clothes")
def test_an_unknown_model_at_the_start_is_one_sentence(qtbot, tmp_path):
    application = Application(
        WindowOptions(model="dog", language="en"),
        library=Library(tmp_path / "models", shipped=tmp_path / "shipped"),
        settings_file=tmp_path / "settings.json",
    )
    application.start()
    try:
        assert "'dog'" in wait_for_notice(qtbot, application.window)
    finally:
        close(qtbot, application)


@pytest.mark.usefixtures("session")
def test_a_corpus_without_tabs_is_one_sentence(qtbot, application, window, tmp_path):
    path = tmp_path / "bad.tsv"
    path.write_text("one\ntwo\tzwei\tdeux\nthree\n", encoding="utf-8")
    empty = tmp_path / "empty.tsv"
    empty.touch()
    drop(window, empty)
    panel = training_panel(qtbot, application)
    click(qtbot, panel.start)
    assert "empty.tsv contains no sentence pair" in wait_for_notice(qtbot, window)
    assert live_run(application) is None
    assert application.library.runs.cards() == ()
    dismiss(qtbot, window)
    drop(window, path)
    click(qtbot, panel.start)
    sentence = wait_for_notice(qtbot, window)
    assert (
        "bad.tsv: 2 of 3 lines were skipped: 2 × no tab between source and target; the "
        "first is line 1."
    ) in sentence
    qtbot.waitUntil(lambda: updates(application) > 0)
    window.show_tab("attention")
    window.menus.training.action("stop").trigger()
    qtbot.waitUntil(lambda: live_run(application) is None)
    assert shown_run(application).card.status == "stopped"


# --------------------------------------------------------------- folders that take no files


@pytest.mark.usefixtures("session")
def test_a_model_saved_into_a_read_only_folder_is_one_sentence(
    qtbot, window, file_dialogs, readonly_folder
):
    path = readonly_folder / "x.safetensors"
    file_dialogs.append(path)
    window.menus.action("save_model").trigger()
    sentence = wait_for_notice(qtbot, window)
    assert f"{path} cannot be written" in sentence
    assert not path.exists()


def test_a_read_only_settings_folder_is_one_sentence(
    qtbot, tmp_path, tiny_checkpoint, readonly_folder
):
    path = readonly_folder / "settings.json"
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b", settings=path) as application:
        application.window.menus.action("theme_dark").trigger()
        sentence = f"Error: {path} cannot be written"
        qtbot.waitUntil(lambda: sentence in said(application.window).partition("\n")[0])
        assert application.screen.now.settings.theme == "dark"
        type_and_translate(qtbot, application, "e d c")


@pytest.mark.parametrize("below", [".", "x"])
def test_a_run_for_a_read_only_folder_is_one_sentence_before_it_trains(
    qtbot, tmp_path, tiny_checkpoint, readonly_folder, below
):
    models = readonly_folder / below / "models"
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b", models=models) as application:
        start_training(qtbot, application, "report", epochs=1)
        sentence = wait_for_notice(qtbot, application.window)
        assert str(models.parent / "runs") in sentence
        assert "cannot be created" in sentence
        assert live_run(application) is None
        assert training_panel(qtbot, application).start.isEnabled()
        type_and_translate(qtbot, application, "e d c")
