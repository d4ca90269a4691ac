"""Models that have an encoder or a decoder alone, on the command line."""

import json
from pathlib import Path

import av
import numpy as np
import pytest

from model.checkpoint.file import save_checkpoint
from tests.model import one_stack
from tests.model.builders import config, untrained_model
from tests.viz_app.cli.commands import assert_refused
from viz_app.cli.terminal import visible

ALONE = {"encoder": config(decoder_layers=0), "decoder": config(encoder_layers=0)}


@pytest.fixture(params=ALONE)
def stack(request) -> str:
    return request.param


@pytest.fixture
def path(stack, tmp_path):
    save_checkpoint(untrained_model(ALONE[stack]), tmp_path / "alone.safetensors")
    return tmp_path / "alone.safetensors"


def test_only_what_there_is_is_drawn(headlight, qapp, path, stack, tmp_path):
    outcome = headlight("render", "a b c", "-o", tmp_path / "figures", "--model", path)
    assert (outcome.status, outcome.err) == (0, "")
    drawn = {picture.stem for picture in (tmp_path / "figures").iterdir()}
    assert drawn == {stack, "positions"}


def test_attention_that_it_has_not_cannot_be_switched_off(headlight, path, stack):
    missing = "decoder" if stack == "encoder" else "encoder"
    sentence = f"z {missing} 1: the model has no {missing} attention."
    off = headlight("translate", "a b c", "--model", path, "--without", missing)
    assert_refused(off, sentence)
    assert_refused(headlight("sweep", "--model", path, "--kind", missing), sentence)


def test_a_prompt_has_steps_and_an_encoder_has_places(headlight, path, stack):
    outcome = headlight("translate", "a b c", "--json", "--model", path)
    told = json.loads(outcome.out)
    if stack == "decoder":
        assert [step["token"] for step in told["steps"]][:3] == ["a", "b", "c"]
        assert (told["source"]["tokens"], "places" in told) == ([], False)
    else:
        assert told["steps"] == []
        assert len(told["places"]) == len(told["source"]["tokens"]) == 4
        assert not any(place["masked"] for place in told["places"])


def test_what_it_has_not_is_not_checked(headlight, path, stack):
    outcome = headlight("check", path)
    assert outcome.err == ""
    source = outcome.out.partition("\nThe source is used: not applicable\n")[2]
    said = {"encoder": "This model has no decoder: ", "decoder": "This model has no encoder, "}
    assert source.splitlines()[1].strip().startswith(said[stack])
    checks = json.loads(headlight("check", path, "--json").out)["checks"]
    verdicts = {check["name"]: check["verdict"] for check in checks}
    without = {
        "encoder": {"future", "shift", "source", "cache", "task"},
        "decoder": {"source", "task"},
    }
    assert {name for name in verdicts if verdicts[name] == "not applicable"} == without[stack]
    for name in ("weights", "activations", "padding", "rows", "tied"):
        assert verdicts[name] == "passed"


@pytest.fixture
def real(stack, tmp_path):
    """One that goes on with a prompt, or one that fills masks; and a sentence for it."""
    model = one_stack.bert() if stack == "encoder" else one_stack.gpt()
    save_checkpoint(model, tmp_path / "real.safetensors")
    return tmp_path / "real.safetensors", model.record["samples"][0]


def test_a_sentence_and_lines_are_answered(headlight, real, stack):
    model, sentence = real
    answer = headlight("translate", sentence, "--model", model)
    assert answer.status == 0
    told = json.loads(headlight("translate", sentence, "--json", "--model", model).out)
    assert visible(told["translation"]) == answer.out.rstrip("\n")
    if stack == "encoder":
        masked = [place for place in told["places"] if place["masked"]]
        assert len(masked) == 1 and len(masked[0]["candidates"]) == 5
        assert "[MASK]" not in answer.out
    else:
        assert answer.out.startswith(sentence)


def test_what_is_not_there_cannot_be_drawn_alone(headlight, qapp, real, stack, tmp_path):
    model, sentence = real
    out = ("-o", tmp_path / "figures", "--model", model, "--views")
    outcome = headlight("render", sentence, *out, "cross,masks")
    assert outcome.status == 1
    assert "has no cross, masks to draw: it has only an encoder or only a decoder" in outcome.err
    outcome = headlight("render", sentence, *out, "encoder,decoder,cross")
    assert [Path(line).stem for line in outcome.out.split()] == [stack]


def test_an_animation_has_a_picture_a_step_or_a_token(headlight, qapp, real, stack, tmp_path):
    model, sentence = real
    size = ("--size", "640x480")
    outcome = headlight("animate", sentence, "-o", tmp_path / "a.gif", "--model", model, *size)
    assert outcome.status == 0, outcome.err
    with av.open(str(tmp_path / "a.gif")) as film:
        pictures = len(list(film.decode(video=0)))
    told = json.loads(headlight("translate", sentence, "--json", "--model", model).out)
    assert pictures >= len(told["places"] if stack == "encoder" else told["steps"])


def test_numbers_and_a_report_are_written(headlight, real, stack, tmp_path):
    model, sentence = real
    for name in ("a.npz", "a.json", "a.csv"):
        assert headlight("export", sentence, "-o", tmp_path / name, "--model", model).status == 0
    with np.load(tmp_path / "a.npz") as arrays:
        weights = arrays[stack]
        assert weights.shape[:2] == (3, 4)
        np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)
        assert ("place_tokens" in arrays) == (stack == "encoder")
    page = tmp_path / "page.html"
    assert headlight("report", sentence, "-o", page, "--model", model).status == 0
    html = page.read_text(encoding="utf-8")
    assert sentence in html and "Nothing was decoded" not in html
    assert f">{'Filled in' if stack == 'encoder' else 'Text'}</h2>" in html
    told = json.loads(headlight("translate", sentence, "--json", "--model", model).out)
    rows = told["places"] if stack == "encoder" else told["steps"]
    assert html.count('<ol class="candidates">') == len(rows)


def test_one_stack_is_neither_scored_nor_trained(headlight, real, tmp_path, pairs_file):
    model, sentence = real
    (tmp_path / "lines").write_text(f"{sentence}\n")
    files = ("--source", tmp_path / "lines", "--reference", tmp_path / "lines")
    assert_refused(headlight("evaluate", model, *files), "does not translate")
    reason = "a model with only an encoder or only a decoder cannot be trained here"
    output = ("-o", tmp_path / "new.safetensors", "--device", "cpu")
    outcome = headlight("train", pairs_file, *output, "--from", model, "--epochs", "1")
    assert outcome.status == 1 and reason in outcome.err
    assert not (tmp_path / "new.safetensors").exists()


def test_a_wrong_depth_says_from_which_number_on(train):
    outcome = train("copy", "--set", "encoder_layers=-1")
    assert "encoder_layers (-1) must be a whole number from 0 to 65536." in outcome.err
