"""Showing how many sentences are translated: a bar in a terminal, now and then a line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO, TypeVar

from viz_app.cli.progress import LINE_SECONDS, duration

Finished = TypeVar("Finished", bound=Sequence[object])


def follow_sentences(
    steps: Iterable[Finished], *, total: int, stream: TextIO
) -> Iterator[Finished]:
    """The steps of a job unchanged, while a stream shows how many sentences they finished."""
    show = _with_bar if stream.isatty() else _with_lines
    return show(steps, total, stream)


def _with_bar(steps: Iterable[Finished], total: int, stream: TextIO) -> Iterator[Finished]:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of its own
    options = {"unit": " sentences", "file": stream, "dynamic_ncols": True}
    with tqdm(total=total, desc="Translating", **options) as bar:
        for finished in steps:
            yield finished
            bar.update(len(finished))


def _with_lines(steps: Iterable[Finished], total: int, stream: TextIO) -> Iterator[Finished]:
    start = shown = time.monotonic()
    done = 0
    for finished in steps:
        yield finished
        done += len(finished)
        now = time.monotonic()
        if finished and (done == total or now - shown >= LINE_SECONDS):
            speed = done / max(now - start, 1e-9)
            left = duration((total - done) / speed)
            line = f"translated {done:,} of {total:,}, {_rate(speed)} sentences/s, {left} left"
            print(line, file=stream, flush=True)
            shown = now


def _rate(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"
