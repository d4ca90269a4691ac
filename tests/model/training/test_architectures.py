"""A network of any architecture trains, is kept in a file, is scored and is watched."""

import math
import tempfile
from itertools import islice
from pathlib import Path

import torch
from hypothesis import HealthCheck, assume, given, settings

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.config import ModelConfig
from model.decoding.greedy import translate
from model.runs.presets import TrainingConfig
from model.steps import run_through
from model.traces.head_measures import Probe
from model.training.moments import moment_steps
from model.training.new_model import new_model
from model.training.run import TrainingRun, result_of
from model.training.validation import exact_match
from tests.model.architectures import architectures
from tests.model.builders import letters

CORPUS = letters(pairs=20, heldout=3)
TRAINING = TrainingConfig(epochs=1, batch_tokens=200, learning_rate=1e-3, warmup=1, seed=3)
PROBE = Probe("a b c d", "a b c d")


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(architectures())
def test_every_switch_trains_and_comes_back_from_its_file(config: ModelConfig) -> None:
    assume(config.positions != "given")  # there is nothing yet that could be given
    assume(len(config.stacks) == 2)  # alone, neither can be trained here
    run = TrainingRun(CORPUS, new_model(CORPUS, config, TRAINING, task="copy"), TRAINING)
    before = [weights.detach().clone() for weights in run.model.network.parameters()]
    reports = list(islice(run.reports(), 2))
    assert all(math.isfinite(report.loss) for report in reports)
    after = list(run.model.network.parameters())
    assert any(not torch.equal(*both) for both in zip(before, after, strict=True))
    assert all(weights.isfinite().all() for weights in after)
    model = result_of(run)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.safetensors"
        save_checkpoint(model, path)
        again = load_checkpoint(path)
    assert again.config == config
    trace, same = translate(model, "a b c d"), translate(again, "a b c d")
    assert [step.token for step in trace.steps] == [step.token for step in same.steps]
    assert 0 <= exact_match(again, CORPUS.heldout) <= 1
    moment = run_through(moment_steps(again, [PROBE], update=2, epoch=0))
    assert moment.traces[0].translation == PROBE.target
