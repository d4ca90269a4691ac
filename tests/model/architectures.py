"""Architectures of every kind, as hypothesis draws them: each switch of the configuration."""

from typing import Any, get_args

import torch
from hypothesis import strategies as some

from model.config import Activation, ModelConfig, Norm, NormType, Positions, Sinusoids
from model.network.transformer import Transformer
from model.values import described
from tests.model.builders import stir

ROWS = 13
"""Tokens of each vocabulary."""

FLAGS = [
    name
    for name, field in described(ModelConfig).items()
    if field.kind is bool and not field.optional
]


def architectures() -> some.SearchStrategy[ModelConfig]:
    """Small ones: one to three layers, two heads, 8 numbers wide; some with one stack alone."""
    depth = some.none() | some.integers(0, 3)
    return some.builds(
        _made,
        n_layers=some.integers(1, 2),
        encoder_layers=depth,
        decoder_layers=depth,
        n_heads=some.sampled_from([1, 2]),
        d_model=some.just(8),
        d_kv=some.none() | some.integers(1, 6),
        d_ff=some.sampled_from([7, 16]),
        dropout=some.just(0.0),
        norm=some.sampled_from(get_args(Norm)),
        norm_type=some.sampled_from(get_args(NormType)),
        norm_epsilon=some.sampled_from([1e-5, 1e-6, 1e-12]),
        final_norm=some.none() | some.booleans(),
        positions=some.sampled_from(get_args(Positions)),
        sinusoids=some.sampled_from(get_args(Sinusoids)),
        position_offset=some.integers(0, 2),
        relative_buckets=some.sampled_from([8, 32]),
        max_len=some.just(32),
        activation=some.sampled_from(get_args(Activation)),
        **{flag: some.booleans() for flag in FLAGS},
    )


def _made(**switches: Any) -> ModelConfig:
    """One of both stacks is there, and a table is shared only where there are two."""
    if switches["encoder_layers"] == switches["decoder_layers"] == 0:
        switches["decoder_layers"] = None
    if 0 in (switches["encoder_layers"], switches["decoder_layers"]):
        switches["share_embeddings"] = False
    return ModelConfig(**switches)


def random_network(architecture: ModelConfig, seed: int) -> Transformer:
    """In float32, with nothing left as it is made: norms, biases and given positions neither."""
    torch.manual_seed(seed)
    network = Transformer(architecture, src_vocab=ROWS, tgt_vocab=ROWS)
    stir(network, seed)
    if architecture.positions == "given":
        for stack in architecture.stacks:
            torch.nn.init.normal_(network.embedding(stack).positions.table)
    return network.eval()
