"""A trace of an encoder alone comes back with what it expects at every place, and only so."""

import dataclasses
import json

import pytest

from model.traces.trace import KINDS, Candidate, PlaceCandidates
from tests.viz_app.runs_on_disk import moment_of
from viz_app.storage.stored_traces import TRACE, stored_trace, trace_of

LENGTH = 4


def place(token_id):
    return PlaceCandidates(
        masked=token_id == 8,
        token_id=token_id,
        log_probability=-0.5,
        candidates=(Candidate("cat", token_id, -0.5), Candidate("dog", 3, -1.5)),
        entropy=1.25,
    )


@pytest.fixture
def trace():
    """Four tokens that an encoder has read."""
    (whole,) = moment_of(lengths=(LENGTH,)).traces
    places = tuple(map(place, whole.source_ids))
    return dataclasses.replace(
        whole, steps=(), recording=None, kinds=("encoder",), places=places, translation=""
    )


def told_of(trace):
    """Its values, as a file tells them."""
    return TRACE("trace", json.loads(json.dumps(stored_trace(trace), default=dataclasses.asdict)))


def weights_of(trace):
    return trace.encoder_weights, trace.decoder_weights, trace.cross_weights


def test_what_is_expected_at_every_place_comes_back(trace):
    read = trace_of(told_of(trace), *weights_of(trace))
    assert (read.kinds, read.places, read.steps) == (("encoder",), trace.places, ())


def test_there_are_as_many_places_as_tokens(trace):
    told = told_of(trace)
    with pytest.raises(ValueError, match="3"):
        trace_of({**told, "places": told["places"][:-1]}, *weights_of(trace))


def test_places_are_of_an_encoder_alone(trace):
    told = {**told_of(trace), "kinds": KINDS}
    with pytest.raises(ValueError, match="4"):
        trace_of(told, *weights_of(trace))


def test_where_something_is_decoded_there_are_no_places(trace):
    (whole,) = moment_of(lengths=(LENGTH,)).traces
    told = {**told_of(whole), "places": trace.places}
    with pytest.raises(ValueError, match="4"):
        trace_of(told, *weights_of(whole))
    with pytest.raises(ValueError, match="4"):
        trace_of({**told, "kinds": ("encoder",)}, *weights_of(whole))
