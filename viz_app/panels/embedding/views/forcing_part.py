"""Teacher forcing: the batch, whose target is expected, and what the losses come to."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.embedding.intents import EmbeddingIntents
from viz_app.panels.embedding.snapshot import EmbeddingSnapshot
from viz_app.panels.embedding.texts.forcing import (
    mean_sentence,
    origin_sentence,
    padding_sentence,
    smoothing_sentence,
)
from viz_app.panels.embedding.views.forcing_view import ForcingView
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class ForcingPart(Themed, Translated, QWidget):
    """The picture between the choice of a target and the sum."""

    def __init__(self, theme: Theme, intents: EmbeddingIntents) -> None:
        super().__init__()
        self.intents = intents
        self._snapshot: EmbeddingSnapshot | None = None
        self.picture = ForcingView(theme)
        self.target, self.padding = QLineEdit(), QCheckBox()
        self.sums = text_label("soft", wraps=True, selectable=True)
        self._label, self._area = text_label("small"), scrolled(self.picture)
        self._head = filled(QHBoxLayout(), self._label, (self.target, 1), self.padding)
        self._rows = filled(QVBoxLayout(self), self._head, (framed(self._area), 1), self.sums)
        self._label.setBuddy(self.target)
        self.target.setProperty("compact", True)
        self.target.setProperty("role", "sentence")
        self.target.editingFinished.connect(self._submit)
        self.padding.clicked.connect(intents.padding_counted)
        self.picture.reached.connect(self._follow)
        self._retranslate()

    def set_snapshot(self, snapshot: EmbeddingSnapshot) -> None:
        """Show the batch."""
        self._snapshot = snapshot
        if not (self.target.hasFocus() and self.target.isModified()):
            self.target.setText(snapshot.given)
        own, record = snapshot.own, snapshot.own.forced.record if snapshot.own.forced else None
        self.padding.setChecked(own.with_padding)
        self.padding.setEnabled(record is not None and record.n_padding > 0)
        self.picture.set_record(record, with_padding=own.with_padding)
        self._show_sums()

    def _dress(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)
        self._head.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        self._label.setText(self.tr("Expected target"))
        self.target.setAccessibleName(self.tr("Expected target"))
        self.target.setToolTip(
            self.tr("Empty: the reference that Headlight knows, else the model’s own words")
        )
        self.padding.setText(self.tr("Count padding"))
        self.padding.setToolTip(self.tr("Show the losses as if padding counted too"))
        self.sums.setAccessibleName(self.tr("What the losses add up to"))
        self._show_sums()

    @Slot()
    def _submit(self) -> None:
        if self.target.isModified():
            self.target.setModified(False)
            self.intents.target_given.emit(self.target.text())

    @Slot(QRectF)
    def _follow(self, place: QRectF) -> None:
        """Scroll to where the arrow keys have gone."""
        middle = place.center().toPoint()
        reach = (place.size() / 2).toSize()
        self._area.ensureVisible(middle.x(), middle.y(), reach.width(), reach.height())

    def _show_sums(self) -> None:
        forced = self._snapshot.own.forced if self._snapshot else None
        if forced is None:
            self.sums.setText("")
            return
        record = forced.record
        self.target.setPlaceholderText(origin_sentence(forced.origin, record.targets[0]))
        lines = (mean_sentence(record), padding_sentence(record), smoothing_sentence(record))
        self.sums.setText(" ".join(lines))
