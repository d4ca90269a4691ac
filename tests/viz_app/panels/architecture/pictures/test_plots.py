"""The plots of the architecture tab: their curves, and what is said of a place."""

import dataclasses
import re

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from model.lessons.architecture import Extent
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, area_colours, painted
from tests.viz_app.panels.architecture.snapshots import (
    EXTENT,
    SRC,
    comparison_of,
    norm_of,
    record_of,
    times_of,
)
from viz_app.panels.architecture.pictures.plots import (
    complexity_table,
    gradient_curves,
    layout_sketch,
    norm_curves,
    operations_curves,
    paint_sketch,
    stream_curves,
    times_curves,
)
from viz_app.panels.architecture.room import SIZES, Machine

LIGHT = THEMES["light"]

# ------------------------------------------------------------------------------------ stream, norms


def test_the_stream_is_that_of_the_model_and_a_place_is_said_for_both_sides():
    record = record_of()
    plot = stream_curves(record, LIGHT)
    expected = []
    for stream in record.streams:
        expected += [stream.updates.mean(axis=1), stream.lengths.mean(axis=1)]
    for curve, values in zip(plot.curves, expected, strict=True):
        np.testing.assert_allclose(curve.y, values, rtol=1e-6)
    assert [len(curve.x) for curve in plot.curves] == [6, 7, 9, 10]
    encoder, decoder = (stream.lengths[2].mean() for stream in record.streams)
    said = plot.say(2)
    assert f"Encoder, after feed-forward of layer 1: mean ‖x‖ {encoder:.1f}" in said
    assert f"Decoder, after cross-attention of layer 1: mean ‖x‖ {decoder:.1f}" in said
    assert f"added ‖f(x)‖ {record.streams[1].updates[1].mean():.1f}" in said
    assert "added" not in plot.say(0)
    assert "Encoder" not in plot.say(plot.places[-1])
    assert not stream_curves(None, LIGHT).places


def test_gradients_are_means_over_seeds_with_a_dot_for_each():
    comparison = comparison_of(seeds=4)
    plot = gradient_curves(comparison, LIGHT)
    dots, lines = plot.curves[::2], plot.curves[1::2]
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
    assert plot.marks[-1].name == "4 seeds"
    assert plot.say(1) == (
        "layer 2 · Encoder: post-norm 2, pre-norm 0.5  ·  "
        "layer 2 · Decoder: post-norm 6, pre-norm 1.5"
    )
    empty = gradient_curves(None, LIGHT)
    assert (empty.title, len(empty.marks), empty.places) == (plot.title, 4, ())


@pytest.mark.parametrize("layers", [0, 1])
def test_layers_that_one_side_alone_has_are_counted_and_said(layers):
    comparison = comparison_of()
    post, pre = (
        dataclasses.replace(one, encoder=one.encoder[:, :layers])
        for one in (comparison.post, comparison.pre)
    )
    plot = gradient_curves(dataclasses.replace(comparison, post=post, pre=pre), LIGHT)
    assert plot.x.ticks == ((1, "1"), (2, "2"), (3, "3"))
    assert ("Encoder" in [mark.name for mark in plot.marks]) == (layers > 0)
    assert plot.say(2) == "layer 3 · Decoder: post-norm 12, pre-norm 0.75"


@pytest.mark.parametrize(("norm_type", "name"), [("layer", "LayerNorm"), ("rms", "RMSNorm")])
def test_mean_and_variance_of_a_norm(norm_type, name):
    norm = norm_of(3, len(SRC))
    mean, variance = norm_curves(norm, SRC, norm_type, LIGHT)
    assert mean.title == f"Mean before and after the {name}"
    assert (mean.y.log, variance.y.log) == (False, True)
    for plot, values in ((mean, norm.mean_normalised), (variance, norm.variance_normalised)):
        np.testing.assert_array_equal(plot.curves[1].y, values)
        assert [curve.hollow for curve in plot.curves] == [True, False, True]
        said = plain(plot.say(2))
        assert said.startswith(
            f"position 2 “猫” · mean {norm.mean_before[2]:.3f}".replace("-", "−")
        )
        assert f"→ {norm.variance_after[2]:.3f}" in said


# ------------------------------------------------------------------------------------------- sketch


def test_in_a_sketch_the_norm_stands_where_it_belongs(qapp):
    for norm, order in (
        ("post", ["sublayer", "add", "norm"]),
        ("pre", ["norm", "sublayer", "add"]),
    ):
        layout = layout_sketch(QRectF(0, 0, 360, 60), norm, LIGHT)
        places = {"sublayer": layout.sublayer, "add": layout.add, "norm": layout.norm}
        assert sorted(places, key=lambda name: places[name].left()) == order
        assert layout.fork.x() < min(rect.left() for rect in places.values())


def test_a_sketch_is_drawn_with_the_way_around(qapp):
    image, layout = painted(
        lambda painter, rect: paint_sketch(painter, rect, "pre", LIGHT), width=400, height=90
    )
    middle = (layout.norm.right() + layout.sublayer.left()) / 2
    column = QRectF(middle, 0, 1, layout.norm.top())
    assert len(area_colours(image, column)) > 1  # the residual connection passes above


