"""The encoder-decoder Transformer (Vaswani et al. 2017), with its weights on request."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar, NamedTuple

import torch
from torch import Tensor, nn

from model.config import ModelConfig, Stack
from model.network.attention import Dropout, KeyValue, padding_mask, target_mask
from model.network.layers import (
    DecoderLayer,
    DecoderOutput,
    EncoderLayer,
    OutputTransform,
    RelativePositions,
    norm_of,
    position_table,
)
from model.network.linear import Linear


class Heard(NamedTuple):
    """A module's first input and first output of its last call, with the batch axis."""

    x: Tensor
    output: Tensor


@contextmanager
def listening(modules: Iterable[nn.Module]) -> Iterator[Mapping[nn.Module, Heard]]:
    heard: dict[nn.Module, Heard] = {}

    def keep(module: nn.Module, given: tuple[Any, ...], output: Any) -> None:
        heard[module] = Heard(given[0], output[0] if isinstance(output, tuple) else output)

    with ExitStack() as hooks:
        for module in modules:
            hooks.callback(module.register_forward_hook(keep).remove)
        yield heard


class Embedding(nn.Module):
    """Token rows × √d_model, plus positions (sections 3.4 and 3.5); then a norm, if asked for."""

    def __init__(self, config: ModelConfig, vocabulary: int) -> None:
        """A table of ``[vocabulary, d_model]`` and one of positions."""
        super().__init__()
        self.scale = math.sqrt(config.d_model) if config.scaled_embedding else 1.0
        self.tokens = nn.Embedding(vocabulary, config.d_model)
        self.positions = position_table(config)
        self.norm = norm_of(config) if config.embedding_norm else nn.Identity()
        self.dropout = Dropout(config.dropout)
        nn.init.normal_(self.tokens.weight, std=config.d_model**-0.5)

    def forward(self, ids: Tensor, *, start: int = 0) -> Tensor:
        """``[batch, length]`` ids → ``[batch, length, d_model]``, positions from ``start``."""
        x = self.tokens(ids) * self.scale + self.positions(start, ids.size(1))
        embedded: Tensor = self.dropout(self.norm(x))  # [batch, length, d_model]
        return embedded


class Encoded(NamedTuple):
    """The memory ``[batch, source, d_model]``; weights ``[layers, batch, heads, query, key]``.

    Without an encoder there is no position in the memory.
    """

    memory: Tensor
    weights: Tensor | None


class Decoded(NamedTuple):
    """What decoding gives.

    ``logits`` is ``[batch, target, vocabulary]``, −∞ for what is never predicted; the weights are
    ``[layers, batch, heads, query, key]`` or None; ``past`` has one entry a layer.
    """

    logits: Tensor
    self_weights: Tensor | None
    cross_weights: Tensor | None
    past: tuple[KeyValue, ...]


class Vocabularies(NamedTuple):
    """Vocabulary sizes of both sides; a missing side has one that is not used."""

    source: int
    target: int


