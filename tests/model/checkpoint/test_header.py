"""Reading what a checkpoint is without reading its weights."""

import json
from pathlib import Path

import pytest

from model.checkpoint import header
from model.checkpoint.file import save_checkpoint
from model.checkpoint.header import origin_of, read_checksum, read_header
from model.messages import CheckpointError
from model.network.transformer import count_parameters
from tests.model.builders import config, untrained_model
from tests.model.checkpoint.parts import parts


@pytest.fixture
def checkpoint(untrained, tmp_path: Path) -> Path:
    path = tmp_path / "m.safetensors"
    save_checkpoint(untrained, path)
    return path


def _rewritten(path: Path, **changes: object) -> Path:
    """The same file with other values in its description; None takes one out."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    content = json.loads(header["__metadata__"]["headlight"]) | changes
    kept = {name: value for name, value in content.items() if value is not None}
    header["__metadata__"]["headlight"] = json.dumps(kept)
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data[8 + length :])
    return path


def test_it_tells_what_the_model_is(untrained, checkpoint):
    told = read_header(checkpoint)
    assert (told.task, told.config) == ("copy", untrained.config)
    assert told.n_parameters == count_parameters(untrained.network)
    assert told.n_bytes == checkpoint.stat().st_size
    assert told.record == dict(untrained.record)


@pytest.mark.parametrize("changes", [{"tie_embeddings": True}, {"positions": "learned"}])
def test_parameters_count_once_and_without_fixed_tables(tmp_path, changes):
    model = untrained_model(config(**changes))
    save_checkpoint(model, tmp_path / "m.safetensors", half=True)
    assert read_header(tmp_path / "m.safetensors").n_parameters == count_parameters(model.network)


@pytest.mark.parametrize("kept", [0, 7, 8, 9, 200, -1])
def test_a_cut_file(checkpoint, kept):
    checkpoint.write_bytes(checkpoint.read_bytes()[:kept])
    with pytest.raises(CheckpointError, match="or it is damaged"):
        read_header(checkpoint)


def test_a_file_with_something_after_it(checkpoint):
    checkpoint.write_bytes(checkpoint.read_bytes() + b"\0")
    with pytest.raises(CheckpointError, match="or it is damaged"):
        read_header(checkpoint)


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"[]",
        b"null",
        b"{}}",
        b"{}\n",
        b"\xff{}",
        b'{"x": 1}',
        b'{"x": {}}',
        b'{"x": {"data_offsets": []}}',
        b'{"x": {"data_offsets": [0, 1e999]}}',
        b'{"x": {"data_offsets": [0, "y"]}}',
        b'{"x": {"data_offsets": [0], "dtype": "F32", "shape": [0]}}',
        b'{"x": {"data_offsets": [0, 0, 0], "dtype": "F32", "shape": [0]}}',
        b'{"x": {"data_offsets": [0, 0], "dtype": "F32", "shape": [0, 1, 1, 1, 1, 1, 1, 1, 1]}}',
        b'{"x": {"data_offsets": [0, 0], "dtype": "F32", "shape": [0, %d]}}' % (2**62 + 1),
        b'{"x":' + b"[" * 100_000,
    ],
)
def test_a_header_of_nonsense(tmp_path, header):
    path = tmp_path / "m.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(CheckpointError, match=r"or it is damaged\.$"):  # no words of a library
        read_header(path)


def test_a_length_of_nonsense_allocates_nothing(tmp_path):
    path = tmp_path / "m.safetensors"
    path.write_bytes((1 << 40).to_bytes(8, "little") + b"{}")
    with pytest.raises(CheckpointError, match=r"has 1,099,[\d,]+ bytes; the limit is 33,554,432"):
        read_header(path)


@pytest.mark.parametrize("text", [b"\xff" * 8, b"source\ttarget\n", b"\x89PNG\r\n\x1a\n"])
def test_another_kind_of_file_is_said_to_be_one(tmp_path, text):
    path = tmp_path / "m.safetensors"
    path.write_bytes(text + b"{}")
    with pytest.raises(CheckpointError, match=r"it does not begin like a \.safetensors file"):
        read_header(path)


@pytest.mark.parametrize(
    ("n_bytes", "length", "read"),
    [(150, 100, True), (150, 101, False), (1000, 500, True), (1000, 501, False)],
)
def test_a_header_may_be_as_long_as_the_limit_or_as_half_of_the_file(
    tmp_path, monkeypatch, n_bytes, length, read
):
    monkeypatch.setattr(header, "LONGEST_HEADER", 100)
    path = tmp_path / "m.safetensors"
    path.write_bytes(length.to_bytes(8, "little") + bytes(n_bytes - 8))
    with pytest.raises(CheckpointError, match="or it is damaged") as failure:
        read_header(path)
    assert ("its header has" in str(failure.value)) != read


@pytest.mark.parametrize("reading", [read_header, read_checksum])
@pytest.mark.parametrize(
    "header",
    [
        b"{}",
        b'{"__metadata__":{"format":"pt"}}',
        b'{"x": {"data_offsets": [0, 0], "dtype": "F32", "shape": [0, 1, 1, 1, 1, 1, 1, %d]}}'
        % (2**62),
    ],
)
def test_a_file_of_another_program(tmp_path, header, reading):
    path = tmp_path / "m.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(CheckpointError, match="another program"):
        reading(path)


def test_a_file_that_the_system_does_not_open(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CheckpointError, match=r"cannot be read: Not a directory\."):
        read_header(tmp_path / "file" / "m.safetensors")


def test_a_newer_file(checkpoint):
    with pytest.raises(CheckpointError, match=r"newer Headlight \(format 9;"):
        read_header(_rewritten(checkpoint, version=9))


@pytest.mark.parametrize(
    "changes", [{"version": None}, {"version": "new"}, {"version": 1e999}, {"version": 0}]
)
def test_a_version_of_nonsense(checkpoint, changes):
    with pytest.raises(CheckpointError, match="description is truncated"):
        read_header(_rewritten(checkpoint, **changes))


@pytest.mark.parametrize(
    "changes", [{"config": None}, {"config": {"n_heads": 0}}, {"config": 3}, {"record": 3}]
)
def test_a_model_that_cannot_be(checkpoint, changes):
    with pytest.raises(CheckpointError, match="does not describe a model"):
        read_header(_rewritten(checkpoint, **changes))


def test_the_checksum_is_what_the_file_says(checkpoint):
    told = parts(checkpoint)[0]["sha256"]
    assert len(told) == 64
    assert read_checksum(checkpoint) == told


@pytest.mark.parametrize(
    ("task", "record", "expected"),
    [
        ("imported", {"family": "BERT", "source": "folder"}, ("BERT", "folder")),
        ("imported", {"family": "BERT"}, ("BERT", "")),
        ("imported", {"source": "folder"}, None),
        ("copy", {"family": "BERT", "source": "folder"}, None),
    ],
)
def test_only_an_imported_model_has_another_origin(task, record, expected):
    assert origin_of(task, record) == expected


def test_a_missing_file(tmp_path):
    with pytest.raises(CheckpointError, match="Checkpoint not found:"):
        read_header(tmp_path / "m.safetensors")


def test_a_folder(tmp_path):
    with pytest.raises(CheckpointError, match="is a folder, not a checkpoint"):
        read_header(tmp_path)
