"""What there is to say of a model, for those who do without torch."""

from __future__ import annotations

import torch

from model.arrays import FloatArray
from model.config import Stack
from model.decoding.samples import sample_sentences
from model.decoding.tensors import float_array
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.text.scripts import scripts_of
from model.text.tasks import learned_lengths
from model.traces.summary import ModelSummary, bias_shape


def summary_of(model: TrainedModel) -> ModelSummary:
    """A model as a window shows it."""
    with torch.no_grad():
        table = model.network.embedding(model.config.stacks[0]).positions(0, model.config.max_len)
    return ModelSummary(
        name=model.name,
        task=model.task,
        config=model.config,
        n_parameters=model.n_parameters,
        device=model.device.type,
        src_vocabulary=len(model.src_tokenizer),
        tgt_vocabulary=len(model.tgt_tokenizer),
        samples=sample_sentences(model),
        positions=float_array(table),
        record=dict(model.record),
        scripts=scripts_of(model.src_tokenizer.vocabulary),
        lengths=learned_lengths(model.record),
        biases=_biases(model.network),
    )


def _biases(network: Transformer) -> dict[Stack, FloatArray]:
    """What each head adds to its scores, by distance; empty without relative positions."""
    found: dict[Stack, FloatArray] = {}
    for stack in network.config.stacks:
        positions = network.encoder_bias if stack == "encoder" else network.decoder_bias
        if positions is None:
            continue
        _, distances = bias_shape(network.config, stack)
        query = distances // 2 if stack == "encoder" else distances - 1
        with torch.no_grad():
            found[stack] = float_array(positions(query, 1, distances)[0, :, 0])
    return found
