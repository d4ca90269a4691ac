from __future__ import annotations

import numpy as np
import pytest

from model.trace import KINDS
from tests.viz_app.ui.pictures import EN, ZH, focus, mosaic, zeros
from tests.viz_app.ui.probes import marked_language
from viz_app.state.attention_view import RowLabel
from viz_app.state.selection import Cell
from viz_app.ui.texts.sentences import (
    axes_sentence,
    cell_sentence,
    focus_of,
    focus_sentence,
    head_title,
    kind_explanation,
    layer_mean,
    legend_entries,
    picture_sentence,
    row_in_view,
    row_text,
    strip_caption,
)

ROWS, COLUMNS = len(EN), len(ZH)


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def test_layers_and_heads_count_from_one():
    assert head_title("cross", layer=1, head=0) == "Cross · layer 2 · head 1"


def test_cell_sentence_has_value_tokens_and_place():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.54213), layer=1, head=0)
    assert plain(cell_sentence(shown, Cell(4, 1))) == (
        "0.5421 · “book” → “in” attends to “昨” · cross, layer 2, head 1"
    )


@pytest.mark.parametrize(
    ("labels", "row"), [("both", "“book” → “in”"), ("fed", "“book”"), ("predicted", "“in”")]
)
def test_rows_are_named_as_the_switch_says(labels, row):
    assert plain(row_text(RowLabel("book", "in"), labels)) == row
    shown = focus(zeros(ROWS, COLUMNS), row_labels=labels)
    assert f"· {row} attends" in plain(cell_sentence(shown, Cell(4, 1)))


def test_masked_cell_says_so():
    shown = focus(kind="decoder")
    sentence = plain(cell_sentence(shown, Cell(1, 3)))
    assert sentence.startswith("masked: “I” → “bought” may not attend to “a” · decoder self")


def test_row_that_is_not_decoded_says_so():
    assert plain(cell_sentence(focus(decoded_rows=4), Cell(4, 0))).endswith("is not decoded yet")


def test_focus_sentence_names_the_two_best_keys():
    weights = zeros(ROWS, COLUMNS, r4c1=0.54, r4c3=0.42, r4c4=0.04, r0c0=1.0)
    assert plain(focus_sentence(focus(weights, marked_row=4))) == (
        "Predicting “in”, this head looks 0.54 at “昨” and 0.42 at “在”"
    )


def test_focus_sentence_leaves_out_what_is_hardly_there():
    weights = zeros(ROWS, COLUMNS, r4c1=0.98, r4c3=0.02)
    sentence = plain(focus_sentence(focus(weights, marked_row=4)))
    assert sentence == "Predicting “in”, this head looks 0.98 at “昨”"


def test_focus_sentence_of_the_encoder_follows_the_cursor():
    weights = zeros(COLUMNS, COLUMNS, r0c5=1.0, r2c3=0.7, r2c4=0.3)
    shown = focus(weights, kind="encoder")
    assert plain(focus_sentence(shown)) == "“我” looks 1.00 at “店”"
    shown = focus(weights, kind="encoder", cell=Cell(2, 0))
    assert plain(focus_sentence(shown)) == "“天” looks 0.70 at “在” and 0.30 at “书”"


def test_masked_keys_are_never_named():
    weights = np.zeros((ROWS, ROWS), dtype=np.float32)
    assert "“<s>”" in plain(focus_sentence(focus(weights, kind="decoder", marked_row=0)))


def test_no_rows_no_sentence():
    shown = focus(kind="cross", target=())
    assert focus_sentence(shown) == ""
    assert row_in_view(shown) is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_that_rows_attend_to_columns(kind):
    assert "attends to column" in axes_sentence(kind, "both")
    assert "attend to" in kind_explanation(kind)


def test_axes_sentence_does_not_mix_readings():
    assert axes_sentence("cross", "both").startswith("row (fed in → predicted)")
    assert axes_sentence("decoder", "fed").startswith("row (fed in)")
    assert axes_sentence("decoder", "predicted") == (
        "row (predicted) attends to column (target, fed in)"
    )


def test_legend_explains_only_what_is_there():
    assert legend_entries(focus()) == []
    kinds = [swatch for swatch, _ in legend_entries(focus(kind="decoder", decoded_rows=4))]
    assert kinds == ["masked", "blank"]


def test_a_tile_is_a_head_of_its_own():
    shown = mosaic(kind="decoder", row_labels="predicted")
    tile = focus_of(shown, layer=1, head=2)
    assert (tile.layer, tile.head, tile.kind) == (1, 2, "decoder")
    assert tile.row_labels == "predicted"
    assert (tile.weights == shown.weights[1, 2]).all()


def test_strip_is_the_mean_over_the_layer_s_heads():
    shown = focus(marked_row=4)
    expected = shown.trace.cross_weights[1, :, 4].mean(axis=0)
    assert np.allclose(layer_mean(shown, 4), expected)
    assert plain(strip_caption(shown, 4)) == (
        "Where the model looks to predict “in”  ·  mean over the heads of layer 2"
    )


def test_all_words_are_translated(qapp):
    shown = focus(marked_row=4)
    with marked_language():
        for text in (
            head_title("decoder", layer=0, head=0),
            axes_sentence("encoder", "both"),
            cell_sentence(shown, Cell(0, 0)),
            focus_sentence(shown),
            strip_caption(shown, 4),
        ):
            assert text.startswith("«")


def test_the_cursor_s_cell_stands_under_its_head(qapp):
    shown = focus(cell=Cell(4, 1), marked_row=4)
    assert picture_sentence(shown) == cell_sentence(shown, Cell(4, 1))
    shown = focus(marked_row=4)
    assert picture_sentence(shown) == focus_sentence(shown)
