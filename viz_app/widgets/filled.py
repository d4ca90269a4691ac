"""Layouts that are made with what is in them."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

Box = TypeVar("Box", bound=QBoxLayout)


def filled(box: Box, *parts: QWidget | QLayout | tuple[QWidget | QLayout, int]) -> Box:
    """The layout, without margins, with these parts in it; a number is a part's stretch."""
    box.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            box.addWidget(item, stretch)
        else:
            box.addLayout(item, stretch)
    return box
