"""Models of tutorials' own classes: their names and shapes, against an independent computation."""

import dataclasses
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from model.checkpoint.importing import recognise
from model.decoding.trained import TrainedModel
from tests.every import every
from tests.model.checkpoint.readers import hub
from tests.model.checkpoint.readers.loops import SPECIAL, rows_of
from tests.model.checkpoint.readers.toolkit_reference import (
    D_MODEL,
    HEADS,
    LONGEST,
    Naming,
    Reference,
    assert_same_model,
    random_state,
    words,
)

SRC, TGT = 26, 22


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tutorial:
    """What one calls its tensors, and what its class computes.

    Attributes:
        renamed: what is replaced in the names as ``names`` have them, in this order.
        says: what has to be answered, beside the usual.
        told: of these questions its names must tell the answer.
        gain: what its norms' gains are multiplied by before they are stored.
        queries: what its queries' weights are.
    """

    names: Naming
    renamed: Sequence[tuple[str, str]] = ()
    says: Mapping[str, str] = dataclasses.field(default_factory=dict)
    told: Mapping[str, str] = dataclasses.field(default_factory=dict)
    pre: bool = False
    scaled: bool = True
    last: bool = False
    epsilon: float = 1e-5
    biases: bool = True
    gain: float = 1.0
    queries: float = 1.0
    positions: tuple[str, ...] = ()


def naming(
    attention: tuple[str, str, str],
    projections: str,
    feed_forward: str,
    norms: tuple[str, str],
    *,
    tables: str,
    layers: str = "encoder.layers decoder.layers",
    output: str = "decoder.fc_out",
    last: str = "{}.norm",
    embedding_norm: str = "",
) -> Naming:
    encoder, decoder = layers.split()
    q, k, v, o = projections.split()
    first, second = tables.split()
    return Naming(
        layer={"encoder": f"{encoder}.{{}}.", "decoder": f"{decoder}.{{}}."},
        attention=dict(zip(("encoder", "decoder", "cross"), attention, strict=True)),
        projections=(q, k, v, o),
        norms={"encoder": norms[0].split(), "decoder": norms[1].split()},
        feed_forward=tuple(feed_forward.split()),
        tables=(first, second),
        output=output,
        last=last,
        embedding_norm=embedding_norm,
    )


