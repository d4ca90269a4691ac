import itertools
import re
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import get_args

import pytest
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMenu, QPushButton, QWidget

from model.messages import Message
from tests.viz_app.dressed import dressed
from tests.viz_app.heard_room import heard_attention, heard_room, heard_timeline
from tests.viz_app.probes import emissions, focusable, spoken_name
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import run_of, shown, trace_of, training_room
from viz_app.app.frame.window_modes import ROOMY
from viz_app.app.header_snapshot import HeaderSnapshot, resolve_header
from viz_app.app.late_panels import WindowRooms
from viz_app.app.main_window import MainWindow
from viz_app.app.menus.entry_menu import resolve_training_menu
from viz_app.app.panels import PANELS, TRAINING, tabs_of
from viz_app.app.scene_state import SceneHandle
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.panels.training.replay.room import looked_at, replay_opened, resolve_workbench_replay
from viz_app.panels.training.state import TrainingState
from viz_app.testing import all_made
from viz_app.widgets.layout import tell
from viz_app.workbench.room import Room, starts_nothing
from viz_app.workbench.state import AttentionOptions, Cell, Notice, View, Workbench

pytestmark = pytest.mark.window

TABS = tuple(panel.name for panel in PANELS)


@pytest.fixture
def steps():
    """The timeline's room."""
    return heard_timeline()


@pytest.fixture
def looks():
    """The attention panel's room."""
    return heard_attention()


@pytest.fixture
def window(qtbot, looks, steps):
    scenes = SceneHandle(starts_nothing)
    rooms = WindowRooms(lambda panel: heard_room(panel).handle, looks.handle, steps.handle, scenes)
    window = MainWindow(light_theme(), rooms=rooms)
    window.furnish()
    QApplication.processEvents()
    window.allow_close()
    qtbot.addWidget(window)
    return window


def show_state(window, bench, training=TrainingState()):  # noqa: B008 - it is frozen
    """Everything that is shown of a state, as the presenter does it."""
    tab = window.tabs.current_name()
    bench = replace(bench, tab=tab)
    room = Room(training, bench)
    screen = looked_at(room)
    window.header.set_snapshot(resolve_header(screen))
    window.menus.set_snapshot(resolve_header(screen))
    window.menus.set_selection(screen.selection)
    window.menus.set_settings(bench.settings)
    window.menus.training.set_snapshot(resolve_training_menu(training))
    window.files.set_snapshot(resolve_header(screen))
    window.attention.set_snapshot(resolve_attention(screen))
    panel = next(panel for panel in PANELS if panel.name == tab)
    if panel.page_name in window.late:
        own = training if panel.page_name == TRAINING.name else panel.parts().first
        window.tabs.page().set_snapshot(panel.parts().resolve(Room(own, bench)))
    window.replay.set_snapshot(resolve_workbench_replay(room))
    window.timeline.set_snapshot(resolve_timeline(screen))
    window.notices.set_notice(bench.notice)


VIEWS = ("header", "menus", "files", "replay", "timeline", "notices")


def all_emissions(window):
    heard = {"window": emissions(window)}
    heard |= {name: emissions(getattr(window, name)) for name in VIEWS}
    if window.training is not None:
        heard["training"] = emissions(window.training)
    return heard


# ------------------------------------------------------------------------------- the frame


def test_it_has_a_good_size_and_can_be_small(window):
    assert (window.width(), window.height()) == (1280, 800)
    assert (window.minimumWidth(), window.minimumHeight()) == (
        min(900, window.screen().availableSize().width()),
        600,
    )


@pytest.mark.parametrize(
    ("screen", "size", "least"),
    [
        ((1920, 1080), "normal", (900, 600)),
        ((1920, 1080), "presentation", (1280, 800)),
        ((1100, 700), "presentation", (1100, 660)),  # below its title bar
    ],
)
def test_large_type_needs_a_larger_window_but_no_larger_screen(
    window, monkeypatch, screen, size, least
):
    available = SimpleNamespace(availableSize=lambda: QSize(*screen))
    monkeypatch.setattr(window, "screen", lambda: available)
    window.set_theme(light_theme(size))
    assert window.minimumSize() == QSize(*least)


