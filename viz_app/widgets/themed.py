"""Mix-ins of widgets: themed, translated, saved as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QComboBox
from PySide6.QtWidgets import QWidget as _Widget

from viz_app.design.theme import Theme, light_theme
from viz_app.storage.value_tables import Tables

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
else:
    QWidget = object


class Translated(QWidget):
    """Mix-in placed before Qt's type for a widget with texts.

    Qt notifies every widget of the window, hidden ones too, parents before children. Objects that
    are not widgets (menu entries, models) are updated by the widget that owns them.
    """

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None: ...


class Themed(QWidget):
    """Stands before Qt's type among the bases of a widget that has colours and sizes of its own.

    A theme goes on to every themed widget inside, however deep, without being passed by hand:
    children first, then :meth:`_apply_theme`.

    Attributes:
        theme: the one that is shown.
    """

    theme: Theme = light_theme()
    _applied: Theme | None = None
    """The theme applied last."""

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        for view in themed_inside(self):
            _dressed(view, theme)
        self._apply_theme()
        self._applied = theme

    def _apply_theme(self) -> None: ...


def _dressed(view: Any, theme: Theme) -> bool:
    """Give a view the theme if it or a descendant has none yet; True if there was any."""
    # Styling is slow, and whoever makes a page has just styled most of it.
    if getattr(view, "_applied", None) is not theme:
        view.set_theme(theme)
        return True
    new = [inner for inner in themed_inside(view) if _dressed(inner, theme)]
    if new:
        view._apply_theme()
    return bool(new)


def themed_inside(widget: QObject) -> Iterator[Any]:
    """The nearest descendants that take a theme; they pass it on."""
    # not children(): what Qt keeps private (a line's control) would make all types of QObject
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for child in widget.findChildren(_Widget, options=direct):
        if hasattr(child, "set_theme"):
            yield child
        elif not isinstance(child, QComboBox):  # the nine parts of its list are all Qt's
            yield from themed_inside(child)


class Pictured(QWidget):
    """Stands before Qt's type among the bases of a widget that is a picture.

    The nearest one around the mouse or the keyboard is what is copied and saved.

    Attributes:
        extra_caption: what a caption says after the name; names of users and tokens safe.
        of_translation: whether it shows the model or the sentence that are on the workbench.
    """

    extra_caption: tuple[str, ...] = ()
    of_translation: bool = True

    def shown_values(self) -> Tables:
        return tuple(table for picture in pictures_inside(self) for table in picture.shown_values())

    def caption_parts(self) -> tuple[str, ...]:
        """Parts of a caption and file name, the most specific first."""
        name = self.accessibleName()
        first = (name,) if name else said_by_all(pictures_inside(self))
        return (*first, *self.extra_caption)


def said_by_all(pictures: Iterable[Pictured]) -> tuple[str, ...]:
    """The caption parts that several pictures have in common."""
    first, *others = [picture.caption_parts() for picture in pictures] or [()]
    return tuple(part for part in first if all(part in other for other in others))


def pictures_inside(view: QWidget) -> Iterator[Pictured]:
    # not children(): what Qt keeps private (a line's control) would make all types of QObject
    for child in view.findChildren(_Widget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not isinstance(child, Pictured):
            yield from pictures_inside(child)
        elif child.isVisible():
            yield child
