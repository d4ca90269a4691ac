"""The page asks, waits for a prediction, shows both runs' numbers, and says who was right."""

import dataclasses
from typing import get_args

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton

from model.runs.experiments import EXPERIMENTS, Outcome
from tests.viz_app.dressed import dressed
from tests.viz_app.panels.training.experiment_runs import with_live, with_runs
from tests.viz_app.probes import focusable, marked_language, spoken_name
from tests.viz_app.states import training_room
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.experiments.pictures import (
    answer_text,
    arm_texts,
    experiment_page,
    option_texts,
)
from viz_app.panels.training.experiments.room import (
    experiment_opened,
    option_predicted,
    resolve_experiments,
)
from viz_app.panels.training.experiments.view import ExperimentsPage

NARROW = 336 - 8 * 4
"""Px inside the narrowest column of the training tab."""


@pytest.fixture
def page(qtbot, handle):
    return page_of(qtbot, handle, light_theme())


def page_of(qtbot, handle, theme, height=520) -> ExperimentsPage:
    page = ExperimentsPage(theme, handle)
    qtbot.addWidget(page)
    page.resize(round(NARROW * theme.scale), height)
    page.show()
    page.set_snapshot(resolve_experiments(training_room()))
    page.grab()
    return page


def showing(page, room=None, name="positions"):
    """Open an experiment; returns the snapshot."""
    snapshot = resolve_experiments(experiment_opened(room or training_room(), name))
    page.set_snapshot(snapshot)
    page.grab()
    return snapshot


def visible_texts(view) -> str:
    """All that is read on a view now."""
    labels = (*view.findChildren(QLabel), *view.findChildren(QPushButton))
    return "\n".join(label.text() for label in labels if label.isVisible())


def test_all_questions_are_listed_with_what_became_of_them(page):
    room = with_live(with_runs(training_room(), "positions"), "causal")
    page.set_snapshot(resolve_experiments(room))
    texts = {
        name: (button.question.accessibleName(), page.list.statuses[name].text())
        for name, button in page.list.buttons.items()
    }
    assert [question for question, _ in texts.values()] == [
        experiment_page(experiment.name).title for experiment in EXPERIMENTS
    ]
    assert texts["positions"][1] == "✓ answered"
    assert texts["causal"][1] == "running…"
    assert texts["norm"][1] == "not run yet"
    assert page.list.buttons["positions"].accessibleDescription() == "answered"
    for name, button in page.list.buttons.items():
        assert not button.isAncestorOf(page.list.statuses[name])


