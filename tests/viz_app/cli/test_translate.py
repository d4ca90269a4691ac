"""``headlight translate`` with one sentence."""

import io
import json
import shutil
import sys
from functools import partial

import pytest

from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from tests.mutated.costs import measured
from tests.viz_app.cli.commands import PHRASES, assert_refused, finished, start
from tests.viz_app.conftest import untrained
from viz_app.cli import loading, translate
from viz_app.storage.library import Library

RTL_OVERRIDE = "\u202e"


@pytest.mark.parametrize(("source", "target"), PHRASES)
def test_the_translation_alone_goes_to_stdout(headlight, phrases, source, target):
    outcome = headlight("translate", source, "--model", phrases)
    assert (outcome.status, outcome.out, outcome.err) == (0, f"{target}\n", "")


def test_json_is_the_trace(headlight, phrases, translation_of):
    outcome = headlight("translate", "我有一只☃猫。", "--json", "--model", phrases)
    values = json.loads(outcome.out)
    trace = translation_of("我有一只☃猫。")
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


def test_what_is_unknown_or_read_as_characters_is_said(headlight, phrases):
    outcome = headlight("translate", "我有一只🐈猫。", "--model", phrases)
    assert outcome.status == 0
    assert outcome.out
    assert outcome.err == "headlight: Unknown to this model, read as <unk>: 🐈\n"
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
        (" \t　\n\0\x1b", "The source is empty"),
        ("☃☃☃", "This model knows no token in “☃☃☃”"),
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


def test_without_that_gpu_the_cpu_and_without_that_model_the_others_are_told(
    headlight, phrases, monkeypatch
):
    monkeypatch.setattr("model.network.device_choice.available_devices", lambda: ("cpu",))
    outcome = headlight("translate", "你好。", "--model", phrases, "--device", "cuda")
    assert (outcome.status, outcome.out) == (0, "Hello.\n")
    assert "no CUDA device; using the CPU" in outcome.err
    outcome = headlight("translate", "猫", "--model", "dog")
    assert_refused(outcome, "Model or file not found: 'dog'.")


@pytest.fixture
def translate_lines(headlight, phrases, monkeypatch):

    def run(lines: bytes, *options: str):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
        return headlight("translate", "-", "--model", phrases, *options)

    return run


def test_each_line_has_its_line(translate_lines):
    outcome = translate_lines("我有一只猫。\n你好。\n".encode())
    assert (outcome.status, outcome.out, outcome.err) == (0, "I have a cat.\nHello.\n", "")
    outcome = translate_lines("你\u2028好。\n你\x0c好。\n".encode())
    assert outcome.out.count("\n") == 2
    outcome = translate_lines(b"")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")


@pytest.mark.parametrize("text", ["\ufeff你好。\r\n你好。\r\n", "你好。\n你好。"])
def test_files_of_other_systems(translate_lines, text):
    assert translate_lines(text.encode()).out == "Hello.\nHello.\n"


def test_a_bad_line_keeps_its_place_and_the_others_go_on(translate_lines):
    lines = ["你好。".encode(), b"", "☃".encode(), b"\xff\xfe", "你好。".encode()]
    outcome = translate_lines(b"\n".join(lines))
    assert outcome.status == 1
    assert outcome.out == "Hello.\n\n\n\nHello.\n"
    complaints = outcome.err.splitlines()
    assert [line.split(":")[1] for line in complaints] == [" Line 2", " Line 3", " Line 4"]
    assert complaints[2].endswith("Not UTF-8 text (byte 0).")


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process takes")
def test_a_line_of_15_mb_is_not_tokenised(translate_lines):
    line = b"x" * 15_000_000
    outcome, cost = measured(lambda: translate_lines(line + "\n你好。\n".encode()))
    assert cost.beyond(len(line)) == ""
    assert (outcome.status, outcome.out) == (1, "\nHello.\n")
    assert outcome.err == (
        f"headlight: Line 1: The text “{'x' * 24}…” has 15,000,000 characters; at most 20,000 are "
        "read.\n"
    )


