"""Checkpoints of toolkits: exact names, an independent computation, one sentence for what fails."""

import copy
import io
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import sentencepiece
import torch

from model.checkpoint.importing import recognise
from model.checkpoint.readers.toolkits import settings
from model.decoding.greedy import translate
from tests.model.checkpoint.readers.hub import Pair, imported, refused, sinusoids
from tests.model.checkpoint.readers.toolkit_reference import (
    D_MODEL,
    HEADS,
    LONGEST,
    Naming,
    Reference,
    assert_same_model,
    random_state,
    texts,
    words,
)

FAIRSEQ, OPENNMT_PY, JOEYNMT = "checkpoint_best.pt", "model_step_9.pt", "best.ckpt"
"""What each toolkit calls a checkpoint."""

STACKS = ("encoder", "decoder")


def whole(path: Path) -> dict:
    with torch.serialization.safe_globals([Namespace]):
        return torch.load(path, weights_only=True)  # noqa: TID251 - our own file


def changed(path: Path, change: Callable[[dict], object]) -> Path:
    content = whole(path)
    change(content)
    torch.save(content, path)
    return path


def assert_refused(path: Path, cases: Mapping[str, Callable[[dict], object]]) -> None:
    original = whole(path)
    for sentence, change in cases.items():
        content = copy.deepcopy(original)
        change(content)
        torch.save(content, path)
        assert sentence in refused(path), sentence


# ------------------------------------------------------------------------------------ test fairseq

SRC, TGT = 26, 21  # words of each dictionary
NORMS = ("self_attn_layer_norm", "encoder_attn_layer_norm", "final_layer_norm")


def fairseq_naming(*, embedding_norm: bool = False) -> Naming:
    return Naming(
        layer={stack: f"{stack}.layers.{{}}." for stack in STACKS},
        attention={"encoder": "self_attn.", "decoder": "self_attn.", "cross": "encoder_attn."},
        projections=("q_proj", "k_proj", "v_proj", "out_proj"),
        norms={"encoder": NORMS[::2], "decoder": NORMS},
        feed_forward=("fc1", "fc2"),
        tables=("encoder.embed_tokens", "decoder.embed_tokens"),
        output="decoder.output_projection",
        embedding_norm="{}.layernorm_embedding" if embedding_norm else "",
    )


def write_dictionaries(folder: Path, src: str, tgt: str, sizes: tuple[int, int]) -> None:
    for language, size in zip((src, tgt), sizes, strict=True):
        lines = [f"{word} {1000 - index}\n" for index, word in enumerate(words(size))]
        (folder / f"dict.{language}.txt").write_text("".join(lines), encoding="utf-8")


def fairseq_translation(folder: Path) -> Reference:
    """As ``transformer_iwslt_de_en`` is: post-norm, computed positions, options as a namespace."""
    write_dictionaries(folder, "de", "en", (SRC, TGT))
    names = fairseq_naming()
    state = random_state(names, sizes=(SRC + 4, TGT + 4), last_norm=False)
    state["decoder.output_projection.weight"] = state["decoder.embed_tokens.weight"]
    extra = {f"{stack}.version": torch.tensor([3.0]) for stack in STACKS}
    extra |= {f"{stack}.embed_positions._float_tensor": torch.ones(1) for stack in STACKS}
    options = Namespace(
        arch="transformer_iwslt_de_en",
        source_lang="de",
        target_lang="en",
        encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS,
        encoder_normalize_before=False,
        share_decoder_input_output_embed=True,
        max_source_positions=LONGEST,
        max_target_positions=LONGEST,
    )
    content = {"args": options, "model": {**state, **extra}, "extra_state": {"epoch": 3}}
    torch.save(content, folder / FAIRSEQ)
    return Reference(
        state=state,
        naming=names,
        positions=sinusoids(LONGEST + 2, D_MODEL, halves=True, closed=True)[2:],
        pre=False,
        scaled=True,
        epsilon=1e-5,
        last_norm=False,
    )


