"""The room of the Training tab, what is asked for there, and what is heard of that."""

import pytest

from tests.viz_app.probes import emissions
from viz_app.app.app_state import room_slot
from viz_app.app.panels import TRAINING
from viz_app.panels.training.intents import TrainingIntents


@pytest.fixture
def room(store):
    return room_slot(store, TRAINING)


@pytest.fixture
def intents():
    return TrainingIntents()


@pytest.fixture
def heard(intents):
    """All that is asked for, as it comes."""
    return emissions(intents)
