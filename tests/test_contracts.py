"""Each import contract fails when somebody breaks it: shown in a copy of the sources."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

BREAKS = {
    "floors": ("viz_app/engine/store.py", "import viz_app.workbench.room"),
    "notebook-without-qt": ("viz_app/notebook/shown_trace.py", "import viz_app.texts.labels"),
    "rooms": ("viz_app/panels/bleu/room.py", "import viz_app.panels.masks.room"),
    "inside-a-room": ("viz_app/panels/bleu/room.py", "import viz_app.panels.bleu.pictures"),
    "pure-state": ("viz_app/panels/masks/room.py", "import PySide6.QtCore"),
    "views-without-torch": (
        "viz_app/panels/training/runs/view.py",
        "import viz_app.panels.training.runs.jobs",
    ),
    "controllers-without-torch": ("viz_app/panels/architecture/controller.py", "import torch"),
    "no-circle": ("viz_app/panels/bleu/pictures.py", "import viz_app.panels.bleu.view"),
    "model-without-qt": ("model/config.py", "import PySide6.QtCore"),
    "torch-free-model": ("model/text/words.py", "import torch"),
    "layers-of-the-model": ("model/traces/trace.py", "import model.decoding.greedy"),
    "no-circle-in-the-model": ("model/traces/recording.py", "import model.traces.trace"),
}
"""By contract: a file, and a line at its end that the contract forbids."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy")
    for package in ("model", "viz_app"):
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_contract_can_be_broken():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    assert {contract["id"] for contract in contracts} == set(BREAKS)


@pytest.mark.parametrize("contract", BREAKS)
def test_a_broken_contract_is_found(copy, contract):
    place, line = BREAKS[contract]
    file = copy / place
    kept = file.read_text(encoding="utf-8")
    file.write_text(f"{kept}\n{line}\n", encoding="utf-8")
    tool = Path(sys.executable).parent / "lint-imports"
    command = [str(tool), "--no-cache", "--contract", contract]
    try:
        found = subprocess.run(command, check=False, cwd=copy, capture_output=True, text=True)
    finally:
        file.write_text(kept, encoding="utf-8")
    assert found.returncode == 1, found.stdout + found.stderr
    assert "BROKEN" in found.stdout
