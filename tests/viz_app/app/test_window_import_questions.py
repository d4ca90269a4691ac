"""Through the real window: what a model does not say is asked on the page of the import."""

import itertools

import pytest
from PySide6.QtCore import Qt

from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import answer, imported, look_at, loop_file, read
from tests.viz_app.application import said, settle, type_and_translate

pytestmark = pytest.mark.window


@pytest.fixture
def loop(tmp_path):
    return loop_file(tmp_path / "loop")


def answers_of(loop):
    return {
        "heads": 4,
        "norm": "post-norm",
        "activation": "GELU",
        "scaled": "no",
        "positions": "sinusoidal",
        "src_vocab": loop.parent / "s.txt",
        "tgt_vocab": loop.parent / "t.txt",
        "source_ends": "start and end",
        "src_tokens": "words",
        "tgt_tokens": "words",
    }


def test_what_it_does_not_say_is_asked_and_then_it_is_ready(qtbot, application, loop):
    dialog = look_at(qtbot, application, loop)
    assert "Still needed: heads, normalisation, activation" in dialog.check.text()
    assert not dialog.import_button.isEnabled()
    fields = dialog.about.questions.fields
    assert fields["norm"].combo.currentIndex() == -1  # nothing is guessed
    assert fields["heads"].spin.text() == "Choose…"
    network = dialog.about.facts()
    assert {network["heads"], network["normalisation"], network["activation"]} == {"not stated"}
    assert "16" in network.values()  # its width, which it says itself
    assert fields["src-table"].combo.currentText() == "src.weight"  # it says so itself
    answer(qtbot, application, **answers_of(loop))
    assert dialog.check.text() == "Ready: every tensor is mapped."
    model = imported(qtbot, application)
    assert (model.config.n_heads, model.config.norm, model.config.activation) == (4, "post", "gelu")
    assert not model.config.scaled_embedding
    type_and_translate(qtbot, application, "s1 s2")


def test_an_answer_that_does_not_fit_is_said_at_once_and_mended(qtbot, application, loop):
    dialog = look_at(qtbot, application, loop)
    answer(qtbot, application, heads=5)
    assert dialog.check.text() == "d_model (16) must be divisible by n_heads (5)."
    assert dialog.about.questions.fields["heads"].spin.value() == 5
    answer(qtbot, application, heads=8, epsilon="1e-06")
    assert "Still needed: normalisation" in dialog.check.text()
    facts = dialog.about.facts()
    assert (facts["heads"], facts["epsilon of norms"]) == ("8", "1e-06")


def test_an_answer_that_is_not_asked_for_any_more_stands_in_nobodys_way(qtbot, application, loop):
    look_at(qtbot, application, loop)
    answers = answers_of(loop) | {"source_ends": "start and end"}
    answer(qtbot, application, **answers)
    dialog = answer(qtbot, application, src_start=3, source_ends="none")
    assert "src-start" not in dialog.about.questions.fields
    assert application.store.state.importing.answers["src-start"] == "3"
    assert dialog.import_button.isEnabled()
    answer(qtbot, application, source_ends="start and end")
    assert dialog.about.questions.fields["src-start"].spin.value() == 3  # it was kept


def test_answers_that_follow_each_other_quickly_all_count(qtbot, application, loop):
    dialog = look_at(qtbot, application, loop)
    asked = dialog.about.questions
    for name, value in (("heads", "2"), ("heads", "5"), ("norm", "pre"), ("heads", "4")):
        asked.answered.emit(name, value)
    read(qtbot, application)
    settle(qtbot, application)
    reading = application.store.state.importing.reading
    assert (reading.config.n_heads, reading.config.norm) == (4, "pre")
    assert application.store.state.importing.problem is None


def test_the_keyboard_goes_to_the_first_open_question_and_on_to_the_bottom(
    qtbot, application, loop
):
    application.window.menus.action("import_model").trigger()
    dialog = application.work.imports.dialog
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClicks(dialog.path, str(loop))
    qtbot.keyClick(dialog.path, Qt.Key.Key_Return)
    read(qtbot, application)
    fields = dialog.about.questions.fields
    assert fields["heads"].spin.hasFocus()
    qtbot.waitUntil(fields["src-vocab"].button.isVisible)
    ends = (dialog.file_button, fields["heads"].spin, fields["norm"].combo)
    for before, after in itertools.pairwise(ends):
        before.setFocus()
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert after.hasFocus()
    vocabulary = fields["src-vocab"]
    vocabulary.line.setFocus()
    qtbot.keyClick(vocabulary.line, Qt.Key.Key_Tab)
    assert vocabulary.button.hasFocus()
    dialog.filter.setFocus()
    qtbot.keyClick(dialog.filter, Qt.Key.Key_Tab)
    assert dialog.table.hasFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Tab)
    assert dialog.name.hasFocus()


def test_an_import_is_told_as_a_note_beside_what_is_wrong_with_the_sentence(
    qtbot, application, loop, tmp_path
):
    look_at(qtbot, application, t5_folder(tmp_path / "t5"))
    imported(qtbot, application)
    type_and_translate(qtbot, application, "the cat")
    look_at(qtbot, application, loop)
    answer(qtbot, application, **answers_of(loop))
    imported(qtbot, application)
    note, error, *others = said(application.window).splitlines()
    assert note.startswith("Note: loop was imported: every tensor")
    assert error.startswith("Error: ")
    assert "the cat" in error
    assert not [line for line in others if line.startswith("Error: ")]
