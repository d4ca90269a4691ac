"""Teacher forcing: the batch, whose target is expected, and what the losses come to."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme
from viz_app.panels.embedding.snapshot import EmbeddingSnapshot
from viz_app.panels.embedding.texts.forcing import (
    mean_sentence,
    origin_sentence,
    padding_sentence,
    smoothing_sentence,
)
from viz_app.panels.embedding.views.forcing_view import ForcingView
from viz_app.widgets.framed import framed
from viz_app.widgets.translated import Translated


class ForcingPart(Translated, QWidget):
    """The picture between the choice of a target and the sum.

    Signals:
        target_given: what is to be expected, when it was edited; empty leaves the choice to us.
        padding_counted: whether the losses are shown as if padding counted.
    """

    target_given = Signal(str)
    padding_counted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: EmbeddingSnapshot | None = None
        self.picture = ForcingView(theme)
        self.target, self.padding = QLineEdit(), QCheckBox()
        self.sums = QLabel()
        self._label, self._area = QLabel(), QScrollArea()
        self._head, self._rows = QHBoxLayout(), QVBoxLayout(self)
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        """Show the batch; shows, never modifies state."""
        self._snapshot = snapshot
        if not (self.target.hasFocus() and self.target.isModified()):
            self.target.setText(snapshot.given)
        record = snapshot.forced.record if snapshot.forced else None
        self.padding.setChecked(snapshot.with_padding)
        self.padding.setEnabled(record is not None and record.n_padding > 0)
        self.picture.set_record(record, with_padding=snapshot.with_padding)
        self._show_sums()

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._rows.setSpacing(2 * theme.unit)
        self._head.setSpacing(2 * theme.unit)
        self.picture.set_theme(theme)

    def _retranslate(self) -> None:
        self._label.setText(self.tr("Expected target"))
        self.target.setAccessibleName(self.tr("Expected target"))
        self.target.setToolTip(
            self.tr("Empty: the reference that Headlight knows, else the model’s own translation")
        )
        self.padding.setText(self.tr("Count padding"))
        self.padding.setToolTip(self.tr("Show the losses as if padding counted too"))
        self.sums.setAccessibleName(self.tr("What the losses come to"))
        self._show_sums()

    def _arrange(self) -> None:
        self._label.setProperty("role", "small")
        self._label.setBuddy(self.target)
        self.target.setProperty("compact", True)
        self.target.setProperty("role", "sentence")
        self.sums.setProperty("role", "soft")
        self.sums.setWordWrap(True)
        self.sums.setTextFormat(Qt.TextFormat.PlainText)
        self.sums.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._head.addWidget(self._label)
        self._head.addWidget(self.target, 1)
        self._head.addWidget(self.padding)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self.picture)
        self._area.viewport().setAutoFillBackground(False)
        self.picture.setAutoFillBackground(False)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addLayout(self._head)
        self._rows.addWidget(framed(self._area), 1)
        self._rows.addWidget(self.sums)

    def _connect(self) -> None:
        self.target.editingFinished.connect(self._submit)
        self.padding.clicked.connect(self.padding_counted)
        self.picture.reached.connect(self._follow)

    @Slot()
    def _submit(self) -> None:
        if self.target.isModified():
            self.target.setModified(False)
            self.target_given.emit(self.target.text())

    @Slot(QRectF)
    def _follow(self, place: QRectF) -> None:
        """Scroll to where the arrow keys have gone."""
        middle = place.center().toPoint()
        reach = (place.size() / 2).toSize()
        self._area.ensureVisible(middle.x(), middle.y(), reach.width(), reach.height())

    def _show_sums(self) -> None:
        forced = self._snapshot.forced if self._snapshot else None
        if forced is None:
            self.sums.setText("")
            return
        record = forced.record
        self.target.setPlaceholderText(origin_sentence(forced.origin, record.targets[0]))
        lines = (mean_sentence(record), padding_sentence(record), smoothing_sentence(record))
        self.sums.setText(" ".join(lines))
