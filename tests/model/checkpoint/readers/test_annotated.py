"""Models after The Annotated Transformer, against one that is written here from its description."""

import math
from pathlib import Path

import pytest
import torch
from torch import nn

from model.checkpoint.importing import recognise
from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_equal_passes,
    assert_same_model,
    imported,
    refused,
    sinusoids,
    stirred,
)
from tests.model.checkpoint.readers.loops import Own, random_texts, rows_of, vocabulary

SOURCE, TARGET, HEADS = 23, 19, 4


class Norm(nn.Module):
    """a (x − mean) / (std + ε) + b, by the deviation of a sample."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.a_2, self.b_2 = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))

    def forward(self, x):
        spread = x.std(-1, keepdim=True, unbiased=True)
        return self.a_2 * (x - x.mean(-1, keepdim=True)) / (spread + 1e-6) + self.b_2


class Attention(nn.Module):
    """Four projections in a list: of queries, keys, values, and of what the heads found."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.linears = nn.ModuleList(nn.Linear(width, width) for _ in range(4))

    def forward(self, queries, memory, mask, kept):
        split = (queries, memory, memory)
        q, k, v = (
            one(x).unflatten(-1, (HEADS, -1)).transpose(1, 2)
            for one, x in zip(self.linears, split, strict=False)
        )
        scores = (q @ k.mT / math.sqrt(q.size(-1))).masked_fill(mask, -torch.inf)
        kept.append(scores.softmax(-1)[0])
        return self.linears[3]((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))


class Sublayer(nn.Module):
    """x + f(norm(x))."""

    def __init__(self, width: int, norm: type[nn.Module]) -> None:
        super().__init__()
        self.norm = norm(width)

    def forward(self, x, compute):
        return x + compute(self.norm(x))


class FeedForward(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.w_1, self.w_2 = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x):
        return self.w_2(self.w_1(x).relu())


class Layer(nn.Module):
    """Of the encoder; with cross-attention, of the decoder."""

    def __init__(self, width: int, norm: type[nn.Module], *, cross: bool) -> None:
        super().__init__()
        self.self_attn = Attention(width)
        self.src_attn = Attention(width) if cross else None
        self.feed_forward = FeedForward(width)
        self.sublayer = nn.ModuleList(Sublayer(width, norm) for _ in range(2 + cross))

    def forward(self, x, mask, memory, kept, crossed):
        x = self.sublayer[0](x, lambda h: self.self_attn(h, h, mask, kept))
        if self.src_attn is not None:
            none = torch.zeros(x.size(1), memory.size(1), dtype=torch.bool)
            x = self.sublayer[1](x, lambda h: self.src_attn(h, memory, none, crossed))
        return self.sublayer[-1](x, self.feed_forward)


class Stack(nn.Module):
    def __init__(self, width: int, depth: int, norm: type[nn.Module], *, cross: bool) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(width, norm, cross=cross) for _ in range(depth))
        self.norm = norm(width)

    def forward(self, x, mask, memory, kept, crossed):
        for layer in self.layers:
            x = layer(x, mask, memory, kept, crossed)
        return self.norm(x)


class Embeddings(nn.Module):
    def __init__(self, width: int, rows: int) -> None:
        super().__init__()
        self.lut = nn.Embedding(rows, width)

    def forward(self, ids):
        return self.lut(ids) * math.sqrt(self.lut.embedding_dim)


class Positions(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer("pe", sinusoids(50, width)[None])

    def forward(self, x):
        return x + self.pe[:, : x.size(1)]


class Generator(nn.Module):
    def __init__(self, width: int, rows: int) -> None:
        super().__init__()
        self.proj = nn.Linear(width, rows)


class Annotated(Own):
    """Two stacks between embeddings and a generator."""

    def __init__(self, *, width=16, depth=2, norm: type[nn.Module] = Norm) -> None:
        super().__init__()
        self.encoder = Stack(width, depth, norm, cross=False)
        self.decoder = Stack(width, depth, norm, cross=True)
        self.src_embed = nn.Sequential(Embeddings(width, SOURCE), Positions(width))
        self.tgt_embed = nn.Sequential(Embeddings(width, TARGET), Positions(width))
        self.generator = Generator(width, TARGET)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)

    def both(self, src, tgt):
        kinds = {"encoder": [], "decoder": [], "cross": []}
        none = torch.zeros(src.size(1), src.size(1), dtype=torch.bool)
        memory = self.encoder(self.src_embed(src), none, None, kinds["encoder"], [])
        later = torch.ones(tgt.size(1), tgt.size(1), dtype=torch.bool).triu(1)
        decoded = self.decoder(self.tgt_embed(tgt), later, memory, kinds["decoder"], kinds["cross"])
        return self.generator.proj(decoded), kinds

    def logits(self, src, tgt):
        return self.both(src, tgt)[0]

    def weights(self, src, tgt):
        return self.both(src, tgt)[1]


