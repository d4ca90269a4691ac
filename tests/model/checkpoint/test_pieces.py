"""A file written tensor by tensor is the library's own, and holds no second copy of the numbers."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

import numpy as np
import pytest
import safetensors.torch
import torch

from model.checkpoint import header
from model.checkpoint.pieces import bytes_of, file_pieces, read_tensors

METADATA = {"what": "数字 “quoted”\n"}


def tensors_of_all_kinds():
    generator = torch.Generator().manual_seed(0)
    return {
        "b": torch.randn(3, 5, generator=generator),
        "a": torch.randn(7, generator=generator).half(),
        "one number": torch.tensor(2.5),
        "none": torch.zeros(0, 4),
        "wide": torch.randn(2, 2, generator=generator).double(),
        "字": torch.randn(1, generator=generator),
    }


def written(tensors, metadata=METADATA):
    return b"".join(bytes(piece) for piece in file_pieces(tensors, metadata))


def test_the_library_reads_every_number_back():
    tensors = tensors_of_all_kinds()
    back = safetensors.torch.load(written(tensors))
    assert back.keys() == tensors.keys()
    for name, tensor in tensors.items():
        assert back[name].dtype == tensor.dtype
        assert torch.equal(back[name], tensor)


def test_the_file_is_the_one_that_the_library_writes():
    tensors = tensors_of_all_kinds()
    assert written(tensors) == safetensors.torch.save(tensors, METADATA)


def test_texts_beside_the_tensors_are_kept(tmp_path):
    path = tmp_path / "texts.safetensors"
    path.write_bytes(written({}))
    with safetensors.safe_open(path, "numpy") as file:
        assert file.metadata() == METADATA


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16])
def test_the_numbers_are_aligned(dtype):
    data = written({"x": torch.ones(3, dtype=dtype), "half": torch.ones(1).half()})
    length = int.from_bytes(data[:8], "little")
    assert length % 8 == 0
    begin, _ = json.loads(data[8 : 8 + length])["x"]["data_offsets"]
    assert begin % torch.ones(1, dtype=dtype).element_size() == 0


def test_no_tensor_is_copied():
    tensor = torch.ones(4, 6)
    assert np.shares_memory(np.asarray(bytes_of(tensor)), tensor.numpy())


def read(tensors):
    file = io.BytesIO(written(tensors))
    entries = header.tensors_of(header.header_of(file)[0])
    return read_tensors(file, entries)


def test_every_number_is_read_back_in_the_order_of_names():
    tensors = tensors_of_all_kinds()
    back = {name: tensor.clone() for name, tensor in read(tensors)}
    assert [*back] == sorted(tensors)
    for name, tensor in tensors.items():
        assert back[name].dtype == tensor.dtype
        assert torch.equal(back[name], tensor)


@pytest.mark.parametrize("kind", [torch.float32, torch.float16])
def test_a_file_that_becomes_shorter_says_in_which_tensor_it_ends(kind):
    whole = written({"a": torch.ones(3).to(kind), "b": torch.ones(5).to(kind)})
    file = io.BytesIO(whole)
    found = read_tensors(file, header.tensors_of(header.header_of(file)[0]))
    assert next(found)[0] == "a"
    file.truncate(len(whole) - 1)
    with pytest.raises(ValueError, match="the file ends in b"):
        next(found)


def test_numbers_of_16_bits_are_read_into_one_place_and_others_are_kept():
    """Halves beside their copies with 32 bits were three times the file."""
    halves = {name: torch.randn(size).half() for name, size in [("a", 5), ("b", 9), ("c", 2)]}
    assert len({tensor.data_ptr() for _, tensor in read(halves)}) == 1
    kept = [tensor for _, tensor in read({name: half.float() for name, half in halves.items()})]
    assert len({tensor.data_ptr() for tensor in kept}) == len(kept)


class MadeWhenAsked(Mapping):
    """Tensors that are there only while they are looked at."""

    def __init__(self, makers):
        self.makers, self.asked = makers, []

    def __getitem__(self, name):
        self.asked.append(name)
        return self.makers[name].clone()

    def __iter__(self):
        return iter(self.makers)

    def __len__(self):
        return len(self.makers)


def test_with_likes_each_tensor_is_made_once_when_its_bytes_are_due():
    tensors = tensors_of_all_kinds()
    lazy = MadeWhenAsked(tensors)
    likes = {name: tensor.to("meta") for name, tensor in tensors.items()}
    pieces = file_pieces(lazy, METADATA, likes=likes)
    data = bytes(next(pieces))
    assert lazy.asked == []
    for count, piece in enumerate(pieces, start=1):
        assert len(lazy.asked) == count
        data += bytes(piece)
    assert data == safetensors.torch.save(tensors, METADATA)


def entry(begin, stop, *shape, dtype="F32"):
    return {"data_offsets": [begin, stop], "dtype": dtype, "shape": [*shape]}


@pytest.mark.parametrize(
    "entries",
    [
        {"a": entry(4, 8, 1)},
        {"a": entry(0, 4, 1), "b": entry(8, 12, 1)},
        {"a": entry(0, 4, 1), "b": entry(0, 4, 1)},
        {"a": entry(0, 8, 1)},
        {"a": entry(0, 4, 1), "b": entry(4, 8, 2)},
        {"a": entry(0, 4, 2, dtype="F32")},
        {"a": entry(0, 4, 2, dtype="F64")},
    ],
)
def test_tensors_that_do_not_lie_one_after_the_other_are_refused(entries):
    with pytest.raises(ValueError, match="is not where it should be"):
        [*read_tensors(io.BytesIO(bytes(64)), entries)]


@pytest.mark.parametrize("dtype", ["F32", "F16"])
def test_a_file_that_ends_in_a_tensor_is_refused_with_its_name(dtype):
    entries = {"a": entry(0, 8, 8 // (4 if dtype == "F32" else 2), dtype=dtype)}
    assert len([*read_tensors(io.BytesIO(bytes(8)), entries)]) == 1
    with pytest.raises(ValueError, match="the file ends in a"):
        [*read_tensors(io.BytesIO(bytes(7)), entries)]


def test_numbers_begin_where_the_file_stands():
    file = io.BytesIO(np.arange(5, dtype="f4").tobytes())
    file.seek(8)
    entries = {"b": entry(0, 8, 2), "a": entry(8, 12, 1)}
    back = {name: tensor.tolist() for name, tensor in read_tensors(file, entries)}
    assert back == {"a": [4.0], "b": [2.0, 3.0]}
