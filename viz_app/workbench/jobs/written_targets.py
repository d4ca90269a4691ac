"""What the user writes of a target: its ids first, so that a way gone before is found again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.traces.trace import Trace
from viz_app.workbench.jobs.shelf import Shelf


@dataclass(frozen=True, slots=True)
class WrittenIds:
    """The target ids of what the user wrote, without ``</s>``."""

    ids: tuple[int, ...]


def announced_steps(
    shelf: Shelf, key: int | None, written: str, steps: Iterator[Trace]
) -> Iterator[WrittenIds | Trace]:
    """The ids of what was written, then the steps of a decode that begins with it.

    The decode has not begun while only the ids are known.

    Raises:
        UserError: there is no such model, or it cannot write this; or what the steps raise.
    """
    from model.text.target import target_ids

    yield WrittenIds(target_ids(written, shelf.take(key).tgt_tokenizer))
    yield from steps
