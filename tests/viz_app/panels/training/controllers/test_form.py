"""What is chosen in the form of the training tab."""

from __future__ import annotations

import pytest

from viz_app.panels.training.controllers.form import TrainingFormController


@pytest.fixture
def form(store):
    return TrainingFormController(store)


def test_a_dropped_corpus_is_asked_for_on_the_page_where_runs_begin(form, store):
    form.open_page("runs")
    form.choose_corpus("pairs.tsv")
    assert store.state.training.request.task == "pairs.tsv"
    assert store.state.training.page == "new"
    assert not store.state.training.active


def test_pages_come_to_the_front(form, store):
    form.open_page("experiments")
    assert store.state.training.page == "experiments"
