"""The training tab as a whole."""

import dataclasses

import pytest
from PySide6.QtWidgets import QApplication

from tests.viz_app.listening import said_by
from tests.viz_app.panels.training.snapshots import form_of, history_of, view_of
from tests.viz_app.states import training_room
from viz_app.design.theme import light_theme
from viz_app.panels.training.snapshot import TrainingSnapshot, resolve_training
from viz_app.panels.training.state import TABS
from viz_app.panels.training.view.panel import TrainingPanel
from viz_app.testing import all_made
from viz_app.widgets.layout import tell


@pytest.fixture
def panel(qtbot, handle):
    panel = TrainingPanel(light_theme(), handle)
    qtbot.addWidget(panel)
    panel.resize(1240, 640)
    panel.set_snapshot(snapshot())
    panel.show()
    return panel


def snapshot(tab="training", **fields):
    resolved = resolve_training(training_room(tab=tab))
    return dataclasses.replace(resolved, **{"form": form_of(), **fields})


def test_pages_are_made_when_they_are_opened(qtbot, panel, heard):
    assert panel.form.isVisible()
    assert panel.experiments.panel is None
    for tab, page in (("runs", panel.runs), ("experiments", panel.experiments)):
        panel.set_snapshot(snapshot(tab))
        assert not panel.form.isVisible()
        qtbot.waitUntil(lambda page=page: page.panel is not None)
        assert page.panel.isVisible()
    assert heard == []


def test_a_page_behind_stays_as_it_was(qtbot, panel, monkeypatch):
    panel.set_snapshot(snapshot("runs"))
    qtbot.waitUntil(lambda: panel.runs.panel is not None)
    told = []
    monkeypatch.setattr(panel.runs.panel, "set_snapshot", told.append)
    panel.set_snapshot(snapshot("experiments"))
    assert told == []
    back = snapshot("runs")
    panel.set_snapshot(back)
    assert told == [back.runs]


def test_the_form_has_room_for_its_numbers(panel):
    form = panel.form
    form.fold.setChecked(True)
    QApplication.processEvents()
    assert form.width() >= form.narrowest()


def test_the_time_lapse_has_the_whole_width(qtbot, panel):
    shown = view_of(history_of(moments=(0, 10, 40)))
    panel.set_snapshot(snapshot("runs", view=shown))
    beside = panel.view.width()
    assert panel.view.curves.isVisible()
    assert not panel.view.bar.isVisible()
    panel.set_snapshot(snapshot("time_lapse", view=shown))
    qtbot.waitUntil(lambda: panel.view.attention.panel is not None)
    assert not panel.runs.isVisible()
    assert panel.view.attention.panel.isVisible()
    assert panel.view.bar.isVisible()
    assert panel.view.width() == panel.width() > beside
    panel.set_snapshot(snapshot("runs", view=shown))
    all_made(qtbot, panel)
    assert panel.runs.isVisible()
    assert panel.view.curves.isVisible()
    assert panel.view.width() == beside


def test_the_picture_alone_is_the_run_s(panel):
    panel.set_snapshot(snapshot("runs", view=view_of(history_of())))
    panel.show_picture_only(only=True)
    assert not panel.runs.isVisible()
    panel.set_snapshot(snapshot("experiments", view=view_of(history_of())))
    assert not panel.experiments.isVisible()
    panel.show_picture_only(only=False)
    assert panel.experiments.isVisible()
    panel.set_snapshot(snapshot("time_lapse", view=view_of(history_of())))
    panel.show_picture_only(only=False)
    assert not panel.experiments.isVisible()


def test_the_run_is_shown_beside_every_page(panel):
    shown = view_of(history_of(), status="running")
    for tab in TABS:
        panel.set_snapshot(snapshot(tab, view=shown))
        assert panel.view.header.title.text() == "reverse-1"
        assert panel.view.isVisible()


def test_what_the_curves_say_is_passed_on(panel):
    panel.set_snapshot(snapshot(view=view_of(history_of())))
    said = said_by(panel)
    tell(panel.view.curves, "update 3")
    assert said == ["update 3"]


@pytest.mark.parametrize(("width", "height"), [(868, 440), (1248, 640), (1888, 900)])
def test_it_fits_into_the_window(panel, width, height):
    panel.set_snapshot(snapshot(view=view_of(history_of(moments=(0, 10)), status="running")))
    for _ in range(2):  # in a lower one, parts go behind a button
        panel.resize(width, height)
        QApplication.processEvents()
    assert panel.minimumSizeHint().width() <= width
    assert panel.minimumSizeHint().height() <= height
    assert (panel.width(), panel.height()) == (width, height)


def test_an_equal_snapshot_changes_nothing_and_none_leaves_all(panel, monkeypatch):
    panel.set_snapshot(TrainingSnapshot())
    assert panel.view.empty.isVisible()
    shown = snapshot(view=view_of(history_of()))
    panel.set_snapshot(shown)
    monkeypatch.setattr(panel.view, "set_snapshot", lambda _: pytest.fail("drawn again"))
    panel.set_snapshot(dataclasses.replace(shown))
    panel.set_snapshot(None)
    assert panel.view.header.title.text() == "reverse-1"
