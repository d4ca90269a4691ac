"""Foreign files give tensors or one sentence; nothing of theirs runs."""

import argparse
import os
import pickle  # noqa: TID251 - to write what may not be read
import struct
import time
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoint.importing import recognise
from model.checkpoint.readers import tensor_files
from model.checkpoint.readers.recognised import made, rows
from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    SafetensorsFiles,
    TensorFile,
    TorchFiles,
    check_file,
)
from tests.every import every

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"
READERS = [SafetensorsFiles, TorchFiles]


class Runs:
    """What a pickle of somebody else may do."""

    def __init__(self, proof: Path) -> None:
        self.proof = proof

    def __reduce__(self):
        return os.mkdir, (str(self.proof),)


def tensors() -> dict[str, torch.Tensor]:
    return {"a.weight": torch.arange(6.0).reshape(2, 3), "b": torch.ones(4)}


def assert_holds(file: TensorFile) -> None:
    assert dict(file.shapes) == {"a.weight": (2, 3), "b": (4,)}
    for name, tensor in tensors().items():
        assert torch.equal(file.load(name).float(), tensor)


def refused(path: Path, reader: Callable = TorchFiles) -> str:
    with pytest.raises(ForeignModelError) as failure:
        reader([path])
    return str(failure.value)


def test_tensors_of_several_safetensors_files_are_one_model(tmp_path: Path):
    for name, tensor in tensors().items():
        save_file({name: tensor}, tmp_path / name)
    file = SafetensorsFiles([tmp_path / name for name in tensors()])
    assert_holds(file)
    assert file.kinds == dict.fromkeys(tensors(), torch.float32)
    (tmp_path / "b").write_bytes((tmp_path / "b").read_bytes()[:-4])  # while it is open
    with pytest.raises(ForeignModelError, match=r"b is damaged: .*Download it again"):
        file.load("b")


@every("kind", [torch.float16, torch.bfloat16])
def test_16_bits_are_told(tmp_path: Path, kind: torch.dtype):
    half = {name: tensor.to(kind) for name, tensor in tensors().items()}
    for reader, save in ((SafetensorsFiles, save_file), (TorchFiles, torch.save)):
        save(half, tmp_path / "half")
        assert reader([tmp_path / "half"]).kinds == dict.fromkeys(tensors(), kind)


@every("key", [None, "state_dict", "model_state", "model", "model_state_dict"])
def test_a_state_dict_is_found_among_what_a_loop_saved_with_it(tmp_path: Path, key: str | None):
    path = tmp_path / "model.pt"
    options = argparse.Namespace(heads=4)
    torch.save({key: tensors(), "epoch": 3, "opt": options} if key else tensors(), path)
    file = TorchFiles([path])
    assert_holds(file)
    if key:
        assert file.others == {"epoch": 3, "opt": options}


def test_parts_of_a_model_keep_their_names(tmp_path: Path):
    path = tmp_path / "model.pt"
    torch.save({"model": {"a": torch.ones(1)}, "generator": {"0.weight": torch.ones(2)}}, path)
    assert set(TorchFiles([path]).shapes) == {"a", "generator.0.weight"}


def test_nothing_that_a_pickle_calls_is_run(tmp_path: Path):
    path, proof = tmp_path / "model.pt", tmp_path / "proof"
    torch.save({"model": tensors(), "more": Runs(proof)}, path)
    assert "torch.save(model.state_dict(), 'model.pt'" in refused(path)
    assert not proof.exists()
    torch.load(path, weights_only=False)  # noqa: TID251 - the bait works
    assert proof.exists()
    torch.save(torch.nn.Linear(2, 2), path)
    assert "state_dict" in refused(path)


@every("reader", READERS)
def test_what_is_no_such_file_is_one_sentence(tmp_path: Path, reader):
    path = tmp_path / "model"
    for content in (b"", b"abc", b"\0" * 100, b"{}" * 40):
        path.write_bytes(content)
        assert str(path) in refused(path, reader)
    path.write_text(POINTER)
    assert "is a Git LFS pointer, not the file itself" in refused(path, reader)
    for missing in (tmp_path / "none", tmp_path):
        assert "cannot be read" in refused(missing, reader)
    for share in (0.1, 0.5, 0.9):
        (save_file if reader is SafetensorsFiles else torch.save)(tensors(), path)
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])
        assert str(path) in refused(path, reader)


@every("read", [{"epoch": 3}, [torch.ones(2)], torch.ones(2), "text", None])
def test_a_file_without_tensors_or_their_names_says_so(tmp_path: Path, read: object):
    torch.save(read, tmp_path / "model.pt")
    assert "contains no tensors" in refused(tmp_path / "model.pt")


