"""The window of the glossary: a list of terms with a search, an entry, and help on a control."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viz_app.app.dialogs.help import FocusHelp, line_up
from viz_app.design.theme import Theme
from viz_app.pictures.typeset import formula_image, pixel_ratio, spoken_formulas, typeset
from viz_app.storage.glossary import (
    alphabetical,
    entry_on,
    found,
    read_glossary,
    with_links,
    without_links,
)
from viz_app.storage.lessons import LessonScene
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import filled, name_parts, room_on_screen, scrolled, text_label
from viz_app.widgets.lesson_page import show_typeset
from viz_app.widgets.themed import Themed, Translated

SIZE, LIST_WIDTH = (780, 560), 220
"""Px at 100 %."""


def show_glossary(
    parent: QWidget, theme: Theme, show_term: Callable[[str], None], about: QWidget | None = None
) -> GlossaryDialog:
    """Show the entry of a control with help on it; without one, the entry that was shown last."""
    dialog = parent.findChild(GlossaryDialog) or GlossaryDialog(theme, show_term, parent)
    dialog.look_up(about)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
    dialog.entries.doItemsLayout()  # the style sheet has given rows another height
    dialog.entries.scrollToItem(dialog.entries.currentItem())
    return dialog


class GlossaryDialog(Themed, Translated, QDialog):
    """Not modal; Escape hides it, and so does *Show it*, which shows the term in the window."""

    def __init__(self, theme: Theme, show_term: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._show_term, self._all = show_term, tuple[LessonScene, ...]()
        self.search, self.entries = QLineEdit(), QListWidget()
        self.nothing = text_label("soft", wraps=True)
        self.title = text_label("title", wraps=True)
        self.text, self.formula = text_label(wraps=True, form=Qt.TextFormat.RichText), text_label()
        self.show_it, self.line, self.help = QPushButton(), QFrame(), FocusHelp(theme)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._arrange()
        name_parts(self, "glossary")
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.entries.setFocus)
        self.entries.currentRowChanged.connect(self._show)
        self.entries.itemActivated.connect(self._on_show_it)
        self.text.linkActivated.connect(self.follow)
        self.show_it.clicked.connect(self._on_show_it)
        self.buttons.rejected.connect(self.reject)
        self._retranslate()
        self.set_theme(theme)
        wanted = QSize(*(round(side * theme.scale) for side in SIZE))
        self.resize(wanted.boundedTo(room_on_screen(parent)))

    def look_up(self, about: QWidget | None) -> None:
        """Show the entry of a control, and help on it; the list has the keyboard without one."""
        self.search.clear()
        self.help.set_about(about)
        self.line.setVisible(about is not None)
        names = [widget.objectName() for widget in line_up(about)] if about is not None else []
        entry = entry_on(self._all, names)
        if entry is not None:
            self.follow(f"#{entry.term}")
        (self.search if entry is None else self.show_it).setFocus()

    @Slot(str)
    def follow(self, link: str) -> None:
        """Go to an entry: ``#weights``."""
        self.search.clear()
        terms = [entry.term for entry in self._all]
        self.entries.setCurrentRow(terms.index(link.removeprefix("#")))

    def _arrange(self) -> None:
        unit = self.theme.unit
        self.search.setClearButtonEnabled(True)
        self.line.setFrameShape(QFrame.Shape.HLine)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.show_it.setProperty("primary", True)
        for button in (self.show_it, *self.buttons.buttons()):
            button.setAutoDefault(False)  # type: ignore[attr-defined]
        inside, shown = QWidget(), (self.title, self.text, self.formula, self.show_it)
        rows = filled(QVBoxLayout(inside), *shown, self.line, self.help, spacing=3 * unit)
        rows.setAlignment(self.show_it, Qt.AlignmentFlag.AlignLeft)
        rows.addStretch(1)
        self._inside = rows
        listed = filled(QVBoxLayout(), self.search, self.nothing, self.entries, spacing=2 * unit)
        middle = filled(QHBoxLayout(), listed, (scrolled(inside), 1), spacing=3 * unit)
        margins = (4 * unit,) * 4
        filled(QVBoxLayout(self), (middle, 1), self.buttons, spacing=3 * unit, margins=margins)

    @Slot()
    def _filter(self) -> None:
        rows = found(self._all, self.search.text())
        for row in range(len(self._all)):
            self.entries.setRowHidden(row, row not in rows)
        self.nothing.setHidden(bool(rows))
        if rows and self.search.text():
            self.entries.setCurrentRow(rows[0])

    @Slot()
    def _show(self) -> None:
        row = self.entries.currentRow()
        if row < 0:
            return
        entry, note = self._all[row], "\n\n".join(self._all[row].note)
        show_typeset(self.title, entry.title, self.theme)
        self.text.setText(with_links(typeset(note, self.theme), self.theme.accent))
        self.text.setAccessibleName(without_links(note))
        self.formula.setVisible(bool(entry.formula))
        if entry.formula:
            image = formula_image(
                entry.formula, self.theme, size=self.theme.body, ratio=pixel_ratio()
            )
            self.formula.setPixmap(QPixmap.fromImage(image))
            self.formula.setAccessibleName(spoken_formulas()[entry.formula])

    @Slot()
    def _on_show_it(self) -> None:
        self.hide()
        self._show_term(self._all[self.entries.currentRow()].term)

    def _apply_theme(self) -> None:
        unit, width = self.theme.unit, round(LIST_WIDTH * self.theme.scale)
        self._inside.setContentsMargins(unit, unit, 2 * unit, unit)
        self.entries.setStyleSheet(f"QListView::item {{ padding: {unit}px 0; }}")
        for part in (self.search, self.nothing, self.entries):
            part.setFixedWidth(width)
        self._show()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Glossary"))
        self.search.setPlaceholderText(self.tr("Search the glossary"))
        self.search.setAccessibleName(self.tr("Search the glossary"))
        self.search.setToolTip(self.tr("Words to find; Return goes to the list"))
        self.entries.setAccessibleName(self.tr("Terms"))
        self.entries.setToolTip(self.tr("Return shows the term in the window"))
        self.nothing.setText(self.tr("No entry contains these words."))
        tip = self.tr("Show this in the window, with a frame around it")
        say(self.show_it, self.tr("Show it"), tip)
        row = self.entries.currentRow()
        term = self._all[row].term if row >= 0 else ""
        language = QCoreApplication.translate("guide", "en")  # the suffix of the file
        self._all = alphabetical(read_glossary(language).scenes)
        self.entries.clear()
        self.entries.addItems([entry.title for entry in self._all])
        self.follow(f"#{term or self._all[0].term}")
        self._filter()
