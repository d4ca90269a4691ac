"""The loss is the cross-entropy of the target tokens, smoothed as the paper says."""

from __future__ import annotations

import pytest
import torch

from model.batching import Batch, IdPair, make_batch
from model.loss import batch_loss
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.transformer import Transformer
from tests.model.builders import config

CPU = torch.device("cpu")


def padded_batch() -> Batch:
    """Three pairs of different lengths."""
    pairs = [
        IdPair((5, 6, EOS_ID), (BOS_ID, 7, 8, 9, EOS_ID)),
        IdPair((6, EOS_ID), (BOS_ID, 9, EOS_ID)),
        IdPair((7, 8, 9, EOS_ID), (BOS_ID, 5, 5, EOS_ID)),
    ]
    return make_batch(pairs, CPU)


def new_network() -> Transformer:
    """Untrained, without dropout."""
    torch.manual_seed(3)
    return Transformer(config(dropout=0.0), src_vocab=12, tgt_vocab=13)


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
def test_both_losses_are_sums_over_real_tokens(smoothing: float):
    network, batch = new_network(), padded_batch()
    loss = batch_loss(network, batch, smoothing)
    log_probabilities = network(batch.src, batch.tgt_in).log_softmax(-1)
    real = batch.tgt_out != PAD_ID
    plain = -log_probabilities.gather(-1, batch.tgt_out[..., None])[..., 0][real].sum()
    even = -log_probabilities.mean(-1)[real].sum()
    assert loss.plain.item() == pytest.approx(plain.item(), abs=1e-4)
    expected = (1 - smoothing) * plain + smoothing * even
    assert loss.smoothed.item() == pytest.approx(expected.item(), abs=1e-4)
    assert loss.smoothed.requires_grad
    assert not loss.plain.requires_grad
