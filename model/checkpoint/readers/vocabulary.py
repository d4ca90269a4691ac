"""A foreign vocabulary in our order: the special tokens first, the rest as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from model import values
from model.messages import ConfigError
from model.special_tokens import BOS_ID, SPECIAL_TOKENS


class SpecialIds(NamedTuple):
    """Foreign ids of what we call ``<pad>``, ``<s>``, ``</s>`` and ``<unk>``; None: there is none.

    ``start`` is what a decoder is fed first, which many models have no token of its own for.
    """

    pad: int | None
    start: int | None
    end: int | None
    unknown: int | None


class Vocabulary(NamedTuple):
    """Pieces by our ids.

    Attributes:
        pieces: of each id.
        rows: of each id the foreign one, whose row its tables have; −1 where there is none.
        forbidden: ids that the model never predicts: a start that is another token's copy, and
            what was made up.
    """

    pieces: tuple[str, ...]
    rows: tuple[int, ...]
    forbidden: tuple[int, ...]

    def ours(self, foreign: int) -> int:
        """Our id of a foreign one; of several, that of the token itself and not of its copy.

        Raises:
            ConfigError: there is no such id.
        """
        found = [index for index, row in enumerate(self.rows) if row == foreign]
        if not found:
            raise ConfigError("The vocabulary has no token {id}.", id=foreign)
        return found[0] if len(found) == 1 else next(i for i in found if i != BOS_ID)


def in_our_order(
    pieces: Sequence[str], special: SpecialIds, *, never: Sequence[int] = ()
) -> Vocabulary:
    """Put a vocabulary into our order.

    Args:
        pieces: in the order of the foreign ids.
        special: which of them are special.
        never: foreign ids that are never predicted.

    Raises:
        ConfigError: a special token has an id beyond the pieces.
    """
    for name, index in special._asdict().items():
        if index is not None:
            values.whole(0, len(pieces) - 1)(f"the id of the token “{name}”", index)
    first = [-1 if index is None else index for index in special]
    taken = {special.pad, special.end, special.unknown}
    if special.start is not None and _is_start_alone(special):
        taken.add(special.start)
    rest = [index for index in range(len(pieces)) if index not in taken]
    rows = (*first, *rest)
    kept = (*SPECIAL_TOKENS, *(pieces[index] for index in rest))
    made_up = {place for place, row in enumerate(first) if row < 0}
    copies = set() if _is_start_alone(special) else {BOS_ID}
    forbidden = made_up | copies | {place for place, row in enumerate(rows) if row in never}
    return Vocabulary(kept, rows, tuple(sorted(forbidden & {*range(len(rows))})))


def _is_start_alone(special: SpecialIds) -> bool:
    """Whether the start has no other role; then no copy of its row is needed."""
    return special.start not in {special.pad, special.end, special.unknown, None}
