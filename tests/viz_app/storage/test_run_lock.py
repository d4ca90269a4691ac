"""A folder is locked by one at a time; where that cannot be told it is said."""

import pytest

from model.atomic import WriteError
from viz_app.storage.run_lock import LOCK, RunLock, is_locked


def test_a_lock_is_free_again_when_it_was_let_go(tmp_path):
    lock, other = RunLock(tmp_path), RunLock(tmp_path)
    assert not is_locked(tmp_path)
    assert lock.take()
    assert (lock.held, other.take(patience=0), other.held) == (True, False, False)
    assert is_locked(tmp_path)
    lock.release()
    assert not is_locked(tmp_path)
    assert other.take(patience=0)
    other.release()


def test_who_holds_a_lock_may_take_it_again_and_lets_it_go_once(tmp_path):
    lock = RunLock(tmp_path)
    assert [lock.take(), lock.take(patience=0), lock.take_again()] == [True, True, True]
    lock.release()
    assert not is_locked(tmp_path)
    lock.release()
    assert not lock.held


def test_a_lock_that_is_no_file_is_one_sentence(tmp_path):
    (tmp_path / LOCK).mkdir()
    with pytest.raises(WriteError, match=r"run\.lock cannot be locked"):
        RunLock(tmp_path).take()
    with pytest.raises(WriteError, match=r"run\.lock cannot be locked"):
        is_locked(tmp_path)
