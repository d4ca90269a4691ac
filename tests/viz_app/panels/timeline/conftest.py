import pytest

from tests.viz_app.heard_room import heard_timeline
from viz_app.design.theme import light_theme


@pytest.fixture
def room():
    return heard_timeline()


@pytest.fixture
def theme(request):
    """As a test asks for it, light otherwise."""
    return getattr(request, "param", light_theme())
