"""What a loop kept beside its tensors: options that answer questions, buffers, an optimizer."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoint.importing import recognise
from tests.model.checkpoint.readers import seq2seq as loop
from tests.model.checkpoint.readers.hub import refused, sinusoids

OPTIONS = {"nhead": 4, "norm_first": True, "activation": "gelu", "scale_embedding": False}
TOLD = {"heads": "4", "norm": "pre", "activation": "gelu", "scaled": "no"}


def told_by(path: Path, content: dict[str, Any]) -> dict[str, str]:
    torch.save(content, path / "loop.pt")
    return {q.name: q.answer for q in recognise(path / "loop.pt").questions if q.told}


def test_options_beside_the_tensors_are_the_models_own_word(tmp_path: Path):
    state = loop.seq2seq().state_dict()
    for kept in (
        {"config": OPTIONS},
        {"args": Namespace(**OPTIONS)},
        {"hparams": {"model": OPTIONS, "lr": 1e-3}},
        {"hyper_parameters": OPTIONS},
        OPTIONS,
        {"config": {**OPTIONS, "norm": "pre", "h": 512}},
        {"args": {"num_heads": 4, "normalize_before": "true", "act": "gelu", "emb_scale": "no"}},
    ):
        told = told_by(tmp_path, {"model_state": state, **kept})
        assert {name: told.get(name) for name in TOLD} == TOLD, kept
    torch.save({"model": state, "config": OPTIONS}, tmp_path / "loop.pt")
    assert recognise(tmp_path / "loop.pt", {"heads": "2"}).config.n_heads == 2


def test_they_make_the_same_model_without_questions(tmp_path: Path):
    model = loop.seq2seq(norm_first=True, activation="gelu", scaled=False)
    content = {"model_state": model.state_dict(), "config": {**OPTIONS, "layer_norm_eps": 1e-5}}
    torch.save(content, tmp_path / "loop.pt")
    left = dict.fromkeys(("heads", "norm", "activation", "scaled"), "")
    loop.assert_imported(tmp_path, "loop.pt", model, **left)


def test_what_disagrees_or_makes_no_sense_is_asked(tmp_path: Path):
    state = loop.seq2seq().state_dict()
    for kept, open_ in (
        ({"nhead": 4, "heads": 8}, "heads"),
        ({"config": {"nhead": "many"}}, "heads"),
        ({"config": {"norm_first": "maybe"}}, "norm"),
        ({"config": {"norm_first": [True]}}, "norm"),
        ({"config": {"norm": 1}}, "norm"),
        ({"config": {"h": 8}}, "heads"),
    ):
        torch.save({"model": state, **kept}, tmp_path / "loop.pt")
        asked = {q.name for q in recognise(tmp_path / "loop.pt").questions if q.open}
        assert open_ in asked, kept
    torch.save({"model": state, "config": {"activation": "mish"}}, tmp_path / "loop.pt")
    assert refused(tmp_path / "loop.pt").startswith("activation ('mish') must be one of relu")


def test_positions_special_tokens_and_an_epsilon_are_told(tmp_path: Path):
    state = loop.seq2seq().state_dict()
    for said, expected in (("Sinusoidal", "sinusoidal"), ("rotary", None)):
        told = told_by(tmp_path, {"model": state, "config": {"pos_encoding": said}})
        assert told.get("positions") == expected
    kept = {"src_pad_idx": 1, "trg_pad_idx": 1, "bos_idx": 2, "eos_idx": 3, "layer_norm_eps": 3e-6}
    told = told_by(tmp_path, {"model": state, "params": kept})
    names = {"pad": "1", "src-pad": "1", "start": "2", "src-end": "3", "epsilon": "3e-06"}
    assert {name: told.get(name) for name in names} == names


def test_options_in_a_safetensors_header_are_read(tmp_path: Path):
    save_file(loop.seq2seq().state_dict(), tmp_path / "a.safetensors", metadata={"nhead": "4"})
    told = {q.name: q.answer for q in recognise(tmp_path / "a.safetensors").questions if q.told}
    assert told["heads"] == "4"


@pytest.mark.parametrize("prefix", ["_orig_mod.", "module._orig_mod.", "model.", "net.", "x.y."])
def test_an_optimizer_and_a_loss_are_not_the_model(tmp_path: Path, prefix: str):
    """Of DataParallel, torch.compile or Lightning: names have something before."""
    model = loop.seq2seq()
    optimizer = torch.optim.Adam(model.parameters())
    model.logits(torch.ones(1, 2).long(), torch.ones(1, 2).long()).sum().backward()
    optimizer.step()
    content = {
        "state_dict": {f"{prefix}{name}": t for name, t in model.state_dict().items()},
        "optimizer": optimizer.state_dict(),
        "loss": torch.tensor(1.0),
        "epoch": 3,
    }
    torch.save(content, tmp_path / "loop.pt")
    loop.assert_imported(tmp_path, "loop.pt", model)


def test_modules_that_were_saved_one_by_one_are_one_model(tmp_path: Path):
    model = loop.seq2seq()
    parts = {name: module.state_dict() for name, module in model.named_children()}
    parts |= {"opt": torch.optim.Adam(model.parameters()).state_dict()}
    torch.save(parts, tmp_path / "loop.pt")
    loop.assert_imported(tmp_path, "loop.pt", model)


FUTURE = torch.ones(9, 9).triu(1)


def test_buffers_that_say_what_is_done_anyway_are_left_out_and_others_have_no_place(tmp_path: Path):
    state, path, said = loop.seq2seq().state_dict(), tmp_path / "loop.pt", loop.answered(tmp_path)
    for name, buffer in (
        ("tgt_mask", FUTURE.bool()),
        ("transformer.decoder.layers.0.causal_mask", FUTURE[None, None] * -1e9),
        ("mask", 1 - FUTURE),
        ("src_mask", torch.zeros(9, 9)),
        ("position_ids", torch.arange(9)[None]),
    ):
        torch.save({**state, name: buffer}, path)
        found = recognise(path, said)
        found.check()
        assert name in found.left_out
    for name, buffer in (
        ("src_mask", FUTURE),
        ("tgt_mask", torch.zeros(9, 9)),
        ("tgt_mask", FUTURE.triu(3)),
        ("position_ids", torch.arange(9).flip(0)),
        ("step_mask", torch.ones(9)),
    ):
        torch.save({**state, name: buffer}, path)
        assert f"tensors that cannot be mapped: {name}" in refused(path, said)


def test_a_stored_table_may_be_computed_instead(tmp_path: Path):
    model = loop.seq2seq(positions="given")
    path = loop.saved(model, tmp_path)
    ours = loop.assert_imported(tmp_path, path, model)
    assert ours.config.positions == "sinusoidal"
    assert "pe" in recognise(path, loop.answered(tmp_path)).left_out
    assert "that cannot be mapped: pe" in refused(path, loop.answered(tmp_path, positions="halves"))


def test_the_same_table_in_both_stacks_is_one(tmp_path: Path):
    model = loop.seq2seq(positions="given")
    state = model.state_dict()
    state["pos_decoder.pe"] = sinusoids(loop.LONGEST + 3, loop.WIDTH)[:, None]
    state["pos_encoder.pe"] = state.pop("pe")
    torch.save(state, tmp_path / "loop.pt")
    ours = loop.assert_imported(tmp_path, "loop.pt", model, positions="")
    assert ours.config.positions == "given"
