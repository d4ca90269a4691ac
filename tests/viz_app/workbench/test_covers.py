"""What views get of the workbench while something is hidden, against arrays computed here."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.viz_app.branch_traces import branched_state
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.texts.sentences import cell_sentence, legend_entries
from viz_app.workbench.changes.selection import (
    cell_picked,
    covers_set,
    head_picked,
    option_picked,
    step_chosen,
    stepped,
)
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.covers import HIDDEN_TOKEN, cover_names, covered, sheet
from viz_app.workbench.state import COVERS, Cell, Workbench, target_text

STEP = 2


@pytest.fixture
def bench(tiny_trace):
    return step_chosen(trace_arrived(Workbench(), tiny_trace), STEP)


def seen(bench, *covers):
    return covered(covers_set(bench, covers))


def test_without_covers_nothing_is_replaced(bench):
    assert covered(bench) is bench
    assert sheet(bench) is None
    names = cover_names(covers_set(bench, ("row", "later"))).values
    assert (names["first"].template, names["other"].template) == ("row", "later steps")


def test_hidden_words_are_gone_and_later_steps_with_them(bench):
    steps = bench.trace.steps
    shown = seen(bench, "later")
    assert shown.trace.steps == steps[: STEP + 1]
    assert (shown.trace.stop, shown.unseen) == ("running", len(steps) - STEP - 1)
    assert steps[STEP + 1].token not in shown.trace.translation.split()
    assert np.array_equal(shown.trace.cross_weights, bench.trace.cross_weights[:, :, : STEP + 1])
    shown = seen(bench, "prediction")
    *before, last = shown.trace.steps
    assert before == list(steps[:STEP])
    assert (last.fed, last.token, last.candidates) == (steps[STEP].fed, HIDDEN_TOKEN, ())
    assert math.isnan(last.probability)
    words = replace(bench.trace, steps=steps[:STEP])
    assert shown.trace.translation == f"{target_text(words)} {HIDDEN_TOKEN}"  # not “The dog?”
    shown = seen(bench, "translation")
    assert {*shown.trace.predicted_tokens, *shown.trace.fed_tokens[1:]} == {HIDDEN_TOKEN}
    assert np.array_equal(shown.trace.decoder_weights, bench.trace.decoder_weights)
    shown = seen(bench, "candidates")
    assert shown.trace.predicted_tokens == bench.trace.predicted_tokens
    assert not any(step.candidates for step in shown.trace.steps)
    assert covered(shown).unseen == shown.unseen


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_hidden_weights_are_nan_wherever_they_would_count(bench, kind):
    bench = head_picked(bench, kind, 1, 0)
    bench = cell_picked(bench, kind, Cell(STEP, 1))
    weights, mask = bench.trace.weights(kind), bench.trace.mask(kind)
    expected = weights.copy()
    expected[:, :, STEP, mask[STEP]] = np.nan
    shown = seen(bench, "row")
    assert np.array_equal(shown.trace.weights(kind), expected, equal_nan=True)
    expected = weights.copy()
    expected[1, 0, mask] = np.nan
    elsewhere = head_picked(covers_set(bench, ("picture",)), "cross", 0, 1)
    shown = covered(elsewhere)  # what was hidden stays hidden
    assert np.array_equal(shown.trace.weights(kind), expected, equal_nan=True)
    mean = option_picked(head_picked(elsewhere, kind, 1, 1), "combination", "mean")
    picture = resolve_attention(covered(mean)).focus
    assert np.isnan(picture.weights[mask]).all()
    assert "covered" in cell_sentence(picture, Cell(STEP, 1))
    assert ("covered", "covered") in legend_entries(picture)


def test_marks_and_alignments_of_hidden_weights_are_left_out(bench):
    bench = option_picked(option_picked(bench, "tint", "entropy"), "alignment", "predicted")
    shown = seen(bench, "picture")
    assert (shown.attention.tint, shown.attention.alignment) == (None, None)
    assert seen(bench, "candidates").attention == bench.attention


def test_going_on_is_possible_while_later_steps_are_hidden(bench):
    hidden = covers_set(bench, ("later",))
    timeline = resolve_timeline(covered(hidden))
    assert (timeline.n_steps, timeline.more, timeline.last_step) == (STEP + 1, True, STEP + 1)
    timeline = resolve_timeline(covered(stepped(hidden)))
    assert timeline.tokens == bench.trace.predicted_tokens[: STEP + 2]


def test_a_translation_that_comes_while_later_steps_are_hidden_stays_at_its_first(tiny_trace):
    bench = covers_set(Workbench(), ("later",))
    for count in range(len(tiny_trace.steps)):
        bench = trace_arrived(bench, replace(tiny_trace, steps=tiny_trace.steps[:count]))
    bench = trace_arrived(bench, tiny_trace)
    assert (bench.selection.step, bench.whole) == (0, False)
    assert covered(bench).trace.predicted_tokens == tiny_trace.predicted_tokens[:1]


def test_branches_are_hidden_too():
    bench = branched_state()
    for step in range(len(bench.trace.steps)):
        for cover in COVERS:
            shown = seen(step_chosen(bench, step), cover)
            timeline = resolve_timeline(shown)
            assert resolve_attention(shown) is not None
            assert len(timeline.branches) == len(bench.branches.branches)
            if cover == "translation":
                assert {*" ".join(row.text for row in timeline.branches).split()} == {HIDDEN_TOKEN}
