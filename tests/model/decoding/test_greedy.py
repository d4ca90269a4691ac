"""Greedy decoding against full forward passes and numpy."""

import dataclasses
from itertools import islice

import numpy as np
import pytest
import torch

from model.config import ModelConfig
from model.decoding.greedy import greedy_steps, translate, translate_steps
from model.decoding.reading import read_source, read_target
from model.decoding.trained import TrainedModel
from model.lessons.one_head.with_torch.anatomy import head_anatomy, record_inputs
from model.messages import SourceError
from model.network.masks import padding_mask, target_mask
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.text.cuts import WordCut
from model.text.piece_tokenizer import PieceTokenizer
from model.text.source import Source, prepare_source
from tests.model import one_stack
from tests.model.builders import config, log_softmax, untrained_model
from tests.model.trace_checks import assert_same_translation, decoder_ids, full_logits

TEXT = "a b c d e"


@pytest.mark.parametrize(
    "architecture",
    [
        config(),
        config(norm="post"),
        config(positions="learned", tie_embeddings=True),
        config(norm="post", activation="gelu", n_layers=3),
    ],
)
def test_every_token_is_the_argmax_of_a_full_forward_pass(architecture: ModelConfig):
    model = untrained_model(architecture)
    trace = translate(model, TEXT)
    assert decoder_ids(trace) == full_logits(model, trace).argmax(-1).tolist()


def test_probabilities_are_the_softmax_of_a_full_forward_pass(model: TrainedModel):
    trace = translate(model, TEXT)
    expected = log_softmax(full_logits(model, trace))
    for step, row in zip(trace.steps, expected, strict=True):
        assert step.log_probability == pytest.approx(row[step.token_id], abs=1e-4)
        assert step.probability == pytest.approx(np.exp(row[step.token_id]), abs=1e-5)
        for candidate in step.candidates:
            assert candidate.log_probability == pytest.approx(row[candidate.token_id], abs=1e-4)
            assert candidate.token == model.tgt_tokenizer.token(candidate.token_id)


def test_candidates_are_the_five_most_probable_tokens_best_first(model: TrainedModel):
    trace = translate(model, TEXT)
    for step, row in zip(trace.steps, full_logits(model, trace), strict=True):
        assert [one.token_id for one in step.candidates] == np.argsort(-row)[:5].tolist()
        assert step.candidates[0].token_id == step.token_id


@pytest.mark.parametrize("top_k", [1, 3, 10_000])
def test_there_are_as_many_candidates_as_asked_for_or_as_there_are_tokens(
    untrained: TrainedModel, top_k: int
):
    *_, trace = translate_steps(untrained, TEXT, top_k=top_k, max_steps=2)
    count = min(top_k, len(untrained.tgt_tokenizer))
    assert all(len(step.candidates) == count for step in trace.steps)


def test_entropy_is_that_of_the_whole_distribution_in_bits(model: TrainedModel):
    trace = translate(model, TEXT)
    for step, row in zip(trace.steps, log_softmax(full_logits(model, trace)), strict=True):
        assert step.entropy == pytest.approx(-(np.exp(row) * row).sum() / np.log(2), abs=1e-3)
        assert 0 <= step.entropy <= np.log2(len(model.tgt_tokenizer))


def test_recorded_rows_equal_the_matrices_of_a_full_forward_pass(model: TrainedModel):
    trace = translate(model, TEXT)
    src = torch.tensor([trace.source_ids])
    tgt = torch.tensor([[BOS_ID, *decoder_ids(trace)][:-1]])
    with torch.no_grad():
        encoded = model.network.encode(src, padding_mask(src), record=True)
        decoded = model.network.decode(
            tgt,
            model.network.project_memory(encoded.memory),
            tgt_mask=target_mask(tgt),
            src_mask=padding_mask(src),
            record=True,
        )
    for kind, whole in (
        ("encoder", encoded.weights),
        ("decoder", decoded.self_weights),
        ("cross", decoded.cross_weights),
    ):
        np.testing.assert_allclose(trace.weights(kind), whole[:, 0].numpy(), atol=1e-5)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_every_recorded_row_sums_to_one(model: TrainedModel, kind):
    weights = translate(model, TEXT).weights(kind)
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)


def test_steps_carry_only_their_new_rows(model: TrainedModel):
    trace = translate(model, TEXT)
    layers, heads = model.config.n_layers, model.config.n_heads
    assert trace.encoder_weights.shape == (layers, heads, 6, 6)
    for index, step in enumerate(trace.steps):
        assert step.index == index
        assert step.decoder_rows.shape == (layers, heads, index + 1)
        assert step.cross_rows.shape == (layers, heads, 6)