@every("kind", [torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz])
def test_8_bits_become_32(tmp_path: Path, kind: torch.dtype):
    path = tmp_path / "eighths"
    small = {name: tensor.to(kind) for name, tensor in tensors().items()}
    for reader, save in ((SafetensorsFiles, save_file), (TorchFiles, torch.save)):
        save(small, path)
        file = reader([path])
        assert file.kinds == dict.fromkeys(tensors(), kind)
        table = made(file, "table", rows("a.weight", (1, -1, 0)), (3, 3))
        expected = torch.stack([tensors()["a.weight"][1], torch.zeros(3), tensors()["a.weight"][0]])
        assert torch.equal(table, expected)


def test_layers_that_are_one_may_be_many(tmp_path: Path):
    path, shared = tmp_path / "model.pt", torch.ones(2**10, 2**10)
    torch.save({f"layers.{index}": shared for index in range(48)}, path)
    assert len(TorchFiles([path]).shapes) == 48


def test_a_small_file_cannot_fill_a_disk(tmp_path: Path):
    path, shared = tmp_path / "model.pt", torch.ones(2**10, 2**8)
    torch.save({f"layers.{index}": shared.reshape(2**8, -1) for index in range(200)}, path)
    assert path.stat().st_size < 2**21
    assert "its tensors repeat them 200 times: save" in refused(path)


def with_pickle(path: Path, content: bytes) -> None:
    torch.save(tensors(), path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, content if name.endswith("data.pkl") else part)


def doubled(levels: int, *, is_key: bool) -> bytes:
    """A value of two that are the same, of two that are the same, and so on."""
    pairs = (f"h{chr(level)}h{chr(level)}\x86q{chr(level + 1)}" for level in range(levels))
    used = f"}}h{chr(levels)}K\x01s." if is_key else f"h{chr(levels)})R."
    return f"\x80\x02)q\x00{''.join(pairs)}{used}".encode("latin-1")


def circle(count: int) -> bytes:
    """Lists that all hold each other."""
    lists: list[list[object]] = [[] for _ in range(count)]
    for each in lists:
        each.extend(lists)
    return pickle.dumps(lists, protocol=2)


NESTED = {
    "a key": doubled(60, is_key=True),
    "what is called, and told as no function": doubled(60, is_key=False),
    "in circles": circle(20),
    "numbers of one hash": b"\x80\x02}("
    + b"".join(b"\x8a\x0c" + ((2**61 - 1) * n).to_bytes(12, "little") + b"N" for n in range(1000))
    + b"u.",
}


@every("content", NESTED.values())
def test_values_that_would_take_for_ever_are_refused_at_once(tmp_path: Path, content: bytes):
    path = tmp_path / "model.pt"
    with_pickle(path, content)
    start = time.process_time()
    assert "values nested too deeply: save only its state dict" in refused(path)
    assert time.process_time() - start < 1


def calling(function: str, *arguments: bytes, times: int = 1) -> bytes:
    """A state dict beside which a function is called so many times."""
    called = b"c" + function.encode() + b"\n(" + b"".join(arguments) + b"tR"
    return b"\x80\x02}(" + b"".join(b"K%c%b" % (key, called) for key in range(times)) + b"u."


def told(text: str) -> bytes:
    return b"X" + struct.pack("<I", len(text)) + text.encode()


LARGEST = b"J" + struct.pack("<i", 2**31 - 1)
BYTES = {
    "bytes of a number": calling("builtins\nbytearray", LARGEST, times=9),
    "by its old name": calling("__builtin__\nbytearray", b"K\x05"),
    "in a codec": calling("_codecs\nencode", told("a"), told("utf-8")),
    "in a codec that is a module": calling("_codecs\nencode", told("a"), told("idna")),
    "the same of bytearray": calling("builtins\nbytearray", told("a"), told("utf-16")),
    "without a codec": calling("_codecs\nencode", told("a")),
    "by keys": b"\x80\x02}cbuiltins\nbytearray\n}" + LARGEST + told("latin1") + b"sRK\x01s.",
    "of a list": calling("builtins\nbytearray", b"](K\x01K\x02e"),
    "copied too often": b"\x80\x02"
    + told("a" * 2**20)
    + b"q\x00c_codecs\nencode\nq\x01"
    + b"".join(b"h\x01h\x00" + told("latin1") + b"\x86R" for _ in range(70)),
}


def test_bytes_that_no_pickle_writes_are_refused_before_torch_makes_them(tmp_path: Path):
    path = tmp_path / "model.pt"
    for content in BYTES.values():
        with_pickle(path, content)
        with pytest.raises(ForeignModelError, match="contains too much besides its tensors"):
            tensor_files.check_pickle(path)


def test_bytes_beside_tensors_are_read(tmp_path: Path):
    path, beside = tmp_path / "model.pt", {"seed": bytes(range(256)), "buffer": bytearray(b"\xff")}
    torch.save({"model": tensors(), **beside, "empty": bytearray()}, path)
    assert TorchFiles([path]).others == {**beside, "empty": b""}


