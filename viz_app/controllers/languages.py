"""Installing the translations of Qt's and our own texts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from viz_app.state.settings import Language

TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"


class Languages(QObject):
    """Holds the installed translators; English is what the code says."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin in English."""
        super().__init__(parent)
        self._installed: list[QTranslator] = []

    def use(self, language: Language) -> None:
        """Speak a language from now on; every widget gets a LanguageChange event."""
        for translator in self._installed:
            QCoreApplication.removeTranslator(translator)
        self._installed = [self._translator(*file) for file in _files(resolve_language(language))]

    def _translator(self, name: str, folder: str) -> QTranslator:
        translator = QTranslator(self)
        if translator.load(name, folder):
            QCoreApplication.installTranslator(translator)
        return translator


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
