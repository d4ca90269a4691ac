import pytest

from model.traces.aggregation import formula
from model.traces.trace import KINDS
from tests.viz_app.painted import focus
from tests.viz_app.probes import marked_language
from tests.viz_app.states import trace_of
from viz_app.panels.attention.texts.picture_titles import (
    explanation,
    focus_title,
    part_text,
    picture_notes,
)


def test_titles_name_kind_layer_and_heads():
    assert focus_title(focus(kind="encoder", head=2)) == "Encoder self · layer 2 · head 3"
    shown = focus(combination="mean", heads=(0, 1, 2))
    assert focus_title(shown) == "Cross · layer 2 · mean over all heads"


def test_the_title_of_a_difference():
    shown = focus(compared=trace_of())
    assert focus_title(shown) == "Cross · layer 2 · head 1 · difference"
    assert picture_notes(shown) == ("this one − the compared one",)


@pytest.mark.parametrize("kind", KINDS)
def test_a_difference_of_rollouts_shows_the_formula_but_no_rest_of_a_row(kind):
    shown = focus(kind=kind, combination="rollout", compared=trace_of())
    assert picture_notes(shown) == ("this one − the compared one", formula(kind))


def test_plain_weights_need_no_notes():
    assert picture_notes(focus()) == ()
    assert picture_notes(focus(combination="mean", heads=(0, 1))) == ()


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ({"special": "hidden"}, "special tokens hidden, rows not renormalised"),
        ({"special": "renormalised"}, "special tokens hidden, rows renormalised"),
        ({"words": True}, "words: sum over key pieces, mean over query pieces"),
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
def test_rollout_shows_its_formula_and_what_its_letters_mean(kind):
    shown = focus(kind=kind, combination="rollout")
    assert picture_notes(shown)[0] == formula(kind)
    whole = explanation(shown)
    assert formula(kind) in whole
    letters = {"encoder": "A is", "decoder": "S is", "cross": "S and C are"}[kind]
    assert letters in whole


def test_rollout_says_where_the_rest_of_a_row_is():
    notes = {kind: picture_notes(focus(kind=kind, combination="rollout")) for kind in KINDS}
    assert len(notes["encoder"]) == 1
    assert notes["cross"][1] == "the rest of a row's unit is on the target"
    assert notes["decoder"][1] == "the rest of a row's unit is on the source"


def test_all_notes_together_are_in_the_explanation():
    shown = focus(combination="max", heads=(0, 1), special="hidden", words=True, scale="log")
    whole = explanation(shown)
    assert focus_title(shown) in whole
    assert "row (fed in → predicted) attends to column (source)" in whole
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
        assert [note[0] for note in picture_notes(shown)[1:]] == ["«"] * 4
        assert part_text(range(1), range(1), n_rows=2, n_columns=2).count("«") == 2
