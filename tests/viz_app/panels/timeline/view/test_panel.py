import dataclasses
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from tests.viz_app.dressed import dressed
from tests.viz_app.on_screen import on_screen
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import TARGET, shown, trace_of, training_room
from viz_app.design.theme import light_theme
from viz_app.panels.timeline.room import TimelineSnapshot, resolve_timeline
from viz_app.panels.timeline.view.panel import SideColumns, Timeline
from viz_app.panels.training.replay.room import looked_at, replay_opened
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import branch_walked_to, trace_arrived
from viz_app.workbench.state import SPEEDS, Workbench


@pytest.fixture
def timeline(qtbot, room, theme):
    timeline = Timeline(theme, room.handle)
    timeline.set_folded(folded=False)
    qtbot.addWidget(timeline)
    timeline.resize(900, 180)
    timeline.show()
    return timeline


@pytest.fixture
def snapshot():
    return resolve_timeline(shown(step=3))


def test_it_shows_the_step(timeline, snapshot):
    timeline.set_snapshot(snapshot)
    assert timeline.step_label.text() == "step 4 of 6"
    assert (timeline.slider.maximum(), timeline.slider.value()) == (len(TARGET) - 1, 3)
    assert timeline.entropy.text() == "1.32 bits"
    assert timeline.candidates.rows()[0] == ("cat", pytest.approx(0.5))
    assert timeline.translation.text.text() == "I have a cat ."
    assert "“\u2068cat\u2069”" in timeline.tokens.accessibleDescription()
    timeline.translation.copy.click()
    assert QGuiApplication.clipboard().text() == "I have a cat ."
    timeline.set_compact(compact=True)
    assert timeline.candidates.rows_in_view() == range(3)
    timeline.set_snapshot(dataclasses.replace(snapshot, translating=True))
    assert timeline.step_label.text() == "step 4 of 6…"


def test_setters_emit_nothing(timeline, snapshot, room):
    timeline.set_snapshot(snapshot)
    timeline.set_snapshot(dataclasses.replace(snapshot, step=0, playing=True, speed=4.0))
    timeline.set_snapshot(TimelineSnapshot())
    assert room.heard == []


def test_buttons_ask(qtbot, timeline, snapshot, room):
    timeline.set_snapshot(snapshot)
    player = timeline.player
    for button in (player.first, player.back, player.play, player.forward, player.last):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.keyClick(button, Qt.Key.Key_Space)
    asked = [
        ("step_chosen", 0),
        ("stepped", -1),
        ("play_toggled",),
        ("stepped", 1),
        ("last_step_chosen",),
    ]
    assert room.heard == [each for each in asked for _ in range(2)]


def test_slider_and_chips_ask_for_steps(qtbot, timeline, snapshot, room):
    timeline.set_snapshot(snapshot)
    qtbot.keyClick(timeline.slider, Qt.Key.Key_Left)
    centre = timeline.tokens.chip_rect(1).center().toPoint()
    qtbot.mouseClick(timeline.tokens, Qt.MouseButton.LeftButton, pos=centre)
    qtbot.keyClick(timeline.tokens, Qt.Key.Key_End)
    assert room.heard == [("step_chosen", 2), ("step_chosen", 1), ("step_chosen", 5)]


def test_speeds_are_those_of_the_state(qtbot, timeline, snapshot, room):
    timeline.set_snapshot(snapshot)
    speed = timeline.player.speed
    assert [speed.itemData(row) for row in range(speed.count())] == list(SPEEDS)
    assert [speed.itemText(row) for row in range(4)] == ["×0.5", "×1", "×2", "×4"]
    speed.setFocus()
    qtbot.keyClick(speed, Qt.Key.Key_Down)
    assert room.heard == [("speed_picked", 2.0)]


def test_without_steps_there_is_nothing_to_press(timeline, room):
    player = timeline.player
    buttons = (player.first, player.back, player.play, player.forward, player.last)
    assert not any(button.isEnabled() for button in (*buttons, timeline.translation.copy))
    assert not timeline.slider.isEnabled()
    assert timeline.step_label.text() == "no step yet"
    timeline.branch_on_next_candidate()
    assert room.heard == []
    assert timeline.entropy.text() == ""


def test_at_the_end_the_focus_stays_on_the_button(qtbot, timeline, snapshot):
    timeline.set_snapshot(snapshot)
    timeline.player.forward.setFocus()
    timeline.set_snapshot(dataclasses.replace(snapshot, step=5))
    assert timeline.focusWidget() is timeline.player.forward


