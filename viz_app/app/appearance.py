"""The theme that the settings and the system ask for, given to the whole application."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from shiboken6 import isValid

from viz_app.design.theme import (
    Theme,
    apply_theme,
    catch_up,
    is_dressed,
    is_left_out,
    resolve_theme,
)
from viz_app.engine.turns import PAUSE_MS
from viz_app.storage.settings import Settings
from viz_app.widgets.pages import all_behind

AT_ONCE = 60
"""Widgets that take some ms together."""


class Appearance(QObject):
    """Follows the settings, and the system where they say so; ``changed`` carries a new theme.

    What is seen of the main window is dressed at once, and tells ``changed`` in the next turn of
    the event loop; no window is painted between. Boxes and lists that open follow, some in each
    turn, and where only colours change so does what is hidden in the page in front; of another size
    that may be asked before it is seen. What is behind a page comes last, or when it is brought to
    the front.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        """Dress the application before there is a widget: older ones keep the system's font."""
        super().__init__(parent)
        self._settings = settings
        self.theme = self._wanted()
        self._left: list[QWidget] = []
        self._still: list[QWidget] = []
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._tell)
        self._turns = QTimer(self, interval=PAUSE_MS)
        self._turns.timeout.connect(self._dress_some)
        self._dress(resized=True)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)

    def use(self, settings: Settings) -> None:
        """Follow other settings from now on."""
        self._settings = settings
        self._follow()

    @Slot()
    def _follow(self) -> None:
        theme = self._wanted()
        if theme != self.theme:
            resized, self.theme = theme.scale != self.theme.scale, theme
            self._keep_still()
            self._dress(resized=resized)
            self._next.start()

    def _keep_still(self) -> None:
        """No window is painted half in this theme and half in the other."""
        for window in filter(QWidget.isVisible, QApplication.topLevelWidgets()):
            if window.updatesEnabled():
                window.setUpdatesEnabled(False)
                self._still.append(window)

    @Slot()
    def _tell(self) -> None:
        self.changed.emit(self.theme)
        for window in filter(isValid, self._still):
            window.setUpdatesEnabled(True)
        self._still.clear()

    def _wanted(self) -> Theme:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return resolve_theme(self._settings, system_is_dark=dark)

    def _dress(self, *, resized: bool) -> None:
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        widgets = app.allWidgets()
        behind = dict.fromkeys(all_behind(widgets))
        left = [widget for widget in filter(is_left_out, self._left) if widget not in behind]
        if resized:
            catch_up(left)
        dressed = (widget for widget in widgets if is_dressed(widget) and widget not in behind)
        later = [widget for widget in dressed if not _is_seen(widget, resized=resized)]
        self._left = [*filter(is_left_out, left), *later, *behind]
        apply_theme(app, self.theme, later=self._left)
        self._turns.start()

    @Slot()
    def _dress_some(self) -> None:
        some, self._left = self._left[:AT_ONCE], self._left[AT_ONCE:]
        catch_up(some)
        if not self._left:
            self._turns.stop()


def _is_seen(widget: QWidget, *, resized: bool) -> bool:
    """Whether one looks at it, or what one looks at asks for its size."""
    return isinstance(widget.window(), QMainWindow) and (resized or widget.isVisible())
