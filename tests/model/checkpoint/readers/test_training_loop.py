"""What a loop kept beside its tensors: options that answer questions, buffers, an optimizer."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from tests.model.checkpoint.readers.loops import (
    Loop,
    assert_equal_passes,
    import_file,
    rows_of,
    sinusoids,
)
from tests.model.checkpoint.readers.seq2seq import (
    LONGEST,
    SOURCE,
    TARGET,
    WIDTH,
    answered,
    saved,
    seq2seq,
)

OPTIONS = {"nhead": 4, "norm_first": True, "activation": "gelu", "scale_embedding": False}
TOLD = {"heads": "4", "norm": "pre", "activation": "gelu", "scaled": "no"}


def told_by(path: Path, content: dict[str, Any]) -> dict[str, str]:
    torch.save(content, path / "loop.pt")
    return {q.name: q.answer for q in recognise(path / "loop.pt").questions if q.told}


@pytest.mark.parametrize(
    "kept",
    [
        {"config": OPTIONS},
        {"args": Namespace(**OPTIONS)},
        {"hparams": {"model": OPTIONS, "lr": 1e-3}},
        {"hyper_parameters": OPTIONS},
        OPTIONS,
        {"config": {**OPTIONS, "norm": "pre", "h": 512}},
        {"args": {"num_heads": 4, "normalize_before": "true", "act": "gelu", "emb_scale": "no"}},
    ],
)
def test_options_beside_the_tensors_are_the_models_own_word(tmp_path: Path, kept: dict[str, Any]):
    told = told_by(tmp_path, {"model_state": seq2seq().state_dict(), **kept})
    assert {name: told.get(name) for name in TOLD} == TOLD


def test_they_make_the_same_model_without_questions(tmp_path: Path):
    model = seq2seq(norm_first=True, activation="gelu", scaled=False)
    content = {"model_state": model.state_dict(), "config": {**OPTIONS, "layer_norm_eps": 1e-5}}
    torch.save(content, tmp_path / "loop.pt")
    left = dict.fromkeys(("heads", "norm", "activation", "scaled"), "")
    ours = import_file(
        tmp_path / "loop.pt", tmp_path / "ours.safetensors", answered(tmp_path, **left)
    )
    assert_equal_passes(Loop(ours, model, rows_of(TARGET), rows_of(SOURCE)), 3)


def test_an_answer_goes_before_what_the_model_says(tmp_path: Path):
    torch.save({"model": seq2seq().state_dict(), "config": OPTIONS}, tmp_path / "loop.pt")
    assert recognise(tmp_path / "loop.pt", {"heads": "2"}).config.n_heads == 2


@pytest.mark.parametrize(
    ("kept", "open_"),
    [
        ({"nhead": 4, "heads": 8}, "heads"),
        ({"config": {"nhead": "many"}}, "heads"),
        ({"config": {"norm_first": "maybe"}}, "norm"),
        ({"config": {"norm_first": [True]}}, "norm"),
        ({"config": {"norm": 1}}, "norm"),
        ({"config": {"h": 8}}, "heads"),
    ],
)
def test_what_disagrees_or_makes_no_sense_is_asked(tmp_path: Path, kept: dict, open_: str):
    torch.save({"model": seq2seq().state_dict(), **kept}, tmp_path / "loop.pt")
    assert open_ in {q.name for q in recognise(tmp_path / "loop.pt").questions if q.open}


def test_an_activation_that_is_not_known_is_one_sentence(tmp_path: Path):
    kept = {"model": seq2seq().state_dict(), "config": {"activation": "mish"}}
    with pytest.raises(ForeignModelError, match=r"activation \('mish'\) must be one of relu"):
        told_by(tmp_path, kept)


@pytest.mark.parametrize(("said", "told"), [("Sinusoidal", "sinusoidal"), ("rotary", None)])
def test_the_kind_of_positions_is_told_where_it_is_one(tmp_path: Path, said: str, told: str | None):
    kept = {"model": seq2seq().state_dict(), "config": {"pos_encoding": said}}
    assert told_by(tmp_path, kept).get("positions") == told


def test_special_tokens_and_an_epsilon_are_told(tmp_path: Path):
    kept = {"src_pad_idx": 1, "trg_pad_idx": 1, "bos_idx": 2, "eos_idx": 3, "layer_norm_eps": 3e-6}
    told = told_by(tmp_path, {"model": seq2seq().state_dict(), "params": kept})
    names = {"pad": "1", "src-pad": "1", "start": "2", "src-end": "3", "epsilon": "3e-06"}
    assert {name: told.get(name) for name in names} == names


def test_options_in_a_safetensors_header_are_read(tmp_path: Path):
    save_file(seq2seq().state_dict(), tmp_path / "a.safetensors", metadata={"nhead": "4"})
    told = {q.name: q.answer for q in recognise(tmp_path / "a.safetensors").questions if q.told}
    assert told["heads"] == "4"


@pytest.mark.parametrize("prefix", ["_orig_mod.", "module._orig_mod.", "model.", "net.", "x.y."])
def test_an_optimizer_and_a_loss_are_not_the_model(tmp_path: Path, prefix: str):
    """Of DataParallel, torch.compile or Lightning: names have something before."""
    model = seq2seq()
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
    path = tmp_path / "loop.pt"
    ours = import_file(path, tmp_path / "ours.safetensors", answered(tmp_path))
    assert_equal_passes(Loop(ours, model, rows_of(TARGET), rows_of(SOURCE)), 2)


def test_modules_that_were_saved_one_by_one_are_one_model(tmp_path: Path):
    model = seq2seq()
    parts = {name: module.state_dict() for name, module in model.named_children()}
    parts |= {"opt": torch.optim.Adam(model.parameters()).state_dict()}
    torch.save(parts, tmp_path / "loop.pt")
    ours = import_file(tmp_path / "loop.pt", tmp_path / "ours.safetensors", answered(tmp_path))
    assert_equal_passes(Loop(ours, model, rows_of(TARGET), rows_of(SOURCE)), 2)


FUTURE = torch.ones(9, 9).triu(1)


@pytest.mark.parametrize(
    ("name", "buffer"),
    [
        ("tgt_mask", FUTURE.bool()),
        ("transformer.decoder.layers.0.causal_mask", FUTURE[None, None] * -1e9),
        ("mask", 1 - FUTURE),
        ("src_mask", torch.zeros(9, 9)),
        ("position_ids", torch.arange(9)[None]),
    ],
)
def test_buffers_that_say_what_is_done_anyway_are_left_out(
    tmp_path: Path, name: str, buffer: torch.Tensor
):
    state = {**seq2seq().state_dict(), name: buffer}
    torch.save(state, tmp_path / "loop.pt")
    found = recognise(tmp_path / "loop.pt", answered(tmp_path))
    found.check()
    assert name in found.left_out


@pytest.mark.parametrize(
    ("name", "buffer"),
    [
        ("src_mask", FUTURE),
        ("tgt_mask", torch.zeros(9, 9)),
        ("tgt_mask", FUTURE.triu(3)),
        ("position_ids", torch.arange(9).flip(0)),
        ("step_mask", torch.ones(9)),
    ],
)
def test_buffers_that_say_something_else_have_no_place(
    tmp_path: Path, name: str, buffer: torch.Tensor
):
    torch.save({**seq2seq().state_dict(), name: buffer}, tmp_path / "loop.pt")
    with pytest.raises(ForeignModelError, match=f"tensors that cannot be mapped: {name}"):
        recognise(tmp_path / "loop.pt", answered(tmp_path)).check()


def test_a_stored_table_may_be_computed_instead(tmp_path: Path):
    model = seq2seq(positions="given")
    path = saved(model, tmp_path)
    ours = import_file(path, tmp_path / "ours.safetensors", answered(tmp_path))
    assert ours.config.positions == "sinusoidal"
    assert "pe" in recognise(path, answered(tmp_path)).left_out
    assert_equal_passes(Loop(ours, model, rows_of(TARGET), rows_of(SOURCE)), 3)
    with pytest.raises(ForeignModelError, match="that cannot be mapped: pe"):
        recognise(path, answered(tmp_path, positions="halves")).check()


def test_the_same_table_in_both_stacks_is_one(tmp_path: Path):
    model = seq2seq(positions="given")
    state = model.state_dict()
    state["pos_decoder.pe"] = sinusoids(LONGEST + 3, WIDTH)[:, None]
    state["pos_encoder.pe"] = state.pop("pe")
    torch.save(state, tmp_path / "loop.pt")
    path = tmp_path / "loop.pt"
    ours = import_file(path, tmp_path / "ours.safetensors", answered(tmp_path, positions=""))
    assert ours.config.positions == "given"
    assert_equal_passes(Loop(ours, model, rows_of(TARGET), rows_of(SOURCE)), 3)
