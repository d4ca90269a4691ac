"""What stands in the menu *File*: its entries, and what was opened or kept before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QMenu

from viz_app.app.menus.entries import Entries, Entry
from viz_app.app.sessions.shown import RecentFile, RecentKind
from viz_app.texts.token_text import tool_tip
from viz_app.texts.without_mnemonic import verbatim

FILE_GROUPS: tuple[Entries, ...] = (
    {"open": Entry("&Open…", "Open a session, a model or an exported run", "Ctrl+O")},
    {
        "save_session": Entry(
            "&Save session", "Keep sentence, branches and view in one file", "Ctrl+S"
        ),
        "save_session_as": Entry(
            "Save session &as…", "Keep the session in another file", "Ctrl+Shift+S"
        ),
        "save_with_model": Entry(
            "Save session with its mo&del…",
            "Keep the model in the same file, for a machine that has not got it",
            "Ctrl+Alt+Shift+S",
        ),
        "save_model": Entry("Save &model as…", "Save the current model to a file", "Ctrl+Alt+S"),
    },
    {
        "report": Entry(
            "Repor&t…",
            "Write sentence, steps and all attention as a page for a browser",
            "Ctrl+Shift+R",
        ),
        "save_animation": Entry(
            "Save a&nimation…",
            "Save the steps of the decoding, or a run's time-lapse, as MP4 or GIF",
            "Ctrl+Shift+A",
        ),
    },
    {"quit": Entry("&Quit", "Stop all work and close Headlight", "Ctrl+Q")},
)
"""As they stand in the menu, with a line between them; recent files come after the first."""


class RecentMenu(QObject):
    """Fills a menu: sessions, those that nobody has saved, models; each under its heading."""

    picked = Signal(object)

    def __init__(self, menu: QMenu) -> None:
        """Nothing to open yet."""
        super().__init__(menu)
        self._menu = menu
        self._recent: tuple[RecentFile, ...] = ()
        menu.triggered.connect(lambda action: self.picked.emit(action.data()))

    def set_recent(self, recent: tuple[RecentFile, ...]) -> None:
        """What there is."""
        if recent != self._recent:
            self._recent = recent
            self.retranslate()

    def retranslate(self) -> None:
        """Fill the menu in the current language."""
        self._menu.clear()
        self._menu.setEnabled(bool(self._recent))
        for kind, files in groupby(self._recent, attrgetter("kind")):
            if not self._menu.isEmpty():
                self._menu.addSeparator()
            self._menu.addAction(_heading(kind)).setEnabled(False)
            self._add(list(files))

    def _add(self, files: Sequence[RecentFile]) -> None:
        for file in files:
            action = self._menu.addAction(verbatim(file.name))
            action.setData(file.path)
            action.setToolTip(tool_tip(str(file.path)))
            action.setStatusTip(str(file.path))


def _heading(kind: RecentKind) -> str:
    translate = QCoreApplication.translate
    return {
        "session": translate("RecentMenu", "Sessions"),
        "kept": translate("RecentMenu", "Kept, though never saved"),
        "model": translate("RecentMenu", "Models"),
    }[kind]
