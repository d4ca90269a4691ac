"""Errands come to their end, and are stopped before: both happen among many of them."""

from dataclasses import replace
from functools import partialmethod
from random import Random

import pytest
from PySide6.QtWidgets import QFileDialog

from model.lessons.checks import CHECK_NAMES
from tests.viz_app.app.any_action.files import Answers, small_training
from tests.viz_app.app.any_action.hands import Action, Hands
from tests.viz_app.application import settle

MANY = 60
"""More than it takes."""


@pytest.fixture
def hands(application, tmp_path, tiny_checkpoint, monkeypatch):
    answers = Answers(tmp_path / "answers")
    answers.furnish(tiny_checkpoint)
    monkeypatch.setattr(QFileDialog, "exec", partialmethod(lambda box, to: to.answer(box), answers))
    return Hands(application, answers, lambda _: None)


def done(qtbot, hands, name):
    """One after the other, each with all its answers."""
    for seed in range(MANY):
        hands.do(Action(name, seed))
        settle(qtbot, hands.application)
        yield hands.application.store.state


def both(told):
    """Whether something is so at last, and is not."""
    seen = set()
    return any(len(seen) == 2 for one in told if not seen.add(one))


def test_models_are_imported(qtbot, application, hands):
    known = len(application.bench.now.models)
    assert any(len(state.bench.models) > known for state in done(qtbot, hands, "import"))


def test_models_are_checked_to_the_end_and_stopped_before(qtbot, hands):
    counts = (len(state.checks.findings) for state in done(qtbot, hands, "check"))
    assert both(count == len(CHECK_NAMES) for count in counts)


def test_animations_are_saved(qtbot, hands):
    saved = hands.folder / "saved"
    states = done(qtbot, hands, "animate")
    assert any({".mp4", ".gif"} & {path.suffix for path in saved.glob("*")} for _ in states)


def test_heads_are_changed_and_changed_back(qtbot, hands):
    assert both(bool(state.bench.interventions) for state in done(qtbot, hands, "intervene"))


def test_runs_are_watched(qtbot, application, hands):
    hands.application.window.show_tab("training")
    hands.do(Action("train", 1))
    qtbot.waitUntil(lambda: application.store.state.training.runs.cards != ())
    assert any(state.training.replay is not None for state in done(qtbot, hands, "watch"))


def test_a_training_is_paused_and_stopped(application, hands):
    asked, seen = small_training(Random(1)), set()
    asked = replace(asked, training=replace(asked.training, epochs=10**4))
    for seed in range(MANY):
        if not application.store.state.training.live:
            application.training_tab.training.start(asked)
        hands.do(Action("stop", seed))
        seen |= {run.status for run in application.store.state.training.live}
        if {"paused", "stopping"} <= seen:
            return
    pytest.fail(f"a training was {seen} and nothing else")
