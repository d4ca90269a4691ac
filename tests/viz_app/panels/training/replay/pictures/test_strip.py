"""The loss curve that one moves along."""

import dataclasses
import math

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from model.runs.progress import CurveColumns
from tests.viz_app.painted import painted
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import training_room
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.replay.pictures.strip import (
    HANDLE,
    LOSSES,
    loss_strip,
)
from viz_app.panels.training.replay.room import resolve_replay
from viz_app.pictures.labels import text_width

RECT = QRectF(0, 0, 800, 70)


@pytest.fixture
def shown():
    return resolve_replay(with_runs(training_room(), history()))


def laid_out(shown, theme=None, rect=RECT):
    curves = [CurveColumns(shown.curve)]
    if shown.compared_curve:
        curves.append(CurveColumns(shown.compared_curve))
    return loss_strip(rect, shown, curves, theme or light_theme())


def far(one: str, other: str) -> int:
    """How different two colours are, 0 … 765."""
    pairs = zip(QColor(one).getRgb()[:3], QColor(other).getRgb()[:3], strict=True)
    return sum(abs(a - b) for a, b in pairs)


def test_equal_ratios_are_equally_far_apart(shown):
    layout = laid_out(shown)
    low, high = layout.axes.up
    middle = math.sqrt(low * high)
    assert layout.axes.y(middle) == pytest.approx(layout.area.center().y())
    assert (layout.axes.y(low), layout.axes.y(high)) == (layout.area.bottom(), layout.area.top())


def test_both_curves_are_within_the_levels(shown):
    run, other = history(), history("other", rate=5.0)
    both = resolve_replay(with_runs(training_room(), run, other, compared=True))
    layout = laid_out(both)
    every = np.concatenate([c.measured(name)[1] for c in layout.curves for name in LOSSES])
    assert layout.axes.up == (every.min(), every.max())


def test_the_handle_is_on_the_curve(shown):
    layout = laid_out(shown)
    for index in range(8):
        moved = dataclasses.replace(shown, index=index)
        place, point = layout.handle(moved), moved.loss_at(index) or moved.curve[0]
        assert place.x() == layout.axis.x(index)
        assert place.y() == pytest.approx(layout.axes.y(point.loss))


def test_points_that_share_a_px_are_drawn_as_their_mean():
    run = history(updates=(0, 5000), planned=5000)
    shown = resolve_replay(with_runs(training_room(), run))
    layout = laid_out(shown)
    points = layout.points(*layout.curves[0].positive("loss"))
    assert len(points) <= layout.area.width() + 2
    assert [p.x() for p in points] == sorted({p.x() for p in points})


def test_what_a_compared_run_did_after_the_end_is_not_drawn(shown):
    layout = laid_out(shown)
    points = layout.points(np.array([39.0, 40.0, 41.0]), np.array([0.5, 0.4, 0.3]))
    assert len(points) == 2


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()], ids=["light", "dark"])
def test_the_curve_is_drawn(shown, theme):
    def paint(painter, rect):
        layout = laid_out(shown, theme, rect)
        layout.paint_backdrop(painter)
        return layout

    image, layout = painted(paint, width=832, height=102, theme=theme)
    found = 0
    for point in layout.points(*layout.curves[0].positive("loss")):
        near = [
            image.pixelColor(round(point.x()) + dx, round(point.y()) + dy).name()
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        ]
        found += min(far(colour, theme.accent) for colour in near) < 100
    assert found >= 0.7 * len(layout.curves[0].curve)  # dots of the validation loss lie over some


def test_without_a_curve_there_is_a_strip_nevertheless(shown):
    bare = dataclasses.replace(shown, curve=())
    layout = laid_out(bare)
    assert layout.axes.up == (0.1, 10.0)
    place = layout.handle(bare)
    assert place.y() == layout.area.center().y()


def test_a_run_under_way_has_room_for_what_comes_after_the_last_moment(shown):
    live = dataclasses.replace(shown, live=True, updates=shown.updates[:-1])
    layout = laid_out(live)
    assert layout.axis.x(6) < layout.axis.right
    assert layout.axis.at([40])[0] == pytest.approx(layout.axis.right)


def test_numbers_of_losses_are_there_where_they_do_not_touch(shown):
    assert laid_out(shown).has_levels
    low = laid_out(shown, rect=QRectF(0, 0, 800, 50))
    assert not low.has_levels
    assert low.area.left() <= laid_out(shown).area.left()


def test_the_number_of_the_last_epoch_is_not_cut_off(shown):
    theme = light_theme()
    many = dataclasses.replace(shown, epochs=tuple(range(10_000, 10_008)))
    layout = laid_out(many)
    half = text_width(theme, "10007", size=theme.small) / 2
    assert layout.axis.x(7) + half <= RECT.right()


@pytest.mark.parametrize("width", [240, 360, 520, 800, 1400])
def test_words_never_lie_over_the_curve(shown, width):
    theme = light_theme()

    def paint(painter, rect):
        layout = laid_out(shown, theme, rect)
        layout.paint_cursor(painter, shown)
        return layout

    image, layout = painted(paint, width=width, height=102, theme=theme)
    area, cursor = layout.area, layout.axis.x(shown.index)
    painted_over = [
        (x, y)
        for x in range(round(area.left()), image.width() - 1)
        for y in range(round(area.top()) + 1, round(area.bottom()))
        if abs(x - cursor) > HANDLE + 3 and image.pixelColor(x, y) != QColor(theme.panel)
    ]
    assert painted_over == []
