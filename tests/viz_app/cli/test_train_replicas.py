"""``torchrun … headlight train``: several processes train one model as one process would."""

import os
import re
import shlex
import signal
import subprocess
import sys

import numpy as np
import pytest
from safetensors.numpy import load_file

from model.checkpoint.header import read_header
from tests.patience import PATIENCE
from tests.viz_app.cli.commands import ROOT, Outcome, assert_refused, noise

LAUNCHER = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "--no-python")
NUMBERS = (
    *("--preset", "tiny", "--device", "cpu", "--epochs", "3", "--validation", "4"),
    *("--set", "batch_tokens=60", "--set", "dropout=0", "--set", "warmup=5"),
)


@pytest.fixture
def noise_file(tmp_path):
    path = tmp_path / "noise.tsv"
    path.write_text(noise(40))
    return path


def launched(*arguments: object) -> subprocess.Popen:
    """A command in two processes; a signal for the launcher reaches them too."""
    return subprocess.Popen(
        [sys.executable, *LAUNCHER, sys.executable, "-m", "viz_app", *map(str, arguments)],
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ended(process: subprocess.Popen) -> Outcome:
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate()
    return Outcome(process.returncode, out.decode(), err.decode())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="torchrun's rendezvous needs libuv there")
def test_two_processes_learn_what_one_does(headlight, noise_file, tmp_path):
    alone, together = tmp_path / "alone.safetensors", tmp_path / "together.safetensors"
    assert headlight("train", noise_file, *NUMBERS, "-o", alone).status == 0
    outcome = ended(launched("train", noise_file, *NUMBERS, "-o", together))
    assert outcome.status == 0, outcome.err
    one, two = read_header(alone).record, read_header(together).record
    assert (one["replicas"], two["replicas"]) == (1, 2)
    assert one["updates"] == two["updates"] > 20
    np.testing.assert_allclose(one["curve"], two["curve"], rtol=0, atol=1e-4)
    assert [entry["epoch"] for entry in two["validation"]] == [1, 2, 3]
    np.testing.assert_allclose(validation(one), validation(two), rtol=0, atol=2e-4)
    weights, others = load_file(alone), load_file(together)
    # softmax does not see the bias of the keys: AdamW makes steps of mere rounding
    for name in [name for name in weights if not name.endswith("w_k.bias")]:
        np.testing.assert_allclose(weights[name], others[name], rtol=0, atol=1e-3)
    assert_said_once(outcome, together)
    assert {file.name for file in tmp_path.iterdir()} == {
        noise_file.name,
        alone.name,
        together.name,
    }


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.usefixtures("sigint_of_a_terminal")
def test_ctrl_c_stops_all_processes_at_the_same_update(headlight, noise_file, tmp_path):
    path = tmp_path / "x.safetensors"
    long = ("train", noise_file, *NUMBERS, "--epochs", "5000", "-o", path)
    process = launched(*long)
    try:
        while b"tokens/s" not in (line := process.stderr.readline()):
            assert line, "it ended by itself"
    finally:
        process.send_signal(signal.SIGINT)
    outcome = ended(process)
    assert outcome.status != 0
    (stopped,) = re.findall(r"^headlight: (.*)", outcome.err, re.MULTILINE)
    place, command = stopped.split(". To continue: ")
    assert re.fullmatch(r"Stopped after update \d+ of \d+; the run is saved in .*\.run", place)
    torchrun = "torchrun --nproc-per-node 2 --no-python headlight"
    assert command == f"{torchrun} {shlex.join(map(str, long))} --resume"
    assert {file.name for file in tmp_path.iterdir()} == {noise_file.name, f"{path.name}.run"}
    alone = headlight(*long, "--resume")
    assert alone.status == 1
    assert f"{path}.run is a run with replicas 2, not 1; use the same settings" in alone.err


def validation(record) -> list[float]:
    return [entry["loss"] for entry in record["validation"]]


def assert_said_once(outcome: Outcome, path) -> None:
    lines = [line for line in outcome.err.splitlines() if line.startswith(("headlight:", "epoch"))]
    assert len(lines) == len(set(lines)) >= 3
    assert "on 36 pairs, 3 epochs, on cpu in 2 processes: tiny" in lines[0]
    assert outcome.out.splitlines()[-1] == str(path)
    assert outcome.out.count(str(path)) == 1


@pytest.mark.parametrize(
    ("name", "value"), [("WORLD_SIZE", "two"), ("RANK", "x"), ("RANK", "²"), ("WORLD_SIZE", "-2")]
)
def test_a_bad_environment_is_one_sentence(train, noise_file, monkeypatch, tmp_path, name, value):
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setenv(name, value)
    sentence = f": {name} ({value!r}) in the environment is not a whole number.\n"
    assert_refused(train(noise_file), sentence)
    assert [file.name for file in tmp_path.iterdir()] == [noise_file.name]


def test_others_that_nobody_has_started_are_one_sentence(train, noise_file, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setenv("RANK", "1")
    monkeypatch.delenv("MASTER_ADDR", raising=False)
    assert_refused(train(noise_file), ": Process 1 of 2 cannot join the others: ", "MASTER_ADDR")
