"""Splitting: no sentence of the held-out part is trained on; the seed decides, and only it."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.messages import CorpusError, Message
from model.steps import PIECE
from model.text.corpora import Corpus, Dropped, Pair, combined, read_tsv
from model.text.splitting import (
    LARGEST_GROUP,
    cleaned,
    sentence_groups,
    sentence_key,
    split,
    split_with,
    with_validation,
    with_validation_steps,
)
from model.text.tasks import generated
from tests.every import every

ROOT = Path(__file__).resolve().parents[3]
SHARED = "shares a sentence with a held-out pair"


def apart(count: int, *, name: str = "apart") -> Corpus:
    pairs = (Pair(f"{name} source {n}", f"{name} target {n}") for n in range(count))
    return Corpus(name, tuple(pairs), attributions=tuple(f"#{n} ({n})" for n in range(count)))


def plain(sentence: str) -> str:
    """A sentence without case and final punctuation, as far as these tests go."""
    return sentence.lower().rstrip(" .!?。")


def sentences(pairs: Iterable[Pair]) -> set[str]:
    return {plain(side) for pair in pairs for side in pair}


def groups_by_hand(pairs: list[Pair]) -> list[list[int]]:
    """Groups of pairs that share a sentence: sets are united until no two have one in common."""
    groups = [([index], sentences([pair])) for index, pair in enumerate(pairs)]
    changed = True
    while changed:
        changed = False
        for one in groups:
            other = next((g for g in groups if g is not one and g[1] & one[1]), None)
            if other is not None:
                groups.remove(other)
                one[0].extend(other[0])
                one[1].update(other[1])
                changed = True
                break
    return sorted(sorted(group) for group, _ in groups)


few_sentences = st.lists(
    st.builds(lambda a, b: Pair(f"S{a}.", f"t{b}!"), st.integers(0, 40), st.integers(0, 40)),
    min_size=3,
    max_size=60,
)


@given(pairs=few_sentences)
def test_groups_are_those_that_one_finds_by_hand(pairs: list[Pair]):
    assert sentence_groups(pairs) == groups_by_hand(pairs)


@given(pairs=few_sentences, heldout=st.integers(1, 8), seed=st.integers(0, 3))
def test_nothing_that_is_held_out_is_trained_on(pairs: list[Pair], heldout: int, seed: int):
    corpus = Corpus("x", tuple(pairs))
    try:
        done = split(corpus, heldout=heldout, seed=seed)
    except CorpusError:
        small = [group for group in groups_by_hand(pairs) if len(group) <= LARGEST_GROUP]
        assert heldout > min(len(small), len(pairs) // 3)
        return
    assert len(done.heldout) == heldout
    assert not sentences(done.pairs) & sentences(done.heldout)
    assert len(sentences(done.heldout)) == 2 * heldout
    assert len(done.pairs) + len(done.heldout) + len(done.dropped) == len(pairs)
    assert {str(line.reason) for line in done.dropped} <= {SHARED}
    lost = [pairs[line.line - 1] for line in done.dropped]
    assert sorted([*done.pairs, *done.heldout, *lost]) == sorted(pairs)


@every(
    ("one", "other", "same"),
    [
        ("Hello.", "hello", True),
        ("HELLO!", "Hello ?!", True),
        ("Straße.", "STRASSE", True),
        ("你好。", "你好!", True),
        ("He said: “No.”", "he said: “no", True),
        ("Wait...", "wait…", True),
        ("It is on.", "It is. On", False),
        ("?", "!", False),
        ("a", "b", False),
        ("'s.", "s.", False),
    ],
)
def test_only_case_and_final_punctuation_do_not_make_another_sentence(one, other, same):
    assert (sentence_key(one) == sentence_key(other)) == same


def test_the_first_of_a_group_is_held_out_and_its_others_are_lost():
    corpus = Corpus(
        "x",
        (Pair("a", "b"), Pair("c", "d"), Pair("A!", "e"), Pair("f", "E?"), *apart(6).pairs),
        dropped=(Dropped(2, Message("empty")),),
    )
    seeds = (split(corpus, heldout=3, seed=seed) for seed in range(20))
    done = next(done for done in seeds if Pair("a", "b") in done.heldout)
    assert done.dropped == (
        Dropped(2, Message("empty")),
        Dropped(4, Message(SHARED)),
        Dropped(5, Message(SHARED)),
    )
    assert not {"A!", "f"} & {pair.source for pair in (*done.pairs, *done.heldout)}


def test_sentences_count_on_whichever_side_they_are():
    pairs = [Pair("one", "two"), Pair("two", "three"), Pair("four", "five")]
    assert sentence_groups(pairs) == [[0, 1], [2]]


def test_a_large_group_stays_in_training():
    def with_group(size: int) -> Corpus:
        group = tuple(Pair("Good.", f"good {n}") for n in range(size))
        return Corpus("x", (*group, *apart(20).pairs))

    drawn = [split(with_group(LARGEST_GROUP), heldout=5, seed=seed) for seed in range(20)]
    assert any(done.dropped for done in drawn)
    for seed in range(20):
        done = split(with_group(LARGEST_GROUP + 1), heldout=5, seed=seed)
        assert done.dropped == ()
        assert "Good." not in {pair.source for pair in done.heldout}


def test_the_seed_decides_and_training_pairs_keep_their_order_and_attributions():
    corpus = apart(300)
    first = split(corpus, heldout=100, seed=1)
    assert split(corpus, heldout=100, seed=1) == first
    assert split(corpus, heldout=7, seed=1).heldout == first.heldout[:7]
    other = split(corpus, heldout=100, seed=2)
    assert 10 < len({*first.heldout} & {*other.heldout}) < 60
    whose = dict(zip(corpus.pairs, corpus.attributions, strict=True))
    kept = {pair: whose[pair] for pair in corpus.pairs if pair not in first.heldout}
    assert (first.pairs, first.attributions) == (tuple(kept), tuple(kept.values()))
    assert len(first.contributors) == 200


def test_the_order_is_the_same_everywhere():
    """Written down once: it may depend on neither platform, Python nor the seed of hashes."""
    done = split(apart(12), heldout=4, seed=0)
    numbers = [int(pair.source.split()[-1]) for pair in done.heldout]
    assert numbers == [3, 7, 5, 2]


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_hashes_do_not_matter(hash_seed: str):
    code = (
        "from tests.model.text.test_splitting import *\n"
        "pairs = tuple(Pair(f's{n}', f't{n % 70}') for n in range(100))\n"
        "done = split(Corpus('x', pairs), heldout=9, seed=5)\n"
        "print(*done.heldout, *done.pairs, *done.dropped, sep='|')"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in (hash_seed, "77")
    }
    assert len(outputs) == 1
    assert b"Pair" in outputs.pop()


@pytest.mark.parametrize(("pairs", "heldout"), [(12, 1000), (12, 5), (12, 0), (12, -1), (2, 1)])
def test_a_third_is_the_most_that_can_be_held_out(pairs: int, heldout: int):
    with pytest.raises(CorpusError) as failure:
        split(apart(pairs), heldout=heldout, seed=0)
    assert str(failure.value) == (
        f"heldout ({heldout:,}) must be at least 1 and at most a third of the {pairs} pairs "
        "of apart."
    )
    assert len(split(apart(12), heldout=4, seed=0).pairs) == 8


def test_too_few_groups_are_an_error_with_their_number():
    pairs = [Pair(f"s{n // 4}", f"t{n}") for n in range(12)]
    with pytest.raises(CorpusError) as failure:
        split(Corpus("x.tsv", tuple(pairs)), heldout=4, seed=0)
    assert str(failure.value) == (
        "Only 3 pairs of x.tsv can be held out, not 4: the others share sentences with them or "
        "with many pairs."
    )


@pytest.mark.parametrize("place", ["main", "extra"])
def test_a_corpus_with_held_out_pairs_cannot_be_split(place: str):
    toy = generated("copy", pairs=40, heldout=4)
    main, extra = (toy, apart(9)) if place == "main" else (apart(9), toy)
    with pytest.raises(CorpusError, match=r"copy cannot be split: 4 of its pairs are held out"):
        split_with(main, [extra], heldout=2, seed=0)


def test_extra_corpora_share_nothing_with_the_held_out_part():
    main = apart(30, name="main")
    overlap = [Pair(pair.source.upper() + "!", f"new {n}") for n, pair in enumerate(main.pairs)]
    extra = Corpus("extra", (*overlap, *apart(5, name="other").pairs))
    first, second = split_with(main, [extra], heldout=10, seed=0)
    assert first == split(main, heldout=10, seed=0)
    assert not sentences(second.pairs) & sentences(first.heldout)
    assert len(second.pairs) == 25
    assert second.heldout == ()
    assert str(second.report) == (
        f"extra: 10 of 35 lines were skipped: 10 × {SHARED}; "
        f"the first is line {second.dropped[0].line}."
    )


def test_no_pair_is_in_two_corpora():
    main, new = apart(9, name="main"), apart(4, name="new")
    trained = split(main, heldout=2, seed=0).pairs
    first = Corpus("first", (*trained[:3], *new.pairs[:2]))
    second = Corpus("second", (*new.pairs, trained[5]))
    parts = split_with(main, [first, second], heldout=2, seed=0)
    assert [part.pairs for part in parts] == [trained, new.pairs[:2], new.pairs[2:]]
    assert [(line.line, str(line.reason)) for line in parts[2].dropped] == [
        (1, "duplicate"),
        (2, "duplicate"),
        (5, "duplicate"),
    ]
    whole = combined(parts).pairs
    assert len(set(whole)) == len(whole)
    first, nothing = split_with(main, [Corpus("again", main.pairs)], heldout=3, seed=0)
    assert nothing.pairs == ()
    assert combined([first, nothing]).pairs == first.pairs


def test_validation_takes_at_most_a_tenth_and_can_be_stopped():
    corpus = apart(60)
    assert with_validation(corpus, most=4, seed=2) == split(corpus, heldout=4, seed=2)
    assert with_validation(corpus, most=500, seed=2) == split(corpus, heldout=6, seed=2)
    assert len([*with_validation_steps(apart(3 * PIECE), most=4, seed=2)]) == 3


def test_validation_takes_no_more_than_can_be_had():
    shared = Corpus("shared", tuple(Pair(f"a{n}", "the same") for n in range(30)))
    assert with_validation(shared, most=3, seed=2) is shared
    corpus = Corpus("mixed", (*shared.pairs, Pair("b", "another")))
    assert with_validation(corpus, most=3, seed=2).heldout == (Pair("b", "another"),)


@pytest.mark.parametrize(
    ("corpus", "most"), [(apart(60), 0), (apart(9), 5), (generated("copy", pairs=50, heldout=5), 5)]
)
def test_a_corpus_stays_as_it_is(corpus: Corpus, most: int):
    assert with_validation(corpus, most=most, seed=2) is corpus


def test_tatoeba_can_be_split(shared_dir: Path):
    path = shared_dir / "corpora" / "tatoeba-zh-en.tsv.gz"
    if not path.is_file():
        pytest.skip(f"no real corpora: {path} is absent")
    corpus = cleaned(read_tsv(path))
    done = split(corpus, heldout=1000, seed=0)
    assert len(done.heldout) == 1000
    assert len(done.pairs) > 26_000
    assert not sentences(done.pairs) & sentences(done.heldout)
    assert len(done.attributions) == len(done.pairs)
    assert set(done.contributors) <= set(corpus.contributors)
