"""A chart shows exactly the numbers of one or two runs."""

import dataclasses
import itertools
import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPicture
from PySide6.QtWidgets import QApplication

from model.runs.progress import CurvePoint
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.panels.training.snapshots import history_of, view_of
from tests.viz_app.probes import emissions, focusable, hover, marked_language, spoken_name
from tests.viz_app.states import curve_of
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.view.curves import (
    CHARTS,
    NUMBERS,
    CurveChart,
    CurveKey,
    CurvesView,
    roomy,
    update_range,
    value_range,
)
from viz_app.pictures.labels import text_width

# -------------------------------------------------------------------------------- test curve chart


@pytest.fixture
def chart(qtbot):
    return on_screen(qtbot, CurveChart(light_theme(), numbers=NUMBERS["loss"]), size=(600, 300))


def drawn(chart, number, run="own"):
    """Updates and values of a line, as they are drawn; those of the other run lie below."""
    item = items(chart, run)[number]
    updates, values = item.getOriginalDataset()
    return [] if updates is None else list(zip(updates.tolist(), values.tolist(), strict=True))


def items(chart, run="own"):
    every = chart.plot.listDataItems()
    half = len(every) // 2
    return every[half:] if run == "own" else every[:half]


def told(points, name):
    rows = [(point.update, getattr(point, name)) for point in points]
    return [(update, value) for update, value in rows if value is not None]


def point(update=1, loss=1.0, **fields):
    return CurvePoint(
        update=update, epoch=1, loss=loss, learning_rate=1e-3, gradient_norm=1.0, **fields
    )


def place_of(chart, update):
    """Px of an update in the plot's viewport."""
    chart.grab()  # the axes take their room when they are painted
    QApplication.processEvents()
    return chart.point_of(update, sum(chart.plot.viewRange()[1]) / 2)


def test_points_are_drawn_where_they_belong_the_other_run_below_in_its_own_colour(chart):
    own, other = curve_of(500), curve_of(70)
    chart.set_curves(own, ())
    assert drawn(chart, 0, "other") == []
    chart.set_curves(own, other)
    for run, points in (("own", own), ("other", other)):
        assert drawn(chart, 0, run) == told(points, "loss")
        assert drawn(chart, 1, run) == told(points, "validation_loss")
    pens = [item.opts["pen"] for item in (*items(chart), *items(chart, "other"))]
    theme, style = light_theme(), Qt.PenStyle
    colours = [theme.accent, theme.text, theme.curves[0], theme.curves[0]]
    assert [pen.color().name().upper() for pen in pens] == [one.upper() for one in colours]
    assert [pen.style() for pen in pens] == [style.SolidLine] * 2 + [style.DashLine] * 2
    hollow = items(chart, "other")[1].opts["symbolBrush"]
    assert hollow.name().upper() == theme.panel.upper()


@pytest.mark.parametrize("number", ["learning_rate", "gradient_norm", "exact"])
def test_every_number_is_that_of_its_points(qtbot, number):
    name = {"learning_rate": "rate", "gradient_norm": "norm", "exact": "score"}[number]
    chart = CurveChart(light_theme(), numbers=NUMBERS[name])
    qtbot.addWidget(chart)
    points = curve_of(60)
    chart.set_curves(points, ())
    assert drawn(chart, 0) == told(points, number)


def test_a_curve_that_grows_is_drawn_to_its_end_and_a_new_one_has_empty_axes(chart):
    points = curve_of(100)
    for shown in (points[:1], points[:2], points[:50], points, points[::2]):
        chart.set_curves(shown, ())
        assert drawn(chart, 0) == told(shown, "loss")
    chart.set_curves((), ())
    assert drawn(chart, 0) == drawn(chart, 0, "other") == []
    assert not chart.plot.getAxis("bottom").style["showValues"]


def test_the_score_has_axes_once_it_was_measured_up_to_a_hundred_percent(qtbot):
    chart = CurveChart(light_theme(), numbers=NUMBERS["score"])
    qtbot.addWidget(chart)
    chart.set_curves((point(update=1), point(update=2)), ())
    assert not chart.plot.getAxis("left").style["showValues"]
    chart.set_numbers(NUMBERS["score"], shares=True)
    chart.set_curves((point(update=1), point(update=2, exact=0.25)), ())
    assert chart.plot.getAxis("left").style["showValues"]
    low, high = chart.plot.viewRange()[1]
    assert low <= 0
    assert 1.0 <= high < 1.1
    assert chart.plot.getAxis("left").scale == 100


def test_both_runs_have_room_on_either_scale(chart):
    chart.set_curves((point(loss=1.0),), (point(loss=9.0),))
    low, high = chart.plot.viewRange()[1]
    assert low <= 0 < 9 <= high
    chart.set_curves(curve_of(200), ())
    before = chart.plot.viewRange()
    chart.set_log(on=True)
    across, (low, high) = chart.plot.viewRange()
    assert across == before[0]
    assert low <= math.log10(0.1 + 4 * math.exp(-4)) < math.log10(4) <= high
    chart.set_log(on=False)
    assert chart.plot.viewRange() == before


