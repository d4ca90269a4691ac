from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.viz_app.ui.pictures import EN, THEMES, ZH, colour_at, mosaic, painted, words
from viz_app.state.selection import Cell
from viz_app.ui.painting.mosaic_painter import paint_mosaic

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def picture(snapshot, theme=THEMES["light"], **size):
    return painted(lambda p, rect: paint_mosaic(p, rect, snapshot, theme), theme=theme, **size)


def one_bright_cell():
    weights = np.zeros((2, 3, len(EN), len(ZH)), dtype=np.float32)
    weights[1, 2, 0, len(ZH) - 1] = 1.0
    return weights


def tile_colour(image, tile, row, column):
    return colour_at(image, tile.cell_rect(row, column).center())


@each_theme
@pytest.mark.parametrize("ratio", [1, 2])
def test_layers_go_down_heads_go_right_and_rows_go_down(qapp, theme, ratio):
    image, layout = picture(mosaic(one_bright_cell()), theme, ratio=ratio)
    assert tile_colour(image, layout.tile(1, 2), 0, len(ZH) - 1) == theme.cross.lower()
    for layer, head in itertools.product(range(2), range(3)):
        if (layer, head) != (1, 2):
            assert tile_colour(image, layout.tile(layer, head), 0, 15) == theme.panel.lower()
    assert layout.tile(1, 0).top > layout.tile(0, 0).top
    assert layout.tile(0, 1).left > layout.tile(0, 0).left


@each_theme
def test_masked_cells_are_grey(qapp, theme):
    weights = np.zeros((2, 3, len(EN), len(EN)), dtype=np.float32)
    image, layout = picture(mosaic(weights, kind="decoder"), theme)
    assert tile_colour(image, layout.tile(0, 0), 0, 8) == theme.masked.lower()
    assert tile_colour(image, layout.tile(0, 0), 8, 0) == theme.panel.lower()


def test_rows_that_are_not_decoded_are_blank(qapp):
    theme = THEMES["light"]
    weights = np.ones((2, 3, len(EN), len(ZH)), dtype=np.float32)
    image, layout = picture(mosaic(weights, decoded_rows=4), theme)
    assert tile_colour(image, layout.tile(1, 1), 3, 3) == theme.cross.lower()
    assert tile_colour(image, layout.tile(1, 1), 6, 3) == theme.panel.lower()


def test_focused_tile_is_framed(qapp):
    theme = THEMES["light"]
    image, layout = picture(mosaic(one_bright_cell(), layer=1, head=0), theme)
    tile = layout.tile(1, 0).rect
    y = tile.center().y()
    colours = {colour_at(image, QPointF(tile.left() - offset, y)) for offset in range(2, 10)}
    assert theme.cross.lower() in colours
    other = layout.tile(0, 1).rect
    y = other.center().y()
    colours = {colour_at(image, QPointF(other.left() - offset, y)) for offset in range(2, 10)}
    assert theme.cross.lower() not in colours


@pytest.mark.parametrize("count", [12, 60])
def test_step_s_row_is_marked_in_every_tile(qapp, count):
    theme, tokens = THEMES["light"], words(count)
    weights = np.zeros((2, 3, count, count), dtype=np.float32)
    shown = mosaic(weights, target=tokens, source=tokens, marked_row=3)
    image, layout = picture(shown, theme)
    for layer, head in itertools.product(range(2), range(3)):
        row = layout.tile(layer, head).rows_rect(3, 4)
        places = [QPointF(row.left() + offset, row.center().y()) for offset in range(-4, 2)]
        assert theme.cross.lower() in {colour_at(image, place) for place in places}


def test_one_bright_cell_is_seen_among_128_tokens(qapp):
    theme, tokens = THEMES["light"], words(128)
    for row, column in ((0, 0), (17, 93), (127, 127)):
        weights = np.zeros((6, 8, 128, 128), dtype=np.float32)
        weights[3, 5, row, column] = 1.0
        shown = mosaic(weights, target=tokens, source=tokens)
        image, layout = picture(shown, theme, width=760, height=400)
        tile = layout.tile(3, 5).rect.adjusted(-1, -1, 2, 2).toRect()
        part = image.copy(tile)
        seen = {
            part.pixelColor(x, y).name() for x in range(part.width()) for y in range(part.height())
        }
        assert theme.cross.lower() in seen


@pytest.mark.parametrize(("layers", "heads"), [(3, 8), (6, 8), (2, 4), (1, 1), (1, 16)])
@pytest.mark.parametrize(("width", "height"), [(500, 260), (830, 415), (1400, 900)])
def test_tiles_are_inside_and_apart(qapp, layers, heads, width, height):
    weights = np.zeros((layers, heads, 11, 16), dtype=np.float32)
    _, layout = picture(mosaic(weights), width=width, height=height)
    inside = QRectF(0, 0, width, height)
    tiles = [layout.tile(*at).rect for at in itertools.product(range(layers), range(heads))]
    assert all(inside.contains(tile) for tile in tiles)
    assert not any(one.intersects(other) for one, other in itertools.combinations(tiles, 2))


def test_space_is_used_well(qapp):
    """Tiles fill what they can of one of the two directions."""
    for layers, heads in ((3, 8), (6, 8), (2, 4)):
        weights = np.zeros((layers, heads, 11, 16), dtype=np.float32)
        _, layout = picture(mosaic(weights), width=830, height=415)
        tile = layout.tile(0, 0).rect
        across, down = tile.width() * heads / 830, tile.height() * layers / 415
        assert max(across, down) > 0.6


def test_points_and_tiles_are_inverse(qapp):
    _, layout = picture(mosaic(one_bright_cell()))
    for layer, head in itertools.product(range(2), range(3)):
        tile = layout.tile(layer, head)
        assert layout.tile_at(tile.rect.center()) == (layer, head)
        assert layout.cell_at(tile.cell_rect(2, 7).center()) == (layer, head, Cell(2, 7))
    assert layout.tile_at(QPointF(0, 0)) is None
    assert layout.cell_at(QPointF(0, 0)) is None


def test_nothing_decoded_yet_is_no_failure(qapp):
    picture(mosaic(target=()))


@pytest.mark.parametrize("size", [(1, 1), (40, 300), (300, 30)])
def test_no_size_is_too_small(qapp, size):
    picture(mosaic(one_bright_cell()), width=size[0] + 33, height=size[1] + 33)
