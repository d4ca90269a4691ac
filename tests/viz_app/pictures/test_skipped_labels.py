import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import words
from viz_app.design.theme import light_theme
from viz_app.pictures.matrix_layout import layout_matrix
from viz_app.pictures.skipped_labels import skips_labels, ticks
from viz_app.pictures.zoom import Zoom

THEME = light_theme()


def laid_out(tokens, *, width=600, height=400, **fields):
    space = QRectF(20, 30, width, height)
    return layout_matrix(space, tokens, tokens, THEME, largest=48, **fields)


def test_where_every_token_is_named_there_are_no_ticks(qapp):
    layout = laid_out(words(8))
    assert not skips_labels(layout)
    assert ticks(layout, THEME) == []


def test_every_cell_has_a_tick_and_the_named_ones_a_longer_one(qapp):
    layout = laid_out(tuple("因为昨天下了很大的雨" * 6))
    assert skips_labels(layout)
    rows = [tick for tick in ticks(layout, THEME) if tick.right() <= layout.viewport.left()]
    columns = [tick for tick in ticks(layout, THEME) if tick.bottom() <= layout.viewport.top()]
    assert (len(rows), len(columns)) == (60, 60)
    longest = max(tick.width() for tick in rows)
    long = {row for row, tick in enumerate(rows) if tick.width() == longest}
    assert long == {label.index for label in layout.rows}
    for label in layout.columns:
        middle = layout.grid.middle(0, label.index).x()
        assert columns[label.index].center().x() == pytest.approx(middle)


def test_no_tick_touches_a_label(qapp):
    layout = laid_out(words(60), height=260)
    assert not any(
        tick.intersects(label.rect) for tick in ticks(layout, THEME) for label in layout.rows
    )


def test_cells_too_fine_have_ticks_at_labels_alone(qapp):
    layout = laid_out(words(500))
    assert len(ticks(layout, THEME)) == len(layout.rows) + len(layout.columns)


def test_closer_all_are_named(qapp):
    tokens = tuple("因为昨天下了很大的雨" * 6)
    assert not skips_labels(laid_out(tokens, zoom=Zoom(factor=8)))
