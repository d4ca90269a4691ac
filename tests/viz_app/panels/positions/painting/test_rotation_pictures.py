"""Clock hands of a rotation, read back from what is drawn."""

import math

import numpy as np
import pytest

from model.lessons.positions.rotation_study import rotation_study
from model.network.positional import sinusoidal_table
from tests.viz_app.painted import THEMES, colour_at, each_theme, painted
from viz_app.panels.positions.painting.rotation_pictures import (
    Dial,
    dials_of,
    paint_dials,
    those_with_room,
)


def dial(before, turned, after, reach=1.0):
    return Dial(
        name="0, 1",
        angle_text="90°",
        block=np.eye(2, dtype=np.float32),
        before=np.array(before, dtype=np.float32),
        turned=np.array(turned, dtype=np.float32),
        after=np.array(after, dtype=np.float32),
        reach=reach,
    )


def circle_of(place, theme):
    """Middle and radius of a dial in its place."""
    words = theme.small * 1.35 * 4 + theme.unit
    side = min(place.width() - 4 * theme.unit, place.height() - words - theme.unit)
    return place.center().x(), place.top() + side / 2, side / 2


def colour_along(image, place, theme, degrees, share):
    """The colour at a share of the radius, at an angle against the clock from the right."""
    x, y, radius = circle_of(place, theme)
    angle = math.radians(degrees)
    point = place.topLeft()
    point.setX(x + share * radius * math.cos(angle))
    point.setY(y - share * radius * math.sin(angle))
    return colour_at(image, point)


@each_theme
def test_sines_go_up_and_cosines_to_the_right(qapp, theme):
    # (sine, cosine): at the right, at the top, at the left
    shown = (dial((0, 1), (1, 0), (0, -1)),)
    image, (place,) = painted(
        lambda p, rect: paint_dials(p, rect, shown, theme), width=300, height=300, theme=theme
    )
    assert colour_along(image, place, theme, 0, 0.5) == theme.soft_text.lower()
    assert colour_along(image, place, theme, 90, 0.5) == theme.accent.lower()
    assert colour_along(image, place, theme, 180, 0.5) == theme.panel.lower()
    radius = circle_of(place, theme)[2]
    ring = 1 - 4 * theme.scale / radius
    assert colour_along(image, place, theme, 180, ring) == theme.text.lower()


def test_a_reach_of_two_halves_the_hands(qapp):
    theme = THEMES["light"]
    shown = (dial((0, 1), (1, 0), (0, -1), reach=2.0),)
    image, (place,) = painted(
        lambda p, rect: paint_dials(p, rect, shown, theme), width=300, height=300
    )
    assert colour_along(image, place, theme, 90, 0.3) == theme.accent.lower()
    assert colour_along(image, place, theme, 90, 0.7) == theme.panel.lower()


def test_dials_stand_side_by_side(qapp):
    theme = THEMES["light"]
    shown = (dial((0, 1), (1, 0), (0, -1)),) * 4
    _, places = painted(lambda p, rect: paint_dials(p, rect, shown, theme))
    assert [place.left() for place in places] == sorted(place.left() for place in places)
    assert len({place.width() for place in places}) == 1
    assert painted(lambda p, rect: paint_dials(p, rect, (), theme))[1] == ()


@pytest.mark.parametrize(
    ("width", "expected"), [(8 * 88, [*range(8)]), (4 * 88, [0, 2, 5, 7]), (10, [0])]
)
def test_where_not_all_have_room_some_lie_evenly_apart(width, expected):
    assert those_with_room(8, width, THEMES["light"]) == expected


def test_all_dials_are_to_the_scale_of_the_longest_hand():
    table = sinusoidal_table(10, 8).numpy() * 3
    dials = dials_of(rotation_study(table, position=1, offset=2))
    assert {round(each.reach, 4) for each in dials} == {3.0}
    assert len(dials) == 4
