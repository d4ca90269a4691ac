"""What the worker does with sessions that nobody has saved."""

from viz_app.app.sessions import Keepsake, keep_at_last
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
