"""Widgets with colours and sizes, and all that is inside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QComboBox
from PySide6.QtWidgets import QWidget as _Widget

from viz_app.design.theme import Theme, light_theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
else:
    QWidget = object

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


class Themed(QWidget):
    """Stands before Qt's type among the bases of a widget that has colours and sizes of its own.

    A theme goes on to every themed widget inside, however deep, without being passed by hand:
    children first, then :meth:`_dress`.

    Attributes:
        theme: the one that is shown.
        spared: whether it stays as it is, in whatever colours all around it is painted.
    """

    theme: Theme = light_theme()
    spared = False
    _worn: Theme | None = None
    """The theme that it was dressed in last."""

    def set_theme(self, theme: Theme) -> None:
        """Show colours and sizes of a theme, here and in everything inside."""
        self.theme = theme
        for view in themed_inside(self):
            _dressed(view, theme)
        self._dress()
        self._worn = theme

    def _dress(self) -> None:
        """Give itself the theme's colours, sizes and spacing; nothing to do for many."""


def _dressed(view: Any, theme: Theme) -> bool:
    """Give a view a theme where it or something inside has none yet; whether there was any.

    Who makes a page has just given it to most of what is inside, and dressing takes long.
    """
    if getattr(view, "_worn", None) is not theme:
        view.set_theme(theme)
        return True
    new = [inner for inner in themed_inside(view) if _dressed(inner, theme)]
    if new:
        view._dress()
    return bool(new)


def themed_inside(widget: QObject) -> Iterator[Any]:
    """The nearest widgets inside that take a theme; what is in them they pass it on to."""
    # not children(): what Qt keeps private (a line's control) would make all types of QObject
    for child in widget.findChildren(_Widget, options=_DIRECT):
        if hasattr(child, "set_theme"):
            if not getattr(child, "spared", False):
                yield child
        elif not isinstance(child, QComboBox):  # the nine parts of its list are all Qt's
            yield from themed_inside(child)
