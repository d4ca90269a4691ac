"""A plot that says its numbers."""

import dataclasses
from itertools import pairwise

import pytest
from pyqtgraph import AxisItem
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QApplication, QMenu

from tests.viz_app.listening import said_by, wheel
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES, colour_at
from tests.viz_app.probes import hover
from viz_app.design.theme import dark_theme
from viz_app.pictures.plot import Curve, PlotAxis
from viz_app.widgets.curve_plot import CurvePlot, LineKey

# ----------------------------------------------------------------------------------- test line key
# Names beside their lines, in whatever room there is.


THEME = THEMES["light"]


class Named(LineKey):
    shown = ("0", "1", "32", "64")

    def names(self):
        return self.shown

    def paint_mark(self, painter, line, index):
        painter.drawLine(line)


@pytest.fixture
def key(qtbot):
    key = Named(THEME)
    qtbot.addWidget(key)
    return key


@pytest.mark.parametrize("width", [600, 180, 150])
def test_every_line_is_named_where_there_is_room(key, width):
    key.resize(width, 20)
    places, (least, most) = key.places(), key.lengths
    assert sorted(places) == [0, 1, 2, 3]
    for line, name in places.values():
        assert 0 <= line.x1() < line.x2() <= name.left() <= name.right() <= width + 1
        assert least * THEME.unit <= line.length() <= most * THEME.unit
    spans = sorted((line.x1(), name.right()) for line, name in places.values())
    assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_without_room_the_last_lines_are_named(key):
    key.resize(60, 20)
    assert sorted(key.places()) == [3]
    key.resize(10, 20)
    assert key.places() == {}
    assert not key.grab().isNull()


def test_long_names_give_way_at_their_common_beginning(key):
    key.shown = "positions-without-1", "positions-with-1"
    key.resize(240, 20)
    own, other = key.shown_names()
    assert own.endswith("-without-1")
    assert other.endswith("-with-1")
    assert own.startswith("…")
    metrics = QFontMetricsF(THEME.font(THEME.small))
    assert sum(metrics.horizontalAdvance(name) for name in (own, other)) < 240
    assert sorted(key.places()) == [0, 1]


def test_names_that_begin_differently_keep_both_ends(key):
    key.shown = "a" * 30 + "1", "b" * 30 + "2"
    key.resize(200, 20)
    own, other = key.shown_names()
    assert (own[0], own[-1], other[0], other[-1]) == ("a", "1", "b", "2")


def test_a_short_name_leaves_its_room_to_a_long_one(key):
    key.shown = "x", "y" * 25
    key.resize(280, 20)
    own, other = key.shown_names()
    assert own == "x"
    assert len(other) > 20


# --------------------------------------------------------------------------------- test curve plot


X = (1.0, 10.0, 100.0)


CURVES = (
    Curve(x=X, y=(2.3, 2.3, 2.3), colour="#ff0000", width=6),
    Curve(x=X, y=(1.0, 3.0, 4.7), colour="#0000ff", style="none", symbol="o", size=14),
)


@pytest.fixture
def plot(qtbot):
    plot = on_screen(qtbot, CurvePlot(THEMES["light"]), size=(400, 300))
    show(plot, CURVES)
    return plot


def show(plot, curves):
    plot.show_curves(
        curves,
        x=PlotAxis(name="n", log=True, ticks=tuple((x, f"{x:.0f}") for x in X)),
        y=PlotAxis(name="ms"),
        places=X,
        say=lambda place: f"n = {X[place]:.0f}",
    )
    plot.grab()  # the axes take their room when they are painted


def seen(plot, x, y, colour):
    """Whether a point is nearly of a colour: lines are smooth, and the grid shines through."""
    there = QColor(colour_at(plot.plot.grab().toImage(), plot.point_of(x, y).toPointF()))
    pairs = zip(there.getRgb(), QColor(colour).getRgb(), strict=True)
    return max(abs(one - other) for one, other in pairs) < 12


def test_curves_are_drawn_where_their_numbers_are(plot):
    assert seen(plot, 3.0, 2.3, "#ff0000")
    assert seen(plot, 100.0, 4.7, "#0000ff")
    assert seen(plot, 3.0, 3.7, THEMES["light"].panel)


def ticks(plot, side):
    return [text for _, text in plot.plot.getAxis(side)._tickLevels[0]]


