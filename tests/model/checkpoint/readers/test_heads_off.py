"""Heads at zero and at their mean, against hooks on W_O in transformers' own models."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch

from model.checkpoint.file import load
from model.decoding.batches import IdPair
from model.decoding.sweep import mean_activations
from model.decoding.trained import TrainedModel
from model.network.layers import sinusoidal_table
from model.special_tokens import BOS_ID, EOS_ID
from model.traces.interventions import Intervention, Site, every_head
from tests.model.checkpoint.readers import hub

pytest.importorskip("transformers")

from tests.model.checkpoint.readers import random_hub

FAMILIES = ("zh-en", *random_hub.FAMILIES)


THEIR_PARTS = (
    ("coder_norm.", "coder.layer_norm."),
    ("coder_layers.", "coder.layers."),
    ("cross_residual.norm", "encoder_attn_layer_norm"),
    ("feed_forward_residual.norm", "final_layer_norm"),
    ("attention_residual.norm", "self_attn_layer_norm"),
    ("feed_forward.w_", "fc"),
    ("cross.w_", "encoder_attn."),
    ("attention.w_", "self_attn."),
    *((f"attn.{letter}.", f"attn.{letter}_proj.") for letter in "qkv"),
    ("attn.o.", "attn.out_proj."),
)
"""Names of our network's parts, and those of transformers, in this order."""


class Case(NamedTuple):
    """A model twice, and sentences of our ids."""

    both: hub.Pair
    sentences: Sequence[IdPair]


def case_of(family: str, path: Path) -> Case:
    if family == "zh-en":
        ours = load("zh-en")
        both = hub.Pair(ours, _as_m2m_100(ours), range(2563), range(6000))
        return Case(both, _random_sentences(both))
    folder = random_hub.random_folder(family, 1, path)
    answers = random_hub.ANSWERS if family in {"mbart", "m2m_100"} else {}
    ours = hub.imported(path, path / "ours", answers)
    if family == "bert":
        pieces, words = ours.src_tokenizer.pieces, random_hub.WORDS
        rows = [0, -1, -1, 1, *(words.index(p) if p in words else -1 for p in pieces[4:])]
        texts = ("the cat [MASK] a dog.", "cats sat", "a dog", "the [MASK] sat.")
        sources = [ours.prepared(text).ids for text in texts]
        sentences = [IdPair(ids, (BOS_ID, EOS_ID)) for ids in sources]
        return Case(hub.Pair(ours, folder.theirs, rows, rows), sentences)
    both = hub.Pair(ours, folder.theirs, folder.src_rows, folder.tgt_rows)
    return Case(both, _random_sentences(both))


def _random_sentences(both: hub.Pair) -> list[IdPair]:
    src = hub.sources(4, rows=len(both.src_rows))
    tgt = hub.sources(4, rows=len(both.tgt_rows), seed=100)
    without = not both.ours.config.depth("encoder")
    return [
        IdPair(() if without else tuple(one), (BOS_ID, *other))
        for one, other in zip(src, tgt, strict=True)
    ]


def _as_m2m_100(ours: TrainedModel) -> Any:
    """``zh-en`` in the one model of transformers that has its parts: pre-norm and sinusoids."""
    own, network = ours.config, ours.network
    config_class, model_class = random_hub.CLASSES["m2m_100"]
    config = config_class(
        vocab_size=6000,
        d_model=own.d_model,
        encoder_layers=3,
        decoder_layers=3,
        encoder_attention_heads=own.n_heads,
        decoder_attention_heads=own.n_heads,
        encoder_ffn_dim=own.d_ff,
        decoder_ffn_dim=own.d_ff,
        activation_function=own.activation,
        scale_embedding=True,
        pad_token_id=0,
        attn_implementation="eager",
    )
    theirs = model_class(config).eval()
    body = theirs.model
    body.encoder.embed_tokens = type(body.shared)(2563, own.d_model, 0, own.d_model**0.5)
    state = {"lm_head.weight": network.output.weight}
    for place in ("shared", "decoder.embed_tokens"):
        state[f"model.{place}.weight"] = network.output.weight
    state["model.encoder.embed_tokens.weight"] = network.src_embedding.tokens.weight
    for name, tensor in network.state_dict().items():
        if name.startswith(("encoder_", "decoder_")):
            theirs_of = reduce(lambda text, parts: text.replace(*parts), THEIR_PARTS, name)
            state[f"model.{theirs_of}"] = tensor
    theirs.load_state_dict(state)
    table = torch.cat([torch.zeros(1, own.d_model), sinusoidal_table(128, own.d_model)])
    body.encoder.embed_positions.weights = body.decoder.embed_positions.weights = table
    return theirs