def test_recorded_arrays_are_own_read_only_float32_copies(untrained: TrainedModel):
    source = prepare_source(TEXT, untrained.src_tokenizer, max_len=32)
    reading = read_source(untrained, source)
    (step,) = islice(greedy_steps(untrained, reading, max_steps=9), 1)
    tensors = [tensor.numpy() for kv in reading.memory for tensor in kv]
    for array in (reading.weights, step.decoder_rows, step.cross_rows):
        assert array.dtype == np.float32
        assert not array.flags.writeable
        assert not any(np.shares_memory(array, tensor) for tensor in tensors)
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_no_recorded_array_changes_while_decoding_goes_on(untrained: TrainedModel):
    traces = [*translate_steps(untrained, TEXT)]
    first = traces[1].steps[0]
    again = next(islice(translate_steps(untrained, TEXT), 1, None)).steps[0]
    np.testing.assert_array_equal(first.decoder_rows, again.decoder_rows)
    np.testing.assert_array_equal(first.cross_rows, again.cross_rows)


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_a_growing_trace_copies_no_weights(untrained: TrainedModel, kind):
    *before, last = translate_steps(untrained, TEXT)
    for trace in before[1:]:
        assert np.shares_memory(trace.weights(kind), last.weights(kind))
    for step in last.steps:
        rows = step.decoder_rows if kind == "decoder" else step.cross_rows
        place = last.weights(kind)[:, :, step.index, : rows.shape[-1]]
        assert np.shares_memory(rows, place)
        np.testing.assert_array_equal(rows, place)


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_what_a_trace_shows_stays_while_decoding_goes_on(untrained: TrainedModel, kind):
    seen = [(trace, trace.weights(kind).copy()) for trace in translate_steps(untrained, TEXT)]
    for trace, weights in seen:
        np.testing.assert_array_equal(trace.weights(kind), weights)


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_weights_are_those_of_a_trace_put_together_from_the_steps(model: TrainedModel, kind):
    for trace in translate_steps(model, TEXT):
        by_hand = dataclasses.replace(trace, recording=None)
        np.testing.assert_array_equal(trace.weights(kind), by_hand.weights(kind))


def test_two_decodes_of_one_reading_have_rows_of_their_own(untrained: TrainedModel):
    source = prepare_source(TEXT, untrained.src_tokenizer, max_len=32)
    reading = read_source(untrained, source)
    one, other = (
        [*greedy_steps(untrained, reading, prefix=[token], max_steps=3)] for token in (4, 5)
    )
    assert not np.array_equal(one[1].decoder_rows, other[1].decoder_rows)
    assert not np.shares_memory(one[1].decoder_rows, other[1].decoder_rows)


def test_each_step_is_fed_what_the_one_before_it_chose(model: TrainedModel):
    trace = translate(model, TEXT)
    assert trace.fed_tokens == ("<s>", *trace.predicted_tokens[:-1])


def test_a_token_that_is_fed_is_shown_as_it_was_chosen():
    """A piece has a joiner in front, or none, by what came before it."""
    model = one_stack.gpt()
    *_, trace = translate_steps(model, one_stack.GPT_SAMPLE, max_steps=12)
    apart = [model.tgt_tokenizer.token(step.token_id) for step in trace.steps]
    assert trace.fed_tokens == ("<s>", *trace.predicted_tokens[:-1])
    assert apart != list(trace.predicted_tokens)


def test_without_an_encoder_the_sentence_is_what_the_target_begins_with():
    model = one_stack.gpt()
    prompt = model.prepared(one_stack.GPT_SAMPLE).prompt
    *_, trace = translate_steps(model, one_stack.GPT_SAMPLE, max_steps=6)
    assert trace.kinds == ("decoder",)
    assert decoder_ids(trace)[: len(prompt)] == list(prompt)
    assert [step.given for step in trace.steps] == [index < len(prompt) for index in range(6)]


def test_what_every_target_of_a_model_begins_with_is_given_unless_there_is_another_prefix():
    model = untrained_model()
    tokenizer = PieceTokenizer(cut=WordCut(), pieces=model.tgt_tokenizer.vocabulary, prefix=(7, 9))
    begun = dataclasses.replace(model, tgt_tokenizer=tokenizer)
    *_, trace = translate_steps(begun, TEXT, max_steps=4)
    assert decoder_ids(trace)[:2] == [7, 9]
    assert [step.given for step in trace.steps] == [True, True, False, False]
    *_, other = translate_steps(begun, TEXT, prefix=(8,), max_steps=4)
    assert decoder_ids(other)[0] == 8
    assert [step.given for step in other.steps] == [True, False, False, False]


