"""How many numbers a network will have, before there is one. No torch."""

from __future__ import annotations

from model.config import ModelConfig


def parameter_count(config: ModelConfig, *, src_vocabulary: int, tgt_vocabulary: int) -> int:
    """Trained numbers of a network; a shared table counts once.

    Args:
        config: the architecture.
        src_vocabulary: tokens of the source's tokenizer.
        tgt_vocabulary: of the target's.
    """
    return (
        config.n_layers * (_encoder_layer(config) + _decoder_layer(config))
        + _final_norms(config)
        + _tables(config, src_vocabulary, tgt_vocabulary)
    )


def _encoder_layer(config: ModelConfig) -> int:
    """Self-attention and feed-forward, a LayerNorm for each."""
    return _attention(config) + _feed_forward(config) + 2 * _norm(config)


def _decoder_layer(config: ModelConfig) -> int:
    """Masked self-attention, cross-attention and feed-forward, a LayerNorm for each."""
    return 2 * _attention(config) + _feed_forward(config) + 3 * _norm(config)


def _attention(config: ModelConfig) -> int:
    """W_Q, W_K, W_V and W_O with their biases."""
    return 4 * _linear(config.d_model, config.d_model)


def _feed_forward(config: ModelConfig) -> int:
    return _linear(config.d_model, config.d_ff) + _linear(config.d_ff, config.d_model)


def _linear(n_in: int, n_out: int) -> int:
    return (n_in + 1) * n_out


def _norm(config: ModelConfig) -> int:
    """Gain and bias."""
    return 2 * config.d_model


def _final_norms(config: ModelConfig) -> int:
    """Pre-norm has one more at the end of each stack."""
    return 2 * _norm(config) if config.norm == "pre" else 0


def _tables(config: ModelConfig, src_vocabulary: int, tgt_vocabulary: int) -> int:
    """Embeddings of both sides, the output projection unless it is tied, learned positions."""
    rows = src_vocabulary + tgt_vocabulary
    if not config.tie_embeddings:
        rows += tgt_vocabulary
    if config.positions == "learned":
        rows += 2 * config.max_len
    return rows * config.d_model
