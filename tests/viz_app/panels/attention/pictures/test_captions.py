import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from model.traces.aggregation import formula
from model.traces.trace import KINDS
from tests.viz_app.painted import EN, THEMES, ZH, focus, overlaps
from tests.viz_app.probes import marked_language
from tests.viz_app.states import trace_of
from viz_app.design.colour_map import Stroke, head_stroke
from viz_app.panels.attention.pictures.captions import (
    ARROW,
    WIDTH,
    between_names,
    explanation,
    focus_title,
    key_names,
    layout_legend,
    part_text,
    picture_notes,
    query_names,
    stroke_pen,
)
from viz_app.workbench.snapshots.token_axes import RowLabel

# ----------------------------------------------------------------------------- test picture titles


FOLLOWED = "traced through the layers: 0.5 residual + 0.5 attention per layer"


def test_titles_name_kind_layer_and_heads():
    assert focus_title(focus(kind="encoder", head=2)) == "Encoder self · layer 2 · head 3"
    shown = focus(combination="mean", heads=(0, 1, 2))
    assert focus_title(shown) == "Cross · layer 2 · mean over all heads"


def test_the_title_of_a_difference():
    shown = focus(compared=trace_of())
    assert focus_title(shown) == "Cross · layer 2 · head 1 · difference"
    assert picture_notes(shown) == ("this one − comparison",)


@pytest.mark.parametrize("kind", KINDS)
def test_a_difference_of_rollouts_has_no_rest_of_a_row(kind):
    shown = focus(kind=kind, combination="rollout", compared=trace_of())
    assert picture_notes(shown)[:2] == ("this one − comparison", FOLLOWED)
    assert not any("rest of a row" in note for note in picture_notes(shown))


def test_plain_weights_need_no_notes():
    assert picture_notes(focus()) == ()
    assert picture_notes(focus(combination="mean", heads=(0, 1))) == ()


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ({"special": "hidden"}, "special tokens hidden, rows not renormalised"),
        ({"special": "renormalised"}, "special tokens hidden, rows renormalised"),
        ({"words": True}, "words: sum over key subwords, mean over query subwords"),
        ({"scale": "sqrt"}, "square-root scale"),
        ({"scale": "log"}, "logarithmic scale"),
        ({"combination": "max", "heads": (0, 1)}, "rows can sum to more than 1"),
    ],
)
def test_whatever_changes_the_numbers_is_said(fields, note):
    assert picture_notes(focus(**fields)) == (note,)


def test_the_maximum_over_one_head_sums_to_1():
    assert picture_notes(focus(combination="max", heads=(2,))) == ()


@pytest.mark.parametrize("kind", KINDS)
def test_rollout_is_said_in_words_its_formula_and_letters_are_in_the_explanation(kind):
    shown = focus(kind=kind, combination="rollout")
    assert picture_notes(shown)[0] == FOLLOWED
    whole = explanation(shown)
    assert formula(kind) in whole
    letters = {"encoder": "A is", "decoder": "S is", "cross": "S and C are"}[kind]
    assert letters in whole


def test_rollout_says_where_the_rest_of_a_row_is():
    notes = {kind: picture_notes(focus(kind=kind, combination="rollout")) for kind in KINDS}
    assert len(notes["encoder"]) == 1
    assert notes["cross"][1] == "the rest of each row, up to 1, is on the target"
    assert notes["decoder"][1] == "the rest of each row, up to 1, is on the source"


@pytest.mark.parametrize(
    ("kind", "layer", "columns", "top"),
    [
        ("encoder", 0, 7, 1.0),  # a sum of 1 over 7 keys: 10/7 is more than all
        ("encoder", 2, 60, 0.2),  # 10/60
        ("encoder", 2, 512, 0.02),
        ("decoder", 0, 20, 0.5),  # a half over 20: 0.25
        ("decoder", 2, 20, 0.1),  # an eighth over 20: 0.0625
        ("cross", 2, 60, 0.2),  # seven eighths over 60
    ],
)
def test_the_colours_of_a_rollout_end_by_length_kind_and_layer_alone(kind, layer, columns, top):
    tokens = ("a",) * columns
    shown = focus(kind=kind, layer=layer, target=tokens, source=tokens, combination="rollout")
    assert shown.top == top
    other = dataclasses.replace(shown, weights=np.zeros_like(shown.weights))
    assert other.top == top
    assert (f"colour scale ends at {top:g}" in picture_notes(shown)) == (top < 1)
    assert dataclasses.replace(shown, combination="mean").top == 1.0
    assert dataclasses.replace(shown, scale="log").top == 1.0


