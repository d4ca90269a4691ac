from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from model.trace import Candidate
from tests.viz_app.ui.probes import emissions, hover
from tests.viz_app.ui.states import candidates_of
from viz_app.ui.design.theme import light_theme
from viz_app.ui.timeline.candidate_bars import CandidateBars


@pytest.fixture
def bars(qtbot):
    bars = CandidateBars()
    qtbot.addWidget(bars)
    bars.resize(300, 120)
    bars.set_candidates(candidates_of("cat", 100), 100)
    bars.show()
    return bars


def accent_pixels(bars):
    """Columns of each row that have the accent colour."""
    image, accent = bars.grab().toImage(), light_theme().accent.lower()
    rows = [bars.row_rect(row).center().y() for row in range(5)]
    return [
        sum(image.pixelColor(x, y).name() == accent for x in range(image.width())) for y in rows
    ]


def test_rows_are_the_candidates(bars):
    rows = bars.rows()
    assert [token for token, _ in rows] == ["cat", "one", "two", "<unk>", "שלום"]
    assert [probability for _, probability in rows] == pytest.approx([2.0**-n for n in range(1, 6)])


def test_only_the_chosen_ones_bar_has_the_accent(bars):
    first, *others = accent_pixels(bars)
    assert first > 20
    assert others == [0, 0, 0, 0]


def test_a_bar_is_as_long_as_its_probability(bars):
    lengths = []
    for share in (0.25, 0.5, 1.0):
        bars.set_candidates((Candidate("a", 1, math.log(share)),), 1)
        lengths.append(accent_pixels(bars)[0])
    assert lengths[0] / lengths[2] == pytest.approx(0.25, abs=0.05)
    assert lengths[1] / lengths[2] == pytest.approx(0.5, abs=0.05)


def test_the_exact_values_are_told_on_hover(bars):
    QApplication.sendEvent(bars, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(5, 25), QPoint()))
    assert "probability 0.250000, log-probability -1.3863" in QToolTip.text()
    QToolTip.hideText()


def test_and_by_keyboard(qtbot, bars):
    assert "probability 0.500000" in bars.accessibleDescription()
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert "probability 0.250000" in bars.accessibleDescription()
    for _ in range(9):
        qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert "probability 0.031250" in bars.accessibleDescription()
    qtbot.keyClick(bars, Qt.Key.Key_Up)
    assert "probability 0.062500" in bars.accessibleDescription()
    QToolTip.hideText()


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_all_rows_are_painted_at_the_smallest_height(bars, size):
    theme = light_theme(size)
    bars.set_theme(theme)
    bars.resize(bars.minimumSizeHint())
    image, panel = bars.grab().toImage(), bars.palette().window().color()
    for row in range(5):
        place = bars.row_rect(row)
        assert bars.rect().contains(place)
        assert place.height() >= theme.small
        middle = place.center().y()
        assert any(image.pixelColor(x, middle) != panel for x in range(image.width()))


def test_nothing_to_show_is_fine(qtbot, bars):
    bars.set_candidates((), None)
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert bars.rows() == []
    assert bars.accessibleDescription() == ""
    assert not bars.grab().isNull()


# --------------------------------------------------------------------------------- taking one


def centre(bars, row):
    return bars.row_rect(row).center()


def test_a_click_takes_another_candidate(qtbot, bars):
    heard = emissions(bars)
    for row in (2, 4):
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=centre(bars, row))
    assert heard == [("candidate_picked", 2), ("candidate_picked", 4)]


def test_return_takes_the_one_under_the_cursor(qtbot, bars):
    heard = emissions(bars)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Enter):
        qtbot.keyClick(bars, key)
    assert heard == [("candidate_picked", 1), ("candidate_picked", 2)]
    QToolTip.hideText()


def test_the_token_that_is_there_already_cannot_be_taken(qtbot, bars):
    heard = emissions(bars)
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=centre(bars, 0))
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    qtbot.mouseClick(bars, Qt.MouseButton.RightButton, pos=centre(bars, 1))
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(5, bars.height() - 1))
    qtbot.keyClick(bars, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    bars.set_candidates((), None)
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    assert heard == []


def test_what_a_click_does_is_said(bars):
    for row, said in ((0, "this is the token taken here"), (1, "decode on with it, as a branch")):
        point = centre(bars, row)
        QApplication.sendEvent(bars, QHelpEvent(QHelpEvent.Type.ToolTip, point, QPoint()))
        assert said in QToolTip.text()
    assert "this is the token taken here" in bars.accessibleDescription()
    QToolTip.hideText()


def test_the_row_under_the_mouse_is_marked_and_shows_a_hand_where_a_click_does_something(
    qtbot, bars
):
    plain = bars.grab().toImage()
    hover(qtbot, bars, centre(bars, 1))
    assert bars.cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert bars.grab().toImage() != plain
    hover(qtbot, bars, centre(bars, 0))
    assert bars.cursor().shape() == Qt.CursorShape.ArrowCursor
    QApplication.sendEvent(bars, QEvent(QEvent.Type.Leave))
    assert bars.grab().toImage() == plain


def test_the_cursor_stays_among_the_same_candidates(qtbot, bars):
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    bars.set_candidates(candidates_of("cat", 100), 1)
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert "probability 0.125000" in bars.accessibleDescription()
    bars.set_candidates(candidates_of("dog", 101), 101)
    assert "probability 0.500000" in bars.accessibleDescription()
    QToolTip.hideText()


def test_a_token_that_is_no_candidate_has_a_row_of_its_own(bars):
    elephant = Candidate("elephant", 99, -9.0)
    bars.set_candidates((*candidates_of("cat", 100), elephant), 99)
    assert bars.rect().contains(bars.row_rect(5))
    assert bars.row_rect(5).height() >= light_theme().small
