"""A training run on disk: everything needed to resume it exactly.

One ``.safetensors`` file beside the checkpoint to be: weights, optimizer moments, the copies to
average and the curve as tensors; the run's place and what it is a run of as JSON; a checksum.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import safetensors.torch
import torch
from msgspec import Meta
from safetensors import SafetensorError
from torch import Tensor

from model import values
from model.checkpoint.file import bytes_of, check_tensors, file_pieces
from model.checkpoint.header import metadata_of, open_header, parse_header
from model.config import ModelConfig, Precision
from model.files import LARGEST_WEIGHTS, read_file, write_atomically
from model.messages import CheckpointError, Message, TrainingError
from model.runs import progress
from model.runs.estimates import parameter_count
from model.runs.presets import TrainingConfig
from model.training.run import TrainingRun
from model.training.updating import copied_weights, put_weights

WEIGHTS, COPY, BEST, CURVE = "weights", "copy", "best", "curve"
MOMENTS = ("step", "exp_avg", "exp_avg_sq")
COLUMNS = (
    *("epoch", "epochs", "update", "updates", "loss", "validation_loss", "learning_rate"),
    *("gradient_norm", "tokens_per_second", "seconds_left", "bleu", "chrf", "exact"),
    "stopped_early",
)
"""Of the curve, in the order of the file: all but the notices."""

_MOST_PIECES = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPlace:
    """The state of a run apart from tensors, named as in the run.

    Attributes:
        stopping: best loss so far, infinite before the first, and the epochs since.
        precision: None in runs of before it was written, which have never left their own.
    """

    epoch: Annotated[int, Meta(ge=1)]
    index: values.Count
    pieces: Annotated[int, Meta(ge=1, le=_MOST_PIECES)]
    tokens: values.LargeCount
    seconds: Annotated[float, Meta(ge=0, le=progress.LONGEST_RUN)]
    stopping: tuple[Annotated[float, Meta(ge=-values.LARGEST_NUMBER)], values.Count]
    copies: values.Count
    good_epoch: values.Count
    precision: Precision | None = None


def checked_place(run: TrainingRun, told: Mapping[str, Any]) -> SavedPlace:
    """The values of a file, checked.

    Raises ConfigError if one is missing, of another type, or impossible for the run.
    """
    place, epochs = values.read(SavedPlace, told), run.training.epochs
    largest = {
        "epoch": epochs + 1,
        "index": run.per_epoch - 1,
        "copies": run.training.averaged,
        "good_epoch": epochs,
    }
    for name, most in largest.items():
        values.read(values.within(0, most), getattr(place, name), name)
    return dataclasses.replace(place, precision=place.precision or run.updater.precision)


def check_state(run: TrainingRun, place: SavedPlace, tensors: Mapping[str, Tensor]) -> None:
    """Check the tensors of a file: exactly those of such a run at that place.

    Raises ValueError if a tensor is missing, superfluous or wrong.
    """
    others = {name: tensor for name, tensor in tensors.items() if name != CURVE}
    with_best = bool(part(tensors, BEST))
    check_tensors(others, dict(_shapes(run, copies=place.copies, with_best=with_best)))
    for name, tensor in others.items():
        if name.startswith((f"{MOMENTS[0]}/", f"{MOMENTS[2]}/")) and tensor.lt(0).any():
            raise ValueError(name)
    _check_curve(run, place, tensors)


def part(tensors: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    start = f"{prefix}/"
    return {
        name.removeprefix(start): tensor
        for name, tensor in tensors.items()
        if name.startswith(start)
    }


def _shapes(
    run: TrainingRun, *, copies: int, with_best: bool
) -> Iterator[tuple[str, Sequence[int]]]:
    """Shapes of all tensors but the curve; frozen parameters have no moments."""
    sets = (WEIGHTS, *(f"{COPY}{number}" for number in range(copies)), *(BEST,) * with_best)
    for name, parameter in run.model.network.named_parameters():
        for prefix in sets:
            yield f"{prefix}/{name}", parameter.shape
        if parameter.requires_grad:
            step, *moments = MOMENTS
            yield f"{step}/{name}", ()
            for moment in moments:
                yield f"{moment}/{name}", parameter.shape


def _check_curve(run: TrainingRun, place: SavedPlace, tensors: Mapping[str, Tensor]) -> None:
    curve = tensors.get(CURVE)
    if curve is None or curve.dtype != torch.float64:
        raise ValueError(CURVE)
    table = curve.numpy()
    progress.check_table(table, COLUMNS)
    updates = np.arange(1, len(table) + 1)
    expected = {
        "update": updates,
        "epoch": (updates - 1) // run.per_epoch + 1,
        "updates": run.clock.updates,
        "epochs": run.training.epochs,
    }
    told = (table[:, COLUMNS.index(name)] for name in expected)
    same = all((one == other).all() for one, other in zip(told, expected.values(), strict=True))
    here = (place.epoch - 1) * run.per_epoch + place.index
    if not same or not len(table) == here > 0:
        raise ValueError("the curve ends elsewhere")


RUN, DIGEST, VERSION = "headlight-run", "sha256", 2

_BROKEN = (ValueError, LookupError, TypeError, RecursionError, OverflowError, RuntimeError)


def save_run(run: TrainingRun, path: Path) -> None:
    """Write a run's state between two reports; raises WriteError."""
    text = json.dumps({"version": VERSION, "is": _identity(run), **_values(run)})
    tensors = dict(_tensors(run))
    metadata = {RUN: text, DIGEST: _digest(text, tensors)}
    write_atomically(path, file_pieces(tensors, metadata))


