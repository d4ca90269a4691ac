"""Files dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QMimeDatabase
from PySide6.QtGui import QDropEvent

from viz_app.widgets.file_dialogs import CHECKPOINT_SUFFIX, holds_pairs


def dropped_model(data: QMimeData) -> Path | None:
    """The checkpoint that is dropped, when it is one local file."""
    files = _files(data)
    one = len(files) == 1 and files[0].suffix.lower() == CHECKPOINT_SUFFIX
    return files[0] if one else None


def dropped_corpus(data: QMimeData) -> str | None:
    """What is dropped as a task is named: one file of pairs, or two texts as they were given."""
    files = _files(data)
    if len(files) == 1 and holds_pairs(files[0]):
        return str(files[0])
    if len(files) == 2 and all(_is_text(path) for path in files):
        return ",".join(map(str, files))
    return None


def take(event: QDropEvent) -> tuple[Path | None, str | None]:
    """The model or the corpus of a drag or a drop, which is accepted when it is either."""
    model, corpus = dropped_model(event.mimeData()), dropped_corpus(event.mimeData())
    if model or corpus:
        event.acceptProposedAction()
    return model, corpus


def _files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def _is_text(path: Path) -> bool:
    """Whether a file holds sentences, packed or not, by its name and its first bytes."""
    if path.suffix.lower() == CHECKPOINT_SUFFIX or holds_pairs(path) or not path.is_file():
        return False
    kind = QMimeDatabase().mimeTypeForFile(str(path))
    return path.suffix.lower() == ".gz" or kind.inherits("text/plain")
