"""What the teacher forcing tab asks of the worker, and what it shows."""

import dataclasses

import pytest

from model.messages import Message
from model.traces.trace import PlaceCandidates
from tests.viz_app.panels.forcing.records import forcing_of
from tests.viz_app.states import on_bench, room, trace_of
from viz_app.panels.forcing.room import (
    ForcedTarget,
    ForcingQuestion,
    ForcingState,
    forcing_question,
    resolve_forcing,
    target_given,
)
from viz_app.workbench.state import RunKey

ENCODED = dataclasses.replace(
    trace_of(),
    steps=(),
    kinds=("encoder",),
    places=(
        PlaceCandidates(masked=False, token_id=4, log_probability=-0.5, candidates=(), entropy=1.0),
    ),
)
"""The trace of a model that only encodes."""

IDS = (100, 101, 102, 103, 104, 105)


def opened(**own):
    """The tab in front; ``own`` are fields of its slice."""
    return room(ForcingState(**own), tab="forcing", model_key=7)


def test_the_question_names_all_that_the_answer_depends_on():
    assert forcing_question(opened()) == ForcingQuestion(RunKey(7), "我有猫", IDS, "")


@pytest.mark.parametrize(
    "fields",
    [
        {"tab": "embedding"},
        {"trace": None},
        {"translating": True},
        {"model_key": None},
        {"trace": trace_of(())},
    ],
)
def test_nothing_is_asked_while_nobody_looks_or_the_translation_is_coming(fields):
    assert forcing_question(on_bench(opened(), **fields)) is None


def test_a_target_counts_for_the_sentence_that_it_was_given_for():
    given = target_given(opened(), "  I own a cat. ")
    assert forcing_question(given).given == "I own a cat."
    assert resolve_forcing(given).given == "I own a cat."
    other = on_bench(given, trace=trace_of(source=("好", "</s>")))
    assert forcing_question(other).given == ""
    assert resolve_forcing(other).given == ""


def test_an_answer_is_shown_once_it_is_there():
    forced = ForcedTarget(forcing_of(), "reference")
    assert resolve_forcing(opened()).own.forced is None
    assert resolve_forcing(opened(forced=forced)).own.forced is forced
    assert resolve_forcing(opened(forced=forced)) == resolve_forcing(opened(forced=forced))


@pytest.mark.parametrize("fields", [{"tab": "training"}, {"trace": None}])
def test_there_is_nothing_to_show_elsewhere_or_before_a_translation(fields):
    assert resolve_forcing(on_bench(opened(), **fields)) is None


def test_a_model_that_only_encodes_is_told_why_there_is_nothing():
    encoding = on_bench(opened(), trace=ENCODED)
    assert forcing_question(encoding) is None
    reason = resolve_forcing(encoding)
    assert isinstance(reason, Message)
    assert "only an encoder" in str(reason)
