"""A line for the numbers of dimensions."""

import pytest

from viz_app.panels.positions.view.curves import first_dimensions, parse_dimensions


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0, 1, 20", (0, 1, 20)),
        ("20 1;1", (20, 1)),
        ("99, 31", (31,)),
        ("", ()),
        ("dimension −3", (3,)),
        ("9" * 40, ()),
        (",".join(map(str, range(30))), tuple(range(8))),
    ],
)
def test_parse_dimensions(text, numbers):
    assert parse_dimensions(text, 32) == numbers


def test_first_dimensions_exist():
    assert first_dimensions(128) == (0, 1, 32, 64)
    assert first_dimensions(1) == (0,)
