"""No picture of the model before stays under the name of the one that is current."""

import dataclasses

import pytest

from tests.viz_app.states import summary, trace_of
from viz_app.workbench.changes.models import model_arrived
from viz_app.workbench.changes.sessions import saved_bench, work_of, work_put_back
from viz_app.workbench.changes.translation import (
    sentence_asked,
    trace_arrived,
    translation_asked,
    translation_ended,
)
from viz_app.workbench.state import Workbench


@pytest.fixture
def translated():
    bench = model_arrived(Workbench(source_text="a"), 1, summary("one"))
    begun = dataclasses.replace(trace_of(), steps=())
    bench = trace_arrived(translation_asked(bench, "a"), begun)
    return trace_arrived(bench, trace_of().stopped("end of sentence"))


@pytest.fixture
def waiting(translated):
    """Another model is here, and has not yet read the sentence."""
    return translation_asked(model_arrived(translated, 2, summary("two")), "a")


def test_the_old_picture_stays_until_the_new_one_is_there(waiting):
    assert waiting.trace is not None
    assert waiting.outdated
    assert not trace_arrived(waiting, dataclasses.replace(trace_of(), steps=())).outdated


def test_who_stops_before_that_sees_none(waiting):
    stopped = translation_ended(waiting)
    assert (stopped.trace, stopped.branches, stopped.translating) == (None, None, False)
    assert not stopped.outdated


def test_who_asks_for_another_sentence_still_waits(waiting):
    again = sentence_asked(waiting, "b")
    assert again.outdated
    assert translation_ended(again).trace is None


def test_a_model_that_was_moved_has_made_what_is_there(translated):
    moved = model_arrived(translated, 2, dataclasses.replace(summary("one"), device="cuda"))
    assert translation_ended(translation_asked(moved, "a")).trace is translated.trace


def test_a_session_does_not_keep_it_under_the_other_name(translated, waiting):
    assert saved_bench(waiting).branches == ()
    assert len(saved_bench(translated).branches) == 1


def test_what_is_put_back_is_of_the_model_that_is_put_back(translated, waiting):
    back = work_put_back(waiting, work_of(translated))
    assert (back.trace, back.outdated) == (translated.trace, False)
    assert translation_ended(back).trace is translated.trace
