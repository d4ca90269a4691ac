"""Tasks: generated toy corpora, shipped phrases, the user's own files."""

from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU, CHRF

from model.decoding.samples import SAMPLES
from model.messages import CorpusError
from model.steps import PIECE
from model.text import tasks
from model.text.corpora import Pair
from model.text.words import split_words


def test_known_sentences_have_their_reference():
    report = tasks.load_task("report").pairs[0]
    for task, text, reference in (
        *((task, SAMPLES[task][0], "I have a cat.") for task in ("zh-en", "zh-en-large")),
        *((task, " 我有一只猫｡\n", "I have a cat.") for task in ("zh-en", "zh-en-large")),
        ("zh-en", "猫猫猫猫。", ""),
        ("report", report.source, report.target),  # the first of several
        ("copy", "a  b d", "a b d"),
        ("reverse", "a  b d", "d b a"),
        *(("my.tsv", text, "") for text in ("a  b d", "请给我一杯水。")),
    ):
        assert tasks.known_reference(task, text) == reference


def test_a_shorter_pair_has_fewer_words_on_both_sides():
    pair = tasks.shorter_pair("zh-en", "我有一只猫。", "I have a cat.")
    assert pair in tasks.load_task("zh-en").pairs
    assert len(split_words(pair.source)) < 6
    assert len(split_words(pair.target)) < 5
    letters = "a b c d e", "e d c b a"
    for task, texts, shorter in (
        ("copy", letters, ("a b", "a b")),
        ("reverse", letters, ("a b", "b a")),
        ("my.tsv", letters, None),
        ("zh-en", ("猫", "cat"), None),  # nothing is shorter than a word
        ("copy", ("a", "a"), None),
    ):
        assert tasks.shorter_pair(task, *texts) == shorter


HYPOTHESES = ("The cat sat on a mat.", "He has 2,000 dogs.", "Good morning to all of you!", "")
FIRST = ("A cat sat on the mat.", "He has 2,000 dogs.", "Good morning, everyone!", "Yes.")
SECOND = ("the cat sat on a mat today.", "He owns two thousand dogs.", "Morning!", "Of course.")
CHINESE = ("我有一只猫。", "他们昨天去了医院。")


@pytest.mark.parametrize("references", [(FIRST,), (FIRST, SECOND)])
@pytest.mark.parametrize("lowercase", [False, True])
def test_scores_are_those_of_sacrebleu(references, lowercase):
    scores = tasks.corpus_scores(HYPOTHESES, references, lowercase=lowercase)
    bleu, chrf = BLEU(lowercase=lowercase), CHRF(lowercase=lowercase)
    assert scores.bleu == bleu.corpus_score(HYPOTHESES, references).score
    assert scores.chrf == chrf.corpus_score(HYPOTHESES, references).score
    assert scores.bleu_signature == str(bleu.get_signature())
    assert scores.chrf_signature == str(chrf.get_signature())
    assert 0 < scores.bleu < 100
    assert 0 < scores.chrf < 100


def test_the_signature_says_what_was_asked_for():
    scores = tasks.corpus_scores(HYPOTHESES, (FIRST, SECOND), lowercase=True)
    assert scores.bleu_signature.startswith("nrefs:2|case:lc|eff:no|tok:13a|smooth:exp|version:")
    assert scores.chrf_signature.startswith("nrefs:2|case:lc|")
    assert "case:mixed" in tasks.corpus_scores(HYPOTHESES, (FIRST,)).bleu_signature


def test_chinese_counts_character_by_character():
    hypotheses = ("我有一只狗。", "他们昨天去了学校。")
    scores = tasks.corpus_scores(hypotheses, (CHINESE,))
    expected = BLEU(tokenize="zh").corpus_score(hypotheses, [CHINESE]).score
    assert scores.bleu == expected > 20
    assert "tok:zh" in scores.bleu_signature
    one_name = ("His name is 王明.", "He lives in Paris.")
    assert "tok:13a" in tasks.corpus_scores(one_name, (one_name,)).bleu_signature


def test_many_tokenized_lines_give_no_advice(capsys):
    tasks.corpus_scores(("a .",) * 200, (("a .",) * 200,))
    assert capsys.readouterr().err == ""


def test_an_exact_match_is_one_of_the_references():
    references = (("a cat .", "b", "c"), ("d", "B", "c d"))
    assert tasks.exact_share(("a cat.", "b", "c  d"), references) == 1
    assert tasks.exact_share(("a cats.", "b", "cd"), references) == pytest.approx(1 / 3)


def test_scores_hold_the_exact_matches_as_well():
    right, nothing = (
        tasks.corpus_scores(FIRST, (FIRST,)),
        tasks.corpus_scores(("", ""), (("a", ""),)),
    )
    assert (right.bleu, right.chrf) == (pytest.approx(100), pytest.approx(100))
    assert (nothing.bleu, nothing.chrf) == (0, 0)
    assert tasks.corpus_scores(FIRST, (HYPOTHESES, FIRST)).exact == 1
    assert tasks.corpus_scores(HYPOTHESES, (FIRST,)).exact == 0.25
    shouted = tuple(text.upper() for text in FIRST)
    assert tasks.corpus_scores(shouted, (FIRST,)).exact == 0
    assert tasks.corpus_scores(shouted, (FIRST,), lowercase=True).exact == 1


