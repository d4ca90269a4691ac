"""The row above the pictures: kinds, side by side, views, names of rows, options."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QWidget

from viz_app.state.attention_panel_view import AttentionSnapshot
from viz_app.ui.attention.kind_pills import KindPills
from viz_app.ui.attention.row_label_switch import RowLabelSwitch
from viz_app.ui.attention.view_switch import ViewSwitch
from viz_app.ui.design.theme import Theme


class AttentionTools(QWidget):
    """One row where there is room, else two.

    Signals:
        option_picked: the name of an option (``view``, ``side_by_side``) and its value.
    """

    option_picked = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pills, self.views = KindPills(theme), ViewSwitch(theme)
        self.row_labels = RowLabelSwitch()
        self.side_by_side, self.options = QPushButton(), QPushButton()
        self.side_by_side.setCheckable(True)
        for button in (self.side_by_side, self.options):
            button.setProperty("segment", True)
        self._left, self._right = QHBoxLayout(), QHBoxLayout()
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._arrange()
        self.views.view_picked.connect(lambda view: self.option_picked.emit("view", view))
        self.side_by_side.clicked.connect(
            lambda checked: self.option_picked.emit("side_by_side", checked)
        )
        self._retranslate()
        self.set_theme(theme)

    def show_attention(self, snapshot: AttentionSnapshot) -> None:
        """Show what is chosen; does not modify state."""
        self.pills.show_kind(snapshot.kind)
        self.views.show_view(snapshot.options.view)
        self.side_by_side.setChecked(snapshot.options.side_by_side)
        one_name = snapshot.kind == "encoder" and not snapshot.options.side_by_side
        self.row_labels.show_labels(snapshot.focus.row_labels, enabled=not one_name)

    def set_theme(self, theme: Theme) -> None:
        """Spacing."""
        self.pills.set_theme(theme)
        self.views.set_theme(theme)
        self._rows.setSpacing(2 * theme.unit)
        for row in (self._left, self._right):
            row.setSpacing(3 * theme.unit)
        self._wrap()

    def minimumSizeHint(self) -> QSize:
        """As wide as the wider half: the other one can go below it."""
        widths = (row.minimumSize().width() for row in (self._left, self._right))
        return QSize(max(widths), super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Texts in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One row or two."""
        super().resizeEvent(event)
        self._wrap()

    def _arrange(self) -> None:
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._left.addWidget(self.pills)
        self._left.addWidget(self.side_by_side)
        self._left.addStretch(1)
        self._right.addWidget(self.views)
        self._right.addStretch(1)
        self._right.addWidget(self.row_labels)
        self._right.addWidget(self.options)
        self._rows.addLayout(self._left)
        self._rows.addLayout(self._right)

    def _wrap(self) -> None:
        needed = self._left.sizeHint().width() + self._right.sizeHint().width()
        one_row = needed + self._rows.spacing() <= self.width()
        direction = QBoxLayout.Direction
        self._rows.setDirection(direction.LeftToRight if one_row else direction.TopToBottom)

    def _retranslate(self) -> None:
        self.side_by_side.setText(self.tr("Side by side"))
        self.side_by_side.setToolTip(self.tr("Show all three kinds next to each other, linked"))
        self.options.setText(self.tr("Options"))
        self.options.setToolTip(
            self.tr("Scale, colours, special tokens, words, and numbers that tell heads apart")
        )
