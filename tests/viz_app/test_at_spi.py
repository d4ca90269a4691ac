"""The window from outside, as a screen reader has it: over AT-SPI, in a D-Bus session of its own.

Qt's bridge waits for a reader to be announced, unless ``QT_LINUX_ACCESSIBILITY_ALWAYS_ON`` is set.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.patience import PATIENCE
from viz_app.storage.lessons import read_lesson, shipped_path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = "/usr/bin/python3"
SENTENCE = "A small cat was seen by two dogs ."


def missing():
    """What a reader needs and this machine does not have."""
    for program in ("xvfb-run", "dbus-run-session"):
        if shutil.which(program) is None:
            return program
    asked = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    if not Path(PYTHON).exists() or subprocess.run([PYTHON, "-c", asked], check=False).returncode:
        return "python3-gi and gir1.2-atspi-2.0"
    return "" if Path("/usr/libexec/at-spi-bus-launcher").exists() else "at-spi2-core"


def headlight(folder, *arguments):
    """The command line in the reader's home."""
    done = subprocess.run(
        [sys.executable, "-m", "viz_app", *map(str, arguments)],
        env={**os.environ, "HOME": str(folder), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def exported(folder, sentence, model):
    """Tokens and weights as another process computes them: names, ``[layer, head, query, key]``."""
    headlight(folder, "export", sentence, "-o", folder / "all.json", "--model", model)
    attention = json.loads((folder / "all.json").read_text())["attention"]["cross"]
    layers = max(head["layer"] for head in attention["heads"])
    weights = np.array([head["weights"] for head in attention["heads"]])
    steps = zip(attention["query_tokens"], attention["predicted_tokens"], strict=True)
    rows = [f"{fed} → {predicted}" for fed, predicted in steps]
    return rows, attention["key_tokens"], weights.reshape(layers, -1, *weights.shape[1:])


def check(read, rows, keys, weights):
    """A table that was read has these names, and these weights with four decimals."""
    assert [row for row, _ in read] == rows
    for (row, cells), line in zip(read, weights, strict=True):
        names, numbers = zip(*(cell.rsplit(": ", 1) for cell in cells), strict=True)
        assert list(names) == [f"{row}, {key}" for key in keys]
        assert np.array(numbers, float) == pytest.approx(line, abs=6e-5)


def test_a_reader_reads_weights_translates_and_answers_a_lesson(tmp_path):
    if lacking := missing():
        pytest.skip(f"a screen reader needs {lacking}: .ci/system-packages --for-tests")
    lesson = read_lesson(shipped_path("masks", "en"))
    scene = lesson.scenes[0]
    told = headlight(tmp_path, "translate", scene.text, "--model", lesson.model, "--json")
    answer = json.loads(told)["steps"][scene.step - 1]["token"]
    reader = ["dbus-run-session", "--", PYTHON, str(Path(__file__).with_name("at_spi_reader.py"))]
    asked = [SENTENCE, lesson.title, answer]
    window = [sys.executable, "-m", "viz_app", "--lang", "en", "--device", "cpu"]
    done = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1920x1080x24", *reader, *asked, *window],
        cwd=ROOT,
        env={
            **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
            **{"HOME": str(tmp_path), "QT_QPA_PLATFORM": "xcb"},
            **{"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"},
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    *_, last = done.stdout.splitlines()  # of the bus before
    seen = json.loads(last)
    for read, sentence in ((seen["before"], seen["sample"]), (seen["after"], SENTENCE)):
        rows, keys, weights = exported(tmp_path, sentence, seen["model"])
        every = [f"Cross · layer {1 + i} · head {1 + j}" for i, j in np.ndindex(weights.shape[:2])]
        assert read["heads"] == every
        check(read["last"], rows, keys, weights[-1, -1])
        # the focused head tells which one it is
        ((layer, head),) = {
            tuple(int(number) - 1 for number in re.findall(r"(?:layer|head) (\d+)", said))
            for said in read["described"]
        }
        check(read["focused"], rows, keys, weights[layer, head])
    assert seen["verdict"] == "Right."
