"""What mutations have found, each by itself: one sentence that says where and what it is."""

import json
import os
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.viz_app.cli.mutated.small_models import MODELS


def _config(**values: object) -> Callable[[Path], None]:
    """Other values in the configuration."""

    def change(folder: Path) -> None:
        path = folder / "config.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **values}))

    return change


def _written(name: str, content: bytes | str) -> Callable[[Path], None]:
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return lambda folder: (folder / name).write_bytes(data)


def _pickled(name: str, change: Callable[[torch.Tensor], torch.Tensor]) -> Callable[[Path], None]:
    """The first matrix of a file of torch.save is another one."""

    def spoil(folder: Path) -> None:
        path = folder / name
        read = torch.load(path, weights_only=True)  # noqa: TID251 - a test's own file
        first = next(key for key, value in read.items() if value.dim() == 2)
        torch.save({**read, first: change(read[first])}, path)

    return spoil


def _cut(name: str) -> Callable[[Path], None]:
    return lambda folder: os.truncate(folder / name, (folder / name).stat().st_size // 2)


def _compressed(folder: Path) -> None:
    path = folder / "pytorch_model.bin"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def _large_version(folder: Path) -> None:
    """1.5 GB of zeros, packed, which torch unpacks while it opens the file."""
    path = folder / "pytorch_model.bin"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = next(name for name in parts if name.endswith("/version"))
    with zipfile.ZipFile(path, "w") as archive:
        for other, content in parts.items():
            if other != name:
                archive.writestr(other, content)
        packed = zipfile.ZipInfo(name)
        packed.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(packed, "w") as file:
            for _ in range(1500):
                file.write(bytes(10**6))


def _of_one_id(name: str, *place: str) -> Callable[[Path], None]:
    """Two pieces of a vocabulary; ``place``: where in the file it stands."""

    def change(folder: Path) -> None:
        path = folder / name
        document = json.loads(path.read_text())
        ids = document
        for key in place:
            ids = ids[key]
        first, second, *_ = ids
        ids[second] = ids[first]
        path.write_text(json.dumps(document))

    return change


def _circle(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).symlink_to(name)

    return change


def _index(**names: object) -> Callable[[Path], None]:
    return _written("model.safetensors.index.json", json.dumps({"weight_map": names}))


def _without(name: str) -> Callable[[Path], None]:
    """A tensor is missing."""

    def change(folder: Path) -> None:
        path = folder / "model.safetensors"
        tensors = load_file(path)
        del tensors[name]
        save_file(tensors, path)

    return change


def _nested_in_itself(folder: Path) -> None:
    path = folder / "loop.pt"
    read = torch.load(path, weights_only=True)  # noqa: TID251 - a test's own file
    read["epoch"] = {"again": read}
    torch.save(read, path)


BIN, SPM = "pytorch_model.bin", "sentencepiece.bpe.model"
CASES = {
    "no family": ("t5", _config(model_type=""), "config.json does not state the model family"),
    "a fraction is none": ("t5", _config(dropout_rate="x"), "dropout_rate ('x') must be at least"),
    "a text of JSON": ("t5", _written("config.json", "null"), "its content (None) must be an obj"),
    "rows of no table": ("t5", _config(vocab_size=10**6), "vocab_size (1000000) must be from 1 to"),
    "many layers": ("gpt2", _config(n_layer=65_536), "n_layer (65536) exceeds the number"),
    "a wide table": ("m2m100", _config(d_model=65_536), "the configuration says"),
    "a circle of links": ("t5", _circle("config.json"), "config.json"),
    "a missing tensor": (
        "mbart",
        _without("model.decoder.layers.1.fc1.bias"),
        "The mBART model has no tensor model.decoder.layers.1.fc1.bias.",
    ),
    "an empty tokenizer": ("mbart", _written(SPM, b""), f"{SPM}: The SentencePiece model is not"),
    "a piece that is no text": ("m2m100", _written(SPM, b"\x0a\x07\x0a\x05ab\xff\xfec"), SPM),
    "an id beyond all tables": ("bart", _written("vocab.json", '{"a": 4000000000}'), "below"),
    "half a character": ("bart", _written("vocab.json", '{"\\ud800": 0}'), "vocab.json is damaged"),
    "a merge of no pieces": ("bart", _written("merges.txt", "q zzz\n"), "merges.txt is damaged"),
    "no unknown piece": ("bert", _written("vocab.txt", "[CLS]\n[SEP]\n[MASK]\n"), "[UNK]"),
    "an index of no names": ("bart", _index(a=[], b=1), "index.json lists no weight files"),
    "an index that leads out": ("bart", _index(a="../good/x"), "points outside the folder"),
    "a file cut in two": ("bert", _cut(BIN), f"{BIN} is damaged: it ends too early. Download it"),
    "a page of a server": ("bert", _written(BIN, "<html>"), "was not written by torch.save"),
    "an old pickle": ("bert", _written(BIN, b"\x80\x02\x8a\nl\xfc"), "has written since 2020"),
    "compressed tensors": ("bert", _compressed, "is compressed"),
    "a large part, packed": ("bert", _large_version, "/version in it is compressed"),
    "two pieces of one id": ("bart", _of_one_id("vocab.json"), "have the same id, "),
    "two of one id in one file": (
        "gpt2",
        _of_one_id("tokenizer.json", "model", "vocab"),
        "same id",
    ),
    "a sparse matrix": ("bert", _pickled(BIN, torch.Tensor.to_sparse), "save it with .to_dense()"),
    "no numbers": ("bert", _pickled(BIN, lambda x: x.to("meta")), "a shape but no data"),
    "one number for all": (
        "bert",
        _pickled(BIN, lambda x: torch.zeros(1, 1).expand(2**20, 2**20)),
        "is a view with fewer stored values than elements: save it with .contiguous()",
    ),
    "rows without columns": (
        "bert",
        _pickled(BIN, lambda x: torch.zeros(2**30, 0)),
        " is empty: its",
    ),
    "a long word": ("joeynmt", _written("trg_vocab.txt", "x" * 10**6 + "\n"), "trg_vocab.txt has"),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_one_sentence_at_once(headlight, tmp_path: Path, case: str):
    family, spoil, words = CASES[case]
    folder, out = tmp_path / "model", tmp_path / "out"
    for place in (folder, out):
        place.mkdir()
    path, said = MODELS[family](folder)
    spoil(folder)
    answers = [part for name, text in said.items() for part in (f"--{name}", text)]
    for command in (["import", path, "-o", out / "x.safetensors"], ["import", path, "--dry-run"]):
        start = time.process_time()
        outcome = headlight(*command, *answers)
        assert time.process_time() - start < 2
        assert outcome.status == 1
        assert words in outcome.err
        assert outcome.err.startswith("headlight: ")
        assert outcome.err.count("\n") == 1
    assert not [*out.iterdir()]
    doctor = headlight("check", path, *answers)
    assert (doctor.status, doctor.out, doctor.err.count("\n")) == (2, "", 1)


def test_what_a_file_holds_beside_its_tensors_may_hold_itself(headlight, tmp_path: Path):
    path, said = MODELS["torch_transformer"](tmp_path)
    _nested_in_itself(tmp_path)
    answers = [part for name, text in said.items() for part in (f"--{name}", text)]
    assert headlight("import", path, "--dry-run", *answers).status == 0


@contextmanager
def _open_to_all() -> Iterator[Path]:
    """A folder that somebody else may look into, as nobody may into pytest's."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def _without_rights() -> Iterator[None]:
    """Root may read everything: be nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="POSIX rights")
@pytest.mark.parametrize("name", ["", "config.json", "model.safetensors", "spiece.model"])
def test_what_may_not_be_read_is_one_sentence(headlight, name: str):
    with _open_to_all() as place:
        folder = place / "my-t5"
        folder.mkdir()
        MODELS["t5"](folder)
        assert headlight("import", folder, "--dry-run").status == 0  # all is imported by now
        (folder / name).chmod(0)
        with _without_rights():
            outcomes = [headlight("import", folder, "--dry-run"), headlight("check", folder)]
        (folder / name).chmod(0o700)
    assert [outcome.status for outcome in outcomes] == [1, 2]
    for outcome in outcomes:
        assert outcome.out == ""
        assert outcome.err == f"headlight: {folder / name} cannot be read: Permission denied.\n"
