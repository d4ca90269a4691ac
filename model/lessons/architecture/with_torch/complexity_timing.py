"""Measuring on this machine what layers of different types cost."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence

import torch
from torch import Tensor, nn

from model.lessons.architecture.complexity import TIMED_LAYERS, Extent, LayerTime, TimedLayer
from model.network.attention import MultiHeadAttention, scaled_dot_product_attention
from model.runs.clock import Clock

RUNS = (3, 101)
"""A median is of at least and of at most so many runs."""

SECONDS = 0.1
"""From then on no further run begins, once there are enough."""

Run = Callable[[], object]


def timing_steps(
    extents: Sequence[Extent],
    *,
    device: torch.device,
    layers: Sequence[TimedLayer] = TIMED_LAYERS,
    clock: Clock = time.perf_counter,
) -> Iterator[LayerTime | None]:
    """Time every layer at every extent, forward, one sentence, float32, without gradients.

    Yields each measurement, and None after each single run: a place to stop. Random numbers are
    drawn apart, so that a training that runs beside keeps its own.
    """
    for extent in extents:
        for layer in layers:
            run = layer_run(layer, extent, device=device)
            seconds: list[float] = []
            with torch.inference_mode():
                run()  # the first finds no memory and no plan
            yield None
            while _wants_more(seconds):
                seconds.append(_timed(run, device, clock))
                yield None
            yield LayerTime(
                layer=layer,
                extent=extent,
                seconds=statistics.median(seconds),
                runs=len(seconds),
            )


def layer_run(layer: TimedLayer, extent: Extent, *, device: torch.device) -> Run:
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
        module = _module(layer, extent).to(device).eval()
    if layer == "self_attention":
        return lambda: scaled_dot_product_attention(x, x, x)[0]
    if layer == "restricted":
        return lambda: restricted_attention(x, x, x, window=min(extent.r, extent.n))
    if isinstance(module, MultiHeadAttention):
        return lambda: module(x[None], module.keys_values(x[None]), None, record=True)[0][0]
    if isinstance(module, nn.RNN):
        return lambda: module(x[None])[0][0]
    return lambda: module(x.T[None])[0, :, : extent.n].T


def _module(layer: TimedLayer, extent: Extent) -> nn.Module:
    if layer == "projected_attention":
        return MultiHeadAttention(d_model=extent.d, n_heads=1, dropout=0.0)
    if layer == "recurrent":
        return nn.RNN(extent.d, extent.d, batch_first=True)
    if layer == "convolutional":
        return nn.Conv1d(extent.d, extent.d, extent.k, padding=extent.k // 2)
    return nn.Identity()


def _wants_more(seconds: Sequence[float]) -> bool:
    least, most = RUNS
    return len(seconds) < least or (len(seconds) < most and sum(seconds) < SECONDS)


def _timed(run: Run, device: torch.device, clock: Clock) -> float:
    _wait_for(device)
    start = clock()
    with torch.inference_mode():
        run()
    _wait_for(device)
    return clock() - start


def _wait_for(device: torch.device) -> None:
    """A GPU computes while Python goes on."""
    if device.type == "cuda":  # pragma: no cover - needs such a device
        torch.cuda.synchronize(device)
    elif device.type == "mps":  # pragma: no cover - needs such a device
        torch.mps.synchronize()


def restricted_attention(q: Tensor, k: Tensor, v: Tensor, *, window: int) -> Tensor:
    """The context of each query from the ``window`` keys around it (Vaswani et al., section 4).

    Positions are taken in blocks of ``window``; each block of queries meets the two windows of
    keys that hold all of its own, and a band among them is masked. So the work grows as r·n·d,
    about twice the least that is possible, and no ``[query, key]`` matrix is ever made.

    All ``[length, d]`` → ``[length, d]``.
    """
    length, before = q.size(0), window // 2
    blocks = -(-length // window)
    padded = blocks * window
    queries = _padded(q, 0, padded - length).view(blocks, window, -1)  # [block, query, d]
    keys, values = (_windows(x, window, before, padded) for x in (k, v))  # [block, 2·window, d]
    mask = _band(window, q.device) & _inside(length, blocks, window, before, q.device)
    context, _ = scaled_dot_product_attention(queries, keys, values, mask)
    return context.reshape(padded, -1)[:length]  # [length, d]


def _windows(x: Tensor, window: int, before: int, padded: int) -> Tensor:
    """Overlapping pieces: block b has positions b·window − before … + 2·window."""
    after = padded - x.size(0) + window - before
    return _padded(x, before, after).unfold(0, 2 * window, window).transpose(1, 2)


def _padded(x: Tensor, before: int, after: int) -> Tensor:
    return torch.nn.functional.pad(x, (0, 0, before, after))


def _band(window: int, device: torch.device) -> Tensor:
    """Query i of a block meets keys i … i + window − 1 of its piece. ``[query, 2·window]``."""
    query = torch.arange(window, device=device)[:, None]
    key = torch.arange(2 * window, device=device)[None, :]
    return (key >= query) & (key < query + window)


def _inside(length: int, blocks: int, window: int, before: int, device: torch.device) -> Tensor:
    """Keys that are positions of the sentence. ``[block, 1, 2·window]``."""
    first = torch.arange(blocks, device=device)[:, None, None] * window - before
    position = first + torch.arange(2 * window, device=device)
    return (position >= 0) & (position < length)