WORDED = (
    "self_attn_layer_norm ff_layer_norm",
    "self_attn_layer_norm enc_attn_layer_norm ff_layer_norm",
)
NUMBERED = ("norm1 norm2", "norm1 norm2 norm3")
WIDER = math.sqrt(D_MODEL / (D_MODEL - 1))
TUTORIALS = {
    "fc_q, fc_k, fc_v, fc_o": Tutorial(
        names=naming(
            ("self_attention.", "self_attention.", "encoder_attention."),
            "fc_q fc_k fc_v fc_o",
            "positionwise_feedforward.fc_1 positionwise_feedforward.fc_2",
            WORDED,
            tables="encoder.tok_embedding decoder.tok_embedding",
        ),
        positions=("encoder.pos_embedding.weight", "decoder.pos_embedding.weight"),
        told={"cross-attention": "encoder_attention", "positions": "learned"},
    ),
    "W_q, W_k, W_v, W_o and numbered norms": Tutorial(
        names=naming(
            ("self_attn.", "self_attn.", "cross_attn."),
            "W_q W_k W_v W_o",
            "feed_forward.fc1 feed_forward.fc2",
            NUMBERED,
            layers="encoder_layers decoder_layers",
            tables="encoder_embedding decoder_embedding",
            output="fc",
        ),
        scaled=False,
        positions=("positional_encoding.pe",),
        told={"decoder-norms": "norm1,norm2,norm3", "positions": "given"},
    ),
    "w_qs, w_ks, w_vs, fc, norms inside and a norm first": Tutorial(
        names=naming(
            ("slf_attn.", "slf_attn.", "enc_attn."),
            "w_qs w_ks w_vs fc",
            "pos_ffn.w_1 pos_ffn.w_2",
            (
                "slf_attn.layer_norm pos_ffn.layer_norm",
                "slf_attn.layer_norm enc_attn.layer_norm pos_ffn.layer_norm",
            ),
            layers="encoder.layer_stack decoder.layer_stack",
            tables="encoder.src_word_emb decoder.trg_word_emb",
            output="trg_word_prj",
            embedding_norm="{}.layer_norm",
        ),
        says={"stack-norms": "first", "epsilon": "1e-06"},
        biases=False,
        epsilon=1e-6,
        positions=("encoder.position_enc.pos_table", "decoder.position_enc.pos_table"),
    ),
    "w_q, w_k, w_v, w_concat, gamma and beta": Tutorial(
        names=naming(
            ("attention.", "self_attention.", "enc_dec_attention."),
            "w_q w_k w_v w_concat",
            "ffn.linear1 ffn.linear2",
            NUMBERED,
            tables="encoder.emb.tok_emb decoder.emb.tok_emb",
            output="decoder.linear",
        ),
        renamed=[(r"(norm\d)\.weight", r"\1.gamma"), (r"(norm\d)\.bias", r"\1.beta")],
        says={"deviation": "all", "epsilon": "1e-12", "positions": "sinusoidal"},
        scaled=False,
        epsilon=1e-12,
    ),
    "q_linear, attn_1, attn_2, norms of a sample": Tutorial(
        names=naming(
            ("attn.", "attn_1.", "attn_2."),
            "q_linear k_linear v_linear out",
            "ff.linear_1 ff.linear_2",
            ("norm_1 norm_2", "norm_1 norm_2 norm_3"),
            tables="encoder.embed.embed decoder.embed.embed",
            output="out",
        ),
        renamed=[(r"(norm(_\d)?)\.weight", r"\1.alpha")],
        says={"deviation": "sample", "epsilon": "1e-06", "cross-attention": "attn_2"},
        told={"stack-norms": "last"},
        pre=True,
        last=True,
        epsilon=1e-6,
        gain=WIDER,
        positions=("encoder.pe.pe", "decoder.pe.pe"),
    ),
    "blocks and residual connections": Tutorial(
        names=naming(
            ("self_attention_block.", "self_attention_block.", "cross_attention_block."),
            "w_q w_k w_v w_o",
            "feed_forward_block.linear_1 feed_forward_block.linear_2",
            (
                "residual_connections.0.norm residual_connections.1.norm",
                " ".join(f"residual_connections.{i}.norm" for i in range(3)),
            ),
            tables="src_embed.embedding tgt_embed.embedding",
            output="projection_layer.proj",
        ),
        renamed=[(r"norm\.weight", "norm.alpha")],
        says={"deviation": "sample", "epsilon": "1e-06"},
        pre=True,
        last=True,
        biases=False,
        epsilon=1e-6,
        gain=WIDER,
        positions=("src_pos.pe", "tgt_pos.pe"),
    ),
    "queries, keys, values over the root of d_model": Tutorial(
        names=naming(
            ("attention.", "attention.", "transformer_block.attention."),
            "queries keys values fc_out",
            "feed_forward.0 feed_forward.2",
            ("norm1 norm2", "norm transformer_block.norm1 transformer_block.norm2"),
            tables="encoder.word_embedding decoder.word_embedding",
        ),
        renamed=[(r"(decoder.layers.\d\.)feed", r"\1transformer_block.feed")],
        says={
            "scores": "d_model",
            "cross-attention": "transformer_block.attention",
            "decoder-norms": "norm,transformer_block.norm1,transformer_block.norm2",
        },
        scaled=False,
        biases=False,
        queries=math.sqrt(HEADS),
        positions=("encoder.position_embedding.weight", "decoder.position_embedding.weight"),
    ),
    "a list of three, pre-norm": Tutorial(
        names=naming(
            (
                "multi_headed_attention.",
                "trg_multi_headed_attention.",
                "src_multi_headed_attention.",
            ),
            "qkv_nets.0 qkv_nets.1 qkv_nets.2 out_projection_net",
            "pointwise_net.linear1 pointwise_net.linear2",
            (
                "sublayers.0.norm sublayers.1.norm",
                "sublayers.0.norm sublayers.1.norm sublayers.2.norm",
            ),
            layers="encoder.encoder_layers decoder.decoder_layers",
            tables="src_embedding.embeddings_table trg_embedding.embeddings_table",
            output="decoder_generator.linear",
        ),
        pre=True,
        last=True,
        positions=(
            "src_pos_embedding.positional_encodings_table",
            "trg_pos_embedding.positional_encodings_table",
        ),
        told={"cross-attention": "src_multi_headed_attention", "stack-norms": "last"},
    ),
    "blocks by name": Tutorial(
        names=naming(
            ("attention.", "attention1.", "attention2."),
            "W_q W_k W_v W_o",
            "ffn.dense1 ffn.dense2",
            ("addnorm1.ln addnorm2.ln", "addnorm1.ln addnorm2.ln addnorm3.ln"),
            layers="encoder.blks.block decoder.blks.block",
            tables="encoder.embedding decoder.embedding",
            output="decoder.dense",
        ),
        renamed=[(r"block\.", "block")],
        says={"positions": "sinusoidal", "cross-attention": "attention2"},
        biases=False,
    ),
    "The Annotated Transformer": Tutorial(
        names=naming(
            ("self_attn.", "self_attn.", "src_attn."),
            "linears.0 linears.1 linears.2 linears.3",
            "feed_forward.w_1 feed_forward.w_2",
            ("sublayer.0.norm sublayer.1.norm", "sublayer.0.norm sublayer.1.norm sublayer.2.norm"),
            tables="src_embed.0.lut tgt_embed.0.lut",
            output="generator.proj",
        ),
        renamed=[(r"norm\.weight", "norm.a_2"), (r"norm\.bias", "norm.b_2")],
        pre=True,
        last=True,
        epsilon=1e-6,
        gain=WIDER,
        positions=("src_embed.1.pe", "tgt_embed.1.pe"),
    ),
    "convolutions of one position": Tutorial(
        names=naming(
            ("enc_self_attn.", "dec_self_attn.", "dec_enc_attn."),
            "W_Q W_K W_V linear",
            "pos_ffn.conv1 pos_ffn.conv2",
            (
                "enc_self_attn.layer_norm pos_ffn.layer_norm",
                "dec_self_attn.layer_norm dec_enc_attn.layer_norm pos_ffn.layer_norm",
            ),
            tables="encoder.src_emb decoder.tgt_emb",
            output="projection",
        ),
        scaled=False,
        positions=("encoder.pos_emb.weight", "decoder.pos_emb.weight"),
        told={"cross-attention": "dec_enc_attn"},
    ),
}


