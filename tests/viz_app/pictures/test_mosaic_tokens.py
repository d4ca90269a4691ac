"""A mosaic with its tokens: what is named is beside its cells, and no head is marked."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from model.traces.trace import KINDS
from tests.viz_app.painted import EN, THEMES, ZH, area_colours, mosaic, painted, words
from tests.viz_app.pictures.mosaic_pictures import texts
from viz_app.pictures.mosaic_layout import layout_mosaic
from viz_app.pictures.mosaic_painter import paint_mosaic
from viz_app.pictures.mosaic_tokens import NARROWEST, TALLEST, WIDEST, labelled_size

LIGHT = THEMES["light"]


def labelled(snapshot, theme=LIGHT):
    size = labelled_size(snapshot, theme)
    return painted(
        lambda p, rect: paint_mosaic(
            p, rect.adjusted(-16, -16, 16, 16), snapshot, theme, labelled=True
        ),
        width=size.width(),
        height=size.height(),
        theme=theme,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_it_says_what_its_axes_are_and_what_hatching_is(qapp, kind):
    snapshot = mosaic(kind=kind)
    size = labelled_size(snapshot, LIGHT)
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
    window, layout = painted(lambda p, rect: paint_mosaic(p, rect, snapshot, LIGHT))
    assert colour in area_colours(window, layout.slots.rect)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("count", [1, 4, 40, 128])
def test_everything_has_its_room(qapp, count, theme):
    snapshot = mosaic(np.zeros((6, 8, count, count)), target=words(count), source=words(count))
    size = labelled_size(snapshot, theme)
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
