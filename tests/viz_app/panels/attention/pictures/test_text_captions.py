import dataclasses

import pytest

from tests.viz_app.painted import focus
from tests.viz_app.probes import marked_language
from viz_app.panels.attention.pictures.text import text_caption, text_hint, text_notes


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