def annotated(**options) -> Annotated:
    torch.manual_seed(0)
    return stirred(Annotated(**options))


def answered(path: Path, **said: str) -> dict[str, str]:
    return {
        "heads": str(HEADS),
        "source-ends": "end",
        "src-vocab": str(vocabulary(path, "s", SOURCE)),
        "tgt-vocab": str(vocabulary(path, "t", TARGET)),
        "src-tokens": "words",
        "tgt-tokens": "words",
        **said,
    }


def saved(model: nn.Module, path: Path, prefix: str = "") -> Path:
    state = {f"{prefix}{name}": tensor for name, tensor in model.state_dict().items()}
    torch.save(state, path / "model.pt")
    return path / "model.pt"


def pair_of(model: Annotated, path: Path, prefix: str = "") -> Pair:
    ours = imported(saved(model, path, prefix), path / "ours.safetensors", answered(path))
    return Pair(ours, model, rows_of(SOURCE), rows_of(TARGET))


@pytest.mark.parametrize(
    ("width", "depth", "norm"), [(16, 2, Norm), (16, 2, nn.LayerNorm), (64, 6, Norm)]
)
def test_it_is_equal(tmp_path: Path, width: int, depth: int, norm: type[nn.Module]):
    pair = pair_of(annotated(width=width, depth=depth, norm=norm), tmp_path)
    assert_same_model(pair, random_texts("s", 20, SOURCE))


@pytest.mark.parametrize("prefix", ["model.", "module."])
def test_any_prefix(tmp_path: Path, prefix: str):
    assert_equal_passes(pair_of(annotated(), tmp_path, prefix), 2)


def test_the_norm_is_nearest_with_the_epsilon_that_is_told(tmp_path: Path):
    """Its own adds ε to the deviation, ours to the variance: the worst of many vectors."""
    noise = torch.Generator().manual_seed(0)
    x = torch.randn(2000, 16, generator=noise, dtype=torch.float64)
    x = x * torch.linspace(0.5, 4, 2000, dtype=torch.float64)[:, None]
    theirs = Norm(16).double()(x)

    def error(epsilon: float) -> float:
        gain = torch.full((16,), (15 / 16) ** 0.5, dtype=torch.float64)
        ours = nn.functional.layer_norm(x, (16,), gain, None, epsilon)
        return float((ours - theirs).detach().abs().max())

    found = recognise(saved(annotated(), tmp_path), answered(tmp_path))
    errors = {e: error(e) for e in (0.0, 1e-6, 2e-6, 1e-5, 1e-4)}
    assert min(errors, key=errors.get) == found.config.norm_epsilon
    assert errors[found.config.norm_epsilon] < 5e-6 < errors[1e-5]


def test_what_its_names_tell_is_told(tmp_path: Path):
    questions = recognise(saved(annotated(), tmp_path)).questions
    assert {q.name: q.answer for q in questions if q.told} == {
        "cross-attention": "src_attn",
        "encoder-norms": "sublayer.0.norm,sublayer.1.norm",
        "decoder-norms": "sublayer.0.norm,sublayer.1.norm,sublayer.2.norm",
        "norm": "pre",
        "epsilon": "1e-06",
        "activation": "relu",
        "scaled": "yes",
        "scores": "d_k",
        "norm-type": "layer",
        "deviation": "sample",
        "stack-norms": "last",
        "positions": "given",
        "src-positions": "src_embed.1.pe",
        "tgt-positions": "tgt_embed.1.pe",
        "src-table": "src_embed.0.lut.weight",
        "tgt-table": "tgt_embed.0.lut.weight",
        "output-table": "generator.proj.weight",
    }


def test_each_answer_is_used(tmp_path: Path):
    path = saved(annotated(), tmp_path)
    for name, *both in (
        ("norm", "pre", "post"),
        ("activation", "relu", "gelu"),
        ("scaled", "yes", "no"),
        ("epsilon", "1e-06", "1e-05"),
        ("positions", "given", "learned"),
        ("heads", "4", "8"),
    ):
        first, second = (recognise(path, answered(tmp_path, **{name: one})) for one in both)
        assert first.config != second.config, name


def test_a_missing_tensor_is_one_sentence(tmp_path: Path):
    for removed, said in (
        ("encoder.norm.a_2", "each stack needs one norm, or none has one: decoder.norm"),
        ("decoder.layers.1.src_attn.linears.2.bias", "no tensor decoder.layers.1.src_attn.lin"),
        (
            "encoder.layers.0.feed_forward.w_1.weight",
            "0 has 1 matrices, not 2: encoder.layers.0.feed_forward.w_2",
        ),
        ("decoder.layers.0.src_attn.linears.0.weight", "Found 0 stacks "),
    ):
        state = annotated().state_dict()
        del state[removed]
        torch.save(state, tmp_path / "model.pt")
        assert said in refused(tmp_path / "model.pt", answered(tmp_path))
