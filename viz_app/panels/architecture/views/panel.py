"""The architecture tab: the diagram, post-norm and pre-norm, what layers cost."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import ARCHITECTURE_VIEWS, ArchitectureView
from viz_app.panels.architecture.texts.lessons import architecture_lesson
from viz_app.panels.architecture.views.block_facts import BlockFacts
from viz_app.panels.architecture.views.diagram_tools import DiagramTools
from viz_app.panels.architecture.views.diagram_view import DiagramView
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import placeholder
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class DiagramPage(Themed, QWidget):
    """The picture at the left, which scrolls in a low window, the chosen block's facts beside."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self.diagram, self.facts = DiagramView(theme, intents), BlockFacts(theme)
        self._area = scrolled(self.diagram)
        self._row = filled(QHBoxLayout(self), (framed(self._area), 1), framed(self.facts))
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show a model."""
        self.diagram.set_snapshot(snapshot)
        self.facts.set_block(snapshot.chosen(), snapshot.record)
        self._reveal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chosen block in view, when the picture has got its size."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._reveal)

    def _dress(self) -> None:
        self._row.setSpacing(3 * self.theme.unit)

    def _reveal(self) -> None:
        """Scroll to the chosen block, where not all is in view."""
        place = self.diagram.chosen_place()
        if place is not None:
            centre, margin = place.center(), round(2 * place.height())
            self._area.ensureVisible(round(centre.x()), round(centre.y()), margin, margin)


class ArchitecturePanel(Themed, Translated, QWidget):
    """Three pages; those behind the first are made when they are first shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.intents = ArchitectureIntents(self)
        self._snapshot: ArchitectureSnapshot | None = None
        self._placeholder = placeholder()
        self.diagram = DiagramPage(theme, self.intents)
        self.norms = LatePage(self._norms_page, theme)
        self.complexity = LatePage(self._complexity_page, theme)
        self._places: dict[ArchitectureView, QWidget] = {
            "diagram": self.diagram,
            "norms": scrolled(self.norms),
            "complexity": scrolled(self.complexity),
        }
        self._stack = QStackedWidget()
        self.views = Segments(theme, names=ARCHITECTURE_VIEWS, texts=self._view_texts)
        self.tools = DiagramTools(theme, self.intents)
        self.page = LessonPage(
            theme, content=self._stack, lesson=lambda: architecture_lesson("diagram")
        )
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot | None) -> None:
        """Show the state of the tab; without one it stays as it is."""
        if snapshot is None or snapshot == self._snapshot:
            return
        before, self._snapshot = self._snapshot, snapshot
        if before is None or before.own.view != snapshot.own.view:
            self._open(snapshot.own.view)
        self.tools.set_snapshot(snapshot)
        if snapshot.record is not None:
            self.diagram.set_snapshot(snapshot)
        for page in (self.norms, self.complexity):
            page.set_snapshot(snapshot)
        # the diagram and the norms need a sentence; the complexity table does not
        empty = snapshot.record is None and snapshot.own.view != "complexity"
        place = self._placeholder if empty else self._places[snapshot.own.view]
        self._stack.setCurrentWidget(place)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Type a sentence to see the model at work on it."))

    def _arrange(self) -> None:
        for place in (self._placeholder, *self._places.values()):
            self._stack.addWidget(place)
        self.page.tools.addWidget(self.views)
        self.page.tools.addStretch(1)
        self.page.tools.addWidget(self.tools)
        self.views.picked.connect(self.intents.view_picked)
        filled(QVBoxLayout(self), self.page)

    def _open(self, view: ArchitectureView) -> None:
        self.views.set_current(view)
        self.tools.setVisible(view == "diagram")
        self.page.text.set_lesson(lambda: architecture_lesson(view))

    def _view_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "diagram": (self.tr("Diagram"), self.tr("The blocks of the loaded model")),
            "norms": (
                self.tr("Post-norm and pre-norm"),
                self.tr("Where the normalisation stands, and what that changes"),
            ),
            "complexity": (
                self.tr("Complexity"),
                self.tr("What self-attention costs beside recurrence and convolution"),
            ),
        }

    def _norms_page(self, theme: Theme, page: QWidget) -> QWidget:
        from viz_app.panels.architecture.views.norms_page import NormsPage

        return NormsPage(theme, self.intents, parent=page)

    def _complexity_page(self, theme: Theme, page: QWidget) -> QWidget:
        from viz_app.panels.architecture.views.complexity_page import ComplexityPage

        return ComplexityPage(theme, self.intents, parent=page)
