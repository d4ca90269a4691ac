"""What the guide shows of notebooks is what happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

from viz_app.storage.runs import Runs

ROOT = Path(__file__).resolve().parents[3]
PLACES = (ROOT, ROOT / "viz_app" / "notebook" / "src")
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


def test_interventions_run_as_shown(tmp_path):
    page = (GUIDE / "interventions.en.md").read_text(encoding="utf-8")
    (cell,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    done = ran(f"{cell}assert len(effects) == 24", tmp_path)
    assert done.stderr == ""
    assert [line.split()[0] for line in done.stdout.splitlines()[:2]] == ["I", "(6,"]


def test_its_picture_is_there_and_small_and_not_in_the_wheel():
    (place,) = re.findall(r"!\[.*?\]\((.*?)\)", SECTIONS)
    assert 10_000 < (GUIDE / place).stat().st_size < 100_000
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'resources = ["{Path(place).parts[1]}/*"]' in settings
