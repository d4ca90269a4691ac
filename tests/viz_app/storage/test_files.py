"""Entries are as long as was promised, arrays as large as their header says."""

import gc
import io
import struct
import zipfile

import numpy as np
import pytest

from viz_app.engine.collection import many_passing_objects
from viz_app.storage.files import array_in, open_zip, unpacked

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


def test_an_array_is_what_numpy_wrote():
    array, file = np.arange(12, dtype=np.float32).reshape(3, 4), io.BytesIO()
    np.save(file, array)
    np.testing.assert_array_equal(array_in(file.getvalue()), array)


@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
@pytest.mark.parametrize(
    "array",
    [
        *(np.float32(7), np.zeros((0, 3)), np.array(["a", "猫"])),
        *(np.asfortranarray(np.arange(6).reshape(2, 3)), np.arange(4.0)[::2]),
    ],
    ids=["one number", "empty", "texts", "columns first", "every other"],
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


def test_what_would_have_to_be_unpickled_is_no_array():
    file = io.BytesIO()
    np.save(file, np.array([None]), allow_pickle=True)
    with pytest.raises(ValueError, match="unpickled"):
        array_in(file.getvalue())


@pytest.mark.parametrize("length", [0, 5, 7, 9, 50, 100, 140])
def test_an_array_that_is_cut_is_none(length):
    file = io.BytesIO()
    np.save(file, np.arange(4.0))
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