@pytest.mark.parametrize("score", [tasks.corpus_scores, tasks.exact_share])
@pytest.mark.parametrize(
    ("hypotheses", "references", "why"),
    [
        ((), ((),), "no pair"),
        (("a",), (), "no pair"),
        (("a",), (("a",), ("a", "b")), r"not of one length: \[1, 2\]"),
    ],
)
def test_what_cannot_be_scored_is_an_error(score, hypotheses, references, why):
    with pytest.raises(ValueError, match=why):
        score(hypotheses, references)


@pytest.mark.parametrize("name", tasks.TOYS)
def test_a_toy_corpus_has_its_size_its_symbols_and_no_string_twice(name: str):
    corpus = tasks.load_task(name)
    sources = [pair.source for pair in (*corpus.pairs, *corpus.heldout)]
    assert (len(corpus.pairs), len(corpus.heldout)) == (tasks.TOY_PAIRS, tasks.TOY_HELDOUT)
    assert len(set(sources)) == len(sources)
    rows = [source.split(" ") for source in sources]
    assert {len(row) for row in rows} == set(tasks.TOY_LENGTHS)
    assert {symbol for row in rows for symbol in row} == set(tasks.TOY_SYMBOLS)


@pytest.mark.parametrize(
    ("record", "lengths"),
    [
        ({"corpus": {"name": "reverse", "fingerprint": "0"}}, tasks.TOY_LENGTHS),
        ({"corpus": {"name": "letters.tsv", "fingerprint": "0"}}, None),
        ({"corpus": {"name": "zh-en"}}, None),
        ({"corpus": "reverse"}, None),
        ({}, None),
    ],
)
def test_strings_have_the_lengths_of_what_was_learned(record, lengths):
    assert tasks.learned_lengths(record) == lengths


def test_copy_repeats_the_source_and_reverse_turns_it_around():
    assert all(pair.target == pair.source for pair in tasks.generated("copy", pairs=100).pairs)
    pairs = tasks.generated("reverse", pairs=100).pairs
    assert all(pair.target.split() == pair.source.split()[::-1] for pair in pairs)
    assert any(pair.target != pair.source for pair in pairs)


def test_the_same_seed_gives_the_same_corpus_and_another_seed_another():
    assert tasks.generated("copy", seed=3) == tasks.generated("copy", seed=3)
    assert tasks.generated("copy", seed=3) != tasks.generated("copy", seed=4)


@pytest.mark.parametrize("name", tasks.SHIPPED)
def test_a_shipped_corpus_is_clean(name: str):
    corpus = tasks.load_task(name)
    assert corpus.name == name
    assert corpus.dropped == ()
    assert len(set(corpus.pairs)) == len(corpus.pairs)
    if name == "report":
        assert len(corpus.pairs) == 8
        assert Pair("我 有 一 只 猫", "i have a cat .") in corpus.pairs


def test_a_job_that_reads_or_makes_a_corpus_can_be_stopped_on_its_way(tmp_path: Path):
    path = tmp_path / "mine.tsv"
    path.write_text("".join(f"{n}\t{n}\n" for n in range(3 * PIECE)), encoding="utf-8")
    assert len([*tasks.load_task_steps(str(path))]) == 3 + 3  # it is cleaned too
    assert len([*tasks.load_task_steps("copy")]) >= tasks.TOY_PAIRS // PIECE


def test_what_comes_from_one_or_two_files_is_cleaned(tmp_path: Path):
    path = tmp_path / "mine.tsv"
    path.write_text("a\tb\na\tb\n" + "w " * 101 + "\tc\nd\td\n")
    corpus = tasks.load_task(str(path))
    assert corpus.pairs == (Pair("a", "b"), Pair("d", "d"))
    assert [(line.line, str(line.reason)) for line in corpus.dropped] == [
        (2, "duplicate"),
        (3, "longer than 100 words"),
    ]
    source, target = tmp_path / "x", tmp_path / "y"
    source.write_text("a\na\n")
    target.write_text("b\nb\n")
    assert tasks.load_task(f"{source},{target}").pairs == (Pair("a", "b"),)


def test_the_files_of_a_task_are_known_before_they_are_read(tmp_path: Path):
    source, target = tmp_path / "x", tmp_path / "y, z"
    source.touch()
    target.touch()
    assert tasks.task_files("copy") == ()
    assert tasks.task_files("zh-en")[0].name == "zh-en.tsv"
    assert tasks.task_files(str(target)) == (target,)
    assert tasks.task_files(f"{source},{target}") == (source, target)


@pytest.mark.parametrize("name", ["", ",", "nowhere", "a,b", "x" * 5000, "a\0b", "\ud800"])
def test_an_unknown_task_is_an_error_that_lists_the_tasks(name: str):
    with pytest.raises(CorpusError) as failure:
        tasks.load_task(name)
    assert all(task in str(failure.value) for task in tasks.TASKS)


def test_a_checkpoint_keeps_no_folder_of_a_task():
    assert tasks.task_name("reverse") == "reverse"
    assert tasks.task_name("/home/someone/mine.tsv") == "mine.tsv"
    assert tasks.task_name("/data/x.de,/data/x.en") == "x.de,x.en"