def fairseq_denoising(folder: Path) -> Reference:
    """As mBART is: pre-norm, one table, learned positions, a norm of embeddings, GELU, ``cfg``."""
    write_dictionaries(folder, "src", "tgt", (TGT, TGT))
    names = fairseq_naming(embedding_norm=True)
    state = random_state(names, sizes=(TGT + 4, TGT + 4))
    for name in ("encoder.embed_tokens", "decoder.output_projection"):
        state[f"{name}.weight"] = state["decoder.embed_tokens.weight"]
    positions = torch.randn(LONGEST, D_MODEL, generator=torch.Generator().manual_seed(1))
    for stack in STACKS:
        rows = torch.cat((torch.zeros(2, D_MODEL), positions))
        state[f"{stack}.embed_positions.weight"] = rows
    own = {"attention_heads": HEADS, "normalize_before": True, "learned_pos": True}
    options: Mapping[str, object] = {
        "_name": "transformer",
        "no_scale_embedding": True,
        "activation_fn": "gelu",
        "encoder": own,
        "decoder": own,
    }
    cfg = {"model": options, "task": {"_name": "translation", "source_lang": None}}
    torch.save({"args": None, "cfg": cfg, "model": state}, folder / FAIRSEQ)
    return Reference(
        state=state,
        naming=names,
        positions=positions,
        pre=True,
        scaled=False,
        epsilon=1e-5,
        activation="gelu",
    )


@pytest.mark.parametrize("made", [fairseq_translation, fairseq_denoising])
def test_fairseqs_numbers_are_equal(tmp_path: Path, made):
    theirs = made(tmp_path)
    ours = imported(tmp_path / FAIRSEQ, tmp_path / "ours.safetensors")
    tables = [theirs.state[f"{table}.weight"] for table in theirs.naming.tables]
    rows = [[1, 2, 2, 3, 0, *range(4, len(table))] for table in tables]
    pair = Pair(ours, theirs, *rows)
    assert_same_model(pair, known=TGT)
    ids = pair.ours.prepared("w3 w0 never").ids
    assert [pair.src_rows[i] for i in ids] == [4 + 3, 4 + 0, 3, 2]
    one = made is fairseq_denoising
    assert (ours.config.share_embeddings, ours.config.tie_embeddings) == (one, True)


def test_codes_beside_the_checkpoint_cut_words_and_are_named(tmp_path: Path):
    fairseq_translation(tmp_path)
    codes = tmp_path / "bpecodes"
    codes.write_text("w 1</w> 12\n")
    told = {question.name: question.answer for question in recognise(tmp_path / FAIRSEQ).questions}
    assert told["src-pieces"] == told["tgt-pieces"] == str(codes)
    ours = imported(tmp_path / FAIRSEQ, tmp_path / "ours.safetensors")
    assert ours.src_tokenizer.encode("w1 w2").tokens == ("w1", "<unk>", "<unk>")
    codes.write_text("w1\n")
    assert refused(tmp_path / FAIRSEQ).endswith("subword-nmt 0.2 or fastBPE.")


def test_pieces_with_marks_and_no_codes_are_asked_about(tmp_path: Path):
    fairseq_translation(tmp_path)
    path = tmp_path / "dict.de.txt"
    path.write_text(path.read_text().replace("w7 ", "w7@@ "))
    assert refused(tmp_path / FAIRSEQ).startswith(
        "The fairseq model does not state src-tokens, src-pieces: give each as --src-tokens VALUE"
    )


def test_dictionaries_of_fairseq_are_asked_for_or_refused(tmp_path: Path):
    fairseq_translation(tmp_path)
    dictionary, path = tmp_path / "dict.en.txt", tmp_path / FAIRSEQ
    dictionary.rename(tmp_path / "elsewhere.txt")
    assert refused(path) == "The fairseq model does not state tgt-vocab: give it with --tgt-vocab."
    recognise(path, {"tgt-vocab": str(tmp_path / "elsewhere.txt")}).check()
    write_dictionaries(tmp_path, "de", "en", (SRC, TGT - 2))
    assert "dict.en.txt has 23 tokens, but the model's table has 25 rows." in refused(path)
    (tmp_path / "dict.de.txt").write_text("w0 12\nw1\n")
    assert "line 2 ('w1') must be a token and its count." in refused(path)


