import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.traces.trace import KINDS
from tests.every import every
from tests.viz_app.painted import (
    EN,
    THEMES,
    ZH,
    area_colours,
    colour_at,
    colours_in,
    each_theme,
    lut_colour,
    mosaic,
    painted,
    words,
)
from tests.viz_app.pictures.mosaic_pictures import (
    measured,
    one_bright_cell,
    picture,
    texts,
    tile_colour,
)
from tests.viz_app.states import trace_of
from viz_app.design.colour_map import lut_for
from viz_app.pictures.cell_image import ZERO, PeakPixels, cell_codes
from viz_app.pictures.mosaic import NARROWEST, TALLEST, WIDEST, Mosaic
from viz_app.pictures.mosaic_layout import layout_mosaic
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.workbench.state import SCALES, Cell

# ----------------------------------------------------------------------------- test mosaic painter


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
        assert theme.cross.lower() in colours_in(image.copy(tile))


@every(("layers", "heads"), [(3, 8), (6, 8), (2, 4), (1, 1), (1, 16)])
@every(("width", "height"), [(500, 260), (830, 415), (1400, 900)])
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


# ------------------------------------------------------------------- scales and colour maps


@each_theme
@every("scale", SCALES)
@every("colour_map", COLOUR_MAPS)
def test_cells_have_the_snapshot_s_scale_and_colours(qapp, theme, scale, colour_map):
    weights = np.full((2, 3, len(EN), len(ZH)), 0.1, dtype=np.float32)
    shown = mosaic(weights, scale=scale, colour_map=colour_map)
    image, layout = picture(shown, theme)
    code = cell_codes(weights[0, 0], shown.mask, decoded_rows=1, scale=scale)[0, 0]
    expected = lut_colour(lut_for(theme, "cross", colour_map), code - ZERO)
    assert tile_colour(image, layout.tile(1, 2), 5, 5) == expected


@pytest.mark.parametrize("tokens", [12, 128])
def test_a_picture_with_kept_pixels_is_the_same(qapp, tokens):
    names, pixels = words(tokens), PeakPixels()
    weights = np.random.default_rng(0).random((2, 3, tokens, tokens), dtype=np.float32)
    for decoded in (tokens, tokens // 2, tokens // 2 + 1, 1):
        shown = mosaic(weights, target=names, source=names, decoded_rows=decoded)

        def paint(painter, rect, shown=shown):
            return Mosaic(snapshot=shown, pixels=pixels).paint(painter, rect, THEMES["light"])

        assert painted(paint)[0] == picture(shown)[0]


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("snapshot", [mosaic, measured])
def test_why_there_is_no_difference_stands_above_the_tiles(qapp, snapshot, labelled):
    unlike = trace_of(layers=1, heads=2)
    options = {"width": 900, "labelled": labelled}
    plain, said = (texts(snapshot(**f), **options) for f in ({}, {"unlike": unlike}))
    note = "no difference shown: the comparison has 1 × 2 heads"
    assert [text for text in said if text not in plain] == [note]
    assert all(text in said for text in plain)


# ------------------------------------------------------------------------------ test mosaic tokens
# A mosaic with its tokens: what is named is beside its cells, and no head is marked.


LIGHT = THEMES["light"]


def labelled(snapshot, theme=LIGHT):
    shown = Mosaic(snapshot=snapshot, labelled=True)
    size = shown.size(theme)
    return painted(
        lambda p, rect: shown.paint(p, rect.adjusted(-16, -16, 16, 16), theme),
        width=size.width(),
        height=size.height(),
        theme=theme,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_it_says_what_its_axes_are_and_what_hatching_is(qapp, kind):
    snapshot = mosaic(kind=kind)
    size = Mosaic(snapshot=snapshot, labelled=True).size(LIGHT)
    said = texts(snapshot, width=size.width(), height=size.height(), labelled=True)
    said = [text.strip() for text in said]
    assert any("attends to column" in text for text in said)
    assert ("masked" in said) == (kind == "decoder")
    for token in snapshot.columns:
        assert said.count(token) >= 3, "above every head"


def test_no_head_and_no_step_is_marked(qapp):
    colour = LIGHT.kind_colour("cross").lower()
    snapshot = mosaic(np.zeros((2, 3, 4, 4)), target=EN[:4], source=ZH[:4], marked_row=1)
    image, layout = labelled(snapshot)
    below = layout.slots.rect.adjusted(0, 0, 20, 20)
    assert colour not in area_colours(image, below)
    window, layout = painted(lambda p, rect: Mosaic(snapshot=snapshot).paint(p, rect, LIGHT))
    assert colour in area_colours(window, layout.slots.rect)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("count", [1, 4, 40, 128])
def test_everything_has_its_room(qapp, count, theme):
    snapshot = mosaic(np.zeros((6, 8, count, count)), target=words(count), source=words(count))
    size = Mosaic(snapshot=snapshot, labelled=True).size(theme)
    assert NARROWEST <= size.width() <= max(WIDEST, 8 * 4 * count) + 600
    assert size.height() <= max(TALLEST, 6 * 4 * count) + 500
    layout = layout_mosaic(
        QRectF(0, 0, size.width(), size.height()), snapshot, theme, labelled=True
    )
    inside = QRectF(0, 0, size.width(), size.height())
    for at in np.ndindex(6, 8):
        assert inside.contains(layout.tile(*at).rect)
    assert layout.slots.left > layout.tokens.left > 0
    assert layout.slots.top - layout.header.bottom() > layout.tokens.above > 0


def test_the_window_has_no_labels(qapp):
    layout = layout_mosaic(QRectF(0, 0, 600, 400), mosaic(), LIGHT)
    assert (layout.tokens.left, layout.tokens.above) == (0, 0)
