"""The attention panel: kinds, all heads, the focused head, and its views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QRect, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.traces.trace import KINDS, Kind
from viz_app.design.theme import Theme, frame_theme
from viz_app.panels.attention.room import ONE_KIND, AttentionHandle, AttentionSnapshot
from viz_app.panels.attention.view.effects import EffectBar
from viz_app.panels.attention.view.heatmap import HeadView, HeatmapView
from viz_app.panels.attention.view.strip import StripPanel
from viz_app.panels.attention.view.tools import AttentionTools
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.widgets.layout import Sentence, filled, framed, tell, text_label
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Pictured
from viz_app.workbench.changes.selection import head_picked
from viz_app.workbench.snapshots.alignment import AlignmentSnapshot
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import AttentionOptions, View

if TYPE_CHECKING:
    from viz_app.panels.attention.view.alignment import AlignmentPanel
    from viz_app.panels.attention.view.table import AttentionTableDialog
    from viz_app.panels.attention.view.tokens import LinksView, TextView

# ----------------------------------------------------------------------------------- head pictures


_PICTURES = {"focus": "heatmap", "links": "links-picture", "text": "text-picture"}
"""Object name of the picture of each view, for tests."""


class HeadPictures(QStackedWidget):
    """Shows a head in the way that was chosen; the others are not painted."""

    def __init__(self, theme: Theme, room: AttentionHandle, *, kind: Kind | None = None) -> None:
        """Create the heatmap only; links and text are created at their first use.

        ``kind`` is part of the object names where there are several.
        """
        super().__init__()
        self.theme, self.room, self._kind = theme, room, kind
        self._pictures: dict[View, HeadView] = {}
        self._frames: dict[View, QFrame] = {}
        self.focus = HeatmapView(theme, room, kind or ONE_KIND)
        self._add("focus", self.focus)

    @property
    def links(self) -> LinksView:
        return cast("LinksView", self._picture("links"))

    @property
    def text(self) -> TextView:
        return cast("TextView", self._picture("text"))

    def show_focus(self, snapshot: FocusSnapshot | None, view: View) -> None:
        """Show a head, in the grid view as a heatmap."""
        shown = self._picture(view)
        for picture in self._pictures.values():
            picture.set_snapshot(snapshot if picture is shown else None)
        self.setCurrentWidget(self._frames["focus" if view == "grid" else view])

    def current(self) -> HeadView:
        return next(
            picture
            for view, picture in self._pictures.items()
            if self._frames[view] is self.currentWidget()
        )

    def event(self, event: QEvent) -> bool:
        # Sentences of pictures that are hidden are not passed on.
        if isinstance(event, Sentence) and event.view is not self.current():
            return True
        return super().event(event)

    def _picture(self, view: View) -> HeadView:
        view = "focus" if view == "grid" else view
        if view not in self._pictures:
            from viz_app.panels.attention.view.tokens import LinksView, TextView

            made = LinksView if view == "links" else TextView
            self._add(view, made(self.theme, self.room))
        return self._pictures[view]

    def _add(self, view: View, picture: HeadView) -> None:
        last = next(reversed(self._pictures.values()), None)
        self._pictures[view] = picture
        picture.setObjectName("-".join(filter(None, (_PICTURES[view], self._kind))))
        self._frames[view] = framed(picture)
        self.addWidget(self._frames[view])
        if last is not None:  # else Tab would come to it after everything that was made before
            QWidget.setTabOrder(last, picture)


# ------------------------------------------------------------------------------------ kind columns


class KindColumns(Pictured, QWidget):
    """A column for each kind, and below them what the same head number means there."""

    def __init__(self, theme: Theme, room: AttentionHandle) -> None:
        super().__init__()
        self.mosaics = {kind: MosaicView(theme, titled=True) for kind in KINDS}
        self.pictures = {kind: HeadPictures(theme, room, kind=kind) for kind in KINDS}
        self._frames: dict[Kind, QFrame] = {}
        self._stacks: dict[Kind, QStackedWidget] = {}
        self.note = text_label("small", wraps=True, parent=self)
        row = QHBoxLayout()
        filled(QVBoxLayout(self), (row, 1), self.note, spacing=theme.unit)
        row.setSpacing(3 * theme.unit)
        for kind, mosaic in self.mosaics.items():
            mosaic.setObjectName(f"mosaic-{kind}")
            mosaic.head_picked.connect(room.does(head_picked))
            self._frames[kind] = framed(mosaic)
            self._stacks[kind] = stack = QStackedWidget()
            stack.addWidget(self._frames[kind])
            stack.addWidget(self.pictures[kind])
            row.addWidget(stack, 1)

    def show_kinds(self, snapshot: AttentionSnapshot) -> None:
        self.note.setVisible(len(snapshot.kinds) > 1)
        text = self.tr(
            "Head {head} of layer {layer} is a different module in each of the three kinds: "
            "they share no weights."
        )
        focus = snapshot.focus
        self.note.setText(text.format(head=focus.head + 1, layer=focus.layer + 1))
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
            # One token size in all columns: the smallest that any of them needs.
            texts = [pictures.text for pictures in self.pictures.values()]
            for text_view in texts:
                text_view.stand_beside(texts)
                text_view.fit()

    def show_zooms(self, zooms: Mapping[str, Zoom]) -> None:
        for kind, pictures in self.pictures.items():
            pictures.focus.show_zoom(zooms.get(kind, FITTED))

    def follow(self, widget: QWidget) -> None:
        for kind in KINDS:
            for view in (self.mosaics[kind], self.pictures[kind].focus):
                QWidget.setTabOrder(widget, view)
                widget = view

    def clear(self) -> None:
        for kind in KINDS:
            self.mosaics[kind].set_snapshot(None)
            self.pictures[kind].show_focus(None, "focus")


# ------------------------------------------------------------------------------------------- panel


SHARES = {"grid": (4, 3), "other": (1, 3), "large grid": (1, 1), "wide grid": (11, 10)}
"""Widths of the mosaic and the picture: the overview stays, smaller, beside a large one. Large
text beside the cells must not take room from them; a wide window has enough for both."""

WIDE = 1600
"""A panel as wide as this, in px, has the wide grid where its text is large."""


class AttentionPanel(QStackedWidget):
    """Overview first, then one head in place."""

    def __init__(self, theme: Theme, room: AttentionHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self.room = theme, room
        self.tools = AttentionTools(theme, room)
        self.heads = self.tools.heads
        self.pills, self.row_labels = self.tools.pills, self.tools.row_labels
        self.mosaic, self.pictures = MosaicView(theme), HeadPictures(theme, room)
        self.mosaic.setObjectName("mosaic")
        self.mosaic.head_picked.connect(room.does(head_picked))
        self.focus, self.strip = self.pictures.focus, StripPanel(theme, room)
        self.columns: KindColumns | None = None
        self.table_dialog: AttentionTableDialog | None = None
        self.effects = EffectBar(theme, room)
        self._snapshot: AttentionSnapshot | None = None
        self._zooms: Mapping[str, Zoom] = {}
        self._shares, self._view = "grid", "grid"
        self._compact = self._picture_only = False
        self._overview, self._splitter = QWidget(), QSplitter(Qt.Orientation.Horizontal)
        self.alignment: AlignmentPanel | None = None
        gap = 2 * frame_theme(theme).unit
        self._left = filled(QVBoxLayout(self._overview), (framed(self.mosaic), 1), spacing=gap)
        self._splitter.addWidget(self._overview)
        self._splitter.addWidget(self.pictures)
        self._splitter.setChildrenCollapsible(False)
        for index, share in enumerate(SHARES["grid"]):
            self._splitter.setStretchFactor(index, share)
        self._splitter.setSizes([1000 * share for share in SHARES["grid"]])
        self._splitter.setHandleWidth(gap)
        self._body, self._content = QStackedWidget(), QWidget()
        self._body.setProperty("pictures", True)
        self._body.addWidget(self._splitter)
        column = QVBoxLayout(self._content)
        filled(column, self.tools, self.effects, (self._body, 1), self.strip, spacing=gap)
        self._placeholder = text_label("soft")
        self._placeholder.setText(self.tr("Type a sentence to see its attention."))
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.addWidget(self._placeholder)
        self.addWidget(self._content)
        self._share()

    @property
    def weights_painted(self) -> bool:
        """Whether heatmaps with at least one decoded row are in view and painted."""
        shown = self.isVisible() and self.currentWidget() is self._content
        decoded = self._snapshot is not None and self._snapshot.mosaic.decoded_rows > 0
        views = self._body.findChildren(PictureView)
        return shown and decoded and all(view.painted for view in views if view.isVisible())

    def set_snapshot(self, snapshot: AttentionSnapshot | None) -> None:
        self._snapshot = snapshot
        if snapshot is not None:
            self.tools.show_attention(snapshot)
            self.effects.set_snapshot(snapshot.effects)
        if snapshot is not None and snapshot.options.side_by_side:
            self._show_columns(snapshot)
        else:
            self._show_one_kind(snapshot)
        if self.table_dialog is not None:
            self.table_dialog.set_snapshot(snapshot.focus if snapshot else None)
        self._show_parts()
        self.setCurrentWidget(self._placeholder if snapshot is None else self._content)

    def set_options_menu(self, menu: QMenu) -> None:
        self.tools.options.setMenu(menu)

    @Slot()
    def show_table(self) -> None:
        dialog = self._table()
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _table(self) -> AttentionTableDialog:
        if self.table_dialog is None:
            from viz_app.panels.attention.view.table import AttentionTableDialog

            self.table_dialog = AttentionTableDialog(self.theme, self.room, self)
        self.table_dialog.set_snapshot(self._snapshot.focus if self._snapshot else None)
        return self.table_dialog

    def view_state(self) -> QRect | None:
        """Where the table is open."""
        dialog = self.table_dialog
        return dialog.geometry() if dialog is not None and dialog.isVisible() else None

    def set_view_state(self, state: QRect | None, *, same: bool) -> None:
        unseen = self.window().testAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        if state is not None and not unseen:
            dialog = self._table()
            dialog.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            dialog.setGeometry(state)
            dialog.show()

    @Slot()
    def zoom_in(self) -> None:
        self._heatmap().zoom_in()

    @Slot()
    def zoom_out(self) -> None:
        self._heatmap().zoom_out()

    @Slot()
    def fit(self) -> None:
        self._heatmap().fit()

    def show_zooms(self, zooms: Mapping[str, Zoom]) -> None:
        self._zooms = zooms
        self.focus.show_zoom(zooms.get(ONE_KIND, FITTED))
        if self.columns is not None:
            self.columns.show_zooms(zooms)

    def shown(self) -> AttentionSnapshot | None:
        return self._snapshot

    def focus_heads(self) -> None:
        if self.mosaic.isVisible():
            self.mosaic.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_compact(self, *, compact: bool) -> None:
        # The text view shows the same as the strip.
        if compact == self._compact:
            return
        self._compact = compact
        self._show_parts()

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self.tools.setHidden(only)
        self._show_parts()

    def event(self, event: QEvent) -> bool:
        # With nothing under the mouse the sentence is that of the cursor's cell.
        if isinstance(event, Sentence) and not event.tip():
            resting = self.pictures.current().resting_sentence()
            if resting:
                tell(self, resting)
                return True
        return super().event(event)

    def _show_one_kind(self, snapshot: AttentionSnapshot | None) -> None:
        view = "grid" if snapshot is None else snapshot.options.view
        self.mosaic.set_snapshot(None if snapshot is None else snapshot.mosaic)
        self.pictures.show_focus(None if snapshot is None else snapshot.focus, view)
        self.strip.show_focus(None if snapshot is None else snapshot.focus)
        self._show_alignment(None if snapshot is None else snapshot.alignment)
        if self.columns is not None:
            self.columns.clear()
        self._body.setCurrentWidget(self._splitter)
        self._view = view
        self._share()

    def _show_alignment(self, shown: AlignmentSnapshot | None) -> None:
        if shown is not None and self.alignment is None:
            from viz_app.panels.attention.view.alignment import AlignmentPanel

            self.alignment = AlignmentPanel(self.theme, self.room)
            self._left.addWidget(self.alignment, 1)
        if self.alignment is not None:
            self.alignment.setVisible(shown is not None)
            if shown is not None:
                self.alignment.set_snapshot(shown)
                self._left.setStretchFactor(self.alignment, 1 if shown.scores else 0)

    def _show_columns(self, snapshot: AttentionSnapshot) -> None:
        if self.columns is None:
            self.columns = KindColumns(self.theme, self.room)
            self._body.addWidget(self.columns)
            self.columns.follow(self.focus)
            self.columns.show_zooms(self._zooms)
        self.columns.show_kinds(snapshot)
        self._body.setCurrentWidget(self.columns)

    def _show_parts(self) -> None:
        options = AttentionOptions() if self._snapshot is None else self._snapshot.options
        grid = options.view == "grid" and not options.side_by_side
        self.strip.setHidden(self._compact or self._picture_only or not grid)
        self.effects.setHidden(self._picture_only or options.tint != "effect")
        self._overview.setHidden(self._picture_only and options.view != "grid")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Set widths that suit the view; widths dragged by the user stay until the view changes."""
        large = "wide grid" if self.width() >= WIDE else "large grid"
        grid = large if self.theme.scale > 1 else "grid"
        shares = grid if self._view == "grid" else "other"
        if shares != self._shares:
            self._shares = shares
            self._splitter.setSizes([1000 * share for share in SHARES[shares]])

    def _heatmap(self) -> HeatmapView:
        snapshot = self._snapshot
        if self.columns is None or snapshot is None or not snapshot.options.side_by_side:
            return self.focus
        return self.columns.pictures[snapshot.kind].focus
