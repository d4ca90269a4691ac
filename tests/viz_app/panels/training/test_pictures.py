"""Times as people say them."""

import pytest

from viz_app.texts.labels import spoken_time


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.04, "0.0 s"),
        (4.3, "4.3 s"),
        (9.94, "9.9 s"),
        (9.96, "10 s"),
        (59.4, "59 s"),
        (59.6, "1 min"),
        (580, "9 min 40 s"),
        (3599.7, "1 h 0 min"),
        (28_500, "7 h 55 min"),
    ],
)
def test_two_units_at_most(seconds, text):
    assert spoken_time(seconds) == text
