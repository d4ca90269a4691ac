"""The translation as it is, with positions shuffled, and without positions."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from model.lessons.positions.altered_record import AlteredRecord
from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.painting.position_pictures import without_table
from viz_app.panels.positions.snapshot import PositionsSnapshot, changed_tokens
from viz_app.panels.positions.views.altered_band import AlteredBand
from viz_app.panels.positions.views.page import PositionsPage
from viz_app.texts.message_text import message_text
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import placeholder
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.segments import Segments


class WithoutPage(PositionsPage):
    """Three translations, one below the other."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.side = Segments(theme, names=("source", "target", "both"), texts=self._side_texts)
        self.again = QPushButton()
        self.bands = tuple(AlteredBand(theme) for _ in range(3))
        self.waiting = placeholder(wraps=True)
        self._pictures = QStackedWidget()
        self._column = QVBoxLayout()
        self._arrange()
        self.side.picked.connect(intents.side_picked)
        self.again.clicked.connect(intents.exchange_requested.emit)
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        """Show the translations, or that they are on their way."""
        self.side.set_current(snapshot.choices.side)
        for choice in (self.side, self.again):
            choice.setEnabled(snapshot.absent is None)
        record = snapshot.altered
        self._pictures.setCurrentIndex(0 if record else 1)
        self.waiting.setText(self._reason(snapshot))
        if record is not None:
            self._show_record(record)

    def _reason(self, snapshot: PositionsSnapshot) -> str:
        """Why there are no translations yet."""
        if snapshot.absent is not None:
            return message_text(snapshot.absent)
        if not snapshot.has_table:
            return without_table(snapshot.kind)
        if snapshot.tokens:
            return self.tr("Translating three times …")
        return self.tr("Type a sentence to see what its positions are good for.")

    def _dress(self) -> None:
        super()._dress()
        self._column.setSpacing(3 * self.theme.unit)
        self.refresh()

    def _retranslate(self) -> None:
        self.again.setText(self.tr("Shuffle again"))
        self.again.setToolTip(self.tr("Shuffle the positions in another way"))

    def _side_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "source": (self.tr("Source"), self.tr("Alter the positions that the encoder reads")),
            "target": (self.tr("Target"), self.tr("Alter the positions that the decoder reads")),
            "both": (self.tr("Both"), self.tr("Alter the positions of both sides")),
        }

    def _show_record(self, record: AlteredRecord) -> None:
        kept = record.translations[0]
        for band, translation in zip(self.bands, record.translations, strict=True):
            changed = changed_tokens(kept.tokens, translation.tokens)
            band.said_too = (self._side_texts()[record.side][0],)
            band.show_translation(translation, record.source_tokens, changed)

    def _arrange(self) -> None:
        self.again.setProperty("segment", True)
        for widget in (self.side, self.again):
            self.row.addWidget(widget)
        content = QWidget()
        content.setLayout(filled(self._column, *(framed(band) for band in self.bands)))
        self._column.addStretch(1)
        self._pictures.addWidget(scrolled(content))
        self._pictures.addWidget(self.waiting)
        self.rows.addWidget(self._pictures)
