"""Walking through one head: one selection in the whole window, one answer from the worker."""

import numpy as np
import pytest

from model.lessons.by_hand import EXAMPLE, HandCell, hand_record, puzzle_start, telling_pairs
from model.lessons.one_head import SHAPES
from model.traces.interventions import Intervention, Site
from model.traces.trace import KINDS
from tests.model.anatomies import D_K, D_MODEL, anatomy_of
from tests.viz_app.anatomies import answered, walking
from tests.viz_app.states import SOURCE, TARGET, on_bench, trace_of
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.one_head.pictures.texts import branch_sentence
from viz_app.panels.one_head.room import (
    STAGES,
    HandSnapshot,
    OneHeadState,
    cell_chosen,
    hand_reset,
    head_taken,
    masking_set,
    matrix_level,
    one_head_question,
    projection_chosen,
    puzzle_picked,
    resolve_one_head,
    share_chosen,
    stage_chosen,
    stage_matrices,
    value_set,
    zoom_ended,
)
from viz_app.workbench.changes.selection import head_picked, query_chosen, step_chosen
from viz_app.workbench.changes.translation import rooted
from viz_app.workbench.room import on_bench as of_room
from viz_app.workbench.snapshots.attention import head_question
from viz_app.workbench.state import Cell, Selection

# ------------------------------------------------------------------------------ test head matrices


def test_a_stage_ends_on_what_the_next_one_takes():
    anatomy = anatomy_of()
    states = [OneHeadState(stage=stage) for stage in STAGES]
    shown = [stage_matrices(state, anatomy) for state in states]
    assert [matrices[-1] for matrices in shown] == [
        "q",
        "products",
        "scores",
        "masked_scores",
        "weights",
        "context",
        "concatenation",
        "contribution",
        "added",
    ]
    for stage in (2, 3, 4, 5, 6):
        assert shown[stage][0] == shown[stage - 1][-1]


def test_parts_of_stages_are_shown_as_chosen():
    for share, matrices in (
        ("head", ("context", "w_o", "contribution")),
        ("heads", ("contributions", "output")),
    ):
        assert stage_matrices(OneHeadState(stage="output", share=share), anatomy_of()) == matrices
    for projection in ("q", "k", "v"):
        matrices = stage_matrices(OneHeadState(projection=projection), anatomy_of())
        assert matrices[1:] == (f"w_{projection}", projection)
    state = OneHeadState(stage="add")
    assert stage_matrices(state, anatomy_of(norm="pre")) == ("before", "output", "added")
    assert stage_matrices(state, anatomy_of(norm="post"))[2:] == ("added", "after")


def test_levels_follow_the_widths_and_are_the_same_for_every_head_and_sentence():
    for matrix in SHAPES:
        levels = {
            matrix_level(anatomy_of(kind, head=head, seed=seed), matrix)
            for kind, head, seed in zip(KINDS, (0, 1, 1), (1, 2, 3), strict=True)
        }
        assert len(levels) == 1
        assert levels.pop() > 0
    anatomy = anatomy_of()
    assert matrix_level(anatomy, "products") == round(8 * np.sqrt(D_K))
    assert matrix_level(anatomy, "w_o") == pytest.approx(4 / np.sqrt(D_MODEL))
    assert matrix_level(anatomy, "weights") == 1


# ----------------------------------------------------------------------------------- test snapshot


def headed(room, kind, layer, head):
    """The room with another head in view."""
    return room.on_bench(head_picked, kind, layer, head)


def test_the_chosen_head_is_asked_for_at_any_step():
    room = walking("decoder")
    assert one_head_question(room) == head_question(room.bench)
    assert one_head_question(room.on_bench(step_chosen, 1)) == one_head_question(room)


@pytest.mark.parametrize(
    "change",
    [{"tab": "attention"}, {"model_key": None}, {"trace": None}, {"trace": trace_of(())}],
    ids=["another tab", "no model", "no trace", "nothing decoded"],
)
def test_nothing_is_asked_while_there_is_nothing_to_show(change):
    room = on_bench(walking("cross"), **change)
    assert one_head_question(room) is None
    assert resolve_one_head(room) is None


def test_an_answer_is_shown_only_under_its_own_question():
    room = walking("cross")
    anatomy = room.own.answer.result
    assert resolve_one_head(room).anatomy is anatomy
    for other in (
        headed(room, "cross", 0, 1),
        headed(room, "cross", 1, 0),
        headed(room, "encoder", 1, 1),
        on_bench(room, model_key=2),
        on_bench(room, trace=trace_of(TARGET[:4])),
    ):
        waiting = resolve_one_head(other)
        assert waiting.anatomy is None
        assert waiting.matrices == ()
        assert resolve_one_head(headed(other, "cross", 1, 1)) is not None


def test_the_answer_to_another_head_is_shown_when_it_comes():
    other, anatomy = headed(walking("cross"), "cross", 0, 0), anatomy_of(layer=0, head=0)
    assert resolve_one_head(answered(other, anatomy)).anatomy is anatomy


