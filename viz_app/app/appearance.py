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
    QEvent,
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
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from viz_app.design.theme import Theme, apply_theme, resolve_theme
from viz_app.engine.jobs import JobClient
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.settings import (
    MOST_RECENT,
    RECENT,
    Language,
    Settings,
    load_settings,
    save_settings,
)
from viz_app.workbench.changes.models import failed, settings_changed
from viz_app.workbench.state import Workbench

TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"


class Languages(QObject):
    """The installed translators; texts in the code are English."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._installed: list[QTranslator] = []
        self._name = "en"

    def uses(self, language: Language) -> bool:
        return resolve_language(language) == self._name

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


class Appearance(QObject):
    """Follows the settings, and the system where they say so; applied in a turn of its own.

    Attributes:
        theme: of the application.
        is_translated: whether there are texts in the chosen language.

    Signals:
        changing: another theme or language comes; what is made anew for it can go.
        changed: the application has it; carries the theme.
    """

    changing = Signal()
    changed = Signal(object)

    def __init__(
        self, settings: Settings, languages: Languages, parent: QObject | None = None
    ) -> None:
        # Done before there is a widget: older widgets keep the system's font.
        super().__init__(parent)
        self._settings, self._languages = settings, languages
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._change)
        self._room = (0, 0)
        self.theme = self._wanted()
        self.is_translated = languages.use(settings.language)
        _restyle(self.theme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._ask)

    def use(self, settings: Settings) -> None:
        self._settings = settings
        self._ask()

    @Slot(int, int)
    def fit(self, width: int, height: int) -> None:
        self._room = (width, height)
        self._ask()

    @Slot()
    def _ask(self) -> None:
        self._next.start()

    @Slot()
    def _change(self) -> None:
        theme, language = self._wanted(), self._settings.language
        if theme == self.theme and self._languages.uses(language):
            return
        # No window is painted half in this theme and half in the other.
        windows = [one for one in QApplication.topLevelWidgets() if one.isVisible()]
        still = [one for one in windows if one.updatesEnabled()]
        for window in still:
            window.setUpdatesEnabled(False)
        self.changing.emit()
        if theme != self.theme:
            self.theme = theme
            _restyle(theme)
        self.is_translated = self._languages.use(language)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)
        self.changed.emit(theme)
        for window in filter(isValid, still):
            window.setUpdatesEnabled(True)

    def _wanted(self) -> Theme:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return resolve_theme(self._settings, system_is_dark=dark, room=self._room)


def _restyle(theme: Theme) -> None:
    app = QApplication.instance()
    if isinstance(app, QApplication):
        apply_theme(app, theme)


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

    @Slot(str, object)
    def pick(self, name: str, value: str | bool) -> None:
        """Set theme, language, size or spotlight, by the name of the field of :class:`Settings`."""
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
