"""Through the real window: what a user types or names is shown as it is, in one line, in its place.

What is said in :mod:`.test_window_names` of one name is held here for the worst of each sort: an
element of HTML, a picture that HTML would ask for, a mark that turns the line, a new line.
"""

import re
import shutil
import unicodedata

import pytest
from PySide6.QtGui import QGuiApplication, Qt
from PySide6.QtWidgets import QDialog, QLabel, QMessageBox, QWidget

from tests.viz_app.app.test_window_names import TABS, TRAIN, run_called
from tests.viz_app.application import drop, running, said, settle, training_panel
from tests.viz_app.recorded_runs import with_runs
from tests.viz_app.rich_texts import Page, places
from viz_app.app.app_state import room_slot
from viz_app.app.panels import TRAINING
from viz_app.texts.visible_token import without_isolates

ELEMENT, PICTURE, TURN, LINE = "<b>x</b>", "<img src=x>", "\u202exyz", "new\nline"
HOSTILE = f"{ELEMENT}{PICTURE}"
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF"}


def texts(window: QWidget) -> dict[str, str]:
    """All that a window says, by who says it."""
    said = {f"{number} {place.owner}": place for number, place in enumerate(places(window))}
    found = {owner: place.text for owner, place in said.items()}
    for number, widget in enumerate((window, *window.findChildren(QWidget))):
        owner = f"{number} {type(widget).__name__}"
        found[f"name of {owner}"] = widget.accessibleName()
        found[f"description of {owner}"] = widget.accessibleDescription()
        found[f"title of {owner}"] = widget.windowTitle()
        found[f"sentence of {owner}"] = widget.statusTip()
    return {owner: text for owner, text in found.items() if text}


def turned(text: str) -> bool:
    """Whether a mark of direction stands in it that no isolate keeps from what is around."""
    isolates = 0
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in {"LRI", "RLI", "FSI"}:
            isolates += 1
        elif kind == "PDI":
            isolates = max(isolates - 1, 0)
        elif kind in TURNS and not isolates:
            return True
    return False


def guessed(window: QWidget) -> list[str]:
    """Labels and tool tips that Qt would lay out as HTML because of what a user has written."""
    labels = [
        label.text()
        for label in window.findChildren(QLabel)
        if label.textFormat() == Qt.TextFormat.AutoText and Qt.mightBeRichText(label.text())
    ]
    rich = [place for place in places(window) if place.rich]
    asked = [place.text for place in rich if Page(place.text).asked]
    bare = [place.text for place in rich if ELEMENT in place.text or PICTURE in place.text]
    return labels + asked + bare


def check(window: QWidget) -> str:
    """Everything that is said, and that nothing of it is more than text."""
    assert guessed(window) == []
    found = texts(window)
    assert [f"{owner}: {text}" for owner, text in found.items() if turned(text)] == []
    assert [f"{owner}: {text}" for owner, text in found.items() if LINE in text] == []
    return "\n".join(map(without_isolates, found.values()))


@pytest.fixture
def hostile(qtbot, tmp_path, tiny_checkpoint):
    """A model of such a name, from such a folder, and a sentence of such words."""
    folder = tmp_path / f"{TURN}{LINE}"
    folder.mkdir()
    model = folder / f"{HOSTILE.replace('/', '')}{TURN}.safetensors"
    shutil.copy(tiny_checkpoint, model)
    with running(qtbot, tmp_path, model=model, text=f"a {HOSTILE} {TURN} b") as application:
        yield application


def test_sentence_and_model_are_text_in_every_tab(qtbot, hostile):
    window = hostile.window
    for tab in TABS:
        window.show_tab(tab)
        settle(qtbot, hostile)
        assert "<img src=x>" in check(window)


def test_a_branch_is_called_so_in_one_line(qtbot, hostile):
    window = hostile.window
    window.menus.action("timeline").trigger()
    intents = window.timeline.intents
    intents.target_given.emit(f"a {HOSTILE} {TURN}")
    settle(qtbot, hostile)
    tree = hostile.screen.now.branches
    for branch in tree.branches:
        intents.branch_renamed.emit(branch.id, f"{HOSTILE}{TURN}\n{LINE}")
    settle(qtbot, hostile)
    check(window)
    view = window.timeline.branches
    shown = [
        view.model().index(row, 0).data() for row in range(view.model().rowCount(view.rootIndex()))
    ]
    assert shown and not any("\n" in text for text in shown)


def test_runs_corpora_and_their_cells_are_text(qtbot, hostile, tmp_path):
    corpus = tmp_path / f"{HOSTILE.replace('/', '')}{TURN}.tsv"
    cells = f"{ELEMENT} a\t{PICTURE} {TURN}\n"
    corpus.write_text(cells * 40, encoding="utf-8")
    training_panel(qtbot, hostile)
    drop(hostile.window, corpus)
    settle(qtbot, hostile)
    check(hostile.window)
    name = f"{HOSTILE}{TURN}"
    runs = [run_called(name, number, task=str(corpus)) for number in range(2)]
    room_slot(hostile.store, TRAINING).apply(with_runs, *runs, compared=True)
    for tab in TRAIN:
        hostile.window.show_tab(tab)
        settle(qtbot, hostile)
        assert PICTURE in check(hostile.window)


def test_what_cannot_be_opened_is_named_in_one_line(qtbot, hostile, tmp_path):
    file = tmp_path / f"{HOSTILE.replace('/', '')}{TURN}{LINE}.safetensors"
    file.write_bytes(b"no model")
    drop(hostile.window, file)
    settle(qtbot, hostile)
    assert PICTURE in said(hostile.window)
    assert "\n" not in said(hostile.window)
    check(hostile.window)


def test_the_title_of_the_window_is_one_line(qtbot, hostile, tmp_path):
    path = tmp_path / f"{HOSTILE.replace('/', '')}{TURN}{LINE}.headlight"
    hostile.window.files.session_save_requested.emit(path, False)
    settle(qtbot, hostile)
    title = hostile.window.windowTitle()
    assert PICTURE in title
    assert "\n" not in title
    assert not turned(title)
    check(hostile.window)


def test_boxes_say_it_as_text(qtbot, hostile):
    for name in ("about", "shortcuts", "help_on_this", "check_model", "import_model"):
        hostile.window.menus.action(name).trigger()
        settle(qtbot, hostile)
        boxes = [box for box in hostile.window.findChildren(QDialog) if box.isVisible()]
        for box in boxes:
            check(box)
            if isinstance(box, QMessageBox):
                assert not Qt.mightBeRichText(box.text()) or HOSTILE not in box.text()
            box.close()


def test_the_report_has_it_as_text(qtbot, hostile, tmp_path, file_dialogs):
    path = tmp_path / "page.html"
    file_dialogs.append(path)
    hostile.window.menus.action("report").trigger()
    qtbot.waitUntil(path.exists)
    settle(qtbot, hostile)
    page = path.read_text(encoding="utf-8")
    assert "&lt;img src=x&gt;" in page
    assert not re.search(r"<img src=x|<b>x</b>", page)


def test_what_is_copied_is_text(qtbot, hostile):
    hostile.window.menus.action("copy_translation").trigger()
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasText() and not data.hasHtml()
