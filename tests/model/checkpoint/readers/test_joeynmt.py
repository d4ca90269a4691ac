"""JoeyNMT checkpoints: exact names, an independent computation, and its own configuration."""

import io
import math
from pathlib import Path

import pytest
import sentencepiece
import torch
import torch.nn.functional as F

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.toolkits import settings
from tests.model.checkpoint.readers.hub import Pair, imported
from tests.model.checkpoint.readers.toolkit_reference import (
    D_MODEL,
    HEADS,
    LONGEST,
    Naming,
    Reference,
    assert_same_model,
    random_state,
    sinusoids,
    words,
)

SPECIAL = ["<unk>", "<pad>", "<s>", "</s>"]
CONFIG = """name: "small"   # what it is called
data:
    level: "word"
    langs: ["de", 'en']
model:
    initializer: "{initializer}"
    tied_softmax: {tied}
    encoder:
        type: "transformer"
        num_layers: 2
        num_heads: {heads}
        embeddings:
            embedding_dim: 12
            scale: {scale}   # by the root
        layer_norm: "{norm}"
        activation: "{activation}"
    decoder:
        type: "transformer"
        num_heads: {heads}
        embeddings:
            embedding_dim: 12
            scale: {scale}
        activation: "{activation}"
"""
NAMES = Naming(
    layer={stack: f"{stack}.layers.{{}}." for stack in ("encoder", "decoder")},
    attention={"encoder": "src_src_att.", "decoder": "trg_trg_att.", "cross": "src_trg_att."},
    projections=("q_layer", "k_layer", "v_layer", "output_layer"),
    norms={
        "encoder": ("layer_norm", "feed_forward.layer_norm"),
        "decoder": ("x_layer_norm", "dec_layer_norm", "feed_forward.layer_norm"),
    },
    feed_forward=("feed_forward.pwff_layer.0", "feed_forward.pwff_layer.3"),
    tables=("src_embed.lut", "trg_embed.lut"),
    output="decoder.output_layer",
)
VERSIONS = {
    "pre": {"norm": "pre", "scale": True, "tied": True, "activation": "gelu"},
    "post": {"norm": "post", "scale": False, "tied": False, "activation": "relu"},
}


def saved(
    folder: Path, *, norm: str, scale: bool, tied: bool, activation: str, initializer="xavier"
) -> Reference:
    src, tgt = [*SPECIAL, *words(22)], [*SPECIAL, *words(22 if tied else 18)]
    pre = norm == "pre"
    state = random_state(NAMES, sizes=(len(src), len(tgt)), last_norm=pre)
    if tied:
        for name in ("src_embed.lut.weight", "decoder.output_layer.weight"):
            state[name] = state["trg_embed.lut.weight"]
    positions = sinusoids(LONGEST)
    buffers = {f"{stack}.pe.pe": positions[None] for stack in ("encoder", "decoder")}
    torch.save(
        {"steps": 9, "model_state": {**state, **buffers}, "optimizer_state": {"state": {}}},
        folder / "best.ckpt",
    )
    (folder / "config.yaml").write_text(
        CONFIG.format(
            norm=norm,
            scale=scale,
            tied=tied,
            activation=activation,
            heads=HEADS,
            initializer=initializer,
        )
    )
    (folder / "src_vocab.txt").write_text("\n".join(src) + "\n")
    (folder / "trg_vocab.txt").write_text("\n".join(tgt) + "\n")
    return Reference(
        state=state,
        naming=NAMES,
        positions=positions,
        pre=pre,
        scale=math.sqrt(D_MODEL) if scale else 1.0,
        epsilon=1e-6,
        start=2,
        activation={"relu": F.relu, "gelu": F.gelu}[activation],
        last_norm=pre,
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_numbers_are_equal(tmp_path: Path, version: str):
    theirs = saved(tmp_path, **VERSIONS[version])
    ours = imported(tmp_path / "best.ckpt", tmp_path / "ours.safetensors")
    rows = [[1, 2, 3, 0, *range(4, len(theirs.state[f"{table}.weight"]))] for table in NAMES.tables]
    assert_same_model(Pair(ours, theirs, *rows), known=18)


def test_a_source_ends(tmp_path: Path):
    saved(tmp_path, **VERSIONS["pre"])
    ours = imported(tmp_path / "best.ckpt", tmp_path / "ours.safetensors")
    assert ours.prepared("w1 w0").tokens == ("w1", "w0", "</s>")


def refused(path: Path) -> str:
    with pytest.raises(ForeignModelError) as error:
        recognise(path).check()
    return str(error.value)


def test_without_its_configuration_it_asks(tmp_path: Path):
    saved(tmp_path, **VERSIONS["post"])
    (tmp_path / "config.yaml").unlink()
    path = tmp_path / "best.ckpt"
    asked = {question.name for question in recognise(path).questions if question.open}
    assert asked == {"heads", "scaled", "activation"}
    answers = {"heads": str(HEADS), "scaled": "no", "activation": "relu"}
    recognise(path, answers).check()


def test_a_missing_vocabulary_is_asked_for(tmp_path: Path):
    saved(tmp_path, **VERSIONS["post"])
    (tmp_path / "trg_vocab.txt").unlink()
    assert refused(tmp_path / "best.ckpt") == (
        "The JoeyNMT model does not state tgt-vocab: give it with --tgt-vocab."
    )


def test_a_vocabulary_of_another_size_is_one_sentence(tmp_path: Path):
    saved(tmp_path, **VERSIONS["post"])
    (tmp_path / "src_vocab.txt").write_text("\n".join(SPECIAL))
    assert refused(tmp_path / "best.ckpt").endswith(
        "src_vocab.txt has 4 tokens, but the model's table has 26 rows."
    )


def test_weighted_residual_connections_are_refused(tmp_path: Path):
    saved(tmp_path, **VERSIONS["post"], initializer="xavier_normal")
    assert refused(tmp_path / "best.ckpt").endswith(
        "config.yaml: model.initializer ('xavier_normal') has no counterpart here."
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "num_heads: 3",
            "num_heads: 4",
            "model.encoder.num_heads is '4', but model.decoder.num_heads is '3'.",
        ),
        ("num_heads: 3", "num_heads: many", "num_heads is 'many', but"),
        ('activation: "relu"', 'activation: "tanh"', "activation is 'tanh', but"),
    ],
)
def test_stacks_that_differ_are_one_sentence(tmp_path: Path, old: str, new: str, sentence: str):
    saved(tmp_path, **VERSIONS["post"])
    path = tmp_path / "config.yaml"
    path.write_text(path.read_text().replace(old, new, 1))
    assert sentence in refused(tmp_path / "best.ckpt")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("num_heads: 3", "num_heads: many", "heads ('many') must be a whole number."),
        ('"relu"', '"tanh"', ": unknown activation 'tanh'; supported: relu, gelu, swish."),
    ],
)
def test_what_the_network_has_not_is_one_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
):
    saved(tmp_path, **VERSIONS["post"])
    path = tmp_path / "config.yaml"
    path.write_text(path.read_text().replace(old, new))
    assert sentence in refused(tmp_path / "best.ckpt")