def gains(state: Mapping[str, Tensor]) -> list[str]:
    return [name for name, tensor in state.items() if name.endswith("weight") and tensor.dim() < 2]


def stored(tutorial: Tutorial, reference: Reference) -> dict[str, Tensor]:
    state = dict(reference.state)
    for name in gains(state):
        state[name] = state[name] * tutorial.gain
    for name in (name for name in state if f"{tutorial.names.projections[0]}." in name):
        state[name] = state[name] * tutorial.queries
    for old, new in tutorial.renamed:
        state = {re.sub(old, new, name): tensor for name, tensor in state.items()}
    for name in (name for name in state if ".conv" in name and name.endswith("weight")):
        state[name] = state[name][:, :, None]
    alone = reference.positions if "weight" in "".join(tutorial.positions) else None
    table = reference.positions[None] if alone is None else alone
    return state | dict.fromkeys(tutorial.positions, table)


def reference_of(tutorial: Tutorial) -> Reference:
    state = random_state(
        tutorial.names,
        sizes=(SRC, TGT),
        attention_biases=tutorial.biases,
        output_bias=True,
        last_norm=tutorial.last,
    )
    learned = "embedding.weight" in "".join(tutorial.positions)
    noise = torch.Generator().manual_seed(3)
    return Reference(
        state=state,
        naming=tutorial.names,
        positions=torch.randn(LONGEST, D_MODEL, generator=noise)
        if learned
        else hub.sinusoids(4 * LONGEST, D_MODEL),
        pre=tutorial.pre,
        scaled=tutorial.scaled,
        epsilon=tutorial.epsilon,
        last_norm=tutorial.last,
    )


