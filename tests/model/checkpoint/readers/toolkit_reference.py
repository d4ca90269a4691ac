"""Checkpoints of toolkits that are not installed: random tensors under exactly their names, and
what these compute, by torch's own attention and the papers' formulas."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.decoding.trained import TrainedModel
from tests.model.checkpoint.readers import hub

D_MODEL, D_FF, HEADS, LONGEST = 12, 20, 3, 16
DEPTH = {"encoder": 2, "decoder": 3}

State = dict[str, Tensor]


@dataclass(frozen=True, kw_only=True)
class Naming:
    """What a toolkit calls its tensors; ``attention`` and ``norms`` are of one layer."""

    layer: Mapping[str, str]
    attention: Mapping[str, str]
    projections: tuple[str, str, str, str]
    norms: Mapping[str, Sequence[str]]
    feed_forward: tuple[str, ...]
    tables: tuple[str, str]
    output: str
    last: str = "{}.layer_norm"
    embedding_norm: str = ""


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A model in the toolkit's order of ids; called as those of the hub are."""

    state: State
    naming: Naming
    positions: Tensor
    pre: bool
    scale: float
    epsilon: float
    start: int
    activation: Callable[[Tensor], Tensor] = F.relu
    last_norm: bool = True
    rms: bool = False
    pad: int = -1
    modules: dict[str, nn.MultiheadAttention] = field(default_factory=dict, init=False)

    def __call__(self, input_ids: Tensor, decoder_input_ids: Tensor, **_) -> SimpleNamespace:
        """One sentence, ``[1, length]``."""
        kept: dict[str, list[Tensor]] = {"encoder": [], "decoder": [], "cross": []}
        memory = self.stack("encoder", input_ids, None, kept)
        return SimpleNamespace(
            logits=self.logits(decoder_input_ids, memory, kept),
            encoder_attentions=tuple(kept["encoder"]),
            decoder_attentions=tuple(kept["decoder"]),
            cross_attentions=tuple(kept["cross"]),
        )

    def generate(self, given: Tensor, *, max_new_tokens: int, bad_words_ids, **_) -> Tensor:
        """The best token again and again; ``bad_words_ids`` are never chosen."""
        ids = [self.start]
        memory = self.stack("encoder", given, None, defaultdict(list))
        for _step in range(max_new_tokens):
            logits = self.logits(torch.tensor([ids]), memory, defaultdict(list))[0, -1]
            logits[[bad for (bad,) in bad_words_ids or []]] = -math.inf
            ids.append(int(logits.argmax()))
        return torch.tensor([ids])

    def logits(self, ids: Tensor, memory: Tensor, kept) -> Tensor:
        """Of the token after each."""
        return self.linear(self.naming.output, self.stack("decoder", ids, memory, kept))

    def stack(self, stack: str, ids: Tensor, memory: Tensor | None, kept) -> Tensor:
        """All layers, and the last norm."""
        x = self.embedded(stack, ids)
        for n in range(DEPTH[stack]):
            x = self.layer(stack, n, x, memory, kept)
        return self.final(stack, x)

    def embedded(self, stack: str, ids: Tensor) -> Tensor:
        """Rows, scaled, with positions and a norm where there is one."""
        table = self.state[f"{self.naming.tables[stack == 'decoder']}.weight"]
        x = table[ids] * self.scale + self.positions[: ids.size(1)]
        name = self.naming.embedding_norm
        return self.norm(name.format(stack), x) if name else x

    def layer(self, stack: str, n: int, x: Tensor, memory: Tensor | None, kept) -> Tensor:
        """Self-attention, cross-attention in a decoder, feed-forward."""
        start, names = self.naming.layer[stack].format(n), self.naming.norms[stack]
        own = start + self.naming.attention[stack]
        x = self.sublayer(start + names[0], x, lambda h: self.attend(own, h, h, stack, kept))
        if memory is not None:
            own_cross = start + self.naming.attention["cross"]
            x = self.sublayer(
                start + names[1], x, lambda h: self.attend(own_cross, h, memory, "cross", kept)
            )
        return self.sublayer(start + names[-1], x, lambda h: self.feed(start, h))

    def sublayer(self, norm: str, x: Tensor, compute) -> Tensor:
        """In its residual connection."""
        if self.pre:
            return x + compute(self.norm(norm, x))
        return self.norm(norm, x + compute(x))

    def attend(self, place: str, x: Tensor, read: Tensor, kind: str, kept) -> Tensor:
        """By torch's own module."""
        if place not in self.modules:
            self.modules[place] = self.attention(place)
        length = x.size(1)
        later = torch.ones(length, length).triu(1).bool() if kind == "decoder" else None
        output, weights = self.modules[place](
            x, read, read, attn_mask=later, average_attn_weights=False
        )
        kept[kind].append(weights.detach())
        return output.detach()

    def attention(self, place: str) -> nn.MultiheadAttention:
        """Torch's own, with the weights of a place."""
        q, k, v, o = (place + name for name in self.naming.projections)
        attention = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True)
        zero = torch.zeros(D_MODEL)
        with torch.no_grad():
            attention.in_proj_weight.copy_(
                torch.cat([self.state[f"{name}.weight"] for name in (q, k, v)])
            )
            biases = [self.state.get(f"{name}.bias", zero) for name in (q, k, v)]
            attention.in_proj_bias.copy_(torch.cat(biases))
            attention.out_proj.weight.copy_(self.state[f"{o}.weight"])
            attention.out_proj.bias.copy_(self.state.get(f"{o}.bias", zero))
        return attention

    def feed(self, start: str, x: Tensor) -> Tensor:
        """Gated where there is a third projection."""
        first, second, *gate = (start + name for name in self.naming.feed_forward)
        hidden = self.activation(self.linear(first, x))
        return self.linear(second, hidden * self.linear(gate[0], x) if gate else hidden)

    def final(self, stack: str, x: Tensor) -> Tensor:
        """After the last layer."""
        return self.norm(self.naming.last.format(stack), x) if self.last_norm else x

    def norm(self, name: str, x: Tensor) -> Tensor:
        """Layer or RMS."""
        weight = self.state[f"{name}.weight"]
        if self.rms:
            return F.rms_norm(x, weight.shape, weight, self.epsilon)
        return F.layer_norm(x, weight.shape, weight, self.state[f"{name}.bias"], self.epsilon)

    def linear(self, name: str, x: Tensor) -> Tensor:
        """xWᵀ + b."""
        return F.linear(x, self.state[f"{name}.weight"], self.state.get(f"{name}.bias"))


