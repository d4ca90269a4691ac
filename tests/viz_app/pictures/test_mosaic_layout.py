import itertools

import numpy as np
from PySide6.QtCore import QRectF

from tests.every import every
from tests.viz_app.painted import (
    THEMES,
    mosaic,
    overlaps,
    painted,
)
from tests.viz_app.pictures.mosaic_pictures import (
    measured,
    picture,
    texts,
)
from viz_app.pictures.mosaic import Mosaic
from viz_app.pictures.mosaic_layout import layout_mosaic


@every("fields", [{}, {"is_sorted": False}, {"is_sorted": True}])
@every("titled", [False, True])
@every(("layers", "heads"), [(3, 8), (6, 8), (2, 16), (12, 12)])
@every(("width", "height"), [(220, 580), (220, 300), (416, 420), (1280, 800)])
def test_tiles_and_cards_are_inside_and_apart_at_every_size(
    qapp, fields, titled, layers, heads, width, height
):
    weights = np.zeros((layers, heads, 11, 16), dtype=np.float32)
    values = np.linspace(0, 4, layers * heads, dtype=np.float32).reshape(layers, heads)
    measures = {"measure": "entropy", "measures": values, **fields} if fields else {}
    shown, theme = mosaic(weights, **measures), THEMES["light"]
    _, layout = painted(
        lambda p, rect: Mosaic(snapshot=shown, titled=titled).paint(p, rect, theme),
        width=width,
        height=height,
    )
    inside = QRectF(10, 10, width - 20, height - 20)
    order = list(itertools.product(range(layers), range(heads)))
    tiles = [layout.tile(*at).rect for at in order]
    assert not overlaps(tiles)
    assert not overlaps([layout.caption_place(*at) for at in order])
    assert all(inside.contains(tile) for tile in tiles)
    if fields:
        assert all(inside.contains(layout.caption_place(*at)) for at in order)
    assert layout.header.bottom() <= min(tile.top() for tile in tiles)
    for at in order:
        card, slot = layout.card(*at), layout.slot(*at)
        assert slot.left() <= card.left() < card.right() <= slot.right()


@every(
    ("width", "heads", "layer"), [(700, "head 3", "layer 2"), (188, "H3", "L2"), (110, "3", "L2")]
)
def test_names_get_shorter_where_there_is_little_room(qapp, width, heads, layer):
    weights = np.zeros((3, 8 if width > 110 else 6, 11, 16), dtype=np.float32)
    written = texts(mosaic(weights), width=width, height=400)
    assert heads in written
    assert layer in written


def test_where_numbers_have_no_room_some_are_left_out(qapp):
    written = texts(mosaic(np.zeros((2, 16, 11, 16), dtype=np.float32)), width=188, height=400)
    shown = [int(text) for text in written if text.isdigit()]
    assert shown[:2] == [1, 3]
    assert len(shown) < 16


def test_the_title_is_there_when_it_is_wanted(qapp):
    shown = measured(kind="encoder", weights=np.zeros((2, 3, 16, 16), dtype=np.float32))
    assert "Encoder self" in texts(shown, titled=True)
    assert "Encoder self" not in texts(shown)


@every(
    ("scale", "ends"),
    [("linear", ["0", "1"]), ("sqrt", ["0", "1 √"]), ("log", ["≤ 0.0001", "1 log"])],
)
def test_a_title_says_what_the_colours_mean(qapp, scale, ends):
    written = texts(mosaic(scale=scale), titled=True)
    assert written[: len(ends)] == ends


def test_in_a_narrow_column_sorted_tiles_are_as_large_as_fit(qapp):
    """Where the layers' rows would leave tiles of a few px, heads stand in other rows."""
    weights = np.zeros((3, 8, 11, 16), dtype=np.float32)
    values = np.linspace(0, 3, 24, dtype=np.float32).reshape(3, 8)
    plain = {"measure": "entropy", "measures": values}
    _, rows = picture(mosaic(weights, **plain), width=252, height=612)
    _, free = picture(mosaic(weights, is_sorted=True, **plain), width=252, height=612)
    assert free.tile(0, 0).rect.width() > 1.5 * rows.tile(0, 0).rect.width()
    assert free.caption.names
    assert free.caption.numbers


@every(("width", "height"), [(700, 600), (1240, 680), (1888, 960)])
def test_few_tokens_fill_the_room(qapp, width, height):
    shown = mosaic(np.zeros((3, 8, 6, 7), dtype=np.float32))
    rect = QRectF(0, 0, width, height)
    layout = layout_mosaic(rect, shown, THEMES["light"])
    tiles = layout.tile(0, 0).rect.united(layout.tile(2, 7).rect)
    assert rect.contains(tiles)
    assert tiles.width() >= 0.85 * width
    assert tiles.height() >= 0.85 * height
