"""What is not done with the folders of runs, because the system says no, is said."""

import pytest

from model.files import WriteError
from tests.viz_app.runs_on_disk import card_of, moment_of
from viz_app.storage.runs import Listing, Runs


@pytest.fixture
def runs(tmp_path):
    return Runs(tmp_path / "runs", models=())


def begun(runs):
    """The card of a run whose training has ended."""
    folder = runs.begin(card_of())
    folder.release_lock()
    return folder.card


def test_a_run_without_its_card_is_said(runs):
    folder = runs.begin(card_of())
    folder.write_moment(moment_of(12, lengths=(2,)))
    folder.release_lock()
    (folder.path / "run.json").unlink()
    assert runs.cards() == ()
    assert [folder.card.run_id in str(problem) for problem in runs.listing().problems] == [True]


def test_a_folder_that_may_not_be_looked_into_is_said(runs, monkeypatch):
    card = begun(runs)
    (runs.folder / "locked").mkdir()
    assert runs.listing() == Listing((card,), ())
    monkeypatch.setattr(  # root may look into every folder
        "viz_app.storage.runs.os.access", lambda path, mode: path.name != "locked"
    )
    listing = runs.listing()
    assert listing.cards == (card,)
    assert ["locked" in str(problem) for problem in listing.problems] == [True]


def test_a_run_that_gets_no_folder_is_one_sentence(readonly_folder):
    with pytest.raises(WriteError, match="reverse-1 cannot be created"):
        Runs(readonly_folder, models=()).begin(card_of())


def test_a_run_does_not_come_back_in_place_of_something_else(runs):
    card = begun(runs)
    runs.delete(card.run_id)
    (runs.folder / card.run_id).mkdir()
    (runs.folder / card.run_id / "notes.md").write_text("mine")
    with pytest.raises(WriteError, match="reverse-1 cannot be moved"):
        runs.restore(card.run_id)
    assert [path.name for path in (runs.folder / card.run_id).iterdir()] == ["notes.md"]
