"""Loading a model, showing progress, stopping, and the destination of results, for all commands."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeVar

from model.checkpoint.header import read_checksum
from model.files import LARGEST_TABLE, WriteError, read_text, sweep
from model.messages import UserError
from model.runs.progress import TrainingProgress
from model.traces.interventions import from_json, head_sites
from model.traces.trace import Trace
from viz_app.cli.arguments import Translating
from viz_app.cli.terminal import complain, show
from viz_app.storage.library import Library, name_of

if TYPE_CHECKING:
    import torch
    from tqdm import tqdm

    from model.decoding.trained import TrainedModel

# ------------------------------------------------------------------------------------- destination
# Checks that a file can be written, before the work is done.


def check_writable(path: Path) -> None:
    """Raise WriteError unless a file can be created; removes what a killed command left."""
    sweep(path.parent)
    if path.is_dir():
        raise WriteError(
            "{path} cannot be written: it is a folder. Choose another name.", path=path
        )
    if path.exists() and not path.is_file():
        raise WriteError(
            "{path} cannot be written: it is not a file. Choose another name.", path=path
        )
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            return
    except OSError as error:
        raise WriteError(
            "{path} cannot be written: {reason}. Choose another folder.",
            path=path,
            reason=error.strerror or str(error),
        ) from error


def check_apart(path: Path, others: Iterable[Path]) -> None:
    """Raise WriteError if a file is one of others: one side is read, the other written."""
    if path.exists() and any(other.exists() and path.samefile(other) for other in others):
        raise WriteError(
            "{path} is being read and would be replaced. Choose another folder.", path=path
        )


def check_fillable(folder: Path, names: Iterable[str]) -> None:
    """Raise WriteError unless files of these names can be written to a folder.

    Nothing is created: of a missing folder, the nearest existing parent is tested with a file
    without a name, so a killed command leaves nothing.
    """
    if folder.is_dir():
        for name in names:
            check_writable(folder / name)
        return
    there = next((above for above in folder.parents if os.path.lexists(above)), folder)
    if os.path.lexists(folder) or not there.is_dir():
        raise _unmakeable(folder, os.strerror(errno.ENOTDIR))
    try:
        with tempfile.TemporaryFile(dir=there):
            return
    except OSError as error:
        raise _unmakeable(folder, error.strerror or str(error)) from error


def _unmakeable(folder: Path, reason: str) -> WriteError:
    return WriteError(
        "The folder {folder} cannot be created: {reason}.", folder=folder, reason=reason
    )


# ---------------------------------------------------------------------------------------- stopping
# Stopping at Ctrl-C at the next place where work can be resumed.


_STOPPING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stopping_on_signals(stop: Callable[[], None], *, once: bool = False) -> Iterator[None]:
    """While inside, the first Ctrl-C (or SIGTERM) calls ``stop``; the next one interrupts.

    ``once``: later ones are ignored. A launcher of several processes sends its own after the
    terminal's, and all processes must stop at the same update.
    """
    asked = False

    def on_signal(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked and not once:
            signal.signal(number, before[signal.Signals(number)])
            signal.raise_signal(number)
        asked = True
        stop()

    before = {number: signal.signal(number, on_signal) for number in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# ---------------------------------------------------------------------------------------- progress
# Progress: a bar in a terminal, else lines at intervals.


LINE_SECONDS = 5.0
"""Seconds between two lines of a log; the first and the last update have a line, too."""

BAR_SECONDS = 1.0
"""Seconds before a short job gets a bar; it has no final line."""

_Step = TypeVar("_Step")


class _Progress(Protocol):
    @property
    def done(self) -> int: ...


_BAR = "{desc} |{bar}| {n_fmt}/{total_fmt}{postfix}"


def open_bar(stream: TextIO, **options: Any) -> tqdm[Any]:
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # no thread of its own
    return tqdm(file=stream, dynamic_ncols=True, **options)


def follow(reports: Iterable[TrainingProgress], stream: TextIO) -> None:
    """Show the progress of a training."""
    bar = open_bar(stream, bar_format=_BAR) if stream.isatty() else None
    shown, heldout = -LINE_SECONDS, ""
    with nullcontext() if bar is None else bar:
        for report in reports:
            heldout = _heldout(report) or heldout
            numbers, epoch = _numbers(report, heldout), f"epoch {report.epoch}/{report.epochs}"
            if report.notice is not None:
                (bar.write if bar is not None else print)(str(report.notice), file=stream)
            if bar is not None:
                bar.total = report.updates
                bar.set_description_str(epoch, refresh=False)
                bar.set_postfix_str(numbers, refresh=False)
                bar.update(report.update - bar.n)
            elif report.done or time.monotonic() - shown >= LINE_SECONDS:
                line = f"{epoch}, {report.update}/{report.updates}, {numbers}"
                print(line, file=stream, flush=True)
                shown = time.monotonic()


def duration(seconds: float) -> str:
    """Time as ``1:02:03`` or ``2:03``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _heldout(report: TrainingProgress) -> str:
    if report.validation_loss is None:
        return ""
    scores = "" if report.bleu is None else f", BLEU {report.bleu:.1f}, chrF {report.chrf:.1f}"
    return f" (held-out {_loss(report.validation_loss)}{scores})"


