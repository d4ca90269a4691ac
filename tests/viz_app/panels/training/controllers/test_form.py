"""What is chosen in the form of the training tab."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QObject, Signal

from viz_app.panels.training.controllers.form import TrainingFormController
from viz_app.panels.training.state.training import TrainingRequest
from viz_app.workbench.jobs.shelf import Shelf


class Panel(QObject):
    """What of the panel the controller listens to."""

    page_picked = Signal(str)
    request_changed = Signal(object)


@pytest.fixture
def form(room, desk):
    return TrainingFormController(room, desk, Shelf())


def test_a_dropped_corpus_is_asked_for_on_the_page_where_runs_begin(form, room):
    form.open_page("runs")
    form.choose_corpus("pairs.tsv")
    assert room.now.own.request.task == "pairs.tsv"
    assert room.now.own.page == "new"
    assert not room.now.own.active


def test_pages_come_to_the_front(form, room):
    form.open_page("experiments")
    assert room.now.own.page == "experiments"


def test_what_the_panel_asks_for_is_kept(form, room):
    panel, request = Panel(), dataclasses.replace(TrainingRequest(), task="copy", preset="")
    form.attach(panel)
    panel.page_picked.emit("runs")
    panel.request_changed.emit(request)
    assert (room.now.own.page, room.now.own.request) == ("runs", request)
