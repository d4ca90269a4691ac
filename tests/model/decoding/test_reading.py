"""A source and a whole target, recorded, against passes of the network with masks by hand."""

import numpy as np
import pytest
import torch

from model.decoding.reading import Reading, read_source, read_target
from model.decoding.trained import TrainedModel
from model.special_tokens import BOS_ID
from tests.model import one_stack
from tests.model.builders import config, untrained_model

TEXT = "a b c d e"
FED = (BOS_ID, 5, 6, 7)
WHOLE = torch.ones(1, 1, 1, 6, dtype=torch.bool)
ODD = torch.tensor([True, False, True, True, False, True]).expand(1, 1, 6, 6)
"""Takes two keys from every query of the source."""


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    return untrained_model(config())


@pytest.fixture(scope="module")
def reading(model: TrainedModel) -> Reading:
    return read_source(model, model.prepared(TEXT))


@pytest.mark.parametrize("mask", [None, ODD], ids=["own", "given"])
def test_a_source_is_read_with_every_key_unless_there_is_another_mask(
    model: TrainedModel, mask: torch.Tensor | None
):
    source = model.prepared(TEXT)
    found = read_source(model, source, mask)
    with torch.no_grad():
        ids = torch.tensor([source.ids])
        encoded = model.network.encode(ids, WHOLE if mask is None else mask, record=True)
        memory = model.network.project_memory(encoded.memory)
    np.testing.assert_allclose(found.weights, encoded.weights[:, 0].numpy(), atol=1e-6)
    for ours, theirs in zip(found.memory, memory, strict=True):
        torch.testing.assert_close(ours.k, theirs.k)
        torch.testing.assert_close(ours.v, theirs.v)
    assert torch.equal(found.src_mask, WHOLE)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("cross", [False, True])
def test_a_target_is_read_causally_over_every_key_unless_there_are_other_masks(
    model: TrainedModel, reading: Reading, own: bool, cross: bool
):
    tgt_mask = torch.ones(1, 1, 4, 4, dtype=torch.bool) if own else None
    src_mask = ODD[:, :, :4] if cross else None
    found = read_target(model, reading, FED, tgt_mask=tgt_mask, src_mask=src_mask)
    with torch.no_grad():
        decoded = model.network.decode(
            torch.tensor([FED]),
            reading.memory,
            tgt_mask=tgt_mask if own else torch.from_numpy(np.tri(4, dtype=bool)),
            src_mask=src_mask if cross else WHOLE,
            record=True,
        )
    torch.testing.assert_close(found.logits, decoded.logits[0])
    np.testing.assert_allclose(found.decoder, decoded.self_weights[:, 0].numpy(), atol=1e-6)
    np.testing.assert_allclose(found.cross, decoded.cross_weights[:, 0].numpy(), atol=1e-6)
    assert bool(np.triu(found.decoder, 1).any()) == own
    assert bool((found.cross[..., [1, 4]] == 0).all()) == cross


def test_without_an_encoder_there_are_weights_over_nothing():
    gpt = one_stack.gpt()
    reading = read_source(gpt, gpt.prepared(one_stack.GPT_SAMPLE))
    assert (reading.memory, reading.weights.shape) == ((), (0, 4, 0, 0))
    found = read_target(gpt, reading, FED)
    assert (found.decoder.shape, found.cross.shape) == ((3, 4, 4, 4), (3, 4, 4, 0))


def test_a_recording_has_room_for_the_steps_of_every_layer_and_head(reading: Reading):
    own, cross = np.ones((2, 4, 1), np.float32), np.ones((2, 4, 6), np.float32)
    recording = reading.recording(1)
    rows = recording.append(own, cross)
    assert [row.shape for row in rows] == [(2, 4, 1), (2, 4, 6)]
