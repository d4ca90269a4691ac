"""What the pages of the positions tab have in common."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.state import SIZED_PAGES
from viz_app.widgets.filled import filled
from viz_app.widgets.pictured import pictures_inside
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class PositionsPage(Themed, Translated, QWidget):
    """Base of the pages: :meth:`draw` is called while they are seen; the panel places ``tools``."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__()
        self.theme, self.intents = theme, intents
        self.snapshot: PositionsSnapshot | None = None
        self.tools = QWidget()
        self.row, self.rows = filled(QHBoxLayout(self.tools)), filled(QVBoxLayout(self))
        self._drawn = False

    def draw(self, snapshot: PositionsSnapshot) -> None:
        """Show a snapshot."""
        raise NotImplementedError

    def set_snapshot(self, snapshot: PositionsSnapshot) -> None:
        """Draw it when somebody looks: the other pages have no time to lose."""
        self.snapshot = snapshot
        self.refresh()

    def refresh(self) -> None:
        """Draw anew."""
        self._drawn = self.snapshot is not None and self.isVisible()
        if self.snapshot is not None and self._drawn:
            self.draw(self.snapshot)
            self._name_pictures(self.snapshot)

    def _name_pictures(self, snapshot: PositionsSnapshot) -> None:
        """For captions: a table of any size is not the model's."""
        if snapshot.choices.page not in SIZED_PAGES:
            return
        any_size = snapshot.choices.any_size
        for picture in pictures_inside(self):
            picture.of_translation = not any_size
            picture.said_too = (f"d_model = {snapshot.table.shape[1]}",) if any_size else ()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what has changed while the page was hidden."""
        super().showEvent(event)
        if not self._drawn:
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Draw it in another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh()

    def _dress(self) -> None:
        self.row.setSpacing(2 * self.theme.unit)
        self.rows.setSpacing(3 * self.theme.unit)

    def _retranslate(self) -> None:
        """Set the texts that :meth:`draw` does not set; none here."""
