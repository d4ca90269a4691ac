"""Translating with a model of the shelf, and the masks of a batch."""

from __future__ import annotations

from collections.abc import Iterator

from model.mask_record import MaskRecord
from model.trace import Trace
from viz_app.jobs.shelf import Shelf


def translation_steps(shelf: Shelf, key: int | None, text: str) -> Iterator[Trace]:
    """The trace of a sentence as it grows.

    Raises:
        UserError: there is no such model, or the sentence cannot be translated.
    """
    from model.decoding import translate_steps

    yield from translate_steps(shelf.take(key), text)


def masks_steps(
    shelf: Shelf, key: int | None, text: str, *, companion: str
) -> Iterator[MaskRecord | None]:
    """The masks of a batch of two sentences.

    Without a ``companion`` it is one of another length, so that there is padding to see.

    Raises:
        UserError: there is no such model, or one of the two cannot be translated.
    """
    from model.mask_batches import mask_steps
    from model.samples import companion_for

    model = shelf.take(key)
    yield from mask_steps(model, (text, companion or companion_for(model, text)))
