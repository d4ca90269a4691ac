"""Every stage of a head equals what the forward pass used, and what the formulas give."""

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import pytest
import torch
from hypothesis import given, settings

from model.config import ModelConfig, Norm, Positions
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.one_head import (
    TAKEN_APART,
    HeadAnatomy,
    MatrixCell,
    cell_terms,
    traced_parts,
)
from model.lessons.with_torch.one_head import RecordedInputs, head_anatomy, record_inputs
from model.network.attention import padding_mask, target_mask
from model.special_tokens import BOS_ID
from model.traces.interventions import Intervention, Site, hidden_source
from model.traces.trace import KINDS, Trace, kinds_of, stack_of
from tests.model.architectures import architectures
from tests.model.builders import TINY, config, untrained_model
from tests.model.numpy_reference import NumpyReference, numpy_reference

SRC_IDS = (5, 9, 4, 7, 6, 2)
TGT_IDS = (BOS_ID, 8, 4, 5, 7)
NORMS = ("pre", "post")

ARCHITECTURES = list(product(NORMS, ("sinusoidal", "learned")))
HEADS = list(product(KINDS, range(TINY.n_layers), range(TINY.n_heads)))


def model_of(norm: Norm, positions: Positions = "sinusoidal") -> TrainedModel:
    """Random weights, biases, gains and positions; dropout that nothing here may feel."""
    return untrained_model(config(norm=norm, positions=positions, dropout=0.3))


def all_heads(inputs: RecordedInputs) -> list[HeadAnatomy]:
    return [head_anatomy(inputs, *head) for head in HEADS]


def fed_ids(trace: Trace) -> tuple[int, ...]:
    """What the decoder read while it made a trace."""
    return (BOS_ID, *(step.token_id for step in trace.steps[:-1]))


def assert_same(ours: np.ndarray, expected: np.ndarray) -> None:
    """To 1e-6 of the number itself where it is larger than 1: float32 has no more of them."""
    np.testing.assert_array_less(
        np.abs(ours - expected), 1e-6 * np.maximum(1, np.abs(expected)), strict=False
    )


def assert_follows(ours: np.ndarray, expected: np.ndarray) -> None:
    """To 1e-6 of the largest number: what float32 can do against double precision."""
    np.testing.assert_allclose(ours, expected, atol=1e-6 * max(1, np.abs(expected).max()), rtol=0)


def layer_norm(x: np.ndarray, own: HeadAnatomy) -> np.ndarray:
    """With the gain and bias of the head's LayerNorm, in double precision."""
    centred = x.astype(np.float64) - x.mean(-1, keepdims=True, dtype=np.float64)
    deviation = np.sqrt((centred**2).mean(-1, keepdims=True) + own.norm_epsilon)
    return centred / deviation * own.norm_gain + own.norm_bias


@pytest.mark.parametrize(("norm", "positions"), ARCHITECTURES)
def test_every_stage_follows_from_the_one_before(norm: Norm, positions: Positions):
    for own in all_heads(record_inputs(model_of(norm, positions), SRC_IDS, TGT_IDS)):
        double = {
            name: value.astype(np.float64)
            for name, value in vars(own).items()
            if isinstance(value, np.ndarray) and value.dtype == np.float32
        }
        now = type("Stages", (), double)
        assert_follows(own.q, now.x_query @ now.w_q.T + now.b_q)
        assert_follows(own.k, now.x_key @ now.w_k.T + now.b_k)
        assert_follows(own.v, now.x_key @ now.w_v.T + now.b_v)
        assert_follows(own.products, np.einsum("qi,ki->qk", now.q, now.k))
        assert_follows(own.scores, now.products / np.sqrt(own.d_k))
        np.testing.assert_array_equal(own.masked_scores == -np.inf, ~own.mask)
        np.testing.assert_array_equal(own.masked_scores[own.mask], own.scores[own.mask])
        raised = np.where(own.mask, np.exp(now.scores), 0)
        assert_follows(own.weights, raised / raised.sum(-1, keepdims=True))
        assert_follows(own.context, now.weights @ now.v)
        assert_follows(own.contribution, now.context @ now.w_o.T)
        assert_follows(own.output, now.contributions.sum(axis=0) + now.b_o)
        assert_follows(own.added, now.before + now.output)
        normalised = layer_norm(own.added, own) if norm == "post" else own.added
        assert_follows(own.after, normalised)
        read = layer_norm(own.before, own) if norm == "pre" else own.before
        assert_follows(own.x_query, read)


