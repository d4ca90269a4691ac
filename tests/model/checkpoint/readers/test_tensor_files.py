"""Foreign files give tensors or one sentence; nothing of theirs runs."""

import argparse
import os
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    SafetensorsFiles,
    TensorFile,
    TorchFiles,
)

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


def test_tensors_of_several_safetensors_files_are_one_model(tmp_path: Path):
    for name, tensor in tensors().items():
        save_file({name: tensor}, tmp_path / name)
    file = SafetensorsFiles([tmp_path / name for name in tensors()])
    assert_holds(file)
    assert not file.half


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16])
def test_16_bits_are_told(tmp_path: Path, kind: torch.dtype):
    path = tmp_path / "half"
    save_file({name: tensor.to(kind) for name, tensor in tensors().items()}, path)
    assert SafetensorsFiles([path]).half
    torch.save({name: tensor.to(kind) for name, tensor in tensors().items()}, path)
    assert TorchFiles([path]).half


@pytest.mark.parametrize("key", [None, "state_dict", "model_state", "model", "model_state_dict"])
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
    with pytest.raises(ForeignModelError, match=r"torch\.save\(model\.state_dict\(\), 'model\.pt'"):
        TorchFiles([path])
    assert not proof.exists()
    torch.load(path, weights_only=False)  # noqa: TID251 - the bait works
    assert proof.exists()


def test_a_whole_module_is_refused_with_the_line_that_saves_a_state_dict(tmp_path: Path):
    path = tmp_path / "model.pt"
    torch.save(torch.nn.Linear(2, 2), path)
    with pytest.raises(ForeignModelError, match="state_dict"):
        TorchFiles([path])


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("content", [b"", b"abc", b"\0" * 100, b"{}" * 40])
def test_what_is_no_such_file_is_one_sentence(tmp_path: Path, reader, content: bytes):
    path = tmp_path / "model"
    path.write_bytes(content)
    with pytest.raises(ForeignModelError, match="model"):
        reader([path])


@pytest.mark.parametrize("reader", READERS)
def test_a_pointer_of_git_lfs_is_named(tmp_path: Path, reader):
    path = tmp_path / "model"
    path.write_text(POINTER)
    with pytest.raises(ForeignModelError, match="is a Git LFS pointer, not the file itself"):
        reader([path])


@pytest.mark.parametrize("reader", READERS)
def test_what_is_missing_or_no_file_is_one_sentence(tmp_path: Path, reader):
    with pytest.raises(ForeignModelError, match="cannot be read"):
        reader([tmp_path / "none"])
    with pytest.raises(ForeignModelError, match="cannot be read"):
        reader([tmp_path])


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_file_that_is_cut_is_one_sentence(tmp_path: Path, share: float):
    for reader, save in ((SafetensorsFiles, save_file), (TorchFiles, torch.save)):
        path = tmp_path / "model"
        save(tensors(), path)
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])
        with pytest.raises(ForeignModelError, match="model"):
            reader([path])


def test_a_file_without_tensors_says_so(tmp_path: Path):
    path = tmp_path / "model.pt"
    torch.save({"epoch": 3}, path)
    with pytest.raises(ForeignModelError, match="holds no tensors"):
        TorchFiles([path])
