"""Files that somebody forged: every value and every array of a good one, changed one at a time."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from model.messages import UserError

GONE = object()
"""Instead of a value: take it out."""

STRANGE = (
    *(GONE, None, True, False, 0, 1, -1, 7, 1.5, -0.0, 10**30, 2**31, 2**63, 1e30, 1e-320),
    *(float("inf"), -float("inf"), float("nan"), "", "x", "-1", "\ud800", "\x00\n", "x" * 5000),
    *("{a:>9999999999}", [], [1], [[]], [None] * 3, {}, {"a": 1}, {"source": 1}),
)

Path = tuple[Any, ...]


def paths(value: Any, start: Path = ()) -> Iterator[Path]:
    """Where all values of a JSON document stand; of long lists the ends."""
    yield start
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*start, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) - 1} & set(range(len(value)))):
            yield from paths(value[index], (*start, index))


def changed(document: Any, path: Path, value: Any) -> Any:
    if not path:
        return None if value is GONE else value
    document = copy.deepcopy(document)
    *parents, last = path
    place = document
    for key in parents:
        place = place[key]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return document


def mutated(document: Any, count: int, *, seed: int) -> Iterator[tuple[str, Any]]:
    """Different documents, the same ones in every run, each with its name; every path is there."""
    source = random.Random(seed)
    places = list(paths(document))
    chosen = [*places, *source.choices(places, k=max(0, count - len(places)))]
    for path in chosen:
        value = source.choice(STRANGE)
        name = "gone" if value is GONE else f"{value!r:.40}"
        yield f"{path} = {name}", changed(document, path, value)


Arrays = dict[str, np.ndarray]


def _halves(array: np.ndarray) -> np.ndarray:
    """In 16 bits, in which a fast run's tokens per second are infinite."""
    with np.errstate(over="ignore"):
        return array.astype(np.float16)


_SPOILS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "empty": lambda array: array.ravel()[:0],
    "one number": lambda array: array.ravel()[:1].reshape(()) if array.size else array[None],
    "one more axis": lambda array: array[None],
    "flat and longer": lambda array: np.concatenate([array.ravel(), array.ravel()[:1]]),
    "turned": lambda array: np.ascontiguousarray(array.T),
    "halves": _halves,
    "doubles": lambda array: array.astype(np.float64),
    "whole": lambda array: np.asarray(np.nan_to_num(array)).astype(np.int64),
    "bytes": lambda array: np.nan_to_num(array).astype(np.uint8),
    "flags": lambda array: array != 0,
    "NaN": lambda array: _with(array, np.nan),
    "infinite": lambda array: _with(array, np.inf),
    "huge": lambda array: _with(array, 1e30),
    "negative": lambda array: _with(array, -1e30),
}


def spoiled(arrays: Arrays) -> Iterator[tuple[str, Arrays]]:
    """Each array missing, of another shape or type, with a number that is none; one too many."""
    for name, array in arrays.items():
        yield f"{name} gone", {key: arrays[key] for key in arrays if key != name}
        if array.dtype.kind == "f":
            for how, spoil in _SPOILS.items():
                other = np.asarray(spoil(array))
                if not _same(array, other):
                    yield f"{name} {how}", {**arrays, name: other}
    yield "one too many", {**arrays, "other/thing": np.zeros(3, np.float32)}


def outcome(read: Callable[[], object]) -> str:
    """``"read"``, ``"refused"``, or what must not happen."""
    try:
        read()
    except UserError as error:
        sentence = str(error)
        long = len(sentence) > 700 or "\n" in sentence
        return f"said {sentence!r}" if long else "refused"
    except Exception as error:
        return f"raised {error!r}"
    return "read"


def _with(array: np.ndarray, number: float) -> np.ndarray:
    array = array.astype(np.float32 if array.dtype != np.float64 else np.float64)
    array[(-1,) * array.ndim] = number
    return array


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    alike = (one.dtype, one.shape) == (other.dtype, other.shape)
    return alike and one.tobytes() == other.tobytes()
