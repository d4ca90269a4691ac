"""Translating with the current model, and the masks of a batch."""

from __future__ import annotations

from collections.abc import Iterator

from model.mask_record import MaskRecord
from model.trace import Trace
from viz_app.jobs.shelf import Shelf


def translation_steps(shelf: Shelf, text: str) -> Iterator[Trace]:
    """The trace of a sentence as it grows.

    Raises:
        SourceError: the sentence cannot be translated.
    """
    from model.decoding import translate_steps

    yield from translate_steps(shelf.current, text)


def masks_steps(shelf: Shelf, texts: tuple[str, ...]) -> Iterator[MaskRecord | None]:
    """The masks of a batch of sentences.

    Raises:
        SourceError: one of them cannot be translated.
    """
    from model.mask_batches import mask_steps

    yield from mask_steps(shelf.current, texts)
