"""Snapshots of header, timeline, positions, masks and training."""

from __future__ import annotations

import numpy as np

from model.progress import TrainingProgress
from viz_app.state.app_state import AppState, model_arrived, step_chosen, trace_arrived
from viz_app.state.header_view import resolve_header
from viz_app.state.positions_view import cosine_similarity, resolve_positions
from viz_app.state.timeline_view import resolve_timeline
from viz_app.state.training import (
    MOST_POINTS,
    CurvePoint,
    TrainingRequest,
    started,
    thinned,
    with_reports,
    with_status,
)
from viz_app.state.training_view import resolve_training


def reported(update, **values):
    fields = {"epoch": 1, "epochs": 1, "updates": 9, "loss": 1.0, "validation_loss": None}
    rates = {"learning_rate": 0.1, "gradient_norm": 0.5}
    rates |= {"tokens_per_second": 1.0, "seconds_left": 1.0}
    return TrainingProgress(update=update, **{**fields, **rates, **values})


def test_the_header_names_the_model(tiny_model):
    header = resolve_header(model_arrived(AppState(), 1, tiny_model.summary(), models=()))
    assert (header.model_name, header.n_layers, header.n_heads) == ("reverse", 2, 2)
    assert header.n_parameters == sum(p.numel() for p in tiny_model.network.parameters())


def test_the_header_without_a_model_is_there(tiny_model):
    assert resolve_header(AppState()).model_name is None


def test_the_timeline_shows_the_step_in_view(tiny_trace):
    timeline = resolve_timeline(step_chosen(trace_arrived(AppState(), tiny_trace), 1))
    step = tiny_trace.steps[1]
    assert timeline.tokens == tiny_trace.predicted_tokens
    assert (timeline.step, timeline.candidates, timeline.chosen_id) == (
        1,
        step.candidates,
        step.token_id,
    )


def test_positions_are_those_of_the_model(tiny_model):
    snapshot = resolve_positions(model_arrived(AppState(), 1, tiny_model.summary(), models=()))
    assert np.array_equal(snapshot.table, tiny_model.summary().positions)
    assert snapshot.kind == "sinusoidal"


def test_cosine_similarity_is_that_of_the_definition():
    table = np.array([[3.0, 4.0], [4.0, 3.0], [-3.0, -4.0]], np.float32)
    expected = [[1, 24 / 25, -1], [24 / 25, 1, -24 / 25], [-1, -24 / 25, 1]]
    assert np.allclose(cosine_similarity(table), expected, atol=1e-6)


def test_reports_make_the_curve_and_start_the_run():
    training = with_reports(
        started(TrainingRequest()), [reported(1, loss=2.0), reported(2, validation_loss=0.5)]
    )
    assert training.status == "running"
    assert training.curve == (CurvePoint(1, 2.0), CurvePoint(2, 1.0, 0.5))
    assert training.progress.update == 2


def test_a_late_report_does_not_unpause_a_run():
    paused = with_status(with_reports(started(TrainingRequest()), [reported(1)]), "paused")
    assert with_reports(paused, [reported(2)]).status == "paused"


def test_a_long_curve_is_thinned_and_keeps_ends_and_validation():
    points = tuple(
        CurvePoint(update, 1.0, 0.5 if update == 7 else None)
        for update in range(1, MOST_POINTS + 4)
    )
    kept = thinned(points)
    assert len(kept) < 0.6 * len(points)
    assert {points[0], points[-1], points[6]} <= set(kept)


def test_a_model_can_be_saved_once_there_is_one(tiny_model):
    assert not resolve_training(AppState()).can_save
    assert resolve_training(model_arrived(AppState(), 1, tiny_model.summary(), models=())).can_save
