"""What the presets promise: tasks solved, and attention that shows how."""

import dataclasses
from collections import defaultdict
from collections.abc import Callable

import numpy as np
import pytest

from model.decoding.greedy import translate, translate_steps
from model.decoding.trained import TrainedModel
from model.runs.presets import preset_for
from model.steps import run_through
from model.text.corpora import Pair
from model.text.tasks import load_task
from model.training.new_model import new_model
from model.training.run import TrainingRun, result_of
from model.training.validation import exact_match, validation_loss_steps
from tests.model.builders import untrained_model

pytestmark = pytest.mark.slow


def trained_run(
    task: str,
    preset_name: str | None = None,
    *,
    seed: int = 0,
    learned: Callable[[TrainingRun], bool] | None = None,
) -> TrainingRun:
    """A run of a task with its preset: finished, or as far as the epoch that has it ``learned``."""
    preset = preset_for(task, preset_name)
    training = dataclasses.replace(preset.training, seed=seed)
    corpus = load_task(task)
    run = TrainingRun(corpus, new_model(corpus, preset.model, training, task=task), training)
    for report in run.reports():
        if learned and report.update % run.per_epoch == 0 and learned(run):
            break
    return run


@pytest.fixture(scope="module")
def reversing_run() -> TrainingRun:
    """``reverse`` with its preset, about half a minute."""
    return trained_run("reverse", learned=is_exact)


def is_exact(run: TrainingRun) -> bool:
    """Whether it solves what it never saw; not asked while the loss says that it cannot."""
    return run.curve[-1].loss < 2e-3 and exact_match(result_of(run), run.corpus.heldout) == 1.0


def share_on_the_anti_diagonal(model: TrainedModel, pairs: tuple[Pair, ...]) -> float:
    """How well the best cross-attention head shows that the source is read backwards.

    Weights are averaged over all strings of a length *n*; then step *k* is right when the key
    with the largest mean weight is *n* - 1 - *k*. The share is that of the best head.
    """
    weights = defaultdict(list)
    for pair in pairs:
        n = len(pair.source.split())
        ids = model.tgt_tokenizer.encode(pair.target).ids
        rows = translate_forced(model, pair.source, ids)
        weights[n].append(rows[:, :, :n])  # [layers, heads, step, source]
    right = [
        np.stack([mean[:, :, step].argmax(-1) == n - 1 - step for step in range(n)])
        for n, of_length in weights.items()
        for mean in [np.mean(of_length, axis=0)]
    ]
    return float(np.concatenate(right).mean(axis=0).max())


def translate_forced(model: TrainedModel, source: str, ids: tuple[int, ...]) -> np.ndarray:
    """Cross weights of the right target, whatever the model would say itself."""
    *_, trace = translate_steps(model, source, prefix=ids, max_steps=len(ids))
    return trace.weights("cross")


def test_reverse_is_solved_exactly_on_unseen_strings(reversing_run: TrainingRun):
    unseen = reversing_run.corpus.heldout
    assert len(unseen) == 200
    assert not set(unseen) & set(reversing_run.corpus.pairs)
    assert exact_match(result_of(reversing_run), unseen) == 1.0


def test_copy_is_solved_exactly_on_unseen_strings():
    run = trained_run("copy", learned=is_exact)
    assert len(run.corpus.heldout) == 200
    assert is_exact(run)


def test_cross_attention_of_reverse_reads_the_source_backwards(reversing_run: TrainingRun):
    unseen = reversing_run.corpus.heldout
    assert share_on_the_anti_diagonal(result_of(reversing_run), unseen) >= 0.95


def test_cross_attention_of_an_untrained_model_does_not(reversing_run: TrainingRun):
    untrained = untrained_model(reversing_run.model.config, task="reverse")
    unseen = reversing_run.corpus.heldout
    assert share_on_the_anti_diagonal(untrained, unseen) < 0.5


REPORT_LOSS = 0.00015


def report_loss(run: TrainingRun) -> float:
    return run_through(validation_loss_steps(result_of(run), run.pairs))


def assert_report_is_learned(run: TrainingRun) -> None:
    """Loss and translations that the course report promises."""
    assert run.curve[-1].epoch <= 100
    assert len(run.pairs) == len(run.corpus.pairs) > 0
    model = result_of(run)
    assert report_loss(run) <= REPORT_LOSS
    assert translate(model, "我 有 一 只 猫").translation == "i have a cat."
    assert exact_match(model, run.corpus.pairs) == 1.0


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_small_report_model_is_learned_within_a_hundred_epochs(seed: int):
    assert_report_is_learned(trained_run("report", "report-small", seed=seed))


def test_the_papers_architecture_learns_the_report_within_a_hundred_epochs():
    run = trained_run("report", learned=lambda run: report_loss(run) <= REPORT_LOSS)
    assert (run.model.config.n_layers, run.model.config.d_model) == (6, 512)
    assert_report_is_learned(run)
