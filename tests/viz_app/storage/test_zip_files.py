"""Entries are as long as was promised, arrays as large as their header says."""

import io
import struct
import zipfile

import numpy as np
import pytest

from viz_app.storage.zip_files import array_in, open_zip, unpacked

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


@pytest.mark.parametrize("text", ["{'descr': (", "'''", "{", ""])
def test_a_header_that_ends_in_the_middle_is_none(text):
    header = text.encode().ljust(118)
    with pytest.raises(ValueError, match=r"[Hh]eader"):
        array_in(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header)
