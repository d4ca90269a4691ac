"""Wherever the system fails in a command, the old file or the new one is there, and one sentence.

``FAULTS=all pytest tests/viz_app/cli/test_every_fault.py`` lets every call fail in turn.
"""

import json
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from model.checkpoint.file import load_checkpoint
from model.files import is_leftover
from tests.faults import Faults, failing, sampled
from tests.viz_app.cli.mutated.small_models import MODELS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")

SENTENCE = "你好。"
TRAINING = (
    *("--preset=tiny", "--epochs=2", "--save-every=1e-9", "--device=cpu"),
    *("--set=n_layers=1", "--set=d_model=8", "--set=n_heads=2", "--set=d_ff=8"),
)
JOBS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "translate": ("", ("translate", SENTENCE, "--model", "@")),
    "train": ("out.safetensors", ("train", "&/pairs.tsv", *TRAINING)),
    "render": ("out.png", ("render", SENTENCE, "--model", "@")),
    "import": ("out.safetensors", ("import", "&/t5")),
    "report": ("out.html", ("report", SENTENCE, "--model", "@")),
    "animate": ("out.gif", ("animate", SENTENCE, "--model", "@", "--size=480x320")),
    "export": ("out.json", ("export", SENTENCE, "--model", "@")),
}
"""What each writes, and its arguments; ``@`` is a model, ``&`` the folder."""

WHOLE: Mapping[str, Callable[[Path], object]] = {
    ".safetensors": load_checkpoint,
    ".png": lambda path: not QImage(str(path)).isNull(),
    ".html": lambda path: path.read_text(encoding="utf-8").rstrip().endswith("</html>"),
    ".gif": lambda path: path.read_bytes()[-1:] == b";",
    ".json": lambda path: json.loads(path.read_text(encoding="utf-8")),
}


@pytest.fixture
def folder(tmp_path, phrases, pairs_file) -> Path:
    place = tmp_path / "a"
    place.mkdir()
    shutil.copy(phrases, place / "model.safetensors")
    shutil.copy(pairs_file, place / "pairs.tsv")
    (place / "t5").mkdir()
    MODELS["t5"](place / "t5")
    return place


@pytest.mark.parametrize("job", JOBS)
def test_a_fault_anywhere_loses_nothing(headlight, qapp, folder, job):
    name, parts = JOBS[job]
    model = folder / "model.safetensors"
    command = [part.replace("@", str(model)).replace("&", str(folder)) for part in parts]
    output = folder / name
    if name:
        command += ["-o", str(output)]
    headlight(*command)  # what is imported is not read again
    old = output.read_bytes() if name else b""
    counted = Faults(folder)
    with failing(counted):
        assert headlight(*command).status == 0
    assert {"open", "read"} <= {*counted.met}
    for number in sampled(counted.met):
        if name:
            output.write_bytes(old)
        with failing(Faults(folder, at=number)):
            outcome = headlight(*command)
        where = f"{job}: {counted.met[number]} {number}: {outcome.err!r}"
        assert outcome.status in {0, 1}, where
        assert "Traceback" not in outcome.err, where
        assert outcome.status == 0 or "Input/output error" in outcome.err, where
        assert not [path for path in folder.iterdir() if is_leftover(path.name)], where
        assert not name or output.read_bytes() == old or WHOLE[output.suffix](output), where
        assert load_checkpoint(model), where
