"""Language, theme, text size and colours: chosen, stored, and applied to the application."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QObject,
    Qt,
    QTimer,
    QTranslator,
    Signal,
    Slot,
)
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
from viz_app.engine.jobs import JobClient
from viz_app.engine.runtime import PAUSE_MS
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.settings import (
    MOST_RECENT,
    RECENT,
    Language,
    Settings,
    load_settings,
    save_settings,
)
from viz_app.widgets.pages import all_behind
from viz_app.workbench.changes.models import failed, settings_changed
from viz_app.workbench.state import Workbench

# --------------------------------------------------------------------------------------- languages
# Installing the translations of Qt's and our own texts.


TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"


class Languages(QObject):
    """The installed translators; texts in the code are English."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._installed: list[QTranslator] = []
        self._name = "en"

    def use(self, language: Language) -> bool:
        """Install the translators of a language; returns whether Headlight's texts exist in it."""
        name = resolve_language(language)
        if name == self._name:
            return True
        self._name = name
        for translator in self._installed:
            QCoreApplication.removeTranslator(translator)
            translator.deleteLater()
        self._installed = []
        return all(self._install(*file) for file in _files(name))

    def _install(self, name: str, folder: str) -> bool:
        translator = QTranslator(self)
        found = translator.load(name, folder)
        if found:
            QCoreApplication.installTranslator(translator)
            self._installed.append(translator)
        return found or name.startswith("qtbase")


@contextmanager
def speaking(language: Language, parent: QObject) -> Iterator[None]:
    """Switch to a language inside the block, and back to English after it."""
    languages = Languages(parent)
    languages.use(language)
    try:
        yield
    finally:
        languages.use("en")


def resolve_language(language: Language) -> str:
    """``en`` or ``zh_CN``; the system's language when it is one of them, else English."""
    if language != "system":
        return language
    chinese = QLocale.system().language() == QLocale.Language.Chinese
    return "zh_CN" if chinese else "en"


def _files(name: str) -> list[tuple[str, str]]:
    if name == "en":
        return []
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return [(f"qtbase_{name}", of_qt), (f"headlight_{name}", str(TRANSLATIONS))]


# -------------------------------------------------------------------------------------- appearance
# The theme that the settings and the system ask for, given to the whole application.


AT_ONCE = 60
"""Widgets restyled per turn, which takes some ms."""


class Appearance(QObject):
    """Follows the settings, and the system where they say so; ``changed`` carries a new theme.

    Visible widgets of the main window are restyled at once; ``changed`` is emitted in the next turn
    of the event loop, and nothing is painted in between. Dialogs follow over several turns, and so
    do hidden widgets of the current page if only colours change: with another text size their size
    hints may be needed earlier. Widgets of other pages come last, or when their page is shown.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        # Done before there is a widget: older widgets keep the system's font.
        super().__init__(parent)
        self._settings = settings
        self.theme = self._wanted()
        self._left: list[QWidget] = []
        self._still: list[QWidget] = []
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._tell)
        self._turns = QTimer(self, interval=PAUSE_MS)
        self._turns.timeout.connect(self._dress_some)
        self._apply_theme(resized=True)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)

    def use(self, settings: Settings) -> None:
        self._settings = settings
        self._follow()

    @Slot()
    def _follow(self) -> None:
        theme = self._wanted()
        if theme == self.theme:
            return
        resized, self.theme = theme.scale != self.theme.scale, theme
        # No window is painted half in this theme and half in the other.
        for window in filter(QWidget.isVisible, QApplication.topLevelWidgets()):
            if window.updatesEnabled():
                window.setUpdatesEnabled(False)
                self._still.append(window)
        self._apply_theme(resized=resized)
        self._next.start()

    @Slot()
    def _tell(self) -> None:
        self.changed.emit(self.theme)
        for window in filter(isValid, self._still):
            window.setUpdatesEnabled(True)
        self._still.clear()

    def _wanted(self) -> Theme:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return resolve_theme(self._settings, system_is_dark=dark)

    def _apply_theme(self, *, resized: bool) -> None:
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
    """Whether the widget is visible, or its size hint is needed because text was resized."""
    return isinstance(widget.window(), QMainWindow) and (resized or widget.isVisible())


# ------------------------------------------------------------------------------------- preferences
# Theme, language, size and colour map: changed at once, kept for the next start.


KEEPING_PRIORITY = 20
"""Before all computation: settings must survive a killed window."""


class PreferencesController(QObject):
    """Has the worker write the settings file whenever the user changes the settings.

    Writing safely can take 0.1 s, so the GUI thread does not wait for it. Command-line options
    apply to this start only: of the settings on screen, just those that the user has changed are
    written over the ``kept`` ones. Another window may have written meanwhile, so changes are
    applied to the current content of the file.
    """

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        *,
        path: Path,
        kept: Settings,
        parent: QObject | None = None,
    ) -> None:
        """``path`` is the settings file, ``kept`` its current content."""
        super().__init__(parent)
        self._bench, self._desk = bench, desk
        self._path, self._kept = path, kept
        bench.follow(self._keep)

    @Slot(str, str)
    def pick(self, name: str, value: str) -> None:
        """Set theme, language or size, by the name of the field of :class:`Settings`."""
        self._bench.apply(settings_changed, **{name: value})

    def _keep(self, old: Workbench, new: Workbench) -> None:
        before, after = _choices(old), _choices(new)
        changed = {name: value for name, value in after.items() if value != before[name]}
        if changed:
            self._desk.submit(
                partial(self._write, changed, before),
                on_item=lambda _: None,
                on_failed=self._bench.applying(failed),
                priority=KEEPING_PRIORITY,
                essential=True,
            )

    def _write(self, changed: dict[str, Any], before: dict[str, Any]) -> Iterator[None]:
        # Runs in the worker.
        kept = load_settings(self._path)[0] if self._path.exists() else self._kept
        for name in changed.keys() & set(RECENT):
            changed[name] = _both(changed[name], getattr(kept, name), before=before[name])
        self._kept = dataclasses.replace(kept, **changed)
        save_settings(self._path, self._kept)
        yield


def _both(own: tuple[str, ...], others: tuple[str, ...], *, before: tuple[str, ...]) -> Any:
    """The files opened in this window, then those added by another window."""
    new = (path for path in others if path not in {*own, *before})
    return (*own, *new)[:MOST_RECENT]


def _choices(bench: Workbench) -> dict[str, Any]:
    options = bench.attention
    of_options = {"colour_map": options.colour_map, "glosses": options.glosses}
    return {**dataclasses.asdict(bench.settings), **of_options}
