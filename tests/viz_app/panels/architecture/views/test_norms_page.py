"""Post-norm beside pre-norm."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.architecture.snapshots import (
    architecture_snapshot,
    comparison_of,
    record_of,
)
from tests.viz_app.probes import emissions
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.views.norms_page import NormsPage


@pytest.fixture
def page(qtbot):
    page = on_screen(qtbot, NormsPage(THEMES["light"], ArchitectureIntents()), size=(900, 520))
    page.set_snapshot(architecture_snapshot(view="norms", comparison=comparison_of()))
    page.grab()
    return page


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_models_own_order_is_said(page, norm):
    page.set_snapshot(architecture_snapshot(record=record_of(norm=norm)))
    assert (page.post.own.isHidden(), page.pre.own.isHidden()) == (norm == "pre", norm == "post")


def test_each_card_draws_its_order(page):
    post, pre = page.post.sketch.layout_now(), page.pre.sketch.layout_now()
    assert post.norm.left() > post.add.right() > post.sublayer.right()
    assert pre.norm.right() < pre.sublayer.left() < pre.add.left()
    assert page.post.formula.accessibleName() == "x ← LayerNorm(x + f(x))"
    assert page.pre.formula.accessibleName() == "x ← x + f(LayerNorm(x))"


def test_the_stream_is_that_of_the_model(page):
    record = page.stream.snapshot.record
    curves = page.stream.plot.curves()
    expected = []
    for stream in record.streams:
        expected += [stream.updates.mean(axis=1), stream.lengths.mean(axis=1)]
    for curve, values in zip(curves, expected, strict=True):
        np.testing.assert_allclose(curve.y, values, rtol=1e-6)
    assert [len(curve.x) for curve in curves] == [6, 7, 9, 10]


def test_a_place_of_the_stream_is_said_for_both_sides(page, qtbot):
    said, record = said_by(page), page.stream.snapshot.record
    for _ in range(3):
        qtbot.keyClick(page.stream.plot, Qt.Key.Key_Right)
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
    qtbot.keyClick(page.stream.plot, Qt.Key.Key_End)
    assert "Encoder" not in said[-1]


def test_gradients_are_means_over_seeds_with_a_dot_for_each(page):
    comparison = comparison_of()
    curves = page.gradients.plot.curves()
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


def test_a_layer_is_said(page, qtbot):
    said = said_by(page)
    qtbot.keyClick(page.gradients.plot, Qt.Key.Key_Right)
    qtbot.keyClick(page.gradients.plot, Qt.Key.Key_Right)
    assert said[-1] == (
        "layer 2 · Encoder: post-norm 2, pre-norm 0.5  ·  "
        "layer 2 · Decoder: post-norm 6, pre-norm 1.5"
    )


@pytest.mark.parametrize("layers", [0, 1])
def test_layers_that_one_side_alone_has_are_counted_and_said(page, qtbot, layers):
    page.set_snapshot(
        architecture_snapshot(view="norms", comparison=with_encoder_of(layers, comparison_of()))
    )
    page.grab()
    plot = page.gradients.plot
    assert plot.plot.getAxis("bottom")._tickLevels[0] == [(1, "1"), (2, "2"), (3, "3")]
    assert ("Encoder" in page.gradients.legend.text()) == (layers > 0)
    said = said_by(page)
    qtbot.keyClick(plot, Qt.Key.Key_End)
    assert said[-1] == "layer 3 · Decoder: post-norm 12, pre-norm 0.75"


def with_encoder_of(layers, comparison):
    """The same comparison of a model whose encoder has fewer layers, or none."""
    post, pre = (
        dataclasses.replace(one, encoder=one.encoder[:, :layers])
        for one in (comparison.post, comparison.pre)
    )
    return dataclasses.replace(comparison, post=post, pre=pre)


def test_more_seeds_replace_fewer(page):
    assert "2 seeds" in page.gradients.legend.text()
    page.set_snapshot(architecture_snapshot(view="norms", comparison=comparison_of(seeds=4)))
    assert "4 seeds" in page.gradients.legend.text()
    assert len(page.gradients.plot.curves()[0].x) == 4 * 3


def test_another_depth_is_asked_for(page, qtbot):
    heard = emissions(page)
    buttons = [page.gradients.depths.button(name) for name in ("12", "own")]
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
