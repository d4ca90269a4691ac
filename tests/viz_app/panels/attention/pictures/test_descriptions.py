import dataclasses

import pytest
from PySide6.QtCore import QPointF

from tests.viz_app.painted import EN, THEMES, ZH, focus, painted, zeros
from tests.viz_app.probes import marked_language
from tests.viz_app.states import trace_of
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
    column_profile,
    level_text,
    profile_name,
    row_profile,
)
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.texts.sentences import cell_sentence, keys_sentence
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)


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
    return plain(row_profile_sentence(shown, row_profile(shown), row))


def of_column(shown, column):
    return plain(column_profile_sentence(shown, column_profile(shown), column))


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
    assert of_row(shown, 4) == (
        "0.4000 of the attention of “in” is on different keys than in the comparison"
    )
    assert of_column(shown, 1) == (
        "mean difference of “昨” over the rows that may attend to it (11): −0.0364"
    )


def test_captions_say_what_bars_are_and_where_they_end():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=1.0))
    rows, columns = row_profile(shown), column_profile(shown)
    assert profile_name(rows, difference=False) == "entropy"
    assert level_text(rows, difference=False) == "0–4 bits"
    assert profile_name(columns, difference=False) == "mean"
    assert level_text(columns, difference=False) == "0–0.1"


def test_all_words_are_translated(qapp):
    shown = focus()
    with marked_language():
        assert of_row(shown, 4).startswith("«")
        assert of_column(shown, 1).startswith("«")
        assert profile_name(row_profile(shown), difference=True) == "«moved»"
