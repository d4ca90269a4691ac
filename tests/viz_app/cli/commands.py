"""Running the command line in a process of its own, and what a test sees of it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

PHRASES = (
    ("我有一只猫。", "I have a cat."),
    ("他有一只狗。", "He has a dog."),
    ("你好。", "Hello."),
    ("我喜欢猫。", "I like cats."),
)


@dataclass(frozen=True)
class Outcome:
    """How a command ended and what it said."""

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
    out, err = process.communicate(text, timeout=120)
    return Outcome(process.returncode, out.decode(), err.decode())
