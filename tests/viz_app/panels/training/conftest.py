"""The room of the Training tab."""

from __future__ import annotations

import pytest

from viz_app.app.app_state import room_slot
from viz_app.app.panels import TRAINING


@pytest.fixture
def room(store):
    return room_slot(store, TRAINING)
