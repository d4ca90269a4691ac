"""What a run can still be used for."""

import dataclasses

import pytest

from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.states import progress_of
from viz_app.panels.training.runs.usable import resumable, usable
from viz_app.panels.training.state.training import LiveRun, TrainingRequest

BEGINNING = LiveRun(key=1, request=TrainingRequest(), run_id="a")
UNDER_WAY = dataclasses.replace(BEGINNING, progress=progress_of(), status="running")


@pytest.mark.parametrize(
    ("fields", "live", "can"),
    [
        ({"has_model": True}, None, True),
        ({"has_model": False}, None, False),
        ({}, BEGINNING, False),
        ({}, UNDER_WAY, True),
        ({"experiment": "heads"}, UNDER_WAY, False),
    ],
)
def test_it_translates_with_its_weights_of_now_or_with_its_model(fields, live, can):
    assert usable(card_of("a", **fields), live) is can


@pytest.mark.parametrize(
    ("fields", "can"),
    [
        ({"status": "stopped", "update": 3}, True),
        ({"status": "running", "update": 3}, True),
        ({"status": "failed", "update": 3}, True),
        ({"status": "finished", "update": 3}, False),
        ({"status": "stopped", "update": 0}, False),
        ({"status": "stopped", "update": 3, "experiment": "heads"}, False),
    ],
)
def test_it_goes_on_where_something_is_left_to_do(fields, can):
    assert resumable(card_of("a", **fields)) is can
