"""What the worker is asked about one head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.traces.trace import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadQuestion:
    """Which head, of which model, while it read what.

    Attributes:
        model_key: under which the worker holds the model.
        text: the source.
        src_ids: its ids, as the model read them; ``</s>`` included.
        tgt_ids: fed to the decoder, ``<s>`` first.
    """

    model_key: int
    text: str
    src_ids: tuple[int, ...]
    tgt_ids: tuple[int, ...]
    kind: Kind
    layer: int
    head: int
