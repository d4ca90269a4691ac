"""Through the real window: whatever a file, a run, a branch or a token is called, it is text.

It is never HTML, never a mark that turns the line, and never a second line.
"""

import dataclasses
import re
import shutil
import unicodedata

import pytest
from PySide6.QtGui import QGuiApplication, Qt
from PySide6.QtWidgets import QDialog, QWidget

from tests.viz_app.application import drop, running, said, settle, training_panel
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.rich_texts import Page, Place, places, tips_on_hover
from viz_app.app.app_state import room_slot
from viz_app.app.panels import PANELS, TRAINING
from viz_app.texts.labels import BREAK
from viz_app.texts.visible_token import without_isolates
from viz_app.workbench.changes.translation import branch_compared, branch_renamed

TABS = tuple(panel.name for panel in PANELS)
TRAIN = tuple(panel.name for panel in PANELS if panel.place == "train")

HTML, TURN, LINE = "<h1>a&b<img src=p.png>&lt;", "\u202exyz", "new\nline"
NAME = f"{HTML}{TURN}"
"""Taken for HTML it is a heading, loads a picture and has other letters than it has."""

MARK = re.compile(r"<h1>|&lt;h1&gt;")
WHOLE_OR_ELIDED = re.compile(r"a&b|a?&?…")
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF"}


def check(window) -> set[str]:
    """Everything on the screen is read as it is; the owners of texts with the name in them."""
    shown = (*places(window), *tips_on_hover(window))
    assert [place for place in shown if _is_guessed(place)] == []
    assert [place for place in shown if place.rich and Page(place.text).asked] == []
    named = [place for place in shown if MARK.search(place.text)]
    assert [place for place in named if not _is_whole(place)] == []
    texts = [(place.owner, place.text) for place in shown]
    for part in (window, *window.findChildren(QWidget)):
        texts += [(type(part).__name__, text) for text in _about(part)]
    assert [told for told in texts if is_turned(told[1]) or LINE in told[1]] == []
    return {place.owner for place in named}


def _about(widget: QWidget) -> tuple[str, ...]:
    """What is told of a widget elsewhere than on it."""
    names = (widget.accessibleName(), widget.accessibleDescription())
    return (*names, widget.windowTitle(), widget.statusTip())


def _is_guessed(place: Place) -> bool:
    """Whether it is a label that leaves it to Qt what is HTML."""
    is_label = place.owner.startswith("label ") and bool(place.text)
    return is_label and place.form == Qt.TextFormat.AutoText


def _is_whole(place: Place) -> bool:
    read = without_isolates(place.read()).replace(BREAK, "")
    _, *rests = read.split("<h1>")
    return bool(rests) and all(map(WHOLE_OR_ELIDED.match, rests))


def is_turned(text: str) -> bool:
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


def check_tabs(qtbot, application, tabs=TABS) -> set[str]:
    """The same in every tab."""
    found = set()
    for tab in tabs:
        application.window.show_tab(tab)
        settle(qtbot, application)
        found |= check(application.window)
    return found


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    """With a model of that name, from a folder of that name, and another one trained here."""
    file, trained = tmp_path / f"{NAME}{LINE}" / f"{NAME}.safetensors", tmp_path / "models"
    file.parent.mkdir()
    trained.mkdir()
    shutil.copy(tiny_checkpoint, file)
    shutil.copy(tiny_checkpoint, trained / f"{NAME}2.safetensors")
    with running(qtbot, tmp_path, model=file, text=f"a b {NAME} c") as application:
        yield application


def test_models_sentences_and_branches_are_named_as_they_are(qtbot, application):
    window, room = application.window, application.window.timeline.room
    window.menus.action("timeline").trigger()
    assert check_tabs(qtbot, application) >= {
        "action of menu-models",
        "tip of an action of menu-models",
        "item of model-chooser",
        "tip of an item of model-chooser",
    }
    room.give_target(f"a {NAME}")
    qtbot.waitUntil(lambda: len(application.screen.now.branches.branches) == 2)
    settle(qtbot, application)
    for branch in application.screen.now.branches.branches:
        room.apply(branch_renamed, branch.id, f"{NAME}\n{LINE}")
    room.apply(branch_compared, 0)
    settle(qtbot, application)
    found = check_tabs(qtbot, application, ("attention", "embedding", "one_head"))
    assert found >= {"item of timeline-side-branches", "tip of an item of timeline-side-branches"}
    named = [
        place.text for place in places(window) if place.owner == "item of timeline-side-branches"
    ]
    assert [text for text in named if "\n" in text] == []
    window.menus.action("copy_translation").trigger()
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasText() and not data.hasHtml()


def test_runs_and_their_corpora_are_named_as_they_are(qtbot, application, tmp_path):
    corpus = tmp_path / f"{NAME}.tsv"
    corpus.write_text(f"a b\tb {NAME}\n<b>c</b> d e\te d c\n" * 20, encoding="utf-8")
    training_panel(qtbot, application)
    drop(application.window, corpus)
    settle(qtbot, application)
    assert "item of training-form-task" in check(application.window)
    runs = [_run_called(name, task=str(corpus)) for name in (NAME, NAME)]
    room_slot(application.store, TRAINING).apply(with_runs, *runs, compared=True)
    assert check_tabs(qtbot, application, TRAIN) >= {
        "label run-header-title",
        "tip of run-header-title",
        "tip of run-curves-legend",
        "item of runs-list",
        "tip of an item of runs-list",
    }
    application.training_tab.replay.open()
    assert check_tabs(qtbot, application, ("attention",)) >= {"tip of source-field"}


def _run_called(name, *, task):
    """A run of an experiment; all that can be called something has the name."""
    told = history(name, sources=(f"a {NAME}", NAME))
    card = dataclasses.replace(
        told.card, name=name, task=task, experiment=NAME, arm=NAME, reason=f"no {NAME}"
    )
    return dataclasses.replace(told, card=card)


def test_notices_boxes_the_title_and_a_report_name_it_as_it_is(
    qtbot, application, tmp_path, file_dialogs
):
    window, file = application.window, tmp_path / f"{NAME}{LINE}.safetensors"
    file.write_bytes(b"no model")
    drop(window, file)
    settle(qtbot, application)
    assert NAME in said(window) and "\n" not in said(window)
    assert "label QLabel" in check(window)
    window.files.session_save_requested.emit(tmp_path / f"{NAME}{LINE}.headlight", False)
    settle(qtbot, application)
    assert HTML in window.windowTitle() and "\n" not in window.windowTitle()
    for name in ("about", "guide", "shortcuts", "help_on_this", "check_model", "import_model"):
        window.menus.action(name).trigger()
        settle(qtbot, application)
        check(window)
        for box in window.findChildren(QDialog):
            box.close()
    check(window)
    page = tmp_path / "page.html"
    file_dialogs.append(page)
    window.menus.action("report").trigger()
    qtbot.waitUntil(page.exists)
    settle(qtbot, application)
    assert "&lt;img src=p.png&gt;" in page.read_text(encoding="utf-8")
    assert not re.search(r"<img src=p|<h1>a&", page.read_text(encoding="utf-8"))
