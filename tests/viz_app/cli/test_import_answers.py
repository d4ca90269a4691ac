"""``headlight import``: what a model does not say is answered by options, or refused by name."""

from pathlib import Path

import pytest
import torch

from tests.model.checkpoint.readers.seq2seq import seq2seq
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.cli.commands import assert_refused


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return t5_folder(tmp_path / "my-t5")


@pytest.mark.parametrize("options", [("--heads", "8"), ("--heads=8",)])
def test_what_is_not_asked_is_refused_wherever_it_stands(headlight, folder, options):
    for arguments in ((*options, folder), (folder, *options)):
        assert_refused(headlight("import", *arguments), "heads does not apply to a T5 model.")


def test_answers_come_to_the_reader_under_their_names(headlight, folder, monkeypatch):
    from model.checkpoint import importing

    def read(found, answers):
        answers.number("layer-count", default=2, smallest=1, largest=9)
        answers.choice("norm", ("pre", "post"))
        return importing.hub_models.read_t5(found, answers)

    monkeypatch.setattr(importing, "HUB_READERS", {"t5": read})
    assert_refused(
        headlight("import", folder), "does not state layer-count, norm:", "--layer-count VALUE"
    )
    assert_refused(headlight("import", folder, "--norm", "pre"), "give it with --layer-count.")
    assert_refused(
        headlight("import", folder, "--nrm", "pre"),
        "nrm does not apply",
        "supported: layer-count, norm.",
    )
    table = headlight("import", folder, "--norm", "post", "--dry-run")
    assert "--norm post   given; allowed: pre, post" in table.out
    answered, asked = (table.out.split("\n\n")[place].splitlines() for place in (1, -1))
    assert answered[0] == "answered; can be overridden"
    assert asked == ["still needed", "  --layer-count VALUE   allowed: 1 to 9"]
    assert_refused(headlight("import", folder, "--layer-count", "12"), "'12'", "from 1 to 9")
    assert headlight("import", folder, "--layer-count", "3", "--norm=pre").status == 0


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


def test_an_option_without_a_value_is_bad_usage(headlight, folder):
    for arguments in (("--heads",), ("--heads", "--dry-run")):
        outcome = headlight("import", folder, *arguments)
        assert outcome.status == 2
        assert "--heads: expected one argument" in outcome.err


def test_other_commands_still_know_their_options_only(headlight):
    assert headlight("models", "--heads", "8").status == 2


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