@pytest.mark.parametrize("loss", [0.0, math.nan, math.inf, 1e9])
def test_a_strange_loss_does_not_break_the_picture(chart, loss):
    chart.set_log(on=True)
    for points in ((point(loss=loss),), (point(), point(2, loss, validation_loss=loss))):
        chart.set_curves(points, ())
        assert not chart.grab().isNull()


def test_the_marker_stands_at_the_moment(chart):
    chart.set_curves(curve_of(50), ())
    assert not chart.marker.isVisible()
    chart.set_cursor(30)
    assert chart.marker.isVisible()
    assert chart.marker.value() == 30
    chart.set_cursor(None)
    assert not chart.marker.isVisible()


def test_the_point_under_the_mouse_is_told_and_a_click_picks_it(chart, qtbot):
    chart.set_curves(curve_of(50), ())
    said, heard, viewport = said_by(chart), emissions(chart), chart.plot.viewport()
    hover(qtbot, viewport, place_of(chart, 20))
    start = "Update 20, epoch 4: loss 2.781 nats per token, learning rate 0.0004"
    assert said[-1].startswith(start)
    assert "validation loss 2.881; exact match 33.0 %" in said[-1]
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place_of(chart, 33))
    assert heard == [("update_picked", 33)]


def test_keys_begin_at_the_newest_point_and_return_picks(chart, qtbot):
    chart.set_curves(curve_of(50), ())
    heard, said = emissions(chart), said_by(chart)
    for key, update in ((Qt.Key.Key_Left, 50), (Qt.Key.Key_Left, 49), (Qt.Key.Key_Home, 1)):
        qtbot.keyClick(chart, key)
        assert said[-1].startswith(f"Update {update},")
        assert chart.accessibleDescription() == said[-1]
    qtbot.keyClick(chart, Qt.Key.Key_Return)
    assert heard == [("update_picked", 1)]


def test_ranges_are_round_and_hold_all_that_there_is():
    for value in (1e-6, 0.1, 0.999, 1, 1.01, 9.99, 10, 11, 1140, 12345678):
        assert value <= roomy(value) <= 1.34 * value
    assert update_range([]) == (0, 10)
    assert update_range([90, 1140]) == (0, 1200)
    assert value_range(np.array([math.nan]), log=False) is None
    assert value_range(np.array([0.5, 3.7]), log=False) == (0, 4)
    low, high = value_range(np.array([0.03, 3.7]), log=True)
    assert 10**low <= 0.03 < 3.7 <= 10**high


@pytest.mark.parametrize("theme", [light_theme(), light_theme("presentation")])
def test_numbers_below_keep_a_gap_in_every_width(qtbot, theme):
    chart = CurveChart(theme, numbers=NUMBERS["rate"])
    qtbot.addWidget(chart)
    chart.show()
    axis, picture = chart.plot.getAxis("bottom"), QPicture()
    for updates in (6, 12, 15, 40):
        chart.set_curves(tuple(map(point, range(1, updates + 1))), ())
        for width in range(round(160 * theme.scale), 700, 12):
            chart.resize(width, 150)
            with QPainter(picture) as painter:
                painter.setFont(theme.font(theme.small))
                texts = axis.generateDrawSpecs(painter)[2]
            places = sorted((rect.center().x(), text) for rect, _, text in texts)
            widths = [text_width(theme, text, size=theme.small) for _, text in places]
            ends = zip(places, widths, places[1:], widths[1:], strict=False)
            gaps = [there[0] - here[0] - (wide + next_) / 2 for here, wide, there, next_ in ends]
            assert min(gaps, default=99) >= theme.unit, (updates, width, places)


# ---------------------------------------------------------------------------------- test curve key
# The key of the curves tells lines and runs apart, without colour as well.


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


def test_the_key_names_lines_and_dots_of_one_run_and_both_of_two(key):
    key.set_names("reverse-1", "")
    assert key.shown_names() == ("training", "validation")
    assert key.accessibleName() == "training, validation"
    key.set_names("a", "other")
    assert key.shown_names() == ("a", "other")
    assert "Dashed, with hollow dots: other" in key.toolTip()


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()], ids=["light", "dark"])
def test_the_compared_run_s_mark_is_dashed_with_a_hollow_dot(qtbot, theme):
    key = on_screen(qtbot, CurveKey(theme), size=(600, 20))
    key.set_names(" ", " ")  # words may have a colour that is near
    own, other = columns(key, theme.accent), columns(key, theme.curves[0])
    assert max(own) < min(other)
    assert gaps(own) == 1  # the dot
    assert gaps(other) >= 2  # the middle of the dot, and where the line is broken
    for marks in (own, other):
        assert max(marks) - min(marks) == pytest.approx(key.lengths[0] * theme.unit, abs=2)


# -------------------------------------------------------------------------------- test curves view
# All charts where there is room, one where there is none; in step with the run.


