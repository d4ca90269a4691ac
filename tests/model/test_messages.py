"""Sentences keep their template and values, so that a window can translate them."""

import runpy
from pathlib import Path

import pytest

from model.files import WriteError
from model.messages import (
    LONGEST_VALUE,
    CheckpointError,
    ConfigError,
    CorpusError,
    DeviceError,
    Message,
    SourceError,
    TrainingError,
    UserError,
    joined,
)


def test_a_message_fills_its_template():
    message = Message("line {line} of {name!r} is empty", {"line": 3, "name": "a"})
    assert str(message) == "line 3 of 'a' is empty"
    assert str(Message("{text} cannot be read", {"text": "{x}{"})) == "{x}{ cannot be read"
    assert str(UserError("{template} and {self}", template=1, **{"self": 2})) == "1 and 2"


def test_an_error_keeps_template_and_values_for_translation():
    error = UserError("d_model ({d_model}) is odd.", d_model=7)
    assert error.message.template == "d_model ({d_model}) is odd."
    assert error.message.values == {"d_model": 7}
    assert str(error) == "d_model (7) is odd."


def test_every_error_for_the_user_can_be_caught_as_one():
    kinds = (ConfigError, SourceError, CorpusError, CheckpointError, TrainingError, DeviceError)
    for kind in (*kinds, WriteError):
        with pytest.raises(UserError, match="no"):
            raise kind("no")


def test_joined_messages_read_one_after_the_other_and_keep_each_template():
    messages = [Message("One is {n}.", {"n": 1}), Message("Two."), Message("Three.")]
    assert str(joined(messages)) == "One is 1. Two. Three."
    assert joined(messages[:2]).values == {"first": messages[0], "second": messages[1]}
    thousands = [Message("{n}.", {"n": n}) for n in range(20_000)]
    assert str(joined(thousands)) == "0. 1. 2. 3. 4. And 19995 more."
    with pytest.raises(ValueError, match="no message"):
        joined([])


def test_a_long_value_is_quoted_by_its_ends():
    said = str(UserError("{text} and {value!r}.", text="x" * 9000, value=["y" * 9000]))
    assert said.startswith("xxx") and " … " in said
    path = str(UserError("{path} is none.", path=Path("a" * 200, *["b" * 200] * 40, "c.tsv")))
    assert path.startswith("aaa") and path.endswith("c.tsv is none.")
    assert max(len(said), len(path)) < 600


def nested(depth: int) -> list[object]:
    whole: list[object] = []
    for _ in range(depth):
        whole = [whole]
    return whole


def test_a_value_that_python_does_not_write_is_quoted_as_an_ellipsis():
    for value in (10**5000, nested(100_000)):
        with pytest.raises((ValueError, RecursionError)):
            repr(value)
        said = str(UserError("n ({value!r}) is none.", value=value))
        assert said.startswith("n (… …") and said.endswith("…) is none.")
        assert len(said) < LONGEST_VALUE + 30


def test_a_notebook_shows_the_line_that_was_run_there_and_the_sentence(tmp_path: Path):
    cell = tmp_path / "cell.py"
    cell.write_text("from model.config import ModelConfig\n\nModelConfig(d_model=7, n_heads=2)\n")
    with pytest.raises(ConfigError) as failure:
        runpy.run_path(str(cell))
    place, sentence = failure.value._render_traceback_()
    assert place.splitlines()[0] == f'  File "{cell}", line 3, in <module>'
    assert place.splitlines()[1].strip() == "ModelConfig(d_model=7, n_heads=2)"
    assert sentence == f"ConfigError: {failure.value}"


def test_another_error_is_quoted_in_one_short_line():
    assert str(UserError("No: {error}", error=RuntimeError("a\n\tb"))) == "No: a \tb"
    long = RuntimeError("size mismatch\n" * 200)
    assert len(str(UserError("No: {error}", error=long))) < 200


def test_an_error_for_the_user_is_quoted_as_its_sentence_which_a_window_translates():
    inner = ConfigError("{n} is odd.", n=7)
    error = UserError("No model: {error}", error=inner)
    assert error.message.values["error"] is inner.message
    assert str(error) == "No model: 7 is odd."
