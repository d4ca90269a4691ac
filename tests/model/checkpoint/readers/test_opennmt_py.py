"""OpenNMT-py checkpoints: exact names, an independent computation, and CTranslate2's converter."""

import math
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.decoding.greedy import translate
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
    texts,
    words,
)

SPECIAL = ["<unk>", "<blank>", "<s>", "</s>"]
SRC, TGT = [*SPECIAL, *words(24)], [*SPECIAL, *words(19)]


def naming(*, generator: str, gated: bool) -> Naming:
    return Naming(
        layer={"encoder": "encoder.transformer.{}.", "decoder": "decoder.transformer_layers.{}."},
        attention={"encoder": "self_attn.", "decoder": "self_attn.", "cross": "context_attn."},
        projections=("linear_query", "linear_keys", "linear_values", "final_linear"),
        norms={
            "encoder": ("layer_norm", "feed_forward.layer_norm"),
            "decoder": ("layer_norm_1", "layer_norm_2", "feed_forward.layer_norm"),
        },
        feed_forward=("feed_forward.w_1", "feed_forward.w_2", *["feed_forward.w_3"] * gated),
        tables=tuple(
            f"{stack}.embeddings.make_embedding.emb_luts.0" for stack in ("encoder", "decoder")
        ),
        output=generator,
    )


def saved(
    folder: Path,
    *,
    version: int,
    tied: bool,
    vocabularies: bool = True,
    source: Sequence[str] = SRC,
    output_bias: bool = True,
    **options,
) -> Reference:
    """Version 2 has biases and a generator in a sequence; version 3 has neither.

    With a target's vocabulary as ``source`` both have one table.
    """
    gated = options.get("pos_ffn_activation_fn") == "silu"
    names = naming(generator="generator.0" if version == 2 else "generator", gated=gated)
    rms = options.get("layer_norm") == "rms"
    state = random_state(
        names,
        sizes=(len(source), len(TGT)),
        attention_biases=version == 2,
        output_bias=output_bias,
        rms=rms,
    )
    if tied:
        state[f"{names.output}.weight"] = state[f"{names.tables[1]}.weight"]
    if source == TGT:
        state[f"{names.tables[0]}.weight"] = state[f"{names.tables[1]}.weight"]
    concat = options.get("position_encoding_type") == "SinusoidalConcat"
    positions = sinusoids(LONGEST, halves=concat, closed=concat)
    buffers = {f"{s}.embeddings.make_embedding.pe.pe": positions[:, None] for s in DEPTHS}
    generator = {
        name.removeprefix("generator."): tensor
        for name, tensor in state.items()
        if name.startswith("generator")
    }
    model = {name: tensor for name, tensor in state.items() if not name.startswith("generator")}
    opt = Namespace(
        encoder_type="transformer",
        decoder_type="transformer",
        enc_layers=2,
        dec_layers=3,
        heads=HEADS,
        position_encoding=True,
        max_relative_positions=0,
        self_attn_type="scaled-dot",
        **options,
    )
    content = {"model": {**model, **buffers}, "generator": generator, "opt": opt, "optim": {}}
    if vocabularies:
        content["vocab"] = {"src": source, "tgt": TGT, "decoder_start_token": "<s>"}
    torch.save(content, folder / "model_step_9.pt")
    return Reference(
        state=state,
        naming=names,
        positions=positions,
        pre=True,
        scale=math.sqrt(D_MODEL),
        epsilon=options.get("norm_eps", 1e-6),
        start=2,
        activation=F.silu if gated else F.relu,
        rms=rms,
    )


DEPTHS = ("encoder", "decoder")
VERSIONS = {
    "2": {"version": 2, "tied": True},
    "3": {"version": 3, "tied": False, "norm_eps": 1e-5},
    "3-concat": {"version": 3, "tied": False, "position_encoding_type": "SinusoidalConcat"},
    "3-gated": {
        "version": 3,
        "tied": False,
        "layer_norm": "rms",
        "pos_ffn_activation_fn": "silu",
    },
}


@pytest.mark.parametrize("version", VERSIONS)
def test_numbers_are_equal(tmp_path: Path, version: str):
    theirs = saved(tmp_path, **VERSIONS[version])
    ours = imported(tmp_path / "model_step_9.pt", tmp_path / "ours.safetensors")
    rows = [[1, 2, 3, 0, *range(4, len(side))] for side in (SRC, TGT)]
    assert_same_model(Pair(ours, theirs, *rows), known=19)


def test_one_table_of_both_sides_and_an_output_without_a_bias(tmp_path: Path):
    theirs = saved(tmp_path, version=3, tied=True, source=TGT, output_bias=False)
    ours = imported(tmp_path / "model_step_9.pt", tmp_path / "ours.safetensors")
    config = ours.config
    assert (config.share_embeddings, config.tie_embeddings, config.output_bias) == (
        *(True, True),
        False,
    )
    rows = [1, 2, 3, 0, *range(4, len(TGT))]
    assert_same_model(Pair(ours, theirs, rows, rows), known=19)