def answers(path: Path, tutorial: Tutorial) -> dict[str, str]:
    for side, size in (("src", SRC), ("tgt", TGT)):
        tokens = [*SPECIAL, *words(size - len(SPECIAL))]
        (path / f"{side}.txt").write_text("\n".join(tokens) + "\n", encoding="utf-8")
    usual = {
        "heads": str(HEADS),
        "norm": "pre" if tutorial.pre else "post",
        "activation": "relu",
        "scaled": "yes" if tutorial.scaled else "no",
        "scores": "d_k",
        "source-ends": "both",
        **{f"{side}-vocab": str(path / f"{side}.txt") for side in ("src", "tgt")},
        **dict.fromkeys(("src-tokens", "tgt-tokens"), "words"),
    }
    return {**usual, **tutorial.says}


def assert_same(
    path: Path, said: Mapping[str, str], theirs: Reference, *, known: int = TGT - len(SPECIAL)
) -> TrainedModel:
    """What lies there as ``model.pt``, imported."""
    ours = hub.imported(path / "model.pt", path / "ours.safetensors", said)
    pair = hub.Pair(ours, theirs, rows_of(SRC), rows_of(TGT))
    assert_same_model(pair, known=known)
    return ours


@pytest.mark.parametrize("name", TUTORIALS)
def test_numbers_are_equal(tmp_path: Path, name: str):
    tutorial = TUTORIALS[name]
    theirs = reference_of(tutorial)
    torch.save({"model_state_dict": stored(tutorial, theirs)}, tmp_path / "model.pt")
    said = answers(tmp_path, tutorial)
    found = recognise(tmp_path / "model.pt", said)
    told = {q.name: q.answer for q in found.questions if q.told}
    assert {question: told.get(question) for question in tutorial.told} == tutorial.told
    assert_same(tmp_path, said, theirs)


FC = TUTORIALS["fc_q, fc_k, fc_v, fc_o"]
ANNOTATED = TUTORIALS["The Annotated Transformer"]


def saved(path: Path, tutorial: Tutorial) -> Path:
    torch.save(stored(tutorial, reference_of(tutorial)), path / "model.pt")
    return path / "model.pt"


def test_what_names_do_not_tell_is_asked(tmp_path: Path):
    tutorial = TUTORIALS["queries, keys, values over the root of d_model"]
    asked = {q.name for q in recognise(saved(tmp_path, tutorial)).questions if q.open}
    assert asked > {
        *("cross-attention", "decoder-norms", "scores", "heads", "norm", "activation", "scaled")
    }
    assert "deviation" not in asked
    gamma = TUTORIALS["w_q, w_k, w_v, w_concat, gamma and beta"]
    asked = {q.name for q in recognise(saved(tmp_path, gamma)).questions if q.open}
    assert asked > {"deviation", "epsilon", "positions"}


def test_what_the_names_of_the_annotated_transformer_tell_is_told(tmp_path: Path):
    questions = recognise(saved(tmp_path, ANNOTATED)).questions
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


def test_its_norm_is_nearest_with_the_epsilon_that_is_told(tmp_path: Path):
    """Its own divides by the deviation plus ε: the worst of many vectors."""
    noise = torch.Generator().manual_seed(0)
    x = torch.randn(2000, 16, generator=noise, dtype=torch.float64)
    x = x * torch.linspace(0.5, 4, 2000, dtype=torch.float64)[:, None]
    theirs = (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-6)
    gain = torch.full((16,), (15 / 16) ** 0.5, dtype=torch.float64)
    errors = {
        epsilon: float((F.layer_norm(x, (16,), gain, None, epsilon) - theirs).abs().max())
        for epsilon in (0.0, 1e-6, 2e-6, 1e-5, 1e-4)
    }
    found = recognise(saved(tmp_path, ANNOTATED), answers(tmp_path, ANNOTATED))
    assert min(errors, key=errors.get) == found.config.norm_epsilon
    assert errors[found.config.norm_epsilon] < 5e-6 < errors[1e-5]