@pytest.mark.parametrize("norm", NORMS)
def test_heads_make_up_the_concatenation_and_layers_the_stream(norm: Norm):
    trained, src = model_of(norm), torch.tensor([SRC_IDS])
    with torch.no_grad():
        memory = trained.network.encode(src, padding_mask(src)).memory[0].numpy()
    inputs = record_inputs(trained, SRC_IDS, TGT_IDS)
    for layer, kind in product(range(TINY.n_layers), KINDS):
        heads = [head_anatomy(inputs, kind, layer, head) for head in range(TINY.n_heads)]
        whole = np.concatenate([own.context for own in heads], axis=1)
        contributions = np.stack([own.contribution for own in heads])
        for own in heads:
            np.testing.assert_array_equal(own.concatenation, whole)
            np.testing.assert_array_equal(own.contributions, contributions)
    for layer in range(TINY.n_layers):
        decoder = head_anatomy(inputs, "decoder", layer, 0)
        cross = head_anatomy(inputs, "cross", layer, 0)
        np.testing.assert_array_equal(decoder.after, cross.before)
        assert_follows(cross.x_key, memory)


@pytest.mark.parametrize("norm", NORMS)
def test_weights_are_those_that_greedy_decoding_recorded(norm: Norm, copying: TrainedModel):
    for trained, text in ((model_of(norm), "a b c d"), (copying, "c a d b e")):
        trace = translate(trained, text)
        inputs = record_inputs(trained, trace.source_ids, fed_ids(trace))
        for kind in KINDS:
            # decoding adds up in another order than the whole pass
            np.testing.assert_allclose(inputs.weights[kind], trace.weights(kind), atol=5e-6, rtol=0)
            for layer, head in product(range(trace.depth(kind)), range(trace.n_heads)):
                own = head_anatomy(inputs, kind, layer, head)
                recorded = trace.weights(kind)[layer, head]
                np.testing.assert_allclose(own.weights, recorded, atol=5e-6, rtol=0)
                np.testing.assert_array_equal(own.mask, trace.mask(kind))
                assert own.query_tokens == trace.query_tokens(kind)
                assert own.key_tokens == trace.key_tokens(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_given_mask_replaces_the_own_one_in_every_layer(kind):
    trained = model_of("pre")
    own = record_inputs(trained, SRC_IDS, TGT_IDS)
    shape = head_anatomy(own, kind, 0, 0).mask.shape
    given = np.random.default_rng(0).random(shape) > 0.4
    given[:, 0] = True
    given[1] = False  # a row that may attend to nothing
    changed = record_inputs(trained, SRC_IDS, TGT_IDS, masks={kind: given})
    for other in KINDS:
        for layer in range(TINY.n_layers):
            before = head_anatomy(own, other, layer, 2)
            after = head_anatomy(changed, other, layer, 2)
            np.testing.assert_array_equal(after.mask, given if other == kind else before.mask)
            assert_same(after.weights, changed.weights[other][layer, 2])
            assert not after.weights[~after.mask].any()
            assert np.isfinite(after.after).all()
    assert head_anatomy(changed, kind, 1, 2).weights[1].tolist() == [0] * shape[1]
    assert not np.allclose(changed.logits, own.logits, atol=1e-3)


def test_the_usual_masks_given_by_hand_change_nothing():
    trained = model_of("post")
    own = record_inputs(trained, SRC_IDS, TGT_IDS)
    causal = target_mask(torch.tensor([TGT_IDS]))[0, 0].numpy()
    all_source = np.ones((len(TGT_IDS), len(SRC_IDS)), dtype=bool)
    same = record_inputs(trained, SRC_IDS, TGT_IDS, masks={"decoder": causal, "cross": all_source})
    np.testing.assert_array_equal(same.logits, own.logits)
    with pytest.raises(ValueError, match=r"the cross mask is \(4, 6\), not \(5, 6\)"):
        record_inputs(trained, SRC_IDS, TGT_IDS, masks={"cross": all_source[1:]})


def test_one_token_fed_is_enough():
    inputs = record_inputs(model_of("pre"), SRC_IDS[-1:], TGT_IDS[:1])
    for own in all_heads(inputs):
        assert own.weights.tolist() == [[1]]
        assert_same(own.context, own.v)


def test_a_network_in_training_is_recorded_without_dropout_and_put_back():
    trained = model_of("pre")
    expected = all_heads(record_inputs(trained, SRC_IDS, TGT_IDS))
    trained.network.train()
    inputs = record_inputs(trained, SRC_IDS, TGT_IDS)
    for own, other in zip(all_heads(inputs), expected, strict=True):
        np.testing.assert_array_equal(own.after, other.after)
    with pytest.raises(ValueError, match="do not fit"):
        record_inputs(trained, SRC_IDS, (BOS_ID,) * (TINY.max_len + 1))
    assert trained.network.training
    for module in trained.network.modules():
        assert not module._forward_pre_hooks
        assert not module._forward_hooks


def test_a_head_or_layer_that_does_not_exist_is_refused():
    inputs = record_inputs(model_of("pre"), SRC_IDS, TGT_IDS)
    for head in (-1, TINY.n_heads):
        with pytest.raises(ValueError, match=f"head {head} does not exist: there are 4"):
            head_anatomy(inputs, "cross", 0, head)
    with pytest.raises(KeyError):
        head_anatomy(inputs, "cross", TINY.n_layers, 0)


def test_the_record_is_read_only_float32_and_apart_from_the_network():
    trained = model_of("pre")
    inputs = record_inputs(trained, SRC_IDS, TGT_IDS)
    own = head_anatomy(inputs, "cross", 1, 3)
    fields = {field.name: getattr(own, field.name) for field in dataclasses.fields(own)}
    arrays = {name: value for name, value in fields.items() if isinstance(value, np.ndarray)}
    assert len(arrays) == 27
    copies = {name: array.copy() for name, array in arrays.items()}
    with torch.no_grad():
        for parameter in trained.network.parameters():
            parameter.zero_()
    for name, array in arrays.items():
        assert array.dtype == (np.bool_ if name == "mask" else np.float32)
        assert not array.flags.writeable
        np.testing.assert_array_equal(array, copies[name])
    assert (own.n_heads, own.d_k, own.d_model) == (4, 8, 32)


@dataclass
class IntervenedReference(NumpyReference):
    """With a value in place of z of a cross head in layer 2; or source columns hidden.

    ``seen``: what was read and put in place at that attention, by name.
    """

    z: Callable[[np.ndarray], np.ndarray | float] | None = None
    hidden: tuple[int, ...] = ()
    seen: dict[str, np.ndarray] = field(default_factory=dict)

    def attend(self, place, kind, x, read, bias):
        if kind != "decoder":
            bias = np.zeros((self.config.n_heads, len(x), len(read))) + bias
            bias[..., list(self.hidden)] = -np.inf
        return super().attend(place, kind, x, read, bias)

    def linear(self, name, x):
        site, _, part = name.rpartition(".")
        if site != "decoder_layers.1.cross":
            return super().linear(name, x)
        if part == "w_o" and self.z is not None:
            own = slice(HEAD * self.config.d_k, (HEAD + 1) * self.config.d_k)
            x = x.copy()
            x[:, own] = self.z(self.seen["w_v"][:, own])
        self.seen |= {f"before {part}": x, part: super().linear(name, x)}
        return self.seen[part]


HEAD = 2
MEAN = np.linspace(-1, 1, TINY.d_k, dtype=np.float32)


@pytest.mark.parametrize("norm", NORMS)
def test_under_interventions_it_is_what_happens_there(norm: Norm):
    trained = model_of(norm)
    z, at_weights = Site("z", "cross", 1, HEAD), Site("weights", "cross", 1, HEAD)
    for interventions, changes, replaced in (
        ((), {}, set()),
        ([Intervention(site=z, how="zero")], {"z": lambda _: 0.0}, {"context"}),
        ([Intervention(site=z, how="mean", values=MEAN)], {"z": lambda _: MEAN}, {"context"}),
        (
            [Intervention(site=at_weights, how="uniform")],
            {"z": lambda v: v.mean(axis=0)},
            {"weights"},
        ),
        (hidden_source(trained.config, (1, 3)), {"hidden": (1, 3)}, set()),
    ):
        plain = numpy_reference(trained.network)
        reference = IntervenedReference(plain.config, plain.numbers, **changes)
        logits = reference.logits(list(SRC_IDS), list(TGT_IDS))
        inputs = record_inputs(trained.under(interventions), SRC_IDS, TGT_IDS)
        assert np.abs(inputs.logits - logits).max() < 1e-4
        own = head_anatomy(inputs, "cross", 1, HEAD)
        assert own.replaced == replaced
        for ours, name in (
            (own.x_query, "before w_q"),
            (own.concatenation, "before w_o"),
            (own.output, "w_o"),
        ):
            np.testing.assert_allclose(ours, reference.seen[name], atol=1e-4)
        in_place = reference.seen["before w_o"][:, HEAD * own.d_k : (HEAD + 1) * own.d_k]
        np.testing.assert_allclose(own.context, in_place, atol=1e-4)
        seen = ~np.isin(range(len(SRC_IDS)), reference.hidden)
        np.testing.assert_array_equal(own.mask, np.tile(seen, (len(TGT_IDS), 1)))
        if "weights" not in replaced:
            np.testing.assert_allclose(own.weights, reference.weights["cross"][1][HEAD], atol=1e-4)
        assert not head_anatomy(inputs, "cross", 1, HEAD - 1).replaced
        for matrix in TAKEN_APART - {"after"}:
            terms = cell_terms(own, matrix, MatrixCell(1, 0))
            assert (terms.way == "replaced") == (matrix in replaced)
            assert bool(traced_parts(own, matrix, MatrixCell(1, 0))) != (
                matrix in replaced or (matrix == "concatenation" and HEAD > 0)
            )


@settings(max_examples=25, deadline=None)
@given(architectures())
def test_heads_of_any_architecture_follow_from_the_formulas(architecture: ModelConfig):
    trained = untrained_model(architecture)
    reference = numpy_reference(trained.network)
    logits = reference.logits(list(SRC_IDS), list(TGT_IDS))
    inputs = record_inputs(trained, SRC_IDS, TGT_IDS)
    assert np.abs(inputs.logits - logits).max() < 1e-4 * max(1, np.abs(logits).max())
    for kind in kinds_of(architecture):
        assert len(reference.weights[kind]) == architecture.depth(stack_of(kind))
        for layer, expected in enumerate(reference.weights[kind]):
            for head in range(architecture.n_heads):
                own = head_anatomy(inputs, kind, layer, head)
                np.testing.assert_allclose(own.weights, expected[head], atol=1e-3)
                root = math.sqrt(architecture.d_k) if architecture.scaled_scores else 1
                bias = 0 if own.position_bias is None else own.position_bias
                np.testing.assert_allclose(own.scores, own.products / root + bias, atol=1e-4)
                np.testing.assert_allclose(
                    own.output, own.contributions.sum(0) + own.b_o, rtol=1e-3, atol=1e-3
                )
                for matrix in TAKEN_APART - ({"after"} if own.norm == "pre" else set()):
                    terms = cell_terms(own, matrix, MatrixCell(1, 0))
                    total = terms.total
                    if matrix == "weights":
                        total = terms.terms[0] / total
                    assert total == pytest.approx(terms.value, rel=1e-3, abs=1e-3), matrix
