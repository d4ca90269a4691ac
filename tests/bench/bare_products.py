"""The products that decoding a token cannot do without: a row times every matrix it meets."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

import numpy as np
import torch
import torch.nn.functional as F

from model.decoding.trained import TrainedModel
from model.network.layers import DecoderLayer
from model.traces.trace import Trace

OF_BARE_PRODUCTS = 2.0
ROUNDS = 40
Result = TypeVar("Result")


def matrices(model: TrainedModel) -> list[torch.Tensor]:
    """Of the decoder's layers and the output, those of keys and values of the source left out.

    The products of queries, keys, weights and values are left out, too: they are small.
    """
    used = []
    for layer in model.network.decoder_layers:
        assert isinstance(layer, DecoderLayer)
        own, cross, wide = layer.attention, layer.cross, layer.feed_forward
        used += [own.w_q, own.w_k, own.w_v, own.w_o, cross.w_q, cross.w_o, wide.w_1, wide.w_2]
    return [part.weight.detach() for part in (*used, model.network.output)]


def bare_products(model: TrainedModel) -> Mapping[str, Callable[[], None]]:
    """Those of one token, by each library that could do them; rows are made beforehand."""
    weights = matrices(model)
    rows = {weight.size(1): torch.ones(1, 1, weight.size(1)) for weight in weights}
    arrays = {size: row.numpy()[0, 0] for size, row in rows.items()}
    places = {len(weight): np.empty(len(weight), np.float32) for weight in weights}
    ready = [(one.numpy(), arrays[one.size(1)], places[len(one)]) for one in weights]

    def by_torch() -> None:
        with torch.inference_mode():
            for weight in weights:
                F.linear(rows[weight.size(1)], weight)

    def by_numpy() -> None:
        for weight, row, place in ready:
            np.vecdot(weight, row, out=place)

    return {"torch": by_torch, "numpy": by_numpy}


def of_bare_products(model: TrainedModel, translate: Callable[[], Iterator[Trace]]) -> float:
    """CPU time of a translation's steps over that of as many bare products.

    A step is all that comes after the encoder from one trace to the next: recorded weights,
    candidates, entropy, the text so far. By turns with it the products are done, so that all find
    the same in the processor's caches; of the libraries for them the fastest counts. Noise makes
    times longer and never shorter: of each step the shortest time of all rounds is taken.
    """
    products = bare_products(model)
    rounds = [list(_side_by_side(translate(), products.values())) for _ in range(ROUNDS)]
    shortest = np.min(rounds, axis=0)  # [step, ours and each library]
    our, *bare = shortest.mean(axis=0)
    print(f"\nµs a token: ours {our:.0f}; bare products by", end=" ")
    print(*(f"{name} {time:.0f}" for name, time in zip(products, bare, strict=True)), sep=", ")
    print(f"{our / min(bare):.2f} × the fastest bare products")
    return float(our / min(bare))


def _side_by_side(
    traces: Iterator[Trace], products: Collection[Callable[[], None]]
) -> Iterator[list[float]]:
    """Microseconds of each step, and of each library's products beside it."""
    next(traces)
    while (done := _microseconds(lambda: next(traces, None)))[1] is not None:
        yield [done[0], *(_microseconds(multiply)[0] for multiply in products)]


def _microseconds(work: Callable[[], Result]) -> tuple[float, Result]:
    """Of CPU time; and what came of it."""
    start = time.process_time_ns()
    result = work()
    return (time.process_time_ns() - start) / 1000, result
