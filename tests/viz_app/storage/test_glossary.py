"""The entries of the glossary: complete, the same in both languages, and linked."""

import re
from pathlib import Path

import pytest

from viz_app.pictures.typeset import spoken_formulas
from viz_app.storage.glossary import (
    alphabetical,
    entry_on,
    found,
    links_of,
    read_glossary,
    with_links,
    without_links,
)
from viz_app.storage.lessons import LessonScene
from viz_app.widgets.layout import kebab

SHARED = Path(__file__).resolve().parents[4] / "shared"
LANGUAGES = ("en", "zh")

DESIGN_WORDS = (
    *("source", "target", "memory", "query", "key", "weights", "scores", "mask", "kind", "step"),
    *("trace", "checkpoint", "task", "job", "workbench", "record", "session", "scene"),
    *("intervention", "branch", "picture", "reader"),
)
OTHER_NAMES = {"panel": "tab"}
"""What the window calls it."""
OF_THE_CODE = {"slice", "snapshot", "view"}
TENSORS = ("src", "tgt", "src_mask", "tgt_mask", "d_model", "d_ff", "n_heads", "n_layers", "d_k")
FIELD = (
    *("embedding", "positional encoding", "softmax", "logits", "log-probability", "candidate"),
    *("layer", "head", "residual stream", "layer norm", "feed-forward", "encoder", "decoder"),
    *("cross-attention", "teacher forcing", "greedy decoding", "padding", "bleu", "loss"),
    *("learning rate", "epoch", "activation patching", "ablation", "rollout", "alignment"),
    *("head names", "encoder attention", "decoder attention"),
)


def entries(language):
    return read_glossary(language).scenes


def test_every_word_has_an_entry_in_both_languages():
    wanted = (*DESIGN_WORDS, *OTHER_NAMES.values(), *TENSORS, *FIELD)
    for language in LANGUAGES:
        terms = [entry.term for entry in entries(language)]
        assert len(terms) == len(set(terms)) >= 80
        assert {kebab(word) for word in wanted} <= set(terms)
        assert not OF_THE_CODE & set(terms)


def test_the_words_are_those_of_the_design():
    design = SHARED / "DESIGN.md"
    if not design.exists():
        pytest.skip("without shared/")
    text = design.read_text(encoding="utf-8")
    table = text.partition("## 1. Words")[2].partition("\n## 2.")[0]
    rows = re.findall(r"^\| ([a-z, ]+) \|", table, re.MULTILINE)
    words = {word.strip() for row in rows for word in row.split(",")} - {"word"}
    assert words == {*DESIGN_WORDS, *OTHER_NAMES, *OF_THE_CODE}
    named = re.search(r"Tensor names are the field's: `(.+?)`", table)[1].split(", ")
    assert {*named} <= {*TENSORS, "memory"}


def test_both_languages_have_the_same_heads_and_links():
    fields = ("term", "tab", "head", "view", "options", "panel", "show", "names", "formula")
    heads = [
        [(*(getattr(one, field) for field in fields), links_of(one)) for one in entries(language)]
        for language in LANGUAGES
    ]
    for english, chinese in zip(*heads, strict=True):
        assert english[:-1] == chinese[:-1]
        assert set(english[-1]) == set(chinese[-1]), english[0]


def test_entries_are_short_and_lead_to_others():
    for language in LANGUAGES:
        terms = {entry.term for entry in entries(language)}
        for entry in entries(language):
            (note,) = entry.note
            assert links_of(entry), entry.term
            assert set(links_of(entry)) <= terms - {entry.term}, entry.term
            assert "](" not in without_links(note)
            assert entry.show and entry.tab
            assert len(without_links(note)) < 330, entry.term


def test_every_formula_is_typeset():
    named = {entry.formula for entry in entries("en")} - {""}
    assert len(named) > 35
    assert named <= set(spoken_formulas())


def test_no_pattern_belongs_to_two_entries():
    patterns = [pattern for entry in entries("en") for pattern in entry.names]
    assert len(patterns) == len(set(patterns)) > 150


def test_titles_are_the_words_of_the_prose_glossary():
    page = SHARED / "PROSE.md"
    if not page.exists():
        pytest.skip("without shared/")
    text = page.read_text(encoding="utf-8").partition("\n## Glossary")[2].partition("\n## ")[0]
    known = {}
    for part in re.split(r" · |: |\n", text):
        found = re.match(r"([A-Za-z][A-Za-z -]*?)(?: \([a-z]+\))? ([一-鿿].*|logit)", part)
        if found:
            known[found[1].lower()] = re.split(r" / |, | → | \((?:noun|list)", found[2])[0]
    compared = 0
    for english, chinese in zip(entries("en"), entries("zh"), strict=True):
        title = english.title.lower()
        word = known.get(title) or known.get(title.removesuffix("s"))
        if word is not None:
            compared += 1
            assert chinese.title == word, (english.title, chinese.title, word)
    assert compared >= 30


def test_the_nearest_name_counts_then_the_longest_pattern():
    made = [
        LessonScene(title=term, note=(), line=1, term=term, names=names)
        for term, names in (("mask", ("masks", "masks-*")), ("padding", ("masks-batch*",)))
    ]
    assert entry_on(made, ["masks-batch-add", "masks"]).term == "padding"
    assert entry_on(made, ["unknown", "", "masks-views"]).term == "mask"
    assert entry_on(made, ["unknown"]) is None
    assert entry_on(made, []) is None


def test_a_search_prefers_titles():
    sorted_ones = alphabetical(entries("en"))
    terms = [sorted_ones[number].term for number in found(sorted_ones, "Mask")]
    assert terms[0] == "mask"
    assert {"causal-mask", "src-mask", "tgt-mask"} == set(terms[1:4])
    assert "padding" in terms[4:]
    assert len(found(sorted_ones, "")) == len(sorted_ones)
    assert found(sorted_ones, "mask xyzzy") == []
    chinese = alphabetical(entries("zh"))
    assert chinese[found(chinese, "teacher forcing")[0]].title == "教师强制"
    assert [one.term for one in chinese[:2]] == ["source", "target"]


def test_links_become_anchors_or_plain_words():
    note = "A [row](#query) of [batch, source]"
    assert without_links(note) == "A row of [batch, source]"
    assert with_links(note, "#123456") == (
        'A <a href="#query" style="color: #123456">row</a> of [batch, source]'
    )
