"""The positions tab: choices, questions, and what is shown."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from model.lessons.positions import AlteredRecord
from model.network.layers import sinusoidal_table
from model.traces.interventions import Intervention, Site
from tests.viz_app.states import MODELS, SOURCE, on_bench, room, summary, trace_of
from viz_app.panels.positions.room import (
    AlteredPositions,
    PositionsRoom,
    PositionsState,
    altered_question,
    changed_tokens,
    cosine_similarity,
    d_model_chosen,
    exchange_drawn,
    learned_question,
    length_chosen,
    resolve_positions,
    rotation_chosen,
    sinusoidal_twin,
    size_picked,
)
from viz_app.workbench.changes.translation import rooted
from viz_app.workbench.room import Answered, Room
from viz_app.workbench.state import Workbench

ENTRIES = tuple((entry.name, entry.path) for entry in MODELS)


def looking(page="table", **fields) -> PositionsRoom:
    """The tab in front with a page; ``fields`` are the workbench's."""
    return room(PositionsState(page=page), model_key=7, tab="positions", **fields)


def learned_model():
    config = dataclasses.replace(summary().config, positions="learned")
    return dataclasses.replace(summary(), config=config)


# ------------------------------------------------------------------------------- the table


def test_at_first_it_is_the_models_own_table():
    snapshot = resolve_positions(looking())
    np.testing.assert_array_equal(snapshot.table, summary().positions)
    assert (snapshot.kind, snapshot.tokens, snapshot.count) == ("sinusoidal", SOURCE, 32)


def test_any_size_begins_with_the_models_and_is_the_formulas():
    seen = size_picked(looking(), any_size=True)
    assert resolve_positions(seen).table.shape == (32, 16)
    seen = d_model_chosen(length_chosen(seen, 50), 24)
    snapshot = resolve_positions(seen)
    np.testing.assert_allclose(snapshot.table, sinusoidal_table(50, 24).numpy(), atol=1e-6)
    assert snapshot.table is resolve_positions(seen).table
    back = resolve_positions(size_picked(seen, any_size=False))
    assert back.table.shape == (128, 16)
    assert back.count == 50


def test_any_size_of_a_model_with_a_learned_table_is_sinusoidal():
    seen = size_picked(looking(model=learned_model()), any_size=True)
    assert resolve_positions(seen).kind == "sinusoidal"
    assert resolve_positions(seen.changed(page="learned")).kind == "learned"
    assert resolve_positions(seen.changed(page="learned")).table.shape == (128, 16)


@pytest.mark.parametrize(("asked", "kept"), [(0, 1), (9999, 1024), (7, 7)])
def test_sizes_stay_within_their_limits(asked, kept):
    seen = length_chosen(d_model_chosen(looking(), asked), asked)
    assert (seen.own.d_model, seen.own.length) == (kept, kept)


def test_longer_sentences_show_all_their_positions():
    seen = looking()
    longer = trace_of(source=("a",) * 50)
    assert resolve_positions(on_bench(seen, trace=longer)).count == 50
    assert resolve_positions(length_chosen(seen, 10)).count == 10


def test_similarity_is_cosine_or_dot_product():
    table = summary().positions[:32]
    cosine = resolve_positions(looking()).similarity
    np.testing.assert_allclose(cosine, cosine_similarity(table))
    dot = resolve_positions(looking().changed(measure="dot")).similarity
    np.testing.assert_allclose(dot, table @ table.T, atol=1e-6)


def test_what_is_turned_stays_in_the_table():
    snapshot = resolve_positions(rotation_chosen(looking(), 120, 30))
    assert (snapshot.position, snapshot.offset) == (120, 7)
    assert (snapshot.rotation.position, snapshot.rotation.offset) == (120, 7)
    small = size_picked(length_chosen(rotation_chosen(looking(), 120, 30), 4), any_size=True)
    assert (resolve_positions(small).position, resolve_positions(small).offset) == (3, 0)


def test_the_twin_of_a_learned_table_is_as_large():
    twin = sinusoidal_twin(resolve_positions(looking(model=learned_model())))
    assert twin.kind == "sinusoidal"
    np.testing.assert_allclose(twin.table, sinusoidal_table(128, 16).numpy(), atol=1e-6)


def test_the_example_of_the_task_comes_before_the_sentence_on_screen():
    seen, own = looking("without"), trace_of().source_text
    assert altered_question(seen).text == "狗咬了猫。" != own
    assert resolve_positions(seen).shows_example
    seen = seen.changed(sentence="own")
    assert altered_question(seen).text == own
    assert not resolve_positions(seen).shows_example
    foreign = looking("without", model=dataclasses.replace(summary(), task="imported"))
    assert altered_question(foreign).text == own
    assert (resolve_positions(foreign).example, resolve_positions(foreign).shows_example) == (
        "",
        False,
    )


def test_without_a_model_there_is_nothing():
    assert resolve_positions(Room(PositionsState(), Workbench())) is None


# ------------------------------------------------------------------------------ the questions


def test_a_sentence_is_translated_only_while_somebody_looks():
    seen = looking("without")
    assert altered_question(seen) == AlteredPositions(7, "狗咬了猫。", "source", 0)
    for change in ({"tab": "masks"}, {"trace": None}, {"model_key": None}):
        assert altered_question(on_bench(seen, **change)) is None
    assert altered_question(looking("table")) is None
    off = (Intervention(site=Site("z", "cross", 0, 0), how="zero"),)
    changed = on_bench(seen, branches=rooted(trace_of(), off))
    assert altered_question(changed) == altered_question(seen)
    assert [resolve_positions(one).left_out for one in (seen, changed)] == [False, True]


def test_an_answer_is_shown_while_it_is_the_one_asked_for():
    seen = looking("without")
    record = AlteredRecord(
        source_text="我有猫", source_tokens=SOURCE, side="source", seed=0, translations=()
    )
    seen = seen.changed(altered=Answered(altered_question(seen), record))
    assert resolve_positions(seen).altered is record
    assert resolve_positions(seen.changed(side="both")).altered is None
    assert resolve_positions(exchange_drawn(seen)).altered is None
    assert altered_question(exchange_drawn(seen)).seed == 1


def test_learned_tables_are_looked_for_when_this_model_has_none():
    seen = looking("learned")
    assert learned_question(seen) == ENTRIES
    assert learned_question(looking("learned", model=learned_model())) is None
    assert learned_question(looking("table")) is None
    seen = seen.changed(learned=Answered(ENTRIES, ("mine",)))
    assert resolve_positions(seen).learned == ("mine",)
    more = (*MODELS, dataclasses.replace(MODELS[0], name="new", path=Path("/new")))
    assert resolve_positions(on_bench(seen, models=more)).learned is None


# -------------------------------------------------------------------------------- the tokens


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("abc", "abc", (False, False, False)),
        ("abc", "axc", (False, True, False)),
        ("abc", "bc", (False, False)),
        ("abc", "xabcx", (True, False, False, False, True)),
        ("abc", "", ()),
        ("", "ab", (True, True)),
    ],
)
def test_tokens_that_have_changed(before, after, expected):
    assert changed_tokens(before, after) == expected
