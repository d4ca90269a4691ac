"""Predict, then see, with the user's own sentence: asked through the menu of the real window."""

import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.application import running, settle, wait_for_translation
from viz_app.app.lesson_state import askable, resolve_lesson
from viz_app.texts.visible_token import without_isolates
from viz_app.workbench.changes.selection import cell_picked, head_picked, step_chosen
from viz_app.workbench.state import ROOT, Cell

TEXT = "e d c b a"


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text=TEXT) as application:
        wait_for_translation(qtbot, application, TEXT)
        yield application


def trigger(qtbot, application, name):
    menus = application.window.menus
    action = (menus if name.startswith("ask") else menus.interventions).action(name)
    qtbot.waitUntil(action.isEnabled)
    action.trigger()
    settle(qtbot, application)


def bar(application):
    return application.window.lesson.panel


def asked(qtbot, application, ask):
    qtbot.waitUntil(lambda: application.store.state.lesson.posed)
    settle(qtbot, application)
    assert bar(application).ask.text().startswith(ask)
    return bar(application)


def check(qtbot, shown):
    qtbot.waitUntil(shown.check.isEnabled)
    qtbot.mouseClick(shown.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(shown.verdict.isVisible)


def test_the_next_token_is_asked_step_by_step(qtbot, application):
    application.screen.apply(step_chosen, 1)
    steps = application.screen.now.trace.steps
    trigger(qtbot, application, "ask_word")
    for step in (1, 2):
        shown = asked(qtbot, application, "Which token comes next?")
        assert application.screen.now.selection.step == step
        assert "prediction" in application.screen.now.covers
        best = sorted(steps[step].candidates, key=lambda each: -each.probability)[:4]
        assert sorted(each.token for each in best) == [
            *resolve_lesson(application.store.state).texts
        ]
        shown.choice.radio(steps[step].token).click()
        check(qtbot, shown)
        assert shown.verdict.text() == "Right."
        # the token is shown, and those that are asked for next stay hidden
        assert application.screen.now.covers == ("later",)
        shown.next.click()
    # how many tokens follow is part of the prediction
    assert (bar(application).title.text(), bar(application).next.text()) == (
        "Predict, then see",
        "Next",
    )
    bar(application).leave.click()
    qtbot.waitUntil(lambda: not application.window.lesson.isVisible())
    assert application.screen.now.covers == ()
    assert application.store.state.bench.settings.lessons == ()


def test_the_largest_weight_of_a_row_is_clicked_in_the_hidden_picture(qtbot, application):
    application.screen.apply(head_picked, "decoder", 1, 0)
    application.screen.apply(step_chosen, 2)
    trigger(qtbot, application, "ask_weight")
    weights = application.screen.now.trace.weights("decoder")[1, 0]
    rows = application.screen.now.trace.fed_tokens
    for row, picked, verdict in ((2, int(weights[2].argmax()), "right"), (3, None, "not this")):
        predicted = application.screen.now.trace.steps[row].token
        shown = asked(qtbot, application, "Where is the largest weight of the row")
        label = without_isolates(shown.ask.text())
        assert f"“{rows[row]} → {predicted}”" in label
        assert application.screen.now.covers == ("picture",)
        column = int(weights[row, : row + 1].argmin()) if picked is None else picked
        application.screen.apply(cell_picked, "decoder", Cell(row, column))
        check(qtbot, shown)
        assert verdict in shown.verdict.text()
        assert application.screen.now.covers == ()
        shown.next.click()
    bar(application).leave.click()


def test_what_an_intervention_changes_is_asked_before_it_is_shown(qtbot, application):
    trigger(qtbot, application, "ask_effects")
    assert application.window.menus.action("ask_effects").isChecked()
    original = application.screen.now.trace
    application.screen.apply(head_picked, "cross", 1, 0)
    shown_meanwhile = []
    application.store.changed.connect(
        lambda _, new: shown_meanwhile.append((new.bench.covers, new.bench.branches.current))
    )
    trigger(qtbot, application, "mean")
    qtbot.waitUntil(lambda: application.screen.now.branches.current != 0)
    qtbot.waitUntil(lambda: application.screen.now.trace.finished)
    shown = asked(qtbot, application, f"How many tokens will differ from “{original.translation}”?")
    assert all(covers == ("translation",) for covers, branch in shown_meanwhile if branch)
    before, now = original.predicted_tokens, application.screen.now.trace.predicted_tokens
    same = before == now
    shown.choice.radio("..1").click()
    check(qtbot, shown)
    assert shown.verdict.text() == ("Right." if same else "Not this time.")
    assert application.screen.now.covers == ()
    # the next one is asked in its place
    trigger(qtbot, application, "zero")
    qtbot.waitUntil(lambda: not bar(application).verdict.isVisible())
    assert application.screen.now.covers == ("translation",)


def test_what_is_not_translated_to_its_end_cannot_be_asked_about(application):
    state, menus = application.store.state, application.window.menus
    assert menus.action("ask_word").isEnabled()
    assert askable(state) == {"ask_word", "ask_weight"}
    tree = dataclasses.replace(state.bench.branches, growing=frozenset({ROOT}))
    for change in ({"branches": tree}, {"outdated": True}, {"trace": None}):
        bench = dataclasses.replace(state.bench, **change)
        assert not askable(dataclasses.replace(state, bench=bench))
