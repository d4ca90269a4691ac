"""What buttons say, and the order in which Tab reaches them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from viz_app.texts.token_text import tool_tip
from viz_app.texts.without_mnemonic import verbatim


def say(button: QPushButton, text: str, tip: str) -> None:
    """Give a button a text, which is its name too, and a tool tip."""
    button.setText(verbatim(text))
    button.setAccessibleName(text)
    button.setToolTip(tool_tip(tip))


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    """From the first to the last of them; all are in one window by now."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


class TabToChecked(QObject):
    """Lets Tab land on the checked button of a group, wherever the keyboard was in it before."""

    def __init__(self, group: QButtonGroup) -> None:
        """The group has all of its buttons."""
        super().__init__(group)
        self._group = group
        for button in group.buttons():
            button.installEventFilter(self)
        group.buttonToggled.connect(self._aim)
        self._aim()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt has made the button that the keyboard was on the one that Tab reaches."""
        if event.type() == QEvent.Type.FocusOut:
            self._aim()
        return super().eventFilter(watched, event)

    @Slot()
    def _aim(self) -> None:
        checked = self._group.checkedButton()
        for button in self._group.buttons():
            by_tab = button is checked or checked is None
            policy = Qt.FocusPolicy.StrongFocus if by_tab else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)
