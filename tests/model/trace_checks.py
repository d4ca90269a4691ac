"""What a trace should hold, by one forward pass without cache."""

import numpy as np
import torch

from model.decoding.trained import TrainedModel
from model.special_tokens import BOS_ID
from model.traces.trace import Trace


def full_logits(model: TrainedModel, trace: Trace) -> np.ndarray:
    """``[steps, vocabulary]`` from one forward pass over the whole target, without cache."""
    ids = [BOS_ID, *(step.token_id for step in trace.steps)][:-1]
    with torch.no_grad():
        return model.network(torch.tensor([trace.source_ids]), torch.tensor([ids]))[0].numpy()


def decoder_ids(trace: Trace) -> list[int]:
    return [step.token_id for step in trace.steps]


def assert_same_translation(one: Trace, other: Trace) -> None:
    """Everything that was recorded is equal, to the last bit."""
    assert (one.translation, one.stop) == (other.translation, other.stop)
    np.testing.assert_array_equal(one.encoder_weights, other.encoder_weights)
    for left, right in zip(one.steps, other.steps, strict=True):
        assert left.candidates == right.candidates
        assert (left.fed, left.token, left.log_probability, left.entropy) == (
            right.fed,
            right.token,
            right.log_probability,
            right.entropy,
        )
        np.testing.assert_array_equal(left.decoder_rows, right.decoder_rows)
        np.testing.assert_array_equal(left.cross_rows, right.cross_rows)
