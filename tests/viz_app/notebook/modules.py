"""Small networks of torch's own parts, as people write them."""

import math

import torch
from torch import nn

IDS = 20


class Translator(nn.Module):
    """Embeds, ``nn.Transformer``, projects; the decoder is causal."""

    def __init__(self, *, batch_first=True, norm_first=False, dropout=0.1, layers=2, heads=4):
        super().__init__()
        self.batch_first = batch_first
        self.embed = nn.Embedding(IDS, 32)
        self.places = nn.Parameter(torch.randn(32, 32) * 0.1)
        self.transformer = nn.Transformer(
            32,
            heads,
            layers,
            layers,
            64,
            dropout,
            batch_first=batch_first,
            norm_first=norm_first,
        )
        self.out = nn.Linear(32, IDS)

    def forward(self, src, tgt):
        length = tgt.shape[1] if self.batch_first else tgt.shape[0]
        mask = nn.Transformer.generate_square_subsequent_mask(length)
        told = self.transformer(
            self.embedded(src), self.embedded(tgt), tgt_mask=mask, tgt_is_causal=True
        )
        return self.out(told)

    def embedded(self, ids):
        places = self.places[: ids.shape[1]] if self.batch_first else self.places[: len(ids), None]
        return self.embed(ids) + places


class Reader(nn.Module):
    """``nn.TransformerEncoder``, which has a fused path of its own; with a mask it is a GPT."""

    def __init__(self, *, causal=False):
        super().__init__()
        self.causal = causal
        self.embed = nn.Embedding(IDS, 32)
        layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 3)
        self.out = nn.Linear(32, IDS)

    def forward(self, ids):
        mask = None
        if self.causal:
            mask = nn.Transformer.generate_square_subsequent_mask(ids.shape[1])
        return self.out(self.encoder(self.embed(ids), mask=mask, is_causal=self.causal))


class OwnLayers(nn.Module):
    """Attention by hand: weights that the module itself uses, and a decoder without an encoder."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(IDS, 16)
        self.own = nn.MultiheadAttention(16, 2, batch_first=True)
        self.other = nn.MultiheadAttention(16, 2, batch_first=True)
        self.used = None

    def forward(self, src, tgt):
        memory, x = self.embed(src), self.embed(tgt)
        x = x + self.own(x, x, x, need_weights=False)[0]
        x, self.used = self.other(x, memory, memory)
        return x


def expected(attention, query, key, mask=None):
    """``[heads, query, key]`` of one sentence, from the projections alone."""
    width, heads = attention.embed_dim, attention.num_heads
    weight, bias = attention.in_proj_weight.chunk(3), attention.in_proj_bias.chunk(3)
    q = (query @ weight[0].T + bias[0]).reshape(-1, heads, width // heads).transpose(0, 1)
    k = (key @ weight[1].T + bias[1]).reshape(-1, heads, width // heads).transpose(0, 1)
    scores = q @ k.transpose(1, 2) / math.sqrt(width // heads)
    return (scores if mask is None else scores + mask).softmax(-1)
