import dataclasses

import numpy as np
import pytest

from model.traces.trace import KINDS
from tests.viz_app.listening import plain
from tests.viz_app.painted import EN, ZH, focus, zeros
from tests.viz_app.probes import marked_language
from viz_app.panels.attention.pictures.captions import focus_title
from viz_app.panels.attention.pictures.link_set import (
    LinkEnd,
    end_sentence,
    heads_of_layer,
    layer_names,
    links_hint,
    links_of,
    mass_text,
    most_text,
    side_titles,
)
from viz_app.texts.sentences import axes_sentence

ROWS, COLUMNS = len(EN), len(ZH)
QUERY, KEY = LinkEnd("query", 4), LinkEnd("key", 1)


def said(shown, end):
    return plain(end_sentence(shown, end))


def with_heads(*heads, **weights):
    """Several heads of one trace; of ``h2r4c1=0.5`` the head counts from 0."""
    shown = focus(heads=heads)
    matrices = np.zeros((2, 3, ROWS, COLUMNS), np.float32)
    for name, weight in weights.items():
        head, cell = name[1:].split("r")
        row, column = cell.split("c")
        matrices[1, int(head), int(row), int(column)] = weight
    steps = [
        dataclasses.replace(step, cross_rows=matrices[:, :, step.index])
        for step in shown.trace.steps
    ]
    trace = dataclasses.replace(shown.trace, steps=tuple(steps))
    return dataclasses.replace(shown, trace=trace, weights=matrices[1, heads[0]])


def test_a_query_s_heaviest_keys_are_named():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9, r4c4=0.04, r4c5=0.03, r4c6=0.02))
    assert said(shown, QUERY) == (
        "Head 1 of layer 2, cross: “book” → “in” attends 0.90 to “昨”, 0.04 to “书”, 0.03 to “店”"
    )


def test_a_key_s_heaviest_queries_are_named():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9, r1c1=0.2), row_labels="predicted")
    assert said(shown, KEY) == (
        "Head 1 of layer 2, cross: “昨” receives 0.90 from “in”, 0.20 from “bought”"
    )


def test_what_would_be_zero_is_not_named():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.996, r4c2=0.004))
    assert said(shown, QUERY).endswith("attends 1.00 to “昨”")
    faint = focus(zeros(ROWS, COLUMNS, r4c1=0.004, r4c2=0.003))
    assert said(faint, QUERY).endswith("attends 0.00 to “昨”")


def test_of_several_heads_each_weight_says_whose_it_is():
    shown = with_heads(0, 2, h0r4c1=0.5, h2r4c3=0.9)
    assert said(shown, QUERY) == (
        "Heads 1 and 3 of layer 2, cross: “book” → “in” attends 0.90 to “在” (head 3),"
        " 0.50 to “昨” (head 1)"
    )
    assert said(shown, KEY).endswith("“昨” receives 0.50 from “book” → “in” (head 1)")


def test_who_has_no_links_says_so():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9))
    assert said(shown, LinkEnd("query", 3)).endswith("“a” → “book” attends to nothing")
    assert said(shown, LinkEnd("key", 3)).endswith("nothing attends to “在”")


def test_where_nothing_differs_says_so_and_not_that_nothing_is_attended_to():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9))
    shown = dataclasses.replace(shown, compared=shown.trace)
    assert said(shown, LinkEnd("query", 3)) == (
        "No difference yet: up to this row both branches have the same input tokens"
    )
    assert said(shown, LinkEnd("key", 3)).endswith("“在” is the same as in the comparison")


def test_what_is_not_decoded_says_so():
    shown = focus(kind="decoder", decoded_rows=4, decoded_columns=4)
    assert said(shown, LinkEnd("query", 4)) == "“book” → “in” is not decoded yet"
    assert said(shown, LinkEnd("key", 4)) == "“book” is not decoded yet"


def test_masked_keys_are_not_named():
    shown = focus(kind="decoder")
    assert said(shown, LinkEnd("query", 0)).endswith("attends 1.00 to “<s>”")


def test_differences_have_signs():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.31, r4c2=-0.2))
    shown = dataclasses.replace(shown, compared=shown.trace)
    assert said(shown, QUERY).endswith(
        "difference from the comparison: “book” → “in”, +0.31 to “昨”, −0.20 to “天”"
    )
    assert layer_names(shown) == ("less than in the comparison", "more than in the comparison")


@pytest.mark.parametrize(
    ("fields", "heads"),
    [
        ({}, "head 1 of layer 2"),
        ({"heads": (0, 2)}, "heads 1 and 3 of layer 2"),
        ({"heads": (0, 1, 2)}, "all 3 heads of layer 2"),
        ({"heads": (0, 2), "combination": "mean"}, "mean over heads 1 and 3 of layer 2"),
        ({"heads": (0, 1, 2), "combination": "mean"}, "mean over all heads of layer 2"),
        ({"combination": "rollout"}, "rollout up to layer 2"),
    ],
)
def test_it_is_said_what_of_the_heads_is_shown(fields, heads):
    assert heads_of_layer(focus(**fields)) == heads


def test_the_title_names_several_heads():
    assert focus_title(focus(heads=(0, 2)), each=True) == "Cross · layer 2 · heads 1 and 3"
    assert focus_title(focus(), each=True) == "Cross · layer 2 · head 1"
    assert layer_names(focus(heads=(0, 2))) == ("head 1", "head 3")
    assert layer_names(focus()) == ()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("labels", ["both", "fed", "predicted"])
def test_titles_of_the_sides_are_the_words_of_the_axes(kind, labels):
    """What stands in brackets there: source, fed in, predicted; queries first."""
    queries, keys = side_titles(kind, labels)
    of_row, of_column = axes_sentence(kind, labels).split(" attends to ")
    inside = of_row.split("(")[1]
    assert queries.rstrip(")").endswith(inside.rstrip(")"))
    assert keys.replace(" (", ", ").rstrip(")") == of_column.split("(")[1].rstrip(")")


def test_what_is_left_out_is_said():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=0.3, r4c3=0.2), mass=0.5)
    expected = "strongest 50% of each row; 2 weaker links hidden"
    assert mass_text(shown, links_of(shown)) == expected
    every = dataclasses.replace(shown, mass=1.0)
    assert mass_text(every, links_of(every)) == "all links"
    assert most_text(2000) == "only the 2,000 strongest in view are drawn"


def test_everything_is_translated(qapp):
    with marked_language():
        shown = focus(heads=(0, 2))
        texts = (
            end_sentence(shown, QUERY),
            end_sentence(shown, KEY),
            focus_title(shown, each=True),
            mass_text(shown, links_of(shown)),
            links_hint(),
            *side_titles("cross", "both"),
        )
        assert all(text.startswith("«") for text in texts)
