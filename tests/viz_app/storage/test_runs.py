"""Runs are begun, found, renamed, deleted and brought back; none is lost by accident."""

import dataclasses
import gc
import json
import shutil
from itertools import islice

import pytest

from model.files import WriteError
from model.runs.progress import RunCard
from tests.viz_app.runs_on_disk import card_of, moment_of
from viz_app.storage.files import RunError
from viz_app.storage.runs import (
    MOST_DELETED,
    Listing,
    Runs,
    checked_name,
    folder_names,
    free_name,
)


@pytest.fixture
def models(tmp_path):
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


@pytest.fixture
def runs(tmp_path, models):
    return Runs(tmp_path / "runs", models=(models,))


def begun(runs, name="reverse", **fields):
    """The card of a run whose training has ended."""
    folder = runs.begin(card_of(name, **fields))
    folder.release_lock()
    return folder.card


def names(runs):
    return [card.name for card in runs.cards()]


def held(run_id):
    """The cards of a run that are in the memory."""
    gc.collect()
    there = (one for one in gc.get_objects() if type(one) is RunCard)
    return [card for card in there if card.run_id == run_id]


def test_a_new_run_has_a_free_name_or_is_named_after_its_task(runs, models):
    (models / "reverse-2.safetensors").touch()
    assert [begun(runs).name for _ in range(3)] == ["reverse-1", "reverse-3", "reverse-4"]
    assert begun(runs, "", task="/somewhere/my pairs.tsv").name == "my-pairs.tsv-1"


def test_a_new_run_is_locked_and_listed(runs):
    folder = runs.begin(card_of())
    assert runs.cards() == (folder.card,)
    assert folder.card.run_id == folder.path.name == "20250131-120501-reverse-1"
    with pytest.raises(RunError, match="being trained"):
        runs.open(folder.card.run_id).take_lock()
    folder.release_lock()


def test_a_name_cannot_leave_the_folder_or_upset_a_system(runs):
    for name in ("../..", "con", "猫 / dog: <a>|?*", "x" * 300, ".", "a\0b"):
        card = begun(runs, name)
        assert (runs.folder / card.run_id / "run.json").is_file()
        assert set(card.run_id) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert len(card.run_id) <= 80
        assert card in runs.cards()


def test_runs_of_one_second_have_folders_of_their_own(runs):
    ids = {begun(runs, name).run_id for name in ("猫", "狗", "鸟")}
    assert len(ids) == len(runs.cards()) == 3


def test_the_newest_run_is_first(runs):
    for day in ("02", "03", "01"):
        begun(runs, day, begun=f"2025-01-{day}T00:00:00+00:00")
    assert names(runs) == ["03-1", "02-1", "01-1"]


def test_before_the_first_run_there_is_nothing(runs):
    assert runs.listing() == dataclasses.replace(runs.listing(), cards=(), problems=())
    assert not runs.folder.exists()


def test_a_run_that_cannot_be_read_is_left_out_and_said(runs):
    good, bad = begun(runs), begun(runs)
    path = runs.folder / bad.run_id / "run.json"
    card = json.loads(path.read_text())
    others = {"name": 5, "update": "many", "has_model": "yes", "loss": [], "status": "lost"}
    for content in (
        *("", "[]", "{}", '{"name": "x"}', '{"model": 3}', "\udcff", "[" * 100_000),
        *(json.dumps({**card, name: value}) for name, value in others.items()),
    ):
        path.write_text(content, encoding="utf-8", errors="surrogateescape")
        listing = runs.listing()
        assert listing.cards == (good,)
        (problem,) = listing.problems
        assert str(path) in str(problem)


def test_a_folder_that_was_emptied_is_no_run_and_no_problem(runs):
    card = begun(runs)
    (runs.folder / card.run_id / "run.json").unlink()
    assert (runs.listing().cards, runs.listing().problems) == ((), ())


def test_a_folder_that_was_copied_is_a_run_of_its_own(runs):
    card = begun(runs)
    shutil.copytree(runs.folder / card.run_id, runs.folder / "a copy")
    assert {found.run_id for found in runs.cards()} == {card.run_id, "a copy"}
    assert runs.open("a copy").card.run_id == "a copy"