@dataclass
class Made:
    """Random tensors of a fixed seed, by name."""

    state: State = field(default_factory=dict)
    noise: torch.Generator = field(default_factory=lambda: torch.Generator().manual_seed(0))

    def linear(self, name: str, out: int, width: int, *, bias: bool = True) -> None:
        """A projection, or a table without a bias."""
        self.state[f"{name}.weight"] = torch.randn(out, width, generator=self.noise) * 0.5
        if bias:
            self.state[f"{name}.bias"] = torch.randn(out, generator=self.noise) * 0.5

    def norm(self, name: str, *, bias: bool = True) -> None:
        """Around 1 and 0."""
        self.state[f"{name}.weight"] = 1 + torch.randn(D_MODEL, generator=self.noise) * 0.2
        if bias:
            self.state[f"{name}.bias"] = torch.randn(D_MODEL, generator=self.noise) * 0.2


def random_state(
    naming: Naming,
    *,
    sizes: tuple[int, int],
    attention_biases: bool = True,
    output_bias: bool = False,
    last_norm: bool = True,
    rms: bool = False,
) -> State:
    """All tensors that the computation needs."""
    made = Made()
    for stack, depth in DEPTH.items():
        for n in range(depth):
            start = naming.layer[stack].format(n)
            for kind in (stack,) if stack == "encoder" else (stack, "cross"):
                for name in naming.projections:
                    place = start + naming.attention[kind] + name
                    made.linear(place, D_MODEL, D_MODEL, bias=attention_biases)
            for name in naming.norms[stack]:
                made.norm(start + name, bias=not rms)
            first, second, *gate = naming.feed_forward
            for name in (first, *gate):
                made.linear(start + name, D_FF, D_MODEL)
            made.linear(start + second, D_MODEL, D_FF)
        if last_norm:
            made.norm(naming.last.format(stack), bias=not rms)
        if naming.embedding_norm:
            made.norm(naming.embedding_norm.format(stack))
    for table, size in zip(naming.tables, sizes, strict=True):
        made.linear(table, size, D_MODEL, bias=False)
    made.linear(naming.output, sizes[1], D_MODEL, bias=output_bias)
    return made.state


def words(count: int) -> list[str]:
    """Of a small language."""
    return [f"w{index}" for index in range(count)]


def texts(count: int, *, known: int) -> list[str]:
    """Random sentences of these words, one of them unknown."""
    noise = np.random.default_rng(7)
    lines = [
        " ".join(f"w{i}" for i in noise.integers(0, known, size=n % 9 + 1)) for n in range(count)
    ]
    return [*lines[:-1], f"{lines[-1]} unheard"]


def assert_same_model(pair: hub.Pair, *, known: int) -> None:
    """20 random targets and translations."""
    hub.assert_same_model(pair, texts(20, known=known), longest=9)


def rows_of(model: TrainedModel, tokens: Sequence[str], special: Sequence[int]) -> list[int]:
    """The foreign id of each of our target's ids: special ones, then the rest in order."""
    rest = [index for index in range(len(tokens)) if index not in {*special}]
    return [*special, *rest][: len(model.tgt_tokenizer)]
