"""The architecture tab as a whole."""

import dataclasses
import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.lessons.architecture import Extent
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.architecture.snapshots import (
    EXTENT,
    architecture_snapshot,
    comparison_of,
    record_of,
    times_of,
)
from tests.viz_app.probes import emissions, focusable, marked_language, spoken_name
from viz_app.design.theme import dark_theme
from viz_app.panels.architecture.room import (
    ARCHITECTURE_VIEWS,
    SIZES,
    BlockPlace,
    Machine,
    Measuring,
)
from viz_app.panels.architecture.view.panel import ArchitecturePanel, ComplexityPage, NormsPage
from viz_app.panels.architecture.view.plots import ArchitectureIntents
from viz_app.texts.labels import text_page

# ---------------------------------------------------------------------------- test complexity page
# The complexity table, its curves and the times of this machine.


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
    assert f"{1000 * expected:.0f} ms (median of 5; 1.0 G multiply-adds per second)" in sentence


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


# --------------------------------------------------------------------------------- test norms page
# Post-norm beside pre-norm.


@pytest.fixture
def norms_page(qtbot):
    page = on_screen(qtbot, NormsPage(THEMES["light"], ArchitectureIntents()), size=(900, 520))
    page.set_snapshot(architecture_snapshot(view="norms", comparison=comparison_of()))
    page.grab()
    return page


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_models_own_order_is_said(norms_page, norm):
    norms_page.set_snapshot(architecture_snapshot(record=record_of(norm=norm)))
    assert (norms_page.post.own.isHidden(), norms_page.pre.own.isHidden()) == (
        norm == "pre",
        norm == "post",
    )


def test_each_card_draws_its_order(norms_page):
    post, pre = norms_page.post.sketch.layout_now(), norms_page.pre.sketch.layout_now()
    assert post.norm.left() > post.add.right() > post.sublayer.right()
    assert pre.norm.right() < pre.sublayer.left() < pre.add.left()
    assert norms_page.post.formula.accessibleName() == "x ← LayerNorm(x + f(x))"
    assert norms_page.pre.formula.accessibleName() == "x ← x + f(LayerNorm(x))"


def test_the_stream_is_that_of_the_model(norms_page):
    record = norms_page.stream.snapshot.record
    curves = norms_page.stream.plot.curves()
    expected = []
    for stream in record.streams:
        expected += [stream.updates.mean(axis=1), stream.lengths.mean(axis=1)]
    for curve, values in zip(curves, expected, strict=True):
        np.testing.assert_allclose(curve.y, values, rtol=1e-6)
    assert [len(curve.x) for curve in curves] == [6, 7, 9, 10]


def test_a_place_of_the_stream_is_said_for_both_sides(norms_page, qtbot):
    said, record = said_by(norms_page), norms_page.stream.snapshot.record
    for _ in range(3):
        qtbot.keyClick(norms_page.stream.plot, Qt.Key.Key_Right)
    encoder, decoder = record.streams
    sentence = said[-1]
    assert (
        f"Encoder, after feed-forward of layer 1: mean ‖x‖ {encoder.lengths[2].mean():.1f}"
        in sentence
    )
    assert (
        f"Decoder, after cross-attention of layer 1: mean ‖x‖ {decoder.lengths[2].mean():.1f}"
        in sentence
    )
    assert f"added ‖f(x)‖ {decoder.updates[1].mean():.1f}" in sentence
    qtbot.keyClick(norms_page.stream.plot, Qt.Key.Key_End)
    assert "Encoder" not in said[-1]


def test_gradients_are_means_over_seeds_with_a_dot_for_each(norms_page):
    comparison = comparison_of()
    curves = norms_page.gradients.plot.curves()
    dots, lines = curves[::2], curves[1::2]
    expected = [
        comparison.post.encoder,
        comparison.pre.encoder,
        comparison.post.decoder,
        comparison.pre.decoder,
    ]
    for dot, line, values in zip(dots, lines, expected, strict=True):
        np.testing.assert_allclose(line.y, values.mean(axis=0))
        assert sorted(dot.y) == sorted(values.ravel())
    assert [line.style for line in lines] == ["solid", "dashed"] * 2


