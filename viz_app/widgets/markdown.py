"""Markdown that anybody may have written, shown as text, and edited as it was typed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QTextBrowser, QWidget

from viz_app.design.theme import mixed
from viz_app.widgets.themed import Themed

_CODE = QTextFormat.Property.BlockCodeFence
_FEATURES = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value
    | QTextDocument.MarkdownFeature.MarkdownNoHTML.value
)


class MarkdownView(Themed, QTextBrowser):
    """HTML is shown as it is typed, images are left out, and links are for the owner to follow."""

    def __init__(self, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        """``narrow``: headings are little larger than the text."""
        super().__init__(parent)
        self._narrow = narrow
        self.setOpenLinks(False)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        # Without an image Qt would read the file of that name.
        empty = QImage(1, 1, QImage.Format.Format_ARGB32)
        empty.fill(Qt.GlobalColor.transparent)
        return empty

    def show_markdown(self, markdown: str) -> None:
        document = self.document()
        document.setMarkdown(markdown, _FEATURES)
        edit = QTextCursor(document)
        edit.beginEditBlock()
        self._set_blocks(document)
        edit.endEditBlock()
        for table in document.rootFrame().childFrames():
            if isinstance(table, QTextTable):
                cells = table.format().toTableFormat()
                cells.setBorder(1)
                cells.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                cells.setBorderBrush(QColor(self.theme.line))
                cells.setBorderCollapse(True)
                cells.setCellPadding(self.theme.unit)
                table.setFormat(cells)

    def _set_blocks(self, document: QTextDocument) -> None:
        """Ground and margins of headings, paragraphs and code."""
        unit, block = self.theme.unit, document.begin()
        while block.isValid():
            cursor, form, following = QTextCursor(block), block.blockFormat(), block.next()
            if form.hasProperty(_CODE):
                form.setBackground(QColor(mixed(self.theme.panel, self.theme.text, share=0.06)))
                form.setNonBreakableLines(False)
            if cursor.currentTable() is None:
                inside = form.hasProperty(_CODE) and following.blockFormat().hasProperty(_CODE)
                form.setBottomMargin(0 if inside else 2 * unit)
                form.setTopMargin(3 * unit if form.headingLevel() > 1 else 0)
            cursor.setBlockFormat(form)
            if self._narrow and form.headingLevel():
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                size = QTextCharFormat()
                size.setProperty(
                    QTextFormat.Property.FontSizeAdjustment, int(form.headingLevel() == 1)
                )
                cursor.mergeCharFormat(size)
            block = following


class NoteEditor(Themed, QStackedWidget):
    """A note, or the text that it is typed as; ``typed`` has the text after each change."""

    typed = Signal(str)
    editing_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self.text = MarkdownView(narrow=True), QPlainTextEdit()
        self._note = ""
        self.addWidget(self.view)
        self.addWidget(self.text)
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._on_typed)
        self.text.installEventFilter(self)

    def set_note(self, note: str) -> None:
        """Show a note; the same one leaves cursors and scroll bars where they are."""
        if note != self._note:
            self._note = note
            self._show()

    @Slot(bool)
    def set_editing(self, editing: bool) -> None:
        shown = self.text if editing else self.view
        self.setCurrentWidget(shown)
        self.setFocusProxy(shown)
        self.editing_changed.emit(editing)

    def eventFilter(self, watched: Any, event: QEvent) -> bool:
        # Page keys move in the text while it is edited; Escape ends that.
        key = event.key() if isinstance(event, QKeyEvent) else None
        pages = {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Escape}
        if event.type() == QEvent.Type.ShortcutOverride and key in pages:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress and key == Qt.Key.Key_Escape:
            self.set_editing(False)
            return True
        return super().eventFilter(watched, event)

    @Slot()
    def _on_typed(self) -> None:
        if self.text.toPlainText() != self._note:
            self._note = self.text.toPlainText()
            self.view.show_markdown(self._note)
            self.typed.emit(self._note)

    def _show(self) -> None:
        self.view.show_markdown(self._note)
        if self.text.toPlainText() != self._note:
            self.text.setPlainText(self._note)

    def _apply_theme(self) -> None:
        self.view.document().setDocumentMargin(2 * self.theme.unit)
        self._show()
