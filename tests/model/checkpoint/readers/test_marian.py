"""Marian folders of the hub, against transformers."""

import json
import shutil
import warnings
from pathlib import Path

import pytest
import torch

from model.checkpoint.importing import recognise
from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_equal_cuts,
    assert_equal_passes,
    assert_same_model,
    both,
    imported,
    stirred,
    with_random_texts,
)

transformers = pytest.importorskip("transformers")

TEXTS = [
    "I have a cat.",
    "Where is the station?",
    "She doesn't want to go home today, because it rains.",
    "Good morning!",
    "12 apples – and 3 pears.",
]
WORDS = ("station", "want", "go", "home", "today", "rains", "apples", "pears", "12", "I", "cat")


@pytest.fixture(scope="module", params=["model.safetensors", "pytorch_model.bin"])
def folder(request, shared_dir: Path, tmp_path_factory) -> Path:
    opus = shared_dir / "models" / "opus-mt-en-mg"
    path = tmp_path_factory.mktemp("marian")
    for name in ("source.spm", "target.spm", "vocab.json", "tokenizer_config.json"):
        shutil.copy(opus / name, path / name)
    config = json.loads((opus / "config.json").read_text())
    small = {"d_model": 16, "encoder_ffn_dim": 24, "decoder_ffn_dim": 24, "decoder_layers": 2}
    heads = {"encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_layers": 3}
    torch.manual_seed(0)
    model = stirred(
        transformers.MarianMTModel(transformers.MarianConfig(**{**config, **small, **heads}))
    )
    if request.param == "model.safetensors":
        model.save_pretrained(path)
    else:
        model.config.save_pretrained(path)
        torch.save(model.state_dict(), path / request.param)
    return path


@pytest.fixture(scope="module")
def pair(folder: Path, tmp_path_factory) -> Pair:
    out = tmp_path_factory.mktemp("ours") / "opus.safetensors"
    return both(transformers.MarianMTModel, folder, out, vocabulary_rows(folder))


def vocabulary_rows(folder: Path) -> list[int]:
    """Pad, start (pad again), ``</s>``, ``<unk>``, then the rest."""
    size = len(json.loads((folder / "vocab.json").read_text()))
    return [size - 1, size - 1, 0, 1, *range(2, size - 1)]


def test_passes_and_translations_are_equal(pair: Pair):
    assert_same_model(pair, with_random_texts(TEXTS, WORDS))


def test_sentences_are_cut_as_by_the_original(pair: Pair, folder: Path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends another package
        original = transformers.MarianTokenizer.from_pretrained(folder)
    assert_equal_cuts(pair, original, TEXTS)


def copy_of(folder: Path, path: Path) -> Path:
    for file in folder.iterdir():
        shutil.copy(file, path / file.name)
    return path


def test_sinusoids_that_a_file_holds_are_computed(folder: Path, pair: Pair):
    stored = "model.encoder.embed_positions.weight" in recognise(folder).file.shapes
    assert stored == (folder / "pytorch_model.bin").exists()
    assert pair.ours.config.positions == "sinusoidal"


def test_tables_that_are_no_sinusoids_are_kept(folder: Path, tmp_path: Path):
    path = copy_of(folder, tmp_path)
    theirs = transformers.MarianMTModel.from_pretrained(folder, attn_implementation="eager")
    noise = torch.Generator().manual_seed(1)
    for stack in (theirs.model.encoder, theirs.model.decoder):
        table = stack.embed_positions.weight
        table.data += torch.randn(table.shape, generator=noise) * 0.1
    (path / "model.safetensors").unlink(missing_ok=True)
    torch.save(theirs.state_dict(), path / "pytorch_model.bin")
    rows = vocabulary_rows(path)
    other = Pair(imported(path, tmp_path / "out"), theirs.eval(), rows, rows)
    assert other.ours.config.positions == "given"
    assert_equal_passes(other, 5)


def test_the_code_of_a_target_language_is_one_piece(folder: Path, tmp_path: Path):
    path = copy_of(folder, tmp_path)
    ids = json.loads((path / "vocab.json").read_text())
    taken = next(piece for piece, index in ids.items() if index == 50_000)
    ids = {">>fra<<" if piece == taken else piece: index for piece, index in ids.items()}
    (path / "vocab.json").write_text(json.dumps(ids))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends another package
        original = transformers.MarianTokenizer.from_pretrained(path)
    rows = vocabulary_rows(path)
    ours = imported(path, tmp_path / "out")
    for text in (
        *(">>fra<< I have a cat.", ">>fra<<I have a cat.", ">>xyz<< I have a cat."),
        *(">> I have a cat.", "I have >>fra<< a cat.", ">>fra<< >>fra<< a"),
    ):
        assert [rows[i] for i in ours.prepared(text).ids] == original(text).input_ids, text
    source = ours.prepared(">>fra<< I have a cat.")
    assert source.tokens[0] == ">>fra<<" and source.ids[0] in ours.src_tokenizer.encode(text).ids
    assert not source.unknown
    assert ours.prepared(">>xyz<< cat").unknown == (">>xyz<<",)
