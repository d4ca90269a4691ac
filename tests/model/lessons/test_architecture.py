"""Table 1 of the paper, and measuring it."""

import math
from itertools import count, product

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from model.lessons.architecture import (
    LAYER_TYPES,
    TIMED_LAYERS,
    Extent,
    LayerTime,
    layer_costs,
    multiply_adds,
)
from model.lessons.with_torch.architecture import (
    RUNS,
    SECONDS,
    layer_run,
    restricted_attention,
    timing_steps,
)
from model.network.attention import scaled_dot_product_attention
from tests.every import every

CPU = torch.device("cpu")


def test_the_table_for_a_sentence_of_the_paper():
    """n = 70, d = 512, k = 3, r = 10, worked out by hand."""
    costs = [layer_costs(layer, Extent(n=70, d=512, k=3, r=10)) for layer in LAYER_TYPES]
    operations, sequential, paths = zip(*costs, strict=True)
    assert operations == (2_508_800, 18_350_080, 55_050_240, 358_400)
    assert sequential == (1, 70, 1, 1)
    assert paths == pytest.approx([1, 70, math.log(70, 3), 7])


def test_self_attention_is_cheaper_than_recurrence_as_long_as_n_is_below_d():
    extents = [Extent(n=n, d=512) for n in (64, 511, 512, 513)]
    attention, recurrence = (
        [layer_costs(layer, extent).operations for extent in extents]
        for layer in ("self_attention", "recurrent")
    )
    assert list(np.sign(np.subtract(attention, recurrence))) == [-1, -1, 0, 1]
    small = Extent(n=4, d=8, k=3, r=10)  # nothing is wider than the sentence
    assert layer_costs("convolutional", Extent(n=2, d=8, k=3)).path == 1
    assert layer_costs("restricted", small) == layer_costs("self_attention", small)


@every("window", [1, 2, 3, 4, 7, 16, 23])
@every("length", [1, 2, 9, 23])
def test_restricted_attention_is_attention_with_a_band(window, length):
    q, k, v = torch.randn(3, length, 6, generator=torch.Generator().manual_seed(0))
    place = torch.arange(length)
    apart = place[None, :] - place[:, None]
    band = (apart >= -(window // 2)) & (apart < window - window // 2)
    expected = scaled_dot_product_attention(q, k, v, band)[0]
    torch.testing.assert_close(restricted_attention(q, k, v, window=window), expected)


def test_restricted_attention_works_in_proportion_to_the_length():
    def flops(length: int) -> int:
        x = torch.zeros(length, 8)
        with FlopCounterMode(display=False) as counter:
            restricted_attention(x, x, x, window=4)
        return counter.get_total_flops()

    assert flops(64) == 2 * flops(32) == 4 * flops(16)


def test_multiply_adds_are_those_of_the_layer_that_is_measured():
    extent = Extent(n=6, d=8, k=3)
    for layer in ("self_attention", "projected_attention"):
        run = layer_run(layer, extent, device=CPU)
        with FlopCounterMode(display=False) as counter:
            run()
        assert multiply_adds(layer, extent) == counter.get_total_flops() / 2
    for layer, module in (("recurrent", nn.RNN(8, 8)), ("convolutional", nn.Conv1d(8, 8, 3))):
        named = module.named_parameters()
        weights = sum(part.numel() for name, part in named if "weight" in name)
        assert multiply_adds(layer, extent) == 6 * weights  # one each at each position


def test_every_layer_keeps_the_shape():
    for layer, k in product(TIMED_LAYERS, (2, 3)):
        with torch.no_grad():
            assert layer_run(layer, Extent(n=5, d=4, k=k, r=2), device=CPU)().shape == (5, 4)


def clock_of(*seconds: float):
    """A clock under which the runs take so long, the last of them again and again."""

    def ticks():
        now = 0.0
        for run in count():
            yield now
            now += seconds[min(run, len(seconds) - 1)]
            yield now

    return ticks().__next__


def measured(*seconds: float) -> LayerTime:
    steps = timing_steps(
        [Extent(n=3, d=2)], layers=["restricted"], device=CPU, clock=clock_of(*seconds)
    )
    (found,) = (step for step in steps if step is not None)
    return found


def test_a_time_is_the_median_of_several_runs_more_of_quick_layers():
    assert measured(5.0, 1.0, 2.0) == LayerTime(
        layer="restricted", extent=Extent(n=3, d=2), seconds=2.0, runs=RUNS[0]
    )
    assert measured(SECONDS / 1000).runs == RUNS[1]
    assert measured(SECONDS / 5.5).runs == 6


def test_every_layer_is_measured_at_every_extent_and_can_be_stopped_after_each_run():
    extents = [Extent(n=4, d=8), Extent(n=8, d=8)]
    before = torch.get_rng_state()
    steps = list(timing_steps(extents, device=CPU, clock=clock_of(1.0)))
    assert torch.equal(torch.get_rng_state(), before)
    times = [step for step in steps if step is not None]
    wanted = [(layer, extent) for extent in extents for layer in TIMED_LAYERS]
    assert [(time.layer, time.extent) for time in times] == wanted
    assert steps.count(None) == len(wanted) * (1 + RUNS[0])
