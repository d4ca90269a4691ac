"""``headlight import``: a table, a checkpoint, or one sentence."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoint.file import load_checkpoint
from model.checkpoint.shipped import SHIPPED_FOLDER
from model.decoding.samples import sample_sentences
from tests.model.checkpoint.readers.seq2seq import seq2seq
from tests.model.checkpoint.readers.small_t5 import CONFIG, t5_folder, t5_tensors
from tests.viz_app.cli.commands import ROOT
from viz_app.storage.library import Library


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return t5_folder(tmp_path / "my-t5")


def _refused(outcome, *words: str) -> None:
    """One sentence, nothing on stdout."""
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("headlight: ")
    assert outcome.err.count("\n") == 1
    for word in words:
        assert word in outcome.err


def test_a_folder_becomes_a_checkpoint_that_translates(headlight, folder, tmp_path):
    path = tmp_path / "t5.safetensors"
    outcome = headlight("import", folder, "-o", path)
    assert (outcome.status, outcome.out) == (0, f"{path}\n")
    model = load_checkpoint(path)
    assert (model.task, model.record["family"], model.record["source"]) == (
        "imported",
        "T5",
        "my-t5",
    )
    said = headlight("translate", "the cat", "--model", path, "--json", "--device", "cpu")
    assert (said.status, json.loads(said.out)["model"]) == (0, "t5")


def test_without_a_name_it_goes_among_the_models_and_is_listed_as_imported(headlight, folder):
    first = headlight("import", folder)
    second = headlight("import", folder)
    paths = [Path(outcome.out.strip()) for outcome in (first, second)]
    assert [path.parent for path in paths] == [Library().imported] * 2
    assert paths[0] != paths[1]
    lines = [line for line in headlight("models").out.splitlines() if line.endswith(f"{paths[0]}")]
    assert len(lines) == 1
    words = ["imported", "from", "my-t5", "(T5)", "imported"]
    assert lines[0].split()[:6] == [paths[0].stem, *words]


@pytest.mark.parametrize("part", ["model.safetensors", "config.json"])
def test_a_file_of_a_folder_stands_for_the_folder_and_has_its_name(headlight, folder, part):
    said = headlight("import", folder / part)
    assert (said.status, said.out) == (0, f"{Library().imported / 'my-t5.safetensors'}\n")
    assert "imported from my-t5 (T5)" in headlight("models").out


def test_a_ctranslate2_file_has_the_name_of_its_folder(headlight, shared_dir):
    said = headlight("import", shared_dir / "models" / "aren-transliteration" / "model.bin")
    assert Path(said.out.strip()).stem == "aren-transliteration"


@pytest.mark.parametrize("inner", ["", "snapshots/abc123", "snapshots/abc123/model.safetensors"])
def test_the_hubs_cache_is_read_and_its_model_has_its_name(headlight, folder, tmp_path, inner):
    cache = tmp_path / "models--somebody--my-t5"
    snapshot = cache / "snapshots" / "abc123"
    snapshot.mkdir(parents=True)
    (cache / "refs").mkdir()
    (cache / "refs" / "main").write_text("abc123")
    (cache / "snapshots" / "older").mkdir()
    shutil.copytree(folder, cache / "blobs")
    for file in folder.iterdir():
        (snapshot / file.name).symlink_to(Path("..", "..", "blobs", file.name))
    said = headlight("import", cache / inner)
    assert (said.err, Path(said.out.strip()).stem) == ("", "my-t5")
    outside = tmp_path / "outside.json"
    shutil.move(cache / "blobs" / "config.json", outside)
    (cache / "blobs" / "config.json").symlink_to(outside)
    _refused(headlight("import", snapshot), "leads out of the folder", "outside.json")


@pytest.mark.parametrize(
    ("files", "named", "sentence"),
    [
        (["adapter_config.json", "adapter_model.safetensors"], "", "is an adapter alone"),
        (["tokenizer.json"], "", "holds a tokenizer without a model"),
        (["notes.txt"], "", "holds no model: neither config.json nor a file with weights"),
        (["best.pt", "last.pt"], "", "is named by its file: best.pt, last.pt."),
        (["model.gguf"], "", "is in the format of llama.cpp, which is not read here"),
        (["model.onnx"], "model.onnx", "is in the format of ONNX, which is not read here"),
        (["a.H5"], "a.H5", "is in the format of Keras, which is not read here"),
    ],
)
def test_what_is_no_model_that_is_read_is_said_to_be_what_it_is(
    headlight, tmp_path, files, named, sentence
):
    folder = tmp_path / "theirs"
    folder.mkdir()
    for file in files:
        (folder / file).write_bytes(b"GGUF and so on")
    _refused(headlight("import", folder / named), sentence)


def test_a_folder_is_no_checkpoint_and_how_it_becomes_one_is_said(headlight, folder):
    said = headlight("translate", "the cat", "--model", folder)
    _refused(said, "is a folder, not a checkpoint", "is imported first")


def test_other_weights_of_a_hub_folder_are_named(headlight, folder):
    (folder / "model.safetensors").rename(folder / "tf_model.h5")
    _refused(headlight("import", folder), "tf_model.h5 is in the format of Keras")


def test_a_program_of_torchscript_is_not_said_to_be_damaged(headlight, tmp_path):
    path = tmp_path / "scripted.pt"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:  # as torch.jit.save does
        for part in ("data.pkl", "constants.pkl", "code/__torch__/linear.py"):
            archive.writestr(f"scripted/{part}", b"code of its author")
    _refused(headlight("import", path), "is a program (TorchScript)", "state_dict()")


def test_a_checkpoint_of_headlight_is_opened_not_imported(headlight):
    path = SHIPPED_FOLDER / "reverse.safetensors"
    _refused(headlight("import", path), "is a checkpoint of Headlight", "open it")


def test_a_dry_run_prints_every_place_and_writes_nothing(headlight, folder, tmp_path):
    outcome = headlight("import", folder, "--dry-run", "-o", tmp_path / "out.safetensors")
    assert (outcome.status, outcome.err) == (0, "")
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert "family T5" in lines
    assert "d_kv 5" in lines
    assert "source vocabulary 51 tokens" in lines
    place = "encoder.block.0.layer.0.SelfAttention.q.weight → encoder_layers.0.attention.w_q.weight"
    assert f"{place} 10 × 12" in lines
    assert "shared.weight → tgt_embedding.tokens.weight 51 × 12 (rows reordered)" in lines
    for name in t5_tensors():
        assert name in outcome.out
    assert not (tmp_path / "out.safetensors").exists()
    assert not Library().folder.exists()


def test_a_dry_run_lists_what_is_left_out_and_settings_that_are_not_followed(headlight, folder):
    tensors = load_file(folder / "model.safetensors")
    copy = {"lm_head.weight": tensors["shared.weight"].clone()}
    save_file({**tensors, **copy}, folder / "model.safetensors")
    (folder / "generation_config.json").write_text('{"num_beams": 4, "suppress_tokens": [7]}')
    outcome = headlight("import", folder, "--dry-run")
    assert (outcome.status, outcome.err) == (0, "")
    left_out, settings = outcome.out.split("\n\n")[-2:]
    assert left_out.splitlines()[1:] == ["  lm_head.weight"]
    assert settings.splitlines()[1:] == ["  num_beams = 4"]
    assert "forbidden" in outcome.out


def test_a_dry_run_lists_what_has_no_place_and_what_is_missing(headlight, folder):
    tensors = load_file(folder / "model.safetensors")
    del tensors["encoder.final_layer_norm.weight"]
    save_file({**tensors, "lora.a": torch.ones(2)}, folder / "model.safetensors")
    outcome = headlight("import", folder, "--dry-run")
    assert outcome.status == 1
    assert "encoder.final_layer_norm.weight (missing)" in outcome.out
    assert outcome.out.endswith("without a place\n  lora.a\n")
    assert "has no tensor encoder.final_layer_norm.weight" in outcome.err


@pytest.mark.parametrize("options", [("--heads", "8"), ("--heads=8",)])
def test_what_is_not_asked_is_refused_wherever_it_stands(headlight, folder, options):
    for arguments in ((*options, folder), (folder, *options)):
        _refused(headlight("import", *arguments), "heads is not asked of a T5 model.")


def test_answers_come_to_the_reader_under_their_names(headlight, folder, monkeypatch):
    from model.checkpoint import importing

    def read(found, answers):
        answers.number("layer-count", default=2, smallest=1, largest=9)
        answers.choice("norm", ("pre", "post"))
        return importing.read_t5(found, answers)

    monkeypatch.setattr(importing, "HUB_READERS", {"t5": read})
    _refused(headlight("import", folder), "does not say layer-count, norm:", "--layer-count VALUE")
    _refused(headlight("import", folder, "--norm", "pre"), "give it with --layer-count.")
    _refused(headlight("import", folder, "--nrm", "pre"), "nrm is not", "is: layer-count, norm.")
    table = headlight("import", folder, "--norm", "post", "--dry-run")
    assert "--norm post   given; can be: pre, post" in table.out
    assert "--layer-count 2   not said; can be: 1 to 9" in table.out
    _refused(headlight("import", folder, "--layer-count", "12"), "'12'", "from 1 to 9")
    assert headlight("import", folder, "--layer-count", "3", "--norm=pre").status == 0


def test_a_real_folder_has_sentences_to_begin_with(headlight, shared_dir, tmp_path):
    folder = tmp_path / "opus"
    shutil.copytree(shared_dir / "models" / "opus-mt-en-mg", folder, copy_function=shutil.copyfile)
    _small_marian(folder)
    path = tmp_path / "opus.safetensors"
    assert headlight("import", folder, "-o", path).status == 0
    samples = sample_sentences(load_checkpoint(path))
    assert samples == ("I have a cat.", "The book is on the table, and the cat sleeps.")
    said = headlight("translate", samples[0], "--model", path)  # pieces of both sides
    assert said.status == 0
    assert "▁" not in said.out


def _small_marian(folder: Path) -> None:
    """Random weights of a small size beside a real configuration."""
    path = folder / "config.json"
    config = json.loads(path.read_text())
    for stack in ("encoder", "decoder"):
        sizes = {"layers": 1, "attention_heads": 2, "ffn_dim": 8}
        config |= {f"{stack}_{name}": size for name, size in sizes.items()}
    path.write_text(json.dumps(config | {"d_model": 8}))
    rows = config["vocab_size"]
    tensors = {"model.shared.weight": torch.randn(rows, 8), "final_logits_bias": torch.zeros(rows)}
    for stack, attentions in (
        ("encoder", ("self_attn",)),
        ("decoder", ("self_attn", "encoder_attn")),
    ):
        place = f"model.{stack}.layers.0."
        norms = [*(f"{name}_layer_norm" for name in attentions), "final_layer_norm"]
        linears = [f"{name}.{part}_proj" for name in attentions for part in ("q", "k", "v", "out")]
        tensors |= {f"{place}{name}.weight": torch.ones(8) for name in norms}
        tensors |= {f"{place}{name}.weight": torch.randn(8, 8) for name in (*linears, "fc1", "fc2")}
        names = (*norms, *linears, "fc1", "fc2")
        tensors |= {f"{place}{name}.bias": torch.zeros(8) for name in names}
    save_file(
        {name: tensor.clone() for name, tensor in tensors.items()}, folder / "model.safetensors"
    )


def test_an_option_without_a_value_is_bad_usage(headlight, folder):
    for arguments in (("--heads",), ("--heads", "--dry-run")):
        outcome = headlight("import", folder, *arguments)
        assert outcome.status == 2
        assert "--heads: expected one argument" in outcome.err


def test_other_commands_still_know_their_options_only(headlight):
    assert headlight("models", "--heads", "8").status == 2


def test_weights_of_16_bits_stay_so_and_are_computed_with_32(headlight, tmp_path):
    sizes = []
    for kind in (torch.float16, torch.bfloat16, torch.float32):
        folder = t5_folder(tmp_path / f"{kind}", kind=kind)
        path = tmp_path / f"{kind}.safetensors"
        assert headlight("import", folder, "-o", path).status == 0
        kinds = {name: tensor.dtype for name, tensor in load_file(path).items()}
        assert kinds.pop("decoder_norm.weight") == torch.float32  # that is a product
        assert {*kinds.values()} == {kind}
        network = load_checkpoint(path).network
        assert {parameter.dtype for parameter in network.parameters()} == {torch.float32}
        sizes.append(sum(tensor.nbytes for tensor in load_file(path).values()))
    assert sizes[0] == sizes[1] and sizes[2] == 2 * sizes[0] - 4 * CONFIG["d_model"]


def test_nothing_is_written_over_what_is_read_or_shipped(headlight, folder):
    weights = folder / "model.safetensors"
    before = weights.read_bytes()
    _refused(headlight("import", folder, "-o", weights), "is being read and would be replaced")
    assert weights.read_bytes() == before
    shipped = headlight("import", folder, "-o", SHIPPED_FOLDER / "mine.safetensors")
    _refused(shipped, "that folder holds the models that came with Headlight")


def test_an_interrupted_import_leaves_nothing(headlight, folder, tmp_path, monkeypatch):
    from model.checkpoint import importing

    real = importing.import_steps

    def interrupted(*arguments):
        for index, step in enumerate(steps := real(*arguments)):
            if index == step.total // 2 + 3:
                assert [*tmp_path.glob(".*headlight-part")]
                signal.raise_signal(signal.SIGINT)
            yield step
        del steps

    monkeypatch.setattr(importing, "import_steps", interrupted)
    outcome = headlight("import", folder, "-o", tmp_path / "out.safetensors")
    assert outcome.status == 130
    assert [path.name for path in tmp_path.iterdir()] == ["my-t5"]


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
        ("no weights", ("holds no weights", "model.safetensors")),
        ("another shape", ("shared.weight", "51 × 13", "51 × 12")),
        ("another family", ("'mamba'", "t5", "marian")),
        ("cut", ("model.safetensors is damaged",)),
        ("pointer", ("is a Git LFS pointer", "git lfs pull")),
        ("too large", ("65536",)),
        ("too deep", ("num_layers (65536)", "tensors")),
        ("too many pieces", ("vocab_size (1000000000000)",)),
        ("not finite", ("shared.weight", "not a number")),
        ("link", ("leads out of the folder", "outside.safetensors")),
    ],
)
def test_bad_input_is_one_sentence_and_takes_no_time(headlight, folder, tmp_path, what, words):
    _spoil(folder, what)
    start = time.process_time()
    _refused(headlight("import", folder, "-o", tmp_path / "out.safetensors"), *words)
    assert time.process_time() - start < 2
    assert not [path for path in tmp_path.iterdir() if path.name.startswith((".", "out."))]


def test_what_is_nowhere_is_one_sentence(headlight, tmp_path):
    _refused(headlight("import", tmp_path / "none"), "none", "No such file")


class _Runs:
    """What a pickle of somebody else may do."""

    def __init__(self, proof: Path) -> None:
        self.proof = proof

    def __reduce__(self):
        return os.mkdir, (str(self.proof),)


def test_code_in_a_pickle_is_not_run(headlight, tmp_path):
    folder, proof = t5_folder(tmp_path / "t5", binary=True), tmp_path / "proof"
    torch.save({**t5_tensors(), "more": _Runs(proof)}, folder / "pytorch_model.bin")
    _refused(headlight("import", folder), "pytorch_model.bin", "would run code of its author")
    assert not proof.exists()


def test_a_loops_own_options_are_shown_as_the_models_word(headlight, tmp_path):
    state = {"state_dict": seq2seq().state_dict(), "config": {"nhead": 4, "norm_first": True}}
    torch.save(state, tmp_path / "loop.pt")
    outcome = headlight("import", tmp_path / "loop.pt", "--dry-run")
    assert "--heads 4   from the model; can be: 1 to 16\n" in outcome.out
    assert "--norm pre   from the model; can be: " in outcome.out
    assert "--activation relu   not said; can be: " in outcome.out
    said = headlight("import", tmp_path / "loop.pt", "--dry-run", "--heads", "2")
    assert "--heads 2   given; can be: 1 to 16\n" in said.out


def test_shapes_are_found_out_without_torchs_compiler(folder, tmp_path):
    """Which takes a second to be imported, and is by arithmetic on tensors without numbers."""
    out = tmp_path / "t5.safetensors"
    command = f"""
import sys
from viz_app.cli.main import main
main(["import", {str(folder)!r}, "-o", {str(out)!r}])
print(*({{"sympy", "torch._dynamo"}} & {{*sys.modules}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, check=True
    )
    assert done.stdout.decode() == f"{out}\n\n"
