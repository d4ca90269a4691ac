"""The training job: what it reports, what it keeps, and how it goes on."""

import dataclasses
import itertools
import math
import re
import shutil

import numpy as np
import pytest

from model.checkpoint.file import load_checkpoint
from model.config import ModelConfig
from model.messages import CorpusError, Message, UserError
from model.runs.presets import TrainingConfig
from model.runs.progress import last_measured, table_of
from model.traces.head_measures import Moment, SampleTranslations
from tests.viz_app.cli.commands import noise
from tests.viz_app.full_disk import full_disk
from tests.viz_app.panels.training.jobs.small_training import request
from tests.viz_app.runs_on_disk import curve_points
from viz_app.panels.training.jobs import (
    StopAsked,
    TrainingBegun,
    TrainingEnded,
    TrainingReported,
    resumed_steps,
    training_steps,
)
from viz_app.panels.training.runs.jobs import history_steps
from viz_app.storage.runs import Runs
from viz_app.workbench.jobs import ModelCache

pytestmark = pytest.mark.usefixtures("one_torch_thread")


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_text("a b\tb a\nno tab\nc d e\te d c\n", encoding="utf-8")
    return path


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "runs", models=())


def steps_of(runs, asked, *, model_cache=None, stop=None):
    return training_steps(model_cache or ModelCache(), runs, asked, stop=stop or StopAsked())


def begun(steps):
    """The first event."""
    return next(item for item in steps if isinstance(item, TrainingBegun))


def of_kind(items, kind):
    return [item for item in items if isinstance(item, kind)]


def updates(items):
    """Of the newest curve."""
    *_, curve = (), *(item.curve for item in of_kind(items, TrainingReported))
    return [point.update for point in curve]


def until(steps, update):
    """Let a run go on until it has told of an update; the updates of its curve."""
    for item in steps:
        if update in (told := updates([item])):
            return told
    raise AssertionError(f"the run ended before update {update}")


# ------------------------------------------------------------------------------ to the end


def test_a_run_ends_with_a_checkpoint_and_the_same_model_on_the_shelf(corpus, runs):
    model_cache = ModelCache()
    *_, ended = steps_of(runs, request(corpus, epochs=2), model_cache=model_cache)
    assert isinstance(ended, TrainingEnded)
    folder = runs.open(ended.card.run_id)
    assert (folder.card.status, folder.card.has_model) == ("finished", True)
    kept, model = load_checkpoint(folder.model_path), model_cache.take(ended.key)
    assert model.name == ended.summary.name == ended.card.name == "mine.tsv-1"
    weights = model.network.state_dict()
    assert all(bool((weights[k] == v).all()) for k, v in kept.network.state_dict().items())


def test_what_it_tells_is_what_its_folder_holds(corpus, runs):
    items = list(steps_of(runs, request(corpus, epochs=3)))
    assert updates(items) == [1, 2, 3]
    run_id = items[-1].card.run_id
    *_, history = history_steps(runs, run_id)
    assert [point.update for point in history.curve] == [1, 2, 3]
    assert history.samples == tuple(of_kind(items, SampleTranslations))
    moments = of_kind(items, Moment)
    assert [m.update for m in history.moments] == [m.update for m in moments] == [0, 1, 2, 3]
    for kept, told in zip(history.moments, moments, strict=True):
        for one, other in zip(kept.traces, told.traces, strict=True):
            assert (one.weights("cross") == other.weights("cross")).all()


def test_the_task_in_the_checkpoint_names_no_folder(corpus, runs):
    *_, ended = steps_of(runs, request(corpus))
    data = runs.open(ended.card.run_id).model_path.read_bytes()
    assert str(corpus.parent).encode() not in data


def test_a_wrong_corpus_is_one_sentence_and_leaves_no_run(runs):
    with pytest.raises(CorpusError, match=r"nowhere\.tsv"):
        begun(steps_of(runs, request("nowhere.tsv")))
    assert runs.cards() == ()


def test_reading_a_corpus_can_be_stopped_at_many_places(tmp_path, runs):
    path = tmp_path / "long.tsv"
    path.write_text("".join(f"a{n} b\tb a{n}\n" for n in range(5000)), encoding="utf-8")
    places = list(itertools.takewhile(lambda item: item is None, steps_of(runs, request(path))))
    assert len(places) >= 5000 / 500


def test_nobody_else_can_train_a_run_that_is_under_way(corpus, runs):
    steps = steps_of(runs, request(corpus, epochs=50))
    run_id = begun(steps).history.card.run_id
    with pytest.raises(UserError, match=r"mine\.tsv-1"):
        next(resumed_steps(ModelCache(), runs, run_id, stop=StopAsked()))
    steps.close()


# ------------------------------------------------------------------- stopped, and gone on with


