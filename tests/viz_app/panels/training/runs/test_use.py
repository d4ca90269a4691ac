"""The model of a run is used: as it was kept, or with its weights of now."""

import shutil

import pytest

from tests.viz_app.panels.training.jobs.small_training import small_run
from tests.viz_app.runs_on_disk import card_of
from viz_app.panels.training.controller import RunsController
from viz_app.panels.training.state import LiveRun, RunsState, TrainingRequest
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Room


@pytest.fixture
def empty_shelf():
    return ModelCache()


@pytest.fixture
def models(bench, desk, empty_shelf, library):
    return ModelController(bench, desk, empty_shelf, library=library)


@pytest.fixture
def controller(room, desk, empty_shelf, library, models):
    return RunsController(room, desk, empty_shelf, library=library, models=models)


def listed(room, card, *, live=False):
    """A run is in the list and on show; under way if ``live``."""
    under_way = (LiveRun(key=1, request=TrainingRequest(), run_id=card.run_id),) if live else ()
    runs = RunsState(cards=(card,), shown=card.run_id)
    room.apply(Room.changed, runs=runs, live=under_way)


@pytest.fixture
def kept(room, library, tiny_checkpoint):
    """A run that has ended and left a model."""
    folder = library.runs.begin(card_of("reverse", status="finished", has_model=True))
    shutil.copy(tiny_checkpoint, folder.model_path)
    folder.release_lock()
    listed(room, folder.card)
    return folder


@pytest.fixture
def trained(room, empty_shelf, one_torch_thread):
    """A run under way that has made three updates."""
    run = small_run()
    steps = run.steps()
    while run.clock.update < 3:
        next(steps)
    empty_shelf.begin_training("copy-1", run)
    listed(room, card_of("copy-1"), live=True)
    return run


def test_the_model_that_a_run_has_left_is_opened_under_the_name_of_the_run(
    qtbot, controller, bench, kept, models
):
    with qtbot.waitSignal(models.model_changed):
        controller.use(kept.card.run_id)
    assert bench.now.model.name == "reverse-1"
    assert bench.now.loading is None


def test_a_run_under_way_is_used_with_a_copy_of_its_weights_of_now(
    qtbot, controller, bench, empty_shelf, trained, models
):
    with qtbot.waitSignal(models.model_changed):
        controller.use_shown()
    used = empty_shelf.take(bench.now.model_key)
    assert bench.now.model.name == used.name == "copy-1@3"
    assert not used.network.training
    own = trained.model.network
    assert own.training
    weights = used.network.state_dict()
    before = {name: weight.clone() for name, weight in weights.items()}
    assert all(bool((own.state_dict()[name] == weight).all()) for name, weight in before.items())
    steps = trained.steps()
    while trained.clock.update < 6:
        next(steps)
    assert all(bool((weights[name] == weight).all()) for name, weight in before.items())
    assert not all(bool((own.state_dict()[name] == before[name]).all()) for name in before)


def test_a_network_that_an_experiment_has_changed_is_not_used(qtbot, bench, room, controller):
    before = bench.now.model
    listed(room, card_of("heads-one", experiment="heads"), live=True)
    controller.use("heads-one")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "'heads-one' has no usable model at present" in str(bench.now.notice.message)
    assert bench.now.model is before


@pytest.mark.parametrize(
    "remove", [lambda run: shutil.rmtree(run.path), lambda run: run.model_path.unlink()]
)
def test_a_run_without_its_model_or_folder_is_one_sentence(qtbot, bench, kept, controller, remove):
    before = bench.now.model
    remove(kept)
    controller.use(kept.card.run_id)
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "reverse-1" in str(bench.now.notice.message)
    assert (bench.now.model, bench.now.loading) == (before, None)


def test_a_run_that_is_not_listed_is_not_used(bench, controller):
    before = bench.now
    controller.use("nobody-1")
    controller.use_shown()
    assert bench.now is before
