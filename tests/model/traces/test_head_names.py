"""Names of heads: hand-made heads have those they are made for, and no others have any."""

import dataclasses

import numpy as np
import pytest

from model.messages import Message
from model.traces.head_names import NAMED_FROM, HeadNames, NameTests
from tests.viz_app.states import SOURCE, TARGET, trace_of

ALIGNED = {0: [2], 1: [1], 3: [0, 2]}
MOST = 0.9  # of a row's weight, where its test says


def row_of(size, keys):
    """``[key]``: most of the weight on ``keys``, the rest on all."""
    row = np.full(size, (1 - MOST) / size, dtype=np.float32)
    row[[*keys]] += MOST / len(keys)
    return row


def made_trace():
    """Heads by kind: 0 has the first name of the kind, 1 the second, 2 the third, 3 is uniform."""
    n = len(SOURCE)
    every = [
        [(max(row - 1, 0),) for row in range(n)],
        [(row,) for row in range(n)],
        [(0,)] * n,
        [range(n)] * n,
    ]
    encoder = np.array([[[row_of(n, keys) for keys in head] for head in every]])
    trace = trace_of(layers=1, heads=4)
    steps = []
    for step in trace.steps:
        row = step.index
        own = [(max(row - 1, 0),), (row,), (0,), range(row + 1)]
        across = [ALIGNED.get(row, range(n)), (row % n,), (0,), range(n)]
        made = {
            "decoder_rows": np.array([[row_of(row + 1, keys) for keys in own]]),
            "cross_rows": np.array([[row_of(n, keys) for keys in across]]),
        }
        steps.append(dataclasses.replace(step, **made))
    return dataclasses.replace(trace, encoder_weights=encoder, steps=tuple(steps), recording=None)


def named(trace, aligned=None):
    tests = NameTests()
    tests.add(trace, aligned)
    tests.add(trace, aligned)
    return HeadNames(
        model_key=1, sample=Message("two sentences"), n=2, total=2, scores=tests.scores()
    )


def test_a_head_has_the_name_that_it_is_made_for():
    names = named(made_trace(), ALIGNED)
    for kind, expected in (
        ("encoder", ("previous", "diagonal", "first", None)),
        ("decoder", ("previous", "diagonal", "first", None)),
        ("cross", ("alignment", "diagonal", "first", None)),
    ):
        for head, name in enumerate(expected):
            found = names.of(kind, 0, head)
            assert [each for each, _ in found] == [name] * (name is not None), (kind, head)
            assert all(NAMED_FROM <= score <= 1 for _, score in found)


def test_a_score_is_the_mean_weight_of_rows_with_a_choice():
    trace = made_trace()
    scores = named(trace, ALIGNED).scores
    weights, n = trace.encoder_weights[0, 3], len(SOURCE)
    expected = np.mean([weights[row, row - 1] for row in range(1, n)])
    assert scores["encoder", "previous"][0, 3] == pytest.approx(expected, abs=1e-6)
    # the first decoder row has one key only: it has no choice
    rows = [step.decoder_rows[0, 3, 0] for step in trace.steps[1:]]
    assert len(rows) == len(TARGET) - 1
    assert scores["decoder", "first"][0, 3] == pytest.approx(np.mean(rows), abs=1e-6)
    chosen = [trace.steps[row].cross_rows[0, 0, keys].sum() for row, keys in ALIGNED.items()]
    assert scores["cross", "alignment"][0, 0] == pytest.approx(np.mean(chosen), abs=1e-6)


def test_without_right_links_nothing_is_an_alignment_and_random_heads_have_no_names():
    assert ("cross", "alignment") not in named(made_trace()).scores
    names = named(trace_of(), ALIGNED)
    assert not any(
        names.of(kind, layer, head)
        for kind in ("encoder", "decoder", "cross")
        for layer, head in np.ndindex(2, 2)
    )