@pytest.mark.parametrize(("typed", "was_read"), [("", True), ("", False), ("x", True)])
def test_return_goes_on_to_the_heads_when_the_sentence_was_read(qtbot, window, typed, was_read):
    """Whoever types on meanwhile stays in the field."""
    window.show()
    window.activateWindow()
    show_state(window, shown())
    source = window.header.source
    assert window.focusWidget() is source, "who starts can type at once"
    assert not source.hasSelectedText()
    qtbot.keyClick(source, Qt.Key.Key_Return)
    window.header.set_snapshot(HeaderSnapshot(translating=True, waiting=True))
    assert window.focusWidget() is source
    qtbot.keyClicks(source, typed)
    window.header.set_snapshot(HeaderSnapshot(translating=was_read))
    goes_on = was_read and not typed
    assert window.focusWidget() is (window.attention.mosaic if goes_on else source)


def test_the_cursor_s_cell_is_said_again_when_the_mouse_leaves_the_mosaic(window):
    window.show()
    state = shown()
    show_state(window, replace(state, selection=replace(state.selection, cell=Cell(1, 1))))
    said = window.sentence.text()
    assert "attends to" in said
    tell(window.attention.mosaic, "a head")
    assert window.sentence.text() == "a head"
    tell(window.attention.mosaic, "")
    assert window.sentence.text() == said


def test_showing_a_state_asks_for_nothing(qtbot, window):
    window.show()
    notice = Notice("error", Message("x"), "details", go_on="run-1")
    replayed = replay_opened(with_runs(training_room(), history())).own
    heard = []
    for tab in ("training", "attention"):
        window.show_tab(tab)
        heard.append(all_emissions(window))
        live = replace(replayed, live=run_of(run_id="reverse-1").live)
        for bench, training in (
            (shown(), TrainingState()),
            (shown(notice=notice), live),
            (shown(), replayed),
            (Workbench(), TrainingState()),
        ):
            show_state(window, bench, training)
            QApplication.processEvents()
    told = [event for views in heard for events in views.values() for event in events]
    assert {event[0] for event in told} <= {"first_picture_painted", "made"}


def test_tabs_are_shown_by_name_and_marked_in_the_menu(window):
    window.show()
    assert window.menus.action("place_look").isChecked()
    for name in (*TABS[1:], TABS[0]):
        tell(window.attention, "0.5 · a attends to b")
        window.show_tab(name)
        assert window.tabs.page().isVisible()
        assert window.sentence.text() == "", "it was of the tab before"
        entries = [window.menus.action(f"tab_{tab}") for tab in TABS[1:]]
        assert [action.data() for action in entries if action.isChecked()] == (
            [name] if name in TABS[1:] else []
        )
        assert window.timeline.isVisible() == (name == "attention")


def test_a_low_window_keeps_room_for_the_pictures(qtbot, window):
    window.show()
    show_state(window, shown())
    for height, low in ((ROOMY - 1, True), (ROOMY, False)):
        window.resize(900, height)
        QApplication.processEvents()
        assert window.attention.strip.isHidden() == low
    window.set_theme(light_theme("presentation"))
    assert window.attention.strip.isHidden()


@pytest.mark.parametrize("size", ["normal", "presentation"])
@pytest.mark.parametrize("extent", [(900, 600), (1280, 800)])
def test_the_curves_of_positions_are_high_enough_to_read(qapp, qtbot, window, size, extent):
    theme = light_theme(size)
    with dressed(qapp, theme):
        window.set_theme(theme)
        window.resize(*extent)
        window.show()
        window.show_tab("positions")
        show_state(window, shown())
        all_made(qtbot, window)
        page = window.pages["positions"].panel.page("table")
        page.grab()
        assert page.curves.plot.spots().axes.area.height() >= 50 * theme.scale
        assert page.similarity.height() >= 130 * theme.scale


