"""Why the system could not read or write a file, in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

REASONS = (
    QT_TRANSLATE_NOOP("system_reasons", "No such file or directory"),
    QT_TRANSLATE_NOOP("system_reasons", "Permission denied"),
    QT_TRANSLATE_NOOP("system_reasons", "Operation not permitted"),
    QT_TRANSLATE_NOOP("system_reasons", "Is a directory"),
    QT_TRANSLATE_NOOP("system_reasons", "Not a directory"),
    QT_TRANSLATE_NOOP("system_reasons", "File exists"),
    QT_TRANSLATE_NOOP("system_reasons", "File name too long"),
    QT_TRANSLATE_NOOP("system_reasons", "No space left on device"),
    QT_TRANSLATE_NOOP("system_reasons", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("system_reasons", "Read-only file system"),
    QT_TRANSLATE_NOOP("system_reasons", "Input/output error"),
    QT_TRANSLATE_NOOP("system_reasons", "File too large"),
    QT_TRANSLATE_NOOP("system_reasons", "Cannot allocate memory"),
    QT_TRANSLATE_NOOP("system_reasons", "Not a regular file"),
    QT_TRANSLATE_NOOP("system_reasons", "Is a link"),
)


def system_reason(text: str) -> str:
    """A reason that is known, translated; another as the system said it."""
    return QCoreApplication.translate("system_reasons", text) if text in REASONS else text
