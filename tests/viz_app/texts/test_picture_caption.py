"""What is said beneath a picture: model, sentence, heads, and how weights became colours."""

import dataclasses

import numpy as np
import pytest

from tests.viz_app.states import TARGET, trace_of
from viz_app.panels.attention.room import resolve_difference
from viz_app.texts.picture_caption import (
    every_head_values,
    focus_values,
    heads_shown,
    mosaic_values,
    picture_caption,
)
from viz_app.workbench.snapshots.attention import resolve_focus, resolve_mosaic
from viz_app.workbench.state import AttentionOptions, Branch, BranchTree, Selection, Workbench

TRACE = trace_of()


def bench(*, whole=True, **options):
    selection, attention = Selection(kind="decoder", layer=1, head=0), AttentionOptions(**options)
    return Workbench(trace=TRACE, selection=selection, attention=attention, whole=whole)


def caption(shown):
    return picture_caption(model="zh-en", trace=TRACE, shown=shown)


def test_one_head_and_all_heads(qapp):
    assert caption(heads_shown(resolve_focus(bench()))).split("  ·  ") == [
        "zh-en",
        f"{TRACE.source_text} → {TRACE.translation}",
        "Decoder self attention",
        "layer 2",
        "head 1",
        "linear scale",
        "coloured by kind",
    ]
    assert "all 2 × 2 heads" in heads_shown(resolve_mosaic(bench()))


@pytest.mark.parametrize("resolve", [resolve_focus, resolve_mosaic])
def test_rows_that_are_not_decoded_yet_are_said(qapp, resolve):
    assert "up to row 1 of 6" in heads_shown(resolve(bench(whole=False)))
    assert "up to" not in caption(heads_shown(resolve(bench())))


@pytest.mark.parametrize("heads", [(0, 1), (0,)])
def test_heads_by_themselves_are_all_named(qapp, heads):
    focus = resolve_focus(bench(heads=heads))
    assert ("all 2 heads" if len(heads) == 2 else "head 1") in heads_shown(focus, each=True)
    assert "head 1" in heads_shown(focus)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scale": "log"}, "logarithmic scale"),
        ({"scale": "sqrt"}, "square-root scale"),
        ({"colour_map": "viridis"}, "colours: Viridis"),
        ({"colour_map": "grey"}, "colours: grey"),
        ({"words": True}, "subwords merged"),
        ({"special": "hidden"}, "special tokens hidden"),
        ({"special": "renormalised"}, "special tokens hidden, rows renormalised"),
        ({"combination": "mean", "heads": (0, 1)}, "mean over all heads"),
    ],
)
def test_every_option_is_said(qapp, options, said):
    assert said in heads_shown(resolve_focus(bench(**options)))
    assert said not in heads_shown(resolve_focus(bench()))


def test_a_difference_says_from_what_and_has_no_map_of_a_kind(qapp):
    other = trace_of((*TARGET[:2], "one", *TARGET[3:]))
    shown = heads_shown(dataclasses.replace(resolve_focus(bench()), compared=other))
    assert f"difference from {other.source_text} → {other.translation}" in shown
    assert "coloured by kind" not in shown


def test_what_is_not_known_is_left_out_and_hebrew_stays_in_its_place(qapp):
    assert picture_caption(model="", trace=None, shown=("loss",)) == "loss"
    begun = dataclasses.replace(TRACE, steps=(), translation="")
    assert picture_caption(model="", trace=begun) == TRACE.source_text
    hebrew = dataclasses.replace(TRACE, source_text="שלום")
    assert "\u2068שלום\u2069" in picture_caption(model="zh-en", trace=hebrew)


WEIGHTS = TRACE.weights("cross")  # [layers, heads, query, key]


def heads_values_bench(*, step=0, whole=True, trace=TRACE, **options):
    return Workbench(
        trace=trace,
        whole=whole,
        selection=Selection(layer=1, head=1, step=step),
        attention=AttentionOptions(**options),
    )


def test_all_heads_by_layer_and_head(qapp):
    tables = mosaic_values(resolve_mosaic(heads_values_bench()))
    assert [table.name for table in tables] == [
        f"Cross · layer {layer} · head {head}" for layer in (1, 2) for head in (1, 2)
    ]
    assert (np.stack([table.values for table in tables]).reshape(WEIGHTS.shape) == WEIGHTS).all()
    assert tables[0].columns == TRACE.source_tokens
    assert tables[0].rows[1] == "I → have"


def test_rows_that_are_not_decoded_yet_are_left_out_and_what_is_masked_is_said(qapp):
    (table,) = focus_values(resolve_focus(heads_values_bench(step=2, whole=False)))
    assert (table.values == WEIGHTS[1, 1, :3]).all()
    assert len(table.rows) == 3
    state = dataclasses.replace(heads_values_bench(), selection=Selection(kind="decoder"))
    (table,) = focus_values(resolve_focus(state))
    assert (table.mask == TRACE.mask("decoder")).all()
    assert (table.values[~table.mask] == 0).all()


def test_several_heads_are_the_mean_or_each_one(qapp):
    together = resolve_focus(heads_values_bench(combination="mean", heads=(0, 1)))
    (table,) = focus_values(together)
    assert np.allclose(table.values, WEIGHTS[1].mean(axis=0))
    assert "mean over all heads" in table.name
    each = every_head_values(resolve_focus(heads_values_bench(heads=(0, 1))))
    assert (np.stack([table.values for table in each]) == WEIGHTS[1]).all()


def test_pieces_as_words_are_sums_over_keys(qapp):
    trace = trace_of(source=("book", "##store", "</s>"))
    (table,) = focus_values(resolve_focus(heads_values_bench(trace=trace, words=True)))
    weights = trace.weights("cross")[1, 1]
    assert table.columns == ("bookstore", "</s>")
    assert np.allclose(table.values[:, 0], weights[:, :2].sum(axis=1))


def test_a_difference_has_both_signs(qapp):
    other = trace_of(source=("我", "有", "</s>"))
    branches = tuple(
        Branch(id=n, parent=parent, step=0, name="", trace=trace)
        for n, parent, trace in ((0, None, TRACE), (1, 0, other))
    )
    compared = dataclasses.replace(
        heads_values_bench(step=5), branches=BranchTree(branches=branches, current=0, compared=1)
    )
    (table,) = focus_values(resolve_difference(compared, "cross"))
    assert (table.values == WEIGHTS[1, 1, :, :3] - other.weights("cross")[1, 1]).all()
    assert (table.values < 0).any()
