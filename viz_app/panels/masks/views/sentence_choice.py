"""Which sentence of the batch: a chooser."""

from __future__ import annotations

from viz_app.panels.masks.intents import MasksIntents
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.translated import Translated

CHARACTERS = 16


class SentenceChoice(Translated, CalmCombo):
    """The sentences that the model can read, by number and text."""

    def __init__(self, intents: MasksIntents) -> None:
        super().__init__(characters=CHARACTERS)
        self._sentences: tuple[int, ...] = ()
        self.setProperty("compact", True)
        self.activated.connect(lambda index: intents.sentence_picked.emit(self._sentences[index]))
        self._retranslate()

    def show_sentences(
        self, texts: tuple[str, ...], rows: tuple[int | None, ...], current: int
    ) -> None:
        """Show those that have a row."""
        self._sentences = tuple(index for index, row in enumerate(rows) if row is not None)
        names = [f"{index + 1} · {texts[index]}" for index in self._sentences]
        there = current in self._sentences
        self.show_entries(names, self._sentences.index(current) if there else -1)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Sentence of the batch"))
        self.setToolTip(self.tr("The sentence of the batch whose masks are shown"))
