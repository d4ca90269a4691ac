"""Translating with a model of the shelf, freely or with a given target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.traces.trace import Trace
from viz_app.workbench.jobs.shelf import Shelf


@dataclass(frozen=True, slots=True)
class WrittenIds:
    """The target ids of what the user wrote, without ``</s>``."""

    ids: tuple[int, ...]


def translation_steps(shelf: Shelf, key: int | None, text: str) -> Iterator[Trace]:
    """The trace of a sentence as it grows.

    Raises:
        UserError: there is no such model, or the sentence cannot be translated.
    """
    from model.decoding.greedy import translate_steps

    yield from translate_steps(shelf.take(key), text)


def whole_translation_steps(shelf: Shelf, key: int | None, text: str) -> Iterator[Trace | None]:
    """The trace of a sentence when all of it is there, and nothing before.

    Raises:
        UserError: there is no such model, or the sentence cannot be translated.
    """
    for trace in translation_steps(shelf, key, text):
        yield trace if trace.finished else None


@dataclass(frozen=True, slots=True)
class MaskedText:
    """A sentence with the mask in one more place."""

    text: str


def masked_steps(
    shelf: Shelf, key: int | None, text: str, *, place: int
) -> Iterator[MaskedText | Trace]:
    """The sentence with a token masked that stands at a place of the trace; then its trace.

    Raises:
        UserError: there is no such model, or no mask can stand there.
    """
    from model.decoding.greedy import translate_steps
    from model.decoding.masked import masked_text

    model = shelf.take(key)
    masked = masked_text(model, text, place)
    yield MaskedText(masked)
    yield from translate_steps(model, masked)


def branch_steps(
    shelf: Shelf, key: int | None, text: str, *, prefix: tuple[int, ...], typed: str = ""
) -> Iterator[Trace]:
    """The trace of a sentence whose target begins as given.

    It begins with the ids of ``prefix``; the words that were ``typed`` come after them.

    Raises:
        UserError: there is no such model, the sentence cannot be translated, the model cannot
            write what was typed, or there is no room for it.
    """
    from model.decoding.greedy import translate_steps
    from model.text.target import target_ids

    model = shelf.take(key)
    given = (*prefix, *target_ids(typed, model.tgt_tokenizer)) if typed else prefix
    yield from translate_steps(model, text, prefix=given)


def target_steps(shelf: Shelf, key: int | None, text: str, *, target: str) -> Iterator[Trace]:
    """The trace of a sentence with a whole given target (teacher forcing).

    Raises:
        UserError: there is no such model, the sentence cannot be translated, the model cannot
            write the target, or it is too long.
    """
    from model.decoding.greedy import translate_steps
    from model.text.target import whole_target_ids

    model = shelf.take(key)
    given = whole_target_ids(target, model.tgt_tokenizer)
    # a target may be longer than a translation would get
    yield from translate_steps(model, text, prefix=given, max_steps=len(given))


def announced_steps(
    shelf: Shelf, key: int | None, written: str, steps: Iterator[Trace], *, whole: bool = False
) -> Iterator[WrittenIds | Trace]:
    """The ids of what was written, so that a way gone before is found again; then the steps.

    The decode has not begun while only the ids are known. A ``whole`` target has what every target
    of the model begins with, too.

    Raises:
        UserError: there is no such model, or it cannot write this; or what the steps raise.
    """
    from model.text.target import target_ids

    tokenizer = shelf.take(key).tgt_tokenizer
    before = tokenizer.prefix if whole else ()
    yield WrittenIds((*before, *target_ids(written, tokenizer)))
    yield from steps
