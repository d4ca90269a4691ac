"""Through the real window: what a file, a run or a branch is called is text, never HTML."""

import dataclasses
import re
import shutil

import pytest
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QDialog

from tests.viz_app.application import (
    drop,
    running,
    said,
    settle,
    training_panel,
)
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.rich_texts import Page, Place, places, tips_on_hover
from viz_app.app.app_state import room_slot
from viz_app.app.panels import PANELS, TRAINING
from viz_app.texts.labels import BREAK
from viz_app.texts.visible_token import without_isolates

TABS = tuple(panel.name for panel in PANELS)
TRAIN = tuple(panel.name for panel in PANELS if panel.place == "train")

NAME = "<h1>a&b<img src=p.png>&lt;"
"""Taken for HTML it is a heading, loads a picture and has other letters than it has."""

MARK = re.compile(r"<h1>|&lt;h1&gt;")
WHOLE_OR_ELIDED = re.compile(r"a&b|a?&?…")


def check(window) -> set[str]:
    """Everything on the screen is read as it is; the owners of texts with the name in them."""
    shown = (*places(window), *tips_on_hover(window))
    assert [place for place in shown if _is_guessed(place)] == []
    assert [place for place in shown if place.rich and Page(place.text).asked] == []
    named = [place for place in shown if MARK.search(place.text)]
    assert [place for place in named if not _is_whole(place)] == []
    return {place.owner for place in named}


def _is_guessed(place: Place) -> bool:
    """Whether it is a label that leaves it to Qt what is HTML."""
    is_label = place.owner.startswith("label ") and bool(place.text)
    return is_label and place.form == Qt.TextFormat.AutoText


def _is_whole(place: Place) -> bool:
    read = without_isolates(place.read()).replace(BREAK, "")
    _, *rests = read.split("<h1>")
    return bool(rests) and all(map(WHOLE_OR_ELIDED.match, rests))


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
    file, trained = tmp_path / NAME / f"{NAME}.safetensors", tmp_path / "models"
    file.parent.mkdir()
    trained.mkdir()
    shutil.copy(tiny_checkpoint, file)
    shutil.copy(tiny_checkpoint, trained / f"{NAME}2.safetensors")
    with running(qtbot, tmp_path, model=file, text=f"a b {NAME} c") as application:
        yield application


def test_models_and_sentences_are_named_as_they_are(qtbot, application):
    assert check_tabs(qtbot, application) >= {
        "action of QMenu models",
        "tip of an action of QMenu models",
        "item of ModelChooser",
        "tip of an item of ModelChooser",
    }


def test_branches_are_named_as_they_are(qtbot, application):
    window, intents = application.window, application.window.timeline.intents
    window.menus.action("timeline").trigger()
    intents.target_given.emit("a b")
    qtbot.waitUntil(lambda: len(application.screen.now.branches.branches) == 2)
    settle(qtbot, application)
    for branch in application.screen.now.branches.branches:
        intents.branch_renamed.emit(branch.id, NAME)
    intents.compare_picked.emit(0)
    settle(qtbot, application)
    found = check_tabs(qtbot, application, ("attention", "embedding", "one_head"))
    assert found >= {"item of BranchList", "tip of an item of BranchList"}


def test_what_is_said_of_a_model_names_it_as_it_is(qtbot, application, tmp_path):
    file = tmp_path / f"{NAME}3.safetensors"
    file.write_bytes(b"no model")
    drop(application.window, file)
    settle(qtbot, application)
    assert NAME in said(application.window)
    assert "label QLabel" in check(application.window)


def test_runs_and_their_corpora_are_named_as_they_are(qtbot, application, tmp_path):
    corpus = tmp_path / f"{NAME}.tsv"
    corpus.write_text("a b\tb a\nc d e\te d c\n" * 20, encoding="utf-8")
    panel = training_panel(qtbot, application)
    drop(application.window, corpus)
    settle(qtbot, application)
    assert "item of TaskCombo" in check(application.window)
    runs = [run_called(NAME, number, task=str(corpus)) for number in range(2)]
    room_slot(application.store, TRAINING).apply(with_runs, *runs, compared=True)
    assert check_tabs(qtbot, application, TRAIN) >= {
        "label QLabel",
        "tip of QLabel",
        "tip of CurveKey",
        "item of RunsList",
        "tip of an item of RunsList",
    }
    panel.intents.replay_requested.emit()
    assert check_tabs(qtbot, application, ("attention",)) >= {"tip of SourceField"}


def run_called(name, number, *, task):
    """A run of an experiment; all that can be called something has the name."""
    told = history(f"{name}{number}", sources=(f"a {name}", name))
    card = dataclasses.replace(
        told.card, name=name, task=task, experiment=name, arm=name, reason=f"no {name}"
    )
    return dataclasses.replace(told, card=card)


def test_boxes_leave_nothing_to_guess(application):
    window = application.window
    for name in ("about", "shortcuts", "help_on_this"):
        window.menus.action(name).trigger()
        check(window)
    for box in window.findChildren(QDialog):
        box.close()
