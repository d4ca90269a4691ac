"""``headlight import``: a table, a checkpoint, or one sentence."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoint.file import load_checkpoint
from model.decoding.samples import sample_sentences
from tests.model.checkpoint.readers.small_t5 import CONFIG, t5_folder, t5_tensors
from tests.viz_app.cli.commands import ROOT, assert_refused
from tests.viz_app.cli.mutated.small_models import bart, bert, gpt2
from viz_app.storage.library import Library


def test_a_folder_becomes_a_checkpoint_that_translates(headlight, t5, tmp_path):
    path = tmp_path / "t5.safetensors"
    outcome = headlight("import", t5, "-o", path)
    assert (outcome.status, outcome.out) == (0, f"{path}\n")
    model = load_checkpoint(path)
    assert (model.task, model.record["family"], model.record["source"]) == (
        "imported",
        "T5",
        "my-t5",
    )
    said = headlight("translate", "the cat", "--model", path, "--json", "--device", "cpu")
    assert (said.status, json.loads(said.out)["model"]) == (0, "t5")


def test_without_a_name_it_goes_among_the_models_and_is_listed_as_imported(headlight, t5):
    first = headlight("import", t5)
    second = headlight("import", t5)
    paths = [Path(outcome.out.strip()) for outcome in (first, second)]
    assert [path.parent for path in paths] == [Library().imported] * 2
    assert paths[0] != paths[1]
    lines = [line for line in headlight("models").out.splitlines() if line.endswith(f"{paths[0]}")]
    assert len(lines) == 1
    words = ["imported", "from", "my-t5", "(T5)", "imported"]
    assert lines[0].split()[:6] == [paths[0].stem, *words]


@pytest.mark.parametrize("part", ["model.safetensors", "config.json"])
def test_a_file_of_a_folder_stands_for_the_folder_and_has_its_name(headlight, t5, part):
    said = headlight("import", t5 / part)
    assert (said.status, said.out) == (0, f"{Library().imported / 'my-t5.safetensors'}\n")
    assert "imported from my-t5 (T5)" in headlight("models").out


def test_a_ctranslate2_file_has_the_name_of_its_folder(headlight, shared_dir):
    said = headlight("import", shared_dir / "models" / "aren-transliteration" / "model.bin")
    assert Path(said.out.strip()).stem == "aren-transliteration"


@pytest.mark.parametrize("inner", ["", "snapshots/abc123", "snapshots/abc123/model.safetensors"])
def test_the_hubs_cache_is_read_and_its_model_has_its_name(headlight, t5, tmp_path, inner):
    cache = tmp_path / "models--somebody--my-t5"
    snapshot = cache / "snapshots" / "abc123"
    snapshot.mkdir(parents=True)
    (cache / "refs").mkdir()
    (cache / "refs" / "main").write_text("abc123")
    (cache / "snapshots" / "older").mkdir()
    shutil.copytree(t5, cache / "blobs")
    for file in t5.iterdir():
        (snapshot / file.name).symlink_to(Path("..", "..", "blobs", file.name))
    said = headlight("import", cache / inner)
    assert (said.err, Path(said.out.strip()).stem) == ("", "my-t5")
    outside = tmp_path / "outside.json"
    shutil.move(cache / "blobs" / "config.json", outside)
    (cache / "blobs" / "config.json").symlink_to(outside)
    assert_refused(headlight("import", snapshot), "points outside the folder", "outside.json")


def test_a_dry_run_prints_every_place_and_writes_nothing(headlight, t5, tmp_path):
    outcome = headlight("import", t5, "--dry-run")
    assert (outcome.status, outcome.err) == (0, "")
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert "family T5" in lines
    assert "d_kv 5" in lines
    assert "source vocabulary 51 tokens" in lines
    place = "encoder.block.0.layer.0.SelfAttention.q.weight → encoder_layers.0.attention.w_q.weight"
    assert f"{place} 10 × 12" in lines
    assert "shared.weight → tgt_embedding.tokens.weight 51 × 12 (reordered, 1 added)" in lines
    for name in t5_tensors():
        assert name in outcome.out
    assert [path.name for path in tmp_path.iterdir()] == ["my-t5"]
    assert not Library().folder.exists()
    outcome = headlight("import", t5, "--dry-run", "-o", tmp_path / "out.safetensors")
    assert (outcome.status, outcome.out) == (2, "")
    assert "--dry-run and -o cannot be combined: --dry-run writes nothing" in outcome.err


@pytest.mark.parametrize(
    ("family", "lines"),
    [
        (bart, ["added to a source <s> … </s>", "added to a target <s> …"]),
        (gpt2, ["added to a target <s> …"]),  # its tokenizer.json adds nothing
        (bert, ["added to a source [CLS] … [SEP]"]),
    ],
)
def test_a_dry_run_lists_the_special_tokens_around_a_text(headlight, tmp_path, family, lines):
    path, _ = family(tmp_path)
    outcome = headlight("import", path, "--dry-run")
    found = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert [line for line in found if line.startswith("added to")] == lines


def test_a_byte_level_model_reads_a_text_as_it_was_typed(headlight, tmp_path):
    (tmp_path / "bart").mkdir()
    path, checkpoint = tmp_path / "bart", tmp_path / "bart.safetensors"
    assert headlight("import", bart(path)[0], "-o", checkpoint).status == 0
    typed = " the  cat\t\u200bsat\n"
    outcome = headlight("translate", typed, "--json", "--model", checkpoint)
    read = json.loads(outcome.out)
    assert (read["source"]["text"], outcome.err, read["notices"]) == (typed, "", [])
    plain = headlight("translate", "the cat sat", "--json", "--model", checkpoint)
    assert len(read["source"]["tokens"]) > len(json.loads(plain.out)["source"]["tokens"])


def test_a_dry_run_lists_what_is_left_out_and_settings_that_are_not_followed(headlight, t5):
    tensors = load_file(t5 / "model.safetensors")
    copy = {"lm_head.weight": tensors["shared.weight"].clone()}
    save_file({**tensors, **copy}, t5 / "model.safetensors")
    (t5 / "generation_config.json").write_text('{"num_beams": 4, "suppress_tokens": [7]}')
    outcome = headlight("import", t5, "--dry-run")
    assert (outcome.status, outcome.err) == (0, "")
    left_out, settings = outcome.out.split("\n\n")[-2:]
    assert left_out.splitlines()[1:] == ["  lm_head.weight"]
    assert settings.splitlines()[1:] == ["  num_beams = 4"]
    assert "forbidden" in outcome.out


def test_a_dry_run_lists_what_has_no_place_and_what_is_missing(headlight, t5):
    tensors = load_file(t5 / "model.safetensors")
    del tensors["encoder.final_layer_norm.weight"]
    save_file({**tensors, "lora.a": torch.ones(2)}, t5 / "model.safetensors")
    outcome = headlight("import", t5, "--dry-run")
    assert outcome.status == 1
    assert "encoder.final_layer_norm.weight (missing)" in outcome.out
    assert outcome.out.endswith("unmapped\n  lora.a\n")
    assert "has no tensor encoder.final_layer_norm.weight" in outcome.err


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


@pytest.mark.usefixtures("sigint_of_a_terminal")
def test_an_interrupted_import_leaves_nothing(headlight, t5, tmp_path, monkeypatch):
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
    outcome = headlight("import", t5, "-o", tmp_path / "out.safetensors")
    assert outcome.status == 130
    assert [path.name for path in tmp_path.iterdir()] == ["my-t5"]


def test_shapes_are_found_out_without_torchs_compiler(t5, tmp_path):
    """Which takes a second to be imported, and is by arithmetic on tensors without numbers."""
    out = tmp_path / "t5.safetensors"
    command = f"""
import sys
from viz_app.cli.main import main
main(["import", {str(t5)!r}, "-o", {str(out)!r}])
print(*({{"sympy", "torch._dynamo"}} & {{*sys.modules}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, check=True
    )
    assert done.stdout.decode() == f"{out}\n\n"
