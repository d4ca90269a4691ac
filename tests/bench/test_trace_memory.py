"""The memory of a trace of 512 × 512 tokens and 48 heads, against its raw arrays."""

import json
import subprocess
import sys

import pytest

from tests.bench.measuring import Figures

pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

RAW = 6 * 8 * 3 * 512 * 512 * 4
"""Bytes of the three kinds' weights in float32."""

# getrusage's peak would be that of whoever started the process, if it is larger
MEASURE = """
import gc, json, re
from pathlib import Path

def resident(field):
    status = Path("/proc/self/status").read_text()
    return int(re.search(rf"{field}:\\s+(\\d+) kB", status)[1]) * 1024

def now():
    return resident("VmRSS")

def peak():
    return resident("VmHWM")
"""

TRANSLATE = (
    MEASURE
    + """
from itertools import product
from string import ascii_lowercase
import torch
from model.config import ModelConfig
from model.decoding.greedy import translate_steps
from model.special_tokens import EOS_ID
from model.text.word_tokenizer import WordTokenizer
from model.traces.trace import KINDS
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer

torch.set_num_threads(1)
torch.manual_seed(0)
words = ["".join(letters) for letters in product(ascii_lowercase, repeat=2)]
tokenizer = WordTokenizer.trained([" ".join(words)], level="word")
config = ModelConfig(n_layers=6, n_heads=8, d_model=64, d_ff=64, dropout=0.0, max_len=512)
network = Transformer(config, src_vocab=len(tokenizer), tgt_vocab=len(tokenizer)).eval()
model = TrainedModel(
    name="m", task="none", network=network, src_tokenizer=tokenizer, tgt_tokenizer=tokenizer
)
source = " ".join(words[:511])
target = [*tokenizer.encode(source).ids, EOS_ID]
for _ in translate_steps(model, "aa ab", max_steps=2):  # what a first translation loads
    pass
gc.collect()
start = now()
for trace in translate_steps(model, source, prefix=target):
    shown = [trace.weights(kind) for kind in KINDS]  # as a window does at each step
    if not trace.steps:
        encoder_peak = peak()
gc.collect()
assert [weights.shape for weights in shown] == [(6, 8, 512, 512)] * 3
print(json.dumps({
    "raw": sum(weights.nbytes for weights in shown),
    "kept": now() - start,
    "encoder": encoder_peak - start,
    "peak": peak() - start,
}))
"""
)

RECORD = (
    MEASURE
    + """
import numpy as np
from model.traces.recording import Recording

rows = np.ones((6, 8, 512), np.float32)
start = now()
recording = Recording(n_layers=6, n_heads=8, n_source=512, max_steps=512)
for step in range(50):
    recording.append(rows[:, :, :step + 1], rows)
print(json.dumps({"kept": now() - start}))
"""
)


def sizes_of(script: str) -> dict[str, int]:
    """Bytes that a script prints, in a process of its own."""
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("when", ["kept", "peak"])
def test_a_trace_takes_at_most_one_and_a_half_times_its_raw_arrays(when, measured):
    def run() -> Figures:
        sizes = sizes_of(TRANSLATE)
        assert sizes["raw"] == RAW
        return Figures(sizes[when] / RAW, f"{sizes[when] / 1e6:.0f} MB", f"{RAW / 1e6:.0f} MB raw")

    measured(f"memory of a trace of 512 tokens, {when}", run, budget=1.5)


def test_steps_that_never_come_take_no_memory(measured):
    """50 of 512 steps: a tenth of their two arrays, and what the system rounds up."""
    measured(
        "memory of 50 of 512 steps",
        lambda: sizes_of(RECORD)["kept"] / (RAW * 2 / 3),
        budget=0.15,
        unit="of 512",
    )
