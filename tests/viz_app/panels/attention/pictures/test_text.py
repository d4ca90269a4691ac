import dataclasses
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from tests.viz_app.listening import plain
from tests.viz_app.painted import (
    EN,
    THEMES,
    ZH,
    area_colours,
    colour_at,
    each_theme,
    focus,
    lut_colour,
    overlaps,
    painted,
    zeros,
)
from tests.viz_app.probes import marked_language
from viz_app.design.colour_map import diverging_lut, kind_lut, lut_for
from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.captions import tick_lefts
from viz_app.panels.attention.pictures.text import (
    TextPicture,
    named_values,
    text_caption,
    text_hint,
    text_notes,
)
from viz_app.panels.attention.pictures.text_layout import TextLayout
from viz_app.pictures.cell_image import signed_ticks, ticks
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
LIGHT = THEMES["light"]


def picture(
    shown: FocusSnapshot, theme: Theme = THEMES["light"], **size: int
) -> tuple[QImage, TextLayout]:
    """The painted text view, and where everything is."""
    text = TextPicture(focus=shown)
    return painted(lambda painter, rect: text.paint(painter, rect, theme), theme=theme, **size)


def key_rect(layout: TextLayout, column: int) -> QRectF:
    """The ground of a key."""
    number, placed = layout.find(column=column)
    return layout.sentences[number].rect_of(placed)


def query_rect(layout: TextLayout, row: int) -> QRectF:
    """The ground of a query."""
    number, placed = layout.find(row=row)
    return layout.sentences[number].rect_of(placed)


def test_the_heaviest_keys_have_their_weight_below_them(qapp):
    weights = zeros(ROWS, COLUMNS, r4c1=0.4, r4c5=0.3, r4c9=0.2, r4c12=0.06, r4c14=0.04)
    shown = focus(weights, marked_row=4)
    image, layout = picture(shown)
    places = named_values(layout.sentences[1], shown, LIGHT)
    assert set(places) == {1, 5, 9, 12}
    for column, place in places.items():
        assert place.top() > key_rect(layout, column).bottom()
        assert len(area_colours(image, place)) > 1


def test_weights_below_keys_never_overlap(qapp):
    weights = zeros(ROWS, COLUMNS, r4c1=0.4, r4c2=0.3, r4c3=0.2)
    tokens = ("I",) * COLUMNS
    shown = focus(weights, marked_row=4, source=tokens)
    _, layout = picture(shown, width=400, height=200)
    places = named_values(layout.sentences[1], shown, LIGHT)
    assert 1 in places
    assert not overlaps(list(places.values()))


def test_told_is_the_cursor_s_weight_else_where_the_query_looks():
    weights = zeros(ROWS, COLUMNS, r4c1=0.54213)
    at = focus(weights, cell=Cell(4, 1))
    assert plain(TextPicture(focus=at).sentence()).startswith(
        "0.5421 · “book” → “in” attends to “昨”"
    )
    resting = focus(weights, marked_row=4)
    assert plain(TextPicture(focus=resting).sentence()).endswith(
        "“book” → “in” attends 0.54 to “昨”"
    )
    assert TextPicture(focus=focus(target=())).sentence() == ""


@pytest.mark.parametrize("sizes", [((), ZH), (EN, ()), ((), ())])
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_without_tokens_the_caption_is_there(qapp, sizes, kind):
    target, source = sizes
    image, layout = picture(focus(kind=kind, target=target, source=source))
    assert len(area_colours(image, layout.caption)) > 1


@each_theme
def test_the_bar_is_the_whole_map(qapp, theme):
    image, layout = picture(focus(kind="encoder", marked_row=1), theme)
    lut = kind_lut(theme, "encoder")
    left = QPointF(layout.bar.left() + 1.5, layout.bar.top() + 4)
    right = QPointF(layout.bar.left() + 198.5, layout.bar.top() + 4)
    assert colour_at(image, left) in {lut_colour(lut, index) for index in range(4)}
    assert colour_at(image, right) in {lut_colour(lut, index) for index in range(252, 256)}


@pytest.mark.parametrize("width", [60, 200])
@pytest.mark.parametrize("marks", [ticks("linear"), ticks("log"), signed_ticks("log")])
def test_levels_below_the_bar_do_not_touch(qapp, width, marks):
    bar = QRectF(10, 10, width, 8)
    placed = tick_lefts(bar, marks, LIGHT)
    assert len(placed) >= 2 or width < 100
    lefts = sorted(left for left, _ in placed)
    assert all(bar.left() <= left <= bar.right() for left in lefts)
    assert all(other - one > 8 for one, other in pairwise(lefts))


