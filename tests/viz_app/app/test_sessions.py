"""What the worker does with sessions that nobody has saved; the file that a kept one is of."""

from pathlib import Path

import pytest

from viz_app.app.sessions import Keepsake, keep_at_last
from viz_app.app.slices import Document, document_of, with_document
from viz_app.storage.autosaves import Autosaves
from viz_app.storage.session import Session, load_session
from viz_app.storage.settings import WindowPlace, read_place

CAT, DOG = Session(source_text="cat"), Session(source_text="dog")
PLACE = WindowPlace(x=1, y=2, width=900, height=600)


def test_who_closes_at_once_is_kept_too_and_loses_nothing_of_before(tmp_path):
    for session in (CAT, DOG):
        keep_at_last(Autosaves(tmp_path), Keepsake(session, PLACE), Keepsake())
    third = Autosaves(tmp_path)
    earlier = third.begin()
    assert earlier.left == "closed"
    assert load_session(earlier.path).source_text == "dog"
    assert [load_session(path).source_text for path in third.kept()] == ["cat"]
    assert read_place(tmp_path) == PLACE


def test_a_window_that_never_had_anything_leaves_nothing(tmp_path):
    keep_at_last(Autosaves(tmp_path / "sessions"), Keepsake(place=PLACE), Keepsake())
    assert not (tmp_path / "sessions").exists()


def test_where_nothing_can_be_written_closing_goes_on(readonly_folder):
    keep_at_last(Autosaves(readonly_folder / "sessions"), Keepsake(CAT, PLACE), Keepsake())


DOCUMENT = Document(path=Path("lesson 3.headlight"), embeds=True, unsaved=True)


def test_what_it_is_of_is_told_among_its_plain_values():
    kept = with_document(Session(bench={"tab": "runs"}), DOCUMENT)
    assert kept.bench["tab"] == "runs"
    assert document_of(kept) == DOCUMENT


def test_one_that_was_never_saved_is_of_none():
    assert with_document(Session(), None) == Session()
    assert document_of(Session()) is None


@pytest.mark.parametrize("told", [7, {}, {"path": 7, "embeds": False, "unsaved": False}])
def test_what_somebody_has_changed_is_none(told: object):
    assert document_of(Session(bench={"document": told})) is None
