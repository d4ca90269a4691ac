"""T5 folders of the hub, against transformers."""

from pathlib import Path

import pytest
import torch

from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_same_model,
    both,
    stirred,
    with_random_texts,
)
from tests.model.text.small_pieces import sentence_pieces

transformers = pytest.importorskip("transformers")

TEXTS = ["the cat sat", "a dog and a cat", "translate English to German: the dog", "x"]
WORDS = ("the", "cat", "sat", "on", "mat", "a", "dog", "and", "ran", "off", "x")
VERSIONS = {
    "1.0": {"feed_forward_proj": "relu"},
    "1.1": {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False},
}


@pytest.fixture(scope="module", params=VERSIONS)
def folder(request, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("t5")
    model = sentence_pieces(pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    (path / "spiece.model").write_bytes(model)
    torch.manual_seed(0)
    config = transformers.T5Config(
        vocab_size=50,
        d_model=12,
        d_kv=5,
        d_ff=20,
        num_layers=3,
        num_decoder_layers=2,
        num_heads=2,
        relative_attention_num_buckets=8,
        relative_attention_max_distance=10,
        decoder_start_token_id=0,
        **VERSIONS[request.param],
    )
    stirred(transformers.T5ForConditionalGeneration(config)).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def pair(folder: Path, tmp_path_factory) -> Pair:
    out = tmp_path_factory.mktemp("ours") / "t5.safetensors"
    rows = [0, 0, 1, 2, *range(3, 50)]
    return both(transformers.T5ForConditionalGeneration, folder, out, rows)


def test_passes_and_translations_are_equal(pair: Pair):
    assert_same_model(pair, with_random_texts(TEXTS, WORDS), longest=30)
