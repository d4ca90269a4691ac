"""A translator as tutorials have it, around torch.nn.Transformer, and its file."""

import math
import warnings
from pathlib import Path

import torch
from torch import nn

from model.decoding.trained import TrainedModel
from tests.model.checkpoint.readers import hub
from tests.model.checkpoint.readers.hub import Pair, imported, sinusoids, stirred
from tests.model.checkpoint.readers.loops import Own, random_texts, rows_of, vocabulary

SOURCE, TARGET, WIDTH, HEADS, LONGEST = 23, 19, 16, 4, 40
ANSWERS = {
    "heads": "4",
    "norm": "post",
    "activation": "relu",
    "scaled": "yes",
    "positions": "sinusoidal",
    "source-ends": "both",
    "src-tokens": "words",
    "tgt-tokens": "words",
}


class Seq2Seq(Own, nn.Module):
    """As tutorials have it: own embeddings and output around torch's module."""

    def __init__(
        self,
        *,
        norm_first=False,
        activation="relu",
        bias=True,
        positions="sinusoidal",
        scaled=True,
        tied=False,
        shared=False,
        output_bias=True,
        last_norms=True,
        depths=(2, 3),
    ):
        super().__init__()
        self.scale = math.sqrt(WIDTH) if scaled else 1.0
        target = SOURCE if shared else TARGET
        self.tgt_tok_emb = nn.Embedding(target, WIDTH)
        self.src_tok_emb = self.tgt_tok_emb if shared else nn.Embedding(SOURCE, WIDTH)
        self.generator = nn.Linear(WIDTH, target, bias=output_bias)
        if tied:
            self.generator.weight = self.tgt_tok_emb.weight
        self.transformer = nn.Transformer(
            WIDTH,
            HEADS,
            *depths,
            dim_feedforward=24,
            activation=activation,
            norm_first=norm_first,
            bias=bias,
            batch_first=True,
        )
        if not last_norms:
            self.transformer.encoder.norm = self.transformer.decoder.norm = None
        self.table = torch.zeros(LONGEST, WIDTH) if positions == "none" else None
        if positions == "learned":
            self.pos_src = nn.Parameter(torch.randn(LONGEST, WIDTH))
            self.pos_tgt = nn.Parameter(torch.randn(LONGEST + 5, WIDTH))
        elif positions == "given":
            self.register_buffer("pe", sinusoids(LONGEST, WIDTH)[None])
        elif positions == "given, length first":
            self.register_buffer("pe", sinusoids(LONGEST, WIDTH)[:, None])
        elif positions == "halves":
            angles = sinusoids(LONGEST, WIDTH)
            self.table = torch.cat((angles[:, 0::2], angles[:, 1::2]), dim=1)
        elif positions == "sinusoidal":
            self.table = sinusoids(LONGEST, WIDTH)

    def embedded(self, ids, table, side):
        rows = getattr(self, f"pos_{side}", self.table)
        rows = self.pe.reshape(-1, WIDTH) if rows is None else rows
        return table(ids) * self.scale + rows[: ids.size(1)]

    def logits(self, src, tgt):
        decoded = self.transformer(
            self.embedded(src, self.src_tok_emb, "src"),
            self.embedded(tgt, self.tgt_tok_emb, "tgt"),
            tgt_mask=torch.ones(tgt.size(1), tgt.size(1), dtype=torch.bool).triu(1),
        )
        return self.generator(decoded)

    def weights(self, src, tgt):
        kinds = {"encoder": [], "decoder": [], "cross": []}
        hooks = []

        def wanted(module, args, kwargs):
            return args, {**kwargs, "need_weights": True, "average_attn_weights": False}

        for name, module in self.transformer.named_modules():
            if isinstance(module, nn.MultiheadAttention):
                stack = "encoder" if name.startswith("encoder") else "decoder"
                kept = kinds["cross" if "multihead" in name else stack]
                hooks += [
                    module.register_forward_pre_hook(wanted, with_kwargs=True),
                    module.register_forward_hook(
                        lambda module, args, out, kept=kept: kept.append(out[1][0])
                    ),
                ]
        self.logits(src, tgt)
        for hook in hooks:
            hook.remove()
        return kinds


def seq2seq(**options) -> Seq2Seq:
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that its fast path is not taken
        model = stirred(Seq2Seq(**options))
    for table in dict.fromkeys((model.src_tok_emb, model.tgt_tok_emb)):
        torch.nn.init.normal_(table.weight, std=1.0)  # far from each other: no two are as good
    return model


def saved(model: Seq2Seq, path: Path) -> Path:
    torch.save({"model_state_dict": model.state_dict(), "epoch": 3}, path / "loop.pt")
    return path / "loop.pt"


def answered(path: Path, **said: str) -> dict[str, str]:
    """Everything but what is said otherwise; an answer of "" is not given."""
    files = {
        "src-vocab": str(vocabulary(path, "s", SOURCE)),
        "tgt-vocab": str(vocabulary(path, "t", TARGET)),
    }
    both = {**ANSWERS, **files, **{name.replace("_", "-"): text for name, text in said.items()}}
    return {name: text for name, text in both.items() if text}


def assert_imported(
    path: Path, file: str | Path, model: nn.Module, *, count: int = 2, **said: str
) -> TrainedModel:
    answers = answered(path, **said)
    ours = imported(path / file, path / "ours.safetensors", answers)
    hub.assert_equal_passes(
        Pair(ours, model, rows_of(SOURCE), rows_of(len(ours.tgt_tokenizer))), count
    )
    return ours


def assert_same(path: Path, model: Seq2Seq, **said: str) -> TrainedModel:
    """All that is asked of a family."""
    ours = imported(saved(model, path), path / "ours.safetensors", answered(path, **said))
    pair = Pair(ours, model, rows_of(SOURCE), rows_of(len(ours.tgt_tokenizer)))
    hub.assert_same_model(pair, random_texts("s", 20, SOURCE))
    return ours
