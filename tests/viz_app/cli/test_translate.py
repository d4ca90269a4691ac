"""``headlight translate`` with one sentence."""

import json

import pytest

from tests.viz_app.cli.commands import PHRASES, assert_refused

RTL_OVERRIDE = "\u202e"


@pytest.mark.parametrize(("source", "target"), PHRASES)
def test_the_translation_alone_goes_to_stdout(headlight, phrases, source, target):
    outcome = headlight("translate", source, "--model", phrases)
    assert (outcome.status, outcome.out, outcome.err) == (0, f"{target}\n", "")


def test_json_is_the_trace(headlight, phrases):
    from model.checkpoint.file import load_checkpoint
    from model.decoding.greedy import translate

    outcome = headlight("translate", "我有一只☃猫。", "--json", "--model", phrases)
    values = json.loads(outcome.out)
    trace = translate(load_checkpoint(phrases), "我有一只☃猫。")
    assert (outcome.status, values["model"]) == (0, "phrases")
    assert values["source"] == {
        "text": "我有一只☃猫。",
        "tokens": list(trace.source_tokens),
        "unknown": ["☃"],
    }
    assert (values["translation"], values["stop"]) == (trace.translation, trace.stop)
    assert values["notices"] == ["Unknown to this model, read as <unk>: ☃"]
    assert [step["token"] for step in values["steps"]] == list(trace.predicted_tokens)
    for step, recorded in zip(values["steps"], trace.steps, strict=True):
        assert step["fed"] == recorded.fed
        assert step["log_probability"] == recorded.log_probability
        assert step["probability"] == recorded.probability
        assert step["entropy_bits"] == recorded.entropy
        assert [(c["token"], c["log_probability"]) for c in step["candidates"]] == [
            (c.token, c.log_probability) for c in recorded.candidates
        ]
    assert "☃" in outcome.out


def test_json_has_no_word_for_not_a_number():
    from viz_app.storage.traces import finite

    assert [finite(float(text)) for text in ("nan", "inf", "-inf", "0.5")] == [None] * 3 + [0.5]


def test_unknown_characters_are_said(headlight, phrases):
    outcome = headlight("translate", "我有一只🐈猫。", "--model", phrases)
    assert outcome.status == 0
    assert outcome.out
    assert outcome.err == "headlight: Unknown to this model, read as <unk>: 🐈\n"


def test_reverse_reads_a_word_as_its_letters_and_says_so(headlight):
    outcome = headlight("translate", "hello", "--model", "reverse")
    assert (outcome.status, outcome.out) == (0, "o l l e h\n")
    assert outcome.err == "headlight: Read as single characters: h e l l o\n"


@pytest.mark.parametrize("dirt", ["\0", "\x1b[2J", RTL_OVERRIDE, "\u200b", "\udc80", "\x9b"])
def test_dirt_is_said_and_cannot_steer_the_terminal(headlight, phrases, dirt):
    outcome = headlight("translate", f"我有一{dirt}只猫。", "--model", phrases)
    assert outcome.status == 0
    assert f"U+{ord(dirt[0]):04X}" in outcome.err
    assert dirt[0] not in outcome.out + outcome.err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The source is empty"),
        (" \t　\n", "The source is empty"),
        ("\0\x1b", "The source is empty"),
        ("☃☃☃", "This model knows no token in “☃☃☃”"),
        ("👨‍👩‍👧", "This model knows no token in"),
        ("שלום עולם", "This model knows no token in “שלום עולם”"),
        (f"{RTL_OVERRIDE}live", "This model knows no token in “live”"),
        ("猫" * 10_000, "has 10000 tokens; this model reads at most 63"),
        ("x" * 10_000, "This model knows no token in"),
    ],
)
def test_what_cannot_be_translated_is_one_sentence(headlight, phrases, text, why):
    outcome = headlight("translate", text, "--model", phrases)
    assert_refused(outcome, why)
    assert len(outcome.err) < 200


def test_a_sentence_may_begin_with_a_dash(headlight, phrases):
    assert headlight("translate", "--model", phrases, "--", "-猫").status == 0


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cut", "damaged"),
        ("cut in the header", "damaged"),
        ("empty", "damaged"),
        ("text", "not a Headlight checkpoint"),
        ("foreign", "made by another program"),
        ("newer", "Update Headlight"),
        ("flipped", "does not match its checksum"),
    ],
)
def test_a_broken_model_is_one_sentence(headlight, broken_checkpoints, name, why):
    assert_refused(headlight("translate", "猫", "--model", broken_checkpoints[name]), why)


def test_a_missing_model_is_told_the_others(headlight):
    outcome = headlight("translate", "猫", "--model", "dog")
    assert_refused(outcome, "Model or file not found: 'dog'.")


def test_without_a_gpu_the_cpu_is_used_and_said(headlight, phrases, monkeypatch):
    monkeypatch.setattr("model.network.device_choice.available_devices", lambda: ("cpu",))
    outcome = headlight("translate", "你好。", "--model", phrases, "--device", "cuda")
    assert (outcome.status, outcome.out) == (0, "Hello.\n")
    assert "no CUDA device; using the CPU" in outcome.err
