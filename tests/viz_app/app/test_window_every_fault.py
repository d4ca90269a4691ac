"""Through the real window: wherever the system fails in a job, nothing is lost, and one sentence.

``FAULTS=all pytest tests/viz_app/app/test_window_every_fault.py`` lets every call fail in turn.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from model.files import is_leftover
from tests.faults import Faults, failing, sampled
from tests.viz_app.application import (
    CTRL,
    live_run,
    press,
    said,
    settle,
    start_training,
    type_and_translate,
)
from viz_app.app.bootstrap import Application
from viz_app.storage.session import load_session
from viz_app.storage.settings import load_settings

pytestmark = [pytest.mark.window, pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")]


class Job(NamedTuple):
    """What a user does, and whether a file that it writes is whole; which one."""

    work: Callable[..., object]
    whole: Callable[[Path], object]
    path: Callable[[Application, Path], Path]


def _session(qtbot, application, file_dialogs, folder) -> None:
    """Ctrl+S; where is asked until there is a file."""
    file_dialogs[:] = [folder / "a.headlight"]
    press(qtbot, application.window.attention.mosaic, Qt.Key.Key_S, CTRL)


def _picture(qtbot, application, file_dialogs, folder) -> None:
    file_dialogs[:] = [folder / "a.png"]
    application.window.menus.edit.action("save_picture").trigger()
    application.work.taking.exporter.dialog.buttons.accepted.emit()


def _autosave(qtbot, application, file_dialogs, folder) -> None:
    """Something has changed, and is kept."""
    trace = application.screen.now.trace
    type_and_translate(qtbot, application, "a b" if trace.source_text != "a b" else "b a")
    application.sessions.keeping.keep()


def _settings(qtbot, application, file_dialogs, folder) -> None:
    settings, _ = load_settings(folder / "settings.json")
    other = "light" if settings.theme == "dark" else "dark"
    application.window.menus.action(f"theme_{other}").trigger()


def _training(qtbot, application, file_dialogs, folder) -> None:
    start_training(qtbot, application, "copy", epochs=1)
    settle(qtbot, application)
    qtbot.waitUntil(lambda: live_run(application) is None)


def _runs(path: Path) -> bool:
    """Every run that can be listed can be read."""
    from viz_app.storage.runs import Runs

    runs = Runs(path, models=())
    for card in runs.cards():
        folder = runs.open(card.run_id)
        folder.read_curve()
        folder.read_samples()
    return not runs.listing().problems


JOBS: Mapping[str, Job] = {
    "session": Job(_session, load_session, lambda _, folder: folder / "a.headlight"),
    "picture": Job(
        _picture, lambda path: not QImage(str(path)).isNull(), lambda _, folder: folder / "a.png"
    ),
    "autosave": Job(_autosave, load_session, lambda app, _: app.sessions.autosaves.path),
    "settings": Job(
        _settings,
        lambda path: load_settings(path)[1] is None,
        lambda _, folder: folder / "settings.json",
    ),
    "training": Job(_training, _runs, lambda app, _: app.library.runs.folder),
}
TOLD = ("session", "picture")
"""Each time: of what is kept unasked it is said once."""


@pytest.mark.parametrize("name", JOBS)
def test_a_fault_anywhere_loses_nothing(qtbot, application, file_dialogs, tmp_path, name):
    job = JOBS[name]
    path = job.path(application, tmp_path)

    def done(faults: Faults) -> None:
        with failing(faults):
            job.work(qtbot, application, file_dialogs, tmp_path)
            settle(qtbot, application)

    done(Faults(tmp_path))
    assert job.whole(path)
    counted = Faults(tmp_path)
    done(counted)
    assert {"new file", "write", "fsync", "replace"} <= {*counted.met}
    for number in sampled(counted.met):
        application.window.notices.dismissed.emit()
        done(Faults(tmp_path, at=number))
        where = f"{counted.met[number]} {number}: {said(application.window)!r}"
        assert "Traceback" not in where, where
        assert "OSError" not in where, where
        if name in TOLD and counted.met[number] in {"new file", "write", "replace"}:
            assert "Input/output error" in where
        assert job.whole(path), where
        beside = path if path.is_dir() else path.parent
        assert not [left for left in beside.iterdir() if is_leftover(left.name)], where
    done(Faults(tmp_path))  # all goes on
    assert job.whole(path)