class Transformer(nn.Module):
    """Encoder, decoder and output projection. Weights are returned, never kept.

    Without an encoder, or without a decoder, what belongs to it is not there.

    Attributes:
        looks_ahead: the decoder attends to all target tokens that are fed in, whatever the causal
            mask says.
        encoder_norm, src_embedding: there only with an encoder.
        decoder_norm, tgt_embedding: there only with a decoder.
    """

    looks_ahead: ClassVar[bool] = False

    def __init__(self, config: ModelConfig, *, src_vocab: int, tgt_vocab: int) -> None:
        """Random weights: Xavier for projections, normal with std d_model^-½ for embeddings.

        Raises:
            ConfigError: vocabularies of different sizes share one embedding.
        """
        super().__init__()
        config.check_vocabularies(src_vocab, tgt_vocab)
        self.config = config
        self.encoder_layers = _layers(EncoderLayer, config, "encoder")
        self.decoder_layers = _layers(DecoderLayer, config, "decoder")
        if config.depth("encoder"):
            self.encoder_norm = norm_of(config) if config.has_final_norm else nn.Identity()
        if config.depth("decoder"):
            self.decoder_norm = norm_of(config) if config.has_final_norm else nn.Identity()
        transformed = config.output_transform
        self.output_transform = OutputTransform(config) if transformed else nn.Identity()
        self.output = Linear(config.d_model, tgt_vocab, bias=config.output_bias)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)
        self.encoder_bias = _relative_positions(config, "encoder")
        self.decoder_bias = _relative_positions(config, "decoder")
        if config.depth("encoder"):
            self.src_embedding = Embedding(config, src_vocab)
        if config.depth("decoder"):
            self.tgt_embedding = Embedding(config, tgt_vocab)
        self.share()
        self.vocabularies = Vocabularies(src_vocab, tgt_vocab)

    def share(self) -> None:
        if self.config.share_embeddings:
            self.src_embedding.tokens.weight = self.tgt_embedding.tokens.weight
        if self.config.tie_embeddings:
            self.output.weight = self.embedding(self.config.stacks[-1]).tokens.weight

    def embedding(self, stack: Stack) -> Embedding:
        return self.src_embedding if stack == "encoder" else self.tgt_embedding

    def layers(self, stack: Stack) -> list[EncoderLayer | DecoderLayer]:
        layers = self.encoder_layers if stack == "encoder" else self.decoder_layers
        return [layer for layer in layers if isinstance(layer, EncoderLayer | DecoderLayer)]

    def bias(self, stack: Stack, start: int, length: int) -> Tensor | None:
        """Of relative positions for queries from ``start``, ``[1, heads, query, key]``, or None."""
        positions = self.encoder_bias if stack == "encoder" else self.decoder_bias
        return None if positions is None else positions(start, length, start + length)

    def last_norm(self, stack: Stack) -> nn.Module:
        """An identity if no norm follows the stack."""
        return self.encoder_norm if stack == "encoder" else self.decoder_norm

    def train(self, mode: bool = True) -> Transformer:
        """Switch dropout on or off."""
        # Does nothing in the right mode: decoding calls it before every token, and visiting all
        # modules would be a fifth of its work.
        return self if mode == self.training else super().train(mode)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        """Logits for every target position at once, by the fused path.

        ``src`` is ``[batch, source]``, ``tgt`` ``[batch, target]`` and begins with ``<s>``; returns
        ``[batch, target, vocabulary]``, or without a decoder ``[batch, source, vocabulary]``.
        """
        src_mask = padding_mask(src)
        encoded = self.encode(src, src_mask)
        if self.config.stacks == ("encoder",):
            return self.predict(encoded.memory)
        memory = self.project_memory(encoded.memory)
        return self.decode(tgt, memory, tgt_mask=target_mask(tgt), src_mask=src_mask).logits

    def encode(self, src: Tensor, src_mask: Tensor, *, record: bool = False) -> Encoded:
        """Run the encoder. ``src`` ``[batch, source]``, ``src_mask`` ``[batch, 1, 1, source]``."""
        if not self.config.depth("encoder"):
            return Encoded(self.output.weight.new_empty(src.size(0), 0, self.config.d_model), None)
        x = self.src_embedding(src)  # [batch, source, d_model]
        bias = self.bias("encoder", 0, src.size(1))
        weights = []
        for layer in self.encoder_layers:
            x, layer_weights = layer(x, src_mask, bias=bias, record=record)
            weights.append(layer_weights)
        return Encoded(self.encoder_norm(x), _stacked(weights))

    def project_memory(self, memory: Tensor) -> tuple[KeyValue, ...]:
        """Keys and values of the encoder's output for each decoder layer; empty without encoder."""
        if not self.config.depth("encoder"):
            return ()
        layers = (layer for layer in self.decoder_layers if isinstance(layer, DecoderLayer))
        return tuple(layer.cross.keys_values(memory) for layer in layers)

    def decode(
        self,
        tgt: Tensor,
        memory: Sequence[KeyValue],
        *,
        tgt_mask: Tensor | None,
        src_mask: Tensor | None,
        past: Sequence[KeyValue] | None = None,
        record: bool = False,
    ) -> Decoded:
        """Run the decoder over ``tgt`` ``[batch, target]``, after ``past`` if given.

        ``memory`` is from :meth:`project_memory`. With ``past``, ``tgt`` contains only the new ids.
        A mask of None lets every query attend to all keys.
        """
        outputs = self._decoder_outputs(
            tgt, memory, tgt_mask=tgt_mask, src_mask=src_mask, past=past, record=record
        )
        return Decoded(
            logits=self.predict(self.decoder_norm(outputs[-1].x)),
            self_weights=_stacked([output.self_weights for output in outputs]),
            cross_weights=_stacked([output.cross_weights for output in outputs]),
            past=tuple(output.past for output in outputs),
        )

    def predict(self, x: Tensor) -> Tensor:
        """Logits. ``[batch, length, d_model]`` → ``[batch, length, vocabulary]``."""
        logits: Tensor = self.output(self.output_transform(x))  # [batch, length, vocabulary]
        if self.config.forbidden:
            logits[..., list(self.config.forbidden)] = -torch.inf
        return logits

    def hidden(
        self, tgt: Tensor, memory: Sequence[KeyValue], *, tgt_mask: Tensor, src_mask: Tensor
    ) -> Tensor:
        """Input of the output projection: ``[batch, target]`` → ``[batch, target, d_model]``."""
        outputs = self._decoder_outputs(tgt, memory, tgt_mask=tgt_mask, src_mask=src_mask)
        hidden: Tensor = self.output_transform(self.decoder_norm(outputs[-1].x))
        return hidden

    def _decoder_outputs(
        self,
        tgt: Tensor,
        memory: Sequence[KeyValue],
        *,
        tgt_mask: Tensor | None,
        src_mask: Tensor | None,
        past: Sequence[KeyValue] | None = None,
        record: bool = False,
    ) -> list[DecoderOutput]:
        start = past[0].k.size(2) if past else 0
        x = self.tgt_embedding(tgt, start=start)  # [batch, target, d_model]
        bias = self.bias("decoder", start, tgt.size(1))
        if self.looks_ahead and tgt_mask is not None:
            # what one query may attend, all may
            tgt_mask = tgt_mask.any(dim=-2, keepdim=True)  # [batch, 1, 1, key]
        outputs: list[DecoderOutput] = []
        for index, layer in enumerate(self.decoder_layers):
            output: DecoderOutput = layer(
                x,
                memory[index] if memory else None,
                tgt_mask=tgt_mask,
                src_mask=src_mask,
                past=past[index] if past else None,
                bias=bias,
                record=record,
            )
            x = output.x
            outputs.append(output)
        return outputs


def count_parameters(network: nn.Module) -> int:
    return sum(parameter.numel() for parameter in network.parameters())


def _layers(kind: type[nn.Module], config: ModelConfig, stack: Stack) -> nn.ModuleList:
    return nn.ModuleList(kind(config) for _ in range(config.depth(stack)))


def _relative_positions(config: ModelConfig, stack: Stack) -> RelativePositions | None:
    if config.positions != "relative" or not config.depth(stack):
        return None
    return RelativePositions(config, causal=stack == "decoder")


def _stacked(weights: Sequence[Tensor | None]) -> Tensor | None:
    recorded = [layer for layer in weights if layer is not None]
    return torch.stack(recorded) if recorded else None  # [layers, batch, heads, query, key]