def test_the_same_state_resolves_to_an_equal_snapshot():
    room = walking("cross", stage="softmax", zoomed="weights")
    assert resolve_one_head(room) == resolve_one_head(on_bench(room, source_text="x"))
    assert resolve_one_head(room) != resolve_one_head(stage_chosen(room, "mask"))


@pytest.mark.parametrize(
    ("kind", "cell", "query"),
    [
        ("decoder", None, 2),
        ("cross", None, 2),
        ("decoder", Cell(4, 1), 4),
        ("cross", Cell(4, 1), 4),
        ("encoder", None, 0),
        ("encoder", Cell(3, 1), 3),
    ],
)
def test_the_query_is_the_step_s_or_the_cursor_s(kind, cell, query):
    assert resolve_one_head(walking(kind, query=2, cell=cell)).query == query


def test_queries_are_called_as_everywhere():
    queries = resolve_one_head(walking("cross")).queries
    assert [label.text("both") for label in queries][:2] == ["<s> → I", "I → have"]
    assert [label.fed for label in resolve_one_head(walking("encoder")).queries] == [*SOURCE]


def test_without_a_cursor_the_key_is_the_one_attended_to_most():
    room = walking("cross", query=3)
    weights = room.own.answer.result.weights[3]
    assert resolve_one_head(room).key == np.argmax(weights)
    assert resolve_one_head(walking("cross", query=3, cell=Cell(3, 1))).key == 1


def test_the_walk_goes_through_all_stages_and_shows_what_was_chosen_for_each():
    room = projection_chosen(walking("cross"), "v")
    for stage in STAGES:
        room = stage_chosen(room, stage)
        snapshot = resolve_one_head(room)
        assert (snapshot.choices.stage, snapshot.cell) == (stage, None)
    room = share_chosen(stage_chosen(room, "output"), "heads")
    assert resolve_one_head(room).matrices == ("contributions", "output")
    assert resolve_one_head(stage_chosen(room, "project")).matrices[-1] == "v"


def test_a_cell_of_tokens_is_the_cursor_of_the_whole_window():
    room = cell_chosen(walking("cross", query=2, stage="softmax"), "weights", Cell(4, 1))
    assert room.bench.selection.cell == Cell(4, 1)
    assert room.bench.selection.step == 4
    snapshot = resolve_one_head(room)
    assert (snapshot.query, snapshot.key, snapshot.cell) == (4, 1, Cell(4, 1))
    assert snapshot.choices.zoomed == "weights"


@pytest.mark.parametrize(
    ("choices", "picked", "zoomed", "seen"),
    [
        ({"cell": Cell(2, 1)}, ("q", Cell(2, 2)), "q", (2, 1, Cell(2, 2))),
        ({"query": 4, "projection": "k"}, ("k", Cell(1, 2)), "k", (4, 1, Cell(1, 2))),
        ({"query": 4, "stage": "product"}, ("k_transposed", Cell(2, 1)), "k", (4, 1, Cell(1, 2))),
        ({"query": 3}, ("w_q", Cell(5, 2)), None, (3, None, None)),
        ({"query": 3}, ("x_query", Cell(1, 5)), None, (1, None, None)),
    ],
    ids=["of a query", "of a key", "of keys turned", "of weights", "of a given row"],
)
def test_a_picked_cell_moves_query_and_key_only_where_it_has_some(choices, picked, zoomed, seen):
    room = cell_chosen(walking("cross", **choices), *picked)
    snapshot = resolve_one_head(room)
    query, key, cell = seen
    assert (snapshot.choices.zoomed, snapshot.query, snapshot.cell) == (zoomed, query, cell)
    assert key is None or snapshot.key == key


def test_a_cell_stays_taken_apart_while_one_walks():
    room = cell_chosen(walking("cross", stage="product"), "products", Cell(3, 2))
    for stage in ("scale", "mask", "softmax"):
        room = stage_chosen(room, stage)
        snapshot = resolve_one_head(room)
        assert snapshot.choices.zoomed == snapshot.matrices[-1]
        assert snapshot.cell == Cell(3, 2)
    for stage in ("values", "concatenate", "output", "add", "project"):
        room = stage_chosen(room, stage)
        snapshot = resolve_one_head(room)
        assert snapshot.choices.zoomed == snapshot.matrices[-1]
        assert snapshot.cell.row == 3


def test_a_number_of_the_context_is_found_again_in_the_concatenation():
    room = cell_chosen(walking("cross", stage="values"), "context", Cell(3, 2))
    snapshot = resolve_one_head(stage_chosen(room, "concatenate"))
    anatomy = snapshot.anatomy
    assert snapshot.cell == Cell(3, anatomy.head * D_K + 2)
    found = anatomy.concatenation[snapshot.cell.row, snapshot.cell.column]
    assert found == anatomy.context[3, 2]


