"""The whole application for a test: real window, real worker, private files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot

from viz_app.bootstrap import Application
from viz_app.persistence.library import Library
from viz_app.state.window_options import WindowOptions


@contextmanager
def running(
    qtbot: QtBot, folder: Path, *, model: Path, text: str | None = None
) -> Iterator[Application]:
    """An application that has shown its first translation; closed at the end as a user would."""
    application = Application(
        WindowOptions(model=str(model), text=text, theme="light", language="en", device="cpu"),
        library=Library(folder / "models", shipped=folder / "shipped"),
        settings_file=folder / "settings.json",
    )
    application.start()
    try:
        qtbot.waitUntil(lambda: application.store.state.masks is not None, timeout=20_000)
        yield application
    finally:
        close(qtbot, application)


def close(qtbot: QtBot, application: Application) -> None:
    """Close the window and wait until everything behind it has ended."""
    if application.window.isVisible():
        with qtbot.waitSignal(application.ended, timeout=20_000):
            application.window.close()
    application.window.deleteLater()