def restore_run(run: TrainingRun, path: Path) -> None:
    """Restore a saved run into one made from the same corpus and settings.

    Raises CheckpointError if the file is missing, damaged, not a saved run, or of another version,
    TrainingError if its corpus or settings differ.
    """
    with _reading(path):
        data = read_file(path, most=LARGEST_WEIGHTS)
        metadata = metadata_of(parse_header(data))
        tensors = safetensors.torch.load(data)
        if metadata[DIGEST] != _digest(metadata[RUN], tensors):
            raise ValueError(metadata[DIGEST])
        read = _head(path, metadata[RUN])
    # A run with automatic precision keeps the one chosen at its start.
    chosen = _precision(read["is"])
    if run.precision_asked == "auto" and chosen is not None:
        run.choose_precision(chosen)
    _check_same(path, read["is"], _identity(run))
    try:
        saved = checked_place(run, read)
        check_state(run, saved, tensors)
    except ValueError as error:
        raise _damaged(path) from error
    _put(run, saved, tensors)


def _precision(saved: Mapping[str, Any]) -> Precision | None:
    training = saved.get("training")
    chosen = training.get("precision") if isinstance(training, Mapping) else None
    return chosen if chosen in ("float32", "bfloat16") else None


def check_saved(path: Path, *, model: ModelConfig, training: TrainingConfig) -> None:
    """Check that a file can be a run of these settings, before its network is allocated.

    Raises CheckpointError as :func:`restore_run`, or if it is too small for such a network,
    TrainingError if its corpus or settings differ.
    """
    with _reading(path):
        header, n_bytes = open_header(path)
        read = _head(path, metadata_of(header)[RUN])
    chosen = _precision(read["is"])
    if training.precision == "auto" and chosen is not None:
        training = dataclasses.replace(training, precision=chosen)
    _check_same(path, read["is"], {"model": model.to_json(), "training": training.to_json()})
    if n_bytes < 4 * parameter_count(model, src_vocabulary=0, tgt_vocabulary=0):
        raise _damaged(path)


def _identity(run: TrainingRun) -> dict[str, Any]:
    return {
        "corpus": run.fingerprint,
        "model": run.model.config.to_json(),
        "training": run.training.to_json(),
        "device": run.model.device.type,
        "replicas": run.replicas.count,
    }


def _values(run: TrainingRun) -> dict[str, Any]:
    return {
        "epoch": run.epoch,
        "index": run.index,
        "pieces": run.updater.pieces,
        "tokens": run.clock.tokens,
        "seconds": run.clock.seconds,
        "stopping": [run.stopping.best, run.stopping.stale],
        "copies": len(run.average.copies),
        "good_epoch": run.good_epoch,
        "precision": run.updater.precision,
    }


