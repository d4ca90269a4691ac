"""All heads at the moment on show, beside the curves of the training."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.snapshot import MomentMosaicSnapshot
from viz_app.panels.training.replay.texts.replay import mosaic_title, no_moments
from viz_app.panels.training.replay.views.titled_part import ShortTitle, TitledPart
from viz_app.texts.picture_caption import trace_sentences
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.mosaic_view import MosaicView


class MomentMosaic(TitledPart):
    """The mosaic of a kind, with a choice of the kind; live while a model trains."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """No moment."""
        super().__init__(parent)
        self._snapshot: MomentMosaicSnapshot | None = None
        self.title, self.pills = ShortTitle(self), KindPills(theme, self)
        self.mosaic = MosaicView(theme, self)
        self._arrange(self.title, self.pills, picture=self.mosaic)
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
        self.mosaic.said_too = (trace_sentences(snapshot.mosaic.trace),) if snapshot else ()
        if snapshot is not None:
            self.pills.show_kind(snapshot.mosaic.kind, kinds=snapshot.kinds)
        self._show_title()

    def _retranslate(self) -> None:
        self._show_title()

    def _show_title(self) -> None:
        shown = self._snapshot
        self.title.set_title(no_moments() if shown is None else mosaic_title(shown))