@pytest.mark.parametrize("name", ["decoder.layers.2.dec_layer_norm.bias", "encoder.pe.pe"])
def test_missing_and_extra_tensors_are_one_sentence(tmp_path: Path, name: str):
    saved(tmp_path, **VERSIONS["post"])
    path = tmp_path / "best.ckpt"
    content = torch.load(path, weights_only=True)  # noqa: TID251 - our own file
    taken = content["model_state"].pop(name)
    torch.save(content, path)
    assert refused(path) == f"The JoeyNMT model has no tensor {name}."
    content["model_state"] |= {name: taken, "decoder.ctc.weight": taken}
    torch.save(content, path)
    assert refused(path).endswith("tensors that cannot be mapped: decoder.ctc.weight (1 in all).")


def test_settings_are_read_by_dotted_names():
    text = "a: 1\nb:\n  c: \"x y\"  # why\n  d:\n    - e: 2\n  f: {g: 3}\n# h: 4\ni: '5'\nj:\n"
    assert settings(text) == {"a": "1", "b.c": "x y", "b.f": "{g: 3}", "i": "5"}


def test_a_sentencepiece_model_beside_the_checkpoint_cuts_sentences(tmp_path: Path):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["w1 w2 w3 w4", "w1 w3 w12"] * 9),
        model_writer=model,
        vocab_size=20,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    saved(tmp_path, **VERSIONS["post"])
    (tmp_path / "sp.model").write_bytes(model.getvalue())
    cutter = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    pieces = cutter.encode("w1 w3 w2", out_type=str)
    lines = [*SPECIAL, *pieces, *words(30)]
    unique = list(dict.fromkeys(lines))[:26]
    (tmp_path / "src_vocab.txt").write_text("\n".join(unique), encoding="utf-8")
    ours = imported(tmp_path / "best.ckpt", tmp_path / "ours.safetensors")
    found = ours.prepared("w1 w3 w2").ids
    assert list(found) == [*(unique.index(piece) for piece in pieces), 2]


def test_a_stored_table_of_positions_is_the_one_that_is_used(tmp_path: Path):
    theirs = saved(tmp_path, **VERSIONS["pre"])
    path = tmp_path / "best.ckpt"
    content = torch.load(path, weights_only=True)  # noqa: TID251 - our own file
    theirs.positions[:, 3] += 0.5
    for stack in ("encoder", "decoder"):
        content["model_state"][f"{stack}.pe.pe"] = theirs.positions[None].clone()
    torch.save(content, path)
    ours = imported(path, tmp_path / "ours.safetensors")
    assert ours.config.positions == "given"
    rows = [[1, 2, 3, 0, *range(4, len(theirs.state[f"{table}.weight"]))] for table in NAMES.tables]
    assert_same_model(Pair(ours, theirs, *rows), known=18)