def test_a_stopped_run_keeps_its_model_and_goes_on_to_the_same_end(corpus, runs):
    asked = request(corpus, epochs=8)
    *_, whole = steps_of(runs, asked)
    stop = StopAsked()
    steps = steps_of(runs, asked, stop=stop)
    until(steps, 3)
    stop.set()
    *_, stopped = steps
    assert stopped.card.status == "stopped"
    assert 3 <= stopped.card.update < 8
    assert runs.open(stopped.card.run_id).model_path.exists()
    resumed = list(resumed_steps(ModelCache(), runs, stopped.card.run_id, stop=StopAsked()))
    assert updates(resumed) == list(range(1, 9))
    assert resumed[-1].card.status == "finished"
    assert digest(runs, resumed[-1]) == digest(runs, whole)
    *_, one = history_steps(runs, whole.card.run_id)
    *_, other = history_steps(runs, stopped.card.run_id)
    assert [p.loss for p in one.curve] == [p.loss for p in other.curve]
    assert [m.update for m in one.moments] == [m.update for m in other.moments]
    assert one.samples == other.samples


def test_a_closed_job_leaves_a_run_to_go_on_with(corpus, runs):
    steps = steps_of(runs, request(corpus, epochs=50))
    until(steps, 4)
    steps.close()
    (card,) = runs.unfinished()
    assert card.status == "running"
    assert card.update >= 4
    goes_on = resumed_steps(ModelCache(), runs, card.run_id, stop=StopAsked())
    first = begun(goes_on)
    assert [point.update for point in first.history.curve] == list(range(1, card.update + 1))
    told = until(goes_on, card.update + 1)
    assert told == list(range(1, len(told) + 1))
    goes_on.close()


def test_all_that_is_said_of_a_run_is_of_its_one_curve(corpus, runs):
    from model.training.run import run_record

    model_cache = ModelCache()
    steps = steps_of(runs, request(corpus, epochs=50), model_cache=model_cache)
    run_id = begun(steps).history.card.run_id
    told = next(item.curve for item in steps if updates([item])[-1:] >= [3])
    run = model_cache.in_training(run_id)
    assert told is run.curve.thinned()
    assert all(one is other for one, other in zip(told, run.curve, strict=True))
    steps.close()
    folder = runs.open(run_id)
    assert np.array_equal(table_of(folder.read_curve()), table_of(told), equal_nan=True)
    card, last = folder.card, told[-1]
    assert (card.epoch, card.update, card.loss) == (last.epoch, last.update, last.loss)
    assert last_measured(told).items() <= dataclasses.asdict(card).items()
    assert run_record(run)["curve"] == [[point.update, round(point.loss, 7)] for point in told]
    goes_on = resumed_steps(ModelCache(), runs, run_id, stop=StopAsked())
    assert begun(goes_on).history.curve == told
    goes_on.close()


@pytest.mark.parametrize("damaged", [False, True])
def test_a_run_goes_on_from_its_saved_curve_whatever_its_folder_says_of_later(
    corpus, runs, damaged
):
    steps = steps_of(runs, request(corpus, epochs=50))
    until(steps, 2)
    steps.close()
    (card,) = runs.unfinished()
    folder = runs.open(card.run_id)
    folder.write_curve(curve_points(card.update + 3))
    if damaged:
        (folder.path / "curve.npz").write_bytes(b"?")
    goes_on = resumed_steps(ModelCache(), runs, card.run_id, stop=StopAsked())
    curve = begun(goes_on).history.curve
    assert [point.update for point in curve] == list(range(1, card.update + 1))
    assert [point.loss for point in folder.read_curve()] == [point.loss for point in curve]
    goes_on.close()


@pytest.mark.parametrize("places", range(1, 40, 4))
def test_a_run_that_is_closed_anywhere_after_its_first_update_can_go_on(corpus, runs, places):
    steps = steps_of(runs, request(corpus, epochs=50))
    until(steps, 1)
    list(itertools.islice(steps, places))
    steps.close()
    (card,) = runs.unfinished()
    goes_on = resumed_steps(ModelCache(), runs, card.run_id, stop=StopAsked())
    told = until(goes_on, card.update + 1)
    assert told == list(range(1, len(told) + 1))
    goes_on.close()


def test_a_changed_corpus_is_said_and_the_run_is_kept(corpus, runs):
    steps = steps_of(runs, request(corpus, epochs=50))
    until(steps, 2)
    steps.close()
    corpus.write_text("q r\tr q\n", encoding="utf-8")
    (card,) = runs.unfinished()
    with pytest.raises(UserError, match="corpus"):
        list(resumed_steps(ModelCache(), runs, card.run_id, stop=StopAsked()))
    assert [left.run_id for left in runs.unfinished()] == [card.run_id]


def test_a_run_that_has_not_begun_leaves_the_current_model_alone(corpus, runs, tiny_model):
    model_cache = ModelCache()
    key = model_cache.put(tiny_model)
    steps = steps_of(runs, request(corpus, epochs=50), model_cache=model_cache)
    next(steps)
    steps.close()
    assert model_cache.take(key) is tiny_model
    assert runs.cards() == ()


