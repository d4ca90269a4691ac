"""All charts where there is room, one where there is none; in step with the run."""

import dataclasses

import pytest
from PySide6.QtCore import QEvent, QObject

from tests.viz_app.panels.training.snapshots import history_of, view_of
from tests.viz_app.probes import focusable, marked_language, spoken_name
from tests.viz_app.states import curve_of
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.views.curve_chart import CurveChart
from viz_app.panels.training.views.curves_view import CHARTS, CurvesView


@pytest.fixture
def view(qtbot, intents):
    view = CurvesView(light_theme(), intents)
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


def test_nothing_is_made_before_it_is_seen(qtbot, intents):
    view = CurvesView(light_theme(), intents)
    qtbot.addWidget(view)
    view.resize(800, 500)
    view.set_snapshot(view_of(history_of()))
    assert view.charts == {}
    view.show()
    qtbot.waitUntil(lambda: set(view.charts) == set(CHARTS))


class Paintings(QObject):
    """The charts that were painted, those of one turn of the window together.

    And for each the others that were still waiting when it was painted first.
    """

    def __init__(self, view):
        super().__init__(view)
        self.turns, self.waiting, self.view = [[]], {}, view
        self.charts = {chart.plot.viewport(): name for name, chart in view.charts.items()}
        for widget in (view, *self.charts):
            widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.UpdateRequest:
            self.turns.append([])
        elif event.type() == QEvent.Type.Paint and watched in self.charts:
            self.turns[-1].append(self.charts[watched])
            waiting = [name for name in CHARTS if not self.view.charts[name].updatesEnabled()]
            self.waiting.setdefault(self.charts[watched], waiting)
        return False


def test_charts_that_come_to_the_front_are_painted_one_after_the_other(qtbot, view):
    qtbot.waitUntil(lambda: all(chart.updatesEnabled() for chart in view.charts.values()))
    view.hide()
    paintings = Paintings(view)
    view.show()
    qtbot.waitUntil(lambda: sum(map(len, paintings.turns)) == len(CHARTS))
    assert [turn for turn in paintings.turns if turn] == [[name] for name in CHARTS]


def test_charts_that_there_is_room_for_again_are_painted_one_after_the_other(qtbot, view):
    qtbot.waitUntil(lambda: all(chart.updatesEnabled() for chart in view.charts.values()))
    view.resize(460, 200)
    qtbot.waitUntil(lambda: visible_charts(view) == ["loss"])
    paintings = Paintings(view)
    view.resize(800, 500)
    qtbot.waitUntil(lambda: set(paintings.waiting) == set(CHARTS))
    assert [paintings.waiting[name] for name in CHARTS[1:]] == [["norm", "score"], ["score"], []]


def test_all_charts_have_the_same_updates(view):
    view.set_snapshot(view_of(history_of(points=40), history_of("b", points=90), compared=True))
    ranges = {tuple(chart.plot.getViewBox().viewRange()[0]) for chart in view.charts.values()}
    assert len(ranges) == 1
    assert ranges.pop()[1] >= 90
    for name in ("loss", "rate", "norm"):
        assert updates_of(view.charts[name]) == list(range(1, 41))
        assert updates_of(view.charts[name], "other") == list(range(1, 91))


def test_a_run_under_way_reaches_every_chart(qtbot, view):
    points = curve_of(60)
    known = history_of(points=1)
    for count in range(1, 61):
        grown = dataclasses.replace(known, curve=points[:count])
        view.set_snapshot(view_of(grown, status="running"))
        assert len(updates_of(view.charts["loss"])) == count
    for name in ("rate", "norm"):
        qtbot.waitUntil(lambda name=name: len(updates_of(view.charts[name])) == 60)


def test_the_marker_is_in_every_chart(view):
    view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    assert {chart.marker.value() for chart in view.charts.values()} == {40}


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
    view.set_snapshot(view_of(history_of(exact=0.5, bleu=30.0)))
    assert view.charts["score"].title.text() == "Exact match (%)"
    view.set_snapshot(view_of(history_of("b", task="zh-en", bleu=30.0)))
    assert view.charts["score"].title.text() == "BLEU"
    assert view.charts["score"].plot.getAxis("left").scale == 1


def test_a_bleu_score_is_drawn(view):
    known = history_of(task="zh-en", bleu=30.0)
    points = tuple(dataclasses.replace(p, exact=None, bleu=2.0 * p.update) for p in known.curve)
    view.set_snapshot(view_of(dataclasses.replace(known, curve=points)))
    _, values = view.charts["score"].plot.listDataItems()[-1].getOriginalDataset()
    assert values.tolist() == [point.bleu for point in points]


def test_the_logarithmic_scale_is_for_the_loss_alone(view):
    view.set_snapshot(view_of(history_of()))
    view.log_scale.click()
    assert view.charts["loss"].plot.getAxis("left").logMode
    assert not view.charts["norm"].plot.getAxis("left").logMode


def test_a_click_in_any_chart_goes_to_the_nearest_moment(view, heard):
    view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    for chart in view.charts.values():
        chart.update_picked.emit(17)
    view.charts["loss"].update_picked.emit(31)
    assert heard == [("moment_picked", 1)] * 4 + [("moment_picked", 2)]


def test_without_moments_a_click_goes_nowhere(view, heard):
    view.set_snapshot(view_of(history_of()))
    view.charts["loss"].update_picked.emit(17)
    assert heard == []


def test_axes_are_named_in_every_language(view):
    assert view.charts["loss"].plot.getAxis("bottom").labelText == "update"
    assert view.charts["loss"].plot.getAxis("left").labelText == "nats per token"
    for widget in focusable(view):
        assert spoken_name(widget), widget
    with marked_language():
        assert view.charts["norm"].title.text() == "«Gradient norm»"
        assert view.choice.itemText(1) == "«Learning rate»"
    view.set_theme(dark_theme("presentation"))
    assert not view.grab().isNull()
