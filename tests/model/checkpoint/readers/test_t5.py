"""T5 folders of the hub, against transformers."""

from pathlib import Path

import pytest
import torch

from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_equal_passes,
    assert_equal_translations,
    imported,
    sentence_pieces,
    sources,
    stirred,
)

transformers = pytest.importorskip("transformers")

TEXTS = ["the cat sat", "a dog and a cat", "translate English to German: the dog", "x"]
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
    theirs = transformers.T5ForConditionalGeneration.from_pretrained(
        folder, attn_implementation="eager"
    )
    rows = [0, 0, 1, 2, *range(3, 50)]
    ours = imported(folder, tmp_path_factory.mktemp("ours") / "t5.safetensors")
    return Pair(ours, theirs.eval(), rows, rows)


def test_passes_are_equal(pair: Pair):
    for seed, src in enumerate(sources(20, rows=50, longest=30)):
        (tgt,) = sources(1, rows=50, longest=30, seed=100 + seed)
        assert_equal_passes(pair, src, tgt[:-1])


def test_translations_are_equal(pair: Pair):
    assert_equal_translations(pair, TEXTS)