def _tensors(run: TrainingRun) -> Iterator[tuple[str, Tensor]]:
    yield from _prefixed(WEIGHTS, copied_weights(run.model.network))
    names = [name for name, _ in run.model.network.named_parameters()]
    for index, moments in run.updater.optimizer.state_dict()["state"].items():
        for moment in MOMENTS:
            yield f"{moment}/{names[index]}", moments[moment].detach().cpu().contiguous()
    for number, weights in enumerate(run.average.copies):
        yield from _prefixed(f"{COPY}{number}", weights)
    yield from _prefixed(BEST, run.best or {})
    # as JSON, a long run's curve would be more than the header of such a file may hold
    yield CURVE, torch.from_numpy(progress.table_of(run.curve, COLUMNS))


def _put(run: TrainingRun, saved: SavedPlace, tensors: Mapping[str, Tensor]) -> None:
    put_weights(run.model.network, part(tensors, WEIGHTS))
    optimizer = run.updater.optimizer
    state = {
        index: {moment: tensors[f"{moment}/{name}"] for moment in MOMENTS}
        for index, (name, parameter) in enumerate(run.model.network.named_parameters())
        if parameter.requires_grad
    }
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": state, "param_groups": groups})
    for number in range(saved.copies):
        run.average.copies.append(part(tensors, f"{COPY}{number}"))
    run.good_epoch = saved.good_epoch
    run.best = part(tensors, BEST) or None
    run.curve = progress.RunCurve(
        progress.points_of(tensors[CURVE].tolist(), progress.TrainingProgress, COLUMNS)
    )
    for point in run.curve[-run.watch.losses.maxlen :]:  # type: ignore[operator]
        run.watch.losses.append(point.loss)
    run.watch.highest_start = run.curve[0].loss
    run.epoch, run.index = saved.epoch, saved.index
    run.updater.pieces = saved.pieces
    if saved.precision == "float32":  # of a run that bfloat16 has failed
        run.updater.precision = "float32"
    run.clock.update, run.clock.tokens = len(run.curve), saved.tokens
    run.clock.seconds = saved.seconds
    run.stopping.best, run.stopping.stale = saved.stopping


def _prefixed(prefix: str, weights: Mapping[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    return ((f"{prefix}/{name}", tensor.contiguous()) for name, tensor in weights.items())


def _head(path: Path, text: str) -> dict[str, Any]:
    """The values of a file, with its version and what it is a run of checked."""
    told = values.read(dict[str, Any], json.loads(text))
    version = values.read(values.Count, told["version"], "version")
    values.read(dict[str, Any], told["is"], "is")
    if version != VERSION:
        raise CheckpointError(
            "{path} was written by {age} version of Headlight and cannot be continued by "
            "this one; delete it to start over.",
            path=path,
            age=Message("an older") if version < VERSION else Message("a newer"),
        )
    return told


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CheckpointError(
            "{path} cannot be read: {reason}.", path=path, reason=error
        ) from error
    except (SafetensorError, *_BROKEN) as error:
        raise _damaged(path) from error


def _digest(text: str, tensors: Mapping[str, Tensor]) -> str:
    """SHA-256 of the JSON and of every tensor's name and bytes."""
    digest = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        digest.update(name.encode())
        digest.update(bytes_of(tensors[name]))
    return digest.hexdigest()


def _check_same(path: Path, saved: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
    """Raise TrainingError for the first setting that differs."""
    for name, was, now in _differences(saved, ours):
        raise TrainingError(
            "{path} is a run with {name} {was!r}, not {now!r}; use the same settings to "
            "continue, or delete it to start over.",
            path=path,
            name=name,
            was=was,
            now=now,
        )


def _differences(
    saved: Mapping[str, Any], ours: Mapping[str, Any]
) -> Iterator[tuple[str, object, object]]:
    for name, now in ours.items():
        was = saved.get(name)
        if isinstance(now, Mapping) and isinstance(was, Mapping):
            yield from _differences(was, now)
        elif was != now:
            yield name, was, now


def _damaged(path: Path) -> CheckpointError:
    return CheckpointError(
        "{path} is not a saved training run, or it is damaged; delete it to start over.", path=path
    )
