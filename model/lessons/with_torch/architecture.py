"""Records of the architecture lesson, computed from a model with torch."""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.arrays import frozen
from model.config import STACKS, ModelConfig, Norm, Stack
from model.decoding.trained import TrainedModel, float_array
from model.lessons import architecture
from model.network.attention import MultiHeadAttention, scaled_dot_product_attention
from model.network.layers import DecoderLayer, EncoderLayer, FeedForward, Residual
from model.network.transformer import Embedding, Heard, Transformer, listening
from model.runs.progress import Clock

Passes = Mapping[nn.Module, Heard]
NormModule = nn.LayerNorm | nn.RMSNorm


def architecture_record(
    model: TrainedModel, src_ids: Sequence[int], tgt_ids: Sequence[int]
) -> architecture.ArchitectureRecord:
    """Run one sentence through a model and describe every block.

    No dropout; ``src_ids`` end on ``</s>``, ``tgt_ids`` begin with ``<s>`` and are fed at once.
    """
    with model.evaluating() as network:
        passes = _passes(network, src_ids, tgt_ids)
    blocks = architecture.architecture_blocks(
        model.config,
        n_source=len(src_ids),
        n_target=len(tgt_ids),
        src_vocabulary=network.vocabularies.source,
        tgt_vocabulary=network.vocabularies.target,
    )
    return architecture.ArchitectureRecord(
        config=model.config,
        src_tokens=model.src_tokenizer.tokens(src_ids),
        tgt_tokens=model.tgt_tokenizer.tokens(tgt_ids),
        blocks=tuple(_with_statistics(network, block, passes) for block in blocks),
        streams=tuple(_stream(network, side, passes) for side in model.config.stacks),
        device=model.device.type,
    )


def _passes(network: Transformer, src_ids: Sequence[int], tgt_ids: Sequence[int]) -> Passes:
    """Inputs and outputs ``[position, d_model]`` of the modules shown, in one forward pass."""
    device = network.output.weight.device
    src, tgt = (torch.tensor([list(ids)], device=device) for ids in (src_ids, tgt_ids))
    shown = NormModule | Embedding | MultiHeadAttention | FeedForward
    # without a norm they pass the stream on
    ends = {network.last_norm(side) for side in network.config.stacks}
    modules = {module for module in network.modules() if isinstance(module, shown)} | ends
    with listening(modules) as heard:
        network(src, tgt)
    return {module: Heard(one.x[0], one.output[0]) for module, one in heard.items()}


def _with_statistics(
    network: Transformer, block: architecture.Block, passes: Passes
) -> architecture.Block:
    norm = _norm_of(network, block)
    if norm is None:
        return block
    x, output = passes[norm]
    shape, epsilon = norm.normalized_shape, norm.eps or 0.0
    normalise = F.layer_norm if isinstance(norm, nn.LayerNorm) else F.rms_norm
    shift = norm.bias if isinstance(norm, nn.LayerNorm) else torch.zeros_like(norm.weight)
    stages = {"before": x, "normalised": normalise(x, shape, eps=epsilon), "after": output}
    moments = {f"mean_{name}": values.mean(-1) for name, values in stages.items()}
    moments |= {f"variance_{name}": values.var(-1, correction=0) for name, values in stages.items()}
    statistics = architecture.NormStatistics(
        **{name: float_array(values) for name, values in moments.items()},
        alpha=float_array(norm.weight),
        b=float_array(shift),
        epsilon=epsilon,
    )
    return dataclasses.replace(block, norm=statistics)


def _stream(network: Transformer, side: Stack, passes: Passes) -> architecture.Stream:
    layers = list(enumerate(network.layers(side)))
    names = architecture.sublayers(network.config, side)
    points = [architecture.StreamPoint(index, name) for index, _ in layers for name in names]
    places = [_place(layer, name) for _, layer in layers for name in names]
    norms = [residual.norm for _, residual in places]
    if network.config.norm == "post":
        after = [passes[norm].output for norm in norms]
    else:  # the next norm reads it
        after = [passes[norm].x for norm in (*norms[1:], network.last_norm(side))]
    xs = [passes[network.embedding(side)].output, *after]
    updates = [passes[sublayer].output for sublayer, _ in places]
    return architecture.Stream(
        side=side,
        points=(architecture.StreamPoint(), *points),
        lengths=float_array(torch.stack(xs).norm(dim=-1)),  # [point, position]
        updates=float_array(torch.stack(updates).norm(dim=-1)),  # [point - 1, position]
    )


