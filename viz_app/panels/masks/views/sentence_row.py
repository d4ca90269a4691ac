"""One sentence of a batch: its number, its text, and a way to take it out."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme


class SentenceRow(QObject):
    """Three widgets for a grid.

    Signals:
        number_clicked: the masks of this sentence are wanted.
        edited: the text was changed and Enter pressed, or the field left.
        removed: the sentence shall go.
    """

    number_clicked = Signal()
    edited = Signal()
    removed = Signal()

    def __init__(self, index: int, theme: Theme, parent: QWidget) -> None:
        """``index`` counts from 0; the first sentence is the one on screen."""
        super().__init__(parent)
        self.index = index
        self.number, self.remove = QPushButton(parent), QPushButton(parent)
        self.field = QLineEdit(parent)
        self.number.setCheckable(True)
        self.number.setAutoExclusive(False)
        self.number.setProperty("segment", True)
        self.remove.setProperty("segment", True)
        self.field.setProperty("compact", True)
        self.field.setProperty("role", "sentence")
        self.field.setReadOnly(index == 0)
        self.number.clicked.connect(self._on_number)
        self.field.editingFinished.connect(self._on_edited)
        self.remove.clicked.connect(self.removed)
        self.set_theme(theme)

    @property
    def widgets(self) -> tuple[QPushButton, QLineEdit, QPushButton]:
        """From left to right."""
        return self.number, self.field, self.remove

    def set_text(self, text: str) -> None:
        """Show a text, but never instead of what is being typed."""
        if not (self.field.hasFocus() and self.field.isModified()) and text != self.field.text():
            self.field.setText(text)
            self.field.setCursorPosition(0)

    def set_theme(self, theme: Theme) -> None:
        """Sizes and icon."""
        side = icon_size(theme)
        self.remove.setIcon(themed_icon("close", theme))
        self.remove.setIconSize(QSize(side, side))
        self.remove.setFixedWidth(8 * theme.unit)
        self.number.setFixedWidth(9 * theme.unit)
        self.field.setMinimumWidth(36 * theme.unit)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        number = self.index + 1
        self.number.setText(str(number))
        self.number.setAccessibleName(self.tr("Sentence {number}").format(number=number))
        self.number.setToolTip(self.tr("Show the masks of this sentence of the batch"))
        self.field.setAccessibleName(self.tr("Text of sentence {number}").format(number=number))
        self.field.setPlaceholderText(self.tr("Type a sentence and press Enter"))
        self.field.setToolTip(
            self.tr("The sentence on screen: translate another one to change it")
            if self.index == 0
            else self.tr("Another sentence of the batch; press Enter to use it")
        )
        self.remove.setAccessibleName(self.tr("Remove sentence {number}").format(number=number))
        self.remove.setToolTip(self.tr("Take this sentence out of the batch"))

    def show(self) -> None:
        """Show the widgets; the first sentence cannot be removed."""
        for widget in self.widgets:
            widget.setVisible(widget is not self.remove or self.index > 0)

    def discard(self) -> None:
        """Take the widgets away."""
        for widget in self.widgets:
            widget.hide()
            widget.deleteLater()
        self.deleteLater()

    def _on_number(self) -> None:
        self.number.setChecked(True)
        self.number_clicked.emit()

    def _on_edited(self) -> None:
        if self.field.isModified():
            self.field.setModified(False)
            self.edited.emit()
