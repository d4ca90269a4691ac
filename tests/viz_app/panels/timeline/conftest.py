import pytest

from tests.viz_app.heard_room import heard_timeline


@pytest.fixture
def room():
    return heard_timeline()
