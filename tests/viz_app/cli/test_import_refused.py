"""``headlight import``: what cannot be imported is refused in one sentence."""

import json
import os
import shutil
import time
import zipfile
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoint.locations import SHIPPED_FOLDER
from tests.model.checkpoint.readers.seq2seq import seq2seq
from tests.model.checkpoint.readers.small_t5 import t5_folder, t5_tensors
from tests.viz_app.cli.commands import assert_refused
from tests.viz_app.full_disk import full_disk
from viz_app.storage.desktop_files import user_data_folder


@pytest.mark.parametrize(
    ("files", "named", "sentence"),
    [
        (["adapter_config.json", "adapter_model.safetensors"], "", "is only an adapter"),
        (["tokenizer.json"], "", "contains a tokenizer without a model"),
        (["notes.txt"], "", "contains no model: neither config.json nor a weights file"),
        (["best.pt", "last.pt"], "", "give its file: best.pt, last.pt."),
        (["model.gguf"], "", "is in llama.cpp format, which is not supported"),
        (["model.onnx"], "model.onnx", "is in ONNX format, which is not supported"),
        (["a.H5"], "a.H5", "is in Keras format, which is not supported"),
    ],
)
def test_what_is_no_model_that_is_read_is_said_to_be_what_it_is(
    headlight, tmp_path, files, named, sentence
):
    folder = tmp_path / "theirs"
    folder.mkdir()
    for file in files:
        (folder / file).write_bytes(b"GGUF and so on")
    assert_refused(headlight("import", folder / named), sentence)


def test_who_names_what_is_not_imported_is_told_what_to_do(headlight, t5, tmp_path):
    said = headlight("translate", "the cat", "--model", t5)
    assert_refused(said, "is a folder, not a checkpoint", "Import models of other programs first")
    path = SHIPPED_FOLDER / "reverse.safetensors"
    assert_refused(headlight("import", path), "is a Headlight checkpoint", "open it")
    assert_refused(headlight("import", tmp_path / "none"), "none", "No such file")


def test_other_programs_and_formats_are_named(headlight, t5, tmp_path):
    (t5 / "model.safetensors").rename(t5 / "tf_model.h5")
    assert_refused(headlight("import", t5), "tf_model.h5 is in Keras format")
    path = tmp_path / "scripted.pt"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:  # as torch.jit.save does
        for part in ("data.pkl", "constants.pkl", "code/__torch__/linear.py"):
            archive.writestr(f"scripted/{part}", b"code of its author")
    assert_refused(headlight("import", path), "is a program (TorchScript)", "state_dict()")


def test_nothing_is_written_over_what_is_read_or_shipped(headlight, t5):
    weights = t5 / "model.safetensors"
    before = weights.read_bytes()
    assert_refused(headlight("import", t5, "-o", weights), "is being read and would be replaced")
    assert weights.read_bytes() == before
    shipped = headlight("import", t5, "-o", SHIPPED_FOLDER / "mine.safetensors")
    assert_refused(shipped, "that folder contains the models shipped with Headlight")


def test_a_full_disk_is_told_by_the_folder_that_is_full(headlight, t5, tmp_path):
    with full_disk():
        own = headlight("import", t5)
        named = headlight("import", t5, "-o", tmp_path / "my.safetensors")
    full = user_data_folder() / "headlight" / "models" / "imported"
    sentence = f"The model cannot be saved in {full}: No space left on device."
    assert_refused(own, f"{sentence} Choose another place with -o FILE.")
    assert [*full.iterdir()] == []
    assert_refused(named, f"{tmp_path}/my.safetensors cannot be written: No space left on device.")


def _spoil(folder: Path, what: str) -> None:
    weights = folder / "model.safetensors"
    config = json.loads((folder / "config.json").read_text())
    tensors = load_file(weights)
    if what == "no configuration":
        (folder / "config.json").unlink()
    elif what == "no weights":
        weights.unlink()
    elif what == "another shape":
        save_file({**tensors, "shared.weight": torch.ones(50, 13)}, weights)
    elif what == "another family":
        (folder / "config.json").write_text(json.dumps({**config, "model_type": "mamba"}))
    elif what == "cut":
        weights.write_bytes(weights.read_bytes()[:5000])
    elif what == "pointer":
        weights.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n")
    elif what == "too large":
        large = {"d_model": 65536, "d_ff": 65536}
        (folder / "config.json").write_text(json.dumps({**config, **large}))
    elif what == "too deep":
        (folder / "config.json").write_text(json.dumps({**config, "num_layers": 65536}))
    elif what == "too many pieces":
        (folder / "config.json").write_text(json.dumps({**config, "vocab_size": 10**12}))
    elif what == "not finite":
        save_file({**tensors, "shared.weight": torch.full((50, 12), torch.nan)}, weights)
    elif what == "link":
        outside = folder.with_name("outside.safetensors")
        shutil.move(weights, outside)
        weights.symlink_to(outside)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("no configuration", ("has no config.json", "model.safetensors")),
        ("no weights", ("contains no weights", "model.safetensors")),
        ("another shape", ("shared.weight", "51 × 13", "51 × 12")),
        ("another family", ("'mamba'", "t5", "marian")),
        ("cut", ("model.safetensors is damaged",)),
        ("pointer", ("is a Git LFS pointer", "git lfs pull")),
        ("too large", ("65536",)),
        ("too deep", ("num_layers (65536)", "tensors")),
        ("too many pieces", ("vocab_size (1000000000000)",)),
        ("not finite", ("shared.weight", "infinite or NaN")),
        ("link", ("points outside the folder", "outside.safetensors")),
    ],
)
def test_bad_input_is_one_sentence_and_takes_no_time(headlight, t5, tmp_path, what, words):
    _spoil(t5, what)
    start = time.process_time()
    assert_refused(headlight("import", t5, "-o", tmp_path / "out.safetensors"), *words)
    assert time.process_time() - start < 2
    assert not [path for path in tmp_path.iterdir() if path.name.startswith((".", "out."))]