def test_a_card_that_changed_is_read_again(runs, tmp_path):
    card = begun(runs)
    assert runs.cards() == (card,)
    other = Runs(tmp_path / "runs", models=())
    other.rename(card.run_id, "mine")
    assert names(runs) == ["mine"]


def test_an_unknown_run_is_one_sentence(runs):
    for run_id in ("", ".", "..", "../models", ".deleted-x", "nothing"):
        for act in (runs.open, runs.delete, runs.restore, lambda run: runs.rename(run, "x")):
            with pytest.raises(RunError, match="no longer exists"):
                act(run_id)


# ---------------------------------------------------------------------------------- going on


def test_only_what_was_interrupted_and_can_go_on_is_unfinished(runs):
    cards = {
        name: begun(runs, name, status=status)
        for name, status in (("a", "running"), ("b", "running"), ("c", "stopped"), ("d", "running"))
    }
    for name in ("a", "c", "d"):
        runs.open(cards[name].run_id).state_path.touch()
    live = runs.open(cards["d"].run_id)
    live.take_lock()
    assert runs.unfinished() == (cards["a"],)
    live.release_lock()
    assert set(runs.unfinished()) == {cards["a"], cards["d"]}


# ---------------------------------------------------------------------------------- renaming


def test_a_new_name_is_kept(runs):
    card = begun(runs)
    renamed = runs.rename(card.run_id, "  my \n best 猫 ")
    assert renamed == dataclasses.replace(card, name="my best 猫")
    assert runs.cards() == (renamed,)
    assert runs.rename(card.run_id, "My Best 猫").name == "My Best 猫"


def test_a_name_that_is_taken_or_none_is_refused(runs, models):
    (models / "mine.safetensors").touch()
    card, _ = begun(runs), begun(runs)
    for name in ("reverse-2", "REVERSE-2", "mine"):
        with pytest.raises(RunError, match=f"{name!r} is taken"):
            runs.rename(card.run_id, name)
    for name in ("", "   ", "a/b", "a\\b", "a\x00b", "x" * 81):
        with pytest.raises(RunError):
            runs.rename(card.run_id, name)
    assert card in runs.cards()


def test_a_run_that_is_being_trained_keeps_its_name_and_its_folder(runs):
    folder = runs.begin(card_of())
    for act in (runs.delete, lambda run: runs.rename(run, "x")):
        with pytest.raises(RunError, match="'reverse-1' is being trained: stop it first"):
            act(folder.card.run_id)
    assert runs.cards() == (folder.card,)
    folder.release_lock()


# ---------------------------------------------------------------------------------- deleting


def test_a_deleted_run_comes_back_whole(runs):
    folder = runs.begin(card_of())
    folder.write_moment(moment_of(12, lengths=(2,)))
    folder.release_lock()
    assert runs.delete(folder.card.run_id) == folder.card
    assert runs.cards() == ()
    assert runs.restore(folder.card.run_id) == folder.card
    assert runs.cards() == (folder.card,)
    assert runs.open(folder.card.run_id).moment_updates() == (12,)


def test_nobody_holds_the_card_of_a_deleted_run_that_is_not_listed_any_more(runs):
    run_id = begun(runs, "gone").run_id  # as no run of any other test is called
    assert len(held(run_id)) == 0
    assert names(runs) == ["gone-1"]
    assert len(held(run_id)) == 1
    runs.delete(run_id)
    assert names(runs) == []
    assert held(run_id) == []


def test_runs_deleted_one_after_the_other_come_back_but_the_oldest_of_many(runs):
    cards = [begun(runs) for _ in range(MOST_DELETED + 1)]
    for card in cards:
        runs.delete(card.run_id)
    with pytest.raises(RunError, match="no longer exists"):
        runs.restore(cards[0].run_id)
    for card in reversed(cards[1:]):
        assert runs.restore(card.run_id) == card
    assert set(runs.cards()) == set(cards[1:])


def test_what_an_earlier_start_deleted_is_gone_with_the_next_deletion(runs):
    first, second = begun(runs), begun(runs)
    runs.delete(first.run_id)
    later = Runs(runs.folder)
    later.delete(second.run_id)
    with pytest.raises(RunError, match="no longer exists"):
        later.restore(first.run_id)
    kept = begun(later)
    later.purge()
    assert [path.name for path in runs.folder.iterdir()] == [kept.run_id]


