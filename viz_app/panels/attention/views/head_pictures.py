"""One kind's picture of the head in view: heatmap, links or text, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.views.heatmap_view import HeatmapView
from viz_app.widgets.framed import framed
from viz_app.widgets.status_line import Sentence
from viz_app.widgets.themed import Themed
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.attention_options import View

if TYPE_CHECKING:
    from viz_app.panels.attention.views.links_view import LinksView
    from viz_app.panels.attention.views.text_view import TextView

    Picture = HeatmapView | LinksView | TextView


class HeadPictures(Themed, QStackedWidget):
    """Shows a head in the way that was chosen; the others are not painted."""

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        """With the heatmap; links and text are made when they are asked for."""
        super().__init__()
        self.theme, self.intents = theme, intents
        self._pictures: dict[View, Picture] = {}
        self._frames: dict[View, QFrame] = {}
        self.focus = HeatmapView(theme, intents)
        self._add("focus", self.focus)

    @property
    def links(self) -> LinksView:
        """The links, made now if nobody has seen them yet."""
        from viz_app.panels.attention.views.links_view import LinksView

        if "links" not in self._pictures:
            self._add("links", LinksView(self.theme, self.intents))
        return cast("LinksView", self._pictures["links"])

    @property
    def text(self) -> TextView:
        """The text, made now if nobody has seen it yet."""
        from viz_app.panels.attention.views.text_view import TextView

        if "text" not in self._pictures:
            self._add("text", TextView(self.theme, self.intents))
        return cast("TextView", self._pictures["text"])

    def show_focus(self, snapshot: FocusSnapshot | None, view: View) -> None:
        """Show a head, in the grid view as a heatmap."""
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
