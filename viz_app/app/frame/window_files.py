"""Opening files by dropping them on the window or in a dialog."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QMimeData,
    QMimeDatabase,
    QObject,
    QRectF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QCursor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from model.messages import Message
from viz_app.app.frame.notice_bar import LevelMark
from viz_app.app.header_snapshot import HeaderSnapshot
from viz_app.app.session_state import SessionSnapshot
from viz_app.storage.openable import Openable, openable
from viz_app.texts.labels import message_text
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.visible_token import safe
from viz_app.widgets import file_dialogs
from viz_app.widgets.file_dialogs import holds_pairs
from viz_app.widgets.layout import tell, text_label
from viz_app.widgets.themed import Themed

VEIL = 0.8
"""Opacity of the sheet."""

WIDTH = 160
"""Largest width of the sentence, in units of spacing."""


class DropOverlay(Themed, QWidget):
    """A sheet over the window with one sentence; transparent for mouse events."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._takes = window, True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.sentence, self.mark = text_label("token", wraps=True), LevelMark(self)
        self._card = QFrame(self)
        self._card.setProperty("panel", True)
        self._card.setProperty("floating", True)
        self._line = QHBoxLayout(self._card)
        self._line.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        self._line.addWidget(self.sentence, 1)
        QVBoxLayout(self).addWidget(self._card, 0, Qt.AlignmentFlag.AlignCenter)
        self.hide()

    def show_sentence(self, sentence: str, *, takes: bool) -> None:
        self._takes = takes
        unit = self.theme.unit
        self.sentence.setFixedWidth(min(WIDTH * unit, self._window.width() - 32 * unit))
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self.mark.set_level("info" if takes else "error")
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, painter = self.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.background)
        veil.setAlphaF(VEIL)
        painter.fillRect(self.rect(), veil)
        edge = QColor(theme.accent if self._takes else theme.danger)
        style = Qt.PenStyle.DashLine if self._takes else Qt.PenStyle.SolidLine
        painter.setPen(QPen(edge, theme.unit / 2, style))
        inset = 2.0 * theme.unit
        place = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(place, theme.radius, theme.radius)
        painter.end()

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._line.setContentsMargins(6 * unit, 5 * unit, 6 * unit, 5 * unit)
        self._line.setSpacing(4 * unit)


class DropWindow(Themed, QMainWindow):
    """A window on which files can be dropped; while they are over it, it says what they would do.

    Signals:
        file_dropped: a session, a model or a run, to be opened.
        drop_refused: files were dropped that cannot be used; a sentence gives the reason.
    """

    file_dropped = Signal(object)
    corpus_dropped = Signal(str)
    drop_refused = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.drop_overlay: DropOverlay | None = None
        self._over: DroppedFiles | None = None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
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
        # A refused drop ends with this event, too.
        del event
        over, here = self._over, self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        self._end_drag()
        if over is not None and over.files and not over.usable and here:
            self.drop_refused.emit(over.says)

    def dropEvent(self, event: QDropEvent) -> None:
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
    """The content of a drag or drop.

    Attributes:
        says: what a drop does, or why it is refused.
        file: one session, model or run to be opened, or a model to be imported.
        corpus: name of the dropped corpus as a task: one file of pairs, or two texts.
        files: whether files are dragged at all.
    """

    says: Message
    file: Path | None = None
    corpus: str | None = None
    files: bool = False

    @property
    def usable(self) -> bool:
        return self.file is not None or self.corpus is not None


def dropped(data: QMimeData) -> DroppedFiles:
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    kind = openable(files[0]) if len(files) == 1 else None
    if kind is not None:
        return DroppedFiles(Message(_OPENS[kind], {"name": files[0].name}), file=files[0])
    if len(files) == 1 and holds_pairs(files[0]):
        says = Message("Drop to train on the pairs in {name}.", {"name": files[0].name})
        return DroppedFiles(says, corpus=str(files[0]))
    if len(files) == 2 and all(_is_text(path) for path in files):
        names = {"source": files[0].name, "target": files[1].name}
        says = Message(
            "Drop to train on {source} with its line-by-line translation {target}.", names
        )
        return DroppedFiles(says, corpus=",".join(map(str, files)))
    return DroppedFiles(_refusal(files), files=bool(data.urls()))