class _Runs:
    """What a pickle of somebody else may do."""

    def __init__(self, proof: Path) -> None:
        self.proof = proof

    def __reduce__(self):
        return os.mkdir, (str(self.proof),)


def test_code_in_a_pickle_is_not_run(headlight, tmp_path):
    folder, proof = t5_folder(tmp_path / "t5", binary=True), tmp_path / "proof"
    torch.save({**t5_tensors(), "more": _Runs(proof)}, folder / "pytorch_model.bin")
    assert_refused(
        headlight("import", folder), "pytorch_model.bin", "would run code from its author"
    )
    assert not proof.exists()


@pytest.mark.parametrize("options", [("--heads", "8"), ("--heads=8",)])
def test_what_is_not_asked_is_refused_wherever_it_stands(headlight, t5, options):
    for arguments in ((*options, t5), (t5, *options)):
        assert_refused(headlight("import", *arguments), "heads does not apply to a T5 model.")


def test_answers_come_to_the_reader_under_their_names(headlight, t5, monkeypatch):
    from model.checkpoint import importing

    def read(found, answers):
        answers.number("layer-count", default=2, smallest=1, largest=9)
        answers.choice("norm", ("pre", "post"))
        return importing.hub_models.read_t5(found, answers)

    monkeypatch.setattr(importing, "HUB_READERS", {"t5": read})
    assert_refused(
        headlight("import", t5), "does not state layer-count, norm:", "--layer-count VALUE"
    )
    assert_refused(headlight("import", t5, "--norm", "pre"), "give it with --layer-count.")
    assert_refused(
        headlight("import", t5, "--nrm", "pre"),
        "nrm does not apply",
        "supported: layer-count, norm.",
    )
    table = headlight("import", t5, "--norm", "post", "--dry-run")
    assert "--norm post   given; allowed: pre, post" in table.out
    answered, asked = (table.out.split("\n\n")[place].splitlines() for place in (1, -1))
    assert answered[0] == "answered; can be overridden"
    assert asked == ["still needed", "  --layer-count VALUE   allowed: 1 to 9"]
    assert_refused(headlight("import", t5, "--layer-count", "12"), "'12'", "from 1 to 9")
    assert headlight("import", t5, "--layer-count", "3", "--norm=pre").status == 0


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("heads", "many", "heads ('many') must be a whole number from 1 to 16."),
        ("heads", "4.0", "heads ('4.0') must be a whole number from 1 to 16."),
        ("heads", "99", "heads ('99') must be a whole number from 1 to 16."),
        ("heads", "", "heads ('') must be a whole number from 1 to 16."),
        ("heads", "5", "loop.pt: d_model (16) must be divisible by n_heads (5)."),
        ("norm", "sideways", "norm ('sideways') must be one of post, pre."),
        ("epsilon", "tiny", "epsilon ('tiny') must be one of"),
        ("src-vocab", "nowhere.txt", "nowhere.txt cannot be read: No such file or directory."),
        ("nonsense", "3", "nonsense does not apply to a torch.nn.Transformer model; supported:"),
    ],
)
def test_an_answer_that_is_none_is_one_sentence(headlight, tmp_path, option, value, sentence):
    torch.save({"state_dict": seq2seq().state_dict()}, tmp_path / "loop.pt")
    for options in ((f"--{option}={value}",), (f"--{option}={value}", "--dry-run")):
        assert_refused(headlight("import", tmp_path / "loop.pt", *options), sentence)


def test_an_option_without_a_value_is_bad_usage(headlight, t5):
    for arguments in (("--heads",), ("--heads", "--dry-run")):
        outcome = headlight("import", t5, *arguments)
        assert outcome.status == 2
        assert "--heads: expected one argument" in outcome.err


def test_a_loops_own_options_are_shown_as_the_models_word(headlight, tmp_path):
    state = {"state_dict": seq2seq().state_dict(), "config": {"nhead": 4, "norm_first": True}}
    torch.save(state, tmp_path / "loop.pt")
    outcome = headlight("import", tmp_path / "loop.pt", "--dry-run")
    assert "--heads 4   from the model; allowed: 1 to 16\n" in outcome.out
    assert "--norm pre   from the model; allowed: " in outcome.out
    asked = outcome.out.split("\n\n")[-1].splitlines()
    assert asked[0] == "still needed"
    assert "  --activation VALUE   allowed: relu, gelu, gelu_tanh, silu" in asked
    assert "--activation" not in outcome.out.split("\n\n")[1]
    known = [line.split() for line in outcome.out.split("\n\n")[0].splitlines()]
    assert ["n_heads", "4"] in known and ["norm", "pre"] in known
    assert ["activation", "not", "stated"] in known
    said = headlight("import", tmp_path / "loop.pt", "--dry-run", "--heads", "2")
    assert "--heads 2   given; allowed: 1 to 16\n" in said.out
