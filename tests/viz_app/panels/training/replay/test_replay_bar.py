"""The bar of a time-lapse: by mouse, by keyboard, by a screen reader, and what is drawn."""

import dataclasses

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QToolTip

from tests.viz_app.listening import plain, said_by, wheel
from tests.viz_app.probes import hover, marked_language
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.replay.room import ReplaySnapshot, moment_picked, resolve_replay
from viz_app.panels.training.replay.view import ReplayBar


def snapshot_of(*runs, index: int = 3) -> ReplaySnapshot:
    room = with_runs(training_room(), *runs, compared=len(runs) > 1)
    return resolve_replay(moment_picked(room, index))


@pytest.fixture
def shown():
    return snapshot_of(history())


@pytest.fixture
def bar(qtbot, shown, handle):
    bar = ReplayBar(light_theme(), handle, closable=True)
    qtbot.addWidget(bar)
    bar.resize(900, 90)
    bar.show()
    bar.set_snapshot(shown)
    bar.grab()
    return bar


def place_of(bar, index) -> QPoint:
    layout = bar.strip.layout_now()
    return QPoint(round(layout.axis.x(index)), round(layout.area.center().y()))


class TestByMouse:
    def test_the_arrow_asks_for_a_file(self, bar, qtbot, heard):
        qtbot.mouseClick(bar.save, Qt.MouseButton.LeftButton)
        assert heard == [("animate",)]
        bar.set_snapshot(None)
        assert not bar.save.isEnabled()

    def test_a_click_asks_for_the_moment_there(self, bar, qtbot, heard):
        for index in (0, 1, 2, 4, 7):
            qtbot.mouseClick(bar.strip, Qt.MouseButton.LeftButton, pos=place_of(bar, index))
            assert heard[-1] == ("moment_picked", index)

    def test_a_drag_asks_for_every_moment_on_its_way_and_for_the_last_beyond_the_end(
        self, bar, qtbot, heard
    ):
        end = QPoint(bar.strip.width() + 50, 30)
        qtbot.mousePress(bar.strip, Qt.MouseButton.LeftButton, pos=place_of(bar, 4))
        for place in (place_of(bar, 5), place_of(bar, 6), end):
            qtbot.mouseMove(bar.strip, place)
        qtbot.mouseRelease(bar.strip, Qt.MouseButton.LeftButton, pos=end)
        asked = [value for name, value in heard if name == "moment_picked"]
        assert (asked[0], asked[-1]) == (4, 7)
        assert asked == sorted(asked)

    def test_the_moment_under_the_mouse_is_said(self, bar, qtbot):
        said = said_by(bar)
        hover(qtbot, bar.strip, place_of(bar, 4))
        assert set(said) == {"update 10 of 40, epoch 1 · loss 2.170"}
        assert "update 10 of 40" in QToolTip.text()

    def test_the_wheel_changes_nothing(self, bar, heard):
        assert not wheel(bar.strip, place_of(bar, 3), -120)
        assert heard == []


