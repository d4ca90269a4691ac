"""One head before and after its masks were edited."""

import numpy as np
import pytest
import torch

from model.decoding.batching import IdPair, make_batch
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.masks.edits import NO_EDITS, MaskCell, MaskEdits
from model.lessons.masks.record import MaskChange
from model.lessons.masks.with_torch.change import change_steps
from model.network.attention import masked_softmax
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.traces.trace import KINDS, Kind

SRC, TGT = (5, 6, 7, EOS_ID), (BOS_ID, 6, 7)
EDITS = MaskEdits(
    frozenset({MaskCell("encoder", 0, 2), MaskCell("decoder", 0, 2), MaskCell("cross", 1, 1)})
)

each_kind = pytest.mark.parametrize("kind", KINDS)


def change(model: TrainedModel, edits: MaskEdits, kind: Kind, **ids) -> MaskChange:
    *_, last = change_steps(
        model,
        ids.get("src", SRC),
        ids.get("tgt", TGT),
        edits=edits,
        kind=kind,
        layer=1,
        head=2,
    )
    assert last is not None
    return last


@each_kind
def test_before_is_what_a_translation_records(untrained: TrainedModel, kind: Kind):
    trace = translate(untrained, "a b c")
    fed = (BOS_ID, *(step.token_id for step in trace.steps[:-1]))
    found = change(untrained, NO_EDITS, kind, src=trace.source_ids, tgt=fed)
    np.testing.assert_allclose(found.before.weights, trace.weights(kind)[1, 2], atol=1e-5)
    assert found.after is found.before


@each_kind
def test_after_has_the_edited_mask_and_the_softmax_of_its_scores(untrained, kind):
    after = change(untrained, EDITS, kind).after
    mask = EDITS.masks(n_source=len(SRC), n_target=len(TGT))[kind]
    np.testing.assert_array_equal(after.mask, mask)
    expected = masked_softmax(torch.tensor(after.scores), torch.tensor(mask))
    np.testing.assert_allclose(after.weights, expected.numpy(), atol=1e-6)
    assert (after.weights[~mask] == 0).all()
    assert (after.weights[mask] > 0).all()


def test_a_flipped_cell_of_the_first_attention_changes_no_score_there(untrained: TrainedModel):
    edits = MaskEdits(frozenset({MaskCell("encoder", 0, 2)}))
    *_, found = change_steps(untrained, SRC, TGT, edits=edits, kind="encoder", layer=0, head=0)
    assert found is not None
    np.testing.assert_array_equal(found.after.scores, found.before.scores)
    assert not np.array_equal(found.after.weights[0], found.before.weights[0])
    np.testing.assert_array_equal(found.after.weights[1:], found.before.weights[1:])


def test_a_padded_sentence_is_read_as_in_its_batch(untrained: TrainedModel):
    pairs = (IdPair(SRC, (*TGT, EOS_ID)), IdPair((5, EOS_ID), (BOS_ID, 8, EOS_ID)))
    batch = make_batch(pairs, untrained.device)
    with torch.no_grad():
        encoded = untrained.network.encode(batch.src, batch.src_mask, record=True)
    src, tgt = batch.src[1].tolist(), batch.tgt_in[1].tolist()
    assert PAD_ID in src
    found = change(untrained, NO_EDITS, "encoder", src=src, tgt=tgt)
    assert encoded.weights is not None
    np.testing.assert_allclose(found.before.weights, encoded.weights[1, 1, 2].numpy(), atol=1e-5)


def test_it_can_be_stopped_between_the_two(untrained: TrainedModel):
    steps = change_steps(untrained, SRC, TGT, edits=EDITS, kind="cross", layer=0, head=0)
    assert next(steps) is None
    assert isinstance(next(steps), MaskChange)
