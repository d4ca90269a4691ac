"""What the guide shows of notebooks is what happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import headlight
from tests.viz_app.notebook.executing import PLACES, ROOT, executed_in
from viz_app.storage.runs import Runs

GUIDE = ROOT / "resources" / "guide"
TEXT = (GUIDE / "python.en.md").read_text(encoding="utf-8")
SECTIONS = TEXT.partition("\n## In a notebook\n")[2]
CHECKS = """
assert trace.cross_attentions[0][1].shape == (1, 8, 1, 7)
assert headlight.load("cat.headlight").translation == "I have a cat."
"""


def ran(script, folder):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PLACES))}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_lines_run_one_after_another(tmp_path):
    cells = re.findall(r"```python\n(.*?)```", SECTIONS, re.DOTALL)
    assert len(cells) == 3
    done = ran("".join((*cells[:2], CHECKS, cells[2])), tmp_path)
    assert (done.stdout, done.stderr) == ("50\n", "")
    (run,) = Runs().cards()
    assert (run.module, run.updates) == ("Transformer", 50)


@pytest.mark.filterwarnings("default")  # jupyter_client: its own
def test_the_notebook_of_interventions_runs_the_lines_of_their_page(tmp_path):
    page = (GUIDE / "interventions.en.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    notebook = nbformat.read(GUIDE / "interventions.ipynb", as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = {line for cell in cells for line in cell.source.splitlines()}
    assert {re.sub(" *# .*", "", line) for line in lines.splitlines() if line} <= shown
    executed_in(tmp_path, notebook)
    printed = ["".join(each.get("text", "") for each in cell.outputs) for cell in cells]
    assert printed[1].startswith("I ")
    assert printed[2].startswith("(6, 32)\n")
    assert len(printed[3].splitlines()) == 3 and " ± " in printed[3]
    assert all("text/html" in cell.outputs[-1].data for cell in cells[:2])
    trace = headlight.model("zh-en", device="cpu").run("我有一只猫。")
    assert printed[4].strip() not in {"", trace.target}


def test_its_picture_is_there_and_small_and_not_in_the_wheel():
    (place,) = re.findall(r"!\[.*?\]\((.*?)\)", SECTIONS)
    assert 10_000 < (GUIDE / place).stat().st_size < 100_000
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'resources = ["{Path(place).parts[1]}/*"]' in settings
