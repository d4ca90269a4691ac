"""The order in which Tab reaches widgets."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtWidgets import QWidget


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    """From the first to the last of them; all are in one window by now."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)