def _refusal(files: list[Path]) -> Message:
    if not files:
        return Message("Only files can be dropped here; drop sentences on Source.")
    if len(files) == 1 and _is_text(files[0]):
        return Message(
            "{name} cannot be used alone: drop it together with its line-by-line "
            "translation, or drop a file of pairs (.tsv).",
            {"name": files[0].name},
        )
    if len(files) == 1:
        return Message(
            "{name} cannot be used. Supported: a session (.headlight), a model "
            "(.safetensors), an exported run (.zip) or its folder, a lesson (.md), another "
            "program's model (its folder, or .pt, .pth, .bin, .ckpt), a file of pairs (.tsv), or "
            "two line-by-line texts.",
            {"name": files[0].name},
        )
    return Message(
        "{count} files cannot be used together. Drop one session, model, run or file of "
        "pairs (.tsv), or two line-by-line texts.",
        {"count": len(files)},
    )


_OPENS: dict[Openable, str] = {
    "session": QT_TRANSLATE_NOOP("messages", "Drop to open the session {name}."),
    "model": QT_TRANSLATE_NOOP("messages", "Drop to open the model {name}."),
    "run": QT_TRANSLATE_NOOP("messages", "Drop to open the run {name}."),
    "lesson": QT_TRANSLATE_NOOP("messages", "Drop to open the lesson {name}."),
    "foreign": QT_TRANSLATE_NOOP("messages", "Drop to import the model {name}."),
}


def _is_text(path: Path) -> bool:
    """Whether a file contains sentences, compressed or not, by its name and its first bytes."""
    if openable(path) is not None or holds_pairs(path) or not path.is_file():
        return False
    kind = QMimeDatabase().mimeTypeForFile(str(path))
    return path.suffix.lower() == ".gz" or kind.inherits("text/plain")


class WindowFiles(QObject):
    """Asks for a path, then for a file to be opened, or the session or the model to be saved.

    Signals:
        open_requested: the path of a session, a checkpoint or a run.
        session_save_requested: a path, and whether the model goes into the file.
        model_save_requested, lesson_save_requested: a path.
    """

    open_requested = Signal(object)
    session_save_requested = Signal(object, bool)
    model_save_requested = Signal(object)
    lesson_save_requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._model: str | None = None
        self._session = SessionSnapshot()

    def set_snapshot(self, snapshot: HeaderSnapshot) -> None:
        self._model = snapshot.model_name

    def set_session(self, session: SessionSnapshot) -> None:
        self._session = session
        self.retranslate()

    def retranslate(self) -> None:
        # A star after the name marks unsaved changes.
        title, session = QCoreApplication.translate("MainWindow", "Headlight"), self._session
        if session.document is not None:
            title = f"{safe(session.name).replace('[*]', '[*][*]')}[*] — {title}"
        self._window.setWindowTitle(title)
        self._window.setWindowModified(session.document is not None and session.unsaved)

    @Slot()
    def ask_and_open(self) -> None:
        path = file_dialogs.ask_open_path(self._window)
        if path is not None:
            self.open_requested.emit(path)

    @Slot()
    def save_session(self) -> None:
        # A recorded moment is never written over the session's file.
        document = self._session.document
        if document is None or self._session.moment:
            self.ask_and_save_session()
        else:
            self.session_save_requested.emit(document.path, document.embeds)

    @Slot()
    def ask_and_save_session(self) -> None:
        self._ask_for_session(embeds=False)

    @Slot()
    def ask_and_save_with_model(self) -> None:
        self._ask_for_session(embeds=True)

    @Slot()
    def ask_and_save_model(self) -> None:
        name = self._model or QCoreApplication.translate("ModelFiles", "model")
        path = file_dialogs.ask_save_path(self._window, name)
        if path is not None:
            self.model_save_requested.emit(path)

    @Slot()
    def ask_and_save_lesson(self) -> None:
        name = self._session.name or self._session.sentence
        path = file_dialogs.ask_lesson_path(self._window, name)
        if path is not None:
            self.lesson_save_requested.emit(path)

    def _ask_for_session(self, *, embeds: bool) -> None:
        session = self._session
        name = session.name or session.sentence
        path: Path | None = file_dialogs.ask_session_path(self._window, name, embeds=embeds)
        if path is not None:
            self.session_save_requested.emit(path, embeds)