def test_the_status_bar_says_what_is_under_the_mouse(window):
    window.show()
    assert window.sentence.textFormat() == Qt.TextFormat.PlainText
    for view in window.pages.values():
        tell(view, "<b>0.54</b> &amp; <s> attends to 猫")
        assert window.sentence.text() == "<b>0.54</b> &amp; <s> attends to 猫"
        tell(view, "")


def test_the_hint_of_a_menu_entry_covers_the_sentence_only_while_it_is_hovered(qtbot, window):
    window.show()
    tell(window.attention, "0.54 · <s> attends to 猫")
    entry = window.menus.action("translate")
    menu = next(menu for menu in entry.associatedObjects() if isinstance(menu, QMenu))
    window.menuBar().setActiveAction(menu.menuAction())
    menu.setActiveAction(entry)
    assert window.statusBar().currentMessage() == entry.statusTip() != ""
    assert window.sentence.isHidden()
    menu.close()
    assert window.statusBar().currentMessage() == ""
    assert window.sentence.isVisible()
    assert window.sentence.text() == "0.54 · <s> attends to 猫"


def test_the_first_picture_is_announced_once_after_it_was_painted(qtbot, window):
    heard = emissions(window)
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()
    heard[:] = [told for told in heard if told[0] != "resized"]
    assert heard == []
    show_state(window, shown(step=0, trace=trace_of(())))
    QApplication.processEvents()
    assert heard == [], "nothing is decoded yet"
    with qtbot.waitSignal(window.first_picture_painted):
        show_state(window, shown())
    show_state(window, shown(step=0))
    window.repaint()
    QApplication.processEvents()
    assert heard == [("first_picture_painted",)]


# ---------------------------------------------------------------------------------- closing


def test_closing_is_asked_for_until_it_is_allowed(qtbot):
    window = MainWindow()
    qtbot.addWidget(window, before_close_func=MainWindow.allow_close)
    window.show()
    heard = emissions(window)
    assert not window.close()
    assert window.isVisible()
    assert heard == [("close_requested",)]
    window.menus.action("quit").trigger()
    assert heard == 2 * [("close_requested",)]
    window.allow_close()
    assert window.close()
    assert heard == 2 * [("close_requested",)]


# ------------------------------------------------------------------------------------ menus


def test_menu_entries_repeat_the_intents_of_the_views(window, steps, looks):
    show_state(window, shown(translating=True))
    window.header.source.setText("a b")
    heard = all_emissions(window)
    names = ("translate", "stop", "first_step", "step_back", "step_forward")
    for name in (*names, "last_step", "play", "kind_encoder", "row_labels_fed"):
        window.menus.action(name).trigger()
    assert heard["header"] == [("translate_requested", "a b"), ("translation_cancelled",)]
    assert steps.heard == [
        ("step_chosen", 0),
        ("stepped", -1),
        ("stepped", 1),
        ("last_step_chosen",),
        ("play_toggled",),
    ]
    assert ("kind_picked", "encoder") in looks.heard
    assert ("row_labels_picked", "fed") in looks.heard
    window.menus.action("copy_translation").trigger()
    assert QGuiApplication.clipboard().text() == "I have a cat ."


