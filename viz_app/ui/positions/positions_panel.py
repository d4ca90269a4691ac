"""The positions tab: table, curves and similarity of the positional encodings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viz_app.state.positions_view import PositionsSnapshot
from viz_app.ui.design.theme import Theme
from viz_app.ui.painting.position_pictures import (
    first_positions,
    kind_line,
    similarity_picture,
    similarity_sentence,
    table_picture,
    table_sentence,
)
from viz_app.ui.positions.dimension_field import DimensionField
from viz_app.ui.positions.value_view import ValueView
from viz_app.ui.widgets.framed import framed

if TYPE_CHECKING:
    from viz_app.ui.positions.position_curves import PositionCurves


class PositionsPanel(QStackedWidget):
    """Shows how the model tells positions apart; its curves come with :meth:`furnish`.

    Signals:
        sentence_changed: what is under the mouse in words, for a status line.
    """

    sentence_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: PositionsSnapshot | None = None
        self._drawn = False
        self._theme = theme
        self.table, self.similarity = ValueView(theme), ValueView(theme)
        self.curves: PositionCurves | None = None
        self.how_many, self.dimensions = QSpinBox(), DimensionField()
        self._count_label, self._dimensions_label, self._kind = QLabel(), QLabel(), QLabel()
        self._placeholder = QLabel()
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self._content, self._head = QWidget(), QWidget()
        self._across, self._down = QSplitter(), QSplitter(Qt.Orientation.Vertical)
        self._area = QScrollArea()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: PositionsSnapshot | None) -> None:
        """Show a model's positions; does not modify state. None = no model yet."""
        if snapshot == self._snapshot:
            return
        before, self._snapshot = self._snapshot, snapshot
        if snapshot is not None:
            self._fit_choices(snapshot, before)
            self._kind.setText(kind_line(snapshot))
        self._draw()
        self.setCurrentWidget(self._placeholder if snapshot is None else self._content)

    def furnish(self) -> None:
        """Add the curves, for which pyqtgraph is imported: too slow before the window is there."""
        from viz_app.ui.positions.position_curves import PositionCurves

        self.curves = PositionCurves(self._theme)
        self._down.insertWidget(0, framed(self.curves))
        self._share_room()
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._theme = theme
        for view in (self.table, self.similarity):
            view.set_theme(theme)
        if self.curves is not None:
            self.curves.set_theme(theme)
        for widget in (self._content, self._head):
            layout = widget.layout()
            if layout is not None:
                layout.setContentsMargins(0, 0, 0, 0)
                layout.setSpacing(3 * theme.unit)
        for splitter in (self._across, self._down):
            splitter.setHandleWidth(3 * theme.unit)
        self.dimensions.setMaximumWidth(40 * theme.unit)
        self.how_many.lineEdit().setTextMargins(theme.unit, 0, 0, 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what has changed while the tab was hidden."""
        super().showEvent(event)
        if not self._drawn:
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Texts in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._draw()
        super().changeEvent(event)

    def _arrange(self) -> None:
        self._arrange_head()
        self._arrange_pictures()
        self._kind.setProperty("role", "soft")
        self._kind.setTextFormat(Qt.TextFormat.PlainText)
        self._kind.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self._content)
        column.addWidget(self._head)
        column.addWidget(self._area, 1)
        column.addWidget(self._kind)
        self.addWidget(self._placeholder)
        self.addWidget(self._content)

    def _arrange_head(self) -> None:
        head = QHBoxLayout(self._head)
        for label, field in (
            (self._count_label, self.how_many),
            (self._dimensions_label, self.dimensions),
        ):
            label.setProperty("role", "small")
            label.setBuddy(field)
            field.setProperty("compact", True)
            head.addWidget(label)
            head.addWidget(field)
        head.addStretch(1)

    def _arrange_pictures(self) -> None:
        """Side by side; where there is too little room for all, they scroll."""
        self._down.addWidget(framed(self.similarity))
        self._across.addWidget(framed(self.table))
        self._across.addWidget(self._down)
        for splitter in (self._across, self._down):
            splitter.setChildrenCollapsible(False)
        self._share_room()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._across)
        for ground in (self._area.viewport(), self._across):
            ground.setAutoFillBackground(False)

    def _share_room(self) -> None:
        self._across.setSizes([6000, 5000])
        self._down.setSizes([4500, 5500])

    def _connect(self) -> None:
        self.how_many.valueChanged.connect(self._draw)
        self.dimensions.dimensions_changed.connect(self._draw)
        for view in (self.table, self.similarity):
            view.sentence_changed.connect(self.sentence_changed)

    def _fit_choices(self, snapshot: PositionsSnapshot, before: PositionsSnapshot | None) -> None:
        """Keep what was chosen while it is the same model; else begin with what is usual."""
        self.how_many.blockSignals(True)
        self.how_many.setRange(1, len(snapshot.table))
        if before is None or before.model is not snapshot.model:
            self.how_many.setValue(first_positions(snapshot))
        elif len(snapshot.tokens) > self.how_many.value():
            self.how_many.setValue(len(snapshot.tokens))
        self.how_many.blockSignals(False)
        self.dimensions.set_d_model(snapshot.table.shape[1])

    def _draw(self) -> None:
        """Draw when somebody looks: other tabs have no time to lose."""
        snapshot, count = self._snapshot, self.how_many.value()
        self._drawn = self.isVisible()
        if snapshot is None or not self._drawn:
            return
        self.table.set_picture(
            table_picture(snapshot, count), lambda cell: table_sentence(snapshot, cell)
        )
        self.similarity.set_picture(
            similarity_picture(snapshot, count), lambda cell: similarity_sentence(snapshot, cell)
        )
        if self.curves is not None:
            self.curves.set_curves(snapshot.table[:count], self.dimensions.dimensions())

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Open a model to see its positional encodings."))
        self._count_label.setText(self.tr("Positions"))
        self._dimensions_label.setText(self.tr("Dimensions"))
        self.how_many.setAccessibleName(self.tr("Positions shown"))
        self.how_many.setToolTip(self.tr("How many positions are shown"))
        if self._snapshot is not None:
            self._kind.setText(kind_line(self._snapshot))
