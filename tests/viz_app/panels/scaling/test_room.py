"""The scaling tab: choices, what is asked, what is shown."""

import numpy as np
import pytest

from model.lessons.scaling import head_products
from tests.model.anatomies import anatomy_of
from tests.viz_app.states import SOURCE, on_bench, room
from viz_app.panels.scaling.room import (
    ScalingRoom,
    ScalingState,
    d_k_chosen,
    factor_chosen,
    resolve_scaling,
    scaling_question,
    vectors_drawn,
)
from viz_app.workbench.room import Room
from viz_app.workbench.snapshots.attention import head_question
from viz_app.workbench.state import Cell, Selection, Workbench


def studying(kind="cross", *, cell=None, vectors="head") -> ScalingRoom:
    """The tab in front with a head chosen."""
    selection = Selection(kind=kind, layer=1, head=1, step=3, cell=cell)
    return room(ScalingState(vectors=vectors), selection=selection, model_key=7, tab="scaling")


def alone(**choices) -> ScalingRoom:
    """The tab in front, before there is a model."""
    return Room(ScalingState(**choices), Workbench(tab="scaling"))


# ------------------------------------------------------------------------------ the question


def test_the_chosen_head_is_asked_for():
    assert scaling_question(studying()) == head_question(studying().bench)
    assert (scaling_question(studying()).layer, scaling_question(studying()).head) == (1, 1)


@pytest.mark.parametrize(
    "change",
    [{"tab": "masks"}, {"trace": None}, {"model_key": None}],
    ids=["another tab", "no translation", "no model"],
)
def test_nothing_is_asked_while_nobody_looks(change):
    assert scaling_question(on_bench(studying(), **change)) is None


def test_random_vectors_ask_nothing():
    assert scaling_question(studying(vectors="random")) is None


# ------------------------------------------------------------------------------- the choices


def test_what_is_chosen_stays_within_its_limits():
    room = alone()
    assert d_k_chosen(room, 2000).own.d_k == 512
    assert d_k_chosen(room, 0).own.d_k == 1
    assert factor_chosen(room, 1e6).own.factor == 100
    assert factor_chosen(room, 0.0).own.factor == 0.01
    assert factor_chosen(room, 2.5).own.factor == 2.5


def test_choosing_what_is_chosen_changes_nothing():
    room = alone()
    assert d_k_chosen(room, 64) is room


def test_drawing_again_takes_other_vectors():
    before = resolve_scaling(studying(vectors="random")).study
    after = resolve_scaling(vectors_drawn(studying(vectors="random"))).study
    assert not np.allclose(before.products.row, after.products.row)


# ------------------------------------------------------------------------------- what is shown


def test_nothing_is_shown_behind_another_tab():
    assert resolve_scaling(on_bench(studying(), tab="attention")) is None


def test_random_vectors_need_no_model():
    snapshot = resolve_scaling(alone(d_k=16))
    assert snapshot.study.products.d_k == 16
    assert (snapshot.queries, snapshot.place.n_layers, snapshot.waiting) == ((), 0, False)


def test_until_the_head_is_there_one_waits():
    room = studying()
    assert resolve_scaling(room).waiting
    assert resolve_scaling(room).study is None
    there = resolve_scaling(room.changed(anatomy=anatomy_of("cross")))
    assert not there.waiting
    other = room.changed(anatomy=anatomy_of("encoder"))
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
    room = studying(kind, cell=cell).changed(anatomy=anatomy_of(kind))
    snapshot = resolve_scaling(room)
    assert snapshot.row == row
    expected = head_products(anatomy_of(kind), row)
    np.testing.assert_array_equal(snapshot.study.products.row, expected.row)


def test_queries_are_named_as_rows_are():
    queries = resolve_scaling(studying("cross")).queries
    assert [(label.fed, label.predicted) for label in queries[:2]] == [("<s>", "I"), ("I", "have")]
    assert [label.fed for label in resolve_scaling(studying("encoder")).queries] == list(SOURCE)


def test_snapshots_compare_by_what_is_chosen():
    room = studying().changed(anatomy=anatomy_of("cross"))
    assert resolve_scaling(room) == resolve_scaling(room)
    assert resolve_scaling(room) != resolve_scaling(factor_chosen(room, 2.0))
