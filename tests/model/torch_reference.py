"""``torch.nn.Transformer`` with the weights of one of our networks, as an independent yardstick."""

import dataclasses
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.config import ModelConfig
from model.network.attention import MultiHeadAttention
from model.network.layers import sinusoidal_table
from model.network.transformer import Transformer
from model.special_tokens import PAD_ID

Pick = Callable[[Tensor], Tensor]
Named = tuple[str, Tensor, Tensor]


@dataclass
class TorchReference:
    """Torch's encoder and decoder between our embeddings and our output projection.

    Attributes:
        core: torch's own module.
        src_table, tgt_table, output: own copies of our matrices.
    """

    core: nn.Transformer
    src_table: Tensor
    tgt_table: Tensor
    output: Tensor

    def __call__(self, src: Tensor, tgt: Tensor) -> Tensor:
        """Logits ``[batch, target, vocabulary]``; torch's masks are True = may *not* attend."""
        length = tgt.size(1)
        future = torch.ones(length, length, dtype=torch.bool).triu(1)
        decoded = self.core(
            embedded(src, self.src_table),
            embedded(tgt, self.tgt_table),
            tgt_mask=future,
            src_key_padding_mask=src == PAD_ID,
            tgt_key_padding_mask=tgt == PAD_ID,
            memory_key_padding_mask=src == PAD_ID,
        )
        return F.linear(decoded, self.output)


def embedded(ids: Tensor, table: Tensor) -> Tensor:
    """Rows × √d_model plus sinusoids."""
    d_model = table.size(1)
    return table[ids] * math.sqrt(d_model) + sinusoidal_table(ids.size(1), d_model)


def torch_core(config: ModelConfig) -> nn.Transformer:
    """Torch's module of that architecture. Only pre-norm has a norm after the last layer."""
    options = {
        "d_model": config.d_model,
        "nhead": config.n_heads,
        "dim_feedforward": config.d_ff,
        "dropout": config.dropout,
        "activation": config.activation,
        "batch_first": True,
        "norm_first": config.norm == "pre",
    }
    norms = [nn.LayerNorm(config.d_model) if config.norm == "pre" else None for _ in range(2)]
    return nn.Transformer(
        d_model=config.d_model,
        nhead=config.n_heads,
        batch_first=True,
        custom_encoder=nn.TransformerEncoder(
            nn.TransformerEncoderLayer(**options),
            config.n_layers,
            norm=norms[0],
            enable_nested_tensor=False,
        ),
        custom_decoder=nn.TransformerDecoder(
            nn.TransformerDecoderLayer(**options), config.n_layers, norm=norms[1]
        ),
    )


def torch_reference(network: Transformer) -> TorchReference:
    """Torch's module with our weights, without dropout."""
    reference = TorchReference(
        torch_core(dataclasses.replace(network.config, dropout=0.0)),
        _own(network.src_embedding.tokens.weight),
        _own(network.tgt_embedding.tokens.weight),
        _own(network.output.weight),
    )
    with torch.no_grad():
        for _, ours, theirs in pairs(network, reference, values):
            theirs.copy_(ours)
    return reference


def values(parameter: Tensor) -> Tensor:
    """The parameter itself."""
    return parameter


def gradients(parameter: Tensor) -> Tensor:
    """Its gradient, after going backward."""
    assert parameter.grad is not None
    return parameter.grad


def pairs(network: Transformer, reference: TorchReference, pick: Pick) -> Iterator[Named]:
    """What ``pick`` takes of each of our parameters, with its counterpart in torch's module."""
    yield "src_embedding", pick(network.src_embedding.tokens.weight), pick(reference.src_table)
    yield "tgt_embedding", pick(network.tgt_embedding.tokens.weight), pick(reference.tgt_table)
    yield "output", pick(network.output.weight), pick(reference.output)
    core = reference.core
    for index, (ours, theirs) in enumerate(
        zip(network.encoder_layers, core.encoder.layers, strict=True)
    ):
        modules = [
            ("norm1", ours.attention_residual.norm, theirs.norm1),
            ("norm2", ours.feed_forward_residual.norm, theirs.norm2),
        ]
        yield from _attention(f"encoder.{index}.attention", ours.attention, theirs.self_attn, pick)
        yield from _layer(f"encoder.{index}", modules, ours, theirs, pick)
    for index, (ours, theirs) in enumerate(
        zip(network.decoder_layers, core.decoder.layers, strict=True)
    ):
        modules = [
            ("norm1", ours.attention_residual.norm, theirs.norm1),
            ("norm2", ours.cross_residual.norm, theirs.norm2),
            ("norm3", ours.feed_forward_residual.norm, theirs.norm3),
        ]
        yield from _attention(f"decoder.{index}.attention", ours.attention, theirs.self_attn, pick)
        yield from _attention(f"decoder.{index}.cross", ours.cross, theirs.multihead_attn, pick)
        yield from _layer(f"decoder.{index}", modules, ours, theirs, pick)
    if network.config.norm == "pre":
        yield from _module("encoder.norm", network.encoder_norm, core.encoder.norm, pick)
        yield from _module("decoder.norm", network.decoder_norm, core.decoder.norm, pick)


def _layer(
    name: str,
    modules: list[tuple[str, nn.Module, nn.Module]],
    ours: nn.Module,
    theirs: nn.Module,
    pick: Pick,
) -> Iterator[Named]:
    forward = ours.feed_forward
    modules = [
        *modules,
        ("linear1", forward.w_1, theirs.linear1),
        ("linear2", forward.w_2, theirs.linear2),
    ]
    for part, module, twin in modules:
        yield from _module(f"{name}.{part}", module, twin, pick)


def _attention(
    name: str, ours: MultiHeadAttention, theirs: nn.MultiheadAttention, pick: Pick
) -> Iterator[Named]:
    weights = pick(theirs.in_proj_weight).chunk(3)
    biases = pick(theirs.in_proj_bias).chunk(3)
    for part, module, weight, bias in zip(
        "qkv", (ours.w_q, ours.w_k, ours.w_v), weights, biases, strict=True
    ):
        yield f"{name}.w_{part}.weight", pick(module.weight), weight
        yield f"{name}.w_{part}.bias", pick(module.bias), bias
    yield from _module(f"{name}.w_o", ours.w_o, theirs.out_proj, pick)


def _module(name: str, ours: nn.Module, theirs: nn.Module, pick: Pick) -> Iterator[Named]:
    for part in ("weight", "bias"):
        yield f"{name}.{part}", pick(getattr(ours, part)), pick(getattr(theirs, part))


def _own(parameter: Tensor) -> Tensor:
    return parameter.detach().clone().requires_grad_()
