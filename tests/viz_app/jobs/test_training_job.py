"""The training job: what it reports, and what it keeps."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re

import pytest

from model.checkpoint import load_checkpoint
from model.messages import CorpusError, TrainingError, UserError
from model.presets import PRESETS
from model.progress import TrainingProgress
from tests.viz_app.cli.commands import noise
from viz_app.jobs.shelf import Shelf
from viz_app.jobs.training import (
    TrainingDone,
    TrainingReported,
    TrainingStarted,
    gathered,
    training_steps,
)
from viz_app.persistence.library import Library
from viz_app.state.training import TrainingRequest

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_text("a b\tb a\nno tab\nc d e\te d c\n", encoding="utf-8")
    return path


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "models", shipped=tmp_path)


def request(corpus, **values):
    return TrainingRequest(**{"task": str(corpus), "preset": "tiny", "epochs": 2, **values})


def started(steps):
    """The first report."""
    return next(item for item in steps if isinstance(item, TrainingStarted))


def reports(n):
    for update in range(1, n + 1):
        yield TrainingProgress(
            epoch=1,
            epochs=1,
            update=update,
            updates=n,
            loss=1.0,
            validation_loss=None,
            learning_rate=0.1,
            gradient_norm=1.0,
            tokens_per_second=1.0,
            seconds_left=1.0,
        )


def test_every_report_arrives_once_in_order_and_each_update_is_a_place_to_stop():
    gatherings = list(gathered(reports(5), seconds=3600))
    assert len(gatherings) == 5
    assert [r.update for gathering in gatherings for r in gathering] == [1, 2, 3, 4, 5]


def test_a_run_ends_with_a_checkpoint_that_is_the_current_model(corpus, library):
    shelf = Shelf()
    *_, done = training_steps(shelf, library, request(corpus))
    assert isinstance(done, TrainingDone)
    assert done.path.parent == library.folder
    kept = load_checkpoint(done.path)
    assert kept.name == shelf.take(done.key).name == done.summary.name == "mine.tsv-1"
    weights = shelf.take(done.key).network.state_dict()
    assert all(bool((weights[k] == v).all()) for k, v in kept.network.state_dict().items())


def test_lines_that_were_left_out_are_said(corpus, library):
    first = started(training_steps(Shelf(), library, request(corpus)))
    assert str(first.notices[0]) == (
        "mine.tsv: 1 of 3 lines were left out: 1 × no tab between source and target; "
        "the first is line 2."
    )


def test_a_stopped_run_leaves_the_current_model_alone(corpus, library, tiny_model):
    shelf = Shelf()
    key = shelf.put(tiny_model)
    steps = training_steps(shelf, library, request(corpus, epochs=50))
    updates = (item for item in steps if isinstance(item, TrainingReported))
    assert len(list(itertools.islice(updates, 1))) == 1
    steps.close()
    assert shelf.take(key) is tiny_model
    assert library.entries() == ()


def test_a_folder_that_cannot_be_written_keeps_the_model_and_says_so(corpus, tmp_path):
    (tmp_path / "file").touch()
    shelf = Shelf()
    unwritable = Library(tmp_path / "file" / "models", shipped=tmp_path)
    *_, done = training_steps(shelf, unwritable, request(corpus))
    assert done.path is None
    assert "cannot be made" in str(done.error)
    assert shelf.take(done.key).task == "mine.tsv"


def test_the_task_in_the_checkpoint_names_no_folder(corpus, library):
    *_, done = training_steps(Shelf(), library, request(corpus))
    assert str(corpus.parent).encode() not in done.path.read_bytes()


def test_a_device_that_is_not_there_is_replaced_and_said(corpus, library):
    first = started(training_steps(Shelf(), library, request(corpus, device="mps")))
    assert any("MPS was asked for" in str(notice) for notice in first.notices)


@pytest.mark.parametrize(
    ("values", "error"), [({"task": "nowhere.tsv"}, CorpusError), ({"preset": "huge"}, UserError)]
)
def test_a_wrong_request_is_one_sentence(corpus, library, values, error):
    with pytest.raises(error, match=r"nowhere.tsv|huge"):
        started(training_steps(Shelf(), library, request(corpus, **values)))


def test_losses_are_reported(corpus, library):
    items = [item for item in training_steps(Shelf(), library, request(corpus)) if item]
    updates = [
        r.update for item in items if isinstance(item, TrainingReported) for r in item.reports
    ]
    assert updates == [1, 2]


def test_reading_a_corpus_can_be_stopped_at_many_places(tmp_path, library):
    path = tmp_path / "long.tsv"
    path.write_text("".join(f"a{n} b\tb a{n}\n" for n in range(5000)), encoding="utf-8")
    steps = training_steps(Shelf(), library, request(path))
    places = list(itertools.takewhile(lambda item: item is None, steps))
    assert len(places) >= 5000 / 500


@pytest.fixture
def explode(monkeypatch):
    """Makes the steps of a preset far too long."""

    def change(*, warmup: int, batch_tokens: int) -> None:
        tiny = PRESETS["tiny"]
        model = dataclasses.replace(tiny.model, n_layers=1, n_heads=2, d_ff=32)
        training = dataclasses.replace(
            tiny.training, learning_rate=0.99, warmup=warmup, batch_tokens=batch_tokens
        )
        changed = dataclasses.replace(tiny, model=model, training=training)
        monkeypatch.setitem(PRESETS, "tiny", changed)

    return change


@pytest.fixture
def noise_file(tmp_path):
    """Pairs that nothing can be learned from."""
    path = tmp_path / "noise.tsv"
    path.write_text(noise(200))
    return path


@pytest.mark.slow
def test_an_exploding_loss_ends_with_the_last_good_model_and_says_why(noise_file, library, explode):
    explode(warmup=100, batch_tokens=128)
    shelf = Shelf()
    *_, done = training_steps(shelf, library, request(noise_file, epochs=8))
    assert isinstance(done, TrainingDone)
    sentence = (
        r"The loss has grown to \d+\.\d at update \d+; try a learning rate below 0\.99\. "
        r"The model as it was at the end of epoch \d is kept\."
    )
    assert re.fullmatch(sentence, str(done.error))
    assert [entry.path for entry in library.entries()] == [done.path]
    network = load_checkpoint(done.path).network
    assert all(math.isfinite(weights.sum()) for weights in network.state_dict().values())
    assert shelf.take(done.key).name == done.summary.name == "noise.tsv-1"


@pytest.mark.slow
def test_an_exploding_loss_and_no_place_to_write_are_both_said(noise_file, tmp_path, explode):
    explode(warmup=100, batch_tokens=128)
    (tmp_path / "file").touch()
    shelf = Shelf()
    unwritable = Library(tmp_path / "file" / "models", shipped=tmp_path)
    *_, done = training_steps(shelf, unwritable, request(noise_file, epochs=8))
    assert done.path is None
    assert re.match(r"The loss has grown to .*\. The folder .* cannot be made: ", str(done.error))
    assert shelf.take(done.key).task == "noise.tsv"


def test_an_explosion_in_the_first_epoch_is_an_error_and_leaves_the_current_model(
    noise_file, library, explode, tiny_model
):
    explode(warmup=0, batch_tokens=50)
    shelf = Shelf()
    key = shelf.put(tiny_model)
    with pytest.raises(TrainingError, match="The loss has grown to"):
        list(training_steps(shelf, library, request(noise_file)))
    assert shelf.take(key) is tiny_model
    assert library.entries() == ()
