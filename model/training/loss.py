"""Cross-entropy of the target tokens, with label smoothing (Szegedy et al. 2016, §7)."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from model.decoding.batching import Batch
from model.network.linear import linear
from model.network.transformer import Transformer
from model.special_tokens import PAD_ID

_CHUNK, _CHUNK_ON_A_CARD = 2**21, 2**25
"""Logits held at once.

On a CPU 8 MiB in float32: they stay in the cache, their memory is used again. A card has no such
cache, and each chunk costs it some thirty launches, which take longer than their work.
"""


class BatchLoss(NamedTuple):
    """Sums over a batch's target tokens, in nats; padding does not count.

    ``smoothed`` is what training minimises; ``plain`` has no smoothing and no gradient.
    """

    smoothed: Tensor
    plain: Tensor


def batch_loss(
    network: Transformer, batch: Batch, label_smoothing: float = 0.0, *, r_drop: float = 0.0
) -> BatchLoss:
    """How far the network is from predicting each target token from those before it.

    With ``r_drop`` the batch passes twice, each time with other dropout; both losses count half,
    and the divergence between the two predictions is added with this weight (Liang et al. 2021).
    """
    passes = 2 if r_drop else 1
    batch = batch.repeated(passes)
    encoded = network.encode(batch.src, batch.src_mask)
    hidden = network.hidden(
        batch.tgt_in,
        network.project_memory(encoded.memory),
        tgt_mask=batch.tgt_mask,
        src_mask=batch.src_mask,
    )  # [pass * batch, target, d_model]
    real = batch.tgt_out != PAD_ID  # [pass * batch, target]
    targets = batch.tgt_out[real].unflatten(0, (passes, -1))[0]  # [token]
    return projected_cross_entropy(
        hidden[real].unflatten(0, (passes, -1)),
        network.output.weight,
        targets,
        bias=network.output.bias,
        label_smoothing=label_smoothing,
        r_drop=r_drop,
    )


def projected_cross_entropy(
    hidden: Tensor,
    weight: Tensor,
    targets: Tensor,
    *,
    bias: Tensor | None = None,
    label_smoothing: float = 0.0,
    r_drop: float = 0.0,
) -> BatchLoss:
    """Cross-entropy of the logits hidden · weightᵀ + bias, which are never held all at once.

    Args:
        hidden: ``[pass, token, d_model]``; the loss is the mean over one or two passes.
        weight: of the output projection, ``[vocabulary, d_model]``; rounded to what ``hidden`` is.
        targets: ids ``[token]``.
        bias: of the output projection, ``[vocabulary]``.
        label_smoothing: share of a target's probability that is spread over the vocabulary.
        r_drop: weight of the divergence between two passes.
    """
    smoothed, plain = _ProjectedCrossEntropy.apply(  # type: ignore[no-untyped-call]
        hidden, weight, bias, targets, _Settings(label_smoothing, r_drop, torch.is_grad_enabled())
    )
    return BatchLoss(smoothed, plain)


class _Settings(NamedTuple):
    label_smoothing: float
    r_drop: float
    learns: bool


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
        bias: Tensor | None,
        targets: Tensor,
        settings: _Settings,
    ) -> tuple[Tensor, Tensor]:
        """Smoothed and plain loss, scalars; shapes as in :func:`projected_cross_entropy`."""
        learns = settings.learns
        held = _CHUNK if hidden.is_cpu else _CHUNK_ON_A_CARD
        size = max(1, held // (weight.size(0) * hidden.size(0)))
        given = [part.detach() for part in (weight, bias) if part is not None]
        # detached anew: what is rounded already must not be marked itself
        shared = [part.to(hidden.dtype).detach().requires_grad_(learns) for part in given]
        hidden_gradient, gradients = torch.empty_like(hidden), [*map(torch.zeros_like, given)]
        sums = torch.zeros(2, dtype=_float(hidden.dtype), device=hidden.device)
        for start in range(0, hidden.size(1), size):
            chunk = slice(start, start + size)
            rows = hidden[:, chunk].detach().requires_grad_(learns)  # [pass, chunk, d_model]
            with torch.set_grad_enabled(learns):
                logits = linear(rows, *shared)  # [pass, chunk, vocabulary]
            losses, gradient = _losses_and_gradient(logits.detach(), targets[chunk], settings)
            sums += losses
            if learns:
                of_rows, *of_shared = torch.autograd.grad(logits, (rows, *shared), gradient)
                hidden_gradient[:, chunk] = of_rows
                for whole, of_chunk in zip(gradients, of_shared, strict=True):
                    whole.add_(of_chunk)
        ctx.save_for_backward(hidden_gradient, *gradients)
        smoothed, plain = sums.unbind()
        ctx.mark_non_differentiable(plain)
        return smoothed, plain

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """The smoothed loss's gradients of hidden states, weights and bias, of their shapes."""
        hidden, weight, *bias = (kept * gradients[0] for kept in ctx.saved_tensors)
        return hidden, weight, next(iter(bias), None), None, None


def _losses_and_gradient(
    logits: Tensor, targets: Tensor, settings: _Settings
) -> tuple[Tensor, Tensor]:
    """Smoothed and plain loss of a chunk as ``[2]``, and the gradient of the former.

    ``logits`` and the gradient are ``[pass, chunk, vocabulary]``; softmax is in float32 at least.
    """
    passes, smoothing = len(logits), settings.label_smoothing
    log_probabilities = logits.log_softmax(-1, dtype=_float(logits.dtype))
    hits = targets[None, :, None].expand(passes, -1, 1)
    plain = -log_probabilities.gather(-1, hits).sum() / passes
    even = -log_probabilities.mean(-1).sum() / passes
    smoothed = plain + smoothing * (even - plain)
    apart = None
    if settings.r_drop:
        divergence, apart = _divergence_and_gradient(log_probabilities)
        smoothed = smoothed + settings.r_drop * divergence
    # softmax − smoothed target, in the place of the log-probabilities
    gradient = log_probabilities.exp_().sub_(smoothing / logits.size(-1))
    gradient.scatter_add_(-1, hits, gradient.new_full((), smoothing - 1).expand(hits.shape))
    gradient.div_(passes)
    if apart is not None:
        gradient.add_(apart, alpha=settings.r_drop)
    return torch.stack([smoothed, plain]), gradient.to(logits.dtype)


def _divergence_and_gradient(log_probabilities: Tensor) -> tuple[Tensor, Tensor]:
    """Sum over tokens of (KL(p‖q) + KL(q‖p)) / 2, and its gradient for the logits.

    ``[2, token, vocabulary]`` log-probabilities of two passes, p and q.
    """
    ratio = log_probabilities[0] - log_probabilities[1]
    p, q = log_probabilities.exp()
    of_p = (p * ratio).sum(-1, keepdim=True)  # KL(p‖q), [token, 1]
    of_q = -(q * ratio).sum(-1, keepdim=True)
    gradients = p * (ratio - of_p) + p - q, q * (-ratio - of_q) + q - p
    return (of_p + of_q).sum() / 2, torch.stack(gradients).div_(2)


def _float(dtype: torch.dtype) -> torch.dtype:
    return torch.promote_types(dtype, torch.float32)