def test_what_the_user_put_into_a_run_stays_when_it_goes_for_good(runs):
    folder = runs.begin(card_of())
    folder.write_moment(moment_of(12, lengths=(2,)))
    folder.release_lock()
    (folder.path / "notes.md").write_text("mine")
    runs.delete(folder.card.run_id)
    runs.purge()
    assert [path.relative_to(runs.folder).as_posix() for path in runs.folder.rglob("*")] == [
        folder.card.run_id,
        f"{folder.card.run_id}/notes.md",
    ]
    assert runs.listing() == Listing((), ())


def test_a_folder_of_the_user_s_among_the_runs_does_not_matter(runs):
    card = begun(runs)
    for name in (".deleted-mine", ".my-notes", "notes"):
        (runs.folder / name).mkdir()
        (runs.folder / name / "a.txt").write_text("mine")
        runs.purge()
        assert runs.listing() == Listing((card,), ())
        assert (runs.folder / name / "a.txt").read_text() == "mine"


def test_a_link_to_another_folder_is_not_followed_when_runs_go(runs, tmp_path):
    other = Runs(tmp_path / "other", models=()).begin(card_of())
    other.release_lock()
    card = begun(runs)
    (runs.folder / ".deleted-x").symlink_to(other.path, target_is_directory=True)
    runs.purge()
    assert (other.path / "run.json").exists()
    assert runs.cards() == (card,)


def test_a_name_that_was_taken_meanwhile_gets_a_number(runs):
    card, other = begun(runs), begun(runs)
    runs.delete(card.run_id)
    runs.rename(other.run_id, card.name)
    assert runs.restore(card.run_id).name == "reverse-1-1"
    assert sorted(names(runs)) == ["reverse-1", "reverse-1-1"]


def test_a_deleted_run_s_folder_is_not_taken_by_a_new_one(runs):
    card = begun(runs)
    runs.delete(card.run_id)
    other = begun(runs)
    assert other.run_id != card.run_id
    runs.restore(card.run_id)
    assert len(runs.cards()) == 2


def test_a_run_whose_first_card_was_being_written_is_none(tmp_path):
    runs = Runs(tmp_path, models=())
    (tmp_path / "reverse-1").mkdir()
    (tmp_path / "reverse-1" / ".0123456789abcdef.headlight-part").write_bytes(b"half a card")
    (tmp_path / "reverse-1" / "run.lock").write_bytes(b"")
    assert runs.listing() == Listing((), ())


# ----------------------------------------------------------------------------------- test refusals
# What the system does not do is said.


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


def test_a_run_that_gets_no_folder_is_one_sentence(readonly_folder, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match="cannot be created"):
        Runs(tmp_path / "file" / "runs", models=()).begin(card_of())
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


# -------------------------------------------------------------------------------------- test names
# Names that people and systems can live with.


def test_a_free_name_has_the_first_number_that_is_free():
    for stem, taken, name in (
        ("reverse", (), "reverse-1"),
        ("reverse", ("reverse-1", "Reverse-2"), "reverse-3"),
        ("a/b\\c d\x00e", (), "a-b-c-d-e-1"),
        ("猫 と 犬", (), "猫-と-犬-1"),
        ("../..", (), "run-1"),
        ("", (), "run-1"),
    ):
        assert free_name(stem, taken) == name
    assert checked_name(free_name("x" * 200, ())) == "x" * 72 + "-1"
    assert checked_name("cafe\u0301") == "caf\u00e9"


def test_folders_have_names_that_no_system_minds():
    card = card_of("CON: “Ünïque” 猫-1")
    assert list(islice(folder_names(card), 2)) == [
        "20250131-120501-con-u-ni-que-1",
        "20250131-120501-con-u-ni-que-1-2",
    ]


def test_what_is_no_name_is_quoted():
    for name in ("\t", "a\x07b", "../x"):
        with pytest.raises(RunError) as caught:
            checked_name(name)
        assert repr(name) in str(caught.value)
    for name in ("a\ud800", "\udcff"):  # half a character
        with pytest.raises(RunError, match="contains an invalid character"):
            checked_name(name)
