"""Widgets whose texts follow the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
else:
    QWidget = object


class Translated(QWidget):
    """Stands before the type of Qt among the bases of a widget that has texts.

    Qt tells every widget of the window, those that are hidden too, parents before their children.
    What is no widget (a menu's entries, a model) is told by the widget that has it.
    """

    def changeEvent(self, event: QEvent) -> None:
        """Show all texts in the language that was chosen."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        """Set all texts in the current language."""
        raise NotImplementedError
