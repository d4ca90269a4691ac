"""Files dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

from viz_app.ui.frame.file_dialogs import CHECKPOINT_SUFFIX, CORPUS_SUFFIX


def dropped_file(data: QMimeData) -> Path | None:
    """The checkpoint or corpus that is dropped, when it is one local file."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if len(files) != 1 or files[0].suffix.lower() not in {CHECKPOINT_SUFFIX, CORPUS_SUFFIX}:
        return None
    return files[0]
