"""The run on show as a whole."""

import dataclasses
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from model.runs.experiments import experiment_named
from tests.viz_app.on_screen import on_screen
from tests.viz_app.panels.training.snapshots import history_of, view_of
from tests.viz_app.probes import focusable, marked_language, spoken_name
from tests.viz_app.states import curve_of
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.training.experiments.pictures import experiment_page
from viz_app.panels.training.snapshot import RunViewSnapshot
from viz_app.panels.training.view.run import PARTS, RunView


@pytest.fixture
def view(qtbot, handle):
    return on_screen(qtbot, RunView(light_theme(), handle), size=(820, 800))


@pytest.mark.parametrize("moments", [False, True])
def test_before_the_first_run_it_says_where_one_comes_from_and_offers_nothing(view, moments):
    view.show_moments(shown=moments)
    view.resize(1400 if moments else 820, 420)
    assert "In Train, choose a task" in view.empty.text()
    assert "press Start" in view.empty.text()
    assert "in Runs" in view.empty.text()
    for snapshot in (RunViewSnapshot(), view_of(history_of()), RunViewSnapshot()):
        view.set_snapshot(snapshot)
        has_run = snapshot.card is not None
        assert view.empty.isVisible() is not has_run
        assert view.parts.isVisible() is has_run
        assert view.curves.isVisible() is (has_run and not moments)


def test_the_progress_is_that_of_the_run(view):
    view.set_snapshot(view_of(history_of(), status="running"))
    assert (view.progress.value(), view.progress.maximum()) == (240, 1140)
    view.set_snapshot(view_of(history_of(updates=80)))
    assert (view.progress.value(), view.progress.maximum()) == (40, 80)


def test_translations_are_below_or_behind_a_button(view):
    view.set_snapshot(view_of(history_of()))
    assert view.samples.isVisible()
    assert not view.parts.button("samples").isVisible()
    view.resize(820, 420)
    assert not view.samples.isVisible()
    view.parts.button("samples").click()
    assert view.samples.isVisible()
    assert not view.curves.isVisible()
    view.resize(820, 800)
    assert view.samples.isVisible()
    assert view.curves.isVisible()
    assert view.samples.table.height() > 60


@pytest.mark.parametrize("name", ["heads", "attention"])
def test_views_of_the_time_lapse_are_made_when_they_are_opened(qtbot, view, name):
    view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    part = getattr(view, name)
    assert part.panel is None
    view.show_moments(shown=True)
    view.parts.button(name).click()
    qtbot.waitUntil(lambda: part.panel is not None)
    assert part.panel.isVisible()
    assert not view.curves.isVisible()


def test_the_bar_is_there_with_the_time_lapse(view):
    view.show_moments(shown=True)
    view.set_snapshot(view_of(history_of()))
    assert not view.bar.isVisible()
    view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    assert view.bar.isVisible()
    view.show_moments(shown=False)
    assert not view.bar.isVisible()


@pytest.mark.parametrize("height", [420, 800])
def test_curves_and_time_lapse_have_their_own_parts(view, height):
    view.resize(820, height)
    view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    for moments, own in ((True, {"attention", "heads"}), (False, {"curves", "samples"})):
        view.show_moments(shown=moments)
        QApplication.processEvents()
        offered = {name for name in PARTS if view.parts.button(name).isVisible()}
        assert offered <= own
        assert view.attention.isVisible() == moments
        assert view.curves.isVisible() == (not moments)
        assert view.samples.isVisible() == (not moments and height == 800)


@pytest.mark.parametrize("size", [(820, 480), (1400, 900)])
def test_the_loss_curve_of_the_time_lapse_is_high_enough_to_be_read(view, size):
    view.resize(*size)
    view.show_moments(shown=True)
    view.show()
    view.set_snapshot(view_of(history_of(moments=(0, 10))))
    QApplication.processEvents()
    assert view.bar.strip.layout_now().area.height() >= 96
    assert view.rect().contains(view.bar.geometry())


def test_the_bar_follows_a_run_under_way_while_it_is_seen(view, monkeypatch):
    shown = []
    monkeypatch.setattr(view.bar, "set_snapshot", shown.append)
    known = history_of(moments=(0, 10))
    view.set_snapshot(view_of(known, status="running"))
    assert shown == []
    view.show_moments(shown=True)
    grown = dataclasses.replace(known, curve=curve_of(60))
    view.set_snapshot(view_of(grown, status="running"))
    assert len(shown[-1].curve) == 60
    view.set_snapshot(view_of(history_of(moments=(0, 10, 20)), status="running"))
    assert shown[-1].updates == (0, 10, 20)


@pytest.mark.parametrize("size", [(500, 400), (820, 560), (1400, 900)])
@pytest.mark.parametrize("theme", [light_theme(), dark_theme("presentation")])
def test_it_is_shown_in_every_size(qtbot, handle, size, theme):
    shown = view_of(history_of(moments=(0, 10)), status="running")
    view = on_screen(qtbot, RunView(theme, handle), shown, size=size)
    QApplication.processEvents()
    for widget in focusable(view):
        if widget.isVisible():
            assert spoken_name(widget), widget
    assert not view.grab().isNull()


def test_of_an_experiment_that_has_not_run_question_and_setting_are_shown(view):
    view.set_snapshot(view_of(history_of()))
    view.set_snapshot(RunViewSnapshot(not_run="heads"))
    assert view.header.isHidden()
    told = view.empty.text()
    assert told.startswith(experiment_page("heads").title)
    assert "“four heads” and “one head”" in told
    assert f"{experiment_named('heads').arms[0].training.epochs} epochs: mirror" in told
    view.set_snapshot(RunViewSnapshot())
    assert "Not run yet" not in view.empty.text()


def test_it_speaks_the_language(qtbot, handle):
    with marked_language():
        view = on_screen(qtbot, RunView(light_theme(), handle))
        assert view.empty.text().startswith("«No run is shown yet.")
        view.set_snapshot(view_of(history_of(), status="running"))
        assert view.parts.button("heads").text() == "«Heads»"
    assert view.header.stop.text() == "«Stop»"
    assert view.readout.captions["speed"].text() == "«tokens/s»"
    assert view.samples.table.horizontalHeaderItem(1).text() == "«reference»"


class _OnResize(QObject):
    """Does something while a widget gets its place, as one does that shows what is inside it."""

    def __init__(self, widget: QWidget, act: Callable[[], object]) -> None:
        super().__init__(widget)
        self._act = act
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._act()
        return False


@pytest.mark.parametrize("height", [900, 700])
def test_no_row_is_lost_while_rows_get_their_places(view, height):
    view.set_snapshot(view_of(history_of()))
    QApplication.processEvents()
    rows, counts = view.progress.parentWidget().layout(), []
    _OnResize(view.curves, lambda: (view.resize(820, 420), counts.append(rows.count())))
    view.resize(820, height)
    assert not view.samples.isVisible()
    assert set(counts) == {rows.count()}


def test_no_part_is_lost_while_the_title_gets_its_place(view):
    view.set_snapshot(view_of(history_of(moments=(0, 10, 40))))
    view.show_moments(shown=True)
    view.resize(1400, 800)
    QApplication.processEvents()
    line, counts = view.layout().itemAt(0), []
    _OnResize(view.header, lambda: (view.resize(700, 800), counts.append(line.count())))
    view.resize(1300, 800)
    assert set(counts) == {line.count()}