def test_the_trace_grows_by_one_step_at_a_time(copying: TrainedModel):
    traces = [*translate_steps(copying, TEXT)]
    assert [len(trace.steps) for trace in traces] == [*range(len(traces))]
    assert [trace.finished for trace in traces] == [False] * (len(traces) - 1) + [True]
    assert traces[3].translation == "a b c"


def test_a_trained_model_copies_and_stops_at_the_end_of_the_sentence(copying: TrainedModel):
    trace = translate(copying, TEXT)
    assert trace.translation == TEXT
    assert trace.stop == "end of sentence"
    assert trace.predicted_tokens[-1] == "</s>"
    assert trace.steps[0].probability > 0.5


@pytest.mark.parametrize("limit", [1, 3])
def test_decoding_stops_at_the_length_limit(copying: TrainedModel, limit: int):
    *_, trace = translate_steps(copying, TEXT, max_steps=limit)
    assert len(trace.steps) == limit
    assert trace.stop == "length limit"


def test_decoding_never_goes_beyond_the_models_positions(untrained: TrainedModel):
    without_end = [4] * untrained.config.max_len
    *_, trace = translate_steps(untrained, TEXT, prefix=without_end, max_steps=1000)
    assert len(trace.steps) == untrained.config.max_len
    assert trace.stop == "length limit"


def test_an_empty_source_is_refused_before_anything_is_computed(untrained: TrainedModel):
    with pytest.raises(SourceError):
        next(translate_steps(untrained, " "))


def test_a_sentence_whose_weights_fill_the_memory_is_refused_before_the_encoder_runs(
    monkeypatch: pytest.MonkeyPatch,
):
    model = untrained_model(config(n_layers=6, n_heads=8, d_model=16, max_len=4096))
    monkeypatch.setattr(model.network, "encode", None)
    with pytest.raises(SourceError, match=r"“a a a .*” has 1000 tokens: .* 2012 target tokens"):
        next(translate_steps(model, "a " * 1000))


def test_unknown_words_are_told_in_the_trace(copying: TrainedModel):
    trace = translate(copying, "a b Z c")
    assert trace.unknown == ("Z",)
    assert trace.source_tokens == ("a", "b", "<unk>", "c", "</s>")
    assert "Z" in str(trace.notices[0])


@pytest.mark.parametrize("training", [False, True])
def test_the_networks_mode_is_put_back_at_every_step(training: bool):
    model = untrained_model(config(dropout=0.5))
    model.network.train(training)
    for _ in translate_steps(model, TEXT):
        assert model.network.training == training
        assert torch.is_grad_enabled()


def test_translating_draws_no_random_number_and_knows_no_dropout():
    model = untrained_model(config(dropout=0.5))
    calm = translate(model, TEXT)
    model.network.train()
    torch.manual_seed(1)
    before = torch.get_rng_state()
    noisy = translate(model, TEXT)
    assert torch.equal(torch.get_rng_state(), before)
    assert_same_translation(noisy, calm)


def test_translating_leaves_no_gradient_and_no_graph(untrained: TrainedModel):
    source = prepare_source(TEXT, untrained.src_tokenizer, max_len=32)
    reading = read_source(untrained, source)
    assert not any(tensor.requires_grad for kv in reading.memory for tensor in kv)
    assert all(parameter.grad is None for parameter in untrained.network.parameters())


def test_a_source_has_no_padding_to_mask(untrained: TrainedModel):
    source = prepare_source(TEXT, untrained.src_tokenizer, max_len=32)
    assert PAD_ID not in source.ids
    assert read_source(untrained, source).src_mask.all()


def test_padding_that_a_model_predicts_is_read_like_any_token(untrained: TrainedModel):
    reading = read_source(untrained, prepare_source(TEXT, untrained.src_tokenizer, max_len=32))
    prefix = (5, PAD_ID, 7, PAD_ID)
    steps = [*greedy_steps(untrained, reading, prefix=prefix, max_steps=6)]
    fed = (BOS_ID, *(step.token_id for step in steps[:-1]))
    whole = read_target(untrained, reading, fed)
    for index, step in enumerate(steps):
        np.testing.assert_allclose(
            step.decoder_rows, whole.decoder[:, :, index, : index + 1], atol=1e-5
        )
    inputs = record_inputs(untrained, (5, 6, EOS_ID), fed)
    mask = head_anatomy(inputs, "decoder", 0, 0).mask
    assert mask.tolist() == np.tri(len(fed), dtype=bool).tolist()


def test_padding_that_a_user_types_is_read_like_any_token(untrained: TrainedModel):
    source = Source("a <pad> b", (5, PAD_ID, 6, EOS_ID), ("a", "<pad>", "b", "</s>"), (), ())
    reading = read_source(untrained, source)
    assert reading.src_mask.all()
    assert (reading.weights > 0).all()
