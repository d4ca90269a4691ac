"""Notebooks executed by Jupyter's own kernel."""

import os
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
PLACES = (ROOT, ROOT / "viz_app" / "notebook" / "src")


def executed_in(folder: Path, notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook with what its cells have put out; their files lie in the folder."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, PLACES)),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_RUNTIME_DIR", str(folder / "runtime"))
        patch.setenv("JUPYTER_PATH", str(Path(sys.prefix) / "share" / "jupyter"))
        client = NotebookClient(notebook, timeout=10 * PATIENCE, kernel_name="python3")
        return client.execute(env=environment, cwd=str(folder))
