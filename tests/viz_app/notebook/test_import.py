"""What ``import headlight`` brings along, and that it is one module with the application."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import headlight
import viz_app.notebook

ROOT = Path(__file__).resolve().parents[3]
PLACES = (ROOT, ROOT / "viz_app" / "notebook" / "src")
MOST_SAID = """
import sys, headlight
print(sorted({"PySide6", "pyqtgraph", "shiboken6", "torch"} & sys.modules.keys()))
import numpy as np
headlight.view(np.eye(3))._repr_html_()
print(sorted({"PySide6", "pyqtgraph", "shiboken6", "torch"} & sys.modules.keys()))
trace = headlight.translate("a b c", model="reverse", device="cpu")
trace._repr_html_()
trace.save("letters")
print(sorted({"PySide6", "pyqtgraph", "shiboken6"} & sys.modules.keys()))
"""


def python(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A Python of its own, in which the checkout is all that is known of Headlight."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PLACES))}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        check=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_neither_qt_nor_torch_is_imported_before_it_is_needed(tmp_path):
    assert python(MOST_SAID, tmp_path).stdout == "[]\n[]\n[]\n"


def test_a_saved_trace_is_read_without_torch(tmp_path):
    python(MOST_SAID, tmp_path)
    read = "import sys, headlight; print(headlight.load('letters.headlight').translation);"
    said = python(read + "print('torch' in sys.modules)", tmp_path).stdout
    assert said == "c b a\nFalse\n"


def test_the_module_defines_nothing_itself():
    """What is in it is that of the application, so no class is there twice."""
    assert headlight.view.__module__ == "viz_app.notebook.shown_trace"
    places = {getattr(headlight, name).__module__ for name in headlight.__all__}
    assert {place.partition(".")[0] for place in places} == {"viz_app", "model"}
    assert all(getattr(headlight, name).__doc__ for name in headlight.__all__)


def test_it_is_packed_beside_the_application_and_once():
    """Setuptools finds it in its own folder, which is no package of the application."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = settings["tool"]["setuptools"]["packages"]["find"]
    assert found["where"] == [".", "viz_app/notebook/src"]
    assert "headlight*" in found["include"]
    package = Path(headlight.__file__).parent
    assert package == Path(viz_app.notebook.__file__).parent / "src" / "headlight"
    assert not (package.parent / "__init__.py").exists()
    assert [path.name for path in package.glob("*.py")] == ["__init__.py"]
