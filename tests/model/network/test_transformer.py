"""The whole network: equal to torch's, causal, blind to padding, the same with a cache."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from model.config import Activation, Norm
from model.network.attention import padding_mask, target_mask
from model.network.transformer import Decoded, Embedding, Transformer, count_parameters
from model.special_tokens import PAD_ID
from tests.model.builders import SRC_VOCAB, TGT_VOCAB, config, network_of, sentences
from tests.model.torch_reference import gradients, pairs, torch_reference

NORMS: list[Norm] = ["post", "pre"]


def padded_batch() -> tuple[Tensor, Tensor]:
    """Source ``[3, 7]`` and target ``[3, 6]`` with padding on both sides."""
    src = sentences(7, 4, 1, vocabulary=SRC_VOCAB, seed=1)
    return src, sentences(3, 6, 2, vocabulary=TGT_VOCAB, seed=2)


def decode(network: Transformer, src: Tensor, tgt: Tensor, *, record: bool) -> Decoded:
    """Encoder and decoder over everything at once."""
    src_mask = padding_mask(src)
    encoded = network.encode(src, src_mask, record=record)
    memory = network.project_memory(encoded.memory)
    return network.decode(tgt, memory, tgt_mask=target_mask(tgt), src_mask=src_mask, record=record)


@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("norm", NORMS)
def test_the_network_equals_torch_forward_and_backward(norm: Norm, activation: Activation):
    network = network_of(config(norm=norm, activation=activation))
    reference = torch_reference(network)
    src, tgt = padded_batch()
    targets = tgt.roll(-1, dims=1)
    logits, expected = network(src, tgt), reference(src, tgt)
    torch.testing.assert_close(logits, expected, atol=1e-5, rtol=0)

    losses = [
        F.cross_entropy(scores.flatten(0, 1), targets.flatten(), ignore_index=PAD_ID)
        for scores in (logits, expected)
    ]
    torch.testing.assert_close(*losses, atol=1e-5, rtol=0)

    for loss in losses:
        loss.backward()
    compared = 0
    for name, ours, theirs in pairs(network, reference, gradients):
        torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=0, msg=lambda m, n=name: n + m)
        compared += ours.numel()
    assert compared == count_parameters(network)


def test_the_comparison_with_torch_notices_one_changed_weight():
    network = network_of(config())
    reference = torch_reference(network)
    with torch.no_grad():
        network.decoder_layers[1].cross.w_k.weight[3, 5] += 0.5
    src, tgt = padded_batch()
    assert (network(src, tgt) - reference(src, tgt)).abs().max() > 1e-4


def test_weights_are_recorded_only_where_asked_for_and_the_logits_are_the_same():
    network = network_of(config())
    src, tgt = padded_batch()
    fused, recorded = (decode(network, src, tgt, record=record) for record in (False, True))
    assert (fused.self_weights, fused.cross_weights) == (None, None)
    assert network.encode(src, padding_mask(src)).weights is None
    assert recorded.self_weights.shape == (2, 3, 4, 6, 6)
    assert recorded.cross_weights.shape == (2, 3, 4, 6, 7)
    torch.testing.assert_close(recorded.logits, fused.logits, atol=1e-5, rtol=0)
    assert torch.equal(network(src, tgt), fused.logits)


@pytest.mark.parametrize("record", [False, True], ids=["fused", "recorded"])
@pytest.mark.parametrize("norm", NORMS)
def test_a_future_token_changes_nothing_before_it(norm: Norm, record: bool):
    network = network_of(config(norm=norm))
    src = sentences(5, vocabulary=SRC_VOCAB)
    tgt = sentences(8, vocabulary=TGT_VOCAB)
    before = decode(network, src, tgt, record=record)
    for place in range(1, 8):
        changed = tgt.clone()
        changed[0, place] = 4 + (changed[0, place] - 3) % (TGT_VOCAB - 4)
        after = decode(network, src, changed, record=record)
        assert torch.equal(after.logits[:, :place], before.logits[:, :place])
        assert not torch.allclose(after.logits[:, place], before.logits[:, place])
        if before.cross_weights is not None:
            same = after.cross_weights[..., :place, :] == before.cross_weights[..., :place, :]
            assert same.all()


@pytest.mark.parametrize("record", [False, True], ids=["fused", "recorded"])
@pytest.mark.parametrize("norm", NORMS)
def test_what_stands_at_padded_places_changes_nothing(norm: Norm, record: bool):
    network = network_of(config(norm=norm))
    src, tgt = padded_batch()
    src_mask, tgt_mask = padding_mask(src), target_mask(tgt)
    results = []
    for filler in (PAD_ID, 5, 9):
        filled = src.masked_fill(src == PAD_ID, filler)
        encoded = network.encode(filled, src_mask, record=record)
        decoded = network.decode(
            tgt.masked_fill(tgt == PAD_ID, filler),
            network.project_memory(encoded.memory),
            tgt_mask=tgt_mask,
            src_mask=src_mask,
            record=record,
        )
        results.append((encoded.memory[src != PAD_ID], decoded.logits[tgt != PAD_ID]))
    for memory, logits in results[1:]:
        assert torch.equal(memory, results[0][0])
        assert torch.equal(logits, results[0][1])


@pytest.mark.parametrize("norm", NORMS)
def test_more_padding_and_other_sentences_in_the_batch_change_nothing(norm: Norm):
    network = network_of(config(norm=norm))
    src, tgt = padded_batch()
    expected = network(src, tgt)
    longer = network(F.pad(src, (0, 5)), F.pad(tgt, (0, 5)))
    torch.testing.assert_close(longer[:, :6], expected, atol=1e-5, rtol=0)
    alone = network(src[1:2, :4], tgt[1:2])
    torch.testing.assert_close(alone, expected[1:2], atol=1e-5, rtol=0)


def test_embeddings_are_scaled_by_the_root_of_d_model_to_a_variance_of_one():
    embedding = Embedding(config(), 10).eval()
    ids = torch.tensor([[4, 7]])
    rows = embedding.tokens.weight[ids] * math.sqrt(32)
    for start in (0, 3):
        expected = rows + embedding.positions(start, 2)
        torch.testing.assert_close(embedding(ids, start=start), expected)
    torch.manual_seed(0)
    embedding = Embedding(config(d_model=128), 2000).eval()
    scaled = embedding.tokens.weight * embedding.scale
    assert scaled.std().item() == pytest.approx(1, abs=0.02)


def test_a_tied_table_is_one_parameter_and_only_pre_norm_has_a_norm_at_the_ends():
    untied, tied = (network_of(config(tie_embeddings=tie)) for tie in (False, True))
    assert tied.output.weight is tied.tgt_embedding.tokens.weight
    assert count_parameters(untied) - count_parameters(tied) == TGT_VOCAB * 32
    post, pre = (network_of(config(norm=norm)) for norm in NORMS)
    assert count_parameters(pre) - count_parameters(post) == 2 * 2 * 32


@pytest.mark.parametrize("record", [False, True], ids=["fused", "recorded"])
def test_a_source_of_nothing_but_padding_gives_finite_gradients(record: bool):
    network = network_of(config())
    src = torch.stack([sentences(5, vocabulary=SRC_VOCAB)[0], torch.zeros(5, dtype=torch.long)])
    tgt = sentences(4, 4, vocabulary=TGT_VOCAB)
    decoded = decode(network, src, tgt, record=record)
    decoded.logits.square().mean().backward()
    assert decoded.logits.isfinite().all()
    if decoded.cross_weights is not None:
        assert not decoded.cross_weights[:, 1].any()
    for parameter in network.parameters():
        assert parameter.grad is not None
        assert parameter.grad.isfinite().all()
