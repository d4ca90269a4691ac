"""Reading what a checkpoint is without reading its weights."""

import json
from pathlib import Path

import pytest

from model.checkpoint import header
from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.checkpoint.header import origin_of, read_checksum, read_header
from model.messages import CheckpointError
from model.network.transformer import count_parameters
from tests.every import every
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
    assert read_checksum(checkpoint) == parts(checkpoint)[0]["sha256"]


@pytest.mark.parametrize("changes", [{"tie_embeddings": True}, {"positions": "learned"}])
def test_parameters_count_once_and_without_fixed_tables(tmp_path, changes):
    model = untrained_model(config(**changes))
    save_checkpoint(model, tmp_path / "m.safetensors", half=True)
    assert read_header(tmp_path / "m.safetensors").n_parameters == count_parameters(model.network)


def refused(path: Path, data: bytes, reading=read_header) -> str:
    path.write_bytes(data)
    with pytest.raises(CheckpointError) as failure:
        reading(path)
    return str(failure.value)


def with_header(header: bytes) -> bytes:
    return len(header).to_bytes(8, "little") + header


def test_a_cut_file_and_one_with_something_after_it(checkpoint):
    whole = checkpoint.read_bytes()
    for data in (*(whole[:kept] for kept in (0, 7, 8, 9, 200, -1)), whole + b"\0"):
        assert "or it is damaged" in refused(checkpoint, data)


@every(
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
    said = refused(tmp_path / "m.safetensors", with_header(header))
    assert said.endswith("or it is damaged.")  # no words of a library


def test_a_length_of_nonsense_allocates_nothing_and_other_kinds_of_files_are_named(tmp_path):
    path = tmp_path / "m.safetensors"
    said = refused(path, (1 << 40).to_bytes(8, "little") + b"{}")
    assert "has 1,099,511,627,776 bytes; the limit is 33,554,432" in said
    for text in (b"\xff" * 8, b"source\ttarget\n", b"\x89PNG\r\n\x1a\n"):
        assert "it does not begin like a .safetensors file" in refused(path, text + b"{}")


@every(
    ("n_bytes", "length", "read"),
    [(150, 100, True), (150, 101, False), (1000, 500, True), (1000, 501, False)],
)
def test_a_header_may_be_as_long_as_the_limit_or_as_half_of_the_file(
    tmp_path, monkeypatch, n_bytes, length, read
):
    monkeypatch.setattr(header, "LONGEST_HEADER", 100)
    data = length.to_bytes(8, "little") + bytes(n_bytes - 8)
    said = refused(tmp_path / "m.safetensors", data)
    assert "or it is damaged" in said and ("its header has" in said) != read


@every("reading", [read_header, read_checksum])
def test_a_file_of_another_program(tmp_path, reading):
    for header_ in (
        b"{}",
        b'{"__metadata__":{"format":"pt"}}',
        b'{"x": {"data_offsets": [0, 0], "dtype": "F32", "shape": [0, 1, 1, 1, 1, 1, 1, %d]}}'
        % (2**62),
    ):
        said = refused(tmp_path / "m.safetensors", with_header(header_), reading)
        assert "another program" in said


def test_what_is_missing_no_file_or_not_opened_by_the_system(tmp_path):
    (tmp_path / "file").touch()
    for path, sentence in (
        (tmp_path / "file" / "m.safetensors", r"cannot be read: Not a directory\."),
        (tmp_path / "m.safetensors", "Checkpoint not found:"),
        (tmp_path, "is a folder, not a checkpoint"),
    ):
        for reading in (read_header, load_checkpoint):
            with pytest.raises(CheckpointError, match=sentence):
                reading(path)


@every(
    ("changes", "sentence"),
    [
        ({"version": 9}, r"newer Headlight \(format 9; this one reads up to 1\)"),
        *(
            ({"version": version}, "description is truncated")
            for version in (None, "new", 1e999, 0)
        ),
        *(
            (change, "does not describe a model")
            for change in (
                *({"config": None}, {"config": {"n_heads": 0}}, {"config": 3}, {"record": 3}),
            )
        ),
    ],
)
def test_a_description_that_cannot_be(checkpoint, untrained, changes, sentence):
    save_checkpoint(untrained, checkpoint)
    with pytest.raises(CheckpointError, match=sentence):
        read_header(_rewritten(checkpoint, **changes))


@every(
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
