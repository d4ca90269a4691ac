"""Small models, sentences and independent formulas that the tests of the model share."""

import dataclasses
from typing import Any

import numpy as np
import torch
from torch import Tensor

from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.runs.presets import TrainingConfig
from model.special_tokens import PAD_ID
from model.text.corpora import Corpus
from model.text.tasks import generated
from model.training.new_model import new_model

TINY = ModelConfig(n_layers=2, n_heads=4, d_model=32, d_ff=64, dropout=0.0, max_len=32)
SRC_VOCAB, TGT_VOCAB = 17, 13


def config(**changes: Any) -> ModelConfig:
    return dataclasses.replace(TINY, **changes)


def stir(network: Transformer, seed: int = 0) -> None:
    """Move every parameter off its start: biases of 0 and gains of 1 would hide mistakes."""
    noise = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=noise), alpha=0.2)


def network_of(architecture: ModelConfig, *, seed: int = 0) -> Transformer:
    """A network with random weights everywhere, in eval mode."""
    torch.manual_seed(seed)
    network = Transformer(architecture, src_vocab=SRC_VOCAB, tgt_vocab=TGT_VOCAB)
    stir(network, seed)
    return network.eval()


def sentences(*lengths: int, vocabulary: int, seed: int = 0) -> Tensor:
    """``[batch, longest]`` random ids without special ones, short rows padded."""
    noise = torch.Generator().manual_seed(seed)
    ids = torch.randint(4, vocabulary, (len(lengths), max(lengths)), generator=noise)
    for row, length in enumerate(lengths):
        ids[row, length:] = PAD_ID
    return ids


def letters(name: str = "copy", *, pairs: int = 100, heldout: int = 20, seed: int = 0) -> Corpus:
    return generated(name, seed=seed, pairs=pairs, heldout=heldout)


def untrained_model(
    architecture: ModelConfig = TINY, *, task: str = "copy", seed: int = 0
) -> TrainedModel:
    training = TrainingConfig(seed=seed)
    model = new_model(letters(task), architecture, training, task=task)
    stir(model.network, seed)
    model.network.eval()
    return model


def log_softmax(scores: np.ndarray) -> np.ndarray:
    """Over the last axis, in double precision."""
    shifted = scores.astype(np.float64) - scores.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
