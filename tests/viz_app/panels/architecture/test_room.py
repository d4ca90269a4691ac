"""Transitions, questions and snapshot of the architecture tab."""

import dataclasses

import pytest

from model.config import ModelConfig
from model.lessons.architecture import Block, Extent, LayerTime
from model.special_tokens import BOS_ID
from tests.viz_app.panels.architecture.snapshots import comparison_of, record_of
from tests.viz_app.states import on_bench, shown
from tests.viz_app.states import room as room_of
from viz_app.app.panels import PANELS
from viz_app.panels.architecture.pictures.texts import TAB_TITLES
from viz_app.panels.architecture.room import (
    SIZES,
    ArchitectureState,
    BlockPlace,
    comparison_question,
    explaining_tabs,
    layer_unfolded,
    line_extents,
    measuring_begun,
    measuring_ended,
    record_question,
    resolve_architecture,
    shown_blocks,
    size_chosen,
    time_arrived,
)
from viz_app.workbench.state import RunKey, Selection


@pytest.fixture
def room():
    """The tab is in front, with a translation."""
    return room_of(ArchitectureState(), tab="architecture", model_key=4)


def test_the_worker_is_asked_for_what_encoder_and_decoder_read(room):
    question = record_question(room)
    ids = tuple(step.token_id for step in room.bench.trace.steps)
    assert question.model_key == RunKey(4)
    assert question.src_ids == room.bench.trace.source_ids
    assert question.tgt_ids == (BOS_ID, *ids[:-1])


@pytest.mark.parametrize(
    "fields", [{"tab": "attention"}, {"translating": True}, {"trace": None}, {"model_key": None}]
)
def test_nobody_is_asked_while_nobody_looks_or_there_is_no_sentence(room, fields):
    room = on_bench(room, **fields).changed(view="norms")
    assert record_question(room) is None
    assert comparison_question(room) is None


def test_gradients_are_asked_for_on_their_page_alone(room):
    assert comparison_question(room) is None
    question = comparison_question(room.changed(view="norms", depth=6))
    assert question.depth == 6
    assert question.tgt_ids[1:] == tuple(step.token_id for step in room.bench.trace.steps)


def test_another_choice_in_the_diagram_asks_nothing_new(room):
    before = record_question(room)
    after = room.changed(beside="parameters", block=BlockPlace("decoder", "softmax"))
    assert record_question(after) == before


def test_what_is_chosen_already_changes_nothing(room):
    assert room.changed(view="diagram") is room
    assert layer_unfolded(room, room.bench.selection.layer) is room


def test_the_unfolded_layer_is_that_of_the_whole_window(room):
    room = room.changed(record=record_of(n_layers=2))
    room = layer_unfolded(room, 1)
    assert room.bench.selection.layer == 1
    assert room.bench.selection.kind == shown().selection.kind
    assert resolve_architecture(room).layer == 1
    assert layer_unfolded(room, 99).bench.selection.layer == room.bench.trace.depth("encoder") - 1


def test_a_layer_that_the_model_does_not_have_is_not_shown(room):
    room = room.changed(record=record_of(n_layers=2))
    room = on_bench(room, selection=Selection(layer=5))
    snapshot = resolve_architecture(room)
    assert snapshot.layer == 1
    blocks = shown_blocks(snapshot.record, snapshot.layer).values()
    assert {block.layer for block in blocks} == {None, 1}


def test_the_chosen_block_is_found_in_the_unfolded_layer(room):
    place = BlockPlace("decoder", "norm", "cross_attention")
    room = room.changed(record=record_of(), block=place)
    chosen = resolve_architecture(layer_unfolded(room, 1)).chosen()
    assert (chosen.layer, BlockPlace.of(chosen)) == (1, place)


def test_a_block_that_the_model_does_not_have_gives_way_to_the_first_attention(room):
    room = room.changed(record=record_of(norm="post"), block=BlockPlace("encoder", "final_norm"))
    assert BlockPlace.of(resolve_architecture(room).chosen()) == BlockPlace()


def test_without_a_sentence_there_is_no_record_but_a_table(room):
    room = room.changed(record=record_of(), comparison=comparison_of())
    snapshot = resolve_architecture(on_bench(room, trace=None))
    assert snapshot.record is None
    assert snapshot.comparison is None
    assert snapshot.chosen() is None
    assert snapshot.own.extent == Extent(n=64, d=256)


def test_snapshots_of_one_state_are_equal(room):
    room = room.changed(record=record_of(), comparison=comparison_of())
    assert resolve_architecture(room) == resolve_architecture(room)


def time(n: int, d: int, *, seconds: float = 1.0) -> LayerTime:
    return LayerTime(layer="recurrent", extent=Extent(n=n, d=d), seconds=seconds, runs=3)


def test_curves_run_over_one_size_while_the_others_are_fixed():
    extent = Extent(n=32, d=128, k=5, r=8)
    assert [e.n for e in line_extents("n", extent)] == list(SIZES["n"])
    assert {(e.d, e.k, e.r) for e in line_extents("n", extent)} == {(128, 5, 8)}
    assert [e.d for e in line_extents("d", extent)] == list(SIZES["d"])
    assert {e.n for e in line_extents("d", extent)} == {32}


def test_only_times_along_the_curve_are_shown(room):
    on_n, on_d, elsewhere = time(16, 256), time(64, 32), time(16, 32)
    room = room.changed(times=(on_n, on_d, elsewhere))
    assert resolve_architecture(room).times == (on_n,)
    assert resolve_architecture(room.changed(axis="d")).times == (on_d,)
    assert resolve_architecture(size_chosen(room, "d", 32)).times == (on_d, elsewhere)


def test_measuring_again_replaces_what_was_measured_there(room):
    elsewhere = time(16, 32)
    room = measuring_begun(room.changed(times=(time(16, 256), elsewhere)))
    assert room.own.times == (elsewhere,)
    assert room.own.measuring.total == 5 * len(SIZES["n"])
    room = time_arrived(room, time(32, 256))
    assert room.own.measuring.done == 1
    assert resolve_architecture(room).times == (time(32, 256),)
    assert measuring_ended(room).own.measuring is None
    assert measuring_ended(room).own.times == (elsewhere, time(32, 256))


def test_blocks_lead_to_tabs_that_there_are_and_each_that_explains_the_model_is_reached():
    titles = {panel.name: panel.title for panel in PANELS}
    record = record_of()
    reached = {tab for block in record.blocks for tab in explaining_tabs(block, record)}
    assert reached == {panel.name for panel in PANELS if panel.on_map} == set(TAB_TITLES)
    assert all(TAB_TITLES[tab] == titles[tab] for tab in reached)


def test_a_model_with_one_stack_leads_to_no_tab_that_has_nothing_to_say_of_it():
    for side, expected in (
        ("encoder", ("embedding",)),
        ("decoder", ("embedding", "why", "forcing")),
    ):
        depths = {"encoder_layers": 0, "decoder_layers": 0, f"{side}_layers": 1}
        config = ModelConfig(n_heads=2, d_model=16, **depths)
        softmax = Block(kind="softmax", side=side, shapes=())
        record = dataclasses.replace(record_of(), config=config, blocks=(softmax,))
        assert explaining_tabs(softmax, record) == expected
