import dataclasses
import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.viz_app.painted import (
    EN,
    THEMES,
    ZH,
    area_colours,
    colour_at,
    each_theme,
    focus,
    painted,
    zeros,
)
from tests.viz_app.probes import marked_language
from tests.viz_app.states import softmax, trace_of
from viz_app.design.theme import mixed
from viz_app.panels.attention.pictures.captions import explanation
from viz_app.panels.attention.pictures.heatmap import (
    column_profile_sentence,
    heatmap_picture,
    picture_description,
    picture_summary,
    row_profile_sentence,
    scale_sentence,
)
from viz_app.panels.attention.pictures.profiles import (
    ROOM,
    Profile,
    bars,
    column_profile,
    easy_level,
    entropies,
    level_text,
    mean_weights,
    paint_profile,
    profile_name,
    row_profile,
)
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.texts.sentences import cell_sentence, keys_sentence
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
THEME = THEMES["light"]


def test_entropy_is_in_bits():
    rows = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.25] * 4], dtype=np.float32)
    assert entropies(rows).tolist() == [0, 1, 2]


def test_entropy_is_that_of_the_row_s_shares():
    """A row that does not sum to 1 is divided by its sum; one without weights has none."""
    rows = softmax((7, 5), 3)
    expected = [-sum(w * math.log2(w) for w in row) for row in rows.tolist()]
    assert np.allclose(entropies(rows), expected, atol=1e-5)
    assert np.allclose(entropies(rows * 3), expected, atol=1e-5)
    assert np.isnan(entropies(np.zeros((1, 4), dtype=np.float32)))


def test_the_mean_is_over_the_rows_that_may_attend():
    weights = np.array([[1, 9, 9], [0.5, 0.5, 9], [0.2, 0.3, 9]], dtype=np.float32)
    mask = np.tri(3, dtype=bool)
    mask[2, 2] = False
    means = mean_weights(weights, mask)
    assert np.allclose(means[:2], [(1 + 0.5 + 0.2) / 3, (0.5 + 0.3) / 2])
    assert np.isnan(means[2])


def test_profiles_are_those_of_the_decoded_rows():
    shown = focus(kind="decoder", decoded_rows=4)
    weights = shown.weights[:4]
    rows, columns = row_profile(shown), column_profile(shown)
    expected = [-sum(w * math.log2(w) for w in row if w > 0) for row in weights.tolist()]
    assert np.allclose(rows.values[:4], expected, atol=1e-5)
    assert np.isnan(rows.values[4:]).all()
    assert rows.level == pytest.approx(math.log2(ROWS))
    assert columns.values[1] == pytest.approx(weights[1:, 1].mean())
    assert np.isnan(columns.values[4:]).all()


def test_a_row_has_at_most_the_entropy_of_the_keys_that_it_may_attend_to():
    """A causal row 0 has one key: 0 bits, not log₂ of the sentence's length."""
    causal, every = row_profile(focus(kind="decoder")), row_profile(focus(kind="cross"))
    assert np.allclose(causal.most, [math.log2(keys) for keys in range(1, ROWS + 1)])
    assert np.allclose(every.most, math.log2(COLUMNS))
    assert causal.level == pytest.approx(math.log2(ROWS))


@each_theme
def test_behind_a_bar_is_seen_how_long_it_could_be(qapp, theme):
    """The ground of a causal head's bars is a staircase."""
    shown = focus(zeros(ROWS, ROWS, r3c0=1.0), kind="decoder")
    grid = CellGrid(left=0, top=0, cell_width=10, cell_height=20, rows=ROWS, columns=ROWS)
    place = QRectF(200, 0, 100, 20 * ROWS)
    ground = mixed(theme.panel, theme.text, share=ROOM)

    def paint(painter, _):
        paint_profile(painter, place, grid, row_profile(shown), theme, colour="#ff0000")

    image, _ = painted(paint, theme=theme)
    seen = [
        colour_at(image, QPointF(200 + 60, 20 * row + 10)) == ground.lower() for row in range(ROWS)
    ]
    assert seen == [math.log2(row + 1) / math.log2(ROWS) > 0.6 for row in range(ROWS)]


def test_profiles_of_a_difference():
    moved = zeros(ROWS, COLUMNS, r2c1=-0.4, r2c3=0.3, r2c4=0.1)
    shown = focus(moved, compared=trace_of())
    rows, columns = row_profile(shown), column_profile(shown)
    assert rows.values[2] == pytest.approx(0.4)
    assert rows.values[3] == 0
    assert rows.level == 1
    assert columns.is_signed
    assert columns.values[1] == pytest.approx(-0.4 / ROWS)
    assert columns.level == 0.05


def test_profiles_of_nothing():
    empty = focus(kind="cross", target=())
    assert row_profile(empty).values.shape == (0,)
    assert np.isnan(column_profile(empty).values).all()
    assert column_profile(empty).level == 1
    none_decoded = focus(decoded_rows=0)
    assert np.isnan(row_profile(none_decoded).values).all()


