"""Models that are broken on purpose: what is done to one, by the check that finds it."""

import dataclasses
from collections.abc import Callable, Iterator
from functools import partial
from types import MethodType

import torch
import torch.nn.functional as F

from model.decoding.trained import TrainedModel
from model.lessons.checks import CheckName
from model.network.attention import KeyValue, MultiHeadAttention
from model.network.layers import PositionTable
from model.network.transformer import Encoded, Transformer
from model.special_tokens import BOS_ID

Break = Callable[[TrainedModel], None]


def attentions(model: TrainedModel) -> Iterator[MultiHeadAttention]:
    return (part for part in model.network.modules() if isinstance(part, MultiHeadAttention))


class SeesPadding(Transformer):
    """Its encoder attends to padding like to any other token."""

    def encode(self, src, src_mask, *, record=False):
        """Whatever the mask says."""
        return super().encode(src, torch.ones_like(src_mask), record=record)


class Peeking(Transformer):
    """Its decoder attends to what is still to come."""

    looks_ahead = True


def becomes(kind: type[Transformer]) -> Break:
    def change(model: TrainedModel) -> None:
        model.network.__class__ = kind

    return change


class WithoutMemory(Transformer):
    """What the encoder found is lost on the way to the decoder."""

    def encode(self, src, src_mask, *, record=False):
        """The weights, and nothing else."""
        encoded = super().encode(src, src_mask, record=record)
        return Encoded(torch.zeros_like(encoded.memory), encoded.weights)


class Forgetful(Transformer):
    """Its cache loses what the first token was."""

    def decode(self, tgt, memory, *, past=None, **options):
        """With zeros for the first key and value."""
        if past is not None:
            past = tuple(KeyValue(*map(_without_first, layer)) for layer in past)
        return super().decode(tgt, memory, past=past, **options)


def _without_first(kept: torch.Tensor) -> torch.Tensor:
    kept = kept.clone()
    kept[:, :, 0] = 0
    return kept


see_padding, lose_memory, forget, peek = map(
    becomes, (SeesPadding, WithoutMemory, Forgetful, Peeking)
)


def without_values(model: TrainedModel) -> None:
    for layer in model.network.decoder_layers:
        torch.nn.init.zeros_(layer.cross.w_v.weight)


def without_positions(model: TrainedModel) -> None:
    for embedding in (model.network.src_embedding, model.network.tgt_embedding):
        embedding.positions = PositionTable(torch.zeros_like(embedding.positions.table))


def without_normalising(model: TrainedModel) -> None:
    def explicit(self, q, kv, mask, bias):
        """Powers that are not divided by their sum."""
        weights = self.scores(q, kv.k, bias).exp()
        weights = weights if mask is None else weights.masked_fill(~mask, 0)
        return weights @ kv.v, weights

    for attention in attentions(model):
        attention._explicit = MethodType(explicit, attention)


def kill_head(model: TrainedModel) -> None:
    _scale_head(model, 0.0)


def without_output(model: TrainedModel) -> None:
    """The columns of W_O for the second head are 0."""
    d_k = model.config.d_k
    with torch.no_grad():
        model.network.encoder_layers[0].attention.w_o.weight[:, d_k : 2 * d_k] = 0


def _scale_head(
    model: TrainedModel, factor: float, names: tuple[str, ...] = ("w_q", "w_k")
) -> None:
    """Projections of the encoder's second head."""
    attention = model.network.encoder_layers[0].attention
    rows = slice(model.config.d_k, 2 * model.config.d_k)
    for name in names:
        projection = getattr(attention, name)
        projection.weight.data[rows] *= factor
        projection.bias.data[rows] *= factor


def learn_unshifted(model: TrainedModel) -> None:
    """To predict the very token that is fed."""
    noise = torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(model.network.parameters(), lr=3e-3)
    size = len(model.tgt_tokenizer)
    for _ in range(160):
        src, ids = torch.randint(4, size, (2, 16, 12), generator=noise)
        fed = torch.cat((torch.full((16, 1), BOS_ID), ids), dim=1)
        loss = F.cross_entropy(model.network(src, fed).flatten(0, 1), fed.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def with_nan(model: TrainedModel) -> None:
    model.network.encoder_layers[0].feed_forward.w_1.weight.data[3, 4] = torch.nan


def overflowing(model: TrainedModel) -> None:
    model.network.decoder_layers[0].feed_forward.w_1.weight.data[:] = 3e38


def untie(model: TrainedModel) -> None:
    model.network.config = dataclasses.replace(model.config, tie_embeddings=True)


BROKEN: dict[CheckName, tuple[Break, ...]] = {
    "weights": (with_nan,),
    "activations": (overflowing,),
    "future": (peek,),
    "padding": (see_padding,),
    "shift": (learn_unshifted,),
    "source": (lose_memory, without_values),
    "positions": (without_positions,),
    "cache": (forget,),
    "rows": (without_normalising,),
    "dead_heads": (kill_head, without_output, partial(_scale_head, factor=0.0, names=("w_v",))),
    "saturated_heads": (partial(_scale_head, factor=1000.0),),
    "tied": (untie,),
}

ALTERED: dict[str, dict[str, object]] = {
    "no positions": {"positions": "none"},
    "sinusoids in halves": {"sinusoids": "halves"},
    "unscaled embedding": {"scaled_embedding": False},
    "position offset": {"position_offset": 1},
    "8 heads": {"n_heads": 8},
    "post-norm": {"norm": "post", "final_norm": True},
    "shifted output rows": {},
}
"""Mistakes of who loads ``reverse`` into a network of his own: the weights fit all of them."""


def altered_copy(model: TrainedModel, mistake: str) -> TrainedModel:
    """The same weights in another architecture; or the rows of the output shifted by one."""
    config = dataclasses.replace(model.config, **ALTERED[mistake])
    sizes = {"src_vocab": len(model.src_tokenizer), "tgt_vocab": len(model.tgt_tokenizer)}
    network = Transformer(config, **sizes).eval()
    network.load_state_dict(model.network.state_dict())
    if mistake == "shifted output rows":
        network.output.weight.data = network.output.weight.data.roll(1, dims=0)
    return dataclasses.replace(model, network=network)
