"""Snapshots of header, timeline and positions."""

import numpy as np

from model.decoding.samples import summary_of
from viz_app.app.header_snapshot import resolve_header
from viz_app.panels.positions.room import PositionsState, cosine_similarity, resolve_positions
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.workbench.changes.models import model_arrived
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.room import Room
from viz_app.workbench.state import Workbench


def test_the_header_names_the_model(tiny_model):
    header = resolve_header(model_arrived(Workbench(), 1, summary_of(tiny_model), models=()))
    config = header.model.config
    assert (header.model_name, config.n_layers, config.n_heads) == ("reverse", 2, 2)
    assert header.model.n_parameters == sum(p.numel() for p in tiny_model.network.parameters())


def test_the_header_without_a_model_is_there(tiny_model):
    assert resolve_header(Workbench()).model_name is None


def test_the_timeline_shows_the_step_in_view(tiny_trace):
    timeline = resolve_timeline(step_chosen(trace_arrived(Workbench(), tiny_trace), 1))
    step = tiny_trace.steps[1]
    assert timeline.tokens == tiny_trace.predicted_tokens
    assert (timeline.step, timeline.candidates, timeline.chosen_id) == (
        1,
        step.candidates,
        step.token_id,
    )


def test_positions_are_those_of_the_model(tiny_model):
    bench = model_arrived(Workbench(), 1, summary_of(tiny_model), models=())
    snapshot = resolve_positions(Room(PositionsState(), bench))
    assert np.array_equal(snapshot.table, summary_of(tiny_model).positions)
    assert snapshot.kind == "sinusoidal"


def test_cosine_similarity_is_that_of_the_definition():
    table = np.array([[3.0, 4.0], [4.0, 3.0], [-3.0, -4.0]], np.float32)
    expected = [[1, 24 / 25, -1], [24 / 25, 1, -24 / 25], [-1, -24 / 25, 1]]
    assert np.allclose(cosine_similarity(table), expected, atol=1e-6)
