"""Files dropped on the window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QMimeDatabase, Signal
from PySide6.QtGui import QCursor, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from model.messages import Message
from viz_app.storage.openable import Openable, openable
from viz_app.texts.message_text import message_text
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.widgets.file_dialogs import holds_pairs
from viz_app.widgets.status_line import tell
from viz_app.widgets.themed import Themed

if TYPE_CHECKING:
    from viz_app.app.frame.drop_overlay import DropOverlay


class DropWindow(Themed, QMainWindow):
    """A window on which files can be dropped; while they are over it, it says what they would do.

    Signals:
        file_dropped: a session, a model or a run, to be opened.
        drop_refused: files were let go here that nothing can be done with; a sentence says why.
    """

    file_dropped = Signal(object)
    corpus_dropped = Signal(str)
    drop_refused = Signal(object)

    def __init__(self) -> None:
        """Takes drops."""
        super().__init__()
        self.setAcceptDrops(True)
        self.drop_overlay: DropOverlay | None = None
        self._over: DroppedFiles | None = None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Say what letting go would do, or why it would do nothing."""
        self._over = over = dropped(event.mimeData())
        if over.usable:
            event.acceptProposedAction()
        else:
            event.ignore()  # the mouse shows that it cannot be let go here
        if event.mimeData().urls():
            self._show(over)
        else:
            tell(self, message_text(over.says))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Nothing is dragged here any more; what is refused and let go of here comes to this."""
        del event
        over, here = self._over, self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        self._end_drag()
        if over is not None and over.files and not over.usable and here:
            self.drop_refused.emit(over.says)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for a dropped file to be opened, or a dropped corpus to be trained on."""
        brought = dropped(event.mimeData())
        event.setAccepted(brought.usable)
        self._end_drag()
        if brought.file is not None:
            self.file_dropped.emit(brought.file)
        elif brought.corpus is not None:
            self.corpus_dropped.emit(brought.corpus)
        elif brought.files:
            self.drop_refused.emit(brought.says)

    def _show(self, over: DroppedFiles) -> None:
        if self.drop_overlay is None:
            from viz_app.app.frame.drop_overlay import DropOverlay  # nothing is dragged at a start

            self.drop_overlay = DropOverlay(self)
            self.drop_overlay.set_theme(self.theme)
        self.drop_overlay.show_sentence(message_text(over.says), takes=over.usable)

    def _end_drag(self) -> None:
        self._over = None
        tell(self, "")
        if self.drop_overlay is not None:
            self.drop_overlay.hide()


@dataclass(frozen=True, slots=True)
class DroppedFiles:
    """What a drag or a drop brings.

    Attributes:
        says: what letting go does, or why it does nothing.
        file: what is to be opened: one session, model or run, or a model to be imported.
        corpus: what is dropped as a task is named: one file of pairs, or two texts as given.
        files: whether files are dragged at all.
    """

    says: Message
    file: Path | None = None
    corpus: str | None = None
    files: bool = False

    @property
    def usable(self) -> bool:
        """Whether there is something to do with it."""
        return self.file is not None or self.corpus is not None


def dropped(data: QMimeData) -> DroppedFiles:
    """What there is to do with what is dragged."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    kind = openable(files[0]) if len(files) == 1 else None
    if kind is not None:
        return DroppedFiles(Message(_OPENS[kind], {"name": files[0].name}), file=files[0])
    if len(files) == 1 and holds_pairs(files[0]):
        says = Message("Let go to train on the pairs of {name}.", {"name": files[0].name})
        return DroppedFiles(says, corpus=str(files[0]))
    if len(files) == 2 and all(_is_text(path) for path in files):
        names = {"source": files[0].name, "target": files[1].name}
        says = Message("Let go to train on {source}, translated line by line in {target}.", names)
        return DroppedFiles(says, corpus=",".join(map(str, files)))
    return DroppedFiles(_refusal(files), files=bool(data.urls()))


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
            "{name} cannot be used: what can be dropped is a session (.headlight), a model "
            "(.safetensors), an exported run (.zip) or its folder, another program's model (its "
            "folder, or .pt, .pth, .bin, .ckpt), a file of pairs (.tsv), or two texts, line by "
            "line.",
            {"name": files[0].name},
        )
    return Message(
        "{count} files cannot be used together: what can be dropped is one session, model, run or "
        "file of pairs (.tsv), or two texts, line by line.",
        {"count": len(files)},
    )


_OPENS: dict[Openable, str] = {
    "session": QT_TRANSLATE_NOOP("messages", "Let go to open the session {name}."),
    "model": QT_TRANSLATE_NOOP("messages", "Let go to open the model {name}."),
    "run": QT_TRANSLATE_NOOP("messages", "Let go to open the run {name}."),
    "foreign": QT_TRANSLATE_NOOP("messages", "Let go to import the model {name}."),
}


def _is_text(path: Path) -> bool:
    """Whether a file holds sentences, packed or not, by its name and its first bytes."""
    if openable(path) is not None or holds_pairs(path) or not path.is_file():
        return False
    kind = QMimeDatabase().mimeTypeForFile(str(path))
    return path.suffix.lower() == ".gz" or kind.inherits("text/plain")
