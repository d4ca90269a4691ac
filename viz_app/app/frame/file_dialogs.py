"""Asking for files. Each returns None when the user changes their mind."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

CHECKPOINT_SUFFIX = ".safetensors"
PAIRS_SUFFIXES = (".tsv", ".tsv.gz")

translate = QCoreApplication.translate


def holds_pairs(path: Path) -> bool:
    """Whether one file is a whole corpus, by its name."""
    return path.name.lower().endswith(PAIRS_SUFFIXES)


def ask_open_path(parent: QWidget | None = None) -> Path | None:
    """A checkpoint to open."""
    return _ask(QFileDialog(parent, translate("file_dialogs", "Open model"), "", _models()))


def ask_save_path(parent: QWidget | None = None, suggestion: str = "") -> Path | None:
    """Where to save a checkpoint; a missing suffix is added, an existing file asked about."""
    dialog = QFileDialog(parent, translate("file_dialogs", "Save model as"), "", _models())
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(CHECKPOINT_SUFFIX)
    dialog.selectFile(suggestion)
    return _ask(dialog)


def ask_corpus(parent: QWidget | None = None) -> str | None:
    """A corpus as a task is named: a ``.tsv`` file, or ``SOURCE,TARGET``, asked for in turn."""
    source = _ask_text(parent, translate("file_dialogs", "Open pairs (.tsv), or source sentences"))
    if source is None or holds_pairs(source):
        return str(source) if source else None
    target = _ask_text(parent, translate("file_dialogs", "Open the target sentences of these"))
    return f"{source},{target}" if target else None


def _ask_text(parent: QWidget | None, title: str) -> Path | None:
    pairs = translate("file_dialogs", "Pairs of sentences (*.tsv *.tsv.gz)")
    filters = ";;".join((pairs, translate("file_dialogs", "All files (*)")))
    return _ask(QFileDialog(parent, title, "", filters))


def _models() -> str:
    models = translate("file_dialogs", "Models (*.safetensors)")
    return ";;".join((models, translate("file_dialogs", "All files (*)")))


def _ask(dialog: QFileDialog) -> Path | None:
    if dialog.acceptMode() == QFileDialog.AcceptMode.AcceptOpen:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    accepted = dialog.exec()
    dialog.deleteLater()
    return Path(dialog.selectedFiles()[0]) if accepted else None
