"""Special tokens with their ids, which every vocabulary starts with."""

from __future__ import annotations

from typing import Literal

Ids = tuple[int, ...]
"""The token ids of a sentence."""

Level = Literal["word", "bpe"]
"""Words whole, or in learned pieces."""

PAD, BOS, EOS, UNK = "<pad>", "<s>", "</s>", "<unk>"
PAD_ID, BOS_ID, EOS_ID, UNK_ID = range(4)
SPECIAL_TOKENS = (PAD, BOS, EOS, UNK)

CLS, SEP = "[CLS]", "[SEP]"

HIDDEN_TOKENS = frozenset({PAD, BOS, EOS, CLS, SEP})
"""Tokens that stand for no word: ours, and those that BERT reads around a sentence.

``<unk>`` stands for one that the model does not know.
"""
