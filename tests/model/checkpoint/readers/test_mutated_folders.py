"""Folders that were damaged or forged are imported or refused in a sentence, at once."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.checkpoint.importing import import_steps, recognise
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.mutations import mutated, outcome

SECONDS = 2.0
"""Of this process's own time, for one folder."""


def _changes(data: bytes, count: int, source: random.Random) -> Iterator[bytes]:
    """Bits flipped, parts cut out, doubled or overwritten; most of them near the start."""
    for _ in range(count):
        at = int(len(data) * source.random() ** 3)
        size = source.choice((1, 1, 1, 4, 60))
        noise = source.randbytes(size)
        flipped = bytes([data[at] ^ 1 << source.randrange(8)]) if at < len(data) else b""
        yield source.choice(
            (
                data[:at] + flipped + data[at + 1 :],
                data[:at] + noise + data[at + size :],
                data[:at] + data[at + size :],
                data[:at] + noise + data[at:],
                data[:at],
            )
        )


def _imported(folder: Path, out: Path) -> None:
    for _ in import_steps(recognise(folder), out):
        pass


def _judged(folder: Path, out: Path) -> str:
    start = time.process_time()
    found = outcome(lambda: _imported(folder, out))
    seconds = time.process_time() - start
    return found if seconds < SECONDS else f"took {seconds:.1f} s"


@pytest.mark.parametrize("binary", [False, True])
def test_damaged_bytes(tmp_path: Path, binary: bool):
    folder = t5_folder(tmp_path / "t5", binary=binary)
    weights = "pytorch_model.bin" if binary else "model.safetensors"
    source = random.Random(17)
    found: Counter[str] = Counter()
    for name, count in ((weights, 200), ("config.json", 50), ("spiece.model", 50)):
        path = folder / name
        good = path.read_bytes()
        for data in _changes(good, count, source):
            path.write_bytes(data)
            found[_judged(folder, tmp_path / "out.safetensors")] += 1
        path.write_bytes(good)
    assert set(found) == {"read", "refused"}, found
    assert _judged(folder, tmp_path / "out.safetensors") == "read"


def test_forged_configurations(tmp_path: Path):
    folder = t5_folder(tmp_path / "t5")
    path = folder / "config.json"
    found = {}
    for name, document in mutated(json.loads(path.read_text()), 300, seed=17):
        path.write_text(json.dumps(document))
        found[name] = _judged(folder, tmp_path / "out.safetensors")
    assert set(found.values()) == {"read", "refused"}, {
        name: how for name, how in found.items() if how not in {"read", "refused"}
    }
