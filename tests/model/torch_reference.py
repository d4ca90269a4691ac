"""``torch.nn.Transformer`` with the weights of one of our networks, as an independent yardstick."""

import dataclasses
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.config import ModelConfig
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
    return parameter


def gradients(parameter: Tensor) -> Tensor:
    """Its gradient, after going backward."""
    assert parameter.grad is not None
    return parameter.grad


_THEIRS = {
    r"^(encoder|decoder)_layers": r"\1.layers",
    r"\.attention\.": ".self_attn.",
    r"\.cross\.": ".multihead_attn.",
    r"w_[qkv]\.": "in_proj_",
    "w_o": "out_proj",
    r"feed_forward\.w_": "linear",
    r"(encoder.*)feed_forward_residual\.norm": r"\1norm2",
    r"attention_residual\.norm": "norm1",
    r"cross_residual\.norm": "norm2",
    r"feed_forward_residual\.norm": "norm3",
    r"^(encoder|decoder)_norm": r"\1.norm",
}
"""What torch calls the parts of a name of ours."""


def pairs(network: Transformer, reference: TorchReference, pick: Pick) -> Iterator[Named]:
    """What ``pick`` takes of each of our parameters, with its counterpart in torch's module."""
    theirs = {
        "src_embedding.tokens.weight": reference.src_table,
        "tgt_embedding.tokens.weight": reference.tgt_table,
        "output.weight": reference.output,
        **dict(reference.core.named_parameters()),
    }
    for ours, parameter in network.named_parameters(remove_duplicate=False):
        name = ours
        for old, new in _THEIRS.items():
            name = re.sub(old, new, name)
        counterpart = pick(theirs[name])
        if packed := re.search(r"w_([qkv])\.", ours):
            counterpart = counterpart.chunk(3)["qkv".index(packed[1])]
        yield ours, pick(parameter), counterpart


def _own(parameter: Tensor) -> Tensor:
    return parameter.detach().clone().requires_grad_()