def test_all_notes_together_are_in_the_explanation():
    shown = focus(combination="max", heads=(0, 1), special="hidden", words=True, scale="log")
    whole = explanation(shown)
    assert focus_title(shown) in whole
    assert "row (input → predicted) attends to column (source)" in whole
    assert len(picture_notes(shown)) == 4
    assert all(note in whole for note in picture_notes(shown))


@pytest.mark.parametrize(
    ("rows", "columns", "text"),
    [
        (range(39, 79), range(30), "rows 40–79 of 512"),
        (range(512), range(3, 9), "columns 4–9 of 30"),
        (range(1), range(29, 30), "rows 1–1 of 512 · columns 30–30 of 30"),
        (range(512), range(30), ""),
    ],
)
def test_parts_count_from_one(rows, columns, text):
    assert part_text(rows, columns, n_rows=512, n_columns=30) == text


def test_all_words_are_translated(qapp):
    shown = focus(combination="rollout", special="hidden", words=True, scale="sqrt")
    with marked_language():
        assert focus_title(shown).startswith("«")
        assert [note[0] for note in picture_notes(shown)] == ["«"] * 6
        assert part_text(range(1), range(1), n_rows=2, n_columns=2).count("«") == 2


# ------------------------------------------------------------------------------ test stroke legend


LIGHT = THEMES["light"]
NAMES = tuple(f"head {number}" for number in range(1, 17))


@pytest.mark.parametrize("width", [120, 400, 2000])
def test_names_wrap_and_never_overlap(qapp, width):
    items = layout_legend(NAMES, QPointF(10, 20), width, LIGHT)
    assert [item.text for item in items] == list(NAMES)
    assert not overlaps([item.rect for item in items])
    assert all(item.rect.right() <= 10 + width for item in items)


def test_one_line_is_enough_where_there_is_room(qapp):
    tops = [
        {item.rect.top() for item in layout_legend(NAMES, QPointF(), width, LIGHT)}
        for width in (2000, 400)
    ]
    assert len(tops[0]) == 1
    assert len(tops[1]) > 1


def test_dashes_have_the_stroke_s_lengths(qapp):
    stroke = Stroke("#123456", (9.0, 5.0))
    assert [part * WIDTH for part in stroke_pen(stroke, LIGHT).dashPattern()] == [9.0, 5.0]
    assert stroke_pen(head_stroke(LIGHT, 0), LIGHT).dashPattern() == []


# -------------------------------------------------------------------------------- test token names


FED = ("<s>", *EN[:-1])


@pytest.mark.parametrize("kind", ["decoder", "cross"])
@pytest.mark.parametrize(
    ("row_labels", "names"), [("both", (FED, EN)), ("fed", ((), FED)), ("predicted", ((), EN))]
)
def test_queries_have_the_names_that_were_chosen(kind, row_labels, names):
    assert query_names(focus(kind=kind, row_labels=row_labels)) == names


@pytest.mark.parametrize("row_labels", ["both", "fed", "predicted"])
def test_in_the_encoder_a_query_is_its_own_token(row_labels):
    assert query_names(focus(kind="encoder", row_labels=row_labels)) == ((), ZH)


def test_what_is_invisible_in_a_name_is_shown():
    assert query_names(focus(target=("a b", "</s>"), row_labels="predicted"))[1] == ("a␣b", "</s>")


def test_keys_are_the_columns():
    assert key_names(focus(kind="cross")) == ZH
    assert key_names(focus(kind="decoder")) == FED


def test_in_the_encoder_meanings_stand_where_else_the_token_fed_in_does():
    shown = focus(kind="encoder")
    rows = tuple(RowLabel(label.fed, gloss=f"g{n}") for n, label in enumerate(shown.rows))
    glossed = dataclasses.replace(shown, rows=rows)
    assert query_names(glossed) == (tuple(f"g{n}" for n in range(len(ZH))), ZH)
    assert between_names(glossed) == ""
    assert between_names(focus(kind="cross")) == ARROW
