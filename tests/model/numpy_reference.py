"""The whole network once more, in numpy and double precision, from formulas: one sentence alone."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from model.config import ModelConfig
from model.network.transformer import Transformer

Array = np.ndarray


@dataclass
class NumpyReference:
    """Computes with the numbers of a network's parameters, by their names.

    Attributes:
        weights: of each kind, a list of ``[heads, query, key]``, filled by :meth:`logits`.
    """

    config: ModelConfig
    numbers: Mapping[str, Array]
    weights: dict[str, list[Array]] = field(default_factory=dict)

    def logits(self, src: list[int], tgt: list[int]) -> Array:
        """Of every target position, ``[target, vocabulary]``; of the source's without a decoder."""
        self.weights = {"encoder": [], "decoder": [], "cross": []}
        memory = self.encoded(src) if self.config.depth("encoder") else None
        if not self.config.depth("decoder"):
            return self.predicted(memory)
        return self.predicted(self.decoded(tgt, memory))

    def encoded(self, src: list[int]) -> Array:
        n = len(src)
        x, bias = self.embedded("src", src), self.bias("encoder", n, causal=False)
        for layer in range(self.config.depth("encoder")):
            place = f"encoder_layers.{layer}"
            x = self.sublayer(
                place,
                "attention",
                x,
                lambda h, p=place: self.attend(f"{p}.attention", "encoder", h, h, bias),
            )
            x = self.sublayer(place, "feed_forward", x, lambda h, p=place: self.feed(p, h))
        return self.last("encoder", x)

    def decoded(self, tgt: list[int], memory: Array | None) -> Array:
        m = len(tgt)
        future = np.triu(np.full((m, m), -np.inf), 1)
        x, bias = self.embedded("tgt", tgt), self.bias("decoder", m, causal=True) + future
        for layer in range(self.config.depth("decoder")):
            place = f"decoder_layers.{layer}"
            x = self.sublayer(
                place,
                "attention",
                x,
                lambda h, p=place: self.attend(f"{p}.attention", "decoder", h, h, bias),
            )
            if memory is not None:
                x = self.sublayer(
                    place,
                    "cross",
                    x,
                    lambda h, p=place: self.attend(f"{p}.cross", "cross", h, memory, 0.0),
                )
            x = self.sublayer(place, "feed_forward", x, lambda h, p=place: self.feed(p, h))
        return self.last("decoder", x)

    def predicted(self, x: Array) -> Array:
        if self.config.output_transform:
            hidden = ACTIVATIONS[self.config.activation](self.linear("output_transform.w", x))
            x = self.norm("output_transform.norm", hidden)
        return self.linear("output", x)

    def embedded(self, side: str, ids: list[int]) -> Array:
        """Rows of the table, scaled, with positions, normalised."""
        c, length = self.config, len(ids)
        x = self.numbers[f"{side}_embedding.tokens.weight"][ids]
        x = x * (math.sqrt(c.d_model) if c.scaled_embedding else 1)
        if c.positions in {"learned", "given"}:
            x = x + self.numbers[f"{side}_embedding.positions.table"][:length]
        if c.positions == "sinusoidal":
            x = x + self.sinusoids(length)
        return self.norm(f"{side}_embedding.norm", x) if c.embedding_norm else x

    def sinusoids(self, length: int) -> Array:
        c = self.config
        table, pairs = np.empty((length, c.d_model)), (c.d_model + 1) // 2
        for row, column in np.ndindex(*table.shape):
            halves = c.sinusoids == "halves"
            pair = column % pairs if halves else column // 2
            sine = column < pairs if halves else column % 2 == 0
            power = 2 * pair / (c.d_model - 2 if c.closed_sinusoids else c.d_model)
            angle = (row + c.position_offset) / 10_000**power
            table[row, column] = math.sin(angle) if sine else math.cos(angle)
        return table.astype(np.float32).astype(np.float64)  # as it is stored

    def bias(self, stack: str, length: int, *, causal: bool) -> Array:
        """Of the scores, ``[heads, query, key]``; zeros unless positions are relative."""
        c = self.config
        biases = np.zeros((c.n_heads, length, length))
        if c.positions == "relative":
            for query, key in np.ndindex(length, length):
                row = bucket(key - query, c.relative_buckets, c.relative_distance, causal=causal)
                biases[:, query, key] = self.numbers[f"{stack}_bias.table"][row]
        return biases

    def sublayer(self, place: str, name: str, x: Array, compute) -> Array:
        norm = f"{place}.{name}_residual.norm"
        if self.config.norm == "pre":
            return x + compute(self.norm(norm, x))
        return self.norm(norm, x + compute(x))

    def attend(self, place: str, kind: str, x: Array, read: Array, bias: Array | float) -> Array:
        c, contexts, kept = self.config, [], []
        for head in range(c.n_heads):
            own = slice(head * c.d_k, (head + 1) * c.d_k)
            q = self.linear(f"{place}.w_q", x)[:, own]
            k, v = (self.linear(f"{place}.{name}", read)[:, own] for name in ("w_k", "w_v"))
            scores = q @ k.T / (math.sqrt(c.d_k) if c.scaled_scores else 1)
            kept.append(softmax(scores + (bias if np.isscalar(bias) else bias[head])))
            contexts.append(kept[-1] @ v)
        self.weights[kind].append(np.stack(kept))
        return self.linear(f"{place}.w_o", np.concatenate(contexts, axis=1))

    def feed(self, place: str, x: Array) -> Array:
        hidden = ACTIVATIONS[self.config.activation](self.linear(f"{place}.feed_forward.w_1", x))
        if self.config.gated:
            hidden = hidden * self.linear(f"{place}.feed_forward.w_3", x)
        return self.linear(f"{place}.feed_forward.w_2", hidden)

    def last(self, stack: str, x: Array) -> Array:
        own = self.config.final_norm
        wanted = self.config.norm == "pre" if own is None else own
        return self.norm(f"{stack}_norm", x) if wanted else x

    def norm(self, name: str, x: Array) -> Array:
        rms = self.config.norm_type == "rms"
        centred = x if rms else x - x.mean(-1, keepdims=True)
        root = np.sqrt((centred**2).mean(-1, keepdims=True) + self.config.norm_epsilon)
        return centred / root * self.numbers[f"{name}.weight"] + self.numbers.get(f"{name}.bias", 0)

    def linear(self, name: str, x: Array) -> Array:
        return x @ self.numbers[f"{name}.weight"].T + self.numbers.get(f"{name}.bias", 0)


def numpy_reference(network: Transformer) -> NumpyReference:
    """With own copies of a network's numbers."""
    state = network.state_dict().items()
    return NumpyReference(network.config, {k: v.double().numpy().copy() for k, v in state})


def softmax(scores: Array) -> Array:
    """Over the last axis."""
    exponentials = np.exp(scores - scores.max(-1, keepdims=True))
    return exponentials / exponentials.sum(-1, keepdims=True)


def bucket(ahead: int, count: int, distance: int, *, causal: bool) -> int:
    """Of a key that lies so far ahead of its query (Raffel et al. 2020, section 2.1)."""
    first = 0
    if not causal:
        count //= 2
        first = count if ahead > 0 else 0
    away, exact = (max(-ahead, 0) if causal else abs(ahead)), count // 2
    if away < exact:
        return first + away
    share = np.log(np.float32(away) / np.float32(exact)) / np.log(distance / exact)
    return first + min(count - 1, exact + int(np.float32(share) * (count - exact)))


ACTIVATIONS = {
    "relu": lambda x: np.maximum(x, 0),
    "gelu": lambda x: x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2,
    "gelu_tanh": lambda x: x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2,
    "silu": lambda x: x / (1 + np.exp(-x)),
}
