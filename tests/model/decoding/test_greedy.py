"""Greedy decoding against full forward passes and numpy."""

import copy
import dataclasses
import math
import warnings
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest
import torch

from model.decoding.greedy import (
    Reading,
    best_candidates,
    decode_step,
    entropy_bits,
    feed,
    greedy_steps,
    masked_candidates,
    masked_text,
    read_source,
    read_target,
    translate,
    translate_steps,
)
from model.decoding.trained import TrainedModel
from model.lessons.with_torch.one_head import head_anatomy, record_inputs
from model.messages import SourceError
from model.network.transformer import Transformer
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.text.foreign_cuts import WordCut
from model.text.piece_tokenizer import PieceTokenizer
from model.text.tokenizer import Source
from model.traces import recording
from tests.model import one_stack
from tests.model.builders import config, log_softmax, untrained_model
from tests.model.decoding.together import translate_all
from tests.model.trace_checks import assert_same_translation, decoder_ids, full_logits

PROBABILITIES = (0.125, 0.5, 0.125, 0.25)


class Letters:
    """A tokenizer of which only the names count; the letter before it stands in front."""

    def token(self, token_id, after=None):
        return ("" if after is None else f"{'abcd'[after]}>") + "abcd"[token_id]


def log_probabilities():
    return torch.tensor(PROBABILITIES).log()


def test_the_best_come_first_shown_as_they_follow_what_was_read():
    first, second = best_candidates(log_probabilities(), Letters(), 2)
    assert (first.token, first.token_id) == ("b", 1)
    assert (second.token, second.token_id) == ("d", 3)
    assert first.log_probability == pytest.approx(math.log(0.5))
    assert len(best_candidates(log_probabilities(), Letters(), 9)) == 4  # no more than tokens
    after = best_candidates(log_probabilities(), Letters(), 2, after=3)
    assert [one.token for one in after] == ["d>b", "d>d"]


@pytest.mark.parametrize(
    ("given", "token_id", "probability"), [(None, 1, 0.5), (0, 0, 0.125), (3, 3, 0.25)]
)
def test_a_step_goes_on_to_the_best_token_or_to_the_one_that_is_given(given, token_id, probability):
    rows = np.zeros((1, 2, 3), np.float32), np.ones((1, 2, 4), np.float32)
    step = decode_step(
        log_probabilities(), Letters(), index=7, fed=2, before=0, rows=rows, given=given
    )
    assert (step.index, step.fed, step.token_id) == (7, "a>c", token_id)
    assert step.token == f"c>{'abcd'[token_id]}"
    assert step.log_probability == pytest.approx(math.log(probability))
    assert step.candidates == best_candidates(log_probabilities(), Letters(), 5, after=2)
    assert step.entropy == pytest.approx(1.75)
    assert (step.decoder_rows is rows[0], step.cross_rows is rows[1]) == (True, True)
    assert step.given == (given is not None)


def test_the_entropy_is_in_bits_and_what_is_no_number_stays_none():
    assert entropy_bits(log_probabilities()) == pytest.approx(1.75)
    assert entropy_bits(torch.full((8,), 1 / 8).log()) == pytest.approx(3)
    certain = torch.tensor([0.0, -torch.inf, -torch.inf])
    assert str(entropy_bits(certain)) == "0.0"
    assert entropy_bits(torch.tensor([0.5, 0.0, 0.5]).log()) == pytest.approx(1)
    assert math.isnan(entropy_bits(torch.tensor([torch.nan, -1.0])))


MASKED_TEXT = "the [MASK] sat dogs on Z [MASK] ."
MASKED = (2, 8)


@pytest.fixture(scope="module")
def bert() -> TrainedModel:
    return one_stack.bert()


