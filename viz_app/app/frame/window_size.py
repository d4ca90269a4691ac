"""How small the window may be made, and when it is low."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme

SMALLEST = (900, 600)
"""In px at normal size."""

PROJECTOR = QSize(1280, 800)
"""A window of this size is large enough, at presentation size too."""

LOW = 700
"""A window lower than this, in px at normal size, shows its pictures and less around them."""

ROOMY = 900
"""One that is not lower than this has room for more than one picture above another."""


def is_roomy(window: QWidget, theme: Theme) -> bool:
    """Whether there is height to spare at the theme's size."""
    return window.height() >= round(ROOMY * theme.scale)


def is_low(window: QWidget, theme: Theme) -> bool:
    """Whether there is little room for the pictures at the theme's size."""
    return window.height() < round(LOW * theme.scale)


def smallest_size(window: QWidget, theme: Theme) -> QSize:
    """As large as everything needs at the theme's size, but never larger than the screen."""
    wanted = QSize(*(round(side * theme.scale) for side in SMALLEST))
    frame = window.frameSize() - window.size()
    return wanted.boundedTo(PROJECTOR).boundedTo(window.screen().availableSize() - frame)
