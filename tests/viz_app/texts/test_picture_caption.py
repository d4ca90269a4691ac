"""What is said beneath a picture: model, sentence, heads, and how weights became colours."""

import dataclasses

import pytest

from tests.viz_app.states import TARGET, trace_of
from viz_app.texts.picture_caption import heads_shown, picture_caption
from viz_app.workbench.snapshots.attention import resolve_focus, resolve_mosaic
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.selection import Selection
from viz_app.workbench.state.workbench import Workbench

TRACE = trace_of()


def bench(*, whole=True, **options):
    selection, attention = Selection(kind="decoder", layer=1, head=0), AttentionOptions(**options)
    return Workbench(trace=TRACE, selection=selection, attention=attention, whole=whole)


def caption(shown):
    return picture_caption(model="zh-en", trace=TRACE, shown=shown)


def test_one_head(qapp):
    assert caption(heads_shown(resolve_focus(bench()))).split("  ·  ") == [
        "zh-en",
        f"{TRACE.source_text} → {TRACE.translation}",
        "Decoder self attention",
        "layer 2",
        "head 1",
        "linear scale",
        "colours of the kind",
    ]


def test_all_heads(qapp):
    assert "all 2 × 2 heads" in heads_shown(resolve_mosaic(bench()))


@pytest.mark.parametrize("resolve", [resolve_focus, resolve_mosaic])
def test_rows_that_are_not_decoded_yet_are_said(qapp, resolve):
    assert "as far as row 1 of 6" in heads_shown(resolve(bench(whole=False)))
    assert "as far as" not in caption(heads_shown(resolve(bench())))


@pytest.mark.parametrize("heads", [(0, 1), (0,)])
def test_heads_by_themselves_are_all_named(qapp, heads):
    focus = resolve_focus(bench(heads=heads))
    assert ("all 2 heads" in heads_shown(focus, each=True)) == (len(heads) == 2)
    assert "head 1" in heads_shown(focus)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scale": "log"}, "logarithmic scale"),
        ({"scale": "sqrt"}, "square-root scale"),
        ({"colour_map": "viridis"}, "colours: Viridis"),
        ({"colour_map": "grey"}, "colours: grey"),
        ({"words": True}, "pieces as words"),
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
    assert f"difference to {other.source_text} → {other.translation}" in shown
    assert "colours of the kind" not in shown


def test_what_is_not_known_is_left_out(qapp):
    assert picture_caption(model="", trace=None, shown=("loss",)) == "loss"
    begun = dataclasses.replace(TRACE, steps=(), translation="")
    assert picture_caption(model="", trace=begun) == TRACE.source_text


def test_a_sentence_from_right_to_left_stays_in_its_place(qapp):
    hebrew = dataclasses.replace(TRACE, source_text="שלום")
    assert "\u2068שלום\u2069" in picture_caption(model="zh-en", trace=hebrew)


def test_heads_that_are_each_shown_by_themselves_are_all_named(qapp):
    several = resolve_focus(bench(heads=(0, 1)))
    assert "all 2 heads" in heads_shown(several, each=True)
    assert "head 1" in heads_shown(several)
    assert "head 1" in heads_shown(resolve_focus(bench(heads=(0,))), each=True)
