"""Marian folders of the hub, against transformers."""

import json
import shutil
import warnings
from pathlib import Path

import pytest
import torch

from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_equal_passes,
    assert_equal_translations,
    imported,
    sources,
    stirred,
)

transformers = pytest.importorskip("transformers")

TEXTS = [
    "I have a cat.",
    "Where is the station?",
    "She doesn't want to go home today, because it rains.",
    "Good morning!",
    "12 apples – and 3 pears.",
]


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
    theirs = transformers.MarianMTModel.from_pretrained(folder, attn_implementation="eager")
    rows = vocabulary_rows(folder)
    ours = imported(folder, tmp_path_factory.mktemp("ours") / "opus.safetensors")
    return Pair(ours, theirs.eval(), rows, rows)


def vocabulary_rows(folder: Path) -> list[int]:
    """Pad, start (pad again), ``</s>``, ``<unk>``, then the rest."""
    size = len(json.loads((folder / "vocab.json").read_text()))
    return [size - 1, size - 1, 0, 1, *range(2, size - 1)]


def test_passes_are_equal(pair: Pair):
    for seed, src in enumerate(sources(20, rows=len(pair.src_rows))):
        (tgt,) = sources(1, rows=len(pair.tgt_rows), seed=100 + seed)
        assert_equal_passes(pair, src, tgt[:-1])


def test_translations_are_equal(pair: Pair):
    assert_equal_translations(pair, TEXTS)


def test_sentences_are_cut_as_by_the_original(pair: Pair, folder: Path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends another package
        original = transformers.MarianTokenizer.from_pretrained(folder)
    for text in TEXTS:
        ids = pair.ours.prepared(text).ids
        assert [pair.src_rows[i] for i in ids] == original(text).input_ids