def pass_of(model: TrainedModel, ids: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Log-probabilities ``[source, vocabulary]``, and weights ``[layers, heads, key, key]``."""
    with torch.no_grad():
        encoded = model.network.encode(torch.tensor([ids]), None, record=True)
        logits = model.network.predict(encoded.memory)[0]
    return log_softmax(logits.numpy()), encoded.weights[:, 0].numpy()


def test_each_place_has_the_most_probable_tokens_of_a_pass_best_first(bert: TrainedModel):
    trace = masked_candidates(bert, MASKED_TEXT, top_k=3)
    rows, weights = pass_of(bert, trace.source_ids)
    np.testing.assert_allclose(trace.encoder_weights, weights, atol=1e-6)
    for place, row in zip(trace.places, rows, strict=True):
        best = np.argsort(-row)[:3]
        assert [one.token_id for one in place.candidates] == best.tolist()
        assert [one.token for one in place.candidates] == [*map(bert.tgt_tokenizer.token, best)]
        found = [one.log_probability for one in place.candidates]
        assert found == pytest.approx(row[best].tolist(), abs=1e-4)
        known = row[np.isfinite(row)]
        assert place.entropy == pytest.approx(-(np.exp(known) * known).sum() / np.log(2), abs=1e-3)


def test_a_masked_place_has_the_best_token_and_every_other_its_own(bert: TrainedModel):
    trace = masked_candidates(bert, MASKED_TEXT)
    rows, _ = pass_of(bert, trace.source_ids)
    assert tuple(at for at, place in enumerate(trace.places) if place.masked) == MASKED
    for at, place in enumerate(trace.places):
        expected = int(rows[at].argmax()) if at in MASKED else trace.source_ids[at]
        assert place.token_id == expected
        assert place.log_probability == pytest.approx(rows[at][expected], abs=1e-4)


def test_the_trace_tells_what_was_read_has_no_steps_and_a_translation_without_masks(bert):
    (trace,), source = translate_steps(bert, MASKED_TEXT), bert.prepared(MASKED_TEXT)
    assert (trace.source_text, trace.source_ids) == (source.text, source.ids)
    assert (trace.source_tokens, trace.unknown) == (source.tokens, ("Z",))
    assert trace.notices == source.notices != ()
    assert (trace.steps, trace.stop, trace.kinds) == ((), "end of sentence", ("encoder",))
    assert {len(place.candidates) for place in trace.places} == {5}
    assert trace.translation == bert.tgt_tokenizer.decode(place.token_id for place in trace.places)
    assert "[MASK]" not in trace.translation


def test_a_sentence_whose_weights_fill_the_memory_is_refused_before_the_encoder_runs(
    bert: TrainedModel, monkeypatch: pytest.MonkeyPatch
):
    config = dataclasses.replace(bert.config, n_layers=12, n_heads=8, max_len=2000)
    words = len(bert.src_tokenizer)
    network = Transformer(config, src_vocab=words, tgt_vocab=words)
    monkeypatch.setattr(network, "encode", None)
    with pytest.raises(
        SourceError, match=r"“the the .*” has 1\d{3} tokens: .* 0 target tokens .* the limit is"
    ):
        masked_candidates(dataclasses.replace(bert, network=network), "the " * 1800)


def test_a_mask_takes_the_place_of_a_token_that_is_none_and_not_special(bert: TrainedModel):
    for place, expected in (
        (1, "[MASK] cat sat on the mat ."),
        (3, "the cat [MASK] on the mat ."),
        (7, "the cat sat on the mat [MASK]"),
    ):
        text = masked_text(bert, "the cat sat on the mat .", place)
        assert text == expected
        assert bert.prepared(text).ids[place] == bert.src_tokenizer.mask
    for place, token in ((0, r"\[CLS\]"), (4, r"\[SEP\]")):
        with pytest.raises(SourceError, match=f"{token} marks the ends of every sentence"):
            masked_text(bert, "the cat sat", place)
    with pytest.raises(SourceError, match="already masked"):
        masked_text(bert, "the [MASK] sat", 2)


TEXT = "a b c d e"
FED = (BOS_ID, 5, 6, 7)
WHOLE = torch.ones(1, 1, 1, 6, dtype=torch.bool)
ODD = torch.tensor([True, False, True, True, False, True]).expand(1, 1, 6, 6)
"""Takes two keys from every query of the source."""


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    return untrained_model(config())


@pytest.fixture(scope="module")
def reading(model: TrainedModel) -> Reading:
    return read_source(model, model.prepared(TEXT))


@pytest.mark.parametrize("mask", [None, ODD], ids=["own", "given"])
def test_a_source_is_read_with_every_key_unless_there_is_another_mask(
    model: TrainedModel, mask: torch.Tensor | None
):
    source = model.prepared(TEXT)
    found = read_source(model, source, mask)
    with torch.no_grad():
        ids = torch.tensor([source.ids])
        encoded = model.network.encode(ids, WHOLE if mask is None else mask, record=True)
        memory = model.network.project_memory(encoded.memory)
    np.testing.assert_allclose(found.weights, encoded.weights[:, 0].numpy(), atol=1e-6)
    for ours, theirs in zip(found.memory, memory, strict=True):
        torch.testing.assert_close(ours.k, theirs.k)
        torch.testing.assert_close(ours.v, theirs.v)
    assert torch.equal(found.src_mask, WHOLE)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("cross", [False, True])
def test_a_target_is_read_causally_over_every_key_unless_there_are_other_masks(
    model: TrainedModel, reading: Reading, own: bool, cross: bool
):
    tgt_mask = torch.ones(1, 1, 4, 4, dtype=torch.bool) if own else None
    src_mask = ODD[:, :, :4] if cross else None
    found = read_target(model, reading, FED, tgt_mask=tgt_mask, src_mask=src_mask)
    with torch.no_grad():
        decoded = model.network.decode(
            torch.tensor([FED]),
            reading.memory,
            tgt_mask=tgt_mask if own else torch.from_numpy(np.tri(4, dtype=bool)),
            src_mask=src_mask if cross else WHOLE,
            record=True,
        )
    torch.testing.assert_close(found.logits, decoded.logits[0])
    np.testing.assert_allclose(found.decoder, decoded.self_weights[:, 0].numpy(), atol=1e-6)
    np.testing.assert_allclose(found.cross, decoded.cross_weights[:, 0].numpy(), atol=1e-6)
    assert bool(np.triu(found.decoder, 1).any()) == own
    assert bool((found.cross[..., [1, 4]] == 0).all()) == cross


def test_without_an_encoder_there_are_weights_over_nothing():
    gpt = one_stack.gpt()
    reading = read_source(gpt, gpt.prepared(one_stack.GPT_SAMPLE))
    assert (reading.memory, reading.weights.shape) == ((), (0, 4, 0, 0))
    found = read_target(gpt, reading, FED)
    assert (found.decoder.shape, found.cross.shape) == ((3, 4, 4, 4), (3, 4, 4, 0))


def test_a_recording_has_room_for_the_steps_of_every_layer_and_head(reading: Reading):
    own, cross = np.ones((2, 4, 1), np.float32), np.ones((2, 4, 6), np.float32)
    recording = reading.recording(1)
    rows = recording.append(own, cross)
    assert [row.shape for row in rows] == [(2, 4, 1), (2, 4, 6)]


@pytest.mark.parametrize(
    "changes",
    [
        {"d_model": 512, "n_layers": 1},  # large products are done in other ways than small ones
        {"norm_epsilon": 0.0, "norm_type": "layer"},
        {"norm_epsilon": 0.0, "norm_type": "rms"},
        {"encoder_layers": 0},
    ],
    ids=["wide", "exact norm", "exact RMS norm", "decoder"],
)
def test_tokens_fed_one_by_one_give_what_a_whole_pass_does(changes: dict[str, Any]):
    model = untrained_model(config(**changes))
    reading, tgt, past = read_source(model, model.prepared(TEXT)), (BOS_ID, 5, 6, 7, 9), None
    whole = read_target(model, reading, tgt)
    for step, token_id in enumerate(tgt):
        decoded = feed(model, reading, token_id, past)
        past = decoded.past
        expected = whole.logits[step]
        size = float(expected.abs().max())
        torch.testing.assert_close(decoded.logits[0, 0] / size, expected / size, atol=1e-5, rtol=0)
        rows = torch.from_numpy(whole.decoder[:, :, step, : step + 1])
        torch.testing.assert_close(decoded.self_weights[:, 0, :, 0], rows, atol=1e-5, rtol=0)
        if decoded.cross_weights is not None:
            rows = torch.from_numpy(whole.cross[:, :, step])
            torch.testing.assert_close(decoded.cross_weights[:, 0, :, 0], rows, atol=1e-5, rtol=0)
    assert (decoded.cross_weights is None) == (changes == {"encoder_layers": 0})


def zeros(module: torch.nn.Module, given: Any, output: tuple[torch.Tensor, Any]) -> Any:
    return torch.zeros_like(output[0]), output[1]


def test_hooks_that_zero_the_output_of_all_cross_attention_change_every_translation(
    copying: TrainedModel,
):
    plain = translate(copying, TEXT)
    hooks = [layer.cross.register_forward_hook(zeros) for layer in copying.network.decoder_layers]
    hooked, together = translate(copying, TEXT), translate_all(copying, [TEXT])
    for hook in hooks:
        hook.remove()
    without = dataclasses.replace(copying, network=copy.deepcopy(copying.network))
    with torch.no_grad():
        for layer in without.network.decoder_layers:
            for parameter in layer.cross.w_o.parameters():
                parameter.zero_()
    assert hooked.translation != plain.translation
    assert together == [hooked.translation]
    assert_same_translation(hooked, translate(without, TEXT))
    assert_same_translation(translate(copying, TEXT), plain)


def test_hooks_on_every_module_of_the_decoder_are_called_for_every_token(untrained: TrainedModel):
    network, calls = untrained.network, Counter[str]()

    def counts(name: str) -> Callable[..., None]:
        return lambda *_: calls.update([name])

    parts = {
        name: part
        for name, part in network.named_modules()
        if name.startswith(("decoder_layers.", "decoder_norm", "tgt_embedding", "output"))
        and type(part).forward is not torch.nn.ModuleList.forward
        and "dropout" not in name
    }
    hooks = [part.register_forward_hook(counts(name)) for name, part in parts.items()]
    assert len([*translate_steps(untrained, TEXT, prefix=(5, 6), max_steps=4)]) == 5
    for hook in hooks:
        hook.remove()
    of_memory = {name for name in parts if name.endswith(("cross.w_k", "cross.w_v"))}
    around = {name for name in parts if name.endswith("_residual")}  # entered and left, not called
    expected = {name: 1 if name in of_memory else 4 for name in parts.keys() - around}
    assert calls == expected


def test_a_network_in_other_numbers_is_recorded_in_float32():
    model = untrained_model()
    model.network.bfloat16()
    *_, trace = translate_steps(model, TEXT, max_steps=2)
    assert {trace.weights(kind).dtype.name for kind in trace.kinds} == {"float32"}
    assert len(trace.steps) == 2


def test_what_is_no_number_stays_none_and_warns_of_nothing():
    model = untrained_model(config(d_ff=2**12))  # wide enough for every way of multiplying
    with torch.no_grad():
        model.network.decoder_layers[1].feed_forward.w_1.weight[3, 4] = torch.nan
        model.network.decoder_layers[0].feed_forward.w_1.weight[:] = 3e38
    reading = read_source(model, model.prepared(TEXT))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert feed(model, reading, BOS_ID).logits.isnan().all()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"norm": "post"},
        {"positions": "learned", "tie_embeddings": True},
        {"norm": "post", "activation": "gelu", "n_layers": 3},
    ],
)
def test_a_trace_is_what_a_full_forward_pass_gives(changes: dict[str, Any]):
    model = untrained_model(config(**changes))
    trace = translate(model, TEXT)
    logits = full_logits(model, trace)
    for step, row, best in zip(trace.steps, log_softmax(logits), logits, strict=True):
        assert step.token_id == best.argmax() == step.candidates[0].token_id
        assert step.log_probability == pytest.approx(row[step.token_id], abs=1e-4)
        assert step.probability == pytest.approx(np.exp(row[step.token_id]), abs=1e-5)
        assert [one.token_id for one in step.candidates] == np.argsort(-best)[:5].tolist()
        for candidate in step.candidates:
            assert candidate.log_probability == pytest.approx(row[candidate.token_id], abs=1e-4)
            assert candidate.token == model.tgt_tokenizer.token(candidate.token_id)
        assert step.entropy == pytest.approx(-(np.exp(row) * row).sum() / np.log(2), abs=1e-3)
        assert 0 <= step.entropy <= np.log2(len(model.tgt_tokenizer))
    source = model.prepared(TEXT)
    reading = read_source(model, source)
    whole = read_target(model, reading, [BOS_ID, *decoder_ids(trace)][:-1])
    for kind, expected in (
        ("encoder", reading.weights),
        ("decoder", whole.decoder),
        ("cross", whole.cross),
    ):
        np.testing.assert_allclose(trace.weights(kind), expected, atol=1e-5)
        np.testing.assert_allclose(trace.weights(kind).sum(-1), 1, atol=1e-5)


def test_there_are_as_many_candidates_as_asked_for_or_as_there_are_tokens(untrained: TrainedModel):
    for top_k in (1, 3, 10_000):
        *_, trace = translate_steps(untrained, TEXT, top_k=top_k, max_steps=2)
        count = min(top_k, len(untrained.tgt_tokenizer))
        assert all(len(step.candidates) == count for step in trace.steps)


def test_steps_carry_only_their_new_rows_and_are_fed_what_was_chosen(model: TrainedModel):
    trace = translate(model, TEXT)
    layers, heads = model.config.n_layers, model.config.n_heads
    assert trace.encoder_weights.shape == (layers, heads, 6, 6)
    assert trace.fed_tokens == ("<s>", *trace.predicted_tokens[:-1])
    for index, step in enumerate(trace.steps):
        assert step.index == index
        assert step.decoder_rows.shape == (layers, heads, index + 1)
        assert step.cross_rows.shape == (layers, heads, 6)


def test_recorded_arrays_are_own_read_only_float32_copies(untrained: TrainedModel):
    reading = read_source(untrained, untrained.prepared(TEXT))
    (step,) = islice(greedy_steps(untrained, reading, max_steps=9), 1)
    one, other = (
        [*greedy_steps(untrained, reading, prefix=[token], max_steps=3)] for token in (4, 5)
    )
    assert not np.array_equal(one[1].decoder_rows, other[1].decoder_rows)
    assert not np.shares_memory(one[1].decoder_rows, other[1].decoder_rows)
    tensors = [tensor.numpy() for kv in reading.memory for tensor in kv]  # so without gradients
    for array in (reading.weights, step.decoder_rows, step.cross_rows):
        assert array.dtype == np.float32
        assert not array.flags.writeable
        assert not any(np.shares_memory(array, tensor) for tensor in tensors)
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_a_growing_trace_copies_no_weights_and_what_it_shows_stays(untrained: TrainedModel, kind):
    seen = [(trace, trace.weights(kind).copy()) for trace in translate_steps(untrained, TEXT)]
    last, _ = seen[-1]
    for trace, weights in seen:
        np.testing.assert_array_equal(trace.weights(kind), weights)
        by_hand = dataclasses.replace(trace, recording=None)  # put together from the steps
        np.testing.assert_array_equal(by_hand.weights(kind), weights)
        assert not trace.steps or np.shares_memory(trace.weights(kind), last.weights(kind))
    for step in last.steps:
        rows = step.decoder_rows if kind == "decoder" else step.cross_rows
        place = last.weights(kind)[:, :, step.index, : rows.shape[-1]]
        assert np.shares_memory(rows, place)
        np.testing.assert_array_equal(rows, place)


def test_without_an_encoder_the_target_begins_with_the_sentence_and_shows_what_was_chosen():
    """A piece has a joiner in front, or none, by what came before it."""
    model = one_stack.gpt()
    prompt = model.prepared(one_stack.GPT_SAMPLE).prompt
    *_, trace = translate_steps(model, one_stack.GPT_SAMPLE, max_steps=12)
    assert trace.kinds == ("decoder",)
    assert decoder_ids(trace)[: len(prompt)] == list(prompt)
    assert [step.given for step in trace.steps] == [index < len(prompt) for index in range(12)]
    apart = [model.tgt_tokenizer.token(step.token_id) for step in trace.steps]
    assert trace.fed_tokens == ("<s>", *trace.predicted_tokens[:-1])
    assert apart != list(trace.predicted_tokens)


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


def test_a_trained_model_copies_step_by_step_and_stops_at_the_end(copying: TrainedModel):
    traces = [*translate_steps(copying, TEXT)]
    assert [len(trace.steps) for trace in traces] == [*range(len(traces))]
    assert [trace.finished for trace in traces] == [False] * (len(traces) - 1) + [True]
    assert (traces[3].translation, traces[-1].translation) == ("a b c", TEXT)
    assert traces[-1].stop == "end of sentence"
    assert traces[-1].predicted_tokens[-1] == "</s>"
    assert traces[-1].steps[0].probability > 0.5


def test_decoding_stops_at_the_length_limit_and_at_the_last_position(untrained: TrainedModel):
    without_end = [4] * untrained.config.max_len
    for limit, expected in ((1, 1), (3, 3), (1000, untrained.config.max_len)):
        *_, trace = translate_steps(untrained, TEXT, prefix=without_end[:limit], max_steps=limit)
        assert (len(trace.steps), trace.stop) == (expected, "length limit")


def test_a_sentence_whose_weights_fill_the_memory_is_refused_before_the_encoder_runs_of_greedy(
    monkeypatch: pytest.MonkeyPatch,
):
    model = untrained_model(config(n_layers=6, n_heads=8, d_model=16, max_len=4096))
    monkeypatch.setattr(model.network, "encode", None)
    with pytest.raises(SourceError):
        next(translate_steps(model, " "))
    with pytest.raises(SourceError, match=r"“a a a .*” has 1000 tokens: .* 2012 target tokens"):
        next(translate_steps(model, "a " * 1000))


def test_unknown_words_are_told_in_the_trace(copying: TrainedModel):
    trace = translate(copying, "a b Z c")
    assert trace.unknown == ("Z",)
    assert trace.source_tokens == ("a", "b", "<unk>", "c", "</s>")
    assert "Z" in str(trace.notices[0])


def test_translating_knows_no_dropout_draws_nothing_and_puts_the_mode_back_at_every_step():
    model = untrained_model(config(dropout=0.5))
    traces = {}
    before = torch.get_rng_state()
    for training in (False, True):
        model.network.train(training)
        for trace in translate_steps(model, TEXT):
            assert model.network.training == training
            assert torch.is_grad_enabled()
            traces[training] = trace
    assert torch.equal(torch.get_rng_state(), before)
    assert_same_translation(traces[True], traces[False])


def test_padding_that_a_model_predicts_is_read_like_any_token(untrained: TrainedModel):
    reading = read_source(untrained, untrained.prepared(TEXT))
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


def test_a_prefix_equal_to_the_own_output_changes_nothing(model: TrainedModel):
    plain = translate(model, TEXT)
    for length in (1, 3, len(plain.steps)):
        *_, forced = translate_steps(model, TEXT, prefix=decoder_ids(plain)[:length])
        assert_same_translation(forced, plain)
        given = [index < length for index in range(len(plain.steps))]
        assert [step.given for step in forced.steps] == given
    assert not any(step.given for step in plain.steps)


def test_a_forced_token_has_its_own_log_probability(model: TrainedModel):
    plain = translate(model, TEXT)
    for other in plain.steps[1].candidates[1:]:
        prefix = [plain.steps[0].token_id, other.token_id]
        *_, branch = translate_steps(model, TEXT, prefix=prefix)
        row = log_softmax(full_logits(model, branch))[1]
        assert branch.steps[1].token_id == other.token_id
        assert branch.steps[1].log_probability == pytest.approx(row[other.token_id], abs=1e-4)
        assert branch.steps[1].candidates == plain.steps[1].candidates
        assert branch.steps[2:] == () or branch.steps[2].fed == other.token


def test_after_a_forced_token_decoding_goes_on_greedily_from_there(model: TrainedModel):
    plain = translate(model, TEXT)
    other = next(one for one in plain.steps[0].candidates[1:] if one.token_id > EOS_ID)
    *_, branch = translate_steps(model, TEXT, prefix=[other.token_id])
    expected = full_logits(model, branch).argmax(-1).tolist()
    assert decoder_ids(branch)[1:] == expected[1:]
    assert decoder_ids(branch) != decoder_ids(plain)


def test_a_forced_end_token_ends_the_sentence(model: TrainedModel):
    for after in ([5], [5, 6]):  # what comes after it needs no room
        *_, trace = translate_steps(model, TEXT, prefix=[4, EOS_ID, *after], max_steps=2)
        assert (decoder_ids(trace), trace.stop) == ([4, EOS_ID], "end of sentence")


@pytest.mark.parametrize("prefix", [[4, EOS_ID], [4, EOS_ID, 5, 6]])
def test_a_given_target_that_ends_needs_the_memory_of_its_own_tokens_and_no_more(
    untrained: TrainedModel, monkeypatch: pytest.MonkeyPatch, prefix: list[int]
):
    enough = recording.recorded_bytes(untrained.config, n_source=6, n_steps=2)
    monkeypatch.setattr(recording, "LARGEST_RECORDING", enough)
    *_, trace = translate_steps(untrained, TEXT, prefix=prefix)
    assert decoder_ids(trace) == [4, EOS_ID]
    with pytest.raises(SourceError, match="22 target tokens"):
        next(translate_steps(untrained, TEXT, prefix=[4]))


def test_a_prefix_without_room_is_an_error_with_the_numbers(untrained: TrainedModel):
    with pytest.raises(SourceError, match="has 4 tokens; there is room for 3"):
        next(translate_steps(untrained, TEXT, prefix=[4, 4, 4, 4], max_steps=3))
    reading = read_source(untrained, untrained.prepared(TEXT))
    with pytest.raises(SourceError, match="has 4 tokens; there is room for 3"):
        next(greedy_steps(untrained, reading, prefix=[4, 4, 4, 4], max_steps=3))
