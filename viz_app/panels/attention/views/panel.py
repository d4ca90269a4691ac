"""The attention tab: kinds, all heads, the focused head, and where the model looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QLabel,
    QMenu,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.traces.trace import Kind
from viz_app.design.theme import Theme
from viz_app.panels.attention.snapshot.panel import AttentionSnapshot
from viz_app.panels.attention.views.head_pictures import HeadPictures
from viz_app.panels.attention.views.heatmap_view import HeatmapView
from viz_app.panels.attention.views.strip_panel import StripPanel
from viz_app.panels.attention.views.tools import AttentionTools
from viz_app.widgets.framed import framed
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.widgets.status_line import Sentence, tell
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.selection import Cell

if TYPE_CHECKING:
    from viz_app.panels.attention.views.kind_columns import KindColumns
    from viz_app.panels.attention.views.table_dialog import AttentionTableDialog

SHARES = {"grid": (4, 3), "other": (1, 3)}
"""Widths of the mosaic and the picture: the overview stays, smaller, beside a large one."""


class AttentionPanel(Translated, QStackedWidget):
    """Overview first, then one head in place.

    Signals:
        kind_picked: ``"encoder"``, ``"decoder"`` or ``"cross"``.
        head_picked: kind, layer and head, counted from 0.
        cell_picked: a kind and a :class:`Cell` of its picture, or None for no cell.
        row_labels_picked: ``"both"``, ``"fed"`` or ``"predicted"``.
        option_picked: the name of a field of :class:`AttentionOptions`, and its value.
        head_toggled, all_heads_chosen: which heads of the layer a picture is about.
    """

    kind_picked = Signal(str)
    head_picked = Signal(object, int, int)
    cell_picked = Signal(object, object)
    row_labels_picked = Signal(str)
    option_picked = Signal(str, object)
    head_toggled = Signal(int)
    all_heads_chosen = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.tools = AttentionTools(theme)
        self.heads = self.tools.heads
        self.pills, self.row_labels = self.tools.pills, self.tools.row_labels
        self.mosaic, self.pictures = MosaicView(theme), HeadPictures(theme)
        self.focus, self.strip = self.pictures.focus, StripPanel(theme)
        self.columns: KindColumns | None = None
        self.table_dialog: AttentionTableDialog | None = None
        self._snapshot: AttentionSnapshot | None = None
        self._placeholder = QLabel()
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._shares = "grid"
        self._body, self._content = QStackedWidget(), QWidget()
        self._compact = False
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    @property
    def shows_weights(self) -> bool:
        """Whether heatmaps with at least one decoded row are in view."""
        shown = self.isVisible() and self.currentWidget() is self._content
        return shown and self._snapshot is not None and self._snapshot.mosaic.decoded_rows > 0

    def show_attention(self, snapshot: AttentionSnapshot | None) -> None:
        """Show heads; does not modify state. None = nothing was translated yet."""
        self._snapshot = snapshot
        if snapshot is not None:
            self.tools.show_attention(snapshot)
        if snapshot is not None and snapshot.options.side_by_side:
            self._show_columns(snapshot)
        else:
            self._show_one_kind(snapshot)
        if self.table_dialog is not None:
            self.table_dialog.set_snapshot(snapshot.focus if snapshot else None)
        self._show_parts()
        self.setCurrentWidget(self._placeholder if snapshot is None else self._content)

    def set_options_menu(self, menu: QMenu) -> None:
        """The menu behind the button for options; the menu bar has the same."""
        self.tools.options.setMenu(menu)

    @Slot()
    def show_table(self) -> None:
        """List the weights of the picture in view, in a window that follows it."""
        if self.table_dialog is None:
            from viz_app.panels.attention.views.table_dialog import AttentionTableDialog

            self.table_dialog = AttentionTableDialog(self.theme, self)
            self.table_dialog.cell_picked.connect(self._on_own_cell)
        self.table_dialog.set_snapshot(self._snapshot.focus if self._snapshot else None)
        self.table_dialog.show()
        self.table_dialog.raise_()
        self.table_dialog.activateWindow()

    @Slot()
    def zoom_in(self) -> None:
        """Show fewer tokens of the focused head, larger."""
        self._heatmap().zoom_in()

    @Slot()
    def zoom_out(self) -> None:
        """Show more tokens of the focused head, smaller."""
        self._heatmap().zoom_out()

    @Slot()
    def fit(self) -> None:
        """Show all tokens of the focused head."""
        self._heatmap().fit()

    def shown(self) -> AttentionSnapshot | None:
        """What is on screen."""
        return self._snapshot

    def focus_heads(self) -> None:
        """Give the keyboard to the mosaic, if there is one in view."""
        if self.mosaic.isVisible():
            self.mosaic.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self.theme = theme
        for view in (self.tools, self.mosaic, self.pictures, self.strip):
            view.set_theme(theme)
        for made in (self.columns, self.table_dialog):
            if made is not None:
                made.set_theme(theme)
        self._splitter.setHandleWidth(3 * theme.unit)
        self._space(theme)

    def set_compact(self, *, compact: bool) -> None:
        """Leave out the strip, and rows of tools, where there is little room."""
        if compact == self._compact:
            return
        self._compact = compact
        self.tools.set_compact(compact=compact)
        self._show_parts()
        self._space(self.theme)

    def event(self, event: QEvent) -> bool:
        """Say the cursor's cell whenever nothing is under the mouse."""
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
        if self.columns is not None:
            self.columns.clear()
        self._body.setCurrentWidget(self._splitter)
        self._share("grid" if view == "grid" else "other")

    def _show_columns(self, snapshot: AttentionSnapshot) -> None:
        if self.columns is None:
            from viz_app.panels.attention.views.kind_columns import KindColumns

            self.columns = KindColumns(self.theme)
            self.columns.head_picked.connect(self.head_picked)
            self.columns.cell_picked.connect(self.cell_picked)
            self._body.addWidget(self.columns)
            self.columns.follow(self.focus)
        self.columns.show_kinds(snapshot)
        self._body.setCurrentWidget(self.columns)

    def _show_parts(self) -> None:
        """The strip is the grid's."""
        options = AttentionOptions() if self._snapshot is None else self._snapshot.options
        grid = options.view == "grid" and not options.side_by_side
        self.strip.setHidden(self._compact or not grid)

    def _share(self, shares: str) -> None:
        """Widths that suit the view; those that the user has dragged stay while it stays."""
        if shares != self._shares:
            self._shares = shares
            self._splitter.setSizes([1000 * share for share in SHARES[shares]])

    def _arrange(self) -> None:
        self._splitter.addWidget(framed(self.mosaic))
        self._splitter.addWidget(self.pictures)
        self._splitter.setChildrenCollapsible(False)
        for index, share in enumerate(SHARES["grid"]):
            self._splitter.setStretchFactor(index, share)
        self._splitter.setSizes([1000 * share for share in SHARES["grid"]])
        self._body.addWidget(self._splitter)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tools)
        column.addWidget(self._body, 1)
        column.addWidget(self.strip)
        self.addWidget(self._placeholder)
        self.addWidget(self._content)

    def _connect(self) -> None:
        self.pills.kind_picked.connect(self.kind_picked)
        self.row_labels.row_labels_picked.connect(self.row_labels_picked)
        self.tools.option_picked.connect(self.option_picked)
        self.heads.head_toggled.connect(self.head_toggled)
        self.heads.all_heads_chosen.connect(self.all_heads_chosen)
        self.mosaic.head_picked.connect(self.head_picked)
        self.pictures.cell_picked.connect(self.cell_picked)
        self.strip.cell_picked.connect(self._on_own_cell)

    def _space(self, theme: Theme) -> None:
        """Between the tools, the heatmaps and the strip."""
        layout = self._content.layout()
        if layout is not None:
            layout.setSpacing((2 if self._compact else 3) * theme.unit)

    def _heatmap(self) -> HeatmapView:
        """That of the kind of the selection."""
        snapshot = self._snapshot
        if self.columns is None or snapshot is None or not snapshot.options.side_by_side:
            return self.focus
        return self.columns.pictures[snapshot.kind].focus

    def _on_own_cell(self, cell: Cell | None) -> None:
        """Of a view that shows the kind of the selection."""
        kind: Kind = "cross" if self._snapshot is None else self._snapshot.kind
        self.cell_picked.emit(kind, cell)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Translate a sentence to see its attention."))
