"""PySide does not read the source of what the window imports."""

import subprocess
import sys

READ = """
import sys, linecache
import PySide6.QtCore
from model.config import ModelConfig
print(any(name.endswith("config.py") for name in linecache.cache))
import viz_app.app.bootstrap
import model.training.run
for name in ("main_window.py", "torch/optim/adamw.py", "numpy/__init__.py"):
    print(any(file.endswith(name) for file in linecache.cache))
"""


def test_what_is_imported_with_the_window_is_not_read():
    """Before that it is, or there would be nothing to keep PySide from."""
    done = subprocess.run(
        [sys.executable, "-c", READ], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == ["True", "False", "False", "False"]
