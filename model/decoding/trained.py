"""A network together with its tokenizers, task and training record."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from model.arrays import BoolArray, FloatArray, frozen
from model.config import ModelConfig
from model.network.transformer import Transformer, count_parameters
from model.text.tokenizer import Source, Tokenizer, prepare_prompt, prepare_source

# ----------------------------------------------------------------------------------------- tensors
# Tensors to numpy arrays that nothing else can change.


def float_array(tensor: Tensor) -> FloatArray:
    """A float32 copy of the same shape, read-only; ``tensor.numpy()`` alone would share memory."""
    return frozen(tensor.detach().float().cpu().numpy().copy().astype(np.float32, copy=False))


def bool_array(tensor: Tensor) -> BoolArray:
    """A bool copy of the same shape, read-only."""
    return frozen(tensor.cpu().numpy().astype(np.bool_))


def own_array(tensor: Tensor) -> FloatArray:
    """Float32 in the same shape, of a tensor that nobody else will use: memory may be shared."""
    array: FloatArray = tensor.float().cpu().numpy()
    return array


def of_one(weights: Tensor | None, *, none: tuple[int, ...] | None = None) -> Tensor:
    """Of a batch of one: ``[layers, 1, heads, query, key]`` → ``[layers, heads, query, key]``.

    ``none`` is an empty tensor's shape: for weights that the network does not have.

    Raises:
        ValueError: nothing was recorded.
    """
    if weights is None and none is not None:
        return torch.empty(none)
    if weights is None:
        raise ValueError("weights were not recorded")
    return weights[:, 0]


# ----------------------------------------------------------------------------------------- trained


@dataclass(frozen=True, eq=False, kw_only=True)
class TrainedModel:
    """What a checkpoint holds, ready to use on a device.

    Attributes:
        record: how it was trained: plain values for JSON (configuration, seed, curve …).
    """

    name: str
    task: str
    network: Transformer
    src_tokenizer: Tokenizer
    tgt_tokenizer: Tokenizer
    record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def config(self) -> ModelConfig:
        """The network's architecture."""
        return self.network.config

    @property
    def n_parameters(self) -> int:
        """Trained numbers; a shared table counts once."""
        return count_parameters(self.network)

    @property
    def device(self) -> torch.device:
        """Where the network is."""
        return next(self.network.parameters()).device

    def prepared(self, text: str) -> Source:
        """A sentence, normalised, checked and turned into ids; a prompt where nothing is encoded.

        Raises:
            SourceError: it is empty, too long, or holds nothing that the model knows.
        """
        if not self.config.depth("encoder"):
            return prepare_prompt(text, self.tgt_tokenizer, max_len=self.config.max_len)
        return prepare_source(text, self.src_tokenizer, max_len=self.config.max_len)

    def named(self, name: str) -> TrainedModel:
        """The same model under another name."""
        return dataclasses.replace(self, name=name)

    def on(self, device: torch.device) -> TrainedModel:
        """The same model, moved to a device."""
        self.network.to(device)
        return self

    def copied_to(self, device: torch.device) -> TrainedModel:
        """A model of its own on a device; this one stays where it is."""
        return dataclasses.replace(self, network=copy.deepcopy(self.network)).on(device)

    @contextmanager
    def evaluating(self) -> Iterator[Transformer]:
        """The network without dropout and gradients; its mode is put back afterwards.

        A training job and a translation share one thread by turns, so the mode is set for each
        turn and never held across a ``yield`` of a job.
        """
        training = self.network.training
        self.network.eval()
        try:
            with torch.no_grad():
                yield self.network
        finally:
            self.network.train(training)