def _loss(loss: float) -> str:
    """Three decimals, or three digits where those would hide it."""
    return f"{loss:#.3g}" if 0 < loss < 0.01 else f"{loss:.3f}"


def _numbers(report: TrainingProgress, heldout: str) -> str:
    speed, left = report.tokens_per_second, duration(report.seconds_left)
    return f"loss {_loss(report.loss)}{heldout}, {speed:,.0f} tokens/s, {left} left"


def show_beside_bar(text: str) -> None:
    # Above the bar where both are on one terminal.
    from tqdm import tqdm

    with tqdm.external_write_mode():
        show(text)


@dataclass(frozen=True, slots=True)
class Counting:
    """Verb in the present and in the past, and what is counted; whether the job may be short."""

    doing: str
    did: str
    things: str
    is_short: bool = False

    def steps(
        self,
        steps: Iterable[_Step],
        size: Callable[[_Step], int] = lambda _: 1,
        *,
        total: int | None = None,
        stream: TextIO | None = None,
    ) -> Iterator[_Step]:
        """The steps unchanged, each of which finishes ``size`` things; ``total`` if known."""
        stream = stream or sys.stderr
        bar = self._bar(stream, total) if stream.isatty() else None
        start = shown = time.monotonic()
        done = 0
        with nullcontext() if bar is None else bar:
            for finished in steps:
                yield finished
                done += size(finished)
                if bar is not None:
                    bar.update(size(finished))
                    continue
                now = time.monotonic()
                is_last = done == total and not self.is_short
                if size(finished) and (is_last or now - shown >= LINE_SECONDS):
                    print(self._line(done, total, now - start), file=stream, flush=True)
                    shown = now

    def follow(self, done: Iterable[int], *, total: int, stream: TextIO | None = None) -> None:
        """Run a job that yields how many things are finished."""
        steps = pairwise(chain((0,), done))
        for _ in self.steps(steps, lambda pair: pair[1] - pair[0], total=total, stream=stream):
            pass

    def follow_stoppable(self, steps: Generator[_Progress, None, object], *, total: int) -> None:
        """The same for a job that Ctrl-C ends between two steps, which leaves no file."""
        asked = threading.Event()

        def done() -> Iterator[int]:
            for step in steps:
                if asked.is_set():
                    steps.close()
                    raise KeyboardInterrupt
                yield step.done

        with stopping_on_signals(asked.set):
            self.follow(done(), total=total)

    def _bar(self, stream: TextIO, total: int | None) -> tqdm[Any]:
        short = {"delay": BAR_SECONDS, "leave": False} if self.is_short else {}
        return open_bar(stream, total=total, desc=self.doing, unit=f" {self.things}", **short)

    def _line(self, done: int, total: int | None, seconds: float) -> str:
        speed = done / max(seconds, 1e-9)
        number = f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"
        rate = f"{number} {self.things}/s"
        if total is None:
            return f"{self.did} {done:,} {self.things}, {rate}"
        return f"{self.did} {done:,} of {total:,}, {rate}, {duration((total - done) / speed)} left"


