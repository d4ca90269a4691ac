from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.viz_app.ui.states import curve_of
from viz_app.state.training import CurvePoint
from viz_app.ui.design.theme import dark_theme, light_theme
from viz_app.ui.training.loss_curve import LossCurve, roomy


@pytest.fixture
def curve(qtbot):
    curve = LossCurve()
    curve.set_theme(light_theme())
    qtbot.addWidget(curve)
    curve.resize(600, 300)
    curve.show()
    return curve


def y_range(curve):
    return curve.plot.getViewBox().viewRange()[1]


def test_points_are_drawn_where_they_belong(curve):
    points = curve_of(500)
    curve.set_curve(points)
    updates, losses = curve.training.getOriginalDataset()
    assert updates.tolist() == [point.update for point in points]
    assert np.allclose(losses, [point.loss for point in points])
    updates, losses = curve.validation.getOriginalDataset()
    assert updates.tolist() == list(range(5, 501, 5))
    assert np.allclose(losses, [p.validation_loss for p in points if p.validation_loss])


def test_axes_are_named(curve):
    assert curve.plot.getAxis("bottom").labelText == "update"
    assert curve.plot.getAxis("left").labelText == "loss (nats per token)"


def test_the_loss_starts_at_zero(curve):
    curve.set_curve(curve_of(50))
    low, high = y_range(curve)
    assert -0.2 < low <= 0
    assert high >= 4


def test_the_logarithmic_scale_shows_all_points(curve):
    curve.set_curve(curve_of(200))
    curve.log_scale.click()
    low, high = y_range(curve)
    assert low <= math.log10(0.1 + 4 * math.exp(-4))
    assert high >= math.log10(4)
    curve.log_scale.click()
    assert y_range(curve)[1] > 3


@pytest.mark.parametrize("loss", [0.0, math.nan, math.inf, 1e9])
def test_a_strange_loss_does_not_break_the_picture(curve, loss):
    curve.log_scale.click()
    for points in ((CurvePoint(1, loss),), (CurvePoint(1, 1.0), CurvePoint(2, loss, loss))):
        curve.set_curve(points)
        assert not curve.grab().isNull()


def test_the_wheel_does_not_zoom(curve):
    curve.set_curve(curve_of(50))
    before = curve.plot.getViewBox().viewRange()
    viewport = curve.plot.viewport()
    centre = QPointF(viewport.rect().center())
    event = QWheelEvent(
        centre,
        viewport.mapToGlobal(centre),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)
    assert curve.plot.getViewBox().viewRange() == before


def test_it_says_the_last_loss(curve):
    assert curve.plot.accessibleDescription() == "No training yet"
    curve.set_curve((CurvePoint(7, 1.25),))
    assert "loss 1.250 nats per token at update 7" in curve.plot.accessibleDescription()


def test_a_new_run_begins_with_empty_axes(curve):
    curve.set_curve(curve_of(50))
    curve.set_curve(())
    assert curve.training.getData()[0] is None or len(curve.training.getData()[0]) == 0
    assert curve.plot.accessibleDescription() == "No training yet"


def test_the_legend_does_not_rely_on_colour(curve):
    curve.set_theme(dark_theme())
    assert "━━</span> training" in curve.legend.text()
    assert "━●━</span> validation" in curve.legend.text()


@pytest.mark.parametrize("value", [1e-6, 0.1, 0.999, 1, 1.01, 9.99, 10, 11, 1140, 12345678])
def test_roomy_is_the_next_round_number(value):
    assert value <= roomy(value) <= 1.34 * value


def test_a_small_loss_is_told_in_digits(curve):
    curve.set_curve((CurvePoint(1, 0.00312, None),))
    assert "loss 0.00312 nats" in curve.plot.accessibleDescription()
