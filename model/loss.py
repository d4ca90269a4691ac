"""Cross-entropy of the target tokens, with label smoothing (paper section 5.4)."""

from __future__ import annotations

from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from model.batching import Batch
from model.special_tokens import PAD_ID
from model.transformer import Transformer


class BatchLoss(NamedTuple):
    """Sums over a batch's target tokens, in nats; padding does not count.

    ``smoothed`` is what training minimises; ``plain`` has no smoothing and no gradient.
    """

    smoothed: Tensor
    plain: Tensor


def batch_loss(network: Transformer, batch: Batch, label_smoothing: float = 0.0) -> BatchLoss:
    """How far the network is from predicting each target token from those before it."""
    encoded = network.encode(batch.src, batch.src_mask)
    logits = network.decode(
        batch.tgt_in,
        network.project_memory(encoded.memory),
        tgt_mask=batch.tgt_mask,
        src_mask=batch.src_mask,
    ).logits.flatten(0, 1)  # [batch * target, vocabulary]
    targets = batch.tgt_out.flatten()  # [batch * target]
    smoothed = F.cross_entropy(
        logits, targets, ignore_index=PAD_ID, label_smoothing=label_smoothing, reduction="sum"
    )
    with torch.no_grad():
        plain = F.cross_entropy(logits, targets, ignore_index=PAD_ID, reduction="sum")
    return BatchLoss(smoothed, plain)
