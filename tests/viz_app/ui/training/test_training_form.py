from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from model.presets import MOST_EPOCHS, PRESETS
from model.tasks import TASKS
from viz_app.state.training import TrainingRequest
from viz_app.ui.texts.message_text import without_isolates
from viz_app.ui.training import training_form
from viz_app.ui.training.training_form import TrainingForm, corpus_text


@pytest.fixture
def form(qtbot):
    form = TrainingForm()
    qtbot.addWidget(form)
    form.set_choices(TASKS, tuple(PRESETS.values()))
    form.show()
    return form


def pick(qtbot, combo, text):
    combo.showPopup()
    view = combo.view()
    view.setCurrentIndex(combo.model().index(combo.findText(text), 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)


def test_it_begins_with_a_task_that_is_done_in_a_minute(form):
    assert form.request() == TrainingRequest()
    assert form.problem() is None


def test_every_task_and_preset_can_be_chosen(form):
    tasks = [form.task.itemText(row) for row in range(form.task.count())]
    assert [text for text in tasks if text] == [*TASKS, "File…"]
    assert form.preset.itemText(0) == "tiny · 2 × 4 × 64"
    assert form.preset.count() == len(PRESETS)


def test_a_task_brings_the_preset_that_suits_it(qtbot, form):
    pick(qtbot, form.task, "zh-en")
    assert form.request() == TrainingRequest(task="zh-en", preset="small")
    assert form.epochs.value() == PRESETS["small"].training.epochs


def test_a_preset_brings_its_epochs(qtbot, form):
    pick(qtbot, form.preset, "report · 6 × 8 × 512")
    assert form.request() == TrainingRequest(task="copy", preset="report")
    assert form.epochs.value() == PRESETS["report"].training.epochs


def test_other_epochs_are_asked_for(qtbot, form):
    form.epochs.setFocus()
    form.epochs.selectAll()
    qtbot.keyClicks(form.epochs, "7")
    assert form.request().epochs == 7


def test_the_form_takes_as_many_epochs_as_a_run_may_have(form):
    form.epochs.setValue(MOST_EPOCHS)
    assert form.problem() is None
    assert form.epochs.maximum() == MOST_EPOCHS


def test_no_epochs_are_a_problem_in_one_sentence(form):
    form.epochs.setValue(0)
    assert str(form.problem()) == "epochs (0) must be a whole number from 1 to 10000."


def test_a_device_is_asked_for(qtbot, form):
    pick(qtbot, form.device, "CPU")
    assert form.request().device == "cpu"


def test_a_file_can_be_chosen(qtbot, form, monkeypatch):
    monkeypatch.setattr(training_form, "ask_corpus", lambda _: "/data/pairs.tsv")
    pick(qtbot, form.task, "File…")
    assert form.request() == TrainingRequest(task="/data/pairs.tsv", preset="small")
    assert without_isolates(form.task.currentText()) == "pairs.tsv"


def test_changing_ones_mind_keeps_the_task(qtbot, form, monkeypatch):
    pick(qtbot, form.task, "reverse")
    monkeypatch.setattr(training_form, "ask_corpus", lambda _: None)
    pick(qtbot, form.task, "File…")
    assert form.task.currentText() == form.request().task == "reverse"


def test_a_run_from_elsewhere_is_shown(form):
    request = TrainingRequest(task="a.zh,a.en", preset="report-small", epochs=3, device="cuda")
    form.set_request(request)
    assert form.request() == request
    assert without_isolates(form.task.currentText()) == "a.zh → a.en"


def test_new_choices_keep_what_was_chosen(form):
    form.set_request(TrainingRequest(task="reverse", preset="small", epochs=3))
    form.set_choices(("reverse", "sort"), tuple(PRESETS.values()))
    assert form.request() == TrainingRequest(task="reverse", preset="small", epochs=3)


def test_setters_announce_no_edit(qtbot, form):
    with qtbot.assertNotEmitted(form.edited):
        form.set_request(TrainingRequest(task="zh-en", preset="small", epochs=3, device="cpu"))
        form.set_choices(("sort",), tuple(PRESETS.values()))


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("zh-en", "zh-en"),
        (str(Path("/data") / "pairs.tsv"), "pairs.tsv"),
        ("/data/train.zh,/data/train.en", "train.zh → train.en"),
    ],
)
def test_a_corpus_is_named_without_folders(task, text):
    assert without_isolates(corpus_text(task)) == text
