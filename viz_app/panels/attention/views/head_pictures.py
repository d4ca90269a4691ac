"""One kind's picture of the head in view: heatmap, links or text, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from model.traces.trace import Kind
from viz_app.design.theme import Theme
from viz_app.panels.attention.views.heatmap_view import HeatmapView
from viz_app.widgets.framed import framed
from viz_app.widgets.status_line import Sentence
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.attention_options import View
from viz_app.workbench.state.selection import Cell

if TYPE_CHECKING:
    from viz_app.panels.attention.views.links_view import LinksView
    from viz_app.panels.attention.views.text_view import TextView

    Picture = HeatmapView | LinksView | TextView


class HeadPictures(QStackedWidget):
    """Shows a head in the way that was chosen; the others are not painted.

    Signals:
        cell_picked: a kind and a :class:`Cell` of its picture, or None for no cell.
    """

    cell_picked = Signal(object, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """With the heatmap; links and text are made when they are asked for."""
        super().__init__(parent)
        self._theme = theme
        self._kind: Kind = "cross"
        self._pictures: dict[View, Picture] = {}
        self._frames: dict[View, QFrame] = {}
        self.focus = HeatmapView(theme)
        self._add("focus", self.focus)

    @property
    def links(self) -> LinksView:
        """The links, made now if nobody has seen them yet."""
        from viz_app.panels.attention.views.links_view import LinksView

        if "links" not in self._pictures:
            self._add("links", LinksView(self._theme))
        return cast("LinksView", self._pictures["links"])

    @property
    def text(self) -> TextView:
        """The text, made now if nobody has seen it yet."""
        from viz_app.panels.attention.views.text_view import TextView

        if "text" not in self._pictures:
            self._add("text", TextView(self._theme))
        return cast("TextView", self._pictures["text"])

    def show_focus(self, snapshot: FocusSnapshot | None, view: View) -> None:
        """Show a head, in the grid view as a heatmap; does not modify state."""
        if snapshot is not None:
            self._kind = snapshot.kind
        shown = self._picture(view)
        for picture in self._pictures.values():
            picture.set_snapshot(snapshot if picture is shown else None)
        self.setCurrentWidget(self._frames["focus" if view == "grid" else view])

    def current(self) -> Picture:
        """The picture in view."""
        return next(
            picture
            for view, picture in self._pictures.items()
            if self._frames[view] is self.currentWidget()
        )

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        for picture in self._pictures.values():
            picture.set_theme(theme)

    def event(self, event: QEvent) -> bool:
        """Keep to itself what a picture says that is not in view."""
        if isinstance(event, Sentence) and event.view is not self.current():
            return True
        return super().event(event)

    def _picture(self, view: View) -> Picture:
        match view:
            case "links":
                return self.links
            case "text":
                return self.text
            case _:
                return self.focus

    def _add(self, view: View, picture: Picture) -> None:
        last = next(reversed(self._pictures.values()), None)
        self._pictures[view] = picture
        self._frames[view] = framed(picture)
        self.addWidget(self._frames[view])
        if last is not None:  # else Tab would come to it after everything that was made before
            QWidget.setTabOrder(last, picture)
        picture.cell_picked.connect(self._on_cell)

    def _on_cell(self, cell: Cell | None) -> None:
        self.cell_picked.emit(self._kind, cell)
