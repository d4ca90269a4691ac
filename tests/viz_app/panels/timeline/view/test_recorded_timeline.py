"""The timeline of a recorded moment: to be read, not to be decoded on from."""

import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.on_screen import on_screen
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.panels.timeline.view.panel import Timeline
from viz_app.panels.training.replay.room import looked_at, replay_opened


@pytest.fixture
def snapshot():
    room = with_runs(training_room(), history(), history("other"), compared=True)
    return resolve_timeline(looked_at(replay_opened(room)))


@pytest.fixture
def timeline(qtbot, room, snapshot):
    timeline = on_screen(qtbot, Timeline(room.handle), size=(1200, 200))
    timeline.set_snapshot(snapshot)
    return timeline


def test_no_other_token_can_be_taken(timeline, qtbot, room):
    bars = timeline.candidates
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.row_rect(1).center())
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    timeline.branch_on_next_candidate()
    assert room.heard == []
    assert "are no longer available" in bars.use(1)


def test_no_token_and_no_target_can_be_typed(timeline):
    assert not timeline.token_field.isEnabled()
    assert not timeline.translation.target.isEnabled()
    timeline.translation.edit_target()
    assert not timeline.translation.editing


def test_steps_can_be_walked_and_runs_compared(timeline, qtbot, room):
    qtbot.mouseClick(timeline.player.first, Qt.MouseButton.LeftButton)
    timeline.branches.pick_next()
    timeline.branches.stop_comparing()
    assert room.heard == [("step_chosen", 0), ("branch_walked_to", 1), ("branch_compared", None)]


def test_branches_have_the_names_of_their_runs(timeline, snapshot):
    assert [row.name for row in snapshot.branches] == ["reverse-1", "other"]
    assert timeline.side.to_branches.text() == "Runs"
    assert timeline.side.to_branches.toolTip() == "Show the runs here"
    assert timeline.fold.text() == "Runs: 2"
    assert timeline.fold.toolTip() == "Translation, candidates and runs (F7)"
    assert timeline.branches.accessibleName() == "Runs"


def test_all_of_it_comes_back_with_a_translation(timeline, snapshot):
    timeline.set_snapshot(dataclasses.replace(snapshot, recorded=False))
    assert timeline.token_field.isEnabled()
    assert timeline.translation.target.isEnabled()
    assert "branch with this token" in timeline.candidates.use(1)
    assert timeline.fold.text() == "Branches: 2"
    assert timeline.branches.accessibleName() == "Branches"
