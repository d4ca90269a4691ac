"""The masks of one padded batch, as they were used; one head under other masks. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass

from model.arrays import BoolArray
from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.special_tokens import Ids


@dataclass(frozen=True, eq=False, kw_only=True)
class MaskRecord:
    """Masks of a batch, True = may attend; all read-only.

    Attributes:
        texts: the sentences, as they were read.
        src_ids, tgt_ids: the same rows as the tokens, for a model to read again.
        src_tokens, tgt_tokens: a row of tokens for each sentence, padded with ``<pad>``; the
            target begins with ``<s>``: what the decoder reads.
        source_padding: ``[batch, source]``, whether a key holds a token.
        causal: ``[target, target]``.
        target: padding and causal combined, ``[batch, target, target]``.
        cross: ``[batch, target, source]``.
    """

    texts: tuple[str, ...] = ()
    src_ids: tuple[Ids, ...] = ()
    tgt_ids: tuple[Ids, ...] = ()
    src_tokens: tuple[tuple[str, ...], ...]
    tgt_tokens: tuple[tuple[str, ...], ...]
    source_padding: BoolArray
    causal: BoolArray
    target: BoolArray
    cross: BoolArray

    @property
    def target_padding(self) -> BoolArray:
        """``[batch, target]``, whether a key holds a token: the last query sees all before it."""
        return self.target[:, -1]


@dataclass(frozen=True, eq=False, kw_only=True)
class MaskChange:
    """The same head reading the same tokens twice.

    Attributes:
        before: under the model's own masks.
        after: under the edited ones; the same object where nothing is edited.
    """

    before: HeadAnatomy
    after: HeadAnatomy
