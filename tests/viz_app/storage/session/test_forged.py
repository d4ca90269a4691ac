"""Five thousand files that somebody forged: each is a session that can be shown, or one sentence.

Whatever is changed, the checksums of the zip are right where that takes part in it: what is looked
at is the reading, not the checksums alone.
"""

import io
import itertools
import json
import random
import struct
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.mutated.spoiled_bytes import BYTES
from tests.mutations import mutated, outcome, spoiled
from tests.viz_app.storage.mutated.forged import npy, zipped
from tests.viz_app.storage.session.built import sessions, three_branches
from viz_app.app.app_state import AppState, bench_slot, screen_slot
from viz_app.app.header_snapshot import resolve_header
from viz_app.app.menus.entry_menu import resolve_branch_menu
from viz_app.app.session_state import session_of, with_session
from viz_app.engine.store import Store
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.storage.session import load_session, save_session

Entries = dict[str, bytes]

LONGEST_SECONDS = 2.0
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small session with all that a session has."""
    path = tmp_path_factory.mktemp("good") / "good.headlight"
    session = three_branches(model=sessions()["runs"].model)
    save_session(path, session, model=b"not looked at before it is loaded")
    return path.read_bytes()


def entries_of(data: bytes) -> Entries:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def used(path: Path) -> None:
    """Read it, put it on the workbench, look at it and take it from there again."""
    session = load_session(path)
    state = with_session(AppState(), session)
    store = Store(state)
    for slot in (bench_slot(store), screen_slot(store)):
        resolve_attention(slot.now)
        resolve_header(slot.now)
        resolve_branch_menu(resolve_timeline(slot.now))
    session_of(state)


def told_of(path: Path, files: Iterator[tuple[str, bytes]]) -> dict[str, int]:
    """How often a file was read and how often refused; anything else is a failure."""
    told: dict[str, int] = {"read": 0, "refused": 0}
    for name, data in files:
        path.write_bytes(data)
        begun = time.process_time()
        what = outcome(lambda: used(path))
        assert what in told, f"{name}: {what}"
        assert time.process_time() - begun < LONGEST_SECONDS, name
        told[what] += 1
    return told


def damaged(data: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """Bytes are others, gone or twice, anywhere."""
    source = random.Random(1)
    for number in range(count):
        spoil = source.choice(BYTES)
        yield f"{spoil.__name__} {number}", spoil(data, source)


def told_otherwise(data: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """Every value of the JSON is another one."""
    entries = entries_of(data)
    told = json.loads(entries["session.json"])
    for name, forged in mutated(told, count, seed=3):
        yield name, zipped({**entries, "session.json": json.dumps(forged).encode()})


def other_arrays(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Every array is of another shape or type, or has numbers in it that are none."""
    entries = entries_of(data)
    arrays = {
        name: np.load(io.BytesIO(entry)) for name, entry in entries.items() if name.endswith(".npy")
    }
    for (name, forged), packing in itertools.product(spoiled(arrays), PACKINGS):
        others = {key: npy(array) for key, array in forged.items()}
        kept = {key: entry for key, entry in entries.items() if key not in arrays}
        yield f"{name} {packing}", zipped({**kept, **others}, packing)
    for one, other in itertools.permutations(arrays, 2):
        yield f"{one} is {other}", zipped({**entries, one: entries[other]})


def other_headers(data: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """An array promises another shape or type than what follows has."""
    source, entries = random.Random(4), entries_of(data)
    names = [name for name in entries if name.endswith(".npy")]
    types = ("<f4", ">f4", "<f8", "|O", "<U9", "|V4", "<c8", "|b1", "<f4, <f4", "junk", "<M8[s]")
    sizes = (0, 1, 2, 3, 4, 5, 6, 7, 10**6, 2**31, 2**62, -1)
    for number in range(count):
        name = source.choice(names)
        shape = tuple(source.choice(sizes) for _ in range(source.choice((0, 1, 2, 3, 4, 4, 4, 30))))
        text = repr(
            {
                "descr": source.choice(types),
                "fortran_order": source.random() < 0.3,
                "shape": shape,
            }
        )
        header = text.encode().ljust(source.choice((118, 118, 60_000))) + b"\n"
        start = b"\x93NUMPY\1\0" + struct.pack("<H", len(header) & 0xFFFF) + header
        yield (
            f"header {number}: {name} {text}",
            zipped({**entries, name: start + entries[name][128:]}),
        )


def other_structure(data: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """The fields of the zip's own headers say something else."""
    source = random.Random(5)
    fields = {b"PK\1\2": (4, 46), b"PK\3\4": (4, 30), b"PK\5\6": (4, 22)}
    places = [
        (at + offset, size)
        for mark, (start, end) in fields.items()
        for at in _found(data, mark)
        for offset in range(start, end, 2)
        for size in (2, 4)
        if at + offset + size <= len(data)
    ]
    for number in range(count):
        at, size = source.choice(places)
        value = source.choice((0, 1, 8, 9, 12, 14, 99, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, 2**16))
        forged = bytearray(data)
        forged[at : at + size] = (value % 256**size).to_bytes(size, "little")
        yield f"structure {number}: {size} bytes at {at} = {value}", bytes(forged)


def other_entries(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Entries are missing, twice, empty, under other names, in other ways packed."""
    entries = entries_of(data)
    for name, entry in entries.items():
        yield f"{name} gone", zipped({k: v for k, v in entries.items() if k != name})
        yield f"{name} empty", zipped({**entries, name: b""})
        yield f"{name} longer", zipped({**entries, name: entry + b"\0" * 64})
        yield f"{name} above", zipped({**entries, f"../{name}": entry})
        with pytest.warns(UserWarning, match="Duplicate"):
            yield f"{name} twice", zipped({name: entry}, begun=data)
    for way in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield f"packed {way}", zipped(entries, way)
    many = {**entries, **{f"more/{n}": b"" for n in range(5000)}}
    yield "thousands", zipped(many)
    yield "a long name", zipped({**entries, "x" * 60_000: b""})


KINDS: dict[str, tuple[int, Callable[[bytes, int], Iterator[tuple[str, bytes]]]]] = {
    "damaged": (2250, damaged),
    "told otherwise": (1150, told_otherwise),
    "other arrays": (298, lambda data, _: other_arrays(data)),
    "other headers": (400, other_headers),
    "other structure": (900, other_structure),
    "other entries": (54, lambda data, _: other_entries(data)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_forged_file_is_a_session_or_one_sentence(tmp_path: Path, good: bytes, kind: str):
    count, forge = KINDS[kind]
    told = told_of(tmp_path / "forged.headlight", forge(good, count))
    assert sum(told.values()) >= count
    assert told["refused"] > 0.4 * told["read"], told
    assert kind != "other headers" or told["read"] < 5, told


def test_what_was_forged_is_a_session_and_there_are_enough(tmp_path: Path, good: bytes):
    path = tmp_path / "good.headlight"
    path.write_bytes(good)
    used(path)
    assert sum(count for count, _ in KINDS.values()) >= 5000


def _found(data: bytes, mark: bytes) -> Iterator[int]:
    at = data.find(mark)
    while at >= 0:
        yield at
        at = data.find(mark, at + 1)
