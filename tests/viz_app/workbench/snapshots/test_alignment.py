"""Cross-attention as links of words, what they are compared with, and the scores of heads."""

import dataclasses

import numpy as np
import pytest

from model.lessons.alignment import AlignedSample, GoldLinks, head_scores
from model.traces.interventions import Intervention, Site
from tests.viz_app.states import shown, summary, trace_of
from viz_app.panels.attention.room import resolve_attention
from viz_app.workbench.changes.selection import (
    aligned_head_picked,
    aligned_over_picked,
    gold_found,
    gold_line_picked,
    gold_opened,
    option_picked,
    sample_scored,
)
from viz_app.workbench.changes.sessions import saved_bench, session_opened
from viz_app.workbench.snapshots.alignment import (
    gold_of,
    gold_question,
    resolve_alignment,
    sample_question,
)
from viz_app.workbench.snapshots.attention import resolve_focus
from viz_app.workbench.state import AttentionOptions, Branch, BranchTree, Selection

TARGET = ("I", "have", "a", "ca", "##t", ".", "</s>")
TRACE = trace_of(TARGET).stopped("end of sentence")
WORDS = {"predicted": (0, 1, 2, 3, 3, 4, None), "fed": (None, 0, 1, 2, 3, 3, None)}
"""Of each row, by hand; the row that predicts ``</s>`` belongs to none."""

FILE = "gold.txt", ("0-0 1-1 2?4", "0-0 3-1", "0-0 1=1")


def aligning(row="predicted", *, task="zh-en", **options):
    chosen = AttentionOptions(view="links", alignment=row, **options)
    selection = Selection(kind="cross", layer=1, head=1, step=6)
    model = dataclasses.replace(summary(), task=task)
    return shown(
        trace=TRACE, attention=chosen, selection=selection, whole=True, model=model, model_key=7
    )


@pytest.mark.parametrize("row", ["predicted", "fed"])
def test_a_word_is_linked_to_the_heaviest_key_of_its_rows_and_never_to_the_end(row):
    found = resolve_focus(aligning(row))
    expected = set()
    for place, word in enumerate(WORDS[row]):
        if word is not None:
            expected.add((int(np.argmax(TRACE.cross_weights[1, 1, place, :3])), word))
    assert found.alignment.links == (frozenset(expected),)
    assert found.columns == ("我", "有", "猫")
    names = [label.predicted if row == "predicted" else label.fed for label in found.rows]
    assert names == ["I", "have", "a", "cat", "."]
    assert found.row_labels == row


def test_several_heads_have_links_each_and_their_mean_has_its_own():
    each = resolve_focus(aligning(heads=(0, 1))).alignment.links
    assert each == tuple(
        resolve_focus(option_picked(aligning(), "heads", (head,))).alignment.links[0]
        for head in (0, 1)
    )
    (mean,) = resolve_focus(aligning(combination="mean")).alignment.links
    rows = TRACE.cross_weights[1].mean(axis=0)[:6, :3].argmax(axis=1)
    assert mean == {*zip(rows.tolist(), WORDS["predicted"], strict=False)}


def test_other_views_and_kinds_show_weights():
    for view, kind in (("links", "decoder"), ("focus", "cross")):
        state = option_picked(aligning(), "view", view)
        assert resolve_focus(state, kind).alignment is None
    assert resolve_attention(option_picked(aligning(), "view", "grid")).alignment is None
    assert sample_question(option_picked(aligning(task="reverse"), "view", "text")) is None


def test_a_chosen_line_is_gold_for_its_sentence_alone_and_is_kept_in_sessions():
    state = gold_line_picked(gold_opened(aligning(), FILE), 1)
    gold = GoldLinks(frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (1, 1), (2, 4)}))
    assert gold_of(state) == resolve_focus(state).alignment.gold == gold
    found = resolve_alignment(state)
    assert (found.choices, found.from_file, len(found.scores)) == (("sentence",), True, 6)
    links = {
        (layer, head): resolve_focus(aligned_head_picked(state, layer, head)).alignment.links[0]
        for layer, head, _ in found.scores
    }
    assert found.scores == head_scores([links], [gold])
    other = dataclasses.replace(state, trace=trace_of().stopped("end of sentence"))
    assert gold_of(other) is None
    assert resolve_alignment(other).scores == ()
    opened = session_opened(aligning(row=None), saved_bench(state))
    assert opened.attention.alignment == "predicted"
    assert gold_of(dataclasses.replace(opened, trace=TRACE)) == gold


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (2, "gold.txt, line 2: The link 3-1 does not fit its sentences of 3 and 5 words."),
        (3, "gold.txt, line 3: '1=1' is not a link such as 0-0 or 2?3."),
    ],
)
def test_a_bad_line_is_quoted_and_nothing_is_lost(number, told):
    state = gold_line_picked(gold_opened(aligning(), FILE), 1)
    refused = gold_line_picked(state, number)
    assert str(refused.notice.message) == told
    assert dataclasses.replace(refused, notice=None) == state
    single = gold_opened(state, ("bad", ("9-9",)))
    assert str(single.notice.message).startswith("bad, line 1: The link 9-9")
    assert gold_of(single) == gold_of(state)


def test_a_generated_task_asks_for_its_links_and_a_sample_until_another_model_comes():
    assert gold_question(aligning()) is None
    assert sample_question(aligning()) is None
    state = aligning(task="reverse")
    question = gold_question(state)
    assert question == ("reverse", "我有猫", "I have a ca ##t .")
    assert sample_question(state) == 7
    links = frozenset({(0, 0)})
    state = gold_found(state, (question, GoldLinks(links, links)))
    assert gold_of(state).sure == links
    assert gold_of(gold_found(state, (question._replace(target="x"), None))) is None
    scores = resolve_alignment(state).scores
    rows = {"predicted": scores[:1], "fed": scores[1:]}
    sample = AlignedSample(task="reverse", n=10, total=50, by_row=rows)
    state = aligned_over_picked(sample_scored(state, (7, sample)), "sample")
    found = resolve_alignment(state)
    assert (found.choices, found.scores) == (("sentence", "sample"), scores[:1])
    assert resolve_alignment(option_picked(state, "alignment", "fed")).scores == scores[1:]
    assert resolve_alignment(dataclasses.replace(state, model_key=8)).choices == ("sentence",)
    off = (Intervention(site=Site("z", "cross", 0, 0), how="zero"),)
    branch = Branch(id=0, parent=None, step=0, name="", trace=TRACE, interventions=off)
    intervened = dataclasses.replace(state, branches=BranchTree(branches=(branch,)))
    assert resolve_alignment(intervened).choices == ("sentence",)


def test_a_picked_line_shows_its_head_or_the_mean_of_its_layer():
    state = aligned_head_picked(aligning(heads=(0, 1)), 0, None)
    assert (state.attention.combination, state.attention.heads) == ("mean", ())
    assert resolve_alignment(state).place == (0, None)
    assert resolve_alignment(option_picked(state, "combination", "rollout")).place is None
    assert resolve_alignment(aligning(heads=(0, 1))).place is None
    state = aligned_head_picked(state, 1, 0)
    assert resolve_alignment(state).place == (1, 0)
    assert resolve_focus(state).combination == "head"