def test_a_question_is_opened_by_a_click_and_closed_again(qtbot, page, heard):
    button = page.list.buttons["heads"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    showing(page, name="heads")
    assert page.view.isVisible()
    assert not page.list.isVisible()
    assert page.view.question.accessibleName() == experiment_page("heads").title
    qtbot.mouseClick(page.view.back, Qt.MouseButton.LeftButton)
    page.set_snapshot(resolve_experiments(training_room()))
    assert page.list.isVisible()
    assert heard == [("experiment_opened", "heads"), ("experiment_opened", "")]


def test_the_keyboard_follows_into_a_question_and_back(page):
    page.list.buttons["heads"].setFocus()
    showing(page, name="heads")
    assert page.view.back.hasFocus()
    page.set_snapshot(resolve_experiments(training_room()))
    assert page.list.buttons["heads"].hasFocus()


def test_every_experiment_offers_its_predictions(page):
    for experiment in EXPERIMENTS:
        showing(page, name=experiment.name)
        for option in experiment.options:
            text = option_texts(experiment.name)[option.name]
            assert page.view.choice.label(option.name).text() == text
            assert spoken_name(page.view.choice.radio(option.name)) == text
            assert not page.view.choice.radio(option.name).isChecked()


def test_a_prediction_is_an_intent_by_button_text_and_key(qtbot, page, heard):
    showing(page)
    choice = page.view.choice
    qtbot.mouseClick(choice.radio("same"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(choice.label("worse"), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    choice.radio("nothing").setFocus()
    qtbot.keyClick(choice.radio("nothing"), Qt.Key.Key_Space)
    assert heard == [
        ("option_predicted", "positions", "same"),
        ("option_predicted", "positions", "worse"),
        ("option_predicted", "positions", "nothing"),
    ]


def test_it_can_be_run_after_a_prediction_or_expressly_without(qtbot, page, heard):
    showing(page)
    assert not page.view.run.isEnabled()
    qtbot.mouseClick(page.view.run_blindly, Qt.MouseButton.LeftButton)
    showing(page, option_predicted(training_room(), "positions", "same"))
    assert page.view.choice.radio("same").isChecked()
    assert page.view.run.isEnabled()
    assert not page.view.run_blindly.isVisible()
    qtbot.mouseClick(page.view.run, Qt.MouseButton.LeftButton)
    assert heard == [("train_experiment", "positions")] * 2


def test_the_time_is_said_before_and_nothing_else_can_be_run_meanwhile(page):
    showing(page, name="norm")
    assert "about 1 min 10 s" in page.view.time.text()
    assert page.view.time.isVisible()
    room = with_live(option_predicted(training_room(), "norm", "same"), "positions")
    showing(page, room, name="norm")
    assert not page.view.run.isEnabled()
    assert "when no other training is active" in page.view.time.text()


def test_while_it_runs_it_says_how_far_it_is(page):
    room = with_live(option_predicted(training_room(), "positions", "worse"), "positions")
    showing(page, room)
    view = page.view
    assert view.progress.value() == 25
    assert view.told.text() == "Training both models in turn: 25 %, about 15 s left."
    assert not view.run.isVisible()
    assert not view.again.isVisible()
    assert not view.choice.radio("worse").isEnabled()
    assert view.table.texts()[1] == ["After epoch", "3", "2"]
    assert not view.verdict.isVisible()


def test_before_the_first_update_and_while_paused_that_is_said(page):
    showing(page, with_live(training_room(), "positions", updates=(None, None)))
    assert page.view.told.text() == "Setting up both models…"
    assert not page.view.table.isVisible()
    showing(page, with_live(training_room(), "positions", status="paused"))
    assert page.view.told.text() == "Paused; 25 % done."


def test_the_answer_has_both_arms_numbers_and_a_reason(page):
    showing(page, with_runs(training_room(), "positions"))
    assert page.view.table.texts() == [
        ["", "with positions", "without"],
        ["After epoch", "10", "10"],
        ["Training loss (mean)", "0.00500", "0.970"],
        ["Validation loss", "0.010", "1.940"],
        ["Exact match", "98 %", "4 %"],
    ]
    assert "Exact match: with positions 98 %" in page.view.table.accessibleDescription()
    assert page.view.answer.text() == experiment_page("positions", "worse").body[1]
    showing(page, with_runs(training_room(), "causal"), name="causal")  # translations
    assert page.view.table.texts()[-1] == ["BLEU", "99.0", "11.0"]


@pytest.mark.parametrize(
    ("prediction", "verdict"),
    [
        (None, "The answer"),
        ("worse", "You predicted “It finds the letters, but not their order”: right."),
        ("same", "You predicted “It learns as well without them”: not this time."),
    ],
)
def test_the_prediction_is_judged_by_what_was_measured(page, prediction, verdict):
    room = with_runs(training_room(), "positions")
    if prediction:
        room = option_predicted(room, "positions", prediction)
    showing(page, room)
    assert page.view.verdict.text() == verdict
    assert page.view.choice.label("worse").text().endswith("✓")
    assert not page.view.choice.label("same").text().endswith("✓")


def test_numbers_that_do_not_tell_are_undecided(page):
    snapshot = showing(page, with_runs(training_room(), "positions"))
    result = dataclasses.replace(snapshot.chosen.result, outcome=None, right=None)
    chosen = dataclasses.replace(snapshot.chosen, result=result)
    page.set_snapshot(dataclasses.replace(snapshot, chosen=chosen))
    assert page.view.verdict.text() == "Inconclusive"
    assert "This run is inconclusive" in page.view.answer.text()


def test_it_can_be_run_again_or_its_runs_brought_back_on_show(qtbot, page, heard):
    snapshot = showing(page, with_runs(training_room(), "positions"))
    assert not page.view.run.isVisible()
    qtbot.mouseClick(page.view.again, Qt.MouseButton.LeftButton)
    chosen = dataclasses.replace(snapshot.chosen, result=None, arms=(None, None))
    page.set_snapshot(dataclasses.replace(snapshot, chosen=chosen))
    assert not page.view.answer.isVisible()
    qtbot.mouseClick(page.view.show_runs, Qt.MouseButton.LeftButton)
    assert heard == [("train_experiment", "positions"), ("experiment_opened", "positions")]


@pytest.mark.parametrize(
    ("statuses", "sentence"),
    [
        (("finished", "stopped"), "The last run was stopped early."),
        (("finished", "failed"), "The last run failed: full"),
    ],
)
def test_a_run_without_an_answer_is_said_and_can_be_tried_again(page, statuses, sentence):
    room = with_runs(training_room(), "positions", statuses=statuses)
    showing(page, option_predicted(room, "positions", "worse"))
    assert page.view.state.text() == sentence
    assert page.view.run.isEnabled()
    assert page.view.choice.radio("worse").isEnabled()
    assert not page.view.verdict.isVisible()


def test_the_focus_is_not_lost_with_the_button_that_was_pressed(page):
    room = option_predicted(training_room(), "positions", "worse")
    showing(page, room)
    page.view.run.setFocus()
    showing(page, with_live(room, "positions"))
    assert page.view.back.hasFocus()


def test_the_answer_comes_into_sight(qtbot, page):
    page.resize(NARROW, 300)
    room = option_predicted(training_room(), "positions", "worse")
    showing(page, with_live(room, "positions", updates=(None, None)))
    showing(page, with_runs(room, "positions"))
    area = page.currentWidget()
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() > 0)
    bottom = page.view.answer.mapTo(area.viewport(), page.view.answer.rect().bottomLeft()).y()
    assert bottom <= area.viewport().height()


@pytest.mark.parametrize("size", ["normal", "presentation"])
@pytest.mark.parametrize("make", [light_theme, dark_theme])
@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_nothing_is_cut_off_in_the_narrowest_column(qtbot, qapp, experiment, make, size, handle):
    theme = make(size)
    with dressed(qapp, theme):
        page = page_of(qtbot, handle, theme, 600)
        for area in (None, experiment.name):
            room = with_runs(training_room(), experiment.name)
            snapshot = resolve_experiments(experiment_opened(room, area or ""))
            page.set_snapshot(snapshot)
            page.grab()
            content = page.currentWidget().widget()
            assert content.minimumSizeHint().width() <= page.currentWidget().viewport().width()
            for label in content.findChildren(QLabel):
                if label.isVisible() and label.wordWrap():
                    assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_everything_that_is_reached_by_keys_has_a_name(page):
    for name in ("", *(experiment.name for experiment in EXPERIMENTS)):
        page.set_snapshot(resolve_experiments(experiment_opened(training_room(), name)))
        for widget in focusable(page):
            if widget.isVisible():
                assert spoken_name(widget), widget


def test_every_text_is_in_the_language_of_now(qtbot, handle):
    room = option_predicted(with_runs(training_room(), "positions"), "positions", "worse")
    with marked_language():
        page = page_of(qtbot, handle, light_theme())
        showing(page, room)
        unmarked = [line for line in visible_texts(page).splitlines() if line and "«" not in line]
    told = experiment_page("positions")
    english = {told.title, *told.body, *arm_texts("positions").values()}
    english |= {f"{text}{end}" for text in option_texts("positions").values() for end in ("", " ✓")}
    assert all(any(char.isdigit() for char in line) for line in {*unmarked} - english), unmarked


def test_no_snapshot_changes_nothing(page):
    showing(page)
    page.set_snapshot(None)
    assert page.view.isVisible()


# ------------------------------------------------------------------------------------------- texts


EXPECTED = {
    "positions": "worse",
    "causal": "cheats",
    "heads": "worse",
    "norm": "nothing",
    "scaling": "worse",
    "layernorm": "same",
}


def test_every_outcome_is_said_and_that_which_comes_is_explained():
    for experiment in EXPERIMENTS:
        texts = (*arm_texts(experiment.name).values(), *option_texts(experiment.name).values())
        assert len({*texts, *experiment_page(experiment.name).body}) == len(texts) + 1
        assert all(answer_text(experiment.name, one) for one in (*get_args(Outcome), None))
        assert len(answer_text(experiment.name, EXPECTED[experiment.name]).split()) > 30
    assert answer_text("norm", "better") == "In this run the changed model did better."
    assert "to the right of the diagonal" in answer_text("causal", "cheats")
