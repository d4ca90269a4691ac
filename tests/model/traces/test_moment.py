"""The numbers of a moment are means over its traces, head by head."""

import math

import numpy as np
import pytest

from model.decoding.trained import TrainedModel
from model.steps import run_through
from model.traces.head_measures import HEAD_NUMBERS, Moment, Probe, head_numbers
from model.traces.trace import KINDS
from model.training.moments import moment_steps

PROBES = (Probe("a b c", "a b c"), Probe("d e f g h i", "d e f g h i"))


@pytest.fixture(scope="module")
def moment(untrained: TrainedModel) -> Moment:
    return run_through(moment_steps(untrained, PROBES, update=0, epoch=0))


def entropy(matrix: np.ndarray) -> float:
    """Mean of the rows' entropies in bits, word by word from its formula."""
    rows = [sum(-w * math.log2(w) for w in row if w > 0) for row in matrix.tolist()]
    return sum(rows) / len(rows)


def correlation(matrix: np.ndarray) -> float:
    """Of row and column, each cell weighing as much as its weight."""
    joint = matrix.astype(float) / matrix.sum()
    rows, columns = np.indices(matrix.shape)
    mean = [(joint * place).sum() for place in (rows, columns)]
    centred = [place - middle for place, middle in zip((rows, columns), mean, strict=True)]
    spread = math.sqrt(math.prod((joint * one**2).sum() for one in centred))
    return (joint * centred[0] * centred[1]).sum() / spread


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("number", "formula"), [("entropy", entropy), ("diagonality", correlation)]
)
def test_each_number_is_the_mean_over_the_traces(moment, kind, number, formula):
    numbers = moment.numbers[kind, number]
    for layer in range(2):
        for head in range(4):
            expected = [formula(trace.weights(kind)[layer, head]) for trace in moment.traces]
            assert numbers[layer, head] == pytest.approx(np.mean(expected), abs=1e-4)


def test_there_is_one_read_only_number_for_each_head(moment):
    numbers = moment.numbers
    assert set(numbers) == {(kind, number) for kind in KINDS for number in HEAD_NUMBERS}
    for values in numbers.values():
        assert values.shape == (2, 4)
        assert values.dtype == np.float32
        assert not values.flags.writeable
    with pytest.raises(ValueError, match="no trace"):
        head_numbers(())
