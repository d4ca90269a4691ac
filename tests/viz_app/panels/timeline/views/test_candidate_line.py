"""The best candidates in the line of the steps."""

import html

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.listening import plain
from tests.viz_app.on_screen import on_screen
from tests.viz_app.probes import emissions, marked_language
from tests.viz_app.states import candidates_of
from viz_app.design.theme import light_theme
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.views.candidate_line import NARROW_WIDTH, WIDTH, CandidateLine
from viz_app.texts.numbers import with_log_p, with_p


@pytest.fixture
def line(qtbot):
    line = CandidateLine(TimelineIntents())
    line.set_theme(light_theme())
    line.set_narrow(narrow=False)
    return on_screen(qtbot, line, size=(WIDTH * line.theme.unit, 36))


def show(line, token):
    line.set_candidates(candidates_of(token, 100), 100, entropy=1.32)


def test_as_many_as_have_room_are_in_view_the_best_first(line):
    show(line, "cat")
    every = [candidate.token for candidate in candidates_of("cat", 100)]
    wide = line.shown()
    assert list(wide) == every[: len(wide)]
    line.set_narrow(narrow=True)
    assert line.width() == NARROW_WIDTH * line.theme.unit
    assert 0 < len(line.shown()) < len(wide) < len(every)


def test_what_has_no_room_is_in_the_tool_tip(line):
    show(line, "cat")
    for candidate in candidates_of("cat", 100):
        assert html.escape(candidate.token) in line.toolTip()
    assert "1.32 bits" in line.toolTip()
    assert "cat" in line.accessibleDescription()


def test_every_number_says_what_it_is(line):
    show(line, "cat")
    shown = [part.split(": ")[-1] for part in plain(line.accessibleDescription()).split(" · ")]
    names = [candidate.token for candidate in candidates_of("cat", 100)]
    for candidate, text in zip(candidates_of("cat", 100), shown, strict=False):
        assert text == f"{candidate.token} {with_p(candidate.probability)}"
    assert shown[len(names) :] == ["1.32 bits"]


def test_beside_logarithms_they_are_logarithms(line):
    candidates = candidates_of("cat", 100)
    line.set_candidates(candidates, 100, entropy=1.0, as_log=True)
    said = plain(line.accessibleDescription())
    assert f"cat {with_log_p(candidates[0].log_probability)}" in said
    assert " p " not in said.replace("log p", "")


def test_the_entropy_is_said_in_the_language_of_the_window(line):
    show(line, "cat")
    with marked_language():
        assert "«1.32 bits»" in line.toolTip()
    assert "1.32 bits" in line.toolTip()
    assert "«" not in line.toolTip()


def test_its_width_does_not_depend_on_the_tokens(line):
    widths = set()
    for token in ("a", "cat", "a_very_long_token_indeed" * 3):
        show(line, token)
        assert line.grab().width() == line.width()
        widths.add(line.sizeHint().width())
    assert len(widths) == 1


def test_a_click_asks_for_all_of_them(qtbot, line):
    heard = emissions(line)
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert heard == []
    show(line, "cat")
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert heard == [("fold_picked", False)]