def test_fairseqs_tensors_and_options_that_do_not_fit_are_one_sentence(tmp_path: Path):
    fairseq_translation(tmp_path)

    def without(name: str):
        return lambda content: content["model"].pop(name)

    def option(name: str, value: object):
        return lambda content: setattr(content["args"], name, value)

    changed(tmp_path / FAIRSEQ, without("decoder.output_projection.weight"))
    assert recognise(tmp_path / FAIRSEQ).config.tie_embeddings  # it need not be written
    added, other = "encoder.layers.0.adapter.weight", "decoder.layers.2.fc1.weight"
    missing = ("encoder.layers.1.fc2.bias", "decoder.embed_tokens.weight")
    names = (*missing, "encoder.layers.0.fc1.weight")
    options = {
        "encoder_attention_heads ([3]) must be one value.": ("encoder_attention_heads", [3]),
        "is 'many', but decoder_attention_heads is 3.": ("encoder_attention_heads", "many"),
        "encoder_attention_heads is 3, but decoder_attention_heads is 1.": (
            *("decoder_attention_heads", 1),
        ),
        ": unknown activation 'tanh'; supported: relu": ("activation_fn", "tanh"),
        "is False, but decoder_normalize_before is True.": ("decoder_normalize_before", True),
        "max_source_positions ('far') must be a whole number.": ("max_source_positions", "far"),
        "no_cross_attention (True) has no counterpart here.": ("no_cross_attention", True),
        "encoder_layers_to_keep ('0,2') has no counterpart": ("encoder_layers_to_keep", "0,2"),
        "The fairseq model does not state src-tokens, tgt-tokens: give each as": ("bpe", "gpt2"),
        "encoder_langtok ('src') has no counterpart here.": ("encoder_langtok", "src"),
        "adaptive_softmax_cutoff ('1000,2000') has no counterpart here.": (
            *("adaptive_softmax_cutoff", "1000,2000"),
        ),
        "give it with --src-vocab.": ("source_lang", "/../../../etc/x\0"),  # it is no path
    }
    assert_refused(
        tmp_path / FAIRSEQ,
        {
            **{f"The fairseq model has no tensor {name}.": without(name) for name in names},
            f"tensors that cannot be mapped: {added}": (
                lambda content: content["model"].update({added: torch.ones(2)})
            ),
            "the shape 7 × 12, but the configuration says 20 × 12": (
                lambda content: content["model"].update({other: torch.ones(7, D_MODEL)})
            ),
            "tensor decoder.output_projection.weight.": option(
                *("share_decoder_input_output_embed", False)
            ),
            **{sentence: option(*said) for sentence, said in options.items()},
        },
    )


def test_without_fairseqs_options_heads_activation_scale_and_positions_are_asked(tmp_path: Path):
    fairseq_translation(tmp_path)
    path = changed(tmp_path / FAIRSEQ, lambda content: content.pop("args"))
    asked = {q.name for q in recognise(path).questions if q.open}
    assert {"heads", "activation", "scaled", "src-vocab", "tgt-vocab"} <= asked
    assert "positions" not in asked
    files = {"src-vocab": "dict.de.txt", "tgt-vocab": "dict.en.txt"}
    answers = {"heads": "3", "activation": "relu", "scaled": "yes"}
    answers |= {name: str(tmp_path / file) for name, file in files.items()}
    recognised = recognise(path, answers)
    recognised.check()
    assert recognised.config.n_heads == 3


# --------------------------------------------------------------------------------- test opennmt-py

ONMT_SPECIAL = ["<unk>", "<blank>", "<s>", "</s>"]
ONMT_SRC, ONMT_TGT = [*ONMT_SPECIAL, *words(24)], [*ONMT_SPECIAL, *words(19)]
ONMT = {
    "2": {"version": 2, "tied": True},
    "3": {"version": 3, "tied": False, "norm_eps": 1e-5},
    "3-concat": {"version": 3, "tied": False, "position_encoding_type": "SinusoidalConcat"},
    "3-gated": {"version": 3, "tied": False, "layer_norm": "rms", "pos_ffn_activation_fn": "silu"},
}


def onmt_naming(*, generator: str, gated: bool) -> Naming:
    return Naming(
        layer={"encoder": "encoder.transformer.{}.", "decoder": "decoder.transformer_layers.{}."},
        attention={"encoder": "self_attn.", "decoder": "self_attn.", "cross": "context_attn."},
        projections=("linear_query", "linear_keys", "linear_values", "final_linear"),
        norms={
            "encoder": ("layer_norm", "feed_forward.layer_norm"),
            "decoder": ("layer_norm_1", "layer_norm_2", "feed_forward.layer_norm"),
        },
        feed_forward=("feed_forward.w_1", "feed_forward.w_2", *["feed_forward.w_3"] * gated),
        tables=tuple(f"{stack}.embeddings.make_embedding.emb_luts.0" for stack in STACKS),
        output=generator,
    )