@pytest.mark.parametrize("prefix", ["model.", "module."])
def test_any_prefix(tmp_path: Path, prefix: str):
    theirs = reference_of(ANNOTATED)
    state = {f"{prefix}{name}": tensor for name, tensor in stored(ANNOTATED, theirs).items()}
    torch.save(state, tmp_path / "model.pt")
    ours = hub.imported(tmp_path / "model.pt", tmp_path / "ours", answers(tmp_path, ANNOTATED))
    hub.assert_equal_passes(hub.Pair(ours, theirs, rows_of(SRC), rows_of(TGT)), 2, longest=9)


def test_norms_that_add_nothing_may_be_rms_norms(tmp_path: Path):
    """The same names and shapes: it is asked."""
    names = random_state(FC.names, sizes=(SRC, TGT), output_bias=True, last_norm=False, rms=True)
    theirs = dataclasses.replace(reference_of(FC), state=names, rms=True)
    torch.save(stored(FC, theirs), tmp_path / "model.pt")
    said = answers(tmp_path, FC)
    open_ = [q.name for q in recognise(tmp_path / "model.pt", said).questions if q.open]
    assert open_ == ["norm-type"]
    assert_same(tmp_path, {**said, "norm-type": "rms"}, theirs, known=9)
    names |= {f"{name.removesuffix('weight')}bias": torch.zeros(D_MODEL) for name in gains(names)}
    layer = dataclasses.replace(theirs, state=names, rms=False)
    assert_same(tmp_path, {**said, "norm-type": "layer"}, layer, known=9)


def test_each_answer_is_used(tmp_path: Path):
    tutorial = TUTORIALS["queries, keys, values over the root of d_model"]
    path, said = saved(tmp_path, tutorial), answers(tmp_path, tutorial)
    norms = "norm,transformer_block.norm1,transformer_block.norm2"
    src, tgt = torch.tensor([[5, 6, 2]]), torch.tensor([[1, 7]])
    for name, *both in (
        ("cross-attention", "attention", "transformer_block.attention"),
        ("scores", "d_k", "none"),
        ("scores", "d_k", "d_model"),
        ("decoder-norms", norms, "transformer_block.norm1,norm,transformer_block.norm2"),
        ("deviation", "all", "sample"),
    ):
        models = [hub.imported(path, tmp_path / "ours", {**said, name: answer}) for answer in both]
        with torch.no_grad():
            assert not torch.allclose(*(model.network(src, tgt) for model in models)), name


def test_one_norm_with_a_name_of_its_own_is_that_of_the_sublayer_that_is_left(tmp_path: Path):
    tutorial = dataclasses.replace(FC, renamed=[("enc_attn_layer_norm", "third_norm")])
    path, said = saved(tmp_path, tutorial), answers(tmp_path, tutorial)
    assert "decoder-norms" not in {q.name for q in recognise(path, said).questions}
    assert_same(tmp_path, said, reference_of(tutorial))


