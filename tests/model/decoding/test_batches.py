"""Many sentences at once: the same translations as one by one."""

import dataclasses
import random
from itertools import product

import pytest
import torch

from model.decoding import batches as batch_decoding
from model.decoding.batches import IdPair, encode_steps, translate_all_steps, translation_steps
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.messages import SourceError
from model.network.transformer import Transformer
from model.special_tokens import BOS_ID, EOS_ID
from model.steps import PIECE, run_through
from model.text.corpora import Corpus, Pair
from model.text.foreign_cuts import WordCut
from model.text.piece_tokenizer import PieceTokenizer
from tests.model import one_stack
from tests.model.builders import config, untrained_model
from tests.model.decoding.together import translate_all

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
    many = Corpus("x", PAIRS[:1] * 2 * PIECE, HELDOUT * PIECE)
    assert len([*encode_steps(many, model)]) == 2 + 2  # a stop after every piece


TOO_LONG = " ".join("a" * 40)
UNKNOWN = "猫 狗"


def texts_of(*lengths: int, seed: int = 0) -> list[str]:
    """Random letters with blanks between."""
    source = random.Random(seed)
    return [" ".join(source.choices("abcdefghij", k=length)) for length in lengths]


def random_model(*, seed: int = 1, **changes: object) -> TrainedModel:
    """Random weights, with ``</s>`` likely at some places: sentences end at different steps."""
    model = untrained_model(config(**changes), seed=seed)
    noise = torch.Generator().manual_seed(3)
    with torch.no_grad():
        model.network.output.weight[EOS_ID] += torch.randn(model.config.d_model, generator=noise)
    return model


LENGTHS = (7, 1, 30, 2, 12, 31, 5, 5, 19, 1, 3, 8, 24)


def test_each_translation_is_the_one_of_a_sentence_alone():
    ends, lengths = set(), set()
    for changes, seed in product(
        (
            {"norm": "pre"},
            {"norm": "post"},
            {"positions": "learned", "activation": "gelu"},
            {"tie_embeddings": True, "n_heads": 1},
        ),
        (0, 1),
    ):
        model, texts = random_model(seed=seed, **changes), texts_of(*LENGTHS, seed=seed)
        traces = [translate(model, text) for text in texts]
        assert translate_all(model, texts, group=5) == [trace.translation for trace in traces]
        ends |= {trace.stop for trace in traces}
        lengths |= {len(trace.steps) for trace in traces}
    assert ends == {"end of sentence", "length limit"}
    assert len(lengths) > 4


def test_a_trained_model_translates_alike_in_groups_of_any_size(copying: TrainedModel):
    odd = ["  a\u00a0b ", "\u202eb c", "ａ b"]  # what is normalised alone is normalised here
    texts = [*texts_of(*range(1, 12), *range(11, 0, -1)), *odd]
    expected = [translate(copying, text).translation for text in texts]
    for group in (1, 4, 64):
        assert translate_all(copying, texts, group=group) == expected
    assert translate_all(copying, []) == []


def test_sentences_that_have_ended_cost_nothing(monkeypatch: pytest.MonkeyPatch):
    model = random_model()
    texts = texts_of(*LENGTHS)
    tokens = sum(len(translate(model, text).steps) for text in texts)
    rows = []
    decode = Transformer.decode

    def counted(self, tgt, *args, **kwargs):
        rows.append(tgt.size(0))
        return decode(self, tgt, *args, **kwargs)

    monkeypatch.setattr(Transformer, "decode", counted)
    translate_all(model, texts)
    assert sum(rows) == tokens
    assert rows == sorted(rows, reverse=True)


def test_each_text_is_finished_once_short_ones_first_with_a_stop_at_every_step(
    monkeypatch: pytest.MonkeyPatch,
):
    model = untrained_model(config(dropout=0.5))
    longest = max(len(translate(model, text).steps) for text in texts_of(3, 3))
    assert len(list(translate_all_steps(model, texts_of(3, 3)))) == 1 + longest
    monkeypatch.setattr(batch_decoding, "PIECE", 2)
    texts, order, found = texts_of(9, 1, 4, 12, 2), [], {}
    expected = dict(enumerate(translate_all(model, texts)))
    model.network.train()
    for finished in translate_all_steps(model, texts, group=1):
        assert model.network.training
        order += [done.index for done in finished]
        found |= {done.index: done.translation for done in finished}
    assert order == [1, 4, 2, 0, 3]
    assert found == expected


def test_what_cannot_be_translated_has_the_sentence_of_one_alone(untrained: TrainedModel):
    for text in ("", " \n", TOO_LONG, UNKNOWN):
        with pytest.raises(SourceError) as alone:
            translate(untrained, text)
        with pytest.raises(SourceError) as together:
            translate_all(untrained, ["a b", text, "c"])
        assert str(together.value) == str(alone.value)
    with pytest.raises(SourceError, match="40 tokens"):  # the first one
        translate_all(untrained, ["a", TOO_LONG, ""])


def test_errors_keep_their_place_and_the_others_go_on(copying: TrainedModel):
    texts = ["a b c", TOO_LONG, "d e", "", "f"]
    done = [one for finished in translate_all_steps(copying, texts) for one in finished]
    failed = {one.index: str(one.error) for one in done if one.error is not None}
    assert [one.index for one in done[:2]] == [1, 3]
    assert "40 tokens; this model reads at most 31" in failed[1]
    assert "empty" in failed[3]
    good = {one.index: one.translation for one in done if one.error is None}
    assert good == {at: translate(copying, texts[at]).translation for at in (0, 2, 4)}
    placed = run_through(translation_steps(copying, texts))
    assert placed == [good.get(at, "") for at in range(5)]
    assert all(good.values())


def test_of_one_stack_each_text_is_one_pass_or_goes_on_as_alone():
    model = one_stack.bert()
    texts = ["the cat [MASK] .", "a dog", "[MASK] on the mat"]
    steps = [*translate_all_steps(model, texts)]
    assert [[done.index for done in finished] for finished in steps] == [[], [0], [1], [2]]
    found = [done.translation for finished in steps for done in finished]
    assert found == [translate(model, text).translation for text in texts]
    model = one_stack.gpt()
    texts = ["the cat", "a dog has two", "the", "the cat sat on a mat ."]
    expected = [translate(model, text).translation for text in texts]
    for group in (1, 2, 64):
        assert translate_all(model, texts, group=group) == expected


def test_what_every_target_begins_with_is_given_here_too():
    plain = untrained_model()
    tokenizer = PieceTokenizer(cut=WordCut(), pieces=plain.tgt_tokenizer.vocabulary, prefix=(7, 9))
    model = dataclasses.replace(plain, tgt_tokenizer=tokenizer)
    texts = texts_of(3, 8, 5)
    expected = [translate(model, text).translation for text in texts]
    assert translate_all(model, texts) == expected
    assert translate_all(model, texts) != translate_all(plain, texts)
