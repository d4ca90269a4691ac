"""A corpus as ids: the pairs that fit, with stops between pieces."""

import pytest

from model.decoding import encoding
from model.decoding.batching import IdPair
from model.decoding.encoding import encode_steps
from model.decoding.steps import run_through
from model.special_tokens import BOS_ID, EOS_ID
from model.text.corpora import Corpus, Pair
from tests.model.builders import untrained_model

LONG = " ".join("a" * 40)
PAIRS = (Pair("a b", "c"), Pair(LONG, "a"), Pair("d", "e f"), Pair("a", LONG), Pair("g", "h"))
HELDOUT = (Pair("q", "r"), Pair(LONG, LONG))


def test_the_pairs_that_fit_are_there_as_ids_in_their_order():
    model = untrained_model()
    encoded = run_through(encode_steps(Corpus("x", PAIRS, HELDOUT), model))

    def ids(source: str, target: str) -> IdPair:
        src, tgt = model.src_tokenizer.encode(source).ids, model.tgt_tokenizer.encode(target).ids
        return IdPair((*src, EOS_ID), (BOS_ID, *tgt, EOS_ID))

    assert encoded.pairs == [ids("a b", "c"), ids("d", "e f"), ids("g", "h")]
    assert encoded.heldout == [ids("q", "r")]


@pytest.mark.parametrize(("piece", "stops"), [(1, 7), (2, 4), (5, 2), (500, 2)])
def test_there_is_a_stop_after_every_piece(monkeypatch: pytest.MonkeyPatch, piece: int, stops: int):
    monkeypatch.setattr(encoding, "PIECE", piece)
    steps = encode_steps(Corpus("x", PAIRS, HELDOUT), untrained_model())
    assert len([*steps]) == stops
