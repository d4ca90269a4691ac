"""Running the command line in a process of its own, and what a test sees of it."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from safetensors.numpy import load_file

from model.checkpoint.header import read_header
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]

PHRASES = (
    ("我有一只猫。", "I have a cat."),
    ("他有一只狗。", "He has a dog."),
    ("你好。", "Hello."),
    ("我喜欢猫。", "I like cats."),
)


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str


def start(*arguments: object, **options) -> subprocess.Popen:
    """A command in a process of its own, with one torch thread; its streams are bytes."""
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "1",
        "PYTHONUNBUFFERED": "",
        **options.pop("environment", {}),
    }
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-m", "viz_app", *map(str, arguments)]
    environment["PYTHONPATH"] = str(ROOT)
    return subprocess.Popen(command, env=environment, **{**pipes, **options})


def finished(process: subprocess.Popen, text: bytes = b"") -> Outcome:
    """The outcome of a started command that is given ``text`` on stdin."""
    out, err = process.communicate(text, timeout=PATIENCE)
    return Outcome(process.returncode, out.decode(), err.decode())


def noise(pairs: int) -> str:
    """Lines of random words that have nothing to do with each other: nothing can be learned."""
    source = random.Random(0)
    sentences = [" ".join(source.choices("abcdefghijkl", k=5)) for _ in range(2 * pairs)]
    return "".join(
        f"{left}\t{right}\n" for left, right in zip(sentences[::2], sentences[1::2], strict=True)
    )


@contextmanager
def in_terminal(*arguments: object) -> Iterator[tuple[subprocess.Popen, Callable[[], bytes]]]:
    """A command whose stderr is a terminal of its own, and how to read what it wrote there.

    Reading waits for something; it gives nothing when the command has ended.
    """
    import termios

    own, its = os.openpty()
    try:
        termios.tcsetwinsize(its, (24, 120))
        process = start(*arguments, stderr=its)
    finally:
        os.close(its)

    def read() -> bytes:
        with suppress(OSError):  # so Linux says that nobody is there to write any more
            return os.read(own, 65_536)
        return b""

    try:
        yield process, read
    finally:
        process.kill()
        process.communicate()
        os.close(own)


def assert_refused(outcome, *words: str, status: int = 1) -> None:
    """One sentence, nothing on stdout."""
    assert (outcome.status, outcome.out) == (status, "")
    assert outcome.err.startswith("headlight: ")
    assert outcome.err.count("\n") == 1
    for word in words:
        assert word in outcome.err


def assert_misused(outcome, *words: str) -> None:
    """One sentence, and where the usage is told; nothing on stdout."""
    assert (outcome.status, outcome.out) == (2, "")
    said, where = outcome.err.splitlines()
    program = re.fullmatch("See `(headlight.*) --help` for usage.", where)[1]
    assert said.startswith(f"{program}: error: ")
    for word in words:
        assert word in said


SMALL = ("n_layers=1", "n_heads=2", "d_model=16", "d_ff=16", "dropout=0.2", "averaged=3")
NUMBERS = ("--preset", "tiny", "--device", "cpu", *(f"--set={change}" for change in SMALL))


def assert_same(one, other):
    left, right = read_header(one).record, read_header(other).record
    assert (left["loss"], left["updates"]) == (right["loss"], right["updates"])
    assert left["curve"] == right["curve"]
    assert left["validation"] == right["validation"]
    tensors, others = load_file(one), load_file(other)
    assert tensors.keys() == others.keys()
    assert all((tensors[name] == others[name]).all() for name in tensors)


def unfinished(path):
    return path.with_name(f"{path.name}.run")
