"""A network together with its tokenizers, task and training record."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from model.arrays import BoolArray, FloatArray, frozen
from model.config import ModelConfig
from model.network.intervening import intervening
from model.network.transformer import Transformer, count_parameters
from model.text.tokenizer import Source, Tokenizer, prepare_prompt, prepare_source
from model.traces.interventions import Intervention, Interventions, check_interventions


def float_array(tensor: Tensor) -> FloatArray:
    """A read-only float32 copy of the same shape; ``tensor.numpy()`` would share memory."""
    return frozen(tensor.detach().float().cpu().numpy().copy().astype(np.float32, copy=False))


def bool_array(tensor: Tensor) -> BoolArray:
    """A read-only bool copy of the same shape."""
    return frozen(tensor.cpu().numpy().astype(np.bool_))


def own_array(tensor: Tensor) -> FloatArray:
    """Float32 in the same shape; may share the memory of the tensor, which must not be reused."""
    array: FloatArray = tensor.float().cpu().numpy()
    return array


def of_one(weights: Tensor | None, *, none: tuple[int, ...] | None = None) -> Tensor:
    """Remove the batch dimension: ``[layers, 1, heads, query, key]`` → without the 1.

    ``none`` is the shape of an empty result, for weights that the network does not have. Raises
    ValueError if nothing was recorded.
    """
    if weights is None and none is not None:
        return torch.empty(none)
    if weights is None:
        raise ValueError("weights were not recorded")
    return weights[:, 0]


@dataclass(frozen=True, eq=False, kw_only=True)
class TrainedModel:
    """Contents of a checkpoint, ready to use on a device.

    Attributes:
        record: how it was trained: plain values for JSON (configuration, seed, curve …).
        interventions: values put in place of activations whenever it is evaluated.
    """

    name: str
    task: str
    network: Transformer
    src_tokenizer: Tokenizer
    tgt_tokenizer: Tokenizer
    record: Mapping[str, Any] = field(default_factory=dict)
    interventions: Interventions = ()

    @property
    def config(self) -> ModelConfig:
        return self.network.config

    @property
    def n_parameters(self) -> int:
        """Number of parameters; a shared table counts once."""
        return count_parameters(self.network)

    @property
    def device(self) -> torch.device:
        return next(self.network.parameters()).device

    def prepared(self, text: str) -> Source:
        """A sentence, normalised, checked and encoded; a prompt if there is no encoder.

        Raises SourceError if it is empty, too long, or contains nothing that the model knows.
        """
        if not self.config.depth("encoder"):
            return prepare_prompt(text, self.tgt_tokenizer, max_len=self.config.max_len)
        return prepare_source(text, self.src_tokenizer, max_len=self.config.max_len)

    def named(self, name: str) -> TrainedModel:
        return dataclasses.replace(self, name=name)

    def under(self, interventions: Iterable[Intervention]) -> TrainedModel:
        """The same network under interventions, which replace the model's; raises ConfigError."""
        interventions = tuple(interventions)
        check_interventions(interventions, self.config)
        return dataclasses.replace(self, interventions=interventions)

    def on(self, device: torch.device) -> TrainedModel:
        self.network.to(device)
        return self

    def copied_to(self, device: torch.device) -> TrainedModel:
        return dataclasses.replace(self, network=copy.deepcopy(self.network)).on(device)

    @contextmanager
    def evaluating(self) -> Iterator[Transformer]:
        """The network without dropout and gradients, under the model's interventions.

        Its mode is restored afterwards.
        """
        # A training job and a translation alternate in one thread, so the mode is set for each turn
        # and never held across a ``yield`` of a job.
        training = self.network.training
        self.network.eval()
        try:
            with torch.no_grad():
                if not self.interventions:
                    yield self.network
                    return
                with intervening(self.network, self.interventions):
                    yield self.network
        finally:
            self.network.train(training)
