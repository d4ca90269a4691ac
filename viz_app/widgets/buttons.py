"""What buttons say, and the order in which Tab reaches them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtWidgets import QPushButton, QWidget


def say(button: QPushButton, text: str, tip: str) -> None:
    """Give a button a text, which is its name too, and a tool tip."""
    button.setText(text)
    button.setAccessibleName(text)
    button.setToolTip(tip)


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    """From the first to the last of them; all are in one window by now."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)
