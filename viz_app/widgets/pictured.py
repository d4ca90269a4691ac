"""What can be taken along: widgets that are pictures, alone or of several parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget as _Widget

from viz_app.storage.value_tables import Tables

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
else:
    QWidget = object


class Pictured(QWidget):
    """Stands before Qt's type among the bases of a widget that is a picture.

    The nearest one around the mouse or the keyboard is what is copied and saved.

    Attributes:
        said_too: what a caption says after the name; names of users and tokens safe.
        of_translation: whether it shows the model or the sentence that are on the workbench.
    """

    said_too: tuple[str, ...] = ()
    of_translation: bool = True

    def shown_values(self) -> Tables:
        """The numbers that it shows; here those of the pictures inside."""
        return tuple(table for picture in pictures_inside(self) for table in picture.shown_values())

    def caption_parts(self) -> tuple[str, ...]:
        """What it shows, for a caption and for the name of a file: the more telling first.

        Here its name, or without one what all pictures inside say.
        """
        name = self.accessibleName()
        first = (name,) if name else said_by_all(pictures_inside(self))
        return (*first, *self.said_too)


def said_by_all(pictures: Iterable[Pictured]) -> tuple[str, ...]:
    """What a caption says of each of several pictures."""
    first, *others = [picture.caption_parts() for picture in pictures] or [()]
    return tuple(part for part in first if all(part in other for other in others))


def pictures_inside(view: QWidget) -> Iterator[Pictured]:
    """The nearest pictures in a widget that are in view, not those that are in these."""
    # not children(): what Qt keeps private (a line's control) would make all types of QObject
    for child in view.findChildren(_Widget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not isinstance(child, Pictured):
            yield from pictures_inside(child)
        elif child.isVisible():
            yield child
