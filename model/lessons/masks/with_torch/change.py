"""What edited masks do to one head, for a target that stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.decoding.trained import TrainedModel
from model.lessons.masks.edits import MaskEdits
from model.lessons.masks.record import MaskChange
from model.lessons.one_head.with_torch.anatomy import head_anatomy, record_inputs
from model.traces.trace import Kind


def change_steps(
    model: TrainedModel,
    src_ids: Sequence[int],
    tgt_ids: Sequence[int],
    *,
    edits: MaskEdits,
    kind: Kind,
    layer: int,
    head: int,
) -> Iterator[MaskChange | None]:
    """Read a source and its target under the model's own masks, then under edited ones.

    The whole target is fed at once, as in training, so that all cells of the two have the same
    tokens, and a token may look ahead where its mask allows it. Yields None between the two (a
    place to cancel), and the change at the end.

    ``src_ids`` end on ``</s>``, ``tgt_ids`` begin with ``<s>``; without edits padding may follow.
    """
    before = head_anatomy(record_inputs(model, src_ids, tgt_ids), kind, layer, head)
    if not edits:
        yield MaskChange(before=before, after=before)
        return
    yield None
    masks = edits.masks(n_source=len(src_ids), n_target=len(tgt_ids))
    inputs = record_inputs(model, src_ids, tgt_ids, masks=masks)
    yield MaskChange(before=before, after=head_anatomy(inputs, kind, layer, head))
