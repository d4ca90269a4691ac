"""All heads at the moment on show, beside the curves of the training."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.snapshot import MomentMosaicSnapshot
from viz_app.panels.training.replay.texts.replay import mosaic_title, no_moments
from viz_app.panels.training.replay.texts.short_title import ShortTitle
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class MomentMosaic(Themed, Translated, QFrame):
    """The mosaic of a kind, with a choice of the kind; live while a model trains."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """No moment."""
        super().__init__()
        self._snapshot: MomentMosaicSnapshot | None = None
        self.title, self.pills = ShortTitle(self), KindPills(theme, self)
        self.mosaic = MosaicView(theme, self)
        self._arrange()
        self.pills.kind_picked.connect(intents.kind_picked)
        self.mosaic.head_picked.connect(intents.head_picked)
        self.set_theme(theme)
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: MomentMosaicSnapshot | None) -> None:
        """Show all heads of a moment, or that there is none; does not modify state."""
        self._snapshot = snapshot
        self.mosaic.set_snapshot(snapshot.mosaic if snapshot else None)
        self.mosaic.setEnabled(snapshot is not None)
        self.pills.setEnabled(snapshot is not None)
        if snapshot is not None:
            self.pills.show_kind(snapshot.kind)
        self._show_title()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(1, 2 * unit, 1, 1)
        self._rows.setSpacing(0)
        self._heading.setContentsMargins(4 * unit, 0, 4 * unit, 0)
        self._heading.setSpacing(2 * unit)

    def _retranslate(self) -> None:
        self._show_title()

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self._rows, self._heading = QVBoxLayout(self), QHBoxLayout()
        self._heading.addWidget(self.title, 1)
        self._heading.addWidget(self.pills)
        self._rows.addLayout(self._heading)
        self._rows.addWidget(self.mosaic, 1)

    def _show_title(self) -> None:
        shown = self._snapshot
        self.title.set_title(no_moments() if shown is None else mosaic_title(shown))
