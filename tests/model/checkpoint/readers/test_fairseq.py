"""fairseq checkpoints: exact names, an independent computation, and one sentence for what fails."""

import math
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from model.checkpoint.importing import import_steps, recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
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

SRC, TGT = 26, 21  # words of each dictionary
NORMS = ("self_attn_layer_norm", "encoder_attn_layer_norm", "final_layer_norm")


def naming(*, embedding_norm: bool = False) -> Naming:
    return Naming(
        layer={stack: f"{stack}.layers.{{}}." for stack in ("encoder", "decoder")},
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


def translation(folder: Path) -> Reference:
    """As ``transformer_iwslt_de_en`` is: post-norm, computed positions, options as a namespace."""
    write_dictionaries(folder, "de", "en", (SRC, TGT))
    names = naming()
    state = random_state(names, sizes=(SRC + 4, TGT + 4), last_norm=False)
    state["decoder.output_projection.weight"] = state["decoder.embed_tokens.weight"]
    extra = {"encoder.version": torch.tensor([3.0]), "decoder.version": torch.tensor([3.0])}
    extra |= {f"{s}.embed_positions._float_tensor": torch.ones(1) for s in ("encoder", "decoder")}
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
    torch.save(
        {"args": options, "model": {**state, **extra}, "extra_state": {"epoch": 3}},
        folder / "checkpoint_best.pt",
    )
    return Reference(
        state=state,
        naming=names,
        positions=sinusoids(LONGEST + 2, halves=True, closed=True)[2:],
        pre=False,
        scale=math.sqrt(D_MODEL),
        epsilon=1e-5,
        start=2,
        last_norm=False,
    )


def denoising(folder: Path) -> Reference:
    """As mBART is: pre-norm, one table, learned positions, a norm of embeddings, GELU, ``cfg``."""
    write_dictionaries(folder, "src", "tgt", (TGT, TGT))
    names = naming(embedding_norm=True)
    state = random_state(names, sizes=(TGT + 4, TGT + 4))
    for name in ("encoder.embed_tokens", "decoder.output_projection"):
        state[f"{name}.weight"] = state["decoder.embed_tokens.weight"]
    positions = torch.randn(LONGEST, D_MODEL, generator=torch.Generator().manual_seed(1))
    for stack in ("encoder", "decoder"):
        rows = torch.cat((torch.zeros(2, D_MODEL), positions))
        state[f"{stack}.embed_positions.weight"] = rows
    options: Mapping[str, object] = {
        "_name": "transformer",
        "no_scale_embedding": True,
        "activation_fn": "gelu",
        "encoder": {"attention_heads": HEADS, "normalize_before": True, "learned_pos": True},
        "decoder": {"attention_heads": HEADS, "normalize_before": True, "learned_pos": True},
    }
    cfg = {"model": options, "task": {"_name": "translation", "source_lang": None}}
    torch.save({"args": None, "cfg": cfg, "model": state}, folder / "checkpoint_best.pt")
    return Reference(
        state=state,
        naming=names,
        positions=positions,
        pre=True,
        scale=1.0,
        epsilon=1e-5,
        start=2,
        activation=F.gelu,
    )


@pytest.fixture(params=[translation, denoising], ids=["translation", "denoising"])
def pair(request, tmp_path: Path) -> Pair:
    theirs = request.param(tmp_path)
    ours = imported(tmp_path / "checkpoint_best.pt", tmp_path / "ours.safetensors")
    rows = [
        [1, 2, 2, 3, 0, *range(4, len(theirs.state[f"{table}.weight"]))]
        for table in theirs.naming.tables
    ]
    return Pair(ours, theirs, *rows)


def test_numbers_are_equal(pair: Pair):
    assert_same_model(pair, known=TGT)


def test_one_table_is_one_table(tmp_path: Path):
    denoising(tmp_path)
    config = recognise(tmp_path / "checkpoint_best.pt").config
    assert (config.share_embeddings, config.tie_embeddings) == (True, True)


def test_a_sentence_ends_and_is_cut_at_blanks(pair: Pair):
    ids = pair.ours.prepared("w3 w0 never").ids
    assert [pair.src_rows[i] for i in ids] == [4 + 3, 4 + 0, 3, 2]


def test_codes_beside_the_checkpoint_cut_words_and_are_named(tmp_path: Path):
    translation(tmp_path)
    (tmp_path / "bpecodes").write_text("w 1</w> 12\n")
    path = tmp_path / "checkpoint_best.pt"
    told = {question.name: question.answer for question in recognise(path).questions}
    assert told["src-pieces"] == told["tgt-pieces"] == str(tmp_path / "bpecodes")
    ours = imported(path, tmp_path / "ours.safetensors")
    assert ours.src_tokenizer.encode("w1 w2").tokens == ("w1", "<unk>", "<unk>")


def test_codes_that_are_none_are_one_sentence(tmp_path: Path):
    translation(tmp_path)
    (tmp_path / "bpecodes").write_text("w1\n")
    assert refused(tmp_path / "checkpoint_best.pt").endswith("subword-nmt 0.2 or fastBPE.")


def test_pieces_with_marks_and_no_codes_are_asked_about(tmp_path: Path):
    translation(tmp_path)
    path = tmp_path / "dict.de.txt"
    path.write_text(path.read_text().replace("w7 ", "w7@@ "))
    assert refused(tmp_path / "checkpoint_best.pt").startswith(
        "The fairseq model does not state src-tokens, src-pieces: give each as --src-tokens VALUE"
    )


def resaved(folder: Path, change) -> Path:
    """The translation model, with its content changed."""
    translation(folder)
    path = folder / "checkpoint_best.pt"
    with torch.serialization.safe_globals([Namespace]):
        content = torch.load(path, weights_only=True)  # noqa: TID251 - our own file
    change(content)
    torch.save(content, path)
    return path


def refused(path: Path) -> str:
    with pytest.raises(ForeignModelError) as error:
        recognise(path).check()
    return str(error.value)


def test_a_missing_dictionary_is_asked_for(tmp_path: Path):
    translation(tmp_path)
    (tmp_path / "dict.en.txt").rename(tmp_path / "elsewhere.txt")
    path = tmp_path / "checkpoint_best.pt"
    assert refused(path) == "The fairseq model does not state tgt-vocab: give it with --tgt-vocab."
    recognise(path, {"tgt-vocab": str(tmp_path / "elsewhere.txt")}).check()


def test_a_dictionary_of_another_size_is_one_sentence(tmp_path: Path):
    translation(tmp_path)
    write_dictionaries(tmp_path, "de", "en", (SRC, TGT - 2))
    assert "dict.en.txt has 23 tokens, but the model's table has 25 rows." in refused(
        tmp_path / "checkpoint_best.pt"
    )


def test_a_line_without_a_count_is_one_sentence(tmp_path: Path):
    translation(tmp_path)
    (tmp_path / "dict.de.txt").write_text("w0 12\nw1\n")
    assert "line 2 ('w1') must be a token and its count." in refused(
        tmp_path / "checkpoint_best.pt"
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("encoder.layers.1.fc2.bias", "has no tensor encoder.layers.1.fc2.bias."),
        ("decoder.embed_tokens.weight", "has no tensor decoder.embed_tokens.weight."),
        ("encoder.layers.0.fc1.weight", "has no tensor encoder.layers.0.fc1.weight."),
    ],
)
def test_a_missing_tensor_is_one_sentence(tmp_path: Path, name: str, sentence: str):
    assert sentence in refused(resaved(tmp_path, lambda content: content["model"].pop(name)))


