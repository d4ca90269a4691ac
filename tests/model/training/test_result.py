"""What a checkpoint tells of its training."""

import dataclasses
import json
import platform
from itertools import islice, pairwise

import pytest
import sacrebleu
import tokenizers
import torch

from model.runs.presets import TrainingConfig
from model.runs.progress import RunCurve
from model.training import run as module
from model.training.new_model import new_model
from model.training.run import TrainingRun, run_record
from tests.model.builders import config, letters

TRAINING = TrainingConfig(epochs=2, batch_tokens=512, warmup=5, scored_every=2, seed=7)


@pytest.fixture
def run() -> TrainingRun:
    corpus = letters()
    model = new_model(corpus, config(n_layers=1), TRAINING, task="copy")
    return TrainingRun(corpus, dataclasses.replace(model, record={"attribution": "us"}), TRAINING)


@pytest.fixture
def finished(run: TrainingRun) -> TrainingRun:
    assert [*run.reports()]
    return run


def test_numbers_corpus_and_versions_make_a_run_repeatable(finished: TrainingRun):
    record = run_record(finished)
    assert json.loads(json.dumps(record, allow_nan=False)) == record
    chosen = dataclasses.replace(TRAINING, precision="float32")  # so short a run
    assert TrainingConfig.from_json(record["training"]) == chosen
    name, fingerprint = "copy", finished.corpus.fingerprint
    known = {"name": name, "pairs": 100, "heldout": 20, "fingerprint": fingerprint}
    assert record["corpus"] == known
    assert record["versions"] == {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "tokenizers": tokenizers.__version__,
    }
    assert (record["device"], record["replicas"]) == ("cpu", 1)
    assert record["threads"] == torch.get_num_threads()
    assert record["attribution"] == "us"  # what the model told before


def test_the_curve_is_that_of_the_reports(finished: TrainingRun):
    record = run_record(finished)
    assert [update for update, _ in record["curve"]] == [*range(1, len(finished.curve) + 1)]
    losses = [point.loss for point in finished.curve]
    assert [loss for _, loss in record["curve"]] == pytest.approx(losses, abs=1e-7)
    assert (record["updates"], record["loss"]) == (len(losses), losses[-1])
    assert record["seconds"] == pytest.approx(finished.clock.seconds, abs=0.05)


def test_each_epoch_has_its_validation_and_scores_where_they_were_measured(finished: TrainingRun):
    first, second = run_record(finished)["validation"]
    assert (first.keys(), second.keys()) == (
        {"epoch", "update", "loss"},
        {"epoch", "update", "loss", "bleu", "chrf", "exact"},
    )
    assert (first["epoch"], second["epoch"]) == (1, 2)
    assert (first["update"], second["update"]) == (finished.per_epoch, 2 * finished.per_epoch)
    last = finished.curve[-1]
    told = (second["loss"], second["bleu"], second["chrf"], second["exact"])
    measured = (last.validation_loss, last.bleu, last.chrf, last.exact)
    assert told == pytest.approx(measured, abs=1e-4)


def test_a_run_that_has_not_begun_has_no_numbers(run: TrainingRun):
    record = run_record(run)
    assert (record["updates"], record["loss"]) == (0, None)
    assert record["curve"] == record["validation"] == []
    assert record["signatures"] == {}


@pytest.mark.parametrize("updates", [1, 6, 7, 8, 9, 13, 100])
def test_a_long_curve_is_thinned_between_its_ends(run: TrainingRun, monkeypatch, updates: int):
    monkeypatch.setattr(module, "MOST_POINTS", 7)
    (report,) = islice(run.reports(), 1)
    run.curve = RunCurve(
        dataclasses.replace(report, update=update, loss=1 / update)
        for update in range(1, updates + 1)
    )
    curve = run_record(run)["curve"]
    assert min(updates, 4) <= len(curve) <= 8
    assert (curve[0][0], curve[-1][0]) == (1, updates)
    assert [loss for _, loss in curve] == [round(1 / update, 7) for update, _ in curve]
    gaps = {later - earlier for (earlier, _), (later, _) in pairwise(curve[:-1])}
    assert len(gaps) <= 1


def test_scores_come_with_sacrebleus_signatures(finished: TrainingRun):
    record = run_record(finished)
    assert "bleu" in record["validation"][-1]
    assert record["signatures"]["bleu"].startswith("nrefs:1|case:mixed|")
    assert record["signatures"]["chrf"].startswith("nrefs:1|case:mixed|")
    assert f"version:{sacrebleu.__version__}" in record["signatures"]["bleu"]