def opennmt_py(
    folder: Path,
    *,
    version: int,
    tied: bool,
    vocabularies: bool = True,
    source=ONMT_SRC,
    output_bias: bool = True,
    **options,
) -> Reference:
    """Version 2 has biases and a generator in a sequence; version 3 has neither.

    With a target's vocabulary as ``source`` both have one table.
    """
    gated = options.get("pos_ffn_activation_fn") == "silu"
    names = onmt_naming(generator="generator.0" if version == 2 else "generator", gated=gated)
    rms = options.get("layer_norm") == "rms"
    sizes, biases = (len(source), len(ONMT_TGT)), version == 2
    state = random_state(
        names, sizes=sizes, attention_biases=biases, output_bias=output_bias, rms=rms
    )
    if tied:
        state[f"{names.output}.weight"] = state[f"{names.tables[1]}.weight"]
    if source == ONMT_TGT:
        state[f"{names.tables[0]}.weight"] = state[f"{names.tables[1]}.weight"]
    concat = options.get("position_encoding_type") == "SinusoidalConcat"
    positions = sinusoids(LONGEST, D_MODEL, halves=concat, closed=concat)
    buffers = {f"{s}.embeddings.make_embedding.pe.pe": positions[:, None] for s in STACKS}
    model = {name: state[name] for name in state if not name.startswith("generator")} | buffers
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
    apart = {name: state[name] for name in state if name.startswith("generator")}
    generator = {name.removeprefix("generator."): tensor for name, tensor in apart.items()}
    content = {"model": model, "generator": generator, "opt": opt, "optim": {}}
    if vocabularies:
        content["vocab"] = {"src": source, "tgt": ONMT_TGT, "decoder_start_token": "<s>"}
    torch.save(content, folder / OPENNMT_PY)
    return Reference(
        state=state,
        naming=names,
        positions=positions,
        pre=True,
        scaled=True,
        epsilon=options.get("norm_eps", 1e-6),
        activation="silu" if gated else "relu",
        rms=rms,
    )


@pytest.mark.parametrize("version", [*ONMT, "one table"])
def test_opennmts_numbers_are_equal(tmp_path: Path, version: str):
    shared = {"version": 3, "tied": True, "source": ONMT_TGT, "output_bias": False}
    made = ONMT.get(version, shared)
    theirs = opennmt_py(tmp_path, **made)
    ours = imported(tmp_path / OPENNMT_PY, tmp_path / "ours.safetensors")
    sides = (made.get("source", ONMT_SRC), ONMT_TGT)
    rows = [[1, 2, 3, 0, *range(4, len(side))] for side in sides]
    assert_same_model(Pair(ours, theirs, *rows), known=19)
    assert ours.prepared("w1 w0").tokens == ("w1", "w0")  # neither a start nor an end
    found = (ours.config.share_embeddings, ours.config.tie_embeddings, ours.config.output_bias)
    assert found == (made is shared, made["tied"], made is not shared)


@pytest.mark.parametrize("version", ["2", "3"])
def test_what_ctranslate2_makes_of_the_same_file_translates_alike(tmp_path: Path, version: str):
    ctranslate2 = pytest.importorskip("ctranslate2")
    from ctranslate2.converters import OpenNMTPyConverter

    opennmt_py(tmp_path, **ONMT[version])
    ours = imported(tmp_path / OPENNMT_PY, tmp_path / "ours.safetensors")
    with torch.serialization.safe_globals([Namespace]):
        OpenNMTPyConverter(str(tmp_path / OPENNMT_PY)).convert(str(tmp_path / "converted"))
    theirs = ctranslate2.Translator(str(tmp_path / "converted"), inter_threads=1, intra_threads=1)
    for text in texts(20, known=19):
        trace = translate(ours, text)
        (result,) = theirs.translate_batch(
            [text.split()], beam_size=1, max_decoding_length=len(trace.steps), return_end_token=True
        )
        predicted = [ONMT_TGT[[1, 2, 3, 0][i] if i < 4 else i] for i in trace.predicted_ids]
        assert predicted == result.hypotheses[0]


