"""Rows of controls around the pictures: they stay as they are when pictures and text grow."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viz_app.design.theme import FRAMED, Theme, frame_theme, style_sheet
from viz_app.widgets.themed import Themed


class Band(Themed):
    """Stands before Qt's type, as :class:`Themed` does, in what frames the pictures.

    At presentation size a picture needs the room that larger buttons would take from it.
    """

    def set_theme(self, theme: Theme) -> None:
        """Show the theme's colours, and sizes at 100 %."""
        put_frame_sheet(self, theme)
        super().set_theme(frame_theme(theme))


def put_frame_sheet(widget: QWidget, theme: Theme, *, more: str = "") -> None:
    """Give a widget, and all inside it, the sizes of the frame; ``more`` is a sheet of its own."""
    frame = frame_theme(theme)
    sheet = more
    if frame != theme:
        sheet = f"QWidget {{ font-size: {frame.body}px; }}" + style_sheet(frame) + more
    widget.setProperty(FRAMED, True)
    if widget.styleSheet() != sheet:
        widget.setStyleSheet(sheet)