@pytest.mark.parametrize("version", ["2", "3"])
def test_what_ctranslate2_makes_of_the_same_file_translates_alike(tmp_path: Path, version: str):
    ctranslate2 = pytest.importorskip("ctranslate2")
    from ctranslate2.converters import OpenNMTPyConverter

    saved(tmp_path, **VERSIONS[version])
    path = tmp_path / "model_step_9.pt"
    ours = imported(path, tmp_path / "ours.safetensors")
    with torch.serialization.safe_globals([Namespace]):
        OpenNMTPyConverter(str(path)).convert(str(tmp_path / "converted"))
    theirs = ctranslate2.Translator(str(tmp_path / "converted"), inter_threads=1, intra_threads=1)
    for text in texts(20, known=19):
        trace = translate(ours, text)
        (result,) = theirs.translate_batch(
            [text.split()],
            beam_size=1,
            max_decoding_length=len(trace.steps),
            return_end_token=True,
        )
        predicted = [TGT[[1, 2, 3, 0][i] if i < 4 else i] for i in trace.predicted_ids]
        assert predicted == result.hypotheses[0]


def test_a_source_has_neither_start_nor_end(tmp_path: Path):
    saved(tmp_path, version=2, tied=True)
    ours = imported(tmp_path / "model_step_9.pt", tmp_path / "ours.safetensors")
    assert ours.prepared("w1 w0").tokens == ("w1", "w0")


def refused(path: Path) -> str:
    with pytest.raises(ForeignModelError) as error:
        recognise(path).check()
    return str(error.value)


def test_a_file_without_vocabularies_asks_for_them_or_finds_them_beside(tmp_path: Path):
    saved(tmp_path, version=2, tied=True, vocabularies=False)
    path = tmp_path / "model_step_9.pt"
    assert refused(path).startswith("The OpenNMT-py model does not state src-vocab, tgt-vocab")
    for side, tokens in (("src", SRC), ("tgt", TGT)):
        (tmp_path / f"{side}_vocab.txt").write_text("\n".join(tokens) + "\n")
    recognise(path).check()
    (tmp_path / "tgt_vocab.txt").write_text("\n".join(TGT[:-1]) + "\n")
    assert refused(path).endswith("has 22 tokens, but the model's table has 23 rows.")
    (tmp_path / "tgt_vocab.txt").write_text("\n".join(["<unk>", "<blank>", "<s>", *words(20)]))
    assert refused(path).endswith("has no token '</s>'.")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_relative_positions", 20),
        ("self_attn_type", "average"),
        ("parallel_residual", True),
        ("position_encoding_type", "Rotary"),
        ("generator_function", "sparsemax"),
        ("relative_positions_buckets", 32),
        ("sliding_window", 128),
        ("shared_layer_norm", True),
        ("copy_attn", True),
    ],
)
def test_options_that_have_no_switch_are_refused(tmp_path: Path, name: str, value: object):
    saved(tmp_path, version=3, tied=False)
    path = tmp_path / "model_step_9.pt"
    with torch.serialization.safe_globals([Namespace]):
        content = torch.load(path, weights_only=True)  # noqa: TID251 - our own file
    setattr(content["opt"], name, value)
    torch.save(content, path)
    assert f"{name} ({value!r}) has no counterpart here." in refused(path)


@pytest.mark.parametrize(
    "name",
    [
        "encoder.transformer.1.feed_forward.w_2.bias",
        "decoder.layer_norm.weight",
        "decoder.embeddings.make_embedding.pe.pe",
        "encoder.embeddings.make_embedding.emb_luts.0.weight",
        "encoder.transformer.1.self_attn.linear_query.bias",
    ],
)
def test_a_missing_tensor_is_one_sentence(tmp_path: Path, name: str):
    saved(tmp_path, version=2, tied=True)
    path = tmp_path / "model_step_9.pt"
    with torch.serialization.safe_globals([Namespace]):
        content = torch.load(path, weights_only=True)  # noqa: TID251 - our own file
    content["model"].pop(name)
    torch.save(content, path)
    assert refused(path) == f"The OpenNMT-py model has no tensor {name}."


def test_source_features_are_named_as_what_has_no_place(tmp_path: Path):
    saved(tmp_path, version=2, tied=True)
    path = tmp_path / "model_step_9.pt"
    with torch.serialization.safe_globals([Namespace]):
        content = torch.load(path, weights_only=True)  # noqa: TID251 - our own file
    name = "encoder.embeddings.make_embedding.emb_luts.1.weight"
    content["model"][name] = torch.ones(3, 4)
    torch.save(content, path)
    assert refused(path).endswith(f"tensors that cannot be mapped: {name} (1 in all).")
