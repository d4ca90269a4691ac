from itertools import combinations

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtGui import QColor

from model.traces.trace import KINDS
from tests.viz_app.design.test_theme import BLINDNESS, contrast, rgb, seen
from tests.viz_app.painted import THEMES, each_theme, lut_colour
from viz_app.design import colours as design
from viz_app.design.colour_map import (
    CIVIDIS,
    VIRIDIS,
    diverging_lut,
    head_colours,
    head_stroke,
    kind_lut,
    lut_for,
    readable_on,
    to_rgba,
)
from viz_app.design.colours import READABLE, from_oklab, oklab, ramp, to_index
from viz_app.storage.settings import COLOUR_MAPS


@each_theme
@pytest.mark.parametrize("kind", KINDS)
def test_ends_are_the_panel_and_the_kind(theme, kind):
    lut = kind_lut(theme, kind)
    assert lut_colour(lut, 0) == theme.panel.lower()
    assert lut_colour(lut, 255) == theme.kind_colour(kind).lower()


@each_theme
def test_diverging_map_has_the_panel_in_its_middle(theme):
    lut = diverging_lut(theme)
    assert lut_colour(lut, 127) == theme.panel.lower()
    assert lut_colour(lut, 0) == theme.negative.lower()
    assert lut_colour(lut, 254) == theme.positive.lower()
    away = abs(oklab(lut[:, :3])[:, 0] - oklab(lut[127, :3])[0])
    assert (np.diff(away[127:]) > 0).all()
    assert (np.diff(away[127::-1]) > 0).all()


def test_colours_are_in_oklab_and_values_take_the_nearest():
    lut = kind_lut(THEMES["light"], "cross")
    image = to_rgba([0.0, 0.5, 1.0, -3.0, 7.0], lut=lut)
    assert (image == lut[[0, 128, 255, 0, 255]]).all()
    assert (to_rgba([0.5, 0.1], lut=lut)[0] == lut[128]).all()
    assert to_index(np.zeros(2, dtype=np.float32), levels=(0.0, 0.0), size=5).tolist() == [0, 0]
    assert np.allclose(oklab([255, 255, 255]), [1, 0, 0], atol=1e-4)
    assert np.allclose(oklab([255, 0, 0]), [0.6280, 0.2249, 0.1258], atol=1e-3)
    assert np.allclose(from_oklab(oklab([12, 200, 77])), [12, 200, 77], atol=1e-6)


@each_theme
def test_text_on_a_colour_can_be_read(theme):
    lut = kind_lut(theme, "cross")
    assert readable_on(lut[0], theme) == theme.text
    assert readable_on(lut[255], theme) == theme.panel
    greys = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1)
    for colours in (greys, lut, diverging_lut(theme), ramp(*VIRIDIS), ramp(*CIVIDIS)):
        for colour in colours:
            ink = rgb(readable_on(colour, theme))
            assert design.contrast(colour[:3], ink) >= READABLE


MAPS = (*((kind, "kind") for kind in KINDS), *(("cross", name) for name in COLOUR_MAPS[1:]))
every_map = pytest.mark.parametrize(("kind", "name"), MAPS)


def leads_away_from_the_panel(lightness, theme):
    steps = np.diff(lightness)
    return (steps > 0).all() if theme.is_dark else (steps < 0).all()


@each_theme
@every_map
def test_every_map_leads_evenly_away_from_the_panel(theme, kind, name):
    """No step is much longer than the mean: nothing jumps that did not jump in the data."""
    lut = lut_for(theme, kind, name)
    assert lut.shape == (256, 4)
    assert not lut.flags.writeable
    colours = oklab(lut[:, :3])
    assert leads_away_from_the_panel(colours[:, 0], theme)
    panel = oklab(lut_for(theme, "cross", "grey")[0, :3])[0]
    assert abs(colours[0, 0] - panel) < 0.15
    steps = np.linalg.norm(np.diff(colours, axis=0), axis=1)
    assert steps.max() < 2.5 * steps.mean()


@each_theme
@pytest.mark.parametrize("name", ["viridis", "cividis"])
def test_well_known_maps_are_those(theme, name):
    """No colour is far from pyqtgraph's table, whose cividis is not exactly Matplotlib's."""
    ours = lut_for(theme, "encoder", name)[:, :3]
    table = pg.colormap.get(name).getLookupTable(nPts=256)[:, :3]
    theirs = table if theme.is_dark else table[::-1]
    far = np.linalg.norm(oklab(ours)[:, None] - oklab(theirs)[None], axis=2).min(axis=1)
    assert far.max() < 0.02
    ends = oklab(ours[[0, -1]]) - oklab(theirs[[0, -1]])
    assert np.linalg.norm(ends, axis=1).max() < 0.02


@each_theme
@pytest.mark.parametrize("name", ["viridis", "cividis"])
def test_well_known_maps_are_the_same_for_all_kinds(theme, name):
    for kind in KINDS:
        assert (lut_for(theme, kind, name) == lut_for(theme, "cross", name)).all()


@each_theme
@every_map
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_colour_blind_people_see_the_order(theme, kind, name, blindness):
    colours = lut_for(theme, kind, name)[::8, :3]
    lightness = [seen(QColor(*colour), blindness)[0] for colour in colours.tolist()]
    assert leads_away_from_the_panel(lightness, theme)


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