def test_ticks_stand_at_the_sizes(plot):
    assert ticks(plot, "bottom") == ["1", "10", "100"]
    places = [place for place, _ in plot.plot.getAxis("bottom")._tickLevels[0]]
    assert places == pytest.approx([0, 1, 2])


def test_ticks_without_room_are_left_out(plot):
    plot.show_curves(
        [Curve(x=range(60), y=range(60), colour="#ff0000")],
        x=PlotAxis(ticks=tuple((place, "unbelievable") for place in range(60))),
        y=PlotAxis(),
        places=range(60),
        say=str,
    )
    assert 2 <= len(ticks(plot, "bottom")) <= 6


def test_an_axis_is_written_anew_where_it_is_another_one(plot, monkeypatch):
    written = []
    label = AxisItem.setLabel
    monkeypatch.setattr(
        AxisItem,
        "setLabel",
        lambda axis, *texts, **style: written.append(texts) or label(axis, *texts, **style),
    )
    plot.resize(420, 320)
    assert written == []
    plot.resize(420, plot.low - 1)
    assert written == [("",)]
    plot.resize(420, 320)
    assert written == [("",), ("n",)]


def test_the_mouse_reads_the_nearest_place(plot, qtbot):
    said = said_by(plot)
    hover(qtbot, plot.plot.viewport(), plot.point_of(13.0, 4.0))
    assert said[-1] == "n = 10"
    assert plot.place() == 1
    QApplication.sendEvent(plot.plot.viewport(), QEvent(QEvent.Type.Leave))
    assert said[-1] == ""
    assert plot.place() is None


def test_arrow_keys_read_place_after_place(plot, qtbot):
    said = said_by(plot)
    for key, text in (
        (Qt.Key.Key_Right, "n = 1"),
        (Qt.Key.Key_Right, "n = 10"),
        (Qt.Key.Key_End, "n = 100"),
        (Qt.Key.Key_Right, "n = 100"),
        (Qt.Key.Key_Left, "n = 10"),
        (Qt.Key.Key_Home, "n = 1"),
    ):
        qtbot.keyClick(plot, key)
        assert said[-1] == text
        assert plot.accessibleDescription() == text


def test_a_shorter_curve_takes_the_cursor_away(plot, qtbot):
    qtbot.keyClick(plot, Qt.Key.Key_End)
    qtbot.keyClick(plot, Qt.Key.Key_End)
    curve = Curve(x=(1.0,), y=(1.0,), colour="#ff0000")
    plot.show_curves([curve], x=PlotAxis(), y=PlotAxis(), places=(1.0,), say=str)
    assert plot.place() is None


def test_curves_are_drawn_in_the_theme_of_the_plot(qtbot):
    plot = on_screen(qtbot, CurvePlot(dark_theme("presentation")), size=(400, 300))
    show(plot, CURVES)
    assert plot.plot.backgroundBrush().color().name() == dark_theme().panel.lower()
    assert plot.plot.getAxis("left").labelStyle["color"] == dark_theme().soft_text
    assert seen(plot, 100.0, 4.7, "#0000ff")


def test_a_curve_that_is_the_same_is_not_drawn_anew(plot):
    red, blue = plot.curves()
    items = plot.plot.listDataItems()
    drawn = [item.getOriginalDataset()[1] for item in items]
    show(plot, [red, dataclasses.replace(blue, y=(2.0, 3.0, 4.0))])
    assert plot.plot.listDataItems() == items
    assert [item.getOriginalDataset()[1] is y for item, y in zip(items, drawn, strict=True)] == [
        True,
        False,
    ]


def test_other_looks_and_fewer_curves_replace_those_before(plot):
    red, _ = plot.curves()
    show(plot, [dataclasses.replace(red, colour="#00aa00")])
    (item,) = plot.plot.listDataItems()
    assert item.opts["pen"].color().name() == "#00aa00"


def test_the_wheel_does_not_zoom(plot):
    before = plot.plot.viewRange()
    wheel(plot.plot.viewport(), QPoint(200, 100), 240)
    assert plot.plot.viewRange() == before


def test_a_plot_brings_neither_menus_nor_a_form(qtbot):
    plot = CurvePlot(THEMES["light"])
    qtbot.addWidget(plot)
    before = set(QApplication.allWidgets())
    other = CurvePlot(THEMES["light"])
    qtbot.addWidget(other)
    made = set(QApplication.allWidgets()) - before
    assert {widget.window() for widget in made} == {other}
    assert not other.findChildren(QMenu)
    assert len(made) < 12
