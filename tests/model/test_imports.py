"""What the window needs of the model does not load torch."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def torch_free() -> list[str]:
    """The modules of which the import contracts say that they stay free of torch."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = (one for one in contracts if one["id"] == "torch-free-model")
    return sorted({name for pattern in contract["source_modules"] for name in modules_of(pattern)})


def modules_of(pattern: str) -> set[str]:
    """What a pattern stands for: ``*`` for one name, ``**`` for one or more."""
    places = (path.relative_to(ROOT).with_suffix("") for path in (ROOT / "model").rglob("*.py"))
    names = {".".join(place.parts).removesuffix(".__init__") for place in places}
    parts = {"*": r"[^.]+", "**": r".+"}
    wanted = r"\.".join(parts.get(part, re.escape(part)) for part in pattern.split("."))
    return {name for name in names if re.fullmatch(wanted, name)}


def modules_after_importing(*names: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded then."""
    code = f"import sys, {', '.join(names)}; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return set(done.stdout.split())


def test_the_torch_free_part_loads_neither_torch_nor_qt():
    names = torch_free()
    assert {"model.traces.trace", "model.config", "model.lessons.masks"} <= set(names)
    assert not {"model.network.transformer", "model.training.run"} & set(names)
    loaded = modules_after_importing(*names)
    assert "numpy" in loaded
    assert not loaded & {"torch", "safetensors", "PySide6", "pyqtgraph", "viz_app"}


def test_the_torch_part_loads_no_qt():
    loaded = modules_after_importing("model.checkpoint.file", "model.training.run")
    assert "torch" in loaded
    assert not loaded & {"PySide6", "pyqtgraph", "viz_app"}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere torch brings another OpenMP")
@pytest.mark.parametrize(
    ("given", "looks"),
    [({}, 3000), ({"GOMP_SPINCOUNT": "7"}, 7), ({"OMP_WAIT_POLICY": "PASSIVE"}, 0)],
    ids=["by itself", "asked for", "asked for otherwise"],
)
def test_threads_of_torch_soon_leave_the_cores_to_others(given: dict[str, str], looks: int):
    own = {name: value for name, value in os.environ.items() if "OMP_" not in name}
    told = subprocess.run(
        [sys.executable, "-c", "import model.network.linear"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**own, "OMP_DISPLAY_ENV": "VERBOSE", **given},
    )
    assert f"GOMP_SPINCOUNT = '{looks}'" in told.stderr
