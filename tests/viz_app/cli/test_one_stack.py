"""Models that have an encoder or a decoder alone, on the command line."""

import json

import pytest

from model.checkpoint.file import save_checkpoint
from tests.model.builders import config, untrained_model

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
