"""The icons that the style sheet draws."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtGui import QIcon, QImageReader

ICONS = files("resources").joinpath("icons")


def open_icon_plugins() -> None:
    """Let Qt open what reads and draws SVG icons now, and not at the first paint.

    Needs a ``QGuiApplication``.
    """
    name = str(ICONS.joinpath("chevron-down.svg"))
    QImageReader(name).size()
    QIcon(name).pixmap(1, 1)