@pytest.mark.parametrize(
    ("largest", "level"),
    [(0, 1), (1, 1), (0.7, 1), (0.5, 0.5), (0.31, 0.5), (0.2, 0.2), (0.11, 0.2), (0.0032, 0.005)],
)
def test_axes_end_where_it_is_easy_to_read(largest, level):
    assert easy_level(largest) == level


def profile_of(values, *, axis="row", level=1.0, signed=False):
    return Profile(
        axis=axis, level=level, is_signed=signed, values=np.array(values, dtype=np.float32)
    )


def grid_of(rows, columns, cell):
    return CellGrid(left=20, top=30, cell_width=cell, cell_height=cell, rows=rows, columns=columns)


def test_a_bar_is_as_long_as_its_value(qapp):
    place = QRectF(140, 30, 40, 30)
    drawn = bars(place, grid_of(3, 1, 10.0), profile_of([0.5, np.nan, 1.0]))
    assert [(value, index) for _, value, index in drawn] == [(0.5, 0), (1.0, 2)]
    first, last = (bar for bar, _, _ in drawn)
    assert (first.left(), first.width(), last.width()) == (140, 20, 40)
    assert (first.top(), first.bottom()) == (31, 39)
    assert last.top() == 51


def test_columns_bars_hang_under_their_columns(qapp):
    place = QRectF(20, 70, 30, 40)
    drawn = bars(place, grid_of(1, 3, 10.0), profile_of([0.25, 0, 2.0], axis="column"))
    rects = [bar for bar, _, _ in drawn]
    assert [bar.left() for bar in rects] == [21, 31, 41]
    assert [bar.top() for bar in rects] == [70, 70, 70]
    assert [bar.height() for bar in rects] == [10, 1, 40]


def test_more_is_higher_where_there_are_two_sides(qapp):
    place = QRectF(20, 70, 20, 40)
    profile = profile_of([1.0, -0.5], axis="column", signed=True)
    more, less = (bar for bar, _, _ in bars(place, grid_of(1, 2, 10.0), profile))
    assert (more.top(), more.bottom()) == (70, 90)
    assert (less.top(), less.bottom()) == (90, 100)


def test_no_peak_is_lost_when_rows_share_a_pixel(qapp):
    values = np.full(512, 0.1, dtype=np.float32)
    values[77], values[300] = 0.9, -0.8
    place = QRectF(0, 30, 100, 512 * 0.4)
    drawn = bars(place, grid_of(512, 1, 0.4), profile_of(values, signed=True))
    assert len(drawn) <= 205
    shown = [round(value, 3) for _, value, _ in drawn]
    assert shown.count(0.9) == 1
    assert shown.count(-0.8) == 1
    assert all(index is None for _, _, index in drawn)


def test_only_bars_in_view_are_made(qapp):
    place = QRectF(0, 30 + 100 * 10, 40, 50)
    drawn = bars(place, grid_of(512, 1, 10.0), profile_of(np.ones(512)))
    assert [index for _, _, index in drawn] == [100, 101, 102, 103, 104]


@each_theme
def test_the_row_in_view_has_a_strong_bar(qapp, theme):
    place, grid = QRectF(140, 30, 40, 30), grid_of(3, 1, 10.0)
    image, _ = painted(
        lambda p, _: paint_profile(
            p, place, grid, profile_of([1, 1, 1]), theme, colour=theme.cross, strong=1
        ),
        theme=theme,
    )
    colours = [area_colours(image, QRectF(150, 33 + 10 * row, 10, 4)) for row in range(3)]
    assert colours[1] == {theme.cross.lower()}
    assert colours[0] == colours[2] != colours[1]


@each_theme
def test_bars_of_a_difference_have_the_colours_of_its_sides(qapp, theme):
    place, grid = QRectF(20, 70, 20, 40), grid_of(1, 2, 10.0)
    profile = profile_of([1.0, -1.0], axis="column", signed=True)

    def paint(strong):
        return painted(
            lambda p, _: paint_profile(
                p, place, grid, profile, theme, colour=theme.cross, strong=strong
            ),
            theme=theme,
        )[0]

    assert area_colours(paint(0), QRectF(23, 75, 4, 10)) == {theme.positive.lower()}
    assert area_colours(paint(1), QRectF(33, 95, 4, 10)) == {theme.negative.lower()}


# -------------------------------------------------------------------------------- test descriptions


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def test_without_a_cursor_it_is_where_the_head_looks():
    shown = focus(marked_row=4, special="hidden")
    note = "special tokens hidden, rows not renormalised"
    assert picture_description(shown) == f"{keys_sentence(shown)}  ·  {note}"
    assert picture_description(shown) == picture_summary(shown)