def test_the_weights_of_now_can_be_copied_while_it_trains(corpus, runs):
    from viz_app.workbench.jobs import snapshot_steps

    model_cache = ModelCache()
    steps = steps_of(runs, request(corpus, epochs=50), model_cache=model_cache)
    run_id = begun(steps).history.card.run_id
    (early,) = snapshot_steps(model_cache, run_id, name="mine")
    until(steps, 3)
    (late,) = snapshot_steps(model_cache, run_id, name="mine")
    run = model_cache.in_training(run_id)
    now = run.model.network.state_dict()
    copied = model_cache.take(late.key)
    assert (early.summary.name, late.summary.name) == ("mine@0", f"mine@{run.clock.update}")
    assert late.said.values == {
        "model": late.summary.name,
        "run": "mine",
        "update": run.clock.update,
    }
    assert all(bool((now[k] == v).all()) for k, v in copied.network.state_dict().items())
    assert not copied.network.training
    before = {k: v.clone() for k, v in copied.network.state_dict().items()}
    until(steps, run.clock.update + 2)
    assert all(bool((before[k] == v).all()) for k, v in copied.network.state_dict().items())
    steps.close()


# --------------------------------------------------------------------- what can go wrong


def test_a_folder_that_cannot_be_made_is_one_sentence(corpus, tmp_path):
    (tmp_path / "file").touch()
    unwritable = Runs(tmp_path / "file" / "runs", models=())
    with pytest.raises(UserError, match="cannot be created"):
        begun(steps_of(unwritable, request(corpus)))


def test_a_disk_that_fills_up_is_said_once_and_the_model_is_on_the_shelf(corpus, runs):
    model_cache = ModelCache()
    steps = steps_of(runs, request(corpus, epochs=6), model_cache=model_cache)
    begun(steps)
    with full_disk():
        items = list(steps)
    said = [str(item) for item in of_kind(items, Message)]
    assert len(said) == 1
    assert "No space left on device" in said[0]
    ended = items[-1]
    assert updates(items) == [1, 2, 3, 4, 5, 6]
    assert "No space left on device" in str(ended.error)
    assert model_cache.take(ended.key).task == "mine.tsv"


def test_a_removed_folder_is_made_again_with_the_model(corpus, runs):
    steps = steps_of(runs, request(corpus, epochs=6))
    run_id = begun(steps).history.card.run_id
    shutil.rmtree(runs.folder / run_id)
    *_, ended = steps
    assert ended.error is None
    folder = runs.open(run_id)
    assert folder.card.status == "finished"
    assert load_checkpoint(folder.model_path).task == "mine.tsv"


def test_a_bug_in_the_worker_leaves_the_run_as_it_was_saved_last(corpus, runs, monkeypatch):
    steps = steps_of(runs, request(corpus, epochs=6))
    run_id = begun(steps).history.card.run_id

    def broken(*_args, **_values):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("model.training.updating.Updater.update", broken)
    with pytest.raises(ZeroDivisionError):
        list(steps)
    card = runs.open(run_id).card
    assert (card.status, "a bug" in card.reason) == ("failed", True)


MODEL = ModelConfig(n_layers=1, n_heads=2, d_model=64, d_ff=32, dropout=0.0, max_len=64)


def exploding(path, *, warmup, batch_tokens, epochs=8):
    """Steps that are far too long."""
    training = TrainingConfig(
        epochs=epochs, learning_rate=0.99, warmup=warmup, batch_tokens=batch_tokens
    )
    return dataclasses.replace(request(path), model=MODEL, training=training)


@pytest.fixture
def noise_file(tmp_path):
    """Pairs that nothing can be learned from."""
    path = tmp_path / "noise.tsv"
    path.write_text(noise(200))
    return path


@pytest.mark.slow
def test_an_exploding_loss_ends_with_the_last_good_model_and_says_why(noise_file, runs):
    model_cache = ModelCache()
    asked = exploding(noise_file, warmup=100, batch_tokens=128)
    *_, ended = steps_of(runs, asked, model_cache=model_cache)
    sentence = (
        r"The loss has grown to \d+\.\d at update \d+; try a learning rate below 0\.99\. "
        r"The model from the end of epoch \d is kept\."
    )
    assert re.fullmatch(sentence, str(ended.error))
    folder = runs.open(ended.card.run_id)
    assert (folder.card.status, folder.card.has_model) == ("failed", True)
    assert re.fullmatch(sentence, folder.card.reason)
    network = load_checkpoint(folder.model_path).network
    assert all(math.isfinite(weights.sum()) for weights in network.state_dict().values())
    assert model_cache.take(ended.key).name == ended.summary.name == "noise.tsv-1"


def test_an_explosion_in_the_first_epoch_keeps_the_curve_and_no_model(noise_file, runs, tiny_model):
    model_cache = ModelCache()
    key = model_cache.put(tiny_model)
    asked = exploding(noise_file, warmup=0, batch_tokens=50)
    *_, ended = steps_of(runs, asked, model_cache=model_cache)
    assert str(ended.error).startswith("The loss has grown to")
    assert ended.key is None
    assert model_cache.take(key) is tiny_model
    folder = runs.open(ended.card.run_id)
    assert (folder.card.status, folder.card.has_model) == ("failed", False)
    assert len(folder.read_curve()) == ended.card.update


def digest(runs, ended):
    """The weights of a kept model."""
    network = load_checkpoint(runs.open(ended.card.run_id).model_path).network
    return [weights.tolist() for weights in network.state_dict().values()]
