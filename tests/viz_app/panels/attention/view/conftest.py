import pytest

from tests.viz_app.heard_room import heard_attention


@pytest.fixture
def room():
    return heard_attention()
