import html
import math

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from model.traces.trace import Candidate
from tests.viz_app.listening import plain, wheel
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import colours_in
from tests.viz_app.probes import hover, marked_language
from tests.viz_app.states import candidates_of
from viz_app.design.theme import band_theme, light_theme
from viz_app.panels.timeline.room import TimelineSnapshot
from viz_app.panels.timeline.view.candidates import (
    NARROW_WIDTH,
    WIDTH,
    CandidateBars,
    CandidateLine,
)
from viz_app.texts.labels import with_log_p, with_p
from viz_app.workbench.snapshots.token_axes import TokenLine

# ------------------------------------------------------------------------------------- the bars


@pytest.fixture
def bars(qtbot, theme, room):
    bars = CandidateBars(theme, room.handle)
    qtbot.addWidget(bars)
    bars.resize(300, 120)
    show(bars, candidates_of("cat", 100), 100)
    bars.show()
    return bars


def show(view, candidates, chosen, **fields):
    snapshot = TimelineSnapshot(candidates=tuple(candidates), chosen_id=chosen, **fields)
    view.set_snapshot(snapshot)


def taken(room):
    """The ids of the tokens that were asked for."""
    return [token for _, _, token in room.heard]


def accent_pixels(bars):
    """Columns of each row that have the accent colour."""
    image, accent = bars.grab().toImage(), light_theme().accent.lower()
    rows = [bars.row_rect(row).center().y() for row in range(5)]
    return [
        sum(image.pixelColor(x, y).name() == accent for x in range(image.width())) for y in rows
    ]


def test_each_bar_is_as_long_as_its_probability_and_only_the_chosen_ones_has_the_accent(bars):
    tokens, probabilities = zip(*bars.rows(), strict=True)
    assert tokens == ("cat", "one", "two", "<unk>", "שלום")
    assert probabilities == pytest.approx([2.0**-n for n in range(1, 6)])
    first, *others = accent_pixels(bars)
    assert first > 20
    assert others == [0, 0, 0, 0]
    lengths = []
    for share in (0.25, 0.5, 1.0):
        show(bars, (Candidate("a", 1, math.log(share)),), 1)
        lengths.append(accent_pixels(bars)[0])
    assert [length / lengths[2] for length in lengths] == pytest.approx([0.25, 0.5, 1], abs=0.05)


def test_exact_values_and_what_a_click_does_are_told_on_hover_and_by_keyboard(qtbot, bars):
    for row, said in (
        (0, "this token was chosen here"),
        (1, "probability 0.250000, log-probability −1.3863 nats · click or press Return to branch"),
    ):
        point = centre(bars, row)
        QApplication.sendEvent(bars, QHelpEvent(QHelpEvent.Type.ToolTip, point, QPoint()))
        assert said in QToolTip.text()
    assert "this token was chosen here" in bars.accessibleDescription()
    for key, times, said in (("Up", 0, "500000"), ("Down", 1, "250000"), ("Down", 9, "031250")):
        for _ in range(times):
            qtbot.keyClick(bars, Qt.Key[f"Key_{key}"])
        assert f"probability 0.{said}" in bars.accessibleDescription()
    QToolTip.hideText()


@pytest.mark.parametrize("theme", [light_theme(), light_theme("presentation")], indirect=True)
def test_all_rows_are_painted_at_the_smallest_height(bars, theme):
    bars.resize(bars.minimumSizeHint())
    image, panel = bars.grab().toImage(), bars.palette().window().color()
    for row in range(5):
        place = bars.row_rect(row)
        assert bars.rect().contains(place)
        assert place.height() >= theme.small
        middle = place.center().y()
        assert any(image.pixelColor(x, middle) != panel for x in range(image.width()))


@pytest.mark.parametrize(
    "theme", [band_theme(light_theme(size)) for size in ("normal", "presentation")], indirect=True
)
def test_the_bold_number_after_the_longest_bar_keeps_away_from_the_thumb(bars, theme):
    likely = [Candidate(f"word{n}", n, math.log(1 - 1e-6 if n == 0 else 1e-7)) for n in range(20)]
    show(bars, tuple(likely), 0)
    image, row, end = bars.grab().toImage(), bars.row_rect(0), bars.width() - theme.unit
    between = {
        image.pixelColor(x, y).name()
        for x in range(end - theme.unit, end)
        for y in range(row.top(), row.bottom())
    }
    assert between == {image.pixelColor(0, row.top()).name()}


# --------------------------------------------------------------------------------- taking one