# --------------------------------------------------------------------------------------- complexity


def table(extent):
    """Rows of plain text."""
    rows = re.findall(r"<tr>(.*?)</tr>", complexity_table(extent, LIGHT))
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in rows]
    return [
        [re.sub(r"<[^>]+>", "", cell).replace("&nbsp;", " ").strip() for cell in row]
        for row in cells
    ]


def test_the_table_is_that_of_the_paper_with_this_choices_numbers():
    head, *rows = table(Extent(n=64, d=512, k=3, r=16))
    assert len(head) == 4
    assert [row[1:] for row in rows] == [
        ["O(n²·d) = 2.1 M", "O(1) = 1", "O(1) = 1"],
        ["O(n·d²) = 16.8 M", "O(n) = 64", "O(n) = 64"],
        ["O(k·n·d²) = 50.3 M", "O(1) = 1", "O(logk(n)) = 3.79"],
        ["O(r·n·d) = 524 k", "O(1) = 1", "O(n/r) = 4"],
    ]


def test_curves_are_the_counts_of_the_table_and_cross_where_n_is_d():
    plot = operations_curves("n", EXTENT, LIGHT)
    crossing, *curves = plot.curves
    n = np.array(SIZES["n"], float)
    expected = [n**2 * 256, n * 256**2, 3 * n * 256**2, 16 * n * 256]
    for curve, values in zip(curves, expected, strict=True):
        np.testing.assert_array_equal(curve.x, n)
        np.testing.assert_allclose(curve.y, values)
    assert list(crossing.x) == [256, 256]
    place = list(n).index(256)
    assert curves[0].y[place] == curves[1].y[place]
    assert plot.caption == ("d = 256, k = 3, r = 16",)
    assert plot.say(0) == (
        "n = 16, d = 256: Self-attention 65.5 k, Recurrent 1.0 M, Convolutional 3.1 M,"
        " Self-attention (restricted) 65.5 k"
    )
    crossing, attention, *_ = operations_curves("d", EXTENT, LIGHT).curves
    d = np.array(SIZES["d"], float)
    np.testing.assert_array_equal(attention.x, d)
    np.testing.assert_allclose(attention.y, 64**2 * d)
    assert list(crossing.x) == [64, 64]


def test_measured_points_stand_where_they_were_measured():
    times = times_of()
    plot = times_curves("n", EXTENT, times, Machine("cpu", 1), LIGHT)
    points = [curve for curve in plot.curves if curve.symbol]
    layers = ("self_attention", "recurrent", "convolutional", "restricted", "projected_attention")
    for curve, layer in zip(points, layers, strict=True):
        own = [time for time in times if time.layer == layer]
        assert list(curve.x) == [time.extent.n for time in own]
        assert curve.y == pytest.approx([1000 * time.seconds for time in own])
    assert [curve.hollow for curve in points] == [False] * 4 + [True]
    expected = 2000 * 2048**2 * 256 * 1e-9
    said = plot.say(len(plot.places) - 1)
    assert said.startswith("n = 2048, d = 256: Self-attention ")
    assert f"{expected:.0f} ms (median of 5; 1.0 G multiply-adds per second)" in said
    assert times_curves("n", EXTENT, (), None, LIGHT).say(0) == (
        "n = 16, d = 256: not measured yet"
    )


def test_guides_have_the_slope_of_the_table_and_meet_the_last_point():
    curves = times_curves("n", EXTENT, times_of(), None, LIGHT).curves
    guides = [curve for curve in curves if not curve.symbol]
    points = [curve for curve in curves if curve.symbol][:4]
    for guide, measured, power in zip(guides, points, (2, 1, 1, 1), strict=True):
        assert guide.y[-1] == pytest.approx(measured.y[-1])
        slopes = np.diff(np.log(guide.y)) / np.diff(np.log(guide.x))
        np.testing.assert_allclose(slopes, power, rtol=1e-6)
        assert guide.colour == measured.colour


def test_a_layer_has_one_colour_everywhere():
    lines = operations_curves("n", EXTENT, LIGHT).curves[1:]
    times = times_curves("n", EXTENT, times_of(), None, LIGHT).curves
    points = [curve for curve in times if curve.symbol]
    assert [line.colour for line in lines] == [point.colour for point in points[:4]]
    assert all(line.colour in complexity_table(EXTENT, LIGHT) for line in lines)


@pytest.mark.parametrize(
    ("machine", "times", "name"),
    [
        (Machine("cpu", 1), times_of("d"), "CPU, one thread"),
        (Machine("cpu", 3), times_of("d"), "CPU, 3 threads"),
        (Machine("cuda", 1), times_of("d"), "CUDA"),
        (Machine("cpu", 1), (), "not measured yet"),
    ],
)
def test_who_measured_is_said(machine, times, name):
    assert times_curves("d", EXTENT, times, machine, LIGHT).marks[0].name == name