def test_with_a_cursor_it_is_the_cell_with_its_row_and_column():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=0.5), cell=Cell(4, 1))
    said = picture_description(shown)
    assert said.startswith(cell_sentence(shown, Cell(4, 1)))
    assert "entropy of “book” → “in”: 1.00 of at most 4.00 bits" in plain(said)
    assert "mean weight of “昨” over the rows that may attend to it (11): 0.0455" in plain(said)


def test_the_part_in_view_comes_last():
    assert picture_description(focus(), part="rows 1–3 of 9").endswith("rows 1–3 of 9")


def test_nothing_decoded_is_no_failure():
    assert picture_description(focus(target=())) == ""


def laid_out(shown, zoom=FITTED):
    picture = dataclasses.replace(heatmap_picture(shown), zoom=zoom)
    return painted(lambda p, rect: picture.paint(p, rect, THEMES["light"]))[1]


def said_at(shown, layout, point):
    spot = layout.at(point)
    return "" if spot is None else heatmap_picture(shown).say(spot)


@pytest.mark.parametrize("zoom", [FITTED, Zoom(factor=2, row=3, column=2)])
def test_bars_say_their_values(qapp, zoom):
    shown = focus(zeros(ROWS, COLUMNS, r4c5=0.5, r4c6=0.5))
    layout = laid_out(shown, zoom)
    middle = layout.grid.middle(4, 5)
    right = QPointF(layout.row_bars.center().x(), middle.y())
    assert plain(said_at(shown, layout, right)).startswith("entropy of “book” → “in”: 1.00")
    under = QPointF(middle.x(), layout.column_bars.center().y())
    assert plain(said_at(shown, layout, under)).startswith(f"mean weight of “{ZH[5]}” over")


def test_the_title_says_everything(qapp):
    shown = focus(special="hidden", scale="log", words=True)
    layout = laid_out(shown)
    for line in (layout.titles.title, layout.titles.subtitle, layout.titles.notes):
        assert said_at(shown, layout, line.center()) == explanation(shown)


def test_the_scale_says_its_ends(qapp):
    shown = focus(scale="log")
    layout = laid_out(shown)
    assert said_at(shown, layout, layout.bar.center()) == (
        "colours: 0 … 1, logarithmic, four powers of ten"
    )
    assert scale_sentence(focus(compared=trace_of())) == "colours: −1 … 1, linear"


def test_elsewhere_nothing_is_said(qapp):
    shown = focus()
    layout = laid_out(shown)
    assert said_at(shown, layout, QPointF(1, 1)) == ""


def of_row(shown, row):
    return plain(row_profile_sentence(shown, row))


def of_column(shown, column):
    return plain(column_profile_sentence(shown, column))


def test_a_row_says_its_entropy_and_the_most_there_could_be():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=0.25, r4c3=0.25))
    assert of_row(shown, 4) == "entropy of “book” → “in”: 1.50 of at most 4.00 bits"


def test_a_row_that_does_not_sum_to_1_says_so():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.25, r4c2=0.25), special="hidden")
    assert of_row(shown, 4) == (
        "entropy of “book” → “in”, divided by its sum: 1.00 of at most 4.00 bits"
    )


def test_a_row_without_weights_has_no_entropy():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=1.0), decoded_rows=5)
    assert of_row(shown, 7) == "“bookst” → “##ore” has no weights here"
    assert of_row(shown, 0) == "“<s>” → “I” has no weights here"


def test_a_column_says_its_mean_and_over_how_many_rows():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r2c1=0.25), decoded_rows=5)
    assert of_column(shown, 1) == (
        "mean weight of “昨” over the rows that may attend to it (5): 0.1500"
    )


def test_a_key_that_is_not_decoded_has_no_mean():
    assert of_column(focus(kind="decoder", decoded_rows=4), 6) == "no row attends to “the” yet"


def test_a_difference_says_what_moved():
    weights = zeros(ROWS, COLUMNS, r4c1=-0.4, r4c2=0.4)
    shown = focus(weights, compared=trace_of(), row_labels="predicted")
    assert profile_name(row_profile(shown)) == "moved"
    assert of_row(shown, 4) == (
        "0.4000 of the attention of “in” is on different keys than in the comparison"
    )
    assert of_column(shown, 1) == (
        "mean difference of “昨” over the rows that may attend to it (11): −0.0364"
    )


def test_captions_say_what_bars_are_and_where_they_end():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=1.0))
    rows, columns = row_profile(shown), column_profile(shown)
    assert profile_name(rows) == "entropy"
    assert level_text(rows) == "0–4 bits"
    assert profile_name(columns) == "mean"
    assert level_text(columns) == "0–0.1"


def test_all_words_are_translated(qapp):
    shown = focus()
    with marked_language():
        assert of_row(shown, 4).startswith("«")
        assert of_column(shown, 1).startswith("«")
        assert profile_name(row_profile(shown)) == "«entropy»"
