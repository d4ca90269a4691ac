"""The complexity table, its curves and the times of this machine."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt

from model.lessons.architecture.complexity import Extent
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.architecture.snapshots import EXTENT, architecture_snapshot, times_of
from tests.viz_app.probes import emissions
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.state import SIZES, Machine, Measuring
from viz_app.panels.architecture.views.complexity_page import ComplexityPage


def snapshot(**fields):
    return architecture_snapshot(view="complexity", **fields)


@pytest.fixture
def page(qtbot):
    page = on_screen(qtbot, ComplexityPage(THEMES["light"], ArchitectureIntents()), size=(900, 560))
    page.set_snapshot(snapshot())
    page.grab()
    return page


def table(page):
    """Rows of plain text."""
    rows = re.findall(r"<tr>(.*?)</tr>", page.table.text())
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in rows]
    return [
        [re.sub(r"<[^>]+>", "", cell).replace("&nbsp;", " ").strip() for cell in row]
        for row in cells
    ]


def test_the_table_is_that_of_the_paper_with_this_choices_numbers(page):
    page.set_snapshot(snapshot(extent=Extent(n=64, d=512, k=3, r=16)))
    head, *rows = table(page)
    assert len(head) == 4
    assert [row[1:] for row in rows] == [
        ["O(n²·d) = 2.1 M", "O(1) = 1", "O(1) = 1"],
        ["O(n·d²) = 16.8 M", "O(n) = 64", "O(n) = 64"],
        ["O(k·n·d²) = 50.3 M", "O(1) = 1", "O(logk(n)) = 3.79"],
        ["O(r·n·d) = 524 k", "O(1) = 1", "O(n/r) = 4"],
    ]


def test_curves_are_the_counts_of_the_table(page):
    crossing, *curves = page.operations.plot.curves()
    n = np.array(SIZES["n"], float)
    expected = [n**2 * 256, n * 256**2, 3 * n * 256**2, 16 * n * 256]
    for curve, values in zip(curves, expected, strict=True):
        np.testing.assert_array_equal(curve.x, n)
        np.testing.assert_allclose(curve.y, values)
    assert list(crossing.x) == [256, 256]


def test_curves_over_d(page):
    page.set_snapshot(snapshot(axis="d"))
    crossing, attention, *_ = page.operations.plot.curves()
    d = np.array(SIZES["d"], float)
    np.testing.assert_array_equal(attention.x, d)
    np.testing.assert_allclose(attention.y, 64**2 * d)
    assert list(crossing.x) == [64, 64]


def test_self_attention_and_recurrence_cross_where_n_is_d(page):
    crossing, attention, recurrent, *_ = page.operations.plot.curves()
    place = list(attention.x).index(crossing.x[0])
    assert attention.y[place] == recurrent.y[place]


def test_a_place_is_said(page, qtbot):
    said = said_by(page)
    qtbot.keyClick(page.operations.plot, Qt.Key.Key_Home)
    assert said[-1] == (
        "n = 16, d = 256: Self-attention 65.5 k, Recurrent 1.0 M, Convolutional 3.1 M,"
        " Self-attention (restricted) 65.5 k"
    )
    qtbot.keyClick(page.times.plot, Qt.Key.Key_Home)
    assert said[-1] == "n = 16, d = 256: not measured yet"


# --------------------------------------------------------------------------------- the times


def test_measured_points_stand_where_they_were_measured(page, qtbot):
    times = times_of()
    page.set_snapshot(snapshot(times=times))
    points = [curve for curve in page.times.plot.curves() if curve.symbol]
    assert len(points) == 5
    for curve, layer in zip(
        points,
        ("self_attention", "recurrent", "convolutional", "restricted", "projected_attention"),
        strict=True,
    ):
        own = [time for time in times if time.layer == layer]
        assert list(curve.x) == [time.extent.n for time in own]
        assert curve.y == pytest.approx([1000 * time.seconds for time in own])
    assert [curve.hollow for curve in points] == [False] * 4 + [True]


def test_guides_have_the_slope_of_the_table_and_meet_the_last_point(page):
    page.set_snapshot(snapshot(times=times_of()))
    curves = page.times.plot.curves()
    guides = [curve for curve in curves if not curve.symbol]
    points = [curve for curve in curves if curve.symbol][:4]
    for guide, measured, power in zip(guides, points, (2, 1, 1, 1), strict=True):
        assert guide.y[-1] == pytest.approx(measured.y[-1])
        slopes = np.diff(np.log(guide.y)) / np.diff(np.log(guide.x))
        np.testing.assert_allclose(slopes, power, rtol=1e-6)
        assert guide.colour == measured.colour


def test_a_measured_place_is_said_with_its_runs(page, qtbot):
    page.set_snapshot(snapshot(times=times_of()))
    said = said_by(page)
    qtbot.keyClick(page.times.plot, Qt.Key.Key_End)
    expected = 2 * 2048**2 * 256 * 1e-9
    sentence = said[-1]
    assert sentence.startswith("n = 2048, d = 256: Self-attention ")
    assert f"{1000 * expected:.0f} ms (median of 5; 1.0 G multiply-adds a second)" in sentence


def test_who_measured_is_said(page):
    assert "not measured yet" in page.times.legend.text()
    page.set_snapshot(snapshot(times=times_of(), machine=Machine("cpu", 3)))
    assert "CPU, 3 threads" in page.times.legend.text()
    page.set_snapshot(snapshot(times=times_of("d"), machine=Machine("cuda", 1), axis="d"))
    assert "CUDA" in page.times.legend.text()


def test_the_button_measures_and_stops(page, qtbot):
    heard, tools = emissions(page), page.times.measuring
    assert not tools.progress.isVisible()
    qtbot.mouseClick(tools.button, Qt.MouseButton.LeftButton)
    page.set_snapshot(snapshot(measuring=Measuring("n", EXTENT, done=7)))
    assert tools.progress.isVisible()
    assert (tools.progress.value(), tools.progress.maximum()) == (7, 40)
    assert tools.button.text() == "Stop"
    qtbot.mouseClick(tools.button, Qt.MouseButton.LeftButton)
    assert heard == [("measuring_requested",), ("measuring_cancelled",)]
    page.set_snapshot(snapshot(times=times_of()))
    assert tools.button.text() == "Measure"


def test_without_a_model_there_is_no_machine_to_measure_on(page):
    page.set_snapshot(snapshot(has_model=False))
    assert not page.times.measuring.button.isEnabled()


def test_sizes_and_axis_are_asked_for(page, qtbot):
    heard, tools = emissions(page), page.tools
    combo = tools.sizes["k"]
    combo.setCurrentIndex(combo.findData(7))
    combo.activated.emit(combo.currentIndex())
    qtbot.mouseClick(tools.axis.button("d"), Qt.MouseButton.LeftButton)
    assert heard == [("size_picked", "k", 7), ("axis_picked", "d")]


def test_tools_show_what_is_chosen(page):
    page.set_snapshot(snapshot(extent=Extent(n=512, d=1024, k=9, r=64), axis="d"))
    chosen = {letter: combo.currentText() for letter, combo in page.tools.sizes.items()}
    assert chosen == {"n": "512", "d": "1024", "k": "9", "r": "64"}
    assert page.tools.axis.current() == "d"


def test_a_layer_has_one_colour_everywhere(page):
    page.set_snapshot(snapshot(times=times_of()))
    lines = page.operations.plot.curves()[1:]
    points = [curve for curve in page.times.plot.curves() if curve.symbol]
    assert [line.colour for line in lines] == [point.colour for point in points[:4]]
    for line in lines:
        assert line.colour in page.table.text()