def test_a_file_without_vocabularies_asks_for_them_or_finds_them_beside(tmp_path: Path):
    opennmt_py(tmp_path, version=2, tied=True, vocabularies=False)
    path = tmp_path / OPENNMT_PY
    assert refused(path).startswith("The OpenNMT-py model does not state src-vocab, tgt-vocab")
    for side, tokens in (("src", ONMT_SRC), ("tgt", ONMT_TGT)):
        (tmp_path / f"{side}_vocab.txt").write_text("\n".join(tokens) + "\n")
    recognise(path).check()
    (tmp_path / "tgt_vocab.txt").write_text("\n".join(ONMT_TGT[:-1]) + "\n")
    assert refused(path).endswith("has 22 tokens, but the model's table has 23 rows.")
    (tmp_path / "tgt_vocab.txt").write_text("\n".join(["<unk>", "<blank>", "<s>", *words(20)]))
    assert refused(path).endswith("has no token '</s>'.")


def test_opennmts_tensors_and_options_that_do_not_fit_are_one_sentence(tmp_path: Path):
    opennmt_py(tmp_path, version=2, tied=True)
    options = {
        "max_relative_positions": 20,
        "self_attn_type": "average",
        "parallel_residual": True,
        "position_encoding_type": "Rotary",
        "generator_function": "sparsemax",
        "relative_positions_buckets": 32,
        "sliding_window": 128,
        "shared_layer_norm": True,
        "copy_attn": True,
    }
    missing = (
        "encoder.transformer.1.feed_forward.w_2.bias",
        "decoder.layer_norm.weight",
        "decoder.embeddings.make_embedding.pe.pe",
        "encoder.embeddings.make_embedding.emb_luts.0.weight",
        "encoder.transformer.1.self_attn.linear_query.bias",
    )
    feature = "encoder.embeddings.make_embedding.emb_luts.1.weight"
    assert_refused(
        tmp_path / OPENNMT_PY,
        {
            **{
                f"{name} ({value!r}) has no counterpart here.": (
                    lambda content, name=name, value=value: setattr(content["opt"], name, value)
                )
                for name, value in options.items()
            },
            **{
                f"The OpenNMT-py model has no tensor {name}.": (
                    lambda content, name=name: content["model"].pop(name)
                )
                for name in missing
            },
            f"tensors that cannot be mapped: {feature} (1 in all).": (
                lambda content: content["model"].update({feature: torch.ones(3, 4)})
            ),
        },
    )


# ------------------------------------------------------------------------------------ test joeynmt

