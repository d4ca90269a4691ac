"""Files that promise more than they hold, or hold more than they say: memory is not taken."""

import io
import json
import os
import struct
import tracemalloc
import zipfile
import zlib

import numpy as np
import pytest

from model.files import LARGEST_HISTORY
from tests.viz_app.storage.session.built import three_branches
from viz_app.storage import session
from viz_app.storage.branches import SessionError
from viz_app.storage.files import RunError, npz_bytes, read_npz
from viz_app.storage.session import load_session, save_session

REFUSED = "is not a Headlight session, or it is damaged"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "bomb.headlight"
    save_session(path, three_branches())
    return path


def entries_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path, entries, way=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", way) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)


def told(path):
    return json.loads(entries_of(path)["session.json"])


def refused_within(path, most=2**24, *, words=REFUSED):
    """It is one sentence, and little memory was taken for it."""
    tracemalloc.start()
    try:
        with pytest.raises(SessionError, match=words):
            load_session(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < most


def test_zeros_in_place_of_an_array(path):
    entries = entries_of(path)
    write(path, {**entries, "branch-0/cross.npy": bytes(2**28)})
    assert path.stat().st_size < 2**20
    refused_within(path)


def test_zeros_in_place_of_the_texts(path):
    entries = entries_of(path)
    write(path, {**entries, "session.json": b" " * 2**27})
    refused_within(path, words="its session.json has 134,217,728 bytes; the limit is 8,388,608")


def test_zeros_in_place_of_a_model(path):
    write(path, {**entries_of(path), "model.safetensors": bytes(2**28)})
    refused_within(path)


def test_a_model_that_is_too_large(path, monkeypatch):
    save_session(path, three_branches(), model=b"cat")
    monkeypatch.setattr(session, "LARGEST_CHECKPOINT", 2)
    refused_within(path)


def test_tokens_for_which_zeros_are_there(path):
    """Everything fits together: a sentence of 2,000 tokens, and a gigabyte of nothing."""
    text = told(path)
    one = text["branches"][0]
    length, heads = 2000, 2
    one["trace"]["source_tokens"], one["trace"]["source_ids"] = ["a"] * length, [5] * length
    text["branches"] = [one]
    steps = len(one["trace"]["steps"])
    text["current"], text["compared"] = 0, None
    entries = {"session.json": json.dumps(text).encode()}
    shapes = {
        "encoder": (heads, heads, length, length),
        "cross": (heads, heads, steps, length),
        "decoder": (heads, heads, steps, steps),
    }
    for kind, shape in shapes.items():
        file = io.BytesIO()
        np.save(file, np.zeros(shape, np.float32))
        entries[f"branch-0/{kind}.npy"] = file.getvalue()
    write(path, entries)
    assert path.stat().st_size < 2**18
    refused_within(path)


def test_branches_that_share_what_fills_the_memory(path):
    """Each shares all with the one before: in the file that costs nothing."""
    text = told(path)
    first = text["branches"][0]
    first["n_layers"] = first["n_heads"] = 64
    first["trace"]["source_tokens"] = ["a"] * 400
    first["trace"]["source_ids"] = [5] * 400
    steps = first["trace"]["steps"]
    again = {**first, "shared_steps": len(steps), "parent": 0}
    text["branches"] = [first, *({**again, "id": number} for number in range(1, 400))]
    write(path, {**entries_of(path), "session.json": json.dumps(text).encode()})
    refused_within(path, 2**26)


def test_an_entry_that_holds_more_than_it_says(path, tmp_path):
    """The listing says 100 bytes; what is packed would be 256 MB. zipfile alone unpacks it all."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = b"".join(packed.compress(bytes(2**20)) for _ in range(256)) + packed.flush()
    forged = _zip_of("session.json", data, says=100)
    path.write_bytes(forged)
    refused_within(path)
    run = tmp_path / "moment.npz"
    run.write_bytes(forged)
    no_moment_within(run)


def test_a_gigabyte_of_zeros_behind_an_archive_is_not_read(tmp_path):
    run = tmp_path / "moment.npz"
    run.write_bytes(npz_bytes({"a": np.zeros(3)}))
    os.truncate(run, LARGEST_HISTORY)
    no_moment_within(run)


def no_moment_within(path, most=2**24):
    tracemalloc.start()
    try:
        with pytest.raises(RunError, match="is damaged, or Headlight did not write it"):
            read_npz(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < most


def test_a_listing_that_fills_the_memory(path):
    names = {f"{'x' * 200}{number}": b"" for number in range(6000)}
    write(path, {**entries_of(path), **names}, zipfile.ZIP_STORED)
    refused_within(path, 2**20)


def test_a_table_that_would_have_to_be_computed(path):
    text = told(path)
    text["model"]["config"] |= {"max_len": 65_536, "d_model": 65_536, "n_heads": 2}
    text["model"]["sinusoidal"] = True
    write(path, {**entries_of(path), "session.json": json.dumps(text).encode()})
    refused_within(path)


def _zip_of(name, packed, *, says):
    """A zip with one entry, whose unpacked size is a lie."""
    raw = name.encode()
    common = struct.pack("<5H3L", 20, 0, 8, 0, 33, 0, len(packed), says)
    local = b"PK\3\4" + common + struct.pack("<2H", len(raw), 0) + raw
    listing = b"PK\1\2" + struct.pack("<H", 20) + common
    listing += struct.pack("<5H2L", len(raw), 0, 0, 0, 0, 0, 0) + raw
    at = len(local) + len(packed)
    return (
        local
        + packed
        + listing
        + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(listing), at, 0)
    )