@pytest.mark.parametrize(
    ("stop", "said"), [("running", False), ("end of sentence", False), ("length limit", True)]
)
def test_only_the_length_limit_is_worth_saying(timeline, snapshot, stop, said):
    timeline.set_snapshot(dataclasses.replace(snapshot, stop=stop))
    label = timeline.translation.stop_label
    assert label.isVisible() == said
    assert "length limit" in label.text()
    assert timeline.tokens.captions()[0].endswith("stopped at the length limit") == said


def test_the_current_chip_is_scrolled_into_view(qtbot, timeline):
    trace = trace_of([f"token{n}" for n in range(60)])
    for step in (59, 0, 30):
        timeline.set_snapshot(resolve_timeline(shown(trace=trace, step=step)))
        visible = timeline.tokens.visibleRegion().boundingRect()
        assert visible.contains(timeline.tokens.chip_rect(step).toAlignedRect())


def test_unfolded_the_tokens_have_the_room_of_the_best_candidates(qtbot, timeline, snapshot):
    timeline.set_snapshot(snapshot)
    timeline.resize(868, 180)
    timeline.set_folded(folded=True)
    assert not timeline.details.isVisible()
    qtbot.waitUntil(timeline.best.isVisible)
    assert timeline.tokens.captions_in_view() == ()
    timeline.set_folded(folded=False)
    qtbot.waitUntil(lambda: timeline.tokens.captions_in_view() == timeline.tokens.captions())
    assert not timeline.best.isVisible()


def test_another_snapshot_draws_no_icon_anew(timeline, snapshot):
    key = timeline.fold.icon().cacheKey()
    timeline.set_snapshot(snapshot)
    assert timeline.fold.icon().cacheKey() == key
    timeline.set_folded(folded=True)
    assert timeline.fold.icon().cacheKey() != key


def test_the_button_folds_and_unfolds_and_counts_branches(timeline, snapshot, room):
    timeline.set_snapshot(snapshot)
    assert timeline.fold.text() == ""
    timeline.fold.click()
    timeline.set_folded(folded=True)
    timeline.fold.click()
    assert room.heard == [("fold", True), ("fold", False)]
    timeline.set_snapshot(resolve_timeline(branched_state()))
    assert timeline.fold.text() == "Branches: 2"


def test_the_keyboard_goes_to_the_button_when_what_it_was_in_is_folded_away(qtbot, timeline):
    timeline.set_snapshot(resolve_timeline(branched_state()))
    timeline.activateWindow()
    qtbot.waitUntil(timeline.isActiveWindow)
    timeline.token_field.setFocus()
    timeline.set_folded(folded=True)
    assert timeline.focusWidget() is timeline.fold


def test_an_equal_snapshot_does_nothing(timeline, snapshot, monkeypatch):
    timeline.set_snapshot(snapshot)
    monkeypatch.setattr(timeline, "_show", lambda: pytest.fail("shown again"))
    timeline.set_snapshot(dataclasses.replace(snapshot))


def test_the_step_stays_in_view_when_the_window_gets_narrow(qtbot, timeline):
    trace = trace_of([f"token{n}" for n in range(12)]).stopped("end of sentence")
    timeline.resize(1600, 180)
    timeline.set_snapshot(resolve_timeline(shown(step=11, trace=trace)))
    assert in_view(timeline, 11)
    timeline.resize(700, 180)
    qtbot.waitUntil(lambda: in_view(timeline, 11))
    timeline.hide()
    timeline.resize(640, 180)
    timeline.show()
    qtbot.waitUntil(lambda: in_view(timeline, 11))


def in_view(timeline, step):
    return timeline.tokens.visibleRegion().contains(
        timeline.tokens.chip_rect(step).center().toPoint()
    )


# ---------------------------------------------------------------------------------- branches


def test_candidates_typed_tokens_and_targets_are_asked_for(qtbot, timeline, room):
    state = step_chosen(branched_state(compared=False), 2)
    timeline.set_snapshot(resolve_timeline(state))
    bars = timeline.candidates
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.row_rect(1).center())
    qtbot.keyClicks(timeline.token_field, "x y")
    qtbot.keyClick(timeline.token_field, Qt.Key.Key_Return)
    timeline.translation.edit_target()
    timeline.translation.text.setText("a dog")
    qtbot.keyClick(timeline.translation.text, Qt.Key.Key_Return)
    timeline.branch_on_next_candidate()
    other = state.trace.steps[2].candidates[1].token_id
    assert room.heard == [
        ("branch", 2, other),
        ("type_token", 2, "x y"),
        ("give_target", "a dog"),
        ("branch", 2, other),
    ]