def test_the_cell_follows_the_query_until_whole_matrices_come_back():
    room = cell_chosen(walking("cross", stage="softmax"), "weights", Cell(3, 2))
    assert resolve_one_head(room.on_bench(step_chosen, 1)).cell == Cell(1, 2)
    assert resolve_one_head(room.on_bench(query_chosen, 5)).cell == Cell(5, 2)
    whole = resolve_one_head(zoom_ended(room))
    assert (whole.cell, whole.choices.zoomed) == (None, None)


def test_a_dimension_that_this_head_does_not_have_is_its_last():
    room = walking("cross", zoomed="q", dimension=99)
    assert resolve_one_head(room).cell == Cell(3, D_K - 1)


def test_a_matrix_that_this_model_does_not_compute_is_not_taken_apart():
    room = walking("cross", norm="post", stage="add", zoomed="after")
    assert resolve_one_head(room).cell is not None
    assert resolve_one_head(answered(room, anatomy_of(norm="pre"))).cell is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_of_every_matrix_can_be_picked(kind):
    for matrix in SHAPES:
        room = cell_chosen(walking(kind), matrix, Cell(1, 1))
        assert resolve_one_head(room).query in {1, 3, 0}


# ------------------------------------------------------------------------------- on the worker


def test_the_head_in_view_is_computed_while_the_tab_is_in_front(qtbot, faceless, tiny_trace):
    tab = faceless(ONE_HEAD).translated(tiny_trace).opened("masks")
    assert tab.own.answer is None
    tab.opened()
    for kind, layer, head in (("encoder", 1, 0), ("decoder", 0, 1), ("cross", 1, 1)):
        tab.do(of_room(head_picked), kind, layer, head)
        qtbot.waitUntil(lambda: tab.shown.anatomy is not None)
        anatomy = tab.shown.anatomy
        assert (anatomy.kind, anatomy.layer, anatomy.head) == (kind, layer, head)
        expected = tiny_trace.weights(kind)[layer, head]
        np.testing.assert_allclose(anatomy.weights, expected, atol=1e-6)


def test_it_is_said_what_the_branch_does_to_the_head(qapp):
    off = (Intervention(site=Site("z", "cross", 1, 1), how="zero"),)
    for layer, here in ((1, True), (0, False)):
        walked = on_bench(walking(), branches=rooted(trace_of(), off))
        walked = on_bench(walked, selection=Selection(kind="cross", layer=layer, head=1))
        assert one_head_question(walked).model_key.interventions == off
        shown = resolve_one_head(walked)
        said = branch_sentence(shown)
        assert said.startswith("Computed as on this branch: without cross 2·2 (zero).")
        assert said.endswith("the values in place of its own.") == here
        assert ("switched off: zeros in place of its output" in said) == here
        assert shown.place.replaced == ({1} if here else set())
    assert branch_sentence(resolve_one_head(walking())) == ""


# ------------------------------------------------------------------------------- test head by hand


@pytest.mark.parametrize("kind", KINDS)
def test_the_rows_of_a_trained_head_have_its_scores_and_its_mask(kind):
    walked = head_taken(walking(kind, page="hand"))
    anatomy, head = walked.own.answer.result, walked.own.hand
    rows, keys = telling_pairs(anatomy.weights)
    own, record = np.ix_(rows, keys), hand_record(head)
    assert record.scores == pytest.approx(anatomy.scores[own], abs=1e-5)
    masked = np.where(anatomy.mask[own], np.exp(anatomy.scores[own]), 0)
    expected = masked / masked.sum(axis=1, keepdims=True)
    assert record.weights == pytest.approx(expected, abs=1e-5)
    assert head.keys == tuple(anatomy.key_tokens[key] for key in keys)
    assert head.origin.share == pytest.approx(
        anatomy.weights[own].sum() / anatomy.weights[rows].sum(), abs=1e-5
    )
    changed = value_set(walked, HandCell("q", 0, 0), 1.0)
    assert hand_reset(changed).own.hand == head
    assert hand_reset(hand_reset(changed)).own.hand == EXAMPLE


def test_a_puzzle_begins_with_its_numbers_and_locks_the_others():
    walked = puzzle_picked(walking(page="hand"), "attend")
    free, locked = HandCell("q", 2, 0), HandCell("k", 2, 0)
    assert value_set(walked, locked, 3.0) is walked
    assert masking_set(walked, True) is walked
    changed = value_set(walked, free, 3.0)
    assert changed.own.hand.value(free) == 3.0
    assert hand_reset(changed).own.hand == puzzle_start("attend")
    assert value_set(puzzle_picked(changed, None), locked, 3.0).own.hand.value(locked) == 3.0


def test_the_head_by_hand_is_there_before_any_trained_one():
    shown = resolve_one_head(walking(page="hand").changed(answer=None))
    assert isinstance(shown, HandSnapshot)
    assert not shown.can_take
    assert not shown.can_reset
    assert resolve_one_head(walking(page="hand")).can_take
    assert head_taken(walking(page="hand").changed(answer=None)).own.hand == EXAMPLE
