"""The numbers of pictures of heads, beside the weights of their traces."""

import dataclasses

import numpy as np

from tests.viz_app.states import trace_of
from viz_app.panels.attention.snapshot.difference import resolve_difference
from viz_app.texts.heads_values import every_head_values, focus_values, mosaic_values
from viz_app.workbench.snapshots.attention import resolve_focus, resolve_mosaic
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.branches import Branch, BranchTree
from viz_app.workbench.state.selection import Selection
from viz_app.workbench.state.workbench import Workbench

TRACE = trace_of()
WEIGHTS = TRACE.weights("cross")  # [layers, heads, query, key]


def bench(*, step=0, whole=True, trace=TRACE, **options):
    return Workbench(
        trace=trace,
        whole=whole,
        selection=Selection(layer=1, head=1, step=step),
        attention=AttentionOptions(**options),
    )


def test_all_heads_by_layer_and_head(qapp):
    tables = mosaic_values(resolve_mosaic(bench()))
    assert [table.name for table in tables] == [
        f"Cross · layer {layer} · head {head}" for layer in (1, 2) for head in (1, 2)
    ]
    assert (np.stack([table.values for table in tables]).reshape(WEIGHTS.shape) == WEIGHTS).all()
    assert tables[0].columns == TRACE.source_tokens
    assert tables[0].rows[1] == "I → have"


def test_rows_that_are_not_decoded_yet_are_not_there(qapp):
    (table,) = focus_values(resolve_focus(bench(step=2, whole=False)))
    assert (table.values == WEIGHTS[1, 1, :3]).all()
    assert len(table.rows) == 3


def test_several_heads_are_the_mean_or_each_one(qapp):
    together = resolve_focus(bench(combination="mean", heads=(0, 1)))
    (table,) = focus_values(together)
    assert np.allclose(table.values, WEIGHTS[1].mean(axis=0))
    assert "mean over all heads" in table.name
    each = every_head_values(resolve_focus(bench(heads=(0, 1))))
    assert [np.array_equal(table.values, WEIGHTS[1, n]) for n, table in enumerate(each)] == [
        True,
        True,
    ]


def test_pieces_as_words_are_sums_over_keys(qapp):
    trace = trace_of(source=("book", "##store", "</s>"))
    (table,) = focus_values(resolve_focus(bench(trace=trace, words=True)))
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
        bench(step=5), branches=BranchTree(branches=branches, current=0, compared=1)
    )
    (table,) = focus_values(resolve_difference(compared, "cross"))
    assert (table.values == WEIGHTS[1, 1, :, :3] - other.weights("cross")[1, 1]).all()
    assert (table.values < 0).any()


def test_what_is_masked_is_said(qapp):
    state = dataclasses.replace(bench(), selection=Selection(kind="decoder"))
    (table,) = focus_values(resolve_focus(state))
    assert (table.mask == TRACE.mask("decoder")).all()
    assert (table.values[~table.mask] == 0).all()
