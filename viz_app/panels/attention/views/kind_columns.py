"""All three kinds side by side: mosaics, or pictures of the head in view, linked."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QWidget

from model.traces.trace import KINDS, Kind
from viz_app.design.theme import Theme
from viz_app.panels.attention.snapshot.panel import AttentionSnapshot
from viz_app.panels.attention.views.head_pictures import HeadPictures
from viz_app.widgets.framed import framed
from viz_app.widgets.mosaic_view import MosaicView


class KindColumns(QWidget):
    """A column for each kind.

    Signals:
        head_picked: kind, layer and head, counted from 0.
        cell_picked: a kind and a :class:`Cell` of its picture, or None for no cell.
    """

    head_picked = Signal(object, int, int)
    cell_picked = Signal(object, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mosaics: dict[Kind, MosaicView] = {kind: MosaicView(theme) for kind in KINDS}
        self.pictures: dict[Kind, HeadPictures] = {kind: HeadPictures(theme) for kind in KINDS}
        self._frames: dict[Kind, QFrame] = {}
        self._stacks: dict[Kind, QStackedWidget] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for kind in KINDS:
            self._add_column(kind)
        self.set_theme(theme)

    def show_kinds(self, snapshot: AttentionSnapshot) -> None:
        """Show all three kinds; does not modify state."""
        grid = snapshot.options.view == "grid"
        for mosaic, focus in zip(snapshot.mosaics, snapshot.focuses, strict=True):
            kind = mosaic.kind
            self.mosaics[kind].set_snapshot(mosaic if grid else None)
            self.pictures[kind].show_focus(None if grid else focus, snapshot.options.view)
            shown = self._frames[kind] if grid else self.pictures[kind]
            self._stacks[kind].setCurrentWidget(shown)

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

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        for kind in KINDS:
            self.mosaics[kind].set_theme(theme)
            self.pictures[kind].set_theme(theme)
        self._row.setSpacing(3 * theme.unit)

    def _add_column(self, kind: Kind) -> None:
        mosaic, pictures, stack = self.mosaics[kind], self.pictures[kind], QStackedWidget()
        mosaic.set_titled(titled=True)
        self._frames[kind], self._stacks[kind] = framed(mosaic), stack
        stack.addWidget(self._frames[kind])
        stack.addWidget(pictures)
        self._row.addWidget(stack, 1)
        mosaic.head_picked.connect(self.head_picked)
        pictures.cell_picked.connect(self.cell_picked)
