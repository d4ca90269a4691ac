"""How many numbers a network will have, before there is one. No torch."""

from __future__ import annotations

from model.config import ModelConfig


def parameter_count(config: ModelConfig, *, src_vocabulary: int, tgt_vocabulary: int) -> int:
    """Trained numbers of a network with vocabularies of these sizes; a shared table counts once."""
    attention, feed_forward, norm = _attention(config), _feed_forward(config), 2 * config.d_model
    encoder_layer = attention + feed_forward + 2 * norm
    decoder_layer = 2 * attention + feed_forward + 3 * norm
    final_norms = 2 * norm if config.norm == "pre" else 0
    tables = _tables(config, src_vocabulary, tgt_vocabulary)
    return config.n_layers * (encoder_layer + decoder_layer) + final_norms + tables


def _attention(config: ModelConfig) -> int:
    """W_Q, W_K, W_V and W_O with their biases."""
    return 4 * _linear(config.d_model, config.d_model)


def _feed_forward(config: ModelConfig) -> int:
    return _linear(config.d_model, config.d_ff) + _linear(config.d_ff, config.d_model)


def _linear(n_in: int, n_out: int) -> int:
    return (n_in + 1) * n_out


def _tables(config: ModelConfig, src_vocabulary: int, tgt_vocabulary: int) -> int:
    """Embeddings of both sides, the output projection unless it is tied, learned positions."""
    rows = src_vocabulary + tgt_vocabulary
    if not config.tie_embeddings:
        rows += tgt_vocabulary
    if config.positions == "learned":
        rows += 2 * config.max_len
    return rows * config.d_model
