"""Cross-entropy of the target tokens, with label smoothing (paper section 5.4)."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from model.batching import Batch
from model.linear import linear
from model.special_tokens import PAD_ID
from model.transformer import Transformer

_CHUNK = 2**21
"""Logits held at once, 8 MiB in float32: they stay in the cache, their memory is used again."""


class BatchLoss(NamedTuple):
    """Sums over a batch's target tokens, in nats; padding does not count.

    ``smoothed`` is what training minimises; ``plain`` has no smoothing and no gradient.
    """

    smoothed: Tensor
    plain: Tensor


def batch_loss(network: Transformer, batch: Batch, label_smoothing: float = 0.0) -> BatchLoss:
    """How far the network is from predicting each target token from those before it."""
    encoded = network.encode(batch.src, batch.src_mask)
    hidden = network.hidden(
        batch.tgt_in,
        network.project_memory(encoded.memory),
        tgt_mask=batch.tgt_mask,
        src_mask=batch.src_mask,
    )  # [batch, target, d_model]
    real = batch.tgt_out != PAD_ID  # [batch, target]
    return projected_cross_entropy(
        hidden[real], network.output.weight, batch.tgt_out[real], label_smoothing
    )


def projected_cross_entropy(
    hidden: Tensor, weight: Tensor, targets: Tensor, label_smoothing: float = 0.0
) -> BatchLoss:
    """Cross-entropy of the logits hidden · weightᵀ, which are never held all at once.

    Args:
        hidden: ``[token, d_model]``.
        weight: of the output projection, ``[vocabulary, d_model]``.
        targets: ids ``[token]``.
        label_smoothing: share of a target's probability that is spread over the vocabulary.
    """
    smoothed, plain = _ProjectedCrossEntropy.apply(  # type: ignore[no-untyped-call]
        hidden, weight, targets, label_smoothing, torch.is_grad_enabled()
    )
    return BatchLoss(smoothed, plain)


class _ProjectedCrossEntropy(torch.autograd.Function):
    """Values and gradients in one pass over chunks of tokens.

    Gradients are formed on the way forward, while a chunk's probabilities are at hand: to keep
    those of all tokens would take most of the memory of a training step.
    """

    @staticmethod
    def forward(
        ctx: Any,
        hidden: Tensor,
        weight: Tensor,
        targets: Tensor,
        label_smoothing: float,
        learns: bool,
    ) -> tuple[Tensor, Tensor]:
        size = max(1, _CHUNK // weight.size(0))
        weight = weight.detach().requires_grad_(learns)
        hidden_gradient, weight_gradient = torch.empty_like(hidden), torch.zeros_like(weight)
        sums = torch.zeros(2, dtype=_float(hidden.dtype), device=hidden.device)
        for start in range(0, hidden.size(0), size):
            chunk = slice(start, start + size)
            rows = hidden[chunk].detach().requires_grad_(learns)  # [chunk, d_model]
            with torch.set_grad_enabled(learns):
                logits = linear(rows, weight)  # [chunk, vocabulary]
            losses, gradient = _losses_and_gradient(
                logits.detach(), targets[chunk], label_smoothing
            )
            sums += losses
            if learns:
                of_rows, of_weight = torch.autograd.grad(logits, (rows, weight), gradient)
                hidden_gradient[chunk] = of_rows
                weight_gradient += of_weight
        ctx.save_for_backward(hidden_gradient, weight_gradient)
        smoothed, plain = sums.unbind()
        ctx.mark_non_differentiable(plain)
        return smoothed, plain

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        hidden_gradient, weight_gradient = ctx.saved_tensors
        own = hidden_gradient * gradients[0], weight_gradient * gradients[0]
        return *own, None, None, None


def _losses_and_gradient(
    logits: Tensor, targets: Tensor, label_smoothing: float
) -> tuple[Tensor, Tensor]:
    """Smoothed and plain loss of a chunk as ``[2]``, and the gradient of the former.

    ``logits`` and the gradient are ``[chunk, vocabulary]``; softmax is in float32 at least.
    """
    log_probabilities = logits.log_softmax(-1, dtype=_float(logits.dtype))
    targets = targets[:, None]  # [chunk, 1]
    plain = -log_probabilities.gather(-1, targets).sum()
    even = -log_probabilities.mean(-1).sum()
    losses = torch.stack([plain + label_smoothing * (even - plain), plain])
    # softmax − smoothed target, in the place of the log-probabilities
    gradient = log_probabilities.exp_().sub_(label_smoothing / logits.size(-1))
    hit = gradient.new_full((), label_smoothing - 1).expand(targets.shape)
    return losses, gradient.scatter_add_(-1, targets, hit).to(logits.dtype)


def _float(dtype: torch.dtype) -> torch.dtype:
    return torch.promote_types(dtype, torch.float32)