def test_an_extra_tensor_is_one_sentence(tmp_path: Path):
    def change(content) -> None:
        content["model"]["encoder.layers.0.adapter.weight"] = torch.ones(2)

    assert "tensors that cannot be mapped: encoder.layers.0.adapter.weight" in refused(
        resaved(tmp_path, change)
    )


def test_a_tensor_of_another_size_is_one_sentence(tmp_path: Path):
    def change(content) -> None:
        content["model"]["decoder.layers.2.fc1.weight"] = torch.ones(7, D_MODEL)

    path = resaved(tmp_path, change)
    with pytest.raises(
        ForeignModelError, match="the shape 7 × 12, but the configuration says 20 × 12"
    ):
        list(import_steps(recognise(path), tmp_path / "ours.safetensors"))
    assert not (tmp_path / "ours.safetensors").exists()


def test_options_that_have_no_switch_are_refused(tmp_path: Path):
    def change(content) -> None:
        content["args"].adaptive_softmax_cutoff = "1000,2000"

    assert "adaptive_softmax_cutoff ('1000,2000') has no counterpart here." in refused(
        resaved(tmp_path, change)
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("encoder_attention_heads", [3], "encoder_attention_heads ([3]) must be one value."),
        ("encoder_attention_heads", "many", "is 'many', but decoder_attention_heads is 3."),
        ("activation_fn", "tanh", ": unknown activation 'tanh'; supported: relu"),
        ("decoder_normalize_before", True, "is False, but decoder_normalize_before is True."),
        ("max_source_positions", "far", "max_source_positions ('far') must be a whole number."),
        ("no_cross_attention", True, "no_cross_attention (True) has no counterpart here."),
        ("encoder_layers_to_keep", "0,2", "encoder_layers_to_keep ('0,2') has no counterpart"),
        ("bpe", "gpt2", "The fairseq model does not state src-tokens, tgt-tokens: give each as"),
        ("encoder_langtok", "src", "encoder_langtok ('src') has no counterpart here."),
    ],
)
def test_options_that_make_no_sense_here_are_one_sentence(
    tmp_path: Path, name: str, value: object, sentence: str
):
    path = resaved(tmp_path, lambda content: setattr(content["args"], name, value))
    assert sentence in refused(path)