TOKENS = Counting("Translating", "translated", "tokens", is_short=True)
SENTENCES = Counting("Translating", "translated", "sentences")
PICTURES = Counting("Drawing", "drew", "pictures", is_short=True)
FRAMES = Counting("Drawing", "drew", "pictures")
TENSORS = Counting("Importing", "imported", "tensors", is_short=True)
CHECKS = Counting("Checking", "made", "checks", is_short=True)


# ----------------------------------------------------------------------------------------- loading
# The model of a command, and its translation of a sentence.


def load_model(options: Translating, text: str) -> TrainedModel:
    """The model of ``--model``, else the shipped one for ``text``, under the interventions given.

    Raises:
        UserError: the model cannot be loaded, or has no such site.
    """
    return intervened(
        model_named(options.model or Library().model_for(text), options.device), options
    )


def intervened(model: TrainedModel, options: Translating) -> TrainedModel:
    """A model with heads switched off, and under the interventions of a file; raises UserError."""
    if not options.without and options.interventions is None:
        return model
    from model.decoding.sweep import means_of, switched_off

    told = options.interventions
    asked = () if told is None else from_json(read_json(told))
    sites = [site for heads in options.without for site in head_sites(model.config, *heads)]
    asked = (*asked, *switched_off(sites, options.off))
    if not all(each.filled for each in asked):
        asked = means_of(model).filled(asked)
    return model.under(asked)


def read_json(path: Path) -> object:
    """Raises UserError if a file cannot be read, or is no JSON."""
    try:
        return json.loads(read_text(path, most=LARGEST_TABLE))
    except (OSError, UnicodeDecodeError) as error:
        raise UserError("{path} cannot be read: {reason}.", path=path, reason=error) from error
    except (ValueError, RecursionError) as error:
        raise UserError("{path} is not JSON: {reason}.", path=path, reason=error) from error


def model_named(name: str, device: str | None) -> TrainedModel:
    """Warns of a shipped model that was altered; raises CheckpointError."""
    library = Library()
    path = library.find(name)
    complain_if_altered(library, path)  # fails at once; torch takes a second to import
    from model.checkpoint.file import load_checkpoint

    return load_checkpoint(path, device=device_of(device)).named(name_of(path))


def complain_if_altered(library: Library, path: Path) -> None:
    """Warn if a file among the shipped ones was altered; raises CheckpointError."""
    notice = library.altered(path, read_checksum(path))
    if notice is not None:
        complain(notice)


def translated(model: TrainedModel, text: str) -> Trace:
    """Warns of changes to the sentence; raises SourceError if it cannot be translated."""
    from model.decoding.greedy import translate_steps

    *_, trace = TOKENS.steps(translate_steps(model, text), lambda trace: bool(trace.steps))
    for notice in trace.notices:
        complain(notice)
    return trace


def check_head(trace: Trace, place: tuple[int, int], *, model: str) -> None:
    """Raise UserError unless the layer and head, from 0, exist."""
    layer, head = place
    layers = max(map(trace.depth, trace.kinds))
    if layer >= layers or head >= trace.n_heads:
        raise UserError(
            "Layer {layer}, head {head} does not exist: {model} has {layers} layers of "
            "{heads} heads.",
            layer=layer + 1,
            head=head + 1,
            model=model,
            layers=layers,
            heads=trace.n_heads,
        )


def device_of(name: str | None) -> torch.device:
    # Reports a device other than the requested one.
    from model.network.device_choice import choose_device

    chosen = choose_device(name or "auto")
    if chosen.notice is not None:
        complain(chosen.notice)
    return chosen.device
