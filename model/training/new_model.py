"""A model that has not learned anything yet."""

from __future__ import annotations

from collections.abc import Generator

import torch

from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.runs.presets import TrainingConfig, check_trainable
from model.steps import run_through
from model.text.corpora import Corpus
from model.text.word_tokenizer import WordTokenizer


def new_model(
    corpus: Corpus, config: ModelConfig, training: TrainingConfig, *, task: str
) -> TrainedModel:
    """An untrained model for a corpus: tokenizers learned, weights drawn from the seed.

    Raises:
        ConfigError: it would be too large.
    """
    return run_through(new_model_steps(corpus, config, training, task=task))


def new_model_steps(
    corpus: Corpus, config: ModelConfig, training: TrainingConfig, *, task: str
) -> Generator[None, None, TrainedModel]:
    """The same in pieces; each ``yield`` is a place to stop."""
    src = yield from _tokenizer_steps(corpus, 0, training)
    yield
    tgt = yield from _tokenizer_steps(corpus, 1, training)
    yield
    check_trainable(config, src_vocabulary=len(src), tgt_vocabulary=len(tgt))
    torch.manual_seed(training.seed)
    network = Transformer(config, src_vocab=len(src), tgt_vocab=len(tgt))
    return TrainedModel(name=task, task=task, network=network, src_tokenizer=src, tgt_tokenizer=tgt)


def _tokenizer_steps(
    corpus: Corpus, side: int, training: TrainingConfig
) -> Generator[None, None, WordTokenizer]:
    """Learned from one side of the pairs: 0 the source, 1 the target."""
    return WordTokenizer.trained_steps(
        (pair[side] for pair in corpus.pairs),
        level=training.level,
        size=training.vocabulary,
        min_count=training.min_count,
        lowercase=training.lowercase,
    )
