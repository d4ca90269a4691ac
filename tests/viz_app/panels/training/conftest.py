"""The room of the Training tab, a handle of it for views, and what is heard of that."""

import pytest

from tests.viz_app.heard_room import heard_room
from viz_app.app.app_state import room_slot
from viz_app.app.panels import TRAINING


@pytest.fixture
def room(store):
    return room_slot(store, TRAINING)


@pytest.fixture
def heard_training():
    return heard_room(TRAINING)


@pytest.fixture
def handle(heard_training):
    return heard_training.handle


@pytest.fixture
def heard(heard_training):
    """All that is asked for, as it comes."""
    return heard_training.heard
