"""What is watched while anything is done can be found wrong."""

import dataclasses

import pytest
from PySide6.QtCore import qWarning
from PySide6.QtWidgets import QFileDialog

from tests.viz_app.app.any_action import clocks, trial
from tests.viz_app.app.any_action.files import Answers
from tests.viz_app.app.any_action.hands import ACTIONS, Action, script
from tests.viz_app.app.any_action.invariants import untruths
from tests.viz_app.app.any_action.pixels import wrong_cells
from tests.viz_app.application import settle
from viz_app.workbench.changes.selection import option_picked
from viz_app.workbench.state import Cell, Selection


@pytest.fixture
def focused(qtbot, application):
    """One head, large."""
    application.window.rooms.attention.does(option_picked)("view", "focus")
    settle(qtbot, application)
    return application


def test_colours_of_another_head_are_found(focused):
    bench = focused.screen.now
    assert wrong_cells(focused.window, bench) == []
    other = dataclasses.replace(bench.selection, head=1 - bench.selection.head)
    assert len(wrong_cells(focused.window, dataclasses.replace(bench, selection=other))) > 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"selection": Selection(head=9)},
        {"selection": Selection(step=99)},
        {"selection": Selection(cell=Cell(0, 99))},
        {"trace": None},
        {"model": None, "translating": True},
    ],
    ids=str,
)
def test_a_state_that_does_not_hold_together_is_found(application, wrong):
    state = application.store.state
    assert untruths(state) == []
    bench = dataclasses.replace(state.bench, **wrong)
    assert untruths(dataclasses.replace(state, bench=bench)) != []


def test_scripts_are_made_short_until_nothing_can_be_left_out():
    actions = [Action("click", seed) for seed in range(50)]
    needed = {actions[3], actions[41]}
    short = trial.shortened(actions, lambda fewer: needed <= set(fewer), tries=500)
    assert short == [actions[3], actions[41]]
    assert script(1, 20) == script(1, 20) != script(2, 20)


def broken(hands, rng):
    raise RuntimeError("broken")


def warns(hands, rng):
    qWarning("no such thing")


@pytest.mark.parametrize(("does", "told"), [(broken, "RuntimeError: broken"), (warns, "no such")])
def test_errors_and_warnings_end_a_trial(qtbot, tmp_path, tiny_checkpoint, monkeypatch, does, told):
    monkeypatch.setitem(ACTIONS, "click", (does, 1))
    trials = trial.Trials(qtbot, tmp_path, tiny_checkpoint, limits=(60_000, 60_000))
    wrong, watch = trials.run([Action("wait", 1), Action("click", 2), Action("wait", 3)])
    assert told in wrong[0]
    assert watch.done == 2


def test_a_file_dialog_that_nobody_answers_fails_a_test(qtbot):
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    with pytest.raises(AssertionError, match="nobody answers"):
        dialog.exec()


def test_file_dialogs_are_answered_inside_the_folder(qtbot, tmp_path, tiny_checkpoint):
    answers = Answers(tmp_path / "here")
    answers.furnish(tiny_checkpoint)
    for mode in QFileDialog.AcceptMode:
        for _ in range(20):
            dialog = QFileDialog()
            qtbot.addWidget(dialog)
            dialog.setAcceptMode(mode)
            if answers.answer(dialog):
                assert dialog.selectedFiles()[0].startswith(str(tmp_path / "here"))


def test_time_in_which_others_have_the_core_is_not_ones_own():
    begun = clocks.now()
    while (gone := clocks.now() - begun).busy < 50:
        pass
    assert 50 <= gone.busy <= gone.own + 5
    assert gone.own <= gone.wall