def test_the_legend_names_masked_keys_only_where_there_are_some(qapp):
    def legend(shown):
        image, layout = picture(shown)
        return area_colours(image, layout.bar.adjusted(210, 0, 0, 0))

    later, last = (focus(kind="decoder", marked_row=row, row_labels="fed") for row in (2, ROWS - 1))
    assert len(legend(later)) > 1
    assert legend(last) == {LIGHT.panel.lower()}


def ground(image, rect):
    """Beside the text, inside of a frame."""
    return colour_at(image, QPointF(rect.left() + 4, rect.center().y()))


def frame(image, rect):
    return colour_at(image, QPointF(rect.center().x(), rect.top()))


@each_theme
@pytest.mark.parametrize("ratio", [1, 2])
def test_keys_have_the_colours_of_the_heatmap(qapp, theme, ratio):
    shown = focus(zeros(ROWS, COLUMNS, r4c1=1.0, r4c4=0.5, r5c6=1.0), marked_row=4)
    image, layout = picture(shown, theme, ratio=ratio)
    lut = kind_lut(theme, "cross")
    for column, index in ((1, 255), (4, 128), (6, 0)):
        assert ground(image, key_rect(layout, column)) == lut_colour(lut, index)


@each_theme
@pytest.mark.parametrize("colour_map", ["viridis", "cividis", "grey"])
def test_the_colour_map_and_the_scale_are_the_chosen_ones(qapp, theme, colour_map):
    shown = focus(
        zeros(ROWS, COLUMNS, r4c1=0.25), marked_row=4, colour_map=colour_map, scale="sqrt"
    )
    image, layout = picture(shown, theme)
    lut = lut_for(theme, "cross", colour_map)
    assert ground(image, key_rect(layout, 1)) == lut_colour(lut, 128)
    assert ground(image, key_rect(layout, 2)) == lut_colour(lut, 0)


def test_a_difference_has_the_diverging_colours(qapp):
    shown = focus(zeros(ROWS, COLUMNS, r4c1=1.0, r4c2=-1.0), marked_row=4)
    image, layout = picture(dataclasses.replace(shown, compared=shown.trace))
    lut = diverging_lut(LIGHT)
    for column, index in ((1, 254), (2, 0), (3, 127)):
        assert ground(image, key_rect(layout, column)) == lut_colour(lut, index)


@each_theme
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_query_in_view_is_outlined_in_the_kind_s_colour(qapp, theme, kind):
    image, layout = picture(focus(kind=kind, marked_row=4), theme)
    assert frame(image, query_rect(layout, 4)) == theme.kind_colour(kind).lower()
    assert frame(image, query_rect(layout, 6)) != theme.kind_colour(kind).lower()


@each_theme
def test_the_key_under_the_cursor_is_framed_in_the_text_s_colour(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS), cell=Cell(4, 6))
    image, layout = picture(shown, theme)
    area = key_rect(layout, 6)
    line = QRectF(area.left() + 8, area.top() - 1, area.width() - 16, 2)
    assert theme.text.lower() in area_colours(image, line)
    assert frame(image, key_rect(layout, 5)) == theme.panel.lower()


@each_theme
def test_masked_keys_are_hatched_and_not_coloured_as_zero(qapp, theme):
    every = np.zeros((ROWS, ROWS), np.float32)
    image, layout = picture(focus(every, kind="decoder", marked_row=4), theme)
    masked = area_colours(image, key_rect(layout, 8).adjusted(4, 4, -4, -4))
    assert theme.masked.lower() in masked
    assert len(masked) > 3, "hatched"
    for column in range(5):
        assert ground(image, key_rect(layout, column)) == theme.panel.lower()


def test_the_predicted_token_is_a_query_and_not_hatched(qapp):
    image, layout = picture(focus(kind="decoder", marked_row=4))
    colours = area_colours(image, query_rect(layout, 4).adjusted(4, 4, -4, -4))
    assert LIGHT.masked.lower() not in colours