def _norm_of(network: Transformer, block: architecture.Block) -> NormModule | None:
    found: nn.Module | None = None
    if block.kind == "final_norm":
        found = network.last_norm(block.side)
    elif block.kind == "embedding_norm":
        found = network.embedding(block.side).norm
    elif block.kind == "norm" and block.layer is not None and block.sublayer is not None:
        _, residual = _place(network.layers(block.side)[block.layer], block.sublayer)
        found = residual.norm
    return found if isinstance(found, NormModule) else None


def _place(
    layer: EncoderLayer | DecoderLayer, name: architecture.Sublayer
) -> tuple[nn.Module, Residual]:
    if name == "feed_forward":
        return layer.feed_forward, layer.feed_forward_residual
    if name == "cross_attention" and isinstance(layer, DecoderLayer):
        return layer.cross, layer.cross_residual
    return layer.attention, layer.attention_residual


RUNS = (3, 101)
"""Minimum and maximum number of runs for a median."""

SECONDS = 0.1
"""Time after which no further run begins, once there are enough."""

Run = Callable[[], object]


def timing_steps(
    extents: Sequence[architecture.Extent],
    *,
    device: torch.device,
    layers: Sequence[architecture.TimedLayer] = architecture.TIMED_LAYERS,
    clock: Clock = time.perf_counter,
) -> Iterator[architecture.LayerTime | None]:
    """Time every layer at every extent: forward, one sentence, float32, no gradients.

    Yields each measurement, and None after each single run, where it can be stopped. The state of
    the random generators is not changed.
    """
    for extent in extents:
        for layer in layers:
            run = layer_run(layer, extent, device=device)
            seconds: list[float] = []
            _timed(run, device, clock)  # the first finds no memory and no plan
            yield None
            least, most = RUNS
            while len(seconds) < least or (len(seconds) < most and sum(seconds) < SECONDS):
                seconds.append(_timed(run, device, clock))
                yield None
            yield architecture.LayerTime(
                layer=layer, extent=extent, seconds=statistics.median(seconds), runs=len(seconds)
            )


def layer_run(
    layer: architecture.TimedLayer, extent: architecture.Extent, *, device: torch.device
) -> Run:
    """One forward pass over random numbers ``[n, d]``; the same each time.

    - ``self_attention``: softmax(QKᵀ/√d)V with one head, what the table counts;
    - ``projected_attention``: the same in a layer with its four projections;
    - ``recurrent``: ``nn.RNN`` (tanh), d → d;
    - ``convolutional``: ``nn.Conv1d``, d → d, kernel k, padded to keep the length;
    - ``restricted``: one head over a window of r.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        x = torch.randn(extent.n, extent.d).to(device)
        module: nn.Module = nn.Identity()
        if layer == "projected_attention":
            module = MultiHeadAttention(d_model=extent.d, n_heads=1, dropout=0.0)
        elif layer == "recurrent":
            module = nn.RNN(extent.d, extent.d, batch_first=True)
        elif layer == "convolutional":
            module = nn.Conv1d(extent.d, extent.d, extent.k, padding=extent.k // 2)
        module = module.to(device).eval()
    if layer == "self_attention":
        return lambda: scaled_dot_product_attention(x, x, x)[0]
    if layer == "restricted":
        return lambda: restricted_attention(x, x, x, window=min(extent.r, extent.n))
    if isinstance(module, MultiHeadAttention):
        return lambda: module(x[None], module.keys_values(x[None]), None, record=True)[0][0]
    if isinstance(module, nn.RNN):
        return lambda: module(x[None])[0][0]
    return lambda: module(x.T[None])[0, :, : extent.n].T


def _timed(run: Run, device: torch.device, clock: Clock) -> float:
    _wait_for(device)
    start = clock()
    with torch.inference_mode():
        run()
    _wait_for(device)
    return clock() - start


def _wait_for(device: torch.device) -> None:
    # CUDA kernels run asynchronously.
    if device.type == "cuda":  # pragma: no cover - needs such a device
        torch.cuda.synchronize(device)
    elif device.type == "mps":  # pragma: no cover - needs such a device
        torch.mps.synchronize()


def restricted_attention(q: Tensor, k: Tensor, v: Tensor, *, window: int) -> Tensor:
    """The context of each query from the ``window`` keys around it (Vaswani et al., section 4).

    Queries are taken in blocks of ``window``; each block attends to two windows of keys with a band
    mask. So the work grows as r·n·d, about twice the minimum, and no ``[query, key]`` matrix is
    made.

    All ``[length, d]`` → ``[length, d]``.
    """
    length, before = q.size(0), window // 2
    blocks = -(-length // window)
    padded = blocks * window
    queries = F.pad(q, (0, 0, 0, padded - length)).view(blocks, window, -1)  # [block, query, d]
    around = (0, 0, before, padded - length + window - before)
    # block b has the keys b·window − before … + 2·window
    keys, values = (
        F.pad(x, around).unfold(0, 2 * window, window).transpose(1, 2)  # [block, 2·window, d]
        for x in (k, v)
    )
    places = torch.arange(2 * window, device=q.device)
    query = places[:window, None]
    band = (places >= query) & (places < query + window)  # [query, 2·window]
    position = torch.arange(blocks, device=q.device)[:, None, None] * window - before + places
    mask = band & (position >= 0) & (position < length)  # [block, query, 2·window]
    context, _ = scaled_dot_product_attention(queries, keys, values, mask)
    return context.reshape(padded, -1)[:length]  # [length, d]


SEEDS = (0, 1, 2, 3, 4)
"""One network of each kind is drawn from each."""


class _Measured(NamedTuple):
    """Of one network: the gradient norms of each layer's W₂, and the loss."""

    encoder: list[float]
    decoder: list[float]
    loss: float


