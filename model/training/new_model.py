"""Untrained models for a task, and their variants."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Mapping
from typing import ClassVar

import torch
from torch import nn

from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.network.attention import MultiHeadAttention
from model.network.layers import PositionTable
from model.network.transformer import Transformer
from model.runs.experiments import Variant
from model.runs.presets import TrainingConfig, check_trainable
from model.steps import run_through
from model.text.corpora import Corpus
from model.text.word_tokenizer import WordTokenizer


def varied(model: TrainedModel, variant: Variant | None) -> TrainedModel:
    """A model without what the variant names; its weights are those of ``model``.

    It trains and decodes normally, but cannot be saved: a checkpoint has no variants. The network
    of ``model`` must not be used afterwards: parameters may be shared.
    """
    return model if variant is None else _VARIED[variant](model)


class PeekingTransformer(Transformer):
    """A decoder without a causal mask: every query sees all target tokens that are fed in.

    In training and teacher forcing these are the future ones, too. In greedy decoding a future
    token does not exist yet, and there is nothing to peek at.
    """

    looks_ahead: ClassVar[bool] = True


def _without_positions(model: TrainedModel) -> TrainedModel:
    zeros = torch.zeros(model.config.max_len, model.config.d_model, device=model.device)
    for embedding in (model.network.src_embedding, model.network.tgt_embedding):
        embedding.positions = PositionTable(zeros)
    return model


def _peeking(model: TrainedModel) -> TrainedModel:
    network = PeekingTransformer(
        model.config, src_vocab=len(model.src_tokenizer), tgt_vocab=len(model.tgt_tokenizer)
    ).to(model.device)
    network.load_state_dict(model.network.state_dict())
    return dataclasses.replace(model, network=network)


def _unscaled(model: TrainedModel) -> TrainedModel:
    for module in model.network.modules():
        if isinstance(module, MultiHeadAttention):
            module.scaled = False
    return model


def _with_untrained_norms(model: TrainedModel) -> TrainedModel:
    # Gain 1 and bias 0, frozen: equal to leaving both out.
    for parent in list(model.network.modules()):
        for name, child in parent.named_children():
            if isinstance(child, nn.LayerNorm):
                setattr(
                    parent, name, nn.LayerNorm(child.normalized_shape, elementwise_affine=False)
                )
    return model


_VARIED: Mapping[Variant, Callable[[TrainedModel], TrainedModel]] = {
    "no-positions": _without_positions,
    "peeking": _peeking,
    "unscaled": _unscaled,
    "untrained-norms": _with_untrained_norms,
}


def new_model(
    corpus: Corpus, config: ModelConfig, training: TrainingConfig, *, task: str
) -> TrainedModel:
    """An untrained model for a corpus: tokenizers learned, weights drawn from the seed.

    Raises ConfigError if it would be too large.
    """
    return run_through(new_model_steps(corpus, config, training, task=task))


def new_model_steps(
    corpus: Corpus, config: ModelConfig, training: TrainingConfig, *, task: str
) -> Generator[None, None, TrainedModel]:
    sides = [(0, 1)] if config.share_embeddings else [(0,), (1,)]
    made = []
    for chosen in sides:
        made.append((yield from _tokenizer_steps(corpus, chosen, training)))
        yield
    src, tgt = made[0], made[-1]
    check_trainable(config, src_vocabulary=len(src), tgt_vocabulary=len(tgt))
    torch.manual_seed(training.seed)
    network = Transformer(config, src_vocab=len(src), tgt_vocab=len(tgt))
    return TrainedModel(name=task, task=task, network=network, src_tokenizer=src, tgt_tokenizer=tgt)


def _tokenizer_steps(
    corpus: Corpus, sides: tuple[int, ...], training: TrainingConfig
) -> Generator[None, None, WordTokenizer]:
    """Learned from one side of the pairs, 0 = source and 1 = target, or from both."""
    return WordTokenizer.trained_steps(
        (pair[side] for pair in corpus.pairs for side in sides),
        level=training.level,
        size=training.vocabulary,
        min_count=training.min_count,
        lowercase=training.lowercase,
    )
