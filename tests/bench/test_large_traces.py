"""6 layers × 8 heads × 512 × 512 tokens in the real window: nothing freezes, little is copied."""

import gc
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from model.traces.trace import KINDS, Trace
from tests.bench.measuring import Figures
from tests.bench.random_trace import random_trace
from tests.bench.rounds import Rounds
from tests.bench.wordy_model import words, wordy_model
from tests.viz_app.application import running
from viz_app.app.bootstrap import Application
from viz_app.panels.attention.room import picture_cell_picked
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.workbench.changes.selection import head_picked, kind_picked, option_picked, step_chosen
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state import MASSES, SCALES, AttentionOptions, Cell

pytestmark = pytest.mark.bench

TOKENS = 512
LONGEST_MS = 100
CONFIG = ModelConfig(n_layers=6, n_heads=8, d_model=64, d_ff=64, dropout=0.0, max_len=TOKENS)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory, one_torch_thread) -> Path:
    path = tmp_path_factory.mktemp("large") / "wordy.safetensors"
    save_checkpoint(wordy_model(CONFIG), path)
    return path


@pytest.fixture
def application(qtbot, tmp_path, checkpoint) -> Iterator[Application]:
    with running(qtbot, tmp_path, model=checkpoint, text="aa") as application:
        application.window.resize(1280, 800)
        application.window.show_tab("attention")
        yield application


def show(application: Application, trace: Trace) -> None:
    application.bench.apply(trace_arrived, trace)


def look_around(application: Application, rounds: Rounds) -> None:
    """Everything that can be done with the mosaic of a trace."""
    does = application.window.rooms.attention.does
    pick = does(option_picked)
    for step in (0, 1, TOKENS // 2, TOKENS - 2, TOKENS - 1):
        rounds.settle("a step", lambda step=step: application.screen.apply(step_chosen, step))
    for kind in (*KINDS, *KINDS):
        rounds.settle(f"to {kind}", lambda kind=kind: does(kind_picked)(kind))
    rounds.settle("a head", lambda: does(head_picked)("decoder", 4, 6))
    for scale in (*SCALES, "linear"):
        rounds.settle("a scale", lambda scale=scale: pick("scale", scale))
    for colours in (*COLOUR_MAPS, "kind"):
        rounds.settle("a map", lambda colours=colours: pick("colour_map", colours))


def test_nothing_takes_over_100_ms_while_a_translation_grows_to_512_steps(application, measured):
    rounds, bench = Rounds(), application.bench
    rounds.until(
        "the translation",
        lambda: not bench.now.translating,
        lambda: application.translation.translate(words(TOKENS)),
    )
    trace = bench.now.trace
    assert (len(trace.source_tokens), len(trace.steps)) == (TOKENS, TOKENS)
    look_around(application, rounds)
    rounds.judge(measured, "a translation that grows to 512 steps", budget=LONGEST_MS)


def test_nothing_takes_over_100_ms_with_a_trace_of_512_tokens(application, measured):
    rounds = Rounds()
    for seed in range(3):
        trace = random_trace(TOKENS, seed=seed)
        rounds.settle("a trace", lambda trace=trace: show(application, trace))
    look_around(application, rounds)
    rounds.judge(measured, "a trace of 512 tokens", budget=LONGEST_MS)


def test_nothing_takes_over_100_ms_with_links_of_eight_heads(application, measured):
    rounds, does = Rounds(), application.window.rooms.attention.does
    pick = does(option_picked)
    rounds.settle("to links", lambda: pick("view", "links"))
    rounds.settle("all heads", lambda: pick("heads", tuple(range(CONFIG.n_heads))))
    for seed in range(3):
        trace = random_trace(TOKENS, seed=seed)
        rounds.settle("a trace", lambda trace=trace: show(application, trace))
    for mass in (*MASSES, AttentionOptions().mass):
        rounds.settle("a share", lambda mass=mass: pick("mass", mass))
    for row in range(20, 24):
        cell = Cell(row, 0)
        rounds.settle("a token", lambda cell=cell: does(picture_cell_picked)("cross", cell))
    look_around(application, rounds)
    assert len(application.screen.now.attention.heads) == CONFIG.n_heads
    rounds.judge(measured, "links of eight heads, 512 tokens", budget=LONGEST_MS)


# -------------------------------------------------------------------------------- memory


def resident(field: str) -> int:
    """Bytes, from Linux's own books."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+) kB", status)[1]) * 1024


@contextmanager
def peak_of_memory() -> Iterator[Callable[[], int]]:
    """Bytes by which the process grew at most since the beginning."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far
    start = resident("VmRSS")
    yield lambda: resident("VmHWM") - start


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_window_adds_at_most_half_of_the_raw_arrays(application, measured):
    trace, rounds = random_trace(TOKENS), Rounds()
    raw = sum(trace.weights(kind).nbytes for kind in KINDS)
    with peak_of_memory() as grown:
        rounds.settle("a trace", lambda: show(application, trace))
        look_around(application, rounds)
        added = grown() / raw
    found = Figures(added, peer=f"{raw / 1e6:.0f} MB of weights")
    measured("memory that the window adds to 512 tokens", lambda: found, budget=0.5)