def centre(bars, row):
    return bars.row_rect(row).center()


def test_a_click_takes_another_candidate(qtbot, bars, room):
    for row in (2, 4):
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=centre(bars, row))
    assert taken(room) == [2, 4]


def test_return_takes_the_one_under_the_cursor(qtbot, bars, room):
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Enter):
        qtbot.keyClick(bars, key)
    assert taken(room) == [1, 2]
    QToolTip.hideText()


def test_the_token_that_is_there_already_cannot_be_taken(qtbot, bars, room):
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=centre(bars, 0))
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    qtbot.mouseClick(bars, Qt.MouseButton.RightButton, pos=centre(bars, 1))
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(5, bars.height() - 1))
    qtbot.keyClick(bars, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    show(bars, (), None)
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    assert taken(room) == []


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
    show(bars, candidates_of("cat", 100), 1)
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert "probability 0.125000" in bars.accessibleDescription()
    show(bars, candidates_of("dog", 101), 101)
    assert "probability 0.500000" in bars.accessibleDescription()
    QToolTip.hideText()


def test_a_token_that_is_no_candidate_has_a_row_of_its_own(bars):
    elephant = Candidate("elephant", 99, -9.0)
    show(bars, (*candidates_of("cat", 100), elephant), 99)
    assert bars.rect().contains(bars.row_rect(5))
    assert bars.row_rect(5).height() >= light_theme().small


# --------------------------------------------------------------------------- little room


@pytest.fixture
def low(bars):
    """Three of five rows in view."""
    bars.set_compact(compact=True)
    bars.resize(bars.sizeHint())
    return bars


def test_where_there_is_little_room_the_best_three_are_in_view(bars, low):
    assert low.rows_in_view() == range(3)
    assert len(low.rows()) == 5
    assert [low.rect().contains(low.row_rect(row)) for row in range(5)] == [True] * 3 + [False] * 2
    assert low.row_rect(2).height() >= light_theme().small
    low.set_compact(compact=False)
    assert low.rows_in_view() == range(5)
    assert not wheel(low, QPoint(5, 5), -120), "which is for what is around"


def test_the_token_taken_is_in_view(low):
    for chosen, first in ((4, 2), (1, 0), (3, 1)):
        show(low, candidates_of(f"cat{chosen}", 100), chosen)
        assert low.rows_in_view() == range(first, first + 3)
    show(low, candidates_of("cat", 100), 99)
    assert low.rows_in_view() == range(3)


def test_the_cursor_takes_the_view_along(qtbot, low, room):
    for _ in range(3):
        qtbot.keyClick(low, Qt.Key.Key_Down)
    assert low.rows_in_view() == range(1, 4)
    qtbot.keyClick(low, Qt.Key.Key_Return)
    assert taken(room) == [3]
    for _ in range(3):
        qtbot.keyClick(low, Qt.Key.Key_Up)
    assert low.rows_in_view() == range(3)
    QToolTip.hideText()


def test_the_wheel_brings_the_others_and_a_click_takes_what_is_seen_there(qtbot, low, room):
    wheel(low, QPoint(5, 5), -120)
    qtbot.mouseClick(low, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert taken(room) == [1]
    assert [wheel(low, QPoint(5, 5), -120) for _ in range(2)] == [True] * 2
    assert low.rows_in_view() == range(2, 5)
    for _ in range(3):
        wheel(low, QPoint(5, 5), 120)
    assert low.rows_in_view() == range(3)


def test_a_mark_at_the_right_edge_says_that_there_are_more(low):
    line = light_theme().line.lower()

    def marked():
        image = low.grab().toImage()
        x = image.width() - 2
        return [y for y in range(image.height()) if image.pixelColor(x, y).name() == line]

    top = marked()
    assert top
    wheel(low, QPoint(5, 5), -120)
    assert min(marked()) > min(top)
    assert max(marked()) > max(top)
    show(low, candidates_of("cat", 100)[:3], 100)
    assert marked() == []


def test_the_cursor_s_row_comes_back_with_the_keyboard(qtbot, low):
    low.activateWindow()
    qtbot.waitUntil(low.isActiveWindow)
    low.clearFocus()
    wheel(low, QPoint(5, 5), -120)
    wheel(low, QPoint(5, 5), -120)
    low.setFocus()
    assert low.rows_in_view() == range(3)


@pytest.mark.parametrize("compact", [False, True])
def test_nothing_to_show_is_fine(qtbot, bars, compact):
    bars.set_compact(compact=compact)
    show(bars, (), None)
    qtbot.keyClick(bars, Qt.Key.Key_Down)
    assert (bars.rows(), list(bars.rows_in_view()), bars.accessibleDescription()) == ([], [], "")
    assert not wheel(bars, QPoint(5, 5), -120)
    assert not bars.grab().isNull()


def test_beside_a_compared_branch_each_candidate_has_two_probabilities(qtbot, bars):
    """Those of both; what only the other one could have taken comes last."""
    own = (Candidate("have", 5, math.log(0.9)), Candidate("like", 6, math.log(0.05)))
    other = (Candidate("like", 6, math.log(0.7)), Candidate("see", 7, math.log(0.2)))
    show(bars, own, 5)
    alone = bars.grab().toImage()
    show(bars, own, 5, others=other, other_id=6)
    assert [token for token, _ in bars.rows()] == ["have", "like", "see"]
    assert plain(bars.sentence(0)).startswith("“have”: probability 0.900000")
    assert "compared" not in bars.sentence(0)
    assert bars.sentence(1).endswith("; probability in the comparison: 0.700000")
    assert bars.sentence(2).endswith(" in the comparison; not among the top candidates here")
    assert light_theme().negative.lower() in colours_in(bars.grab().toImage())
    show(bars, own, 5)
    assert [token for token, _ in bars.rows()] == ["have", "like"]
    assert bars.grab().toImage() == alone


def test_more_candidates_than_have_room_are_a_turn_of_the_wheel_away(bars):
    """Both branches have five of their own: rows stay high enough to be read."""
    others = [Candidate(f"t{n}", 200 + n, math.log(0.1)) for n in range(5)]
    bars.resize(300, bars.minimumSizeHint().height())
    show(bars, candidates_of("cat", 100), 100, others=tuple(others), other_id=200)
    assert bars.rows_in_view() == range(5)
    assert bars.row_rect(0).height() >= light_theme().small
    for _ in range(9):
        wheel(bars, QPoint(5, 5), -120)
    assert bars.rows_in_view() == range(5, 10)
    bars.resize(300, 10 * 20)
    assert bars.rows_in_view() == range(10)


# ------------------------------------------------------------------------------------- the line


@pytest.fixture
def line(qtbot, room):
    line = CandidateLine(light_theme(), room.handle)
    line.set_narrow(narrow=False)
    return on_screen(qtbot, line, size=(WIDTH * line.theme.unit, 36))


def test_as_many_as_have_room_are_in_view_the_best_first(line):
    show(line, candidates_of("cat", 100), 100, entropy=1.32)
    every = [candidate.token for candidate in candidates_of("cat", 100)]
    wide = line.shown()
    assert list(wide) == every[: len(wide)]
    line.set_narrow(narrow=True)
    assert line.width() == NARROW_WIDTH * line.theme.unit
    assert 0 < len(line.shown()) < len(wide) < len(every)


def test_what_has_no_room_is_in_the_tool_tip_and_every_number_says_what_it_is(line):
    candidates = candidates_of("cat", 100)
    show(line, candidates, 100, entropy=1.32)
    assert all(html.escape(candidate.token) in line.toolTip() for candidate in candidates)
    said = [part.split(": ")[-1] for part in plain(line.accessibleDescription()).split(" · ")]
    assert said == [*(f"{one.token} {with_p(one.probability)}" for one in candidates), "1.32 bits"]


def test_beside_logarithms_they_are_logarithms(line):
    candidates = candidates_of("cat", 100)
    show(line, candidates, 100, line=TokenLine(as_log=True))
    said = plain(line.accessibleDescription())
    assert f"cat {with_log_p(candidates[0].log_probability)}" in said
    assert " p " not in said.replace("log p", "")


def test_the_entropy_is_said_in_the_language_of_the_window(line):
    with marked_language():
        show(line, candidates_of("cat", 100), 100, entropy=1.32)
        assert "«1.32 bits»" in line.toolTip()


def test_its_width_does_not_depend_on_the_tokens(line):
    widths = set()
    for token in ("a", "cat", "a_very_long_token_indeed" * 3):
        show(line, candidates_of(token, 100), 100)
        assert line.grab().width() == line.width()
        widths.add(line.sizeHint().width())
    assert len(widths) == 1


def test_a_click_asks_for_all_of_them(qtbot, line, room):
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert room.heard == []
    show(line, candidates_of("cat", 100), 100, entropy=1.32)
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert room.heard == [("fold", False)]