def test_a_layer_is_said(norms_page, qtbot):
    said = said_by(norms_page)
    qtbot.keyClick(norms_page.gradients.plot, Qt.Key.Key_Right)
    qtbot.keyClick(norms_page.gradients.plot, Qt.Key.Key_Right)
    assert said[-1] == (
        "layer 2 · Encoder: post-norm 2, pre-norm 0.5  ·  "
        "layer 2 · Decoder: post-norm 6, pre-norm 1.5"
    )


@pytest.mark.parametrize("layers", [0, 1])
def test_layers_that_one_side_alone_has_are_counted_and_said(norms_page, qtbot, layers):
    norms_page.set_snapshot(
        architecture_snapshot(view="norms", comparison=with_encoder_of(layers, comparison_of()))
    )
    norms_page.grab()
    plot = norms_page.gradients.plot
    assert plot.plot.getAxis("bottom")._tickLevels[0] == [(1, "1"), (2, "2"), (3, "3")]
    assert ("Encoder" in norms_page.gradients.legend.text()) == (layers > 0)
    said = said_by(norms_page)
    qtbot.keyClick(plot, Qt.Key.Key_End)
    assert said[-1] == "layer 3 · Decoder: post-norm 12, pre-norm 0.75"


def with_encoder_of(layers, comparison):
    """The same comparison of a model whose encoder has fewer layers, or none."""
    post, pre = (
        dataclasses.replace(one, encoder=one.encoder[:, :layers])
        for one in (comparison.post, comparison.pre)
    )
    return dataclasses.replace(comparison, post=post, pre=pre)


def test_more_seeds_replace_fewer(norms_page):
    assert "2 seeds" in norms_page.gradients.legend.text()
    norms_page.set_snapshot(architecture_snapshot(view="norms", comparison=comparison_of(seeds=4)))
    assert "4 seeds" in norms_page.gradients.legend.text()
    assert len(norms_page.gradients.plot.curves()[0].x) == 4 * 3


def test_another_depth_is_asked_for(norms_page, qtbot):
    heard = emissions(norms_page)
    buttons = [norms_page.gradients.depths.button(name) for name in ("12", "own")]
    assert [button.text() for button in buttons] == ["12", "3 layers"]
    for button in buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard == [("depth_picked", 12), ("depth_picked", None)]


def test_before_anything_is_measured_the_plot_is_empty(qtbot):
    page = NormsPage(THEMES["dark"], ArchitectureIntents())
    qtbot.addWidget(page)
    page.show()
    page.set_snapshot(architecture_snapshot(view="norms"))
    page.grab()
    assert page.gradients.plot.curves() == ()
    qtbot.keyClick(page.gradients.plot, Qt.Key.Key_Right)


# -------------------------------------------------------------------------------------- test panel


FIELDS = {"norms": {"comparison": comparison_of()}, "complexity": {"times": times_of()}}


def panel_snapshot(view, **fields):
    return architecture_snapshot(view=view, **{**FIELDS.get(view, {}), **fields})


@pytest.fixture
def panel(qtbot):
    panel = on_screen(qtbot, ArchitecturePanel(THEMES["light"]), size=(1200, 640))
    panel.set_snapshot(panel_snapshot("diagram"))
    panel.grab()
    return panel