def test_a_language_is_no_path(tmp_path: Path):
    path = resaved(
        tmp_path, lambda content: setattr(content["args"], "source_lang", "/../../../etc/x\0")
    )
    assert refused(path).endswith("give it with --src-vocab.")


def test_an_output_projection_that_was_tied_need_not_be_written(tmp_path: Path):
    def change(content) -> None:
        content["model"].pop("decoder.output_projection.weight")

    assert recognise(resaved(tmp_path, change)).config.tie_embeddings


def test_an_output_projection_of_its_own_must_be_written(tmp_path: Path):
    def change(content) -> None:
        content["model"].pop("decoder.output_projection.weight")
        content["args"].share_decoder_input_output_embed = False

    assert refused(resaved(tmp_path, change)).endswith("tensor decoder.output_projection.weight.")


def test_heads_that_differ_are_refused(tmp_path: Path):
    def change(content) -> None:
        content["args"].decoder_attention_heads = 1

    assert "encoder_attention_heads is 3, but decoder_attention_heads is 1." in refused(
        resaved(tmp_path, change)
    )


def test_without_options_heads_activation_scale_and_positions_are_asked(tmp_path: Path):
    path = resaved(tmp_path, lambda content: content.pop("args"))
    asked = {q.name for q in recognise(path).questions if q.open}
    assert {"heads", "activation", "scaled", "src-vocab", "tgt-vocab"} <= asked
    assert "positions" not in asked
    answers = {
        "heads": "3",
        "activation": "relu",
        "scaled": "yes",
        **{
            f"{s}-vocab": str(tmp_path / f"dict.{v}.txt") for s, v in (("src", "de"), ("tgt", "en"))
        },
    }
    recognised = recognise(path, answers)
    recognised.check()
    assert recognised.config.n_heads == 3
