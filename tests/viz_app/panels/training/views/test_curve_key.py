"""The key of the curves tells lines and runs apart, without colour as well."""

import itertools

import pytest
from PySide6.QtGui import QColor

from tests.viz_app.on_screen import on_screen
from tests.viz_app.probes import marked_language
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.views.curve_key import CurveKey, KeyEntry


@pytest.fixture
def key(qtbot):
    return on_screen(qtbot, CurveKey(light_theme()), size=(600, 20))


def columns(key, colour):
    """Px across that are nearest to the colour and not to the panel, along the marks."""
    image, middle = key.grab().toImage(), key.height() // 2
    wanted, panel = QColor(colour), image.pixelColor(0, 0)
    return [
        x
        for x in range(image.width())
        for seen in (image.pixelColor(x, middle),)
        if apart(seen, wanted) < 0.22 * apart(panel, wanted)
    ]


def gaps(places):
    """How often the next place is not the next px."""
    return sum(after - before > 1 for before, after in itertools.pairwise(places))


def apart(one, other):
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)
    return sum(abs(a - b) for a, b in pairs)


def test_one_run_has_a_line_and_dots(key):
    key.set_names("reverse-1", "")
    assert key.entries() == (KeyEntry("training", dots=False), KeyEntry("validation", line=False))
    assert key.shown_names() == ("training", "validation")


def test_two_runs_have_their_names(key):
    key.set_names("a", "other")
    assert key.entries() == (KeyEntry("a"), KeyEntry("other", own=False))
    assert "Dashed, with hollow dots: other" in key.toolTip()


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()], ids=["light", "dark"])
def test_the_compared_run_s_mark_is_dashed_with_a_hollow_dot(key, theme):
    key.set_theme(theme)
    key.set_names(" ", " ")  # words may have a colour that is near
    own, other = columns(key, theme.accent), columns(key, theme.curves[0])
    assert max(own) < min(other)
    assert gaps(own) == 1  # the dot
    assert gaps(other) >= 2  # the middle of the dot, and where the line is broken
    for marks in (own, other):
        assert max(marks) - min(marks) == pytest.approx(key.lengths[0] * theme.unit, abs=2)


def test_it_speaks_the_language(key):
    key.set_names("reverse-1", "")
    with marked_language():
        assert key.accessibleName() == "«training», «validation»"
        assert key.toolTip().startswith("«Line")
