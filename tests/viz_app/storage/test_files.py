"""Entries are as long as was promised, arrays as large as their header says."""

import gc
import io
import struct
import unicodedata
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.engine.collection import many_passing_objects
from viz_app.storage.files import (
    MOST_BYTES,
    array_in,
    file_name,
    file_word,
    is_reserved,
    open_zip,
    unpacked,
)

DATA = bytes(range(200))


@pytest.fixture
def file():
    """A zip with one entry of 200 bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", DATA)
    return file


def test_an_entry_may_be_as_long_as_was_asked_for_and_no_longer(file):
    with open_zip(file) as archive:
        assert unpacked(archive, "a", most=200) == DATA
        with pytest.raises(zipfile.BadZipFile, match="too large"):
            unpacked(archive, "a", most=199)
        with pytest.raises(KeyError):
            unpacked(archive, "b", most=200)


@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
@pytest.mark.parametrize(
    "array",
    [
        np.arange(12, dtype=np.float32).reshape(3, 4),
        *(np.float32(7), np.zeros((0, 3)), np.array(["a", "猫"])),
        *(np.asfortranarray(np.arange(6).reshape(2, 3)), np.arange(4.0)[::2]),
    ],
    ids=["rows", "one number", "empty", "texts", "columns first", "every other"],
)
def test_an_array_of_any_shape_is_as_numpy_reads_it(array, version):
    file = io.BytesIO()
    np.lib.format.write_array(file, np.asanyarray(array), version)
    read = array_in(file.getvalue())
    numpys = np.load(io.BytesIO(file.getvalue()))
    np.testing.assert_array_equal(read, numpys)
    assert (read.dtype, read.shape) == (numpys.dtype, numpys.shape)
    assert read.flags.f_contiguous == numpys.flags.f_contiguous
    assert read.flags.writeable


def test_what_is_cut_or_would_have_to_be_unpickled_is_no_array():
    file = io.BytesIO()
    np.save(file, np.array([None]), allow_pickle=True)
    with pytest.raises(ValueError, match="unpickled"):
        array_in(file.getvalue())
    file = io.BytesIO()
    np.save(file, np.arange(4.0))
    for length in (0, 5, 7, 9, 50, 100, 140):
        with pytest.raises(ValueError):
            array_in(file.getvalue()[:length])


def test_arrays_read_again_leave_nothing_to_the_garbage_collector():
    file = io.BytesIO()
    np.save(file, np.arange(4.0))
    array_in(file.getvalue())
    with many_passing_objects():
        gc.collect()
        for _ in range(5):
            array_in(file.getvalue())
        assert gc.collect() == 0


@pytest.mark.parametrize("text", ["{'descr': (", "'''", "{", ""])
def test_a_header_that_ends_in_the_middle_is_none(text):
    header = text.encode().ljust(118)
    with pytest.raises(ValueError, match=r"[Hh]eader"):
        array_in(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header)


# --------------------------------------------------------------------------------- test file names
# A name is one on every system, and keeps what it can of the text.


FORBIDDEN = set('<>:"/\\\\|?*')


def test_a_name_keeps_what_every_system_takes():
    for text, name in (
        ("我有一只猫。 - layer 2", "我有一只猫。 - layer 2"),
        ('what is a/b? - x: "y"\n\tz', "what is a-b- - x- -y- z"),
        ("..", "headlight"),
        ("", "headlight"),
        (".hidden. ", "hidden"),
        ("con", "_con"),
        ("Aux.old", "_Aux.old"),
        ("COM¹", "_COM¹"),
        ("nul .txt", "_nul .txt"),
        ("console", "console"),
        ("abc\u202egpj.exe", "abc-gpj.exe"),
        ("a\u200bb\u2066c", "a-b-c"),
        ("<b>x</b>", "-b-x--b-"),
        ("e\u0301", "é"),
        ("\ud800a", "-a"),
        (
            "I have a cat. - Cross attention - up to row 3 of 11 - linear scale",
            "I have a cat. - Cross attention - up to row 3 of 11 - linear",
        ),
        (
            "I have two cats. - Cross attention - up to row 3 of 11 - linear scale",
            "I have two cats. - Cross attention - up to row 3 of 11",
        ),
        (f"cat {'a' * 99}", f"cat {'a' * 56}"),
    ):
        assert file_name(text) == name
    for text, word in {"a/b c.tsv": "a-b-c.tsv", "../..": "model", "con": "_con"}.items():
        assert file_word(text) == word


@given(st.text(st.characters(exclude_categories=()), max_size=400))
def test_any_text_gives_a_name_that_any_system_takes(text):
    name = file_name(text)
    assert name and not FORBIDDEN & set(name)
    assert len(name.encode()) <= MOST_BYTES + 1
    assert name == name.strip(" .")
    assert not is_reserved(name)
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(char) for char in name} & {"RLO", "LRO", "RLI", "PDI"}
    assert file_name(name) == name


def test_a_file_of_that_name_can_be_written(tmp_path):
    for text in ("猫" * 300, "\N{CJK UNIFIED IDEOGRAPH-20000}" * 300, "a" * 999):
        for suffix in (".safetensors", ".headlight"):
            path = tmp_path / f"{file_name(text)}{suffix}"
            path.write_bytes(b"")
            assert [found.name for found in tmp_path.iterdir()] == [path.name]
            path.unlink()
