"""A corpus as ids: the pairs that fit, with stops between pieces."""

from model.decoding.batching import IdPair
from model.decoding.encoding import encode_steps
from model.special_tokens import BOS_ID, EOS_ID
from model.steps import PIECE, run_through
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


def test_there_is_a_stop_after_every_piece():
    steps = encode_steps(Corpus("x", PAIRS[:1] * 2 * PIECE, HELDOUT * PIECE), untrained_model())
    assert len([*steps]) == 2 + 2