class TestByKeyboard:
    @pytest.mark.parametrize(
        ("key", "index"),
        [
            (Qt.Key.Key_Left, 2),
            (Qt.Key.Key_Right, 4),
            (Qt.Key.Key_Home, 0),
            (Qt.Key.Key_End, 7),
            (Qt.Key.Key_PageDown, 0),
            (Qt.Key.Key_PageUp, 7),
        ],
    )
    def test_keys_move(self, bar, qtbot, key, index, heard):
        qtbot.keyClick(bar.strip, key)
        assert heard == [("moment_picked", index)]

    def test_space_plays_and_with_ctrl_the_keys_are_the_window_s(self, bar, qtbot, heard):
        qtbot.keyClick(bar.strip, Qt.Key.Key_Space)
        qtbot.keyClick(bar.strip, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
        assert heard == [("replay_toggled",)]

    def test_everything_can_be_reached_from_left_to_right(self, bar, qtbot):
        bar.play.setFocus()
        reached = []
        for _ in range(5):
            reached.append(bar.focusWidget())
            qtbot.keyClick(bar.focusWidget(), Qt.Key.Key_Tab)
        assert reached == [bar.play, bar.strip, bar.probes, bar.save, bar.close_button]
        assert [widget.accessibleName() for widget in reached] == [
            "Play the training",
            "Moment of the training",
            "Sentence",
            "Save the time-lapse as MP4 or GIF",
            "Back to your own sentence",
        ]


class TestForAScreenReader:
    def test_it_is_a_slider(self, bar):
        accessible = QAccessible.queryAccessibleInterface(bar.strip)
        assert accessible.role() == QAccessible.Role.Slider
        values = accessible.valueInterface()
        assert (values.currentValue(), values.minimumValue(), values.maximumValue()) == (3, 0, 7)

    def test_its_value_is_told_in_words(self, bar, shown):
        here = "reverse-1 · update 5 of 40, epoch 1 · loss 2.559"
        for snapshot, told in (
            (shown, here),
            (dataclasses.replace(shown, index=0), "reverse-1 · before the first update"),
            (
                snapshot_of(history(), history("other", updates=(0, 7))),
                f"{here} · compared with other at update 7",
            ),
            (
                snapshot_of(history(), history("other", updates=())),
                f"{here} · other has no attention to compare with",
            ),
            (dataclasses.replace(shown, live=True, follows=True), f"{here} · live"),
            (dataclasses.replace(shown, live=True), here),
        ):
            bar.set_snapshot(snapshot)
            assert plain(bar.strip.accessibleDescription()) == told


class TestTheButtons:
    def test_play_asks_and_shows_what_it_would_do(self, bar, shown, qtbot, heard):
        qtbot.mouseClick(bar.play, Qt.MouseButton.LeftButton)
        assert heard == [("replay_toggled",)]
        assert bar.play.accessibleName() == "Play the training"
        bar.set_snapshot(dataclasses.replace(shown, playing=True))
        assert bar.play.accessibleName() == "Pause"

    def test_close_asks_for_the_own_picture_where_there_is_a_way_back(
        self, bar, qtbot, handle, heard
    ):
        qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
        assert heard == [("replay_closed",)]
        other = ReplayBar(light_theme(), handle)
        qtbot.addWidget(other)
        other.show()
        assert not other.close_button.isVisible()

    def test_of_several_sentences_one_can_be_chosen(self, bar, shown, qtbot, heard):
        bar.probes.setFocus()
        qtbot.keyClick(bar.probes, Qt.Key.Key_Down)
        assert heard == [("probe_picked", 1)]
        bar.set_snapshot(dataclasses.replace(shown, sources=("a b c",)))
        assert not bar.probes.isVisible()


class TestWithoutMoments:
    def test_it_says_so_and_asks_for_nothing(self, bar, qtbot, heard):
        bar.set_snapshot(None)
        qtbot.mouseClick(bar.strip, Qt.MouseButton.LeftButton, pos=QPoint(100, 30))
        qtbot.mouseClick(bar.play, Qt.MouseButton.LeftButton)
        assert heard == []
        assert bar.strip.accessibleDescription() == "No attention is recorded yet."
        assert not bar.grab().isNull()

    def test_one_moment_is_shown_but_cannot_be_moved_from(self, bar, qtbot):
        bar.set_snapshot(snapshot_of(history(updates=(0,)), index=0))
        assert not bar.strip.isEnabled()
        assert not bar.play.isEnabled()
        assert not bar.grab().isNull()


def test_showing_a_snapshot_asks_for_nothing(bar, shown, heard):
    bar.set_snapshot(dataclasses.replace(shown, index=6, probe=1))
    assert heard == []
    assert bar.strip.value() == 6
    assert bar.probes.currentText() == "d e"


def test_the_handle_is_drawn_where_the_moment_is(bar, shown):
    for theme in (light_theme(), dark_theme()):
        bar.set_theme(theme)
        for index in (1, 5, 7):
            bar.set_snapshot(dataclasses.replace(shown, index=index))
            image, layout = bar.strip.grab().toImage(), bar.strip.layout_now()
            area = layout.area.toAlignedRect()
            hits = [
                x
                for x in range(image.width())
                for y in range(area.top() - 4, min(area.bottom() + 6, image.height()))
                if image.pixelColor(x, y).name() == theme.accent.lower()
                and abs(x - layout.axis.x(index)) <= 3
            ]
            assert len(hits) > 25


def test_the_backdrop_is_kept_while_the_cursor_moves(bar, shown):
    bar.strip.grab()
    kept = bar.strip._backdrop
    bar.set_snapshot(dataclasses.replace(shown, index=6))
    bar.strip.grab()
    assert bar.strip._backdrop is kept
    bar.set_snapshot(dataclasses.replace(shown, curve=shown.curve[:20]))
    bar.strip.grab()
    assert bar.strip._backdrop is not kept


def test_it_is_lower_where_there_is_little_room(bar):
    usual = bar.sizeHint().height()
    bar.set_compact(compact=True)
    assert bar.sizeHint().height() < usual <= 80


def test_it_follows_the_language(bar):
    with marked_language():
        assert bar.play.toolTip() == "«Play the training»"
        assert bar.strip.accessibleName() == "«Moment of the training»"
        assert "«" in bar.strip.accessibleDescription()