@pytest.fixture
def small_projections(tmp_path: Path) -> Reference:
    """``[d_k, d_k]``, which each head's part of d_model is multiplied by; as whole ones."""
    theirs = reference_of(FC)
    small = dict(theirs.state)
    for name in small:
        if re.search(r"\.fc_[qkv]\.", name):
            part = small[name][: D_MODEL // HEADS]
            part = part[:, : D_MODEL // HEADS] if part.dim() == 2 else part
            small[name] = part
            whole = torch.block_diag(*[part] * HEADS) if part.dim() == 2 else part.repeat(HEADS)
            theirs.state[name] = whole
    torch.save(stored(FC, dataclasses.replace(theirs, state=small)), tmp_path / "model.pt")
    return theirs


def without_heads(path: Path) -> dict[str, str]:
    return {name: text for name, text in answers(path, FC).items() if name != "heads"}


def test_one_small_projection_for_every_head(tmp_path: Path, small_projections: Reference):
    ours = assert_same(tmp_path, without_heads(tmp_path), small_projections)
    assert ours.config.n_heads == HEADS


@pytest.mark.usefixtures("small_projections")
def test_their_shapes_are_told_without_torchs_compiler(tmp_path: Path):
    """Which takes a second to come, with Python's lock."""
    code = (
        "import json, sys; from pathlib import Path\n"
        "from model.checkpoint.importing import recognise\n"
        "recognise(Path(sys.argv[1]), json.loads(sys.argv[2])).check()\n"
        "print('torch' in sys.modules, 'torch._dynamo' in sys.modules)"
    )
    said = json.dumps(without_heads(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "model.pt"), said],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.split() == ["True", "False"]


def test_torchs_attention_in_a_block_of_ones_own(tmp_path: Path):
    theirs = reference_of(FC)
    state = stored(FC, theirs)
    for name in [name for name in state if ".fc_q." in name]:
        q, k, v = (state.pop(name.replace("fc_q", part)) for part in ("fc_q", "fc_k", "fc_v"))
        kind = name.rpartition(".")[2]
        state[name.replace(f"fc_q.{kind}", f"in_proj_{kind}")] = torch.cat((q, k, v))
    torch.save({k.replace("fc_o", "out_proj"): v for k, v in state.items()}, tmp_path / "model.pt")
    said = {name: text for name, text in answers(tmp_path, FC).items() if name != "scores"}
    assert_same(tmp_path, said, theirs)


LAYER = "decoder.layers.1."


def renamed(state: dict[str, Tensor]) -> None:
    for name in [name for name in state if name.startswith(f"{LAYER}encoder_attention.")]:
        state[name.replace("encoder_attention", "other_attention")] = state.pop(name)


def without_a_layer(state: dict[str, Tensor]) -> None:
    for name in [name for name in state if name.startswith(LAYER)]:
        del state[name]


def as_in_a_library(state: dict[str, Tensor]) -> None:
    """A table of positions with rows that no token gets, which no name says."""
    state["encoder.embed_positions.weight"] = state.pop("encoder.pos_embedding.weight")


@every(
    ("change", "said"),
    [
        (f"{LAYER}self_attention.fc_o.weight", f"{LAYER}self_attention has 0 matrices, not 1: –"),
        (f"{LAYER}self_attention.fc_k.weight", "Found 0 stacks whose layers have 2 attentions, as"),
        (renamed, f"There is no attention {LAYER}encoder_attention"),
        ({f"{LAYER}gate.weight": torch.ones(3, 3)}, f"1 has 3 matrices, not 2: {LAYER}"),
        ("decoder.layers.0.ff_layer_norm.weight", "layer decoder.layers.0 has 2 norms, not 3"),
        (f"{LAYER}ff_layer_norm.weight", f"There is no norm {LAYER}ff_layer_norm"),
        (f"{LAYER}ff_layer_norm.bias", f"has no tensor {LAYER}ff_layer_norm.bias"),
        (f"{LAYER}self_attention.fc_q.bias", f"has no tensor {LAYER}self_attention.fc_q.bias"),
        (
            {"encoder.norm.weight": torch.ones(D_MODEL)},
            "each stack needs one norm, or none has one: encoder.norm",
        ),
        ({f"{LAYER}gain": torch.ones(3)}, f"tensors that cannot be mapped: {LAYER}gain"),
        (
            {f"x.{part}.weight": torch.ones(3, 3) for part in "qkv"},
            "The attention x is not in a numbered layer",
        ),
        (without_a_layer, "decoder.layers. has attention only in layers 0, 2"),
        (as_in_a_library, "contains no supported model"),
    ],
)
def test_what_is_not_recognised_is_one_sentence(tmp_path: Path, change, said: str):
    """Tensors are taken away by name, added, or changed."""
    state = stored(FC, reference_of(FC))
    if isinstance(change, str):
        del state[change]
    elif isinstance(change, dict):
        state |= change
    else:
        change(state)
    torch.save(state, tmp_path / "model.pt")
    assert said in hub.refused(tmp_path / "model.pt", answers(tmp_path, FC))
