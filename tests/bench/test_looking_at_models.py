"""A folder of opus-mt's size is looked at, to be imported, while the window stays alive."""

import sys
from pathlib import Path

import pytest
import torch

from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from tests.bench.gaps import Gaps
from tests.bench.rounds import Rounds
from tests.bench.test_large_model import marian_folder
from tests.bench.wordy_model import wordy_model
from tests.viz_app.application import drop, running
from viz_app.app.app_state import field_slot
from viz_app.app.bootstrap import SWITCH_SECONDS

pytestmark = pytest.mark.bench

LONGEST_GAP_MS, LONGEST_WORK_MS = 50, 32
TURNS = 6


@pytest.fixture(scope="module")
def folder(shared_dir, tmp_path_factory) -> Path:
    opus = shared_dir / "models" / "opus-mt-en-mg"
    if not opus.is_dir():
        pytest.skip(f"no shared data: {opus} is absent")
    return marian_folder(opus, tmp_path_factory.mktemp("opus") / "hub", torch.float32)


def test_a_folder_is_looked_at_without_a_gap(qtbot, tmp_path, folder, measured):
    """From dropping it until the page says what it is; noise makes gaps longer, never shorter."""
    small = tmp_path / "small.safetensors"
    config = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, dropout=0.0, max_len=16)
    save_checkpoint(wordy_model(config), small)
    before = sys.getswitchinterval()
    rounds, clock, longest = Rounds(), Gaps(), []
    with running(qtbot, tmp_path, model=small, text="aa ab") as application:
        sys.setswitchinterval(SWITCH_SECONDS)
        own = field_slot(application.store, "importing")
        for turn in range(2 * TURNS):
            drop(application.window, folder)
            if turn % 2:
                rounds.until("looked at", lambda: own.now.reading is not None)
            else:
                longest.append(clock.until(lambda: own.now.reading is not None, "looked at")[1])
            rounds.settle("shown", lambda: None)
            application.work.imports.dialog.reject()
            assert own.now.path is None
        sys.setswitchinterval(before)
    clock.stop()
    what = "a folder of opus-mt's size, looked at"
    measured(f"{what}: gap", lambda: min(longest), budget=LONGEST_GAP_MS, unit="ms")
    work = max(rounds.longest.values())
    measured(f"{what}: work", lambda: work, budget=LONGEST_WORK_MS, unit="ms")
