"""Names of our own tasks and presets as they are read; the command line knows them in English."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from viz_app.texts.isolates import isolated
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

TASKS = (
    QT_TRANSLATE_NOOP("tasks", "copy"),
    QT_TRANSLATE_NOOP("tasks", "reverse"),
    QT_TRANSLATE_NOOP("tasks", "zh-en"),
    QT_TRANSLATE_NOOP("tasks", "zh-en-large"),
    QT_TRANSLATE_NOOP("tasks", "report"),
    QT_TRANSLATE_NOOP("tasks", "mirror"),
)

PRESETS = (
    QT_TRANSLATE_NOOP("presets", "tiny"),
    QT_TRANSLATE_NOOP("presets", "small"),
    QT_TRANSLATE_NOOP("presets", "medium"),
    QT_TRANSLATE_NOOP("presets", "report"),
    QT_TRANSLATE_NOOP("presets", "report-small"),
)


def task_text(task: str) -> str:
    """A task's name in the current language; another text as it is."""
    return QCoreApplication.translate("tasks", task) if task in TASKS else task


def task_offer(task: str) -> str:
    """A task with what it means, as a form offers it: ``reverse · letters backwards``."""
    meanings = {
        "copy": QCoreApplication.translate("task_meanings", "the same letters again"),
        "reverse": QCoreApplication.translate("task_meanings", "letters backwards"),
        "zh-en": QCoreApplication.translate("task_meanings", "short Chinese phrases"),
        "zh-en-large": QCoreApplication.translate("task_meanings", "many Chinese phrases"),
        "report": QCoreApplication.translate("task_meanings", "eight Chinese sentences"),
    }
    meaning = meanings.get(task)
    return f"{corpus_text(task)} · {meaning}" if meaning else corpus_text(task)


def preset_text(preset: str) -> str:
    """A preset's name in the current language; another text as it is."""
    return QCoreApplication.translate("presets", preset) if preset in PRESETS else preset


def corpus_text(task: str) -> str:
    """A task's name as it is read, or the names of its files without folders: ``a.zh → a.en``."""
    if not any(mark in task for mark in "/\\.,"):
        return task_text(task)
    return " → ".join(isolated(Path(part).name) for part in task.split(","))
