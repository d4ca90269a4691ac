from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.trace import KINDS
from tests.viz_app.ui.pictures import (
    EN,
    THEMES,
    ZH,
    area_colours,
    colour_at,
    focus,
    lut_colour,
    overlaps,
    painted,
    words,
    zeros,
)
from viz_app.state.selection import Cell
from viz_app.ui.design.colour_map import kind_lut
from viz_app.ui.design.theme import light_theme
from viz_app.ui.painting.heatmap_painter import paint_focus

ROWS, COLUMNS = len(EN), len(ZH)
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def picture(snapshot, theme=THEMES["light"], **size):
    return painted(lambda p, rect: paint_focus(p, rect, snapshot, theme), theme=theme, **size)


def cell_colour(image, layout, row, column):
    """Beside the middle, where no hairline is."""
    rect = layout.grid.cell_rect(row, column)
    return colour_at(image, rect.center() + QPointF(-rect.width() / 5, -rect.height() / 5))


@each_theme
@pytest.mark.parametrize("ratio", [1, 2])
def test_row_0_is_at_the_top_and_the_last_key_at_the_right(qapp, theme, ratio):
    shown = focus(zeros(ROWS, COLUMNS, r0c15=1.0))
    image, layout = picture(shown, theme, ratio=ratio)
    assert cell_colour(image, layout, 0, COLUMNS - 1) == theme.cross.lower()
    assert cell_colour(image, layout, ROWS - 1, 0) == theme.panel.lower()
    right_top = layout.grid.rect.topRight() + QPointF(-4, 4)
    assert colour_at(image, right_top) == theme.cross.lower()


@each_theme
@pytest.mark.parametrize("kind", KINDS)
def test_levels_are_fixed(qapp, theme, kind):
    """0.5 is the middle of the map though nothing larger is there."""
    shown = focus(kind=kind)
    weights = np.zeros_like(shown.weights)
    weights[5, 2] = 0.5
    image, layout = picture(focus(weights, kind=kind), theme)
    assert cell_colour(image, layout, 5, 2) == lut_colour(kind_lut(theme, kind), 128)


@each_theme
def test_masked_is_not_zero(qapp, theme):
    shown = focus(zeros(ROWS, ROWS), kind="decoder")
    image, layout = picture(shown, theme, width=700, height=560)
    masked = area_colours(image, layout.grid.cell_rect(0, 5).adjusted(2, 2, -2, -2))
    zero = area_colours(image, layout.grid.cell_rect(5, 0).adjusted(2, 2, -2, -2))
    assert theme.masked.lower() in masked
    assert len(masked) > 1, "hatched"
    assert zero == {theme.panel.lower()}


@each_theme
def test_rows_that_are_not_decoded_are_blank(qapp, theme):
    image, layout = picture(focus(np.ones((ROWS, COLUMNS), np.float32), decoded_rows=4), theme)
    assert cell_colour(image, layout, 3, 3) == theme.cross.lower()
    for row in (4, 5, ROWS - 1):
        assert cell_colour(image, layout, row, 3) == theme.panel.lower()
    dotted = area_colours(image, layout.grid.rows_rect(4, ROWS).adjusted(-1, 5, 3, 2))
    assert theme.masked_line.lower() in dotted


@each_theme
def test_marked_row_is_framed_in_the_kind_s_colour(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS), marked_row=4)
    image, layout = picture(shown, theme)
    row = layout.grid.rows_rect(4, 5)
    middle = row.center().x()
    for y in (row.top() - 1, row.bottom() + 0.5):
        assert colour_at(image, QPointF(middle, y)) == theme.cross.lower()
    other = layout.grid.rows_rect(7, 8)
    assert colour_at(image, QPointF(middle, other.bottom() + 0.5)) != theme.cross.lower()


def test_cursor_is_framed_in_the_text_s_colour(qapp):
    theme = THEMES["light"]
    image, layout = picture(focus(zeros(ROWS, COLUMNS), cell=Cell(2, 3)), theme)
    cell = layout.grid.cell_rect(2, 3)
    assert colour_at(image, QPointF(cell.center().x(), cell.top() - 1)) == theme.text.lower()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [3, 12, 60, 128])