def test_values_that_are_nested_deeper_than_the_stack_do_not_end_the_process(tmp_path: Path):
    path = tmp_path / "model.pt"
    with_pickle(path, b"\x80\x02})" + b"\x85" * 200_000 + b"K\x01s.")
    assert "values nested too deeply: save only its state dict" in refused(path)


def test_plain_values_beside_tensors_are_read(tmp_path: Path):
    path = tmp_path / "model.pt"
    beside = {"words": {f"word {n}": n for n in range(5000)}, "betas": [(0.9, 0.999)] * 500}
    beside |= {"seen": {1, 2}, "seed": 2**64 - 1, ("a", ("b",)): [[[]]], "options": [None, True]}
    torch.save({"model": tensors(), **beside}, path)
    assert TorchFiles([path]).others == {str(key): value for key, value in beside.items()}


@every("disks", [2, 0xFFFFFFFF])
def test_an_archive_on_several_disks_is_one_sentence(tmp_path: Path, disks: int):
    path = tmp_path / "model.bin"
    torch.save(tensors(), path)
    data, end = path.read_bytes(), path.read_bytes().rindex(b"PK\x05\x06")
    path.write_bytes(data[:end] + struct.pack("<4sLQL", b"PK\x06\x07", 0, 0, disks) + data[end:])
    assert "damaged" in refused(path)
    with pytest.raises(ForeignModelError):
        recognise(path)


def test_a_file_that_is_too_large_names_both_sizes(tmp_path: Path):
    path = tmp_path / "model"
    path.write_bytes(b"12345")
    check_file(path, most=5)
    with pytest.raises(ForeignModelError, match="it has 5 bytes; the limit is 4"):
        check_file(path, most=4)


def test_an_archive_of_something_else_is_one_sentence(tmp_path: Path):
    path = tmp_path / "model.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("letters/a.txt", "dear")
    assert "model.pt is damaged" in refused(path)


@every("content", [b"\x80\x02}", b"\x80\x02\x85.", b"\x80\x02h\x01.", b"\xff"])
def test_a_damaged_pickle_is_one_sentence(tmp_path: Path, content: bytes):
    """It ends too early, takes what is not there, or is none."""
    path = tmp_path / "model.pt"
    with_pickle(path, content)
    said = refused(path)
    assert said.startswith(f"{path} is damaged: ") and "\n" not in said


def test_a_pickle_of_too_many_operations_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "model.pt"
    with_pickle(path, b"\x80\x02(" + b"N" * 98 + b"t.")
    monkeypatch.setattr(tensor_files, "_MOST_OPERATIONS", 101)  # before the one that ends it
    tensor_files.check_pickle(path)
    monkeypatch.setattr(tensor_files, "_MOST_OPERATIONS", 100)
    assert "contains too much besides its tensors" in refused(path)


def test_a_table_beside_parts_is_the_models_and_a_loss_is_not(tmp_path: Path):
    path = tmp_path / "model.pt"
    torch.save({"encoder": tensors(), "table": torch.ones(2, 3), "loss": torch.tensor(1.0)}, path)
    assert set(TorchFiles([path]).shapes) == {"encoder.a.weight", "encoder.b", "table"}


def quantized() -> torch.Tensor:
    """Which torch still reads, and will not make for long."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8)


def test_tensors_that_are_no_plain_numbers_are_one_sentence(tmp_path: Path):
    path = tmp_path / "model.pt"
    for tensor, said in (
        (quantized(), "contains quantized values: save it with .dequantize()"),
        (torch.ones(3, 3).to_sparse(), "is a sparse matrix: save it with .to_dense()"),
        (torch.ones(3, device="meta"), "has a shape but no data"),
        (torch.ones(3, dtype=torch.complex64), "contains complex numbers"),
        (torch.ones(1).expand(3), "is a view with fewer stored values than elements: save it with"),
    ):
        torch.save({"odd": tensor, **tensors()}, path)
        assert f"the tensor odd {said}" in refused(path)


def test_a_file_is_mapped_anew_after_so_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What was read leaves the memory; a file that was changed meanwhile is one sentence."""
    monkeypatch.setattr(tensor_files, "_MOST_MAPPED", 16)
    path = tmp_path / "model.pt"
    torch.save(tensors(), path)
    file = TorchFiles([path])
    first, again = file.load("a.weight"), file.load("a.weight")
    assert first.data_ptr() != again.data_ptr()
    assert torch.equal(first, again)
    torch.save({"b": torch.ones(4)}, tmp_path / "other.pt")
    (tmp_path / "other.pt").replace(path)
    with pytest.raises(ForeignModelError, match=r"model\.pt is damaged: 'a\.weight'"):
        file.load("a.weight")


def test_no_room_in_memory_is_not_taken_for_a_damaged_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def no_room(*_: object, **__: object) -> NoReturn:
        raise MemoryError

    torch.save(tensors(), tmp_path / "model.pt")
    monkeypatch.setattr(torch, "load", no_room)
    with pytest.raises(MemoryError):
        TorchFiles([tmp_path / "model.pt"])
