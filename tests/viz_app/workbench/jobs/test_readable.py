"""What a model reads, and what its decoder takes."""

import pytest

from model.special_tokens import EOS_ID
from viz_app.workbench.jobs.readable import reads, takes, unreadable

LONGEST = 24
"""The tiny model's positions."""


def test_a_sentence_that_a_model_reads_has_no_error(tiny_model):
    assert unreadable(tiny_model, "a b c") is None


@pytest.mark.parametrize("text", ["", "猫", "a " * LONGEST], ids=["empty", "unknown", "long"])
def test_what_it_cannot_read_has_one(tiny_model, text):
    assert unreadable(tiny_model, text) is not None
    assert not reads(tiny_model, text, (EOS_ID,))


def test_ids_are_those_of_the_sentence_with_its_end(tiny_model):
    read = tiny_model.src_tokenizer.encode("a b c").ids
    assert reads(tiny_model, "a b c", (*read, EOS_ID))
    assert not reads(tiny_model, "a b c", read)
    assert not reads(tiny_model, "a b", (*read, EOS_ID))


def test_a_decoder_takes_ids_that_it_knows_and_has_positions_for(tiny_model):
    assert tiny_model.config.max_len == LONGEST
    last = len(tiny_model.tgt_tokenizer) - 1
    assert takes(tiny_model, ())
    assert takes(tiny_model, (last,) * LONGEST)
    assert not takes(tiny_model, (last,) * (LONGEST + 1))
    assert not takes(tiny_model, (last + 1,))
