import pytest
from PySide6.QtCore import QPointF

from tests.viz_app.painted import EN, THEMES, ZH, focus, painted, zeros
from tests.viz_app.states import trace_of
from viz_app.panels.attention.painting.descriptions import (
    margin_sentence,
    picture_description,
    picture_summary,
    scale_sentence,
)
from viz_app.panels.attention.painting.heatmap_painter import paint_focus
from viz_app.panels.attention.texts.picture_titles import explanation
from viz_app.pictures.zoom import FITTED, Zoom
from viz_app.texts.sentences import cell_sentence, keys_sentence
from viz_app.workbench.state.selection import Cell

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
    theme = THEMES["light"]
    return painted(lambda p, rect: paint_focus(p, rect, shown, theme, zoom=zoom))[1]


@pytest.mark.parametrize("zoom", [FITTED, Zoom(factor=2, row=3, column=2)])
def test_bars_say_their_values(qapp, zoom):
    shown = focus(zeros(ROWS, COLUMNS, r4c5=0.5, r4c6=0.5))
    layout = laid_out(shown, zoom)
    middle = layout.grid.middle(4, 5)
    right = QPointF(layout.row_bars.center().x(), middle.y())
    assert plain(margin_sentence(shown, layout, right)).startswith("entropy of “book” → “in”: 1.00")
    under = QPointF(middle.x(), layout.column_bars.center().y())
    assert plain(margin_sentence(shown, layout, under)).startswith(f"mean weight of “{ZH[5]}” over")


def test_the_title_says_everything(qapp):
    shown = focus(special="hidden", scale="log", words=True)
    layout = laid_out(shown)
    for line in (layout.title, layout.subtitle, layout.titles.notes):
        assert margin_sentence(shown, layout, line.center()) == explanation(shown)


def test_the_scale_says_its_ends(qapp):
    shown = focus(scale="log")
    layout = laid_out(shown)
    assert margin_sentence(shown, layout, layout.bar.center()) == (
        "colours: 0 … 1, logarithmic, four powers of ten"
    )
    assert scale_sentence(focus(compared=trace_of())) == "colours: −1 … 1, linear"


def test_elsewhere_nothing_is_said(qapp):
    shown = focus()
    layout = laid_out(shown)
    assert margin_sentence(shown, layout, QPointF(1, 1)) == ""
