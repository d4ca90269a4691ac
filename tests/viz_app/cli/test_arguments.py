"""What the commands' options become."""

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from model.config import ModelConfig
from model.values import captions_of
from tests.viz_app.cli.commands import assert_misused
from viz_app.cli.arguments import add_options, number, option, switch
from viz_app.cli.parser import parse
from viz_app.cli.train import ONLY_HERE, SplitOptions, names_of

TRAIN = ("train", "copy", "-o", "x")


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("d_model=256", "d_model", 256),
        ("seed=-1", "seed", -1),
        ("dropout=0.1", "dropout", 0.1),
        ("learning_rate=5e-4", "learning_rate", 0.0005),
        ("warmup=.5", "warmup", 0.5),
        ("tie_embeddings=true", "tie_embeddings", True),
        ("tie_embeddings=false", "tie_embeddings", False),
        ("norm=pre", "norm", "pre"),
        ("norm= pre ", "norm", "pre"),
        ("text=a=b", "text", "a=b"),
        ("text=nan", "text", "nan"),
    ],
)
def test_a_change_is_a_name_and_a_value(text, name, value):
    ((found_name, found),) = parse([*TRAIN, "--set", text]).changes
    assert (found_name, found, type(found)) == (name, value, type(value))


@pytest.mark.parametrize("text", ["d_model", "=1", "d_model=", "a= ", "d-model=1", "1a=1", "", " "])
def test_a_change_of_a_bad_form_is_told_the_right_one(headlight, text):
    outcome = headlight(*TRAIN, "--set", text)
    assert_misused(outcome, f"{text!r} must be NAME=VALUE, such as d_model=256")


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 5000])
def test_a_change_to_infinity_is_bad_usage(headlight, number):
    assert_misused(headlight(*TRAIN, "--set", f"d_model={number}"), "is too large")


def test_options_become_fields():
    options = parse(
        [
            *TRAIN,
            *("--validation", "500", "--name", " zh-en ", "--attribution", "by us", "--half"),
            *("--threads", "3", "--resume"),
        ]
    )
    assert (options.validation, options.name, options.attribution) == ("500", "zh-en", "by us")
    assert (options.half, options.threads, options.resume) == (True, 3, True)
    plain = parse(TRAIN)
    assert (plain.validation, plain.name, plain.attribution) == (None, None, None)
    assert (plain.half, plain.threads, plain.resume) == (False, None, False)
    assert plain.save_every == 60
    options = parse(["split", "a.tsv", "b.zh,b.en", "-o", "folder"])
    assert ([*options.corpora], options.output) == (["a.tsv", "b.zh,b.en"], Path("folder"))
    assert (options.heldout, options.seed) == (1000, 0)
    options = parse(["split", "a.tsv", "-o", "folder", "--heldout", "5", "--seed", "7"])
    assert (options.heldout, options.seed) == (5, 7)
    options = parse(["evaluate", "zh-en", "--source", "a", "--reference", "b", "--reference", "c"])
    assert (options.evaluated, options.source) == ("zh-en", Path("a"))
    assert ([*options.references], options.lowercase) == ([Path("b"), Path("c")], False)
    assert options.device is None
    options = parse([*TRAIN, "--set", "a=1", "--set", "b=2", "--set", "a=3"])
    assert [*options.changes] == [("a", 1), ("b", 2), ("a", 3)]
    assert not parse(TRAIN).changes


@pytest.mark.parametrize(
    ("text", "number"), [("60", 60.0), (".5", 0.5), ("1e-3", 0.001), ("86400", 86_400)]
)
def test_seconds_from_one_save_to_the_next(text, number):
    assert parse([*TRAIN, "--save-every", text]).save_every == number


@pytest.mark.parametrize(
    "text", ["0", "0.0", "-1", "86401", "1e9", "1e999", "nan", "inf", "1m", "", "²"]
)
def test_seconds_that_cannot_be_are_bad_usage(headlight, text):
    outcome = headlight(*TRAIN, f"--save-every={text}")
    assert_misused(outcome, f"{text!r} is not a number of seconds from 0 to 86,400")


def test_help_names_both_parts_of_split_and_what_the_form_does_not_have(headlight):
    told = " ".join(headlight("split", "--help").out.split())
    assert "a training part and a held-out part" in told
    assert "number of pairs of the first corpus to hold out (default: 1000)" in told
    switches = set(names_of(ModelConfig))
    shown = {name for name, setting in captions_of(ModelConfig).items() if setting.in_form}
    assert switches - set(ONLY_HERE) == shown
    assert set(ONLY_HERE) <= switches
    said = " ".join(headlight("train", "--help").out.split())
    reason = "not in the window's form, because only imported models need them"
    assert f"{reason}: {', '.join(ONLY_HERE)}" in said


WITHOUT = {
    "model": (
        TRAIN,
        ("split", "a.tsv", "-o", "x"),
        ("evaluate", "zh-en", "--source", "a", "--reference", "b"),
        ("models",),
    ),
    "device": (("split", "a.tsv", "-o", "x"), ("models",)),
}


@pytest.mark.parametrize(
    ("name", "command"), [(name, command) for name, many in WITHOUT.items() for command in many]
)
def test_what_a_command_makes_no_use_of_is_bad_usage_before_it(headlight, name, command):
    outcome = headlight(f"--{name}", "cpu", *command)
    assert_misused(outcome, f"--{name} has no effect before {command[0]}")


@pytest.mark.parametrize("option", ["--model", "--text"])
def test_nothing_is_no_model_and_no_sentence(headlight, option):
    assert_misused(headlight(option, " "), f"argument {option}: it contains no text")


@dataclass(frozen=True, kw_only=True)
class Coloured(SplitOptions):
    colour: Literal["red", "blue"] = option("colour of the lines", default="red")
    copies: int = number("number of copies", largest=9, default=1)
    at_once: bool = switch("do not wait")


def test_a_field_is_an_option(capsys):
    parser = ArgumentParser()
    add_options(parser, Coloured)
    given = parser.parse_args(["a.tsv", "-o", "x", "--colour=blue", "--copies=3", "--at-once"])
    made = Coloured(**vars(given))
    assert (made.colour, made.copies, made.at_once, made.heldout) == ("blue", 3, True, 1000)
    plain = Coloured(**vars(parser.parse_args(["a.tsv", "-o", "x"])))
    assert (plain.colour, plain.copies, plain.at_once) == ("red", 1, False)
    said = " ".join(parser.format_help().split())
    assert "--colour {red,blue} colour of the lines --copies N number of copies" in said
    for wrong in ("--colour=green", "--copies=10"):
        with pytest.raises(SystemExit):
            parser.parse_args(["a.tsv", "-o", "x", wrong])
        assert "green" in (said := capsys.readouterr().err) or "from 1 to 9" in said
