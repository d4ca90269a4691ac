"""The band of the mark *effect on the loss*: over which pairs, how, how far, and a stop."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from viz_app.design.theme import Theme, band_theme
from viz_app.panels.attention.room import AttentionHandle, EffectSnapshot
from viz_app.texts.labels import message_text, tool_tip
from viz_app.texts.measures import effects_sentence
from viz_app.widgets import file_dialogs
from viz_app.widgets.choosers import CalmCombo, Segments, say
from viz_app.widgets.layout import Band, filled, name_parts, text_label
from viz_app.workbench.changes.selection import effects_asked
from viz_app.workbench.state import OFF, EffectSource


class EffectBar(Band, QWidget):
    """Shown only while heads are marked with their effects."""

    def __init__(self, theme: Theme, room: AttentionHandle) -> None:
        super().__init__()
        band, self._room = band_theme(theme), room
        self._running, self._current = False, 0
        self._sources: tuple[EffectSource | None, ...] = ()
        self.pairs, self.progress = CalmCombo(self, characters=20), QProgressBar(textVisible=False)
        self.how = Segments(band, names=OFF, texts=self._how_texts)
        self.sentence, self.button, self.details = text_label(), QPushButton(), QPushButton()
        name_parts(self, "effects")
        self.pairs.setProperty("compact", True)
        self.pairs.setAccessibleName(self.tr("Pairs that effects are measured over"))
        self.pairs.setToolTip(tool_tip(self.pairs.accessibleName()))
        self.progress.setFixedWidth(24 * band.unit)
        self.progress.setAccessibleName(self.tr("Progress of the measurement"))
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for button in (self.button, self.details):
            button.setProperty("segment", True)
        self.button.setAccessibleName(self.tr("Measure"))
        say(self.details, self.tr("Table, pruning…"), self.tr("List the effects; prune heads"))
        parts = self.pairs, self.how, self.progress, self.button, (self.sentence, 1), self.details
        filled(QHBoxLayout(self), *parts, spacing=3 * band.unit)
        self._ask = room.does(effects_asked)
        self.pairs.activated.connect(self._on_pairs)
        self.how.picked.connect(lambda how: self._ask("how", how))
        self.button.clicked.connect(self._on_button)
        self.details.clicked.connect(room.show_effects)
        self.set_theme(theme)

    def set_snapshot(self, shown: EffectSnapshot | None) -> None:
        if shown is None:
            return
        self._running = shown.measuring
        asked, sweep = shown.importance, shown.sweep
        texts: dict[EffectSource | None, str] = {
            "sample": message_text(shown.sample) if shown.sample else self.tr("Sample"),
            "sentence": self.tr("The sentence on screen"),
        }
        if asked.file is not None:
            texts["file"] = asked.file.name
        texts[None] = self.tr("Pairs of a file…")
        self._sources, self._current = tuple(texts), tuple(texts).index(asked.source)
        self.pairs.show_entries(tuple(texts.values()), self._current)
        self.how.set_current(asked.how)
        self.progress.setVisible(shown.measuring)
        self.progress.setRange(0, sweep.heads if sweep else 0)
        self.progress.setValue(len(sweep.effects) if sweep else 0)
        self.sentence.setText(effects_sentence(sweep, can_measure=shown.can_measure))
        self.sentence.setToolTip(tool_tip(self.sentence.text()))
        self.button.setHidden(sweep is not None and sweep.finished)
        self.button.setEnabled(shown.can_measure)
        if shown.measuring:
            say(self.button, self.tr("Stop"), self.tr("Stop measuring; results so far are kept"))
        else:
            say(self.button, self.tr("Measure"), self.tr("Measure the effect of every head"))

    def _how_texts(self) -> dict[str, tuple[str, str]]:
        mean = self.tr("Switch a head off by the mean of its output over the pairs")
        zero = self.tr("Switch a head off by zeros, which also remove its mean")
        return {"mean": (self.tr("Mean"), mean), "zero": (self.tr("Zero"), zero)}

    @Slot(int)
    def _on_pairs(self, index: int) -> None:
        source = self._sources[index]
        if source is not None:
            self._ask("source", source)
            return
        self.pairs.setCurrentIndex(self._current)
        path = file_dialogs.ask_pairs(self)
        if path is not None:
            self._room.read_pairs(path)

    @Slot()
    def _on_button(self) -> None:
        self._ask("measuring", not self._running)
