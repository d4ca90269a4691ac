"""A model is loaded under the name by which the user knows it."""

import shutil

from tests.viz_app.runs_on_disk import card_of
from viz_app.storage.runs import Runs
from viz_app.workbench.jobs.models import load_steps
from viz_app.workbench.jobs.shelf import Shelf


def loaded(path, library) -> str:
    (ready,) = load_steps(Shelf(), path, "cpu", library=library)
    return ready.summary.name


def test_the_model_of_a_run_has_the_name_of_its_run(
    tmp_path, tiny_checkpoint, library, one_torch_thread
):
    runs = Runs(tmp_path / "runs", models=())
    folder = runs.begin(card_of("猫", has_model=True))
    shutil.copy(tiny_checkpoint, folder.model_path)
    folder.release_lock()
    assert loaded(folder.model_path, library) == "猫-1"
    runs.rename(folder.card.run_id, "mine")
    assert loaded(folder.model_path, library) == "mine"


def test_another_model_has_the_name_of_its_file(tiny_checkpoint, library, one_torch_thread):
    assert loaded(tiny_checkpoint, library) == "tiny"
