"""One sentence translated with its positions, with wrong ones, and without. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from model.traces.trace import StopReason

Alteration = Literal["removed", "shuffled"]
"""What is done to positions: no row is added to any token, or that of another position."""

AlteredSide = Literal["source", "target", "both"]
"""Whose positions are altered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlteredTranslation:
    """A translation by a model whose positions are as they should be, or altered.

    Attributes:
        how: what was done to the positions; None = nothing.
        tokens: of the target, ``</s>`` included if it came.
        text: the target.
        source_rows: for each source token the position whose row was added to it, or None if
            none was.
        log_probability: of the whole target, natural logarithm, as that model finds it.
        stop: why decoding ended.
    """

    how: Alteration | None
    tokens: tuple[str, ...]
    text: str
    source_rows: tuple[int | None, ...]
    log_probability: float
    stop: StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class AlteredRecord:
    """One sentence three times: as it is, shuffled, removed.

    Attributes:
        source_text, source_tokens: what was translated, ``</s>`` included.
        side: whose positions were altered.
        seed: which exchange of rows it is.
    """

    source_text: str
    source_tokens: tuple[str, ...]
    side: AlteredSide
    seed: int
    translations: tuple[AlteredTranslation, ...]
