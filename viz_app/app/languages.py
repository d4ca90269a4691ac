"""Installing the translations of Qt's and our own texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from viz_app.storage.settings import Language

TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"


class Languages(QObject):
    """Holds the installed translators; English is what the code says."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin in English."""
        super().__init__(parent)
        self._installed: list[QTranslator] = []
        self._name = "en"

    def use(self, language: Language) -> bool:
        """Speak a language from now on; returns whether our own texts are there in it."""
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
        """Whether there is such a file; Qt's own are not missed."""
        translator = QTranslator(self)
        found = translator.load(name, folder)
        if found:
            QCoreApplication.installTranslator(translator)
            self._installed.append(translator)
        return found or name.startswith("qtbase")


@contextmanager
def speaking(language: Language, parent: QObject) -> Iterator[None]:
    """Texts are of a language inside, and English again after."""
    languages = Languages(parent)
    languages.use(language)
    try:
        yield
    finally:
        languages.use("en")


def resolve_language(language: Language) -> str:
    """``en`` or ``zh_CN``; the system's own when it is one of them, else English."""
    if language != "system":
        return language
    chinese = QLocale.system().language() == QLocale.Language.Chinese
    return "zh_CN" if chinese else "en"


def _files(name: str) -> list[tuple[str, str]]:
    if name == "en":
        return []
    of_qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return [(f"qtbase_{name}", of_qt), (f"headlight_{name}", str(TRANSLATIONS))]
