"""Pairs become padded tensors; groups hold sentences of similar length."""

import dataclasses
import random
from collections import Counter

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.decoding.batches import IdPair, bucketed, fits, make_batch, padded, to_ids
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.text.corpora import Pair
from model.text.word_tokenizer import WordTokenizer

CPU = torch.device("cpu")


def pair(src: int, tgt: int, token_id: int = 7) -> IdPair:
    return IdPair((token_id,) * (src - 1) + (EOS_ID,), (BOS_ID, *(token_id,) * (tgt - 2), EOS_ID))


ID_PAIRS = st.lists(
    st.builds(pair, st.integers(1, 30), st.integers(2, 30), st.integers(4, 9)), min_size=1
)


def test_ids_carry_start_and_end_tokens():
    tokenizer = WordTokenizer.trained(["a b c"])
    ids = to_ids(Pair("a b", "c"), tokenizer, tokenizer)
    a, b, c = tokenizer.encode("a b c").ids
    assert ids == IdPair((a, b, EOS_ID), (BOS_ID, c, EOS_ID))


def test_a_pair_fits_when_every_fed_token_has_a_position():
    for src, tgt, room in ((5, 6, True), (6, 2, False), (1, 7, False), (5, 2, True)):
        assert fits(pair(src, tgt), 5) == room


def test_short_rows_are_padded_at_the_end_and_sentences_without_any_token_are_ids_too():
    assert padded([(5, 6, 2), (7, 2)]).tolist() == [[5, 6, 2], [7, 2, PAD_ID]]
    ids = padded([(), ()])
    assert (ids.shape, ids.dtype) == ((2, 0), torch.long)


def test_a_batch_repeated_is_one_after_the_other():
    pairs = [pair(3, 4), pair(2, 3, 8)]
    batch, twice = make_batch(pairs, CPU), make_batch([*pairs, *pairs], CPU)
    assert batch.repeated(1) is batch
    for field in dataclasses.fields(twice):
        found, expected = (getattr(one, field.name) for one in (batch.repeated(2), twice))
        assert np.array_equal(found, expected)


def test_the_decoder_reads_from_the_start_token_and_predicts_up_to_the_end_token():
    batch = make_batch([pair(3, 4), pair(2, 3)], CPU)
    assert batch.src.tolist() == [[7, 7, EOS_ID], [7, EOS_ID, PAD_ID]]
    assert batch.tgt_in.tolist() == [[BOS_ID, 7, 7], [BOS_ID, 7, EOS_ID]]
    assert batch.tgt_out.tolist() == [[7, 7, EOS_ID], [7, EOS_ID, PAD_ID]]
    assert batch.n_tokens == int((batch.tgt_out != PAD_ID).sum()) == 5
    assert batch.src_mask.shape == (2, 1, 1, 3)
    assert batch.tgt_mask.shape == (2, 1, 3, 3)
    assert batch.src_mask[1].flatten().tolist() == [True, True, False]
    assert batch.tgt_mask[0, 0].tolist() == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


@given(ID_PAIRS, st.integers(1, 200), st.integers(0, 5))
def test_groups_hold_every_pair_once_and_stay_within_their_tokens_unless_they_are_one_pair(
    pairs: list[IdPair], batch_tokens: int, seed: int
):
    groups = [*bucketed(pairs, batch_tokens=batch_tokens, random_source=random.Random(seed))]
    assert Counter(one for group in groups for one in group) == Counter(pairs)
    assert all(groups)
    for group in groups:
        batch = make_batch(group, CPU)
        size = batch.src.numel() + batch.tgt_in.numel()
        assert size <= batch_tokens or len(group) == 1


def test_one_long_source_does_not_make_the_groups_after_it_small():
    pairs = [pair(60, 2), *(pair(2, 3, token_id) for token_id in range(4, 24))]
    groups = [*bucketed(pairs, batch_tokens=100, random_source=random.Random(0))]
    assert sorted(map(len, groups)) == [1, 20]
    assert [*bucketed([], batch_tokens=80, random_source=random.Random(0))] == []


def test_little_is_padding():
    source = random.Random(0)
    pairs = [pair(length := source.randint(3, 30), length + 1) for _ in range(2000)]
    groups = [*bucketed(pairs, batch_tokens=1024, random_source=random.Random(0))]
    batches = [make_batch(group, CPU) for group in groups]
    tokens = sum(int((batch.tgt_out != PAD_ID).sum()) for batch in batches)
    assert tokens > 0.95 * sum(batch.tgt_out.numel() for batch in batches)


def test_groups_come_in_random_order_and_differ_from_epoch_to_epoch():
    pairs = [pair(length, 5, token_id) for length in range(3, 20) for token_id in range(4, 12)]
    order = random.Random(0)
    first, second = ([*bucketed(pairs, batch_tokens=80, random_source=order)] for _ in range(2))
    same = [*bucketed(pairs, batch_tokens=80, random_source=random.Random(0))]
    assert same == first
    lengths = [len(group[0].src) for group in first]
    assert lengths != sorted(lengths)
    assert {frozenset(group) for group in first} != {frozenset(group) for group in second}
