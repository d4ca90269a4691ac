"""A run that was saved, and gone on with by another process, ends where an unbroken one ends."""

import dataclasses
import math
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
import safetensors.torch
import torch

from model.messages import CheckpointError, TrainingError
from model.runs.presets import TrainingConfig
from model.runs.progress import TrainingProgress
from model.text.corpora import Corpus
from model.training import saved_run
from model.training.new_model import new_model
from model.training.run import TrainingRun, result_of
from model.training.saved_run import check_saved, restore_run, save_run
from tests.every import every
from tests.model.builders import config, letters
from tests.model.checkpoint.foreign_files import FOREIGN

TRAINING = TrainingConfig(
    epochs=4,
    batch_tokens=512,
    learning_rate=3e-3,
    warmup=5,
    seed=7,
    averaged=2,
    patience=3,
    scored_every=1,
)


def new_run(training: TrainingConfig = TRAINING, *, corpus: Corpus | None = None) -> TrainingRun:
    """With dropout, so that random numbers matter."""
    corpus = corpus or letters()
    model = new_model(corpus, config(dropout=0.2), training, task="copy")
    return TrainingRun(corpus, model, training)


@pytest.fixture(scope="module")
def unbroken() -> TrainingRun:
    run = new_run()
    assert [*run.reports()]
    return run


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    run = new_run()
    assert len([*islice(run.reports(), 5)]) == 5
    save_run(run, tmp_path / "a.run")
    return tmp_path / "a.run"


def measured(point: TrainingProgress) -> tuple[float | None, ...]:
    return point.validation_loss, point.bleu, point.chrf, point.exact


def same_weights(one: torch.nn.Module, other: torch.nn.Module) -> bool:
    pairs = zip(one.state_dict().values(), other.state_dict().values(), strict=True)
    return all(torch.equal(left, right) for left, right in pairs)


@pytest.mark.parametrize("updates", [1, 3, 7, 11])
def test_a_run_goes_on_exactly_where_it_was(tmp_path: Path, unbroken: TrainingRun, updates: int):
    assert unbroken.per_epoch * 4 == len(unbroken.curve) > 11
    first = new_run()
    assert len([*islice(first.reports(), updates)]) == updates
    save_run(first, tmp_path / "a.run")
    second = new_run()
    restore_run(second, tmp_path / "a.run")
    assert second.curve == first.curve
    assert second.curve.thinned() == first.curve.thinned()
    assert [*second.reports()]
    assert [point.loss for point in second.curve] == [point.loss for point in unbroken.curve]
    assert [measured(point) for point in second.curve] == [
        measured(point) for point in unbroken.curve
    ]
    assert same_weights(second.model.network, unbroken.model.network)
    assert same_weights(result_of(second).network, result_of(unbroken).network)


def test_a_network_that_is_frozen_in_part_goes_on_as_well(tmp_path: Path):
    runs = []
    for _ in range(3):
        run = new_run()
        for name, parameter in run.model.network.named_parameters():
            parameter.requires_grad_("norm" not in name)
        runs.append(run)
    unbroken, first, second = runs
    assert [*unbroken.reports()]
    assert len([*islice(first.reports(), 9)]) == 9
    save_run(first, tmp_path / "a.run")
    restore_run(second, tmp_path / "a.run")
    assert [*second.reports()]
    assert same_weights(second.model.network, unbroken.model.network)
    gains = [value for name, value in second.model.network.named_parameters() if "norm.w" in name]
    assert gains
    assert all((gain == 1).all() for gain in gains)


@pytest.mark.parametrize(("version", "age"), [(1, "an older"), (3, "a newer")])
def test_a_run_of_another_version_is_one_sentence(
    tmp_path: Path, monkeypatch, version: int, age: str
):
    run = new_run()
    assert next(run.reports())
    monkeypatch.setattr(saved_run, "VERSION", version)
    save_run(run, tmp_path / "a.run")
    monkeypatch.undo()
    with pytest.raises(CheckpointError) as failure:
        restore_run(new_run(), tmp_path / "a.run")
    assert str(failure.value) == (
        f"{tmp_path / 'a.run'} was written by {age} version of Headlight and cannot be continued "
        "by this one; delete it to start over."
    )


def test_the_curve_in_the_file_has_a_column_for_each_number_in_an_order_that_stays(saved: Path):
    run = new_run()
    restore_run(run, saved)
    row = safetensors.torch.load_file(saved)["curve"][-1].tolist()
    last = run.curve[-1]
    told = (last.epoch, 4, last.update, run.clock.updates, last.loss, last.validation_loss)
    speed = (last.learning_rate, last.gradient_norm, last.tokens_per_second, last.seconds_left)
    values = (*told, *speed, last.bleu, last.chrf, last.exact, 0)
    assert row == pytest.approx([math.nan if v is None else v for v in values], nan_ok=True, rel=0)


def test_saving_changes_nothing(tmp_path: Path, unbroken: TrainingRun):
    run = new_run()
    for _ in run.reports():
        save_run(run, tmp_path / "a.run")
    assert same_weights(run.model.network, unbroken.model.network)


def test_speed_and_time_count_from_the_first_start(saved: Path):
    run = new_run()
    restore_run(run, saved)
    before = run.clock.seconds
    assert before > 0
    assert next(run.reports()).update == 6
    assert run.clock.seconds > before


@every(
    ("changes", "sentence"),
    [
        ({"epochs": 9}, "is a run with epochs 4, not 9"),
        ({"seed": 8}, "is a run with seed 7, not 8"),
        ({"learning_rate": 0.01}, "is a run with learning_rate 0.003, not 0.01"),
        (None, "is a run with corpus"),
    ],
)
def test_a_run_with_other_numbers_or_another_corpus_does_not_go_on(saved: Path, changes, sentence):
    other = letters(seed=3) if changes is None else None
    with pytest.raises(TrainingError) as failure:
        restore_run(new_run(dataclasses.replace(TRAINING, **changes or {}), corpus=other), saved)
    assert sentence in str(failure.value)
    assert str(saved) in str(failure.value)


def test_a_file_of_something_else_or_a_cut_or_missing_one_is_one_sentence(saved: Path):
    data, run = saved.read_bytes(), new_run()
    cut = [data[: int(len(data) * share)] for share in (0.3, 0.9, 0.999)]
    for content in (*FOREIGN.values(), *cut):
        saved.write_bytes(content)
        with pytest.raises(CheckpointError, match="is not a saved training run, or it is damaged"):
            restore_run(run, saved)
    saved.unlink()
    with pytest.raises(CheckpointError, match=r"a\.run cannot be read: No such file"):
        restore_run(run, saved)


def test_a_look_beforehand_takes_the_precision_that_the_run_has_chosen(tmp_path: Path):
    run, path = new_run(), tmp_path / "a.run"
    run.choose_precision("float32")
    assert next(run.reports())
    save_run(run, path)
    look = partial(check_saved, path, model=run.model.config)
    assert TRAINING.precision == "auto"
    for asked in ("auto", "float32"):
        look(training=dataclasses.replace(TRAINING, precision=asked))
    with pytest.raises(TrainingError, match="is a run with precision 'float32', not 'bfloat16'"):
        look(training=dataclasses.replace(TRAINING, precision="bfloat16"))
