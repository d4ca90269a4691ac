"""When heads specialise: entropy or diagonality of every head over a training."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from model.traces.moment import HEAD_NUMBERS
from model.traces.trace import Kind
from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.head_history import HeadHistorySnapshot
from viz_app.panels.training.replay.texts.replay import history_title, no_moments
from viz_app.panels.training.replay.views.head_history_picture import HeadHistoryPicture
from viz_app.panels.training.replay.views.titled_part import ShortTitle, TitledPart
from viz_app.texts.measure_names import measure_explanation, measure_name
from viz_app.widgets.kind_combo import KindCombo
from viz_app.widgets.segments import Segments


class HeadHistoryView(TitledPart):
    """A picture of all heads over time, with a choice of the kind and of the number."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """No moments."""
        super().__init__(parent)
        self._intents = intents
        self._snapshot: HeadHistorySnapshot | None = None
        self.title, self.kinds = ShortTitle(self), KindCombo(self)
        self.numbers = Segments(theme, names=HEAD_NUMBERS, texts=_texts, parent=self)
        self.picture = HeadHistoryPicture(theme, intents)
        self._arrange(self.title, self.kinds, self.numbers, picture=self.picture)
        self.numbers.picked.connect(intents.number_picked)
        self.kinds.kind_picked.connect(self._on_kind)
        self._retranslate()
        self.set_theme(theme)
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: HeadHistorySnapshot | None) -> None:
        """Show heads over time, or that there is nothing; does not modify state."""
        self._snapshot = snapshot
        self.picture.set_snapshot(snapshot)
        self.picture.setEnabled(snapshot is not None)
        for choice in (self.numbers, self.kinds):
            choice.setEnabled(snapshot is not None)
        if snapshot is not None:
            self.kinds.show_kind(snapshot.kind)
            self.numbers.set_current(snapshot.number)
        self._show_title()

    def _retranslate(self) -> None:
        self._show_title()

    def _on_kind(self, kind: Kind) -> None:
        """Of another kind, the head in the same place."""
        if self._snapshot is not None:
            self._intents.head_picked.emit(kind, self._snapshot.layer, self._snapshot.head)

    def _show_title(self) -> None:
        shown = self._snapshot
        self.title.set_title(no_moments() if shown is None else history_title())


def _texts() -> Mapping[str, tuple[str, str]]:
    return {number: (measure_name(number), measure_explanation(number)) for number in HEAD_NUMBERS}
