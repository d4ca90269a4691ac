"""Files dropped on the window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData, QMimeDatabase, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from model.messages import Message
from viz_app.texts.message_text import message_text
from viz_app.widgets.file_dialogs import CHECKPOINT_SUFFIX, holds_pairs
from viz_app.widgets.status_line import tell


class DropWindow(QMainWindow):
    """A window on which models and corpora can be dropped; says what else is dragged over it.

    Signals:
        drop_refused: files are dragged that nothing can be done with; a sentence says why.
    """

    model_dropped = Signal(object)
    corpus_dropped = Signal(str)
    drop_refused = Signal(object)

    def __init__(self) -> None:
        """Takes drops."""
        super().__init__()
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a checkpoint or a corpus, and say what letting go would do; or refuse it."""
        self._taken(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Nothing is dragged here any more."""
        del event
        tell(self, "")

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for a dropped model to be opened, or a dropped corpus to be trained on."""
        brought = self._taken(event)
        tell(self, "")
        if brought.model is not None:
            self.model_dropped.emit(brought.model)
        elif brought.corpus is not None:
            self.corpus_dropped.emit(brought.corpus)

    def _taken(self, event: QDropEvent) -> DroppedFiles:
        brought = dropped(event.mimeData())
        if brought.usable:
            event.acceptProposedAction()
        else:
            event.ignore()  # the mouse shows that it cannot be let go here
        if brought.usable or not event.mimeData().urls():
            tell(self, message_text(brought.says))
        else:
            self.drop_refused.emit(brought.says)
        return brought


@dataclass(frozen=True, slots=True)
class DroppedFiles:
    """What a drag or a drop brings.

    Attributes:
        model: a checkpoint, when it is one local file.
        corpus: what is dropped as a task is named: one file of pairs, or two texts as given.
        says: what letting go does, or why it does nothing.
    """

    says: Message
    model: Path | None = None
    corpus: str | None = None

    @property
    def usable(self) -> bool:
        """Whether there is something to do with it."""
        return self.model is not None or self.corpus is not None


def dropped(data: QMimeData) -> DroppedFiles:
    """What there is to do with what is dragged."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if len(files) == 1 and files[0].suffix.lower() == CHECKPOINT_SUFFIX:
        says = Message("Let go to open the model {name}.", {"name": files[0].name})
        return DroppedFiles(says, model=files[0])
    if len(files) == 1 and holds_pairs(files[0]):
        says = Message("Let go to train on the pairs of {name}.", {"name": files[0].name})
        return DroppedFiles(says, corpus=str(files[0]))
    if len(files) == 2 and all(_is_text(path) for path in files):
        names = {"source": files[0].name, "target": files[1].name}
        says = Message("Let go to train on {source}, translated line by line in {target}.", names)
        return DroppedFiles(says, corpus=",".join(map(str, files)))
    return DroppedFiles(_refusal(files))


def _refusal(files: list[Path]) -> Message:
    """Why there is nothing to do; a folder, a text without its translation, other files."""
    if not files:
        return Message("Only files can be dropped here; a sentence is dropped on Source.")
    if len(files) == 1 and _is_text(files[0]):
        return Message(
            "{name} alone cannot be used: drop it together with its translation, line by line, or "
            "a file of pairs (.tsv).",
            {"name": files[0].name},
        )
    if len(files) == 1:
        return Message(
            "{name} cannot be used: what can be dropped is a model (.safetensors), a file of pairs "
            "(.tsv), or two texts, line by line.",
            {"name": files[0].name},
        )
    return Message(
        "{count} files cannot be used together: what can be dropped is a model (.safetensors), "
        "a file of pairs (.tsv), or two texts, line by line.",
        {"count": len(files)},
    )


def _is_text(path: Path) -> bool:
    """Whether a file holds sentences, packed or not, by its name and its first bytes."""
    if path.suffix.lower() == CHECKPOINT_SUFFIX or holds_pairs(path) or not path.is_file():
        return False
    kind = QMimeDatabase().mimeTypeForFile(str(path))
    return path.suffix.lower() == ".gz" or kind.inherits("text/plain")
