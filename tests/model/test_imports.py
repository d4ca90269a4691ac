"""What the window needs of the model does not load torch."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

TORCH_FREE = (
    "model.atomic",
    "model.checkpoint_header",
    "model.config",
    "model.corpora",
    "model.mask_record",
    "model.messages",
    "model.presets",
    "model.progress",
    "model.schedule",
    "model.source",
    "model.summary",
    "model.tasks",
    "model.tokenizer",
    "model.trace",
    "model.training_clock",
    "model.words",
)


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
    loaded = modules_after_importing(*TORCH_FREE)
    assert "numpy" in loaded
    assert not loaded & {"torch", "safetensors", "PySide6", "pyqtgraph", "viz_app"}


@pytest.mark.parametrize("name", ["model.checkpoint", "model.training"])
def test_the_torch_part_loads_no_qt(name: str):
    loaded = modules_after_importing(name)
    assert "torch" in loaded
    assert not loaded & {"PySide6", "pyqtgraph", "viz_app"}