def test_json_lines_and_a_closed_stdin(translate_lines, headlight, phrases, monkeypatch):
    outcome = translate_lines("你好。\n☃\n".encode(), "--json")
    first, second = map(json.loads, outcome.out.splitlines())
    assert first["translation"] == "Hello."
    assert "knows no token" in second["error"]
    assert outcome.status == 1
    monkeypatch.setattr(sys, "stdin", None)
    assert_refused(headlight("translate", "-", "--model", phrases), "stdin is closed")


def test_each_answer_comes_before_the_next_question(phrases):
    process = start("translate", "-", "--model", phrases)
    for source, target in (("你好。", "Hello."), ("我有一只猫。", "I have a cat.")):
        process.stdin.write(f"{source}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().decode() == f"{target}\n"
    assert finished(process).status == 0


def test_a_long_file_shows_a_bar_in_a_terminal(headlight, phrases, terminal, monkeypatch, tmp_path):
    file = tmp_path / "lines.txt"
    file.write_text("你好。\n" * 3, encoding="utf-8")
    with file.open(encoding="utf-8") as lines:
        monkeypatch.setattr(sys, "stdin", lines)
        monkeypatch.setattr(sys, "stderr", terminal)
        outcome = headlight("translate", "-", "--model", phrases)
    assert outcome.out == "Hello.\n" * 3
    assert "Translating" in terminal.getvalue()


@pytest.fixture
def both_shipped(tmp_path, phrases, tiny_checkpoint, monkeypatch):
    """Two models are shipped; the one that reads Latin letters turns them around."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(phrases, shipped / "zh-en.safetensors")
    shutil.copy(tiny_checkpoint, shipped / "passive.safetensors")
    for module in (loading, translate):
        monkeypatch.setattr(module, "Library", partial(Library, tmp_path / "own", shipped=shipped))


def test_without_a_model_each_sentence_has_the_one_that_reads_it(
    headlight, monkeypatch, both_shipped
):
    expected = headlight("translate", "a b c", "--model", "passive").out
    lines = io.BytesIO("我有一只猫。\na b c\n你好。\n".encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines, encoding="utf-8"))
    assert headlight("translate", "-").out == f"I have a cat.\n{expected}Hello.\n"
    assert headlight("translate", "a b c").out == expected
    assert headlight("translate", "你好。").out == "Hello.\n"
    step = json.loads(headlight("translate", "a b c", "--json").out)
    assert step["model"] == "passive"
    assert headlight("translate", "a b c", "--model", "zh-en").out != expected


MANY_HEADS = ModelConfig(n_layers=8, n_heads=16, d_model=16, d_ff=16, dropout=0.0, max_len=2000)
LONG = "a b " * 300
# 128 heads × (601² + 1212² + 1212 × 601) cells of 4 bytes are 1249.3 MB of 2²⁰
WHY = (
    "headlight: The source “a b a b a b a b a b a b …” has 600 tokens: all heads for up to "
    "1212 target tokens would need 1250 MB; the limit is 1024 MB. Translate it in parts.\n"
)


@pytest.fixture(scope="module")
def checkpoint(one_torch_thread, tmp_path_factory):
    path = tmp_path_factory.mktemp("checkpoints") / "heads.safetensors"
    save_checkpoint(untrained(MANY_HEADS), path)
    return path


def test_weights_that_would_fill_the_memory_are_refused(headlight, checkpoint, tmp_path):
    for command, *options in (
        ("translate",),
        ("translate", "--json"),
        ("export", "-o", tmp_path / "trace.npz"),
        ("render", "-o", tmp_path / "figures"),
    ):
        outcome = headlight(command, LONG, "--model", checkpoint, *options)
        assert (outcome.status, outcome.out, outcome.err) == (1, "", WHY)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert headlight("translate", "a b c", "--model", checkpoint).status == 0