JOEY_SPECIAL = ["<unk>", "<pad>", "<s>", "</s>"]
JOEY_CONFIG = """name: "small"   # what it is called
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
JOEY_NAMES = Naming(
    layer={stack: f"{stack}.layers.{{}}." for stack in STACKS},
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
JOEY = {
    "pre": {"norm": "pre", "scale": True, "tied": True, "activation": "gelu"},
    "post": {"norm": "post", "scale": False, "tied": False, "activation": "relu"},
}


def joeynmt(folder: Path, *, norm: str, scale: bool, tied: bool, activation: str) -> Reference:
    src, tgt = [*JOEY_SPECIAL, *words(22)], [*JOEY_SPECIAL, *words(22 if tied else 18)]
    pre = norm == "pre"
    state = random_state(JOEY_NAMES, sizes=(len(src), len(tgt)), last_norm=pre)
    if tied:
        for name in ("src_embed.lut.weight", "decoder.output_layer.weight"):
            state[name] = state["trg_embed.lut.weight"]
    positions = sinusoids(LONGEST, D_MODEL)
    buffers = {f"{stack}.pe.pe": positions[None] for stack in STACKS}
    content = {"steps": 9, "model_state": {**state, **buffers}, "optimizer_state": {"state": {}}}
    torch.save(content, folder / JOEYNMT)
    said = {"norm": norm, "scale": scale, "tied": tied, "activation": activation}
    text = JOEY_CONFIG.format(**said, heads=HEADS, initializer="xavier")
    (folder / "config.yaml").write_text(text)
    (folder / "src_vocab.txt").write_text("\n".join(src) + "\n")
    (folder / "trg_vocab.txt").write_text("\n".join(tgt) + "\n")
    return Reference(
        state=state,
        naming=JOEY_NAMES,
        positions=positions,
        pre=pre,
        scaled=scale,
        epsilon=1e-6,
        activation=activation,
        last_norm=pre,
    )


@pytest.mark.parametrize("version", [*JOEY, "a stored table"])
def test_joeys_numbers_are_equal(tmp_path: Path, version: str):
    theirs = joeynmt(tmp_path, **JOEY.get(version, JOEY["pre"]))
    if version not in JOEY:
        theirs.positions[:, 3] += 0.5
        table = theirs.positions[None].clone()
        names = [f"{stack}.pe.pe" for stack in STACKS]
        changed(
            tmp_path / JOEYNMT,
            lambda content: content["model_state"].update(dict.fromkeys(names, table)),
        )
    ours = imported(tmp_path / JOEYNMT, tmp_path / "ours.safetensors")
    assert ours.config.positions == ("sinusoidal" if version in JOEY else "given")
    tables = [theirs.state[f"{table}.weight"] for table in JOEY_NAMES.tables]
    rows = [[1, 2, 3, 0, *range(4, len(table))] for table in tables]
    assert_same_model(Pair(ours, theirs, *rows), known=18)
    assert ours.prepared("w1 w0").tokens == ("w1", "w0", "</s>")


def test_without_joeys_configuration_it_asks(tmp_path: Path):
    joeynmt(tmp_path, **JOEY["post"])
    (tmp_path / "config.yaml").unlink()
    asked = {question.name for question in recognise(tmp_path / JOEYNMT).questions if question.open}
    assert asked == {"heads", "scaled", "activation"}
    answers = {"heads": str(HEADS), "scaled": "no", "activation": "relu"}
    recognise(tmp_path / JOEYNMT, answers).check()


def test_joeys_vocabularies_are_asked_for_or_refused(tmp_path: Path):
    joeynmt(tmp_path, **JOEY["post"])
    (tmp_path / "trg_vocab.txt").unlink()
    sentence = "The JoeyNMT model does not state tgt-vocab: give it with --tgt-vocab."
    assert refused(tmp_path / JOEYNMT) == sentence
    (tmp_path / "src_vocab.txt").write_text("\n".join(JOEY_SPECIAL))
    sentence = "src_vocab.txt has 4 tokens, but the model's table has 26 rows."
    assert refused(tmp_path / JOEYNMT).endswith(sentence)


def test_joeys_options_that_do_not_fit_are_one_sentence(tmp_path: Path):
    joeynmt(tmp_path, **JOEY["post"])
    path = tmp_path / "config.yaml"
    text = path.read_text()
    heads, initializer = "num_heads: 3", '"xavier"'
    for old, new, times, sentence in (
        (heads, "num_heads: 4", 1, "num_heads is '4', but model.decoder.num_heads is '3'."),
        (heads, "num_heads: many", 1, "num_heads is 'many', but"),
        ('"relu"', '"tanh"', 1, "activation is 'tanh', but"),
        (heads, "num_heads: many", -1, "heads ('many') must be a whole number."),
        ('"relu"', '"tanh"', -1, ": unknown activation 'tanh'; supported: relu, gelu, swish."),
        # residual connections have weights then
        (initializer, '"xavier_normal"', 1, "model.initializer ('xavier_normal') has no"),
    ):
        path.write_text(text.replace(old, new, times))
        assert sentence in refused(tmp_path / JOEYNMT)


def test_joeys_missing_and_extra_tensors_are_one_sentence(tmp_path: Path):
    joeynmt(tmp_path, **JOEY["post"])
    missing = ("decoder.layers.2.dec_layer_norm.bias", "encoder.pe.pe")
    assert_refused(
        tmp_path / JOEYNMT,
        {
            **{
                f"The JoeyNMT model has no tensor {name}.": (
                    lambda content, name=name: content["model_state"].pop(name)
                )
                for name in missing
            },
            "tensors that cannot be mapped: decoder.ctc.weight (1 in all).": (
                lambda content: content["model_state"].update({"decoder.ctc.weight": torch.ones(2)})
            ),
        },
    )


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
    joeynmt(tmp_path, **JOEY["post"])
    (tmp_path / "sp.model").write_bytes(model.getvalue())
    cutter = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    pieces = cutter.encode("w1 w3 w2", out_type=str)
    unique = list(dict.fromkeys([*JOEY_SPECIAL, *pieces, *words(30)]))[:26]
    (tmp_path / "src_vocab.txt").write_text("\n".join(unique), encoding="utf-8")
    ours = imported(tmp_path / JOEYNMT, tmp_path / "ours.safetensors")
    found = ours.prepared("w1 w3 w2").ids
    assert list(found) == [*(unique.index(piece) for piece in pieces), 2]
