"""What the guide shows of the library is what happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import model

ROOT = Path(__file__).resolve().parents[2]


def test_the_lines_of_the_guide_print_what_it_says(tmp_path: Path):
    text = (ROOT / "resources" / "guide" / "python.en.md").read_text(encoding="utf-8")
    text = text.partition("\n## In Python\n")[2].partition("\n## ")[0]
    pattern = r"```python\n(.*?)```\n\nThe output is:\n\n```\n(.*?)```"
    ((lines, printed),) = re.findall(pattern, text, re.DOTALL)
    assert len(lines.replace("\n\n", "\n").splitlines()) == 5
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", lines],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == (printed, "")


def test_what_the_package_offers_is_there():
    assert all(callable(getattr(model, name)) for name in model.__all__)


def test_what_it_does_not_offer_is_an_error():
    with pytest.raises(AttributeError, match="module 'model' has no attribute 'nothing'"):
        model.nothing  # noqa: B018
