"""Menus made of tables of entries."""

import dataclasses

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from tests.viz_app.probes import emissions, marked_language
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import on_bench, progress_of, run_of, training_room
from viz_app.app.menus.entries import BRANCH_GROUPS, TRAINING_GROUPS, Entry
from viz_app.app.menus.entry_menu import (
    CHOICES,
    AttentionMenu,
    EntryMenu,
    GroupMenu,
    MenuSnapshot,
    resolve_branch_menu,
    resolve_training_menu,
)
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.panels.training.replay.room import moment_picked, replay_closed, replay_opened
from viz_app.panels.training.state import LiveRun, TrainingRequest, TrainingRoom
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.workbench.changes.translation import branch_compared, branch_walked_to, trace_arrived
from viz_app.workbench.state import (
    COMBINATIONS,
    HEAD_MARKS,
    SCALES,
    SPECIAL_CHOICES,
    VIEWS,
    AttentionOptions,
    Workbench,
)

MAKING = {"next_candidate", "type_token", "own_target"}
WALKING = {"next_branch", "previous_branch", "list", "rename", "delete"}
WATCHED = {"watch", "earlier", "later", "play"}


def run(moments=8, **fields):
    told = history("run-1")
    kept, card = told.moments[:moments], dataclasses.replace(told.card, **fields)
    return dataclasses.replace(told, card=card, moments=kept)


def can(room: TrainingRoom) -> frozenset[str]:
    """What can be done with a run."""
    return resolve_training_menu(room.own).enabled


@pytest.mark.parametrize(
    ("bench", "names"),
    [
        (Workbench(), set()),
        (trace_arrived(Workbench(), decoded(ORIGINAL)), MAKING),
        (branched_state(), {*MAKING, *WALKING, "compare_parent", "stop_comparing"}),
        (branch_compared(branched_state(), None), {*MAKING, *WALKING, "compare_parent"}),
        (branch_walked_to(branched_state(compared=False), 0), {*MAKING, *WALKING}),
    ],
)
def test_what_can_be_done_with_branches(bench, names):
    assert resolve_branch_menu(resolve_timeline(bench)) == MenuSnapshot(frozenset(names))
    assert resolve_training_menu(training_room().own) == MenuSnapshot(), "there is no run"


@pytest.mark.parametrize(
    ("status", "done", "pausing"),
    [
        ("starting", False, True),
        ("running", False, True),
        ("paused", False, True),
        ("stopping", False, False),
        ("running", True, False),
    ],
)
def test_a_run_can_be_paused_and_stopped_until_its_model_is_being_kept(status, done, pausing):
    update = 1140 if done else 240
    training = run_of(status, progress=progress_of(update=update, epoch=12 if done else 3))
    assert training.live[0].progress.done == done
    names = {"pause", "stop"} if pausing else set()
    assert can(training_room(live=training.live)) & {"pause", "stop"} == names
    arms = (
        LiveRun(key=1, request=TrainingRequest(), status="stopping"),
        LiveRun(key=2, request=TrainingRequest(), status="paused"),
    )
    assert can(training_room(live=arms)) >= {"pause", "stop"}, "one does not hold the other"


@pytest.mark.parametrize(
    ("is_live", "fields", "usable"),
    [
        (False, {"has_model": True}, True),
        (False, {"has_model": False}, False),
        (True, {"has_model": False}, True),
        (True, {"has_model": False, "experiment": "heads"}, False),
    ],
)
def test_a_run_is_used_with_its_model_or_its_weights_of_now(is_live, fields, usable):
    live = run_of(run_id="run-1").live if is_live else ()
    assert ("use" in can(with_runs(training_room(live=live), run(**fields)))) == usable


@pytest.mark.parametrize(
    ("moments", "picked", "names"),
    [
        (0, None, set()),
        (1, None, {"watch"}),
        (3, None, {"watch", "earlier", "play"}),
        (3, 1, WATCHED),
        (3, 0, {"watch", "later", "play"}),
        (8, None, {"watch", "earlier", "play"}),
        (8, 2, WATCHED),
    ],
)
def test_the_newest_moment_is_on_show_until_another_is_picked(moments, picked, names):
    room = with_runs(training_room(), run(moments))
    assert can(room if picked is None else moment_picked(room, picked)) & WATCHED == names


def test_watching_is_marked_also_while_another_tab_is_in_front():
    state = replay_opened(with_runs(training_room(), run()))
    for room, checked in (
        (state, {"watch"}),
        (on_bench(state, tab="one_head"), {"watch"}),
        (replay_closed(state), set()),
    ):
        assert resolve_training_menu(room.own).checked == checked


ENTRIES = {
    "linear": Entry("&Linear", "Colour by the weight itself", "Ctrl+1; F9"),
    "log": Entry("Lo&garithm", "Colour by the logarithm, from 0.0001 to 1"),
}


@pytest.fixture
def above(qtbot):
    menu = QMenu()
    qtbot.addWidget(menu)
    return menu


@pytest.fixture
def training(above):
    return GroupMenu(above, *TRAINING_GROUPS)