def test_pages_behind_the_first_are_made_when_they_are_shown(qtbot, panel):
    assert panel.norms.panel is None
    panel.set_snapshot(panel_snapshot("norms"))
    qtbot.waitUntil(lambda: panel.norms.panel is not None)
    assert isinstance(panel.norms.panel, NormsPage)
    assert panel.norms.panel.gradients.plot.curves()
    assert panel.complexity.panel is None
    panel.set_snapshot(panel_snapshot("complexity"))
    qtbot.waitUntil(lambda: panel.complexity.panel is not None)
    assert isinstance(panel.complexity.panel, ComplexityPage)
    assert panel.complexity.panel.isVisible()
    assert not panel.norms.panel.isVisible()


def test_the_lesson_and_the_tools_go_with_the_page(panel):
    assert panel.tools.isVisible()
    for view in ARCHITECTURE_VIEWS:
        panel.set_snapshot(panel_snapshot(view))
        assert panel.page.text.accessibleName() == text_page(f"architecture-{view}").title
        assert panel.tools.isVisible() == (view == "diagram")
        assert panel.views.current() == view


def test_every_page_tells_its_intents_to_the_panel(panel, qtbot):
    heard = emissions(panel)
    for view in ARCHITECTURE_VIEWS:
        panel.set_snapshot(panel_snapshot(view))
    click = Qt.MouseButton.LeftButton
    panel.views.picked.emit("norms")
    panel.tools.beside.activated.emit(1)
    qtbot.keyClick(panel.diagram.diagram, Qt.Key.Key_Home)
    panel.tools.layer.activated.emit(2)
    panel.norms.make().gradients.depths.picked.emit("6")
    panel.complexity.make().tools.axis.picked.emit("d")
    panel.complexity.panel.tools.sizes["n"].activated.emit(1)
    button = panel.complexity.panel.times.measuring.button
    qtbot.waitUntil(lambda: not button.visibleRegion().isEmpty())
    qtbot.mouseClick(button, click)
    panel.set_snapshot(panel_snapshot("complexity", measuring=Measuring("n", EXTENT)))
    qtbot.mouseClick(button, click)
    assert heard == [
        ("view_picked", "norms"),
        ("beside_picked", "parameters"),
        ("block_picked", BlockPlace("encoder", "embedding")),
        ("layer_picked", 2),
        ("depth_picked", 6),
        ("axis_picked", "d"),
        ("size_picked", "n", 32),
        ("measuring_requested",),
        ("measuring_cancelled",),
    ]


@pytest.mark.parametrize("view", ["diagram", "norms"])
def test_without_a_sentence_it_asks_for_one(panel, view):
    panel.set_snapshot(panel_snapshot(view, record=None, comparison=None))
    texts = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    assert "Type a sentence to see how the model processes it." in texts


def test_the_table_needs_no_sentence(panel):
    panel.set_snapshot(panel_snapshot("complexity", record=None))
    assert panel.complexity.make().isVisible()


def test_a_panel_without_a_snapshot_stays_as_it_is(panel):
    panel.set_snapshot(None)
    assert panel.diagram.isVisible()


@pytest.mark.parametrize("view", ARCHITECTURE_VIEWS)
def test_names_languages_and_themes(panel, view):
    panel.set_snapshot(panel_snapshot(view, block=BlockPlace("encoder", "norm", "feed_forward")))
    for widget in focusable(panel):
        if widget.isVisible():
            assert spoken_name(widget), widget
    with marked_language():
        panel.grab()
        assert panel.views.button("diagram").text() == "«Diagram»"
    panel.set_theme(dark_theme("presentation"))
    panel.grab()


@pytest.mark.parametrize("view", ARCHITECTURE_VIEWS)
def test_what_is_under_the_mouse_is_passed_on(panel, qtbot, view):
    panel.set_snapshot(panel_snapshot(view, block=BlockPlace("encoder", "norm", "feed_forward")))
    said = said_by(panel)
    plot = {
        "diagram": lambda: panel.diagram.facts.norm.mean,
        "norms": lambda: panel.norms.make().stream.plot,
        "complexity": lambda: panel.complexity.make().operations.plot,
    }[view]()
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    assert said[-1]
