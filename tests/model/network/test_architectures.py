"""Every switch of the configuration, in any combination, against the formulas in numpy."""

import dataclasses

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as some

from model.config import ModelConfig
from model.network.attention import padding_mask, target_mask
from model.network.transformer import Transformer
from tests.model.architectures import ROWS, architectures, random_network
from tests.model.builders import sentences
from tests.model.numpy_reference import numpy_reference

SEEDS = some.integers(0, 5)


def network_of(architecture: ModelConfig, seed: int) -> Transformer:
    return random_network(architecture, seed).double()  # rounding would hide small mistakes


@settings(max_examples=100, deadline=None)
@given(architectures(), SEEDS)
def test_logits_and_all_weights_are_those_of_the_formulas(architecture: ModelConfig, seed: int):
    network = network_of(architecture, seed)
    src = sentences(6, vocabulary=ROWS, seed=seed)
    tgt = sentences(5, vocabulary=ROWS, seed=seed + 1)
    reference = numpy_reference(network)
    expected = reference.logits(src[0].tolist(), tgt[0].tolist())
    with torch.no_grad():
        encoded = network.encode(src, padding_mask(src), record=True)
        found, logits = {"encoder": encoded.weights}, network.predict(encoded.memory)
        if architecture.depth("decoder"):
            decoded = network.decode(
                tgt,
                network.project_memory(encoded.memory),
                tgt_mask=target_mask(tgt),
                src_mask=padding_mask(src),
                record=True,
            )
            found |= {"decoder": decoded.self_weights, "cross": decoded.cross_weights}
            logits = decoded.logits
        fused = network(src, tgt)
    size = max(1.0, float(np.abs(expected).max()))
    for computed in (logits, fused):
        np.testing.assert_allclose(computed[0].numpy() / size, expected / size, atol=1e-6)
    for kind, expected_weights in reference.weights.items():
        weights = found.get(kind)
        assert (weights is None) == (not expected_weights)
        if weights is not None:
            np.testing.assert_allclose(weights[:, 0], expected_weights, atol=1e-6)


@settings(max_examples=60, deadline=None)
@given(
    architectures().filter(lambda own: own.depth("decoder")),
    SEEDS,
    some.sets(some.integers(0, ROWS - 1), max_size=3),
)
def test_decoding_with_a_cache_equals_decoding_without(
    architecture: ModelConfig, seed: int, forbidden: set[int]
):
    network = network_of(dataclasses.replace(architecture, forbidden=tuple(forbidden)), seed)
    src = sentences(6, 3, vocabulary=ROWS, seed=seed)
    tgt = sentences(7, 7, vocabulary=ROWS, seed=seed + 1)
    past, masks = None, {"src_mask": padding_mask(src), "tgt_mask": target_mask(tgt)}
    with torch.no_grad():
        memory = network.project_memory(network.encode(src, masks["src_mask"]).memory)
        whole = network.decode(tgt, memory, record=True, **masks)
        size = max(1.0, float(whole.logits[whole.logits.isfinite()].abs().max()))
        for start, end in ((0, 1), (1, 2), (2, 5), (5, 7)):  # some at once, too
            own = masks["tgt_mask"][:, :, start:end, :end] if end - start > 1 else None
            decoded = network.decode(
                tgt[:, start:end], memory, record=True, past=past, **masks | {"tgt_mask": own}
            )
            past = decoded.past
            logits = whole.logits[:, start:end]
            torch.testing.assert_close(decoded.logits / size, logits / size, atol=1e-6, rtol=0)
            rows = whole.self_weights[..., start:end, :end]
            torch.testing.assert_close(decoded.self_weights, rows, atol=1e-6, rtol=0)
            if whole.cross_weights is not None:
                rows = whole.cross_weights[..., start:end, :]
                torch.testing.assert_close(decoded.cross_weights, rows, atol=1e-6, rtol=0)


@settings(max_examples=40, deadline=None)
@given(architectures(), SEEDS)
def test_padding_and_later_tokens_change_nothing(architecture: ModelConfig, seed: int):
    network = network_of(architecture, seed)
    src = sentences(6, vocabulary=ROWS, seed=seed)
    tgt = sentences(7, vocabulary=ROWS, seed=seed + 1)
    with torch.no_grad():
        expected = network(src, tgt)
        padded = network(torch.nn.functional.pad(src, (0, 3)), tgt[:, :4])
    size = max(1.0, float(expected.abs().max()))
    torch.testing.assert_close(padded[:, :4] / size, expected[:, :4] / size, atol=1e-6, rtol=0)
