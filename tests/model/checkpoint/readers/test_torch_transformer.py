"""State dicts with torch.nn.Transformer in them, against torch itself."""

import re
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.decoding.greedy import translate
from tests.every import every
from tests.model.checkpoint.readers.hub import imported
from tests.model.checkpoint.readers.seq2seq import (
    SOURCE,
    TARGET,
    answered,
    assert_imported,
    assert_same,
    saved,
    seq2seq,
)

VARIANTS = {
    "post-norm": ({}, {}),
    "pre-norm": ({"norm": "pre"}, {"norm_first": True}),
    "gelu": ({"activation": "gelu"}, {"activation": "gelu"}),
    "no biases": ({}, {"bias": False}),
    "not scaled": ({"scaled": "no"}, {"scaled": False}),
    "learned": ({"positions": ""}, {"positions": "learned"}),
    "given": ({"positions": ""}, {"positions": "given"}),
    "length first": ({"positions": ""}, {"positions": "given, length first"}),
    "halves": ({"positions": "halves"}, {"positions": "halves"}),
    "no positions": ({"positions": "none"}, {"positions": "none"}),
    "tied": ({}, {"tied": True}),
    "no bias of the output": ({}, {"output_bias": False}),
    "no last norms": ({}, {"last_norms": False}),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_loops_model_is_equal_to_torch(variant: str, tmp_path: Path):
    said, options = VARIANTS[variant]
    assert_same(tmp_path, seq2seq(**options), **said)


def test_one_table_for_both_sides_asks_for_one_vocabulary(tmp_path: Path):
    ours = assert_same(tmp_path, seq2seq(shared=True, tied=True), tgt_vocab="", src_tokens="")
    assert (ours.config.share_embeddings, ours.config.tie_embeddings) == (True, True)
    assert ours.prepared("s1 s2").ids == (1, 5, 6, 2)


@pytest.mark.parametrize("prefix", ["", "model.", "module.net."])
def test_any_prefix_and_either_format(tmp_path: Path, prefix: str):
    state = {f"{prefix}{name}": tensor for name, tensor in seq2seq().state_dict().items()}
    save_file(state, tmp_path / "loop.safetensors")
    assert_imported(tmp_path, "loop.safetensors", seq2seq())


def test_what_shapes_and_names_tell_is_told_and_the_rest_is_open(tmp_path: Path):
    found = recognise(saved(seq2seq(), tmp_path))
    told = {question.name: question.answer for question in found.questions if question.told}
    assert told == {
        "cross-attention": "multihead_attn",
        "encoder-norms": "norm1,norm2",
        "decoder-norms": "norm1,norm2,norm3",
        "stack-norms": "last",
        "deviation": "all",
        "scores": "d_k",
        "norm-type": "layer",
        "epsilon": "1e-05",
        "src-table": "src_tok_emb.weight",
        "tgt-table": "tgt_tok_emb.weight",
        "output-table": "generator.weight",
    }
    assert {question.name for question in found.questions if question.open} == {
        *("heads", "norm", "activation", "scaled", "positions", "source-ends"),
        *("src-vocab", "src-tokens", "src-pad", "src-start", "src-end", "src-unknown"),
        *("tgt-vocab", "tgt-tokens", "pad", "start", "end", "unknown"),
    }
    with pytest.raises(ForeignModelError, match="does not state heads, norm, activation"):
        found.check()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved(seq2seq(), tmp_path)


@every(
    ("name", "first", "second"),
    [
        ("heads", "2", "8"),
        ("norm", "pre", "post"),
        ("activation", "relu", "gelu"),
        ("epsilon", "1e-05", "1e-06"),
        ("scaled", "yes", "no"),
        ("positions", "sinusoidal", "none"),
        ("positions", "sinusoidal", "halves"),
        ("source-ends", "both", "end"),
        ("source-ends", "end", "none"),
        ("pad", "1", "4"),
        ("start", "2", "4"),
        ("end", "3", "4"),
        ("unknown", "none", "0"),
        ("src-pad", "1", "4"),
        ("src-start", "2", "4"),
        ("src-end", "3", "4"),
        ("src-unknown", "none", "0"),
        ("src-tokens", "words", "characters"),
        ("tgt-tokens", "words", "characters"),
        ("src-table", "src_tok_emb.weight", "tgt_tok_emb.weight"),
        ("tgt-table", "tgt_tok_emb.weight", "generator.weight"),
    ],
)
def test_each_answer_is_used(path: Path, tmp_path: Path, name: str, first: str, second: str):
    """Both ways: no two answers make the same checkpoint."""
    made = []
    for said in (first, second):
        answers = answered(tmp_path, **{name: said})
        if name == "src-table":
            answers["tgt-table"] = "tgt_tok_emb.weight"
            if said == second:  # one table, and with one file one vocabulary
                answers["src-vocab"] = answers["tgt-vocab"]
                del answers["src-tokens"]
        recognised = recognise(path, answers)
        (question,) = [one for one in recognised.questions if one.name == name]
        assert (question.answer, question.open, question.told) == (said, False, False)
        place = recognised.places.get("src_embedding.tokens.weight")
        made.append(
            (
                recognised.config,
                recognised.src_tokenizer.to_json(),
                recognised.tgt_tokenizer.to_json(),
                [name for one in recognised.places.values() for name in one.names],
                place and [*place.make(torch.arange(float(SOURCE)))],
            )
        )
    assert made[0] != made[1]


def test_tables_under_names_that_tell_nothing_are_asked_for(tmp_path: Path):
    names = {"src_tok_emb": "a", "tgt_tok_emb": "b", "generator": "c", "pos_src": "d"}
    names |= {"pos_tgt": "e"}
    model = seq2seq(positions="learned", output_bias=False)
    state = {
        re.sub("|".join(names), lambda found: names[found[0]], name): tensor
        for name, tensor in model.state_dict().items()
    }
    torch.save(state, tmp_path / "loop.pt")
    open_ = {q.name for q in recognise(tmp_path / "loop.pt").questions if q.open}
    assert {"positions", "src-table", "tgt-table", "output-table"} < open_
    said = {"src_table": "a.weight", "tgt_table": "b.weight", "output_table": "c.weight"}
    said |= {"positions": "learned", "src_positions": "d", "tgt_positions": "e"}
    assert_imported(tmp_path, "loop.pt", model, **said)


def test_of_two_tables_the_targets_has_the_rows_of_the_output(tmp_path: Path):
    state = seq2seq().state_dict()
    state = {re.sub("^(src|tgt)_tok", lambda of: of[1][1:], name): state[name] for name in state}
    torch.save(state, tmp_path / "loop.pt")
    questions = {q.name: q for q in recognise(tmp_path / "loop.pt").questions}
    for name, table in (("src-table", "rc_emb.weight"), ("tgt-table", "gt_emb.weight")):
        assert (questions[name].answer, questions[name].told) == (table, True)


def test_two_stacks_apart_without_last_norms(tmp_path: Path):
    model = seq2seq(last_norms=False)
    names = {"transformer.encoder": "reads", "transformer.decoder": "writes"}
    state = {
        re.sub("|".join(names), lambda found: names[found[0]], name): tensor
        for name, tensor in model.state_dict().items()
    }
    torch.save(state, tmp_path / "loop.pth")
    assert_imported(tmp_path, "loop.pth", model)


@pytest.mark.parametrize(("ends", "ids"), [("both", (1, 5, 2)), ("end", (5, 2)), ("none", (5,))])
def test_what_stands_around_a_source(tmp_path: Path, ends: str, ids: tuple[int, ...]):
    said = answered(tmp_path, source_ends=ends)
    ours = imported(saved(seq2seq(), tmp_path), tmp_path / "ours.safetensors", said)
    assert ours.prepared("s1").ids == ids
    assert translate(ours, "s1").source_ids == ids


SRC_NAME, TGT_NAME, OUT_NAME = "src_tok_emb.", "tgt_tok_emb.", "generator."
TUTORIALS = {
    "torch": ("src_tok_emb.embedding.", "tgt_tok_emb.embedding.", "generator.", "transformer."),
    "word embeddings": ("src_word_embedding.", "trg_word_embedding.", "fc_out.", "transformer."),
    "own stacks": ("encoder_embedding.", "decoder_embedding.", "output_layer.", ""),
    "embed": ("embed_src.", "embed_tgt.", "linear.", "model."),
    "projection": ("enc_emb.", "dec_emb.", "projection.", "net."),
    "input and target": ("input_embedding.", "target_embedding.", "head.", ""),
    "tables in a dictionary": ("embeddings.src.", "embeddings.tgt.", "out_proj.", "core."),
}


@pytest.mark.parametrize("tutorial", TUTORIALS)
def test_names_that_people_use_tell_which_table_is_which(tmp_path: Path, tutorial: str):
    src, tgt, out, root = TUTORIALS[tutorial]
    pairs = [(SRC_NAME, src), (TGT_NAME, tgt), (OUT_NAME, out), ("transformer.", root)]
    state = seq2seq().state_dict()
    for old, new in pairs:
        state = {re.sub(f"^{re.escape(old)}", new, name): tensor for name, tensor in state.items()}
    torch.save(state, tmp_path / "loop.pt")
    told = {q.name: q.answer for q in recognise(tmp_path / "loop.pt").questions if q.told}
    tables = {"src-table": f"{src}weight", "tgt-table": f"{tgt}weight"}
    assert {name: told.get(name) for name in tables} == tables
    assert told["output-table"] == f"{out}weight"
    assert_imported(tmp_path, "loop.pt", seq2seq())


def test_learned_positions_by_names_that_people_use(tmp_path: Path):
    model = seq2seq(positions="learned", scaled=False)
    state = model.state_dict()
    for side, name in (("src", "src_position_embedding"), ("tgt", "trg_position_embedding")):
        state[f"{name}.weight"] = state.pop(f"pos_{side}")
    torch.save(state, tmp_path / "loop.pt")
    ours = assert_imported(tmp_path, "loop.pt", model, positions="", scaled="no")
    assert ours.config.positions == "learned"


def test_two_tables_of_one_size_without_a_name_are_asked_about(tmp_path: Path):
    """Nothing tells which of them reads the source."""
    state = seq2seq().state_dict()
    state["emb1.weight"], state["emb2.weight"] = (
        state.pop(f"{name}weight")[:TARGET] for name in (SRC_NAME, TGT_NAME)
    )
    torch.save(state, tmp_path / "loop.pt")
    asked = {q.name for q in recognise(tmp_path / "loop.pt").questions if q.open}
    assert {"src-table", "tgt-table"} <= asked
