"""Opening and saving by file dialogs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from viz_app.app.header.snapshot import HeaderSnapshot
from viz_app.app.sessions.shown import SessionSnapshot
from viz_app.texts.isolates import safe
from viz_app.widgets import file_dialogs


class WindowFiles(QObject):
    """Asks for a path, then for a file to be opened, or the session or the model to be saved.

    Signals:
        open_requested: the path of a session, a checkpoint or a run.
        session_save_requested: a path, and whether the model goes into the file.
        model_save_requested: a path.
    """

    open_requested = Signal(object)
    session_save_requested = Signal(object, bool)
    model_save_requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        """The dialogs belong to a window."""
        super().__init__(window)
        self._window = window
        self._model: str | None = None
        self._session = SessionSnapshot()

    def set_snapshot(self, snapshot: HeaderSnapshot) -> None:
        """Which model would be saved."""
        self._model = snapshot.model_name

    def set_session(self, session: SessionSnapshot) -> None:
        """Which session would be saved, and where it is already: the window is called so."""
        self._session = session
        self.retranslate()

    def retranslate(self) -> None:
        """Title of the window; a star after the name of a file that does not have all of it."""
        title, session = QCoreApplication.translate("MainWindow", "Headlight"), self._session
        if session.document is not None:
            title = f"{safe(session.name).replace('[*]', '[*][*]')}[*] — {title}"
        self._window.setWindowTitle(title)
        self._window.setWindowModified(session.document is not None and session.unsaved)

    @Slot()
    def ask_and_open(self) -> None:
        """Ask which file to open."""
        path = file_dialogs.ask_open_path(self._window)
        if path is not None:
            self.open_requested.emit(path)

    @Slot()
    def save_session(self) -> None:
        """Save the session where it is, as it is; ask where when nobody knows.

        A recorded moment is never written over it.
        """
        document = self._session.document
        if document is None or self._session.moment:
            self.ask_and_save_session()
        else:
            self.session_save_requested.emit(document.path, document.embeds)

    @Slot()
    def ask_and_save_session(self) -> None:
        """Ask where to save the session."""
        self._ask_for_session(embeds=False)

    @Slot()
    def ask_and_save_with_model(self) -> None:
        """Ask where to save the session with its model: for a machine that has not got it."""
        self._ask_for_session(embeds=True)

    @Slot()
    def ask_and_save_model(self) -> None:
        """Ask where to save the current model."""
        name = self._model or QCoreApplication.translate("ModelFiles", "model")
        path = file_dialogs.ask_save_path(self._window, name)
        if path is not None:
            self.model_save_requested.emit(path)

    def _ask_for_session(self, *, embeds: bool) -> None:
        session = self._session
        name = session.name or session.sentence
        path: Path | None = file_dialogs.ask_session_path(self._window, name, embeds=embeds)
        if path is not None:
            self.session_save_requested.emit(path, embeds)
