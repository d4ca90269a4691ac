"""``headlight check`` of other people's models: no false alarm, no file, one sentence."""

import json
import signal
import tempfile
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from model.lessons.checks import CHECK_NAMES
from tests.viz_app.cli.commands import assert_refused
from tests.viz_app.cli.mutated.small_models import MODELS

ALONE = {"gpt2": {"source"}, "bert": {"future", "shift", "source", "cache"}}
"""What cannot be checked of the families with one stack; of none there are pairs of its task."""

NEVER_DOUBTED = ("weights", "activations", "future", "padding", "cache", "rows")
"""Checks of the code: random weights pass them like trained ones."""


@pytest.fixture
def made(tmp_path):

    def make(family):
        folder = tmp_path / f"their {family}"
        folder.mkdir()
        path, said = MODELS[family](folder)
        return path, [part for name, text in said.items() for part in (f"--{name}", text)]

    return make


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """A home and a folder for temporary files, in which nothing may appear."""
    folder = tmp_path / "nowhere"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.chdir(folder)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(folder))
    return folder


def _verdicts(outcome):
    return {check["name"]: check["verdict"] for check in json.loads(outcome.out)["checks"]}


def _complaints(outcome):
    """What was written to stderr beside the progress, which a slow machine shows."""
    return [line for line in outcome.err.splitlines() if not line.startswith("made ")]


@pytest.mark.parametrize("family", MODELS)
def test_a_random_model_of_a_family_fails_nothing_and_leaves_nothing(
    headlight, made, nowhere, family
):
    path, said = made(family)
    before = {file: file.read_bytes() for file in path.parent.rglob("*") if file.is_file()}
    outcome = headlight("check", path, "--json", *said)
    assert (outcome.status, _complaints(outcome)) == (0, [])
    verdicts = _verdicts(outcome)
    assert tuple(verdicts) == CHECK_NAMES
    assert {name for name, verdict in verdicts.items() if verdict == "not applicable"} == {
        "task",
        *ALONE.get(family, ()),
    }
    assert all(verdicts[name] in ("passed", "not applicable") for name in NEVER_DOUBTED)
    assert {file: file.read_bytes() for file in before} == before
    assert [*nowhere.rglob("*")] == []


@pytest.mark.parametrize("family", MODELS)
def test_it_is_found_what_an_import_would_have(headlight, made, tmp_path, family):
    path, said = made(family)
    checkpoint = tmp_path / "imported.safetensors"
    assert headlight("import", path, "-o", checkpoint, *said).status == 0
    directly, imported = (
        json.loads(headlight("check", *given, "--json").out)
        for given in ((path, *said), (checkpoint,))
    )
    # rounding depends on where in memory the weights are; None becomes nan
    numbers = [[check.pop("number") for check in each["checks"]] for each in (directly, imported)]
    np.testing.assert_allclose(*np.array(numbers, float), rtol=1e-3, atol=1e-5)
    assert directly["checks"] == imported["checks"]


def _fresh(folder):
    transformers = pytest.importorskip("transformers")
    config = transformers.AutoConfig.from_pretrained(folder)
    torch.manual_seed(0)
    kind = {"bert": transformers.BertForMaskedLM, "gpt2": transformers.GPT2LMHeadModel}.get(
        config.model_type
    ) or transformers.AutoModelForSeq2SeqLM._model_mapping[type(config)]
    state = kind(config).state_dict()
    for file in (*folder.glob("*.safetensors*"), *folder.glob("*.bin")):
        file.unlink()
    torch.save(state, folder / "pytorch_model.bin")


@pytest.mark.parametrize("family", ["marian", "bart", "mbart", "m2m100", "t5", "gpt2", "bert"])
def test_a_model_of_the_hubs_library_that_was_never_trained_fails_nothing(headlight, made, family):
    """Tied tables say again what they are fed, and weights near 0 attend to all alike."""
    path, said = made(family)
    _fresh(path)
    outcome = headlight("check", path, "--json", *said)
    assert (outcome.status, _complaints(outcome)) == (0, [])
    found = {check["name"]: check for check in json.loads(outcome.out)["checks"]}
    doubts = [name for name in ("shift", "dead_heads") if found[name]["verdict"] == "warning"]
    assert {found[name]["note"] for name in doubts} <= {"untrained"}


def _without_cross_values(tensors):
    for name in tensors:
        if "EncDecAttention.v." in name:
            tensors[name].zero_()


def _without_a_head(tensors):
    tensors["encoder.block.1.layer.0.SelfAttention.q.weight"][:5] = 0
    tensors["encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight"][:, 0] = 0


@pytest.mark.parametrize(
    ("breaking", "name"), [(_without_cross_values, "source"), (_without_a_head, "dead_heads")]
)
def test_a_foreign_model_that_is_broken_fails_that_check_alone(headlight, made, breaking, name):
    path, _ = made("t5")
    tensors = load_file(path / "model.safetensors")
    breaking(tensors)
    save_file(tensors, path / "model.safetensors")
    outcome = headlight("check", path, "--json")
    assert outcome.status == 1
    verdicts = _verdicts(outcome)
    assert [other for other, verdict in verdicts.items() if verdict == "failed"] == [name]


def test_what_it_does_not_say_is_asked_for_and_may_be_answered(headlight, made):
    path, said = made("torch_transformer")
    assert_refused(
        headlight("check", path),
        "does not state heads",
        "headlight import FILE --dry-run",
        status=2,
    )
    without = said.index("--heads")
    rest = said[:without] + said[without + 2 :]
    assert_refused(
        headlight("check", path, *rest), "does not state heads: give it with --heads.", status=2
    )
    assert_refused(
        headlight("check", path, *rest, "--heads", "many"), "heads ('many') must be ", status=2
    )


@pytest.mark.parametrize("family", ["t5", "torch_transformer", "fairseq"])
def test_an_answer_that_nobody_asked_for_is_refused(headlight, made, family):
    path, said = made(family)
    assert_refused(
        headlight("check", path, *said, "--hats", "3"), "hats does not apply to a ", status=2
    )


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_number_that_is_none_is_said_with_its_tensor(headlight, made, bad):
    path, _ = made("t5")
    tensors = load_file(path / "model.safetensors")
    tensors["decoder.final_layer_norm.weight"][1] = bad
    save_file(tensors, path / "model.safetensors")
    assert_refused(headlight("check", path), "decoder.final_layer_norm.weight", status=2)


@pytest.mark.usefixtures("sigint_of_a_terminal")
def test_ctrl_c_while_importing_leaves_nothing(headlight, made, nowhere, monkeypatch):
    from model.checkpoint import importing

    def interrupted(recognised):
        steps = before(recognised)
        yield next(steps)
        signal.raise_signal(signal.SIGINT)
        yield next(steps)

    before = importing.model_steps
    monkeypatch.setattr(importing, "model_steps", interrupted)
    path, said = made("marian")
    outcome = headlight("check", path, *said)
    assert (outcome.status, outcome.out) == (130, "")
    assert [*nowhere.rglob("*")] == []


def test_a_real_model_of_ctranslate2_is_well(headlight, shared_dir: Path):
    outcome = headlight("check", shared_dir / "models" / "aren-transliteration", "--json")
    assert outcome.status == 0
    assert "failed" not in _verdicts(outcome).values()
