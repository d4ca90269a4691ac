"""The table of a head's weights in a window of its own, with the picture's sentence above it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.painting.descriptions import picture_summary
from viz_app.panels.attention.texts.picture_titles import focus_title
from viz_app.panels.attention.views.table import AttentionTable
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.snapshots.pictures import FocusSnapshot

SIZE = (760, 520)
"""Px at 100 %."""


class AttentionTableDialog(Themed, Translated, QDialog):
    """Not modal: it follows the picture while it is open, and costs nothing while it is not."""

    def __init__(
        self, theme: Theme, intents: AttentionIntents, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.table = AttentionTable(theme, intents)
        self.sentence = text_label()
        self._snapshot: FocusSnapshot | None = None
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self._column = QVBoxLayout(self)
        self._arrange()
        self.copy_button.clicked.connect(self.table.copy_all)
        self._buttons.rejected.connect(self.close)
        self.set_theme(theme)
        self.resize(*(round(side * theme.scale) for side in SIZE))

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        """Show a head."""
        self._snapshot = snapshot
        if self.isVisible():
            self._show()

    def _dress(self) -> None:
        self._column.setSpacing(3 * self.theme.unit)

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was not worth showing before."""
        self._show()
        super().showEvent(event)

    def _retranslate(self) -> None:
        self._show()

    def _arrange(self) -> None:
        self.setModal(False)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.sentence.setBuddy(self.table)
        for part in (self.sentence, self.table, self._buttons):
            self._column.addWidget(part)
        self._column.setStretchFactor(self.table, 1)

    def _show(self) -> None:
        shown = self._snapshot
        self.table.set_snapshot(shown)
        title = self.tr("Weights as a table")
        if shown is not None:
            title = self.tr("{title} – weights as a table").format(title=focus_title(shown))
        self.setWindowTitle(title)
        self.sentence.setText(picture_summary(shown) if shown is not None else "")
        self.copy_button.setText(self.tr("&Copy everything"))
        self.copy_button.setToolTip(self.tr("Copy all cells with their tokens, for a spreadsheet"))
        self.copy_button.setEnabled(shown is not None)
