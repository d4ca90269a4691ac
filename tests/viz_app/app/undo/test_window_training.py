"""Steps and sessions while a model is trained: the training goes on, and its run is not lost."""

from functools import partial

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler

from tests.viz_app.application import (
    drop,
    live_run,
    settle,
    shown_run,
    start_training,
    type_and_translate,
    updates,
)
from viz_app.app.app_state import room_slot
from viz_app.app.session_state import session_of
from viz_app.app.undo import next_steps
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.masks.room import cell_flipped
from viz_app.storage.session import save_session
from viz_app.workbench.changes.translation import branch_renamed
from viz_app.workbench.state import ROOT, Cell

pytestmark = pytest.mark.window


@pytest.fixture
def complaints():
    """What Qt has to complain of meanwhile."""
    heard = []

    def hear(kind, _context, text):
        of_no_screen = text.startswith("This plugin does not support")
        if kind in {QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg} and not of_no_screen:
            heard.append(text)

    before = qInstallMessageHandler(hear)
    yield heard
    qInstallMessageHandler(before)


class Hands:
    """What a user does beside a training; each is over when it returns."""

    def __init__(self, qtbot, application, path):
        self.qtbot, self.application, self.path = qtbot, application, path
        self.window, self.number = application.window, 0

    def idle(self):
        self.qtbot.waitUntil(lambda: not self.application.bench.now.translating)
        self.settle()

    def settle(self):
        """What was asked before is answered: the training, which never ends, takes turns."""
        for _ in range(3):
            done = []
            self.application.desk.submit(
                lambda: iter(()),
                on_item=print,
                on_failed=print,
                on_finished=partial(done.append, True),
                priority=0,
            )
            self.qtbot.waitUntil(lambda done=done: bool(done))

    def translate(self):
        self.number += 1
        sentence = " ".join("abcdefgh"[: 2 + self.number % 5])
        type_and_translate(self.qtbot, self.application, sentence)

    def branch(self):
        tree = self.application.bench.now.branches
        step = tree.current_branch.trace.steps[0]
        gone = {branch.token_ids[0] for branch in tree.branches}
        free = next(c.token_id for c in step.candidates if c.token_id not in gone)
        self.window.timeline.room.branch(0, free)
        self.idle()

    def override(self):
        self.window.timeline.room.type_token(1, "a")
        self.idle()

    def rename(self):
        self.number += 1
        self.window.timeline.room.apply(branch_renamed, ROOT, f"name {self.number}")

    def flip(self):
        self.window.show_tab("masks")
        self.settle()
        room_slot(self.application.store, MASKS).apply(cell_flipped, "cross", Cell(0, 1))

    def delete_run(self):
        runs = self.application.store.state.training.runs
        live = live_run(self.application)
        old = next(card.run_id for card in runs.cards if card.run_id != live.run_id)
        self.application.training_tab.runs.delete(old)
        self.settle()

    def open_session(self):
        drop(self.window, self.path)
        self.idle()

    def save(self):
        save_session(self.path, session_of(self.application.store.state))

    def undo(self):
        self._step("undo")

    def redo(self):
        self._step("redo")

    def _step(self, name):
        self.window.menus.edit.action(name).trigger()
        self.idle()


THINGS = (
    Hands.translate, Hands.branch, Hands.undo, Hands.override, Hands.undo, Hands.redo,
    Hands.rename, Hands.open_session, Hands.undo, Hands.flip, Hands.save, Hands.delete_run,
    Hands.undo, Hands.branch,
)  # fmt: skip


def test_a_training_goes_on_whatever_is_done_beside_it(qtbot, application, tmp_path, complaints):
    hands = Hands(qtbot, application, tmp_path / "a.headlight")
    training = lambda: application.store.state.training  # noqa: E731
    hands.save()
    start_training(qtbot, application, "copy", epochs=1)
    qtbot.waitUntil(lambda: not training().active)
    (old,) = (card.run_id for card in training().runs.cards)
    start_training(qtbot, application, "reverse", epochs=10_000)
    qtbot.waitUntil(lambda: updates(application) > 0)
    run_id = live_run(application).run_id
    for thing in THINGS:
        before = updates(application)
        thing(hands)
        qtbot.waitUntil(lambda before=before: updates(application) > before)
        assert live_run(application).run_id == run_id
        tree = application.bench.now.branches
        assert application.bench.now.trace is tree.current_branch.trace
        assert not tree.growing
    while next_steps(application.store.state)[0] is not None:
        hands.undo()
    while next_steps(application.store.state)[1] is not None:
        hands.redo()
    assert live_run(application).run_id == run_id
    application.training_tab.training.stop()
    qtbot.waitUntil(lambda: not training().active)
    settle(qtbot, application)
    card = training().runs.card(run_id)
    assert card.status == "stopped"
    assert card in application.library.runs.cards()
    assert {run_id, old} >= {known.run_id for known in training().runs.cards}
    assert shown_run(application).card.run_id in {run_id, old}
    assert complaints == []
