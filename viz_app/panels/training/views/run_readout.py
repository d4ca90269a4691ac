"""Where a run is, in numbers."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.snapshot.run import RunViewSnapshot
from viz_app.panels.training.texts.curves import percent, short_number
from viz_app.texts.numbers import NO_NUMBER, duration, or_dash, short_loss
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

FIELDS = ("epoch", "update", "loss", "validation", "score", "left", "speed", "rate", "norm")
FEWEST = 3
COLUMNS = (9, 5, FEWEST)
"""Numbers in a row: as many of these as there is room for."""


class RunReadout(Themed, Translated, QWidget):
    """A row of captioned numbers: more rows where it is narrow, fewer numbers where it is low."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No run yet."""
        super().__init__(parent)
        self._snapshot = RunViewSnapshot()
        self._placed, self._compact = (0, False), False
        self.values = {field: text_label(parent=self) for field in FIELDS}
        self.captions = {field: text_label(parent=self) for field in FIELDS}
        self._grid = QGridLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        """Show the numbers of the run on show; shows, never modifies state."""
        self._snapshot = snapshot
        longer = [_say(self.values[field], text) for field, text in self._texts().items()]
        captions = self._changing_captions()
        longer += [_say(self.captions[field], text) for field, text in captions.items()]
        if any(longer):
            self._place()

    def set_compact(self, *, compact: bool) -> None:
        """Show only what has room in one row; the curves have the rest."""
        self._compact = compact
        self._place()

    def _dress(self) -> None:
        self._grid.setHorizontalSpacing(2 * self.theme.unit)
        self._grid.setVerticalSpacing(0)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        super().resizeEvent(event)
        self._place()

    def minimumSizeHint(self) -> QSize:
        """So narrow that there are a few rows."""
        width = self._needed(FEWEST, self._widths())
        return QSize(width, self._grid.minimumSize().height())

    def _retranslate(self) -> None:
        texts = {
            "epoch": (self.tr("epoch"), self.tr("Passes over the corpus")),
            "update": (self.tr("update"), self.tr("Changes made to the weights")),
            "loss": (self.tr("loss"), self.tr("Of the newest update, in nats per token")),
            "validation": (
                self.tr("validation"),
                self.tr("Loss on pairs that it never learns from"),
            ),
            "score": ("", self.tr("Greedy translations of held-out pairs, as last measured")),
            "left": ("", self.tr("Hours, minutes and seconds")),
            "speed": (self.tr("tokens/s"), self.tr("Source and target, without padding")),
            "rate": (self.tr("learning rate"), self.tr("Of the newest update")),
            "norm": (self.tr("gradient norm"), self.tr("Of the newest update, before clipping")),
        }
        for field, (caption, tip) in texts.items():
            self.captions[field].setText(caption)
            for label in (self.captions[field], self.values[field]):
                label.setToolTip(tool_tip(tip))
        self.set_snapshot(self._snapshot)

    def _arrange(self) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for field in FIELDS:
            self.captions[field].setProperty("role", "small")
            self.values[field].setProperty("role", "title")
            self.values[field].setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _place(self) -> None:
        widths = self._widths()
        counts = range(len(FIELDS), FEWEST, -1) if self._compact else COLUMNS
        columns = next((n for n in counts if self._needed(n, widths) <= self.width()), FEWEST)
        if (columns, self._compact) == self._placed:
            return
        self._placed = columns, self._compact
        for place, field in enumerate(FIELDS):
            row, column = divmod(place, columns)
            for line, label in enumerate((self.captions[field], self.values[field])):
                self._grid.addWidget(label, 2 * row + line, column)
                label.setHidden(self._compact and row > 0)
        for column in range(len(FIELDS)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _widths(self) -> list[int]:
        """Px of each number with its caption."""
        labels = zip(self.captions.values(), self.values.values(), strict=True)
        return [max(label.sizeHint().width() for label in pair) for pair in labels]

    def _needed(self, columns: int, widths: list[int]) -> int:
        """Px that so many columns need; where there is one row, what comes later does not count."""
        shown = widths[:columns] if self._compact else widths
        columns_of = [max(shown[column::columns]) for column in range(columns)]
        return sum(columns_of) + (columns - 1) * self._grid.horizontalSpacing()

    def _texts(self) -> dict[str, str]:
        snapshot, progress = self._snapshot, self._snapshot.progress
        card, numbers = snapshot.card, snapshot.numbers
        if card is None:
            return dict.fromkeys(FIELDS, NO_NUMBER)
        of = self.tr("{number} / {total}")
        epoch = (
            (progress.epoch, progress.epochs) if progress else (card.epoch, card.training.epochs)
        )
        done = (progress.update, progress.updates) if progress else (card.update, card.updates)
        return {
            "epoch": NO_NUMBER
            if card.module
            else of.format(number=f"{epoch[0]:,}", total=f"{epoch[1]:,}"),
            "update": of.format(number=f"{done[0]:,}", total=f"{done[1]:,}"),
            "loss": or_dash(progress.loss if progress else numbers["loss"], short_loss),
            "validation": or_dash(numbers["validation_loss"], short_loss),
            "score": self._score(),
            "left": duration(progress.seconds_left if progress else card.seconds),
            "speed": f"{progress.tokens_per_second:,.0f}" if progress else NO_NUMBER,
            "rate": or_dash(numbers["learning_rate"], short_number),
            "norm": or_dash(numbers["gradient_norm"], short_number),
        }

    def _score(self) -> str:
        score = self._snapshot.score
        value = self._snapshot.numbers[score]
        return or_dash(value, percent if score == "exact" else "{:.1f}".format)

    def _changing_captions(self) -> dict[str, str]:
        live = self._snapshot.live
        is_bleu = self._snapshot.score == "bleu"
        return {
            "score": "BLEU" if is_bleu else self.tr("exact match"),
            "left": self.tr("time left") if live is not None else self.tr("took"),
        }


def _say(label: QLabel, text: str) -> bool:
    """Show a text; whether it is longer or shorter than before."""
    before = label.text()
    if text != before:
        label.setText(text)
    return len(text) != len(before)