@pytest.fixture
def view(qtbot, handle):
    view = CurvesView(light_theme(), handle)
    qtbot.addWidget(view)
    view.resize(800, 500)
    view.show()
    qtbot.waitUntil(lambda: visible_charts(view) == list(CHARTS))
    return view


def visible_charts(view):
    return [name for name in CHARTS if name in view.charts and view.charts[name].isVisible()]


def updates_of(chart, run="own"):
    items = chart.plot.listDataItems()
    item = items[0] if run == "other" else items[len(items) // 2]
    updates, _ = item.getOriginalDataset()
    return [] if updates is None else updates.tolist()


def test_all_charts_have_the_same_updates_and_marker(view):
    own = history_of(points=40, moments=(0, 10, 40))
    view.set_snapshot(view_of(own, history_of("b", points=90), compared=True))
    ranges = {tuple(chart.plot.getViewBox().viewRange()[0]) for chart in view.charts.values()}
    assert len(ranges) == 1
    assert ranges.pop()[1] >= 90
    for name in ("loss", "rate", "norm"):
        assert updates_of(view.charts[name]) == list(range(1, 41))
        assert updates_of(view.charts[name], "other") == list(range(1, 91))
    assert {chart.marker.value() for chart in view.charts.values()} == {40}


def test_a_run_under_way_reaches_every_chart(qtbot, view):
    points = curve_of(60)
    known = history_of(points=1)
    for count in range(1, 61):
        grown = dataclasses.replace(known, curve=points[:count])
        view.set_snapshot(view_of(grown, status="running"))
        assert len(updates_of(view.charts["loss"])) == count
    for name in ("rate", "norm"):
        qtbot.waitUntil(lambda name=name: len(updates_of(view.charts[name])) == 60)


def test_a_small_view_shows_the_chart_that_is_chosen(qtbot, view):
    view.set_snapshot(view_of(history_of()))
    assert not view.choice.isVisible()
    view.resize(460, 200)
    assert view.choice.isVisible()
    assert [name for name in CHARTS if view.charts[name].isVisible()] == ["loss"]
    view.choice.setCurrentIndex(view.choice.findData("norm"))
    view.choice.activated.emit(view.choice.currentIndex())
    assert [name for name in CHARTS if view.charts[name].isVisible()] == ["norm"]
    assert updates_of(view.charts["norm"]) == list(range(1, 41))
    assert not view.log_scale.isVisible()
    view.resize(800, 500)
    assert all(chart.isVisible() for chart in view.charts.values())


def test_another_size_with_room_for_the_same_charts_draws_none_anew(view, monkeypatch):
    view.set_snapshot(view_of(history_of()))
    drawn = []
    monkeypatch.setattr(CurveChart, "set_curves", lambda chart, *_: drawn.append(chart))
    view.resize(700, 450)
    assert not drawn
    view.resize(460, 200)
    assert drawn


def test_the_score_is_what_was_measured(view):
    chart = view.charts["score"]
    view.set_snapshot(view_of(history_of(exact=0.5, bleu=30.0)))
    assert chart.title.text() == "Exact match (%)"
    known = history_of("b", task="zh-en", bleu=30.0)
    points = tuple(dataclasses.replace(p, exact=None, bleu=2.0 * p.update) for p in known.curve)
    view.set_snapshot(view_of(dataclasses.replace(known, curve=points)))
    assert chart.title.text() == "BLEU"
    assert chart.plot.getAxis("left").scale == 1
    _, values = chart.plot.listDataItems()[-1].getOriginalDataset()
    assert values.tolist() == [point.bleu for point in points]


def test_the_logarithmic_scale_is_for_the_loss_alone(view, heard):
    view.set_snapshot(view_of(history_of()))
    view.log_scale.click()
    assert heard == [("log_loss", True)]
    view.set_snapshot(dataclasses.replace(view_of(history_of()), log_loss=True))
    assert view.log_scale.isChecked()
    assert view.charts["loss"].plot.getAxis("left").logMode
    assert not view.charts["norm"].plot.getAxis("left").logMode


def test_a_click_in_any_chart_goes_to_the_nearest_moment_if_there_is_one(view, heard):
    view.set_snapshot(view_of(history_of()))
    view.charts["loss"].update_picked.emit(17)
    assert heard == []
    view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    for chart in view.charts.values():
        chart.update_picked.emit(17)
    view.charts["loss"].update_picked.emit(31)
    assert heard == [("moment_picked", 1)] * 4 + [("moment_picked", 2)]


def test_axes_are_named_in_every_language(qtbot, view, handle):
    assert view.charts["loss"].plot.getAxis("bottom").labelText == "update"
    assert view.charts["loss"].plot.getAxis("left").labelText == "nats per token"
    for widget in focusable(view):
        assert spoken_name(widget), widget
    with marked_language():
        other = on_screen(qtbot, CurvesView(dark_theme("presentation"), handle))
    assert other.charts["norm"].title.text() == "«Gradient norm»"
    assert other.choice.itemText(1) == "«Learning rate»"
    assert other.legend.accessibleName() == "«training», «validation»"
    assert other.legend.toolTip().startswith("«Line")
