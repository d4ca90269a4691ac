"""BART folders of the hub, against transformers."""

from pathlib import Path

import pytest
import tokenizers
import torch
from tokenizers import decoders, models, pre_tokenizers, trainers

from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_equal_passes,
    assert_equal_translations,
    imported,
    sources,
    stirred,
)

transformers = pytest.importorskip("transformers")

TEXTS = ["the cat sat", "a dog and a cat", "Größe: 12", "我有一只猫"]
SIZE = 300


@pytest.fixture(scope="module", params=["tokenizer.json", "merges.txt"])
def folder(request, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("bart")
    backend = tokenizers.Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=SIZE - 2,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    backend.train_from_iterator(["the cat sat on the mat", "a dog and a cat"] * 9, trainer)
    if request.param == "tokenizer.json":
        backend.save(str(path / "tokenizer.json"))
    else:
        backend.model.save(str(path))
    config = transformers.BartConfig(
        vocab_size=SIZE,
        d_model=16,
        encoder_layers=2,
        decoder_layers=3,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=20,
        decoder_ffn_dim=20,
        max_position_embeddings=64,
    )
    torch.manual_seed(0)
    stirred(transformers.BartForConditionalGeneration(config)).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def pair(folder: Path, tmp_path_factory) -> Pair:
    theirs = transformers.BartForConditionalGeneration.from_pretrained(
        folder, attn_implementation="eager"
    )
    rows = [1, 2, 2, 3, 0, *range(4, SIZE)]
    ours = imported(folder, tmp_path_factory.mktemp("ours") / "bart.safetensors")
    return Pair(ours, theirs.eval(), rows, rows)


def test_passes_are_equal(pair: Pair):
    for seed, src in enumerate(sources(20, rows=SIZE)):
        (tgt,) = sources(1, rows=SIZE, seed=100 + seed)
        assert_equal_passes(pair, src, tgt[:-1])


def test_translations_are_equal(pair: Pair):
    assert_equal_translations(pair, TEXTS)


def test_a_source_stands_between_its_own_start_and_end(pair: Pair):
    ids = [pair.src_rows[i] for i in pair.ours.prepared("the cat").ids]
    assert (ids[0], ids[-1]) == (0, 2)