def test_the_whole_main_job_is_done_by_keyboard(qtbot, window, steps, looks):
    window.show()
    show_state(window, shown())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.header.source.setFocus()
    heard = all_emissions(window)
    window.header.source.selectAll()
    qtbot.keyClicks(window.header.source, "x y")
    qtbot.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    window.timeline.slider.setFocus()
    qtbot.keyClick(window.timeline.slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window.timeline.slider, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window.timeline.slider, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert heard["header"] == [("translate_requested", "x y")]
    assert steps.heard == [("stepped", 1), ("play_toggled",)]
    assert ("kind_picked", "decoder") in looks.heard


def test_the_panel_of_the_training_tab_comes_with_its_tab(qtbot):
    window = MainWindow(light_theme())
    qtbot.addWidget(window, before_close_func=MainWindow.allow_close)
    window.show()
    assert window.training is None
    window.menus.action("tab_training").trigger()
    assert window.tabs.current_name() == "training"
    assert window.training is None, "there is no pyqtgraph yet"
    window.furnish()
    all_made(qtbot, window)
    assert window.training.isVisible()
    assert window.focusWidget() is window.training.form.task
    for name in ("runs", "time_lapse", "experiments"):
        window.menus.action(f"tab_{name}").trigger()
        assert window.tabs.current_name() == name
        assert window.tabs.page() is window.late["training"]


def test_a_time_lapse_stands_above_the_timeline_while_it_is_on_screen(window):
    window.show()
    show_state(window, shown())
    assert not window.replay.isVisible()
    show_state(window, shown(), replay_opened(with_runs(training_room(), history())).own)
    QApplication.processEvents()
    bar = window.replay.panel
    assert bar.isVisible()
    assert window.tabs.geometry().bottom() < window.replay.y() < window.timeline_page.y()
    tell(bar, "update 5")
    assert window.sentence.text() == "update 5"
    show_state(window, shown())
    assert not window.replay.isVisible()


@pytest.mark.parametrize("name", ["shortcuts", "about"])
def test_help_opens_a_box_that_stops_nothing(window, name):
    window.show()
    window.menus.action(name).trigger()
    (box,) = window.findChildren(QDialog)
    assert box.isVisible()
    assert not box.isModal()
    box.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


# ---------------------------------------------------------------- for everybody, everywhere


@pytest.mark.parametrize("tab", TABS)
def test_all_that_can_be_used_has_a_name_and_a_tip(qtbot, window, tab):
    window.show()
    window.show_tab(tab)
    notice = Notice("error", Message("x"), "details", go_on="run-1", example="a b c")
    live = training_room(live=run_of(run_id="copy-1").live)
    room = replay_opened(with_runs(live, history(), history("copy-1")))
    show_state(window, shown(notice=notice), room.own)
    all_made(qtbot, window)
    own = [window.header, window.notices, window.replay, window.timeline]
    own += [window.training] if tab == "training" else []
    used = [child for view in own for child in focusable(view)]
    assert len(used) > 20
    assert [child for child in used if not spoken_name(child)] == []
    untipped = [child for child in used if not child.toolTip() and not _tells_itself(child)]
    assert untipped == []


def _tells_itself(widget: QWidget) -> bool:
    """Painted views have tool tips of their own; the details are text to read."""
    painted = {"StepStrip", "CandidateBars", "ReplayStrip", "CurveChart", "PictureView"}
    return type(widget).__name__ in {*painted, "QPlainTextEdit"}


def focus_order(view):
    """Children in the order in which Tab reaches them."""
    order, widget = [], view.nextInFocusChain()
    reached = set(focusable(view))
    while widget is not view:
        if widget in reached:
            order.append(widget)
        widget = widget.nextInFocusChain()
    return order


def test_tab_goes_through_the_window_as_one_reads_it(qtbot, window):
    window.show()
    window.show_tab("attention")
    views = [window.header, window.notices, window.tabs, window.timeline]
    tops = [window.header.source, window.notices.close_button, window.timeline.player.first]
    order = focus_order(window)
    assert [order.index(top) for top in tops] == sorted(order.index(top) for top in tops)
    assert all(focusable(view) for view in views)
    header, player = window.header, window.timeline.player
    assert focus_order(header) == [header.source, header.button, header.models, header.other]
    buttons = [player.first, player.back, player.play, player.forward, player.last]
    assert focus_order(player) == buttons
    line, side = window.timeline.translation, window.timeline.side
    steps = (window.timeline.slider, window.timeline.tokens, line.text)
    read = [*steps, side.token_field, side.candidates]
    assert [view for view in order if view in read] == read
    window.show_tab("training")
    all_made(qtbot, window)
    form, header = window.training.form, window.training.view.header
    read = [
        form.task,
        form.fold,
        form.configuration.epochs,
        form.start,
        header.pause,
        header.stop,
        header.use,
    ]
    assert [view for view in focus_order(window.training) if view in read] == read


@pytest.mark.parametrize("tab", ["positions", "training"])
def test_keys_reach_a_page_that_was_opened_from_the_one_before(qtbot, window, tab):
    window.show()
    focusable(window.attention)[0].setFocus()
    window.show_tab(tab)
    show_state(window, shown())
    all_made(qtbot, window)
    assert window.tabs.page().isAncestorOf(window.focusWidget())
    assert window.focusWidget() in focusable(window.tabs.page())


def test_tab_goes_from_the_heads_to_the_picture_however_late_it_was_made(window):
    window.show()
    panel = window.attention
    for view, side_by_side in itertools.product(get_args(View), (False, True)):
        state = shown(attention=AttentionOptions(view=view, side_by_side=side_by_side))
        panel.set_snapshot(resolve_attention(state))
        views = [panel.mosaic, panel.pictures.current()]
        if side_by_side and view == "grid":
            views = list(panel.columns.mosaics.values())
        elif side_by_side:
            views = [pictures.current() for pictures in panel.columns.pictures.values()]
        order = [child for child in focus_order(window) if child.isVisible()]
        start = order.index(views[0])
        assert order[start : start + len(views)] == views
        assert start < order.index(window.timeline.player.first)


def test_no_mnemonic_is_used_twice(qtbot, window):
    window.show()
    window.show_tab("training")
    all_made(qtbot, window)
    labels = [label for label in window.findChildren(QLabel) if label.buddy() is not None]
    buttons = window.findChildren(QPushButton)
    texts = [thing.text() for thing in (*window.menuBar().actions(), *labels, *buttons)]
    letters = Counter(letter.lower() for text in texts for letter in re.findall(r"&(\w)", text))
    assert len(letters) >= 10
    assert max(letters.values()) == 1, letters


@pytest.mark.parametrize("theme", [light_theme(), dark_theme(), dark_theme("presentation")])
def test_every_tab_can_be_painted_in_every_theme(qapp, window, theme):
    with dressed(qapp, theme):
        window.set_theme(theme)
        window.show()
        for tab in TABS:
            show_state(window, shown(), run_of())
            window.show_tab(tab)
            image = window.grab().toImage()
            corner = image.pixelColor(2, image.height() - 3).name()
            assert corner == theme.background.lower(), tab


# ------------------------------------------------------------------------ places, by keys


def test_keys_lead_to_places_and_their_tabs_from_anywhere(qtbot, window):
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    ctrl, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    lessons = [panel.name for panel in tabs_of("understand")]
    for key, modifiers, tab in (
        (Qt.Key.Key_2, ctrl, lessons[0]),
        (Qt.Key.Key_PageUp, ctrl, lessons[0]),
        (Qt.Key.Key_PageDown, ctrl, lessons[1]),
        (Qt.Key.Key_8, alt, lessons[-1]),
        (Qt.Key.Key_PageDown, ctrl, lessons[-1]),
        (Qt.Key.Key_3, ctrl, "training"),
        (Qt.Key.Key_4, alt, "experiments"),
        (Qt.Key.Key_3, alt, "time_lapse"),
        (Qt.Key.Key_1, ctrl, "attention"),
        (Qt.Key.Key_2, ctrl, lessons[-1]),
        (Qt.Key.Key_3, ctrl, "time_lapse"),
    ):
        qtbot.keyClick(window.focusWidget() or window, key, modifiers)
        assert window.tabs.current_name() == tab


def test_in_look_the_digits_with_alt_choose_what_is_looked_at(qtbot, window, looks):
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for key in (Qt.Key.Key_1, Qt.Key.Key_5):
        qtbot.keyClick(window.header.source, key, Qt.KeyboardModifier.AltModifier)
    assert looks.heard == [("kind_picked", "encoder"), ("option_picked", "view", "focus")]
    window.show_tab("masks")
    qtbot.keyClick(window.header.source, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert len(looks.heard) == 2
