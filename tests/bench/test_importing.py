"""A model of opus-mt's size is imported in little memory, and opened before anybody gives up."""

import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
import torch

from model.checkpoint.file import load_checkpoint
from tests.model.checkpoint.readers.small_t5 import t5_folder

SIZES = {"vocab_size": 58_000, "d_model": 512, "d_kv": 64, "d_ff": 2048}
DEPTH = {"num_layers": 6, "num_heads": 8}
MEMORY = 1.3
"""Times the checkpoint, beyond what the process needs without it."""
SECONDS = 3.0
"""Of the process's own time on one thread, with torch imported."""

_IMPORT = """
import sys
from pathlib import Path
from model.checkpoint.importing import import_steps, recognise
def peak():  # the system's other count begins with the memory of the process that starts this one
    text = Path("/proc/self/status").read_text()
    return 1024 * int(text.partition("VmHWM:")[2].split()[0])
before = peak()
for _ in import_steps(recognise(Path(sys.argv[1])), Path(sys.argv[2])):
    pass
print(peak() - before)
"""


def _imported(folder: Path, out: Path) -> float:
    """Bytes of memory at the highest, mapped files included, per byte of the checkpoint."""
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT, str(folder), str(out)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    return int(done.stdout) / out.stat().st_size


@pytest.mark.bench
@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of a process")
@pytest.mark.parametrize("kind", [torch.float32, torch.float16])
def test_a_large_model_is_imported_and_opened(tmp_path, kind, measured, one_torch_thread):
    out = tmp_path / "out.safetensors"
    for binary in (True, False):
        folder = t5_folder(tmp_path / f"{binary}", binary=binary, kind=kind, **SIZES, **DEPTH)
        name = "pytorch_model.bin" if binary else "model.safetensors"
        what = f"memory of importing {name}, {kind}, of the checkpoint"
        measured(what, partial(_imported, folder, out), budget=MEMORY)

    def opened() -> float:
        start = time.process_time()
        load_checkpoint(out)
        return time.process_time() - start

    what = f"opening a large model, {kind}, work"
    measured(what, lambda: min(opened() for _ in range(3)), budget=SECONDS, unit="s")
