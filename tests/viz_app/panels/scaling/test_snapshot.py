"""The scaling tab: choices, what is asked, what is shown."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from model.lessons.scaling.scale_study import head_products
from tests.model.anatomies import anatomy_of
from tests.viz_app.states import SOURCE, shown
from viz_app.app.app_state import AppState
from viz_app.panels.scaling.snapshot import (
    d_k_chosen,
    factor_chosen,
    head_arrived,
    resolve_scaling,
    scaling_question,
    vectors_drawn,
    vectors_picked,
)
from viz_app.panels.scaling.state import ScalingState
from viz_app.workbench.snapshots.chosen_head import head_question
from viz_app.workbench.state.selection import Cell, Selection


def state_of(kind="cross", *, step=3, cell=None, vectors="head", **fields) -> AppState:
    """The tab in front with a head chosen."""
    selection = Selection(kind=kind, layer=1, head=1, step=step, cell=cell)
    scaling = ScalingState(vectors=vectors)
    return shown(selection=selection, scaling=scaling, model_key=7, tab="scaling", **fields)


# ------------------------------------------------------------------------------ the question


def test_the_chosen_head_is_asked_for():
    assert scaling_question(state_of()) == head_question(state_of())
    assert (scaling_question(state_of()).layer, scaling_question(state_of()).head) == (1, 1)


@pytest.mark.parametrize(
    "change",
    [{"tab": "masks"}, {"scaling": ScalingState()}, {"trace": None}, {"model_key": None}],
    ids=["another tab", "random vectors", "no translation", "no model"],
)
def test_nothing_is_asked_while_nobody_looks(change):
    assert scaling_question(dataclasses.replace(state_of(), **change)) is None


# ------------------------------------------------------------------------------- the choices


def test_what_is_chosen_stays_within_its_limits():
    state = AppState()
    assert d_k_chosen(state, 2000).scaling.d_k == 512
    assert d_k_chosen(state, 0).scaling.d_k == 1
    assert factor_chosen(state, 1e6).scaling.factor == 100
    assert factor_chosen(state, 0.0).scaling.factor == 0.01
    assert factor_chosen(state, 2.5).scaling.factor == 2.5


def test_choosing_what_is_chosen_changes_nothing():
    state = AppState()
    assert vectors_picked(state, "random") is state
    assert d_k_chosen(state, 64) is state


def test_drawing_again_takes_other_vectors():
    before = resolve_scaling(state_of(vectors="random")).study
    after = resolve_scaling(vectors_drawn(state_of(vectors="random"))).study
    assert not np.allclose(before.products.row, after.products.row)


# ------------------------------------------------------------------------------- what is shown


def test_nothing_is_shown_behind_another_tab():
    assert resolve_scaling(dataclasses.replace(state_of(), tab="attention")) is None


def test_random_vectors_need_no_model():
    snapshot = resolve_scaling(AppState(tab="scaling", scaling=ScalingState(d_k=16)))
    assert snapshot.study.products.d_k == 16
    assert (snapshot.queries, snapshot.place.n_layers, snapshot.waiting) == ((), 0, False)


def test_until_the_head_is_there_one_waits():
    state = state_of()
    assert resolve_scaling(state).waiting
    assert resolve_scaling(state).study is None
    there = resolve_scaling(head_arrived(state, anatomy_of("cross")))
    assert not there.waiting
    other = head_arrived(state, anatomy_of("encoder"))
    assert resolve_scaling(other).waiting


@pytest.mark.parametrize(
    ("kind", "cell", "row"),
    [
        ("cross", None, 3),
        ("cross", Cell(1, 0), 1),
        ("encoder", None, 0),
        ("encoder", Cell(2, 3), 2),
    ],
)
def test_the_query_is_that_of_the_cursor_or_the_step(kind, cell, row):
    state = head_arrived(state_of(kind, cell=cell), anatomy_of(kind))
    snapshot = resolve_scaling(state)
    assert snapshot.row == row
    expected = head_products(anatomy_of(kind), row)
    np.testing.assert_array_equal(snapshot.study.products.row, expected.row)


def test_queries_are_named_as_rows_are():
    queries = resolve_scaling(state_of("cross")).queries
    assert [(label.fed, label.predicted) for label in queries[:2]] == [("<s>", "I"), ("I", "have")]
    assert [label.fed for label in resolve_scaling(state_of("encoder")).queries] == list(SOURCE)


def test_snapshots_compare_by_what_is_chosen():
    state = head_arrived(state_of(), anatomy_of("cross"))
    assert resolve_scaling(state) == resolve_scaling(state)
    assert resolve_scaling(state) != resolve_scaling(factor_chosen(state, 2.0))
