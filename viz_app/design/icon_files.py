"""The icons that the style sheet draws."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QIcon, QImageReader

ICONS = Path(__file__).resolve().parents[2] / "resources" / "icons"


def open_icon_plugins() -> None:
    """Let Qt open what reads and draws SVG icons now, and not at the first paint.

    Needs a ``QGuiApplication``.
    """
    name = str(ICONS / "chevron-down.svg")
    QImageReader(name).size()
    QIcon(name).pixmap(1, 1)
