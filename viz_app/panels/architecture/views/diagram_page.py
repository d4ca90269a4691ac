"""The diagram with the facts of the chosen block."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.views.block_facts import BlockFacts
from viz_app.panels.architecture.views.diagram_view import DiagramView
from viz_app.widgets.framed import framed


class DiagramPage(QWidget):
    """The picture at the left, which scrolls in a low window, the facts at the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty until :meth:`set_snapshot`."""
        super().__init__(parent)
        self.diagram, self.facts = DiagramView(theme), BlockFacts(theme)
        self._area = QScrollArea()
        self._row = QHBoxLayout(self)
        self._arrange()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show a model; does not modify state."""
        self.diagram.set_snapshot(snapshot)
        self.facts.set_block(snapshot.chosen(), snapshot.record)
        self._reveal()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        self._row.setSpacing(3 * theme.unit)
        self.diagram.set_theme(theme)
        self.facts.set_theme(theme)

    def _arrange(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self.diagram)
        self._area.viewport().setAutoFillBackground(False)
        self.diagram.setAutoFillBackground(False)
        self._row.addWidget(framed(self._area), 1)
        self._row.addWidget(framed(self.facts))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chosen block in view, when the picture has got its size."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._reveal)

    def _reveal(self) -> None:
        """Scroll to the chosen block, where not all is in view."""
        place = self.diagram.chosen_place()
        if place is not None:
            centre, margin = place.center(), round(2 * place.height())
            self._area.ensureVisible(round(centre.x()), round(centre.y()), margin, margin)