def projection(theirs: Any, site: Site) -> torch.nn.Module:
    """The W_O of a head's attention in a model of transformers."""
    kind, layer = site.kind, site.layer
    stack = "encoder" if kind == "encoder" else "decoder"
    if hasattr(theirs, "bert"):
        return theirs.bert.encoder.layer[layer].attention.output.dense
    if theirs.config.model_type == "gpt2":
        return theirs.transformer.h[layer].attn.c_proj
    if theirs.config.model_type == "t5":
        block = getattr(theirs, stack).block[layer].layer
        return block[1].EncDecAttention.o if kind == "cross" else block[0].SelfAttention.o
    block = getattr(theirs.model, stack).layers[layer]
    return (block.encoder_attn if kind == "cross" else block.self_attn).out_proj


def their_logits(both: hub.Pair, ids: IdPair, site: Site | None = None, put: Any = None) -> Any:
    """``[length, vocabulary]`` in our order, with a pre-hook on the W_O of a head."""
    stacks, fed = both.ours.config.stacks, ids.tgt[:-1]
    with ExitStack() as hooks, torch.no_grad():
        if site is not None:
            module = projection(both.theirs, site)
            hook = module.register_forward_pre_hook(lambda _, args: (put(args[0]), *args[1:]))
            hooks.callback(hook.remove)
        if stacks == ("encoder",):
            passed = both.theirs(hub.foreign(ids.src, both.src_rows))
        elif stacks == ("decoder",):
            passed = both.theirs(hub.foreign(fed, both.tgt_rows))
        else:
            passed = hub.pass_of(both, ids.src, fed)
    return passed.logits[0][:, [max(row, 0) for row in both.tgt_rows]]


def our_logits(model: TrainedModel, ids: IdPair) -> torch.Tensor:
    src = torch.tensor([ids.src], dtype=torch.long)
    with model.evaluating() as network, torch.no_grad():
        return network(src, torch.tensor([ids.tgt[:-1]]))[0]


def assert_heads_off_are_equal(case: Case, sites: Sequence[Site]) -> None:
    both, (first, *_) = case.both, case.sentences
    ours, d_k = both.ours, both.ours.config.d_k
    known = [
        i for i, row in enumerate(both.tgt_rows) if row >= 0 and i not in ours.config.forbidden
    ]
    means = mean_activations(ours, case.sentences, sites)
    before = their_logits(both, first)[:, known]
    for site in sites:
        own = slice(site.head * d_k, (site.head + 1) * d_k)
        inputs: list[torch.Tensor] = []
        for ids in case.sentences:
            their_logits(both, ids, site, lambda x, kept=inputs: kept.append(x[0]) or x)
        mean = torch.cat(inputs)[:, own].mean(dim=0)
        for how, value in (("zero", torch.zeros(d_k)), ("mean", mean)):

            def put(x: torch.Tensor, own: slice = own, value: torch.Tensor = value) -> torch.Tensor:
                changed = x.clone()
                changed[..., own] = value
                return changed

            expected = their_logits(both, first, site, put)[:, known]
            values = means[site] if how == "mean" else None
            off = ours.under([Intervention(site=site, how=how, values=values)])
            found = our_logits(off, first)[:, known]
            torch.testing.assert_close(found, expected, atol=1e-4, rtol=0, msg=f"{site} {how}")
            assert not torch.equal(expected, before)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_head_is_as_in_the_original(family: str, tmp_path: Path):
    case = case_of(family, tmp_path)
    assert_heads_off_are_equal(case, every_head(case.both.ours.config))
