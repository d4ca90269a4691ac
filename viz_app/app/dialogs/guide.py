"""The window of the guide: its pages and sections, the text of one, and a search in all of them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QSize, Qt, QUrl, Slot
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QTextEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme
from viz_app.storage.guide import guide_pages
from viz_app.widgets.layout import filled, room_on_screen, text_label
from viz_app.widgets.markdown import MarkdownView
from viz_app.widgets.themed import Themed, Translated

SIZE, LIST_WIDTH = (1060, 720), 280
"""Px at 100 %."""

_PLACE = Qt.ItemDataRole.UserRole
"""Role of an entry: the numbers of its page and section."""


def show_guide(parent: QWidget, theme: Theme) -> GuideDialog:
    """Show the guide where it was left; not modal."""
    dialog = parent.findChild(GuideDialog) or GuideDialog(theme, parent)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
    dialog.contents.doItemsLayout()  # the style sheet has given rows another height
    dialog.search.setFocus()
    return dialog


class GuideDialog(Themed, Translated, QDialog):
    """Not modal; Escape hides it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.search, self.contents, self.text = QLineEdit(), QTreeWidget(), MarkdownView()
        self.nothing = text_label("soft", wraps=True)
        self.search.setClearButtonEnabled(True)
        self.contents.setHeaderHidden(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self._middle = filled(QHBoxLayout(), self.contents, (self.text, 1))
        self._rows = filled(
            QVBoxLayout(self), self.search, self.nothing, (self._middle, 1), buttons
        )
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.contents.setFocus)
        self.contents.currentItemChanged.connect(self._show)
        self.text.anchorClicked.connect(self.follow)
        buttons.rejected.connect(self.reject)
        self._retranslate()
        self.set_theme(theme)
        wanted = QSize(*(round(side * theme.scale) for side in SIZE))
        self.resize(wanted.boundedTo(room_on_screen(parent)))

    @Slot(QUrl)
    def follow(self, link: QUrl) -> None:
        """Go to a page or section of the guide; other addresses are ignored."""
        if link.scheme():
            return
        name = link.fileName().partition(".")[0] or self.pages[self._rendered].name
        number = [page.name for page in self.pages].index(name)
        anchors = [section.anchor for section in self.pages[number].sections]
        anchor = link.fragment(QUrl.ComponentFormattingOption.FullyDecoded)
        self.search.clear()
        self.contents.setCurrentItem(self._items[number][anchors.index(anchor) if anchor else 0])

    @Slot()
    def _filter(self) -> None:
        wanted = self.search.text().lower().split()
        found: list[QTreeWidgetItem] = []
        for page, items in zip(self.pages, self._items, strict=True):
            before = len(found)
            for item, section in zip(items, page.sections, strict=True):
                item.setHidden(not all(word in section.words for word in wanted))
                found += [] if item.isHidden() else [item]
            items[0].setHidden(len(found) == before)
            items[0].setExpanded(bool(wanted))
        self.nothing.setHidden(bool(found))
        if found and self.contents.currentItem() not in found:
            self.contents.setCurrentItem(found[0])
        else:
            self._show()

    @Slot()
    def _show(self) -> None:
        item, document = self.contents.currentItem(), self.text.document()
        if item is None:
            return
        page, section = item.data(0, _PLACE)
        if page != self._rendered:
            self._render(page)
        matches = [*self._matches()]
        self.text.setExtraSelections(matches)
        first, end = (*self._starts, document.characterCount())[section : section + 2]
        box = document.documentLayout().blockBoundingRect(document.findBlock(first))
        self.text.verticalScrollBar().setValue(round(box.top()) if section else 0)
        inside = [match.cursor.selectionStart() for match in matches]
        cursor = QTextCursor(document)
        cursor.setPosition(min((place for place in inside if first <= place < end), default=first))
        self.text.setTextCursor(cursor)

    def _render(self, page: int) -> None:
        self._rendered = page
        self._starts: list[int] = []
        self.text.show_markdown(self.pages[page].markdown)
        block = self.text.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() in {1, 2}:
                self._starts.append(block.position())
            block = block.next()

    def _matches(self) -> Iterator[QTextEdit.ExtraSelection]:
        # Single letters are not marked: they are everywhere.
        for word in self.search.text().split():
            if len(word.encode()) == 1:
                continue
            cursor = self.text.document().find(word)
            while not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = cursor
                mark.format.setBackground(QColor(self.theme.accent))
                mark.format.setForeground(QColor(self.theme.on_accent))
                yield mark
                cursor = self.text.document().find(word, cursor)

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
        self._rows.setSpacing(3 * unit)
        self._middle.setSpacing(3 * unit)
        self.text.document().setDocumentMargin(4 * unit)
        self.contents.setStyleSheet(f"QTreeView::item {{ padding: {unit}px 0; }}")
        self.contents.setFixedWidth(round(LIST_WIDTH * self.theme.scale))
        self._rendered = -1
        self._show()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Guide"))
        self.search.setPlaceholderText(self.tr("Search all pages"))
        self.search.setAccessibleName(self.tr("Search all pages"))
        self.search.setToolTip(self.tr("Words to find; Return goes to the list"))
        self.contents.setAccessibleName(self.tr("Pages and sections"))
        self.text.setAccessibleName(self.tr("Text of the page"))
        self.nothing.setText(self.tr("No page contains these words."))
        shown = self.contents.currentItem()
        page, section = shown.data(0, _PLACE) if shown else (0, 0)
        # the suffix of the guide's files: en or zh
        self.pages = guide_pages(QCoreApplication.translate("guide", "en"))
        self._items: list[list[QTreeWidgetItem]] = []
        self._rendered = -1
        self.contents.clear()
        for number, one in enumerate(self.pages):
            items = [QTreeWidgetItem([section.title]) for section in one.sections]
            for place, item in enumerate(items):
                item.setData(0, _PLACE, (number, place))
            items[0].addChildren(items[1:])
            self._items.append(items)
        self.contents.addTopLevelItems([items[0] for items in self._items])
        self.contents.setCurrentItem(self._items[page][section])
        self._filter()