@pytest.mark.parametrize("step", [3, 4])
def test_beside_another_branch_the_candidates_of_both_are_there(timeline, step):
    state = step_chosen(branched_state(), step)
    timeline.set_snapshot(resolve_timeline(state))
    tokens = {token for token, _ in timeline.candidates.rows()}
    for branch in (state.branches.current, state.branches.compared):
        taken = state.branches.branch(branch).trace.steps[step]
        assert {taken.token, *(candidate.token for candidate in taken.candidates)} <= tokens


@pytest.mark.parametrize("ask", ["edit_target", "type_token", "show_branches", "edit_branch_name"])
def test_what_is_folded_away_is_unfolded_when_it_is_asked_for(timeline, room, ask):
    timeline.set_snapshot(resolve_timeline(branched_state()))
    room.answers["fold"] = lambda folded: timeline.set_folded(folded=folded)
    timeline.set_folded(folded=True)
    getattr(timeline, ask)()
    assert timeline.details.isVisible()
    assert timeline.details.isAncestorOf(timeline.focusWidget())


@pytest.mark.parametrize(
    ("size", "compared", "line", "whole"),
    [
        ("normal", False, 56, 184),
        ("normal", True, 76, 236),
        ("presentation", False, 65, 221),
        ("presentation", True, 89, 285),
    ],
)
def test_it_is_low_and_not_much_higher_at_presentation_size(
    qapp, qtbot, room, size, compared, line, whole
):
    with dressed(qapp, light_theme(size)):
        timeline = on_screen(qtbot, Timeline(light_theme(size), room.handle))
        for width in (868, 1248):
            timeline.setFixedWidth(width)
            timeline.set_snapshot(resolve_timeline(branched_state(compared=compared)))
            for folded, most in ((True, line), (False, whole)):
                timeline.set_folded(folded=folded)
                QApplication.processEvents()
                assert timeline.sizeHint().height() <= most
                strip = timeline.tokens
                assert strip.visibleRegion().boundingRect().height() == strip.height()


def test_however_narrow_the_buttons_do_not_lie_on_each_other(qapp, qtbot, room):
    for size in ("normal", "presentation", "hall"):
        theme = light_theme(size)
        with dressed(qapp, theme):
            timeline = on_screen(qtbot, Timeline(theme, room.handle))
            timeline.set_snapshot(resolve_timeline(shown(step=3)))
            for width in (1248, 868, 700, 560):
                timeline.setFixedWidth(width)
                QApplication.processEvents()
                parts = [*timeline.player._does, timeline.step_label]
                places = [part.rect().translated(part.mapTo(timeline, QPoint())) for part in parts]
                for one, other in pairwise(places):
                    assert one.right() < other.left(), (size, width)
                label, text = timeline.step_label, timeline.step_label.text()
                assert label.fontMetrics().horizontalAdvance(text) <= label.width(), (size, width)


def test_a_narrow_timeline_shows_branches_and_candidates_in_one_column(qtbot, timeline):
    timeline.set_snapshot(resolve_timeline(branched_state()))
    timeline.resize(1248, 170)
    qtbot.waitUntil(timeline.branches.isVisible)
    assert timeline.candidates.isVisible()
    timeline.resize(868, 170)
    qtbot.waitUntil(lambda: not timeline.branches.isVisible())
    assert timeline.candidates.isVisible()


# ------------------------------------------------------------------------------ the columns


ALONE = trace_arrived(Workbench(), decoded(ORIGINAL))


@pytest.fixture
def side(qtbot, room, theme):
    side = SideColumns(theme, room.handle)
    qtbot.addWidget(side)
    side.set_snapshot(resolve_timeline(branched_state()))
    side.show()
    side.activateWindow()
    qtbot.waitUntil(side.isActiveWindow)
    return side


def columns(side):
    """Whether branches and candidates can be seen."""
    return side.branches.isVisible(), side.candidates.isVisible()


def test_the_list_is_there_when_there_is_more_than_the_original(side):
    assert columns(side) == (True, True)
    side.set_snapshot(resolve_timeline(ALONE))
    assert columns(side) == (False, True)


def test_where_it_is_narrow_one_of_the_two_is_shown(qtbot, side):
    side.set_narrow(narrow=True)
    assert columns(side) == (False, True)
    qtbot.mouseClick(side.to_branches, Qt.MouseButton.LeftButton)
    assert columns(side) == (True, False)
    assert side.to_candidates.hasFocus()
    qtbot.keyClick(side.to_candidates, Qt.Key.Key_Space)
    assert columns(side) == (False, True)
    assert side.to_branches.hasFocus()
    side.set_narrow(narrow=False)
    assert columns(side) == (True, True)
    assert not side.to_branches.isVisible()


