"""Tasks: generated toy corpora, shipped phrases, the user's own files."""

from pathlib import Path

import pytest

from model.messages import CorpusError
from model.steps import PIECE
from model.text.corpora import Pair
from model.text.tasks import (
    GENERATED,
    SHIPPED,
    TASKS,
    TOY_HELDOUT,
    TOY_LENGTHS,
    TOY_PAIRS,
    TOY_SYMBOLS,
    generated,
    learned_lengths,
    load_task,
    load_task_steps,
    task_files,
    task_name,
)


@pytest.mark.parametrize("name", GENERATED)
def test_a_toy_corpus_has_its_size_and_no_string_twice(name: str):
    corpus = load_task(name)
    sources = [pair.source for pair in (*corpus.pairs, *corpus.heldout)]
    assert (len(corpus.pairs), len(corpus.heldout)) == (TOY_PAIRS, TOY_HELDOUT)
    assert len(set(sources)) == len(sources)


@pytest.mark.parametrize("name", GENERATED)
def test_toy_strings_are_of_known_symbols_and_lengths(name: str):
    corpus = generated(name, pairs=500, heldout=50)
    rows = [pair.source.split(" ") for pair in (*corpus.pairs, *corpus.heldout)]
    assert {len(row) for row in rows} == set(TOY_LENGTHS)
    assert {symbol for row in rows for symbol in row} == set(TOY_SYMBOLS)


@pytest.mark.parametrize(
    ("record", "lengths"),
    [
        ({"corpus": {"name": "reverse", "fingerprint": "0"}}, TOY_LENGTHS),
        ({"corpus": {"name": "letters.tsv", "fingerprint": "0"}}, None),
        ({"corpus": {"name": "zh-en"}}, None),
        ({"corpus": "reverse"}, None),
        ({}, None),
    ],
)
def test_strings_have_the_lengths_of_what_was_learned(record, lengths):
    assert learned_lengths(record) == lengths


def test_copy_repeats_the_source():
    assert all(pair.target == pair.source for pair in generated("copy", pairs=100).pairs)


def test_reverse_turns_the_source_around():
    corpus = generated("reverse", pairs=100)
    assert all(pair.target.split() == pair.source.split()[::-1] for pair in corpus.pairs)
    assert any(pair.target != pair.source for pair in corpus.pairs)


def test_the_same_seed_gives_the_same_corpus_and_another_seed_another():
    assert generated("copy", seed=3) == generated("copy", seed=3)
    assert generated("copy", seed=3) != generated("copy", seed=4)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_corpus_is_clean(name: str):
    corpus = load_task(name)
    assert corpus.name == name
    assert corpus.dropped == ()
    assert len(set(corpus.pairs)) == len(corpus.pairs)


def test_the_report_corpus_is_the_toy_one():
    corpus = load_task("report")
    assert len(corpus.pairs) == 8
    assert Pair("我 有 一 只 猫", "i have a cat .") in corpus.pairs


def test_a_tsv_file_is_a_task(tmp_path: Path):
    path = tmp_path / "mine.tsv"
    path.write_text("a\tb\n")
    assert load_task(str(path)).pairs == (Pair("a", "b"),)


def test_a_job_that_reads_or_makes_a_corpus_can_be_stopped_on_its_way(tmp_path: Path):
    path = tmp_path / "mine.tsv"
    path.write_text("".join(f"{n}\t{n}\n" for n in range(3 * PIECE)), encoding="utf-8")
    assert len([*load_task_steps(str(path))]) == 3 + 3  # it is cleaned too
    assert len([*load_task_steps("copy")]) >= 2 * (TOY_PAIRS // PIECE)


def test_two_aligned_files_are_a_task(tmp_path: Path):
    source, target = tmp_path / "x", tmp_path / "y"
    source.write_text("a\n")
    target.write_text("b\n")
    assert load_task(f"{source},{target}").pairs == (Pair("a", "b"),)


def test_what_comes_from_files_is_cleaned(tmp_path: Path):
    path = tmp_path / "mine.tsv"
    path.write_text("a\tb\na\tb\n" + "w " * 101 + "\tc\nd\td\n")
    corpus = load_task(str(path))
    assert corpus.pairs == (Pair("a", "b"), Pair("d", "d"))
    assert [(line.line, str(line.reason)) for line in corpus.dropped] == [
        (2, "duplicate"),
        (3, "longer than 100 words"),
    ]


def test_the_files_of_a_task_are_known_before_they_are_read(tmp_path: Path):
    source, target = tmp_path / "x", tmp_path / "y, z"
    source.touch()
    target.touch()
    assert task_files("copy") == ()
    assert task_files("zh-en")[0].name == "zh-en.tsv"
    assert task_files(str(target)) == (target,)
    assert task_files(f"{source},{target}") == (source, target)


@pytest.mark.parametrize("name", ["", ",", "nowhere", "a,b", "x" * 5000, "a\0b", "\ud800"])
def test_an_unknown_task_is_an_error_that_lists_the_tasks(name: str):
    with pytest.raises(CorpusError) as failure:
        load_task(name)
    assert all(task in str(failure.value) for task in TASKS)


def test_a_checkpoint_keeps_no_folder_of_a_task():
    assert task_name("reverse") == "reverse"
    assert task_name("/home/someone/mine.tsv") == "mine.tsv"
    assert task_name("/data/x.de,/data/x.en") == "x.de,x.en"
