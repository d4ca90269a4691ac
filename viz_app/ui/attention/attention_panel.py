"""The attention tab: kinds, all heads, the focused head, and where the model looks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viz_app.state.attention_view import FocusSnapshot, MosaicSnapshot
from viz_app.ui.attention.heatmap_view import HeatmapView
from viz_app.ui.attention.kind_pills import KindPills
from viz_app.ui.attention.mosaic_view import MosaicView
from viz_app.ui.attention.row_label_switch import RowLabelSwitch
from viz_app.ui.attention.strip_panel import StripPanel
from viz_app.ui.design.theme import Theme
from viz_app.ui.widgets.framed import framed

SHARES = (4, 3)
"""Widths of the mosaic and the focused head."""


class AttentionPanel(QStackedWidget):
    """Overview first, then one head in place.

    Signals:
        kind_picked: ``"encoder"``, ``"decoder"`` or ``"cross"``.
        head_picked: kind, layer and head, counted from 0.
        cell_picked: a :class:`Cell` of the focused head.
        row_labels_picked: ``"both"``, ``"fed"`` or ``"predicted"``.
        sentence_changed: what is under the mouse, else the cursor's cell, for a status line.
    """

    kind_picked = Signal(str)
    head_picked = Signal(object, int, int)
    cell_picked = Signal(object)
    row_labels_picked = Signal(str)
    sentence_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pills = KindPills(theme)
        self.mosaic = MosaicView(theme)
        self.focus = HeatmapView(theme)
        self.row_labels = RowLabelSwitch()
        self._rows_label = QLabel()
        self._rows_label.setProperty("role", "small")
        self._rows_label.setBuddy(self.row_labels)
        self.strip = StripPanel(theme)
        self._placeholder = QLabel()
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._content = QWidget()
        self._decoded_rows = 0
        self._compact = False
        self._tools = QWidget()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    @property
    def shows_weights(self) -> bool:
        """Whether heatmaps with at least one decoded row are in view."""
        shown = self.isVisible() and self.currentWidget() is self._content
        return shown and self._decoded_rows > 0

    def show_mosaic(self, snapshot: MosaicSnapshot | None) -> None:
        """Show all heads of a kind; does not modify state."""
        self.mosaic.set_snapshot(snapshot)
        self._decoded_rows = snapshot.decoded_rows if snapshot is not None else 0
        if snapshot is not None:
            self.pills.show_kind(snapshot.kind)

    def show_focus(self, snapshot: FocusSnapshot | None) -> None:
        """Show one head; does not modify state. None = nothing was translated yet."""
        self.focus.set_snapshot(snapshot)
        self.strip.show_focus(snapshot)
        if snapshot is not None:
            self.row_labels.show_labels(snapshot.row_labels, enabled=snapshot.kind != "encoder")
        self.setCurrentWidget(self._placeholder if snapshot is None else self._content)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        for view in (self.pills, self.mosaic, self.focus, self.strip):
            view.set_theme(theme)
        self._splitter.setHandleWidth(3 * theme.unit)
        self._space(theme)

    def set_compact(self, *, compact: bool) -> None:
        """Leave out the strip under the heatmaps where there is little room."""
        self._compact = compact
        self.strip.setHidden(compact)
        self._space(self.mosaic.theme)

    def changeEvent(self, event: QEvent) -> None:
        """Texts in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _arrange(self) -> None:
        tools = QHBoxLayout(self._tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.addWidget(self.pills)
        tools.addStretch(1)
        tools.addWidget(self._rows_label)
        tools.addWidget(self.row_labels)
        self._splitter.addWidget(framed(self.mosaic))
        self._splitter.addWidget(framed(self.focus))
        self._splitter.setChildrenCollapsible(False)
        for index, share in enumerate(SHARES):
            self._splitter.setStretchFactor(index, share)
        self._splitter.setSizes([1000 * share for share in SHARES])
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._tools)
        column.addWidget(self._splitter, 1)
        column.addWidget(self.strip)
        self.addWidget(self._placeholder)
        self.addWidget(self._content)

    def _connect(self) -> None:
        self.pills.kind_picked.connect(self.kind_picked)
        self.mosaic.head_picked.connect(self.head_picked)
        self.focus.cell_picked.connect(self.cell_picked)
        self.strip.cell_picked.connect(self.cell_picked)
        self.row_labels.row_labels_picked.connect(self.row_labels_picked)
        for view in (self.mosaic, self.focus, self.strip):
            view.sentence_changed.connect(self._on_sentence)

    def _space(self, theme: Theme) -> None:
        """Between the tools, the heatmaps and the strip."""
        for widget, units in ((self._content, 2 if self._compact else 3), (self._tools, 3)):
            layout = widget.layout()
            if layout is not None:
                layout.setSpacing(units * theme.unit)

    def _on_sentence(self, sentence: str) -> None:
        """The cursor's cell is said whenever nothing is under the mouse."""
        self.sentence_changed.emit(sentence or self.focus.resting_sentence())

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Translate a sentence to see its attention."))
        self._rows_label.setText(self.tr("Rows"))
