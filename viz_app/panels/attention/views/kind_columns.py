"""All three kinds side by side: mosaics, or pictures of the head in view, linked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QWidget

from model.traces.trace import KINDS, Kind
from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.snapshot.panel import AttentionSnapshot
from viz_app.panels.attention.views.head_pictures import HeadPictures
from viz_app.pictures.zoom import FITTED, Zoom
from viz_app.widgets.framed import framed
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.themed import Themed


class KindColumns(Pictured, Themed, QWidget):
    """A column for each kind.

    Signals:
        zoomed: a kind, and what is in view of its head.
    """

    zoomed = Signal(str, object)

    def __init__(self, theme: Theme, intents: AttentionIntents) -> None:
        super().__init__()
        self.intents = intents
        self.mosaics: dict[Kind, MosaicView] = {kind: MosaicView(theme) for kind in KINDS}
        self.pictures: dict[Kind, HeadPictures] = {
            kind: HeadPictures(theme, intents) for kind in KINDS
        }
        self._frames: dict[Kind, QFrame] = {}
        self._stacks: dict[Kind, QStackedWidget] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for kind in KINDS:
            self._add_column(kind)
        self.set_theme(theme)

    def show_kinds(self, snapshot: AttentionSnapshot) -> None:
        """Show all kinds that the model has."""
        for kind, stack in self._stacks.items():
            stack.setVisible(kind in snapshot.kinds)
        grid = snapshot.options.view == "grid"
        for mosaic, focus in zip(snapshot.mosaics, snapshot.focuses, strict=True):
            kind = mosaic.kind
            self.mosaics[kind].set_snapshot(mosaic if grid else None)
            self.pictures[kind].show_focus(None if grid else focus, snapshot.options.view)
            shown = self._frames[kind] if grid else self.pictures[kind]
            self._stacks[kind].setCurrentWidget(shown)
        if snapshot.options.view == "text":
            self._align_texts()

    def show_zooms(self, zooms: Mapping[str, Zoom]) -> None:
        """Show parts of the heads, by kind."""
        for kind, pictures in self.pictures.items():
            pictures.focus.show_zoom(zooms.get(kind, FITTED))

    def follow(self, widget: QWidget) -> None:
        """Be reached by Tab from a widget of the same window."""
        for kind in KINDS:
            for view in (self.mosaics[kind], self.pictures[kind].focus):
                QWidget.setTabOrder(widget, view)
                widget = view

    def clear(self) -> None:
        """Let go of what was shown."""
        for kind in KINDS:
            self.mosaics[kind].set_snapshot(None)
            self.pictures[kind].show_focus(None, "focus")

    def _align_texts(self) -> None:
        """One size of tokens in all columns: the smallest that any of them needs."""
        texts = [pictures.text for pictures in self.pictures.values()]
        for text in texts:
            text.stand_beside(texts)
            text.fit()

    def _dress(self) -> None:
        self._row.setSpacing(3 * self.theme.unit)

    def _add_column(self, kind: Kind) -> None:
        mosaic, pictures, stack = self.mosaics[kind], self.pictures[kind], QStackedWidget()
        mosaic.set_titled(titled=True)
        self._frames[kind], self._stacks[kind] = framed(mosaic), stack
        stack.addWidget(self._frames[kind])
        stack.addWidget(pictures)
        self._row.addWidget(stack, 1)
        mosaic.head_picked.connect(self.intents.head_picked)
        pictures.focus.zoomed.connect(partial(self.zoomed.emit, kind))