def test_there_is_nothing_to_switch_to_without_branches(side):
    side.set_narrow(narrow=True)
    side.show_branches()
    side.set_snapshot(resolve_timeline(ALONE))
    assert columns(side) == (False, True)
    assert not side.to_branches.isVisible()
    side.show_branches()
    side.edit_branch_name()
    assert columns(side) == (False, True)


@pytest.mark.parametrize("narrow", [False, True])
def test_the_menu_brings_the_keyboard_where_it_is_wanted(side, narrow):
    side.set_narrow(narrow=narrow)
    side.show_branches()
    assert side.branches.hasFocus()
    side.type_token()
    assert side.token_field.hasFocus()
    side.edit_branch_name()
    assert side.branches.findChild(QLineEdit).isVisible()


def test_a_typed_token_is_asked_for_with_return(qtbot, side, room):
    qtbot.keyClick(side.token_field, Qt.Key.Key_Return)
    qtbot.keyClicks(side.token_field, "an elephant")
    qtbot.keyClick(side.token_field, Qt.Key.Key_Return)
    assert room.heard == [("type_token", 3, "an elephant")]


def test_what_was_typed_stays_until_its_branch_is_there(qtbot, side):
    state = branched_state()
    qtbot.keyClicks(side.token_field, "x")
    side.set_snapshot(resolve_timeline(step_chosen(state, 0)))
    assert side.token_field.text() == "x"
    side.set_snapshot(resolve_timeline(branch_walked_to(state, 0)))
    assert side.token_field.text() == ""


def test_without_a_step_there_is_no_other_token(side):
    side.set_snapshot(TimelineSnapshot())
    assert not side.token_field.isEnabled()
    assert side.entropy.text() == ""


@pytest.mark.parametrize("theme", [light_theme(), light_theme("presentation")], indirect=True)
def test_the_placeholder_has_its_room(qapp, side, theme):
    with dressed(qapp, theme):
        for narrow in (False, True):
            side.set_narrow(narrow=narrow)
            QApplication.processEvents()
            field = side.token_field
            text = field.fontMetrics().horizontalAdvance(field.placeholderText())
            assert field.width() > text + 4 * theme.unit


# ------------------------------------------------------------------- a moment of a run: read-only


@pytest.fixture
def run():
    room = with_runs(training_room(), history(), history("other"), compared=True)
    return resolve_timeline(looked_at(replay_opened(room)))


@pytest.fixture
def recorded(qtbot, room, theme, run):
    recorded = on_screen(qtbot, Timeline(theme, room.handle), size=(1200, 200))
    recorded.set_snapshot(run)
    return recorded


def test_no_other_token_can_be_taken(recorded, qtbot, room):
    bars = recorded.candidates
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=bars.row_rect(1).center())
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    recorded.branch_on_next_candidate()
    assert room.heard == []
    assert "are no longer available" in bars.use(1)


def test_no_token_and_no_target_can_be_typed(recorded):
    assert not recorded.token_field.isEnabled()
    assert not recorded.translation.target.isEnabled()
    recorded.translation.edit_target()
    assert not recorded.translation.editing


def test_steps_can_be_walked_and_runs_compared(recorded, qtbot, room):
    qtbot.mouseClick(recorded.player.first, Qt.MouseButton.LeftButton)
    recorded.branches.pick_next()
    recorded.branches.stop_comparing()
    assert room.heard == [("step_chosen", 0), ("branch_walked_to", 1), ("branch_compared", None)]


def test_branches_have_the_names_of_their_runs(recorded, run):
    assert [row.name for row in run.branches] == ["reverse-1", "other"]
    assert recorded.side.to_branches.text() == "Runs"
    assert recorded.side.to_branches.toolTip() == "Show the runs here"
    assert recorded.fold.text() == "Runs: 2"
    assert recorded.fold.toolTip() == "Translation, candidates and runs (F7)"
    assert recorded.branches.accessibleName() == "Runs"


def test_all_of_it_comes_back_with_a_translation(recorded, run):
    recorded.set_snapshot(dataclasses.replace(run, recorded=False))
    assert recorded.token_field.isEnabled()
    assert recorded.translation.target.isEnabled()
    assert "branch with this token" in recorded.candidates.use(1)
    assert recorded.fold.text() == "Branches: 2"
    assert recorded.branches.accessibleName() == "Branches"
