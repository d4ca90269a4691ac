"""A process that trains and is stopped from outside can be gone on with."""

import re
import shlex
import signal
import sys

import pytest

from tests.patience import PATIENCE
from tests.viz_app.cli.commands import NUMBERS, assert_same, in_terminal, noise, start, unfinished
from viz_app.cli.main import main

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and terminals"),
]


@pytest.fixture(scope="module")
def long_run(tmp_path_factory, one_torch_thread):
    """The arguments of a run that takes seconds, and its checkpoint when nobody stops it."""
    folder = tmp_path_factory.mktemp("long")
    (folder / "letters.tsv").write_text(noise(40))
    arguments = ("train", str(folder / "letters.tsv"), *NUMBERS, "--epochs=40")
    arguments = (*arguments, "--set=batch_tokens=60")
    whole = folder / "whole.safetensors"
    assert main([*arguments, "-o", str(whole)]) == 0
    return arguments, whole


@pytest.mark.usefixtures("sigint_of_a_terminal")
def test_ctrl_c_in_a_terminal(long_run, headlight, tmp_path):
    arguments, whole = long_run
    path = tmp_path / "with a space.safetensors"
    process = start(*arguments, "-o", path)
    try:
        while b"tokens/s" not in (line := process.stderr.readline()):
            assert line, "it ended by itself"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert [file.name for file in tmp_path.iterdir()] == [unfinished(path).name]
    program, *typed = shlex.split(err.decode().partition("To continue: ")[2])
    assert (program, typed[-1]) == ("headlight", "--resume")
    assert headlight(*typed).status == 0
    assert_same(whole, path)


def test_a_run_that_is_killed_goes_on_where_it_was_saved(long_run, headlight, tmp_path):
    arguments, whole = long_run
    path = tmp_path / "killed.safetensors"
    with in_terminal(*arguments, "-o", path, "--save-every", "0.05") as (process, read):
        while not unfinished(path).exists():
            assert read(), "it ended by itself"
        for _ in range(3):
            assert read(), "it ended by itself"
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert not path.exists()
    outcome = headlight(*arguments, "-o", path, "--resume")
    assert outcome.status == 0
    assert re.search(r"Continuing after update [1-9]\d* of \d+\.", outcome.err)
    assert_same(whole, path)
    assert not unfinished(path).exists()
