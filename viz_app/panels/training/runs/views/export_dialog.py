"""Asking where a run should be exported to."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

translate = QCoreApplication.translate

_NOT_IN_FILES = re.compile(r'[<>:"/\\|?*]')


def ask_export_path(parent: QWidget, name: str) -> Path | None:
    """The path of a ``.zip``; None when the user changes their mind.

    A missing suffix is added, an existing file asked about.
    """
    archives = translate("file_dialogs", "Archives (*.zip)")
    filters = ";;".join((archives, translate("file_dialogs", "All files (*)")))
    dialog = QFileDialog(parent, translate("file_dialogs", "Export run as"), "", filters)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("zip")
    dialog.selectFile(f"{_NOT_IN_FILES.sub('-', name)}.zip")
    accepted = dialog.exec()
    dialog.deleteLater()
    return Path(dialog.selectedFiles()[0]) if accepted else None
