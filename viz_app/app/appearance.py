"""The theme that the settings and the system ask for, given to the whole application."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.design.theme import Theme, apply_theme, resolve_theme
from viz_app.storage.settings import Settings


class Appearance(QObject):
    """Follows the settings, and the system where they say so; ``changed`` carries a new theme.

    Attributes:
        behind: tells the pages that nobody sees; they are dressed when somebody does.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        """Dress the application before there is a widget: older ones keep the system's font."""
        super().__init__(parent)
        self._settings = settings
        self.behind: Callable[[], Iterable[QWidget]] = tuple
        self.theme = self._wanted()
        self._dress()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)

    def use(self, settings: Settings) -> None:
        """Follow other settings from now on."""
        self._settings = settings
        self._follow()

    @Slot()
    def _follow(self) -> None:
        theme = self._wanted()
        if theme != self.theme:
            self.theme = theme
            self._dress()
            self.changed.emit(theme)

    def _wanted(self) -> Theme:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return resolve_theme(self._settings, system_is_dark=dark)

    def _dress(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, self.theme, behind=self.behind())
