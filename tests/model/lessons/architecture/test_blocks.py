"""Blocks from a configuration alone: their order, shapes and formulas."""

import pytest

from model.config import ModelConfig
from model.lessons.architecture import Block, architecture_blocks

BASE = {
    "n_layers": 6,
    "n_heads": 8,
    "d_model": 512,
    "d_ff": 2048,
    "norm": "post",
    "tie_embeddings": True,
}
"""The paper's base model."""


def blocks(**changes: object) -> tuple[Block, ...]:
    config = ModelConfig(**{**BASE, **changes})
    return architecture_blocks(
        config, n_source=5, n_target=4, src_vocabulary=37_000, tgt_vocabulary=37_000
    )


def test_norms_stand_after_the_addition_or_before_what_a_sublayer_reads_and_at_the_end():
    def order(side: str, norm: str) -> list[str]:
        return [block.kind for block in blocks(n_layers=1, norm=norm) if block.side == side]

    assert order("encoder", "post") == [
        *("embedding", "positions"),
        *("self_attention", "add", "norm"),
        *("feed_forward", "add", "norm"),
    ]
    assert order("decoder", "pre") == [
        *("embedding", "positions"),
        *("norm", "self_attention", "add"),
        *("norm", "cross_attention", "add"),
        *("norm", "feed_forward", "add"),
        *("final_norm", "projection", "softmax"),
    ]
    decoder = [block for block in blocks(n_layers=1) if block.side == "decoder" and block.sublayer]
    names = ["self_attention", "cross_attention", "feed_forward"]
    assert [block.sublayer for block in decoder] == [name for name in names for _ in range(2)]


def test_the_papers_base_model_has_63_million_parameters():
    """63,082,496: 44,138,496 in the layers with our biases, and the table of 37,000 · 512 once."""
    source, *rest = blocks()
    assert source.n_parameters == 37_000 * 512
    attention, feed_forward = 4 * (512 * 512 + 512), 2 * 512 * 2048 + 2048 + 512
    layers = 6 * (3 * attention + 2 * feed_forward + 5 * 2 * 512)
    assert sum(block.n_parameters for block in rest) == 37_000 * 512 + layers


@pytest.mark.parametrize("kind", ["self_attention", "cross_attention"])
def test_shapes_of_an_attention(kind: str):
    block = next(b for b in blocks() if b.kind == kind and b.side == "decoder")
    keys = 4 if kind == "self_attention" else 5
    shapes = {shape.name: shape.sizes for shape in block.shapes}
    assert shapes["Q"] == (8, 4, 64)
    assert shapes["K"] == shapes["V"] == (8, keys, 64)
    assert shapes["A"] == (8, 4, keys)
    assert shapes["f(x)"] == shapes["x"] == (4, 512)
    assert block.multiply_adds == 2 * 4 * 512**2 + 2 * keys * 512**2 + 2 * 4 * keys * 512


def test_letters_stand_for_the_numbers_beside_them_and_only_products_count():
    numbers = {"n": 5, "m": 4, "d_model": 512, "d_ff": 2048, "d_k": 64, "h": 8}
    with_products = {"self_attention", "cross_attention", "feed_forward", "projection"}
    for block in blocks(norm="pre"):
        for part in (*block.shapes, *block.tables, *block.products):
            for letter, size in zip(part.letters, part.sizes, strict=True):
                assert numbers.get(letter, size) == size
        assert (block.multiply_adds > 0) == (block.kind in with_products)


def test_positions_are_trained_only_where_they_are_learned():
    def trained(positions: str) -> list[int]:
        return [b.n_parameters for b in blocks(positions=positions) if b.kind == "positions"]

    assert trained("sinusoidal") == [0, 0]
    assert trained("learned") == [128 * 512, 128 * 512]
