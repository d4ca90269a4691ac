"""Rows of controls around the pictures: they stay as they are when pictures and text grow."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme, frame_theme
from viz_app.widgets.themed import Themed


class Band(Themed):
    """Stands before Qt's type, as :class:`Themed` does, in what frames the pictures.

    At presentation size a picture needs the room that larger buttons would take from it.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        """What Qt's type is given; nothing inside is dressed before it is known to be in a band."""
        super().__init__(*given, **named)
        put_in_frame(self)

    def set_theme(self, theme: Theme) -> None:
        """Show the theme's colours, and sizes at 100 %."""
        super().set_theme(frame_theme(theme))


def put_in_frame(widget: QWidget) -> None:
    """Give a widget, and all inside it, the sizes of the frame, before it is first dressed."""
    widget.setProperty("in_frame", True)