def test_actions_are_found_by_name_in_their_order(above):
    menu = EntryMenu(above)
    menu.add_groups(above, ENTRIES)
    assert menu.all_actions() == above.actions() == [menu.action("linear"), menu.action("log")]
    assert menu.action("linear").shortcuts() == [QKeySequence("Ctrl+1"), QKeySequence("F9")]
    assert menu.action("log").shortcuts() == []


def test_of_a_choice_one_is_checked_and_heard_of_by_its_value(above):
    menu, picked = EntryMenu(above), []
    menu.add_choice(above, "scale", ENTRIES, picked.append)
    menu.action("scale_log").trigger()
    menu.action("scale_linear").trigger()
    assert picked == ["log", "linear"]
    assert [action.isChecked() for action in menu.all_actions()] == [True, False]


def test_a_new_menu_stands_at_the_end_of_another_or_of_the_bar(qtbot):
    bar = QMenuBar()
    qtbot.addWidget(bar)
    menu = EntryMenu(bar)
    view = menu.add_menu("view")
    first, second = menu.add_menu("theme", view), menu.add_menu("language", view)
    assert [action.menu() for action in bar.actions()] == [view]
    assert [action.menu() for action in view.actions()] == [first, second]
    assert bar.findChild(QMenu, "menu-language") is second
    assert second.toolTipsVisible()


def test_what_can_be_done_is_enabled_and_marked_without_a_word(above, training):
    heard = []
    for action in training.all_actions():
        action.triggered.connect(heard.append)
    for names in ({"watch", "stop"}, set()):
        training.set_snapshot(MenuSnapshot(frozenset(names), frozenset(names & {"watch"})))
        enabled = [action for action in training.all_actions() if action.isEnabled()]
        assert enabled == [training.action(name) for name in ("stop", "watch") if name in names]
        assert training.action("watch").isChecked() == bool(names)
    assert heard == []
    with marked_language():
        training.retranslate()
        for action in training.all_actions():
            assert action.text().startswith("«")
            assert action.statusTip().startswith("«")
    training.retranslate()
    assert training.action("stop").text() == "&Stop training"
    for groups in (BRANCH_GROUPS, TRAINING_GROUPS):
        menu = GroupMenu(QMenu(above), *groups)
        assert len(menu.all_actions()) == sum(map(len, groups)) > 5
        assert all(action.shortcuts() and action.toolTip() for action in menu.all_actions())


def test_keys_of_a_place_hold_only_there_and_are_told_everywhere(above):
    menu = EntryMenu(above)
    entries = {
        "look": Entry("a", "a", "Ctrl+T", place="look", place_keys="Alt+1"),
        "train": Entry("b", "b", place="train", place_keys="Alt+1"),
    }
    menu.add_groups(above, entries)
    keys = {name: menu.action(name).shortcuts for name in entries}
    always, one = QKeySequence("Ctrl+T"), QKeySequence("Alt+1")
    assert (keys["look"](), keys["train"]()) == ([always], [])
    menu.set_place("train")
    assert (keys["look"](), keys["train"]()) == ([always], [one])
    menu.set_place("look")
    assert (keys["look"](), keys["train"]()) == ([always, one], [])
    assert menu.keys() == {menu.action("look"): [always, one], menu.action("train"): [one]}


VALUES = {
    "view": VIEWS,
    "combination": COMBINATIONS,
    "special": SPECIAL_CHOICES,
    "scale": SCALES,
    "colour_map": COLOUR_MAPS,
    "tint": ("", *HEAD_MARKS),
}


@pytest.fixture
def attention(qtbot):
    parent = QMenu()
    qtbot.addWidget(parent)
    yield AttentionMenu(parent)  # which lives as long as its parent


def test_every_value_of_an_option_has_an_entry_which_picks_it(attention):
    heard = emissions(attention)
    for field, values in VALUES.items():
        assert tuple(CHOICES[field]) == values
        for value in values:
            attention.action(f"{field}_{value}").trigger()
            assert heard.pop() == ("option_picked", field, value or None)
    for field in ("side_by_side", "words"):
        for on in (True, False):
            attention.action(field).trigger()
            assert heard.pop() == ("option_picked", field, on)
    assert heard == []


def test_the_chosen_options_are_marked(attention):
    heard = emissions(attention)
    attention.set_options(AttentionOptions())
    assert not attention.action("sorted_by_tint").isEnabled(), "only by a mark"
    chosen = AttentionOptions(view="links", scale="log", tint="entropy", words=True)
    attention.set_options(chosen)
    for name in ("view_links", "scale_log", "tint_entropy", "special_shown", "words"):
        assert attention.action(name).isChecked()
    for name in ("view_grid", "scale_linear", "tint_", "side_by_side"):
        assert not attention.action(name).isChecked()
    assert attention.action("sorted_by_tint").isEnabled()
    assert heard == []
    with marked_language():
        attention.retranslate()
        assert attention.action("scale_log").text() == "«Lo&garithm»"
        assert attention.menu.title().startswith("«")