@pytest.mark.parametrize(("width", "height"), [(400, 300), (560, 450), (1100, 900)])
def test_labels_never_overlap(qapp, kind, count, width, height):
    tokens = words(count)
    shown = focus(kind=kind, target=tokens, source=tokens, marked_row=count // 2)
    _, layout = picture(shown, width=width, height=height)
    labels = (*layout.fed, *layout.rows, *layout.columns)
    assert not overlaps([label.rect for label in labels])
    places = [layout.grid.rect, layout.bar, layout.title, layout.subtitle, layout.sentence]
    assert not overlaps([rect for rect in places if not rect.isEmpty()])
    inside = QRectF(0, 0, width, height)
    assert all(inside.contains(label.rect) for label in labels)
    assert inside.contains(layout.grid.rect)
    assert count // 2 in [label.index for label in layout.rows]


def test_large_type_fits_too(qapp):
    theme = light_theme("presentation")
    shown = focus(marked_row=4)
    _, layout = picture(shown, theme, width=900, height=700)
    labels = (*layout.fed, *layout.rows, *layout.columns)
    assert not overlaps([label.rect for label in labels])
    assert {label.size for label in labels} <= {18, 21}


def test_labels_are_the_tokens_of_the_kind(qapp):
    _, layout = picture(focus(kind="cross"), width=900, height=600)
    assert [label.text for label in layout.columns] == list(ZH)
    assert [label.text for label in layout.rows] == list(EN)
    assert [label.text for label in layout.fed] == [f"{fed} →" for fed in ("<s>", *EN[:-1])]
    _, layout = picture(focus(kind="decoder"), width=900, height=600)
    assert [label.text for label in layout.columns] == ["<s>", *EN[:-1]]


@pytest.mark.parametrize(("labels", "first"), [("fed", "<s>"), ("predicted", "I")])
def test_rows_can_have_one_name(qapp, labels, first):
    _, layout = picture(focus(row_labels=labels))
    assert layout.fed == ()
    assert layout.rows[0].text == first


def test_encoder_rows_have_one_name(qapp):
    _, layout = picture(focus(kind="encoder"))
    assert layout.fed == ()
    assert layout.rows[0].text == "我"


def test_cell_at_is_where_the_cell_was_painted(qapp):
    _, layout = picture(focus())
    for row in range(ROWS):
        for column in range(COLUMNS):
            point = layout.grid.cell_rect(row, column).center()
            assert layout.cell_at(point) == Cell(row, column)
    assert layout.cell_at(QPointF(1, 1)) is None


def test_nothing_decoded_yet_is_no_failure(qapp):
    _, layout = picture(focus(kind="decoder", target=()))
    assert layout.rows == ()


def test_a_low_picture_is_cells_first(qapp):
    _, layout = picture(focus(), width=400, height=160)
    assert layout.sentence.isEmpty()
    assert layout.grid.rect.height() > 60


@pytest.mark.parametrize("size", [(1, 1), (30, 20), (60, 400), (400, 40)])
def test_no_size_is_too_small(qapp, size):
    picture(focus(), width=size[0] + 33, height=size[1] + 33)


def test_right_to_left_tokens_stay_in_their_place(qapp):
    tokens = ("שלום", "עולם", "</s>")
    _, layout = picture(focus(target=tokens, source=tokens, marked_row=0), width=560)
    assert [label.text for label in layout.columns] == list(tokens)
    assert layout.fed[1].text == "שלום →"


def test_the_subtitle_outlives_the_sentence(qapp):
    """A projector's picture is low: what rows and columns are stays longest."""
    theme = light_theme("presentation")
    shown = focus(kind="decoder", target=EN[:6], decoded_rows=4)
    _, layout = picture(shown, theme, width=530, height=295)
    assert layout.subtitle.height() > 0
    assert layout.sentence.height() == 0
    assert layout.legend is None


def test_the_picture_stays_where_it_is_when_a_cell_is_picked(qapp):
    for cell in (Cell(4, 1), Cell(2, 3)):
        _, before = picture(focus(marked_row=4), width=900)
        _, after = picture(focus(marked_row=4, cell=cell), width=900)
        assert before.grid == after.grid


@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_legend_stands_beside_the_title(qapp, kind):
    shown = focus(kind=kind, decoded_rows=4)
    _, layout = picture(shown, width=525, height=312)
    assert layout.legend is None or layout.legend.y() < layout.subtitle.top()


def test_row_labels_come_before_the_sentence(qapp):
    """A small window: rather all names than a sentence and half of them."""
    shown = focus(target=EN[:6], source=(*ZH[:6], "</s>"), decoded_rows=4, marked_row=3)
    _, layout = picture(shown, width=370, height=240)
    assert len(layout.rows) == 6
    assert layout.sentence.height() == 0
    assert layout.subtitle.height() > 0
    _, layout = picture(shown, width=370, height=400)
    assert layout.sentence.height() > 0
