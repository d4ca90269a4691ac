"""What a session says of its model, and where on this machine that very model is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from model import values
from model.arrays import FloatArray, frozen
from model.checkpoint.header import RECORD, read_checksum
from model.checkpoint.shipped import SUFFIX
from model.config import STACKS, ModelConfig, Stack
from model.lessons.positions.sinusoid import sinusoid_table
from model.messages import CheckpointError
from model.traces.summary import ModelSummary, bias_shape
from viz_app.storage.library import Library
from viz_app.storage.session.session import SavedModel

POSITIONS = "model/positions"
"""The array with the positional encodings, where they are not the paper's sinusoids."""

BIASES = "model/biases/{stack}"
"""The arrays with the biases of relative positions."""

LARGEST_TABLE = 2**23
"""Numbers of a table that is computed and not read."""

ReadTable = Callable[[str, tuple[int, int]], FloatArray]


def stored_model(model: SavedModel) -> tuple[dict[str, Any], dict[str, FloatArray]]:
    """Values, and arrays by their names."""
    summary = model.summary
    told = {
        "checksum": model.checksum,
        "name": summary.name,
        "task": summary.task,
        "config": summary.config.to_json(),
        "n_parameters": summary.n_parameters,
        "device": summary.device,
        "src_vocabulary": summary.src_vocabulary,
        "tgt_vocabulary": summary.tgt_vocabulary,
        "samples": summary.samples,
        "scripts": summary.scripts,
        "lengths": [summary.lengths.start, summary.lengths.stop] if summary.lengths else None,
        "record": dict(summary.record),
        "sinusoidal": np.array_equal(summary.positions, _sinusoids(summary.config)),
    }
    biases = {BIASES.format(stack=stack): array for stack, array in summary.biases.items()}
    told["biases"] = list(summary.biases)
    return told, biases if told["sinusoidal"] else {POSITIONS: summary.positions, **biases}


def model_of(told: Mapping[str, Any], read: ReadTable, *, embedded: bool) -> SavedModel:
    """The model of what :data:`MODEL` has checked.

    Raises:
        ValueError: its positions, or its biases for distances, are no numbers.
    """
    names = ("name", "task", "config", "n_parameters", "device", "src_vocabulary")
    more = ("tgt_vocabulary", "samples", "scripts", "record")
    config, lengths = told["config"], told["lengths"]
    if told["sinusoidal"]:
        table = _sinusoids(config)
    else:
        table = read(POSITIONS, (config.max_len, config.d_model))
    if not table.size or not np.isfinite(table).all():
        raise ValueError(POSITIONS)
    biases: dict[Stack, FloatArray] = {
        stack: frozen(read(BIASES.format(stack=stack), bias_shape(config, stack)))
        for stack in told.get("biases", ())
    }
    if not all(np.isfinite(array).all() for array in biases.values()):
        raise ValueError(BIASES)
    summary = ModelSummary(
        **{name: told[name] for name in (*names, *more)},
        lengths=range(*lengths) if lengths else None,
        positions=frozen(table),
        biases=biases,
    )
    return SavedModel(checksum=told["checksum"], summary=summary, embedded=embedded)


def find_model(
    model: SavedModel, *, beside: Path, library: Library, recent: Sequence[str] = ()
) -> Path | None:
    """A file with that very model: among those that can be opened by name, or in a folder.

    Only checksums are compared: whoever loads it looks whether the file has it rightly.

    Args:
        model: what to find.
        beside: the folder of the session, where a file of the model's name is looked at.
        library: those that can be opened by name.
        recent: files that the user has opened.
    """
    if not model.checksum:
        return None
    by_name = sorted(library.entries(), key=lambda entry: entry.name != model.summary.name)
    places = [entry.path for entry in by_name] + [Path(known) for known in recent]
    places.append(beside / f"{Path(model.summary.name).name}{SUFFIX}")
    return next((path for path in _once(places) if _checksum(path) == model.checksum), None)


def _checksum(path: Path) -> str:
    """Of the checkpoint that is there; empty where none is."""
    try:
        return read_checksum(path)
    except CheckpointError:  # whatever is there now, it is not the model
        return ""


def _once(paths: Iterable[Path]) -> Iterable[Path]:
    return dict.fromkeys(paths)


def _sinusoids(config: ModelConfig) -> FloatArray:
    """The paper's table in the size of a model; empty where nobody would have so large a one."""
    if config.max_len * config.d_model > LARGEST_TABLE:
        return np.empty((0, 0), np.float32)
    return sinusoid_table(config.max_len, config.d_model)


_TEXT = values.text(values.MOST_SHOWN, of_a_file=True)
_COUNT = values.whole(largest=2**62)
_WORDS = values.many(values.text(values.MOST_SHOWN), most=values.MOST_SHOWN)
MODEL = values.fields(
    {
        "checksum": values.text(64),
        "name": _TEXT,
        "task": _TEXT,
        "config": values.made(ModelConfig.from_json),
        "n_parameters": _COUNT,
        "device": _TEXT,
        "src_vocabulary": _COUNT,
        "tgt_vocabulary": _COUNT,
        "samples": _WORDS,
        "scripts": _WORDS,
        "lengths": values.maybe(values.many(values.whole(), fewest=2, most=2)),
        "record": RECORD,
        "sinusoidal": values.flag,
    },
    {"biases": values.many(values.choice(STACKS), most=len(STACKS))},
)
