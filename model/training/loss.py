"""The loss of a batch in float32 or bfloat16, and the detection of a diverging loss."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from model.decoding.batches import Batch
from model.network.attention import DrawnMasks, Dropout
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
    """Cross-entropy of each target token given those before it.

    With ``r_drop`` the batch passes twice with different dropout; both losses count half, and the
    divergence between the two predictions is added with this weight (Liang et al. 2021).
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
    """Cross-entropy of the logits hidden · weightᵀ + bias, computed in chunks.

    ``hidden`` is ``[pass, token, d_model]``, ``targets`` are ids ``[token]``; the loss is the mean
    over one or two passes, with ``r_drop`` times their divergence. The output projection's
    ``weight`` ``[vocabulary, d_model]`` is cast to the type of ``hidden``; its ``bias`` is
    ``[vocabulary]``. ``label_smoothing`` is the share of a target's probability that is spread
    over the vocabulary.
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


_ROUNDED = ("encoder_layers", "decoder_layers", "encoder_norm", "decoder_norm", "output_transform")
"""Parts of a network whose weights are rounded.

A table's row sums the gradients of all its tokens, which bfloat16 would lose: tables stay float32,
and so does the output's weight, which may be one.
"""

_NORMS = (nn.LayerNorm, nn.RMSNorm)
"""Computed in float32, between two roundings.

From rounded numbers the library would sum up the gradients of their weights in bfloat16: those of
4,000 tokens came out a third too small. It is quicker as well.
"""


def rounded_batch_loss(
    network: Transformer, batch: Batch, label_smoothing: float = 0.0, *, r_drop: float = 0.0
) -> BatchLoss:
    """As :func:`model.training.loss.batch_loss`, in bfloat16 between tables and loss.

    Each weight is rounded once, however often it is used; its gradient arrives in float32.
    """
    asked = _Loss(network)
    norms = {name for name, module in network.named_modules() if isinstance(module, _NORMS)}
    rounded = {
        f"network.{name}": weight.to(torch.bfloat16)
        for name, weight in network.named_parameters()
        if name.startswith(_ROUNDED) and name.rpartition(".")[0] not in norms
    }
    arguments = (batch, label_smoothing, r_drop)
    with _rounding_outputs(network), _sharing_masks(network):
        # the output's weight is not rounded here, the table that it may share neither
        loss = torch.func.functional_call(asked, rounded, arguments, tie_weights=False)
    return BatchLoss(*loss)


class _Loss(nn.Module):
    """The loss as a module, since :func:`torch.func.functional_call` accepts only modules."""

    def __init__(self, network: Transformer) -> None:
        super().__init__()
        self.network = network

    def forward(self, batch: Batch, label_smoothing: float, r_drop: float) -> BatchLoss:
        return batch_loss(self.network, batch, label_smoothing, r_drop=r_drop)


@contextmanager
def _rounding_outputs(network: Transformer) -> Iterator[None]:
    tables = [network.embedding(stack) for stack in network.config.stacks]
    biases = [bias for bias in (network.encoder_bias, network.decoder_bias) if bias is not None]
    norms = [module for module in network.modules() if isinstance(module, _NORMS)]
    with ExitStack() as hooks:
        for norm in norms:
            hooks.callback(
                norm.register_forward_pre_hook(lambda _, given: (given[0].float(),)).remove
            )
        for module in (*tables, *biases, *norms):
            rounding = module.register_forward_hook(lambda _, given, out: out.to(torch.bfloat16))
            hooks.callback(rounding.remove)
        yield


@contextmanager
def _sharing_masks(network: Transformer) -> Iterator[None]:
    masks = DrawnMasks()
    dropouts = [module for module in network.modules() if isinstance(module, Dropout)]
    for dropout in dropouts:
        dropout.masks = masks
    try:
        yield
    finally:
        for dropout in dropouts:
            dropout.masks = None


WINDOW = 20
"""Updates over which an exploding loss is judged: a single bad batch is no reason to stop."""

TIMES_CHANCE = 3.0
"""A loss this many times that of uniform guessing does not recover."""


@dataclass(slots=True)
class ExplosionWatch:
    """Detects that all losses of the last updates are far above that of uniform guessing.

    ``vocabulary`` is the number of target tokens: guessing has a loss of ln(vocabulary) nats.
    """

    vocabulary: int
    losses: deque[float] = field(default_factory=lambda: deque(maxlen=WINDOW))
    highest_start: float = 0.0

    def exploded(self, loss: float) -> bool:
        self.highest_start = self.highest_start or loss
        self.losses.append(loss)
        return len(self.losses) == WINDOW and min(self.losses) > self._bound

    @property
    def alarmed(self) -> bool:
        return bool(self.losses) and self.losses[-1] > self._bound

    @property
    def _bound(self) -> float:
        return TIMES_CHANCE * max(math.log(self.vocabulary), self.highest_start)


MARGIN = 1.0
"""Nats above the running mean that count as divergence."""

PATIENCE = 5
"""Updates in a row with such a loss."""

_SMOOTHING = 0.05


@dataclass(slots=True)
class DivergenceWatch:
    """Detects a loss that has left its running mean for good, or is NaN."""

    mean: float = math.inf
    above: int = 0

    def diverged(self, loss: float) -> bool:
        if not math.isfinite(loss):
            return True
        if loss > self.mean + MARGIN:
            self.above += 1
            return self.above == PATIENCE
        self.above = 0
        known = loss if math.isinf(self.mean) else self.mean
        self.mean = known + _SMOOTHING * (loss - known)
        return False

    @property
    def alarmed(self) -> bool:
        return self.above > 0


@dataclass(slots=True)
class EarlyStopping:
    """Counts epochs since the best validation loss; ``patience`` 0 never stops."""

    patience: int
    best: float = math.inf
    stale: int = 0

    def improved(self, loss: float | None) -> bool:
        better = loss is not None and loss < self.best
        self.best = loss if better and loss is not None else self.best
        self.stale = 0 if better or loss is None else self.stale + 1
        return better

    @property
    def enough(self) -> bool:
        return 0 < self.patience <= self.stale
