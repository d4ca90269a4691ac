from itertools import combinations

import numpy as np
import pytest

from tests.viz_app.design.test_theme import BLINDNESS, contrast, rgb, seen
from tests.viz_app.painted import THEMES
from viz_app.design.head_colours import head_colours, head_stroke
from viz_app.design.oklab import oklab

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
USUAL = "usual sight"


def looks(colour, sight):
    return oklab(rgb(colour)) if sight == USUAL else seen(colour, sight)


def nearest(colours, sight):
    seen_ones = [looks(colour, sight) for colour in colours]
    return min(np.linalg.norm(one - other) for one, other in combinations(seen_ones, 2))


@each_theme
@pytest.mark.parametrize(("sight", "least"), [(USUAL, 0.14), *((name, 0.08) for name in BLINDNESS)])
def test_a_dozen_colours_can_be_told_apart(theme, sight, least):
    assert len(head_colours(theme)) == 12
    assert nearest(head_colours(theme), sight) > least


@each_theme
@pytest.mark.parametrize("sight", [USUAL, *BLINDNESS])
def test_the_first_four_are_farther_apart(theme, sight):
    assert nearest(head_colours(theme)[:4], sight) > 0.2


@each_theme
def test_colours_stand_out_from_the_panel_and_from_the_kinds(theme):
    kinds = [looks(colour, USUAL) for colour in (theme.encoder, theme.decoder, theme.cross)]
    for colour in head_colours(theme):
        assert contrast(colour, theme.panel) >= 3
        assert all(np.linalg.norm(looks(colour, USUAL) - kind) > 0.05 for kind in kinds)


@each_theme
def test_more_heads_have_the_same_colours_in_other_dashes(theme):
    strokes = [head_stroke(theme, head) for head in range(48)]
    assert len(set(strokes)) == 48
    assert [stroke.colour for stroke in strokes[12:24]] == list(head_colours(theme))
    assert all(not stroke.dashes for stroke in strokes[:12])
    assert all(len(stroke.dashes) % 2 == 0 for stroke in strokes)
