"""Checkpoints of toolkits that are not installed: random tensors under exactly their names, and
what these compute, by the papers' formulas."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from model.config import Activation, ModelConfig
from tests.model.checkpoint.readers import hub
from tests.model.checkpoint.readers.loops import Own
from tests.model.numpy_reference import NumpyReference

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
class Reference(Own):
    """A model in the toolkit's order of ids; called as those of the hub are."""

    state: State
    naming: Naming
    positions: Tensor
    pre: bool
    scaled: bool
    epsilon: float
    activation: Activation = "relu"
    last_norm: bool = True
    rms: bool = False

    @cached_property
    def computation(self) -> NumpyReference:
        config = ModelConfig(
            encoder_layers=DEPTH["encoder"],
            decoder_layers=DEPTH["decoder"],
            d_model=D_MODEL,
            n_heads=HEADS,
            d_ff=D_FF,
            norm="pre" if self.pre else "post",
            norm_type="rms" if self.rms else "layer",
            norm_epsilon=self.epsilon,
            final_norm=self.last_norm,
            activation=self.activation,
            positions="given",
            gated=len(self.naming.feed_forward) > 2,
            scaled_embedding=self.scaled,
            embedding_norm=bool(self.naming.embedding_norm),
        )
        positions = "{}_embedding.positions.table"
        numbers = {positions.format(side): self.positions for side in ("src", "tgt")}
        for ours, theirs, _ in modules(self.naming):
            for kind in (".weight", ".bias"):
                if theirs + kind in self.state:
                    numbers[ours + kind] = self.state[theirs + kind]
        return NumpyReference(config, {name: one.double().numpy() for name, one in numbers.items()})

    def logits(self, src: Tensor, tgt: Tensor) -> Tensor:
        logits = self.computation.logits(src[0].tolist(), tgt[0].tolist())
        return torch.from_numpy(logits)[None].float()

    def weights(self, src: Tensor, tgt: Tensor) -> dict[str, list[Tensor]]:
        self.logits(src, tgt)
        kept = self.computation.weights
        return {kind: [torch.from_numpy(one).float() for one in kept[kind]] for kind in kept}


def modules(naming: Naming, sizes: Sequence[int] = (0, 0)) -> Iterator[tuple[str, str, Sequence]]:
    """Our name and theirs of each module, and its matrix's shape, which a norm has none of.

    ``sizes`` are the numbers of rows of both tables.
    """
    for side, (stack, depth) in zip(("src", "tgt"), DEPTH.items(), strict=True):
        kinds = {"attention": stack} | ({"cross": "cross"} if stack == "decoder" else {})
        for n in range(depth):
            ours, theirs = f"{stack}_layers.{n}.", naming.layer[stack].format(n)
            for kind, name in kinds.items():
                for letter, projection in zip("qkvo", naming.projections, strict=True):
                    place = theirs + naming.attention[name] + projection
                    yield f"{ours}{kind}.w_{letter}", place, (D_MODEL, D_MODEL)
            for kind, norm in zip((*kinds, "feed_forward"), naming.norms[stack], strict=True):
                yield f"{ours}{kind}_residual.norm", theirs + norm, ()
            for number, linear in enumerate(naming.feed_forward, start=1):
                shape = (D_MODEL, D_FF) if number == 2 else (D_FF, D_MODEL)
                yield f"{ours}feed_forward.w_{number}", theirs + linear, shape
        yield f"{stack}_norm", naming.last.format(stack), ()
        if naming.embedding_norm:
            yield f"{side}_embedding.norm", naming.embedding_norm.format(stack), ()
    for side, table, size in zip(("src", "tgt"), naming.tables, sizes, strict=True):
        yield f"{side}_embedding.tokens", table, (size, D_MODEL)
    yield "output", naming.output, (sizes[1], D_MODEL)


def random_state(
    naming: Naming,
    *,
    sizes: tuple[int, int],
    attention_biases: bool = True,
    output_bias: bool = False,
    last_norm: bool = True,
    rms: bool = False,
) -> State:
    """All tensors that the computation needs, of a fixed seed: norms around 1 and 0."""
    state, noise = {}, torch.Generator().manual_seed(0)
    biased = {"output": output_bias, "w_1": True, "w_2": True, "w_3": True, "tokens": False}
    for ours, theirs, shape in modules(naming, sizes):
        if ours in {"encoder_norm", "decoder_norm"} and not last_norm:
            continue
        if shape:
            state[f"{theirs}.weight"] = torch.randn(*shape, generator=noise) * 0.5
        else:
            state[f"{theirs}.weight"] = 1 + torch.randn(D_MODEL, generator=noise) * 0.2
        if biased.get(ours.rpartition(".")[2], attention_biases) if shape else not rms:
            bias = torch.randn(len(state[f"{theirs}.weight"]), generator=noise)
            state[f"{theirs}.bias"] = bias * (0.5 if shape else 0.2)
    return state


def words(count: int) -> list[str]:
    return [f"w{index}" for index in range(count)]


def texts(count: int, *, known: int) -> list[str]:
    """Random sentences of these words, one of them unknown."""
    noise = np.random.default_rng(7)
    lines = [
        " ".join(f"w{i}" for i in noise.integers(0, known, size=n % 9 + 1)) for n in range(count)
    ]
    return [*lines[:-1], f"{lines[-1]} unheard"]


def assert_same_model(pair: hub.Pair, *, known: int) -> None:
    hub.assert_same_model(pair, texts(20, known=known), longest=9)