def norm_gradient_steps(
    model: TrainedModel,
    src_ids: Sequence[int],
    tgt_ids: Sequence[int],
    *,
    n_layers: int | None = None,
    seeds: Sequence[int] = SEEDS,
) -> Iterator[architecture.NormComparison | None]:
    """Untrained networks of a model's size, one post-norm and one pre-norm per seed.

    One forward and one backward pass over this sentence, without dropout. Yields the comparison
    after both networks of a seed, and None in between, where it can be stopped.

    ``tgt_ids`` is the whole target, ``<s>`` to ``</s>``: the decoder reads all but the last and
    predicts all but the first; an encoder without decoder predicts them from the source. The model
    gives sizes (``n_layers`` of each side by default), vocabularies and device, not its weights.
    """
    config = dataclasses.replace(model.config, dropout=0.0, final_norm=None)
    if n_layers:
        own: dict[str, Any] = {
            f"{stack}_layers": None if config.depth(stack) else 0 for stack in STACKS
        }
        config = dataclasses.replace(config, n_layers=n_layers, **own)
    measured: dict[Norm, list[_Measured]] = {"post": [], "pre": []}
    for done, seed in enumerate(seeds, start=1):
        for norm, networks in measured.items():
            network = _fresh(model, dataclasses.replace(config, norm=norm), seed)
            yield None
            networks.append(_measure(network, src_ids, tgt_ids))
            yield None
        post, pre = (_gradients(norm, seeds[:done], found) for norm, found in measured.items())
        yield architecture.NormComparison(post=post, pre=pre, done=2 * done, total=2 * len(seeds))


def _fresh(model: TrainedModel, config: ModelConfig, seed: int) -> Transformer:
    # A training in the same thread keeps its random state.
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = Transformer(
            config,
            src_vocab=model.network.vocabularies.source,
            tgt_vocab=model.network.vocabularies.target,
        )
    return network.to(model.device)


def _measure(network: Transformer, src_ids: Sequence[int], tgt_ids: Sequence[int]) -> _Measured:
    device = network.output.weight.device
    src, tgt = (torch.tensor([list(ids)], device=device) for ids in (src_ids, tgt_ids))
    encoder, decoder = (
        [layer.feed_forward.w_2.weight for layer in network.layers(side)] for side in STACKS
    )
    with torch.enable_grad():
        logits = network(src, tgt[:, :-1])  # [1, target, vocabulary]
        loss = F.cross_entropy(logits[0], tgt[0, 1:])
        # no other gradient is kept: a large network's would fill as much memory as itself
        gradients = torch.autograd.grad(loss, [*encoder, *decoder])
    norms = [float(gradient.norm()) for gradient in gradients]
    return _Measured(norms[: len(encoder)], norms[len(encoder) :], loss.item())


def _gradients(
    norm: Norm, seeds: Sequence[int], measured: Sequence[_Measured]
) -> architecture.NormGradients:
    return architecture.NormGradients(
        norm=norm,
        seeds=tuple(seeds),
        encoder=frozen(np.array([one.encoder for one in measured], np.float32)),
        decoder=frozen(np.array([one.decoder for one in measured], np.float32)),
        losses=frozen(np.array([one.loss for one in measured], np.float32)),
    )
