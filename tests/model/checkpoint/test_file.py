"""A checkpoint gives back the model that was saved: weights, tokenizers, record and all."""

from __future__ import annotations

import dataclasses
import io
import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
import safetensors
import safetensors.torch
import torch

from model.checkpoint import header
from model.checkpoint.file import (
    bytes_of,
    check_checkpoint,
    check_tensors,
    checkpoint_bytes,
    file_pieces,
    load,
    load_checkpoint,
    network_of,
    read_tensors,
    save_checkpoint,
)
from model.config import ModelConfig
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.files import WriteError
from model.messages import CheckpointError, ConfigError
from model.network.transformer import Transformer
from model.runs.presets import TrainingConfig
from model.special_tokens import SPECIAL_TOKENS
from model.text.foreign_cuts import WordCut
from model.text.piece_tokenizer import PieceTokenizer
from model.training.new_model import new_model
from model.training.run import TrainingRun, result_of
from tests.every import every
from tests.model.builders import config, letters, untrained_model
from tests.model.checkpoint.parts import digest, forge, parts

SHAPES = {"a": (2, 3), "b": (), "none": (0, 4)}


def good() -> dict[str, torch.Tensor]:
    return {name: torch.ones(shape) for name, shape in SHAPES.items()}


def test_tensors_are_taken_as_they_must_be_and_the_first_other_one_is_told():
    check_tensors(good(), SHAPES)
    check_tensors({}, {})
    shapes = (
        ("a", (3, 2), "the tensor a has shape 3 × 2, not 2 × 3."),
        ("a", (), "the tensor a has shape one number, not 2 × 3."),
        ("b", (1,), "the tensor b has shape 1, not one number."),
    )
    cases = [
        ({name: good()[name] for name in ("a", "none")}, "the tensor b is missing."),
        (good() | {"c": torch.ones(1)}, "the tensor c does not belong to this model."),
        *((good() | {name: torch.ones(shape)}, said) for name, shape, said in shapes),
    ]
    for kind in ("float64", "float16", "int32"):
        other = {"a": torch.ones(2, 3, dtype=getattr(torch, kind))}
        cases.append((good() | other, f"the tensor a is {kind}, not float32."))
    for number, place in product((torch.nan, torch.inf, -torch.inf), (0, 3, 5)):
        tensors = good()
        tensors["a"].view(-1)[place] = number
        cases.append((tensors, "the tensor a contains infinite or NaN values."))
    for tensors, said in cases:
        with pytest.raises(ConfigError) as failure:
            check_tensors(tensors, SHAPES)
        assert str(failure.value) == said


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


def test_the_file_is_the_one_that_the_library_writes_and_reads_and_no_tensor_is_copied(tmp_path):
    tensors = tensors_of_all_kinds()
    assert written(tensors) == safetensors.torch.save(tensors, METADATA)
    path = tmp_path / "texts.safetensors"
    path.write_bytes(written({}))
    with safetensors.safe_open(path, "numpy") as file:
        assert file.metadata() == METADATA
    for dtype in (torch.float64, torch.float32, torch.float16):
        tensor = torch.ones(3, dtype=dtype)
        assert np.shares_memory(np.asarray(bytes_of(tensor)), tensor.numpy())
        data = written({"x": tensor, "half": torch.ones(1).half()})
        length = int.from_bytes(data[:8], "little")
        assert length % 8 == 0
        begin, _ = json.loads(data[8 : 8 + length])["x"]["data_offsets"]
        assert begin % tensor.element_size() == 0  # the numbers are aligned


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


@every("kind", [torch.float32, torch.float16])
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


def test_each_tensor_is_loaded_once_when_its_bytes_are_due():
    tensors, asked = tensors_of_all_kinds(), []

    def load(name):
        asked.append(name)
        return tensors[name].clone()

    likes = {name: tensor.to("meta") for name, tensor in tensors.items()}
    pieces = file_pieces(likes, METADATA, load)
    data = bytes(next(pieces))
    assert asked == []
    for count, piece in enumerate(pieces, start=1):
        assert len(asked) == count
        data += bytes(piece)
    assert data == safetensors.torch.save(tensors, METADATA)


def entry(begin, stop, *shape, dtype="F32"):
    return header.StoredTensor((begin, stop), dtype, shape)