def test_what_is_not_decoded_yet_has_no_ground(qapp):
    shown = focus(kind="decoder", marked_row=4, decoded_rows=5, decoded_columns=5)
    image, layout = picture(shown)
    for column in (7, 8):
        assert ground(image, key_rect(layout, column)) == LIGHT.panel.lower()
    every = np.ones((ROWS, COLUMNS), np.float32)
    image, layout = picture(focus(every, cell=Cell(6, 0), decoded_rows=5))
    assert ground(image, key_rect(layout, 3)) == LIGHT.panel.lower()


def test_weights_stand_below_the_glosses(qapp):
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9), marked_row=4, glosses=("mean",) * COLUMNS)
    image, layout = picture(shown)
    keys = layout.sentences[1]
    (gloss, *_), places = keys.glosses(LIGHT), named_values(keys, shown, LIGHT)
    assert gloss.rect.bottom() <= places[1].top()
    assert len(area_colours(image, gloss.rect)) > 1
    without = named_values(
        picture(focus(shown.weights, marked_row=4))[1].sentences[1], shown, LIGHT
    )
    assert places[1].top() - key_rect(layout, 1).bottom() > without[1].height()


def test_a_piece_in_the_middle_of_a_word_keeps_its_letters(qapp):
    """Its ground is as wide as its letters, or half a px less."""
    target = ("I", "had", "a", "C", "##ab", "##ab", "##or", "in", "O", "##ff", "##ice", "</s>")
    for start in range(1, 9):
        shown = focus(target=target[start:], source=("办", "公", "室", "</s>"))
        image, layout = picture(shown, width=792, height=372)
        for row, token in enumerate(target[start:]):
            place = query_rect(layout, row)
            assert LIGHT.text.lower() in area_colours(image, place), (start, token)


# ------------------------------------------------------------------------------- test text captions


def caption(**fields):
    shown = focus(marked_row=4, **fields)
    return text_caption(shown).replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("kind", "labels", "expected"),
    [
        ("cross", "both", "Where head 1 of layer 2 looks when predicting “in” after “book”"),
        ("cross", "predicted", "Where head 1 of layer 2 looks when predicting “in”"),
        ("cross", "fed", "What “book” attends to in head 1 of layer 2"),
        ("decoder", "both", "Where head 1 of layer 2 looks back when predicting “in” after “book”"),
        ("decoder", "predicted", "Where head 1 of layer 2 looks back when predicting “in”"),
        ("decoder", "fed", "What “book” looks back at in head 1 of layer 2"),
        ("encoder", "both", "What “书” attends to in head 1 of layer 2"),
        ("encoder", "predicted", "What “书” attends to in head 1 of layer 2"),
    ],
)
def test_one_head_is_named_with_its_token(kind, labels, expected):
    assert caption(kind=kind, row_labels=labels) == expected


@pytest.mark.parametrize(
    ("fields", "heads"),
    [
        ({"combination": "mean", "heads": (0, 2)}, "mean over heads 1 and 3 of layer 2"),
        ({"combination": "mean", "heads": (0, 1, 2)}, "mean over all heads of layer 2"),
        ({"combination": "max", "heads": (0, 1, 2)}, "maximum over all heads of layer 2"),
        ({"combination": "rollout"}, "rollout up to layer 2"),
    ],
)
def test_of_several_heads_it_is_said_how_they_are_combined(fields, heads):
    assert caption(**fields).endswith(f"  ·  {heads}")
    assert "“in”" in caption(**fields)


@pytest.mark.parametrize("combination", ["mean", "max"])
def test_a_mean_over_one_head_is_that_head(combination):
    expected = "Where head 3 of layer 2 looks when predicting “in” after “book”"
    assert caption(combination=combination, heads=(2,)) == expected


def test_a_rollout_says_where_something_comes_from():
    start = caption(combination="rollout").partition("  ·  ")[0]
    assert start == "Where the prediction of “in” after “book” comes from"


def test_without_rows_the_kind_is_named():
    assert text_caption(focus(target=())) == "Cross"


def test_notes_say_what_attends_to_what_and_what_was_done():
    shown = focus(special="renormalised", scale="log")
    assert text_notes(shown) == (
        "Target tokens attend to source tokens",
        "special tokens hidden, rows renormalised",
        "logarithmic scale",
    )
    compared = dataclasses.replace(shown, compared=shown.trace)
    assert "this one − comparison" in text_notes(compared)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_everything_is_translated(qapp, kind):
    with marked_language():
        for combination in ("head", "mean", "rollout"):
            shown = focus(kind=kind, combination=combination, heads=(0,))
            assert text_caption(shown).startswith("«")
        assert text_hint(shown).startswith("«")
