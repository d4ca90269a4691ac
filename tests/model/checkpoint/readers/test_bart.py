"""BART folders of the hub, against transformers."""

from pathlib import Path

import pytest
import torch

from tests.model.checkpoint.readers.hub import (
    SIZES,
    SPECIAL,
    Pair,
    assert_same_model,
    both,
    stirred,
    with_random_texts,
)
from tests.model.text.small_pieces import byte_pairs

transformers = pytest.importorskip("transformers")

TEXTS = ["the cat sat", "a dog and a cat", "Größe: 12", "我有一只猫"]
WORDS = ("the", "cat", "sat", "on", "mat", "a", "dog", "and", "ran", "off", "x")
SIZE = 300


@pytest.fixture(scope="module", params=["tokenizer.json", "merges.txt"])
def folder(request, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("bart")
    backend = byte_pairs(SIZE - 2, special=SPECIAL)
    if request.param == "tokenizer.json":
        backend.save(str(path / "tokenizer.json"))
    else:
        backend.model.save(str(path))
    config = transformers.BartConfig(
        vocab_size=SIZE,
        **SIZES,
    )
    torch.manual_seed(0)
    stirred(transformers.BartForConditionalGeneration(config)).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def pair(folder: Path, tmp_path_factory) -> Pair:
    rows = [1, 2, 2, 3, 0, *range(4, SIZE)]
    out = tmp_path_factory.mktemp("ours") / "bart.safetensors"
    return both(transformers.BartForConditionalGeneration, folder, out, rows)


def test_passes_and_translations_are_equal(pair: Pair):
    assert_same_model(pair, with_random_texts(TEXTS, WORDS))


def test_a_source_stands_between_its_own_start_and_end(pair: Pair):
    ids = [pair.src_rows[i] for i in pair.ours.prepared("the cat").ids]
    assert (ids[0], ids[-1]) == (0, 2)