@every(
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
    file = io.BytesIO(np.arange(16, dtype="f4").tobytes())
    file.seek(8)  # numbers begin where the file stands
    back = read_tensors(file, {"b": entry(0, 8, 2), "a": entry(8, 12, 1)})
    assert {name: tensor.tolist() for name, tensor in back} == {"a": [4.0], "b": [2.0, 3.0]}
    with pytest.raises(ValueError, match="is not where it should be"):
        [*read_tensors(io.BytesIO(bytes(64)), entries)]


TEXT = "a b c d"
VARIANTS = [
    config(),
    config(norm="post", activation="gelu"),
    config(positions="learned", tie_embeddings=True),
    config(n_layers=1, d_model=20, n_heads=5, d_ff=3, dropout=0.3),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.safetensors"


def same_weights(one: TrainedModel, other: TrainedModel) -> bool:
    left, right = one.network.state_dict(), other.network.state_dict()
    return left.keys() == right.keys() and all(torch.equal(left[key], right[key]) for key in left)


@pytest.mark.parametrize("architecture", VARIANTS)
def test_a_round_trip_gives_back_every_tensor_and_translates_to_the_last_bit(
    path: Path, architecture: ModelConfig
):
    model = untrained_model(architecture)
    save_checkpoint(model, path)
    loaded = load_checkpoint(path)
    assert same_weights(loaded, model)
    assert loaded.config == architecture
    assert not loaded.network.training
    before, after = translate(model, TEXT), translate(loaded, TEXT)
    assert after.translation == before.translation
    np.testing.assert_array_equal(after.cross_weights, before.cross_weights)
    assert [s.log_probability for s in after.steps] == [s.log_probability for s in before.steps]


@pytest.mark.parametrize("level", ["word", "bpe"])
def test_a_round_trip_gives_back_tokenizers_task_and_record(path: Path, level):
    corpus = letters("reverse")
    training = TrainingConfig(epochs=1, batch_tokens=2000, level=level)
    run = TrainingRun(corpus, new_model(corpus, config(), training, task="reverse"), training)
    assert [*run.reports()]
    model = result_of(run)
    save_checkpoint(model, path)
    loaded = load_checkpoint(path)
    for before, after in (
        (model.src_tokenizer, loaded.src_tokenizer),
        (model.tgt_tokenizer, loaded.tgt_tokenizer),
    ):
        assert after.to_json() == before.to_json()
        assert after.encode("q a s Z") == before.encode("q a s Z")
    assert (loaded.task, loaded.name) == ("reverse", "mine")
    assert dict(loaded.record) == dict(model.record)
    assert loaded.record["loss"] == run.curve[-1].loss


def test_a_record_keeps_whatever_a_file_name_holds_and_other_programs_can_read_the_file(
    path: Path, untrained: TrainedModel
):
    record = {"corpus": "我的句子.tsv", "odd": "\udcff\x00\u202e"}
    save_checkpoint(dataclasses.replace(untrained, record=record, task="\udcff.tsv"), path)
    loaded = load_checkpoint(path)
    assert (dict(loaded.record), loaded.task) == (record, "\udcff.tsv")
    with safetensors.safe_open(path, "np") as file:
        assert "\\udcff" in file.metadata()["headlight"]


def test_pieces_of_both_sides_are_stored_once_and_files_that_have_them_twice_are_read(path: Path):
    pieces = [*SPECIAL_TOKENS, *"abc你"]
    src, tgt = (
        PieceTokenizer(cut=WordCut(characters=characters), pieces=pieces, prefix=prefix)
        for characters, prefix in ((False, ()), (True, (4,)))
    )
    network = Transformer(config(), src_vocab=len(pieces), tgt_vocab=len(pieces))
    model = TrainedModel(
        name="m", task="imported", network=network, src_tokenizer=src, tgt_tokenizer=tgt
    )
    save_checkpoint(model, path)
    metadata, tensors = parts(path)
    assert metadata["headlight"].count("你") == 1
    content = json.loads(metadata["headlight"])
    twice = {**content, "tgt_tokenizer": tgt.to_json()}
    for stored in (content, twice):
        forge(path, stored, tensors)
        loaded = load_checkpoint(path)
        assert loaded.src_tokenizer.to_json() == src.to_json()
        assert loaded.tgt_tokenizer.to_json() == tgt.to_json()


def test_tied_tables_are_stored_once_and_are_one_again_after_loading(path: Path):
    model = untrained_model(config(tie_embeddings=True))
    model.network.train()
    before = {name: value.clone() for name, value in model.network.state_dict().items()}
    save_checkpoint(model, path)
    assert model.network.training
    assert "output.weight" not in parts(path)[1]
    network = load_checkpoint(path).network
    assert network.output.weight is network.tgt_embedding.tokens.weight
    for name, value in before.items():  # saving changes nothing in the model
        assert torch.equal(model.network.state_dict()[name], value)
        assert torch.equal(network.state_dict()[name], value)
    sizes = network.vocabularies
    tensors = dict(network.state_dict())
    same = network_of(model.config, tensors, src_vocab=sizes.source, tgt_vocab=sizes.target)
    for name, tensor in same.state_dict().items():
        assert tensor.data_ptr() == tensors[name].data_ptr()


def test_the_checksum_is_sha256_over_description_and_tensors(
    tmp_path: Path, untrained: TrainedModel
):
    files = [tmp_path / "a.safetensors", tmp_path / "b.safetensors"]
    for file in files:
        save_checkpoint(untrained, file)
    (one, tensors), (other, again) = map(parts, files)
    assert one["sha256"] == digest(one["headlight"], tensors)
    assert one == other and tensors.keys() == again.keys()
    assert checkpoint_bytes(untrained) == files[0].read_bytes() == files[1].read_bytes()


def test_half_weights_are_the_rounded_ones_at_half_the_size_and_translate_the_same(
    tmp_path: Path, copying: TrainedModel
):
    full, half = tmp_path / "full.safetensors", tmp_path / "half.safetensors"
    save_checkpoint(copying, full)
    save_checkpoint(copying, half, half=True)
    sizes = [sum(tensor.nbytes for tensor in parts(file)[1].values()) for file in (full, half)]
    assert sizes[0] == 2 * sizes[1]
    before = torch.get_rng_state()
    loaded = load_checkpoint(half)
    assert torch.equal(torch.get_rng_state(), before)
    tensors = loaded.network.state_dict()
    for name, tensor in copying.network.state_dict().items():
        assert tensor.dtype == tensors[name].dtype == torch.float32
        assert torch.equal(tensors[name], tensor.half().float())
    before, after = translate(copying, TEXT), translate(loaded, TEXT)
    assert after.translation == before.translation == TEXT
    np.testing.assert_allclose(after.cross_weights, before.cross_weights, atol=0.02)


def test_a_loaded_model_can_be_trained_on(path: Path):
    corpus = letters()
    training = TrainingConfig(epochs=2, batch_tokens=1000, learning_rate=3e-3, warmup=0)
    run = TrainingRun(corpus, new_model(corpus, config(), training, task="copy"), training)
    first = [*run.reports()]
    save_checkpoint(result_of(run), path)
    more = [*TrainingRun(corpus, load_checkpoint(path), training).reports()]
    assert more[0].loss < first[0].loss
    assert more[-1].loss < first[-1].loss


@pytest.mark.parametrize("read", [load, load_checkpoint])
@pytest.mark.parametrize("kind", ["cpu", "meta"])
def test_a_loaded_model_is_where_it_was_asked_to_be(
    path: Path, untrained: TrainedModel, read: Callable[..., TrainedModel], kind: str
):
    save_checkpoint(untrained, path)
    assert read(path, device=torch.device(kind)).device.type == kind
    assert read(path).device.type == "cpu"


def test_the_checksum_of_bytes_is_told_unless_they_are_damaged(untrained: TrainedModel):
    data, path = checkpoint_bytes(untrained), Path("some.safetensors")
    length = int.from_bytes(data[:8], "little")
    metadata = json.loads(data[8 : 8 + length])["__metadata__"]
    assert check_checkpoint(path, data) == metadata["sha256"]
    with pytest.raises(
        CheckpointError, match=r"some\.safetensors is damaged: its content does not"
    ):
        check_checkpoint(path, data[:-1] + bytes([data[-1] ^ 1]))


@every("odd", ["", "\udcff"])
def test_the_order_of_a_record_changes_nothing_in_the_file(untrained: TrainedModel, odd: str):
    record = {"seed": 1, "corpus": odd, "loss": [0.5]}
    both = (record, dict(reversed(record.items())))
    one, other = (checkpoint_bytes(dataclasses.replace(untrained, record=each)) for each in both)
    assert one == other


def test_a_table_of_positions_may_be_as_large_as_the_weights_are(
    path: Path, untrained: TrainedModel
):
    """Else a description of a few bytes could fill the memory."""
    large = config(n_layers=1, max_len=65_536, d_model=136, d_ff=20_000)
    words = len(untrained.src_tokenizer)
    network = Transformer(large, src_vocab=words, tgt_vocab=words)
    save_checkpoint(dataclasses.replace(untrained, network=network), path)
    assert load_checkpoint(path).config == large


def test_a_failed_save_leaves_the_old_checkpoint(
    path: Path, untrained: TrainedModel, monkeypatch: pytest.MonkeyPatch
):
    save_checkpoint(untrained, path)
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(WriteError, match="No space left on device"):
        save_checkpoint(untrained_model(config(n_layers=1)), path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]
    assert same_weights(load_checkpoint(path), untrained)
    for folder in ("nowhere", path.name):
        with pytest.raises(WriteError, match=r"cannot be written: .*\. Choose another folder\."):
            save_checkpoint(untrained, path.parent / folder / "mine.safetensors")


@pytest.mark.parametrize("error", [MemoryError, torch.OutOfMemoryError])
def test_a_model_for_which_there_is_no_room_is_one_sentence(
    path: Path, untrained: TrainedModel, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
):
    save_checkpoint(untrained, path)

    def no_room(*_: object, **__: object) -> NoReturn:
        raise error("tried to allocate 2 GiB")

    monkeypatch.setattr(torch, "empty", no_room)
    said = r"mine\.safetensors cannot be loaded: tried to allocate 2 GiB"
    with pytest.raises(CheckpointError, match=said):
        load_checkpoint(path)
