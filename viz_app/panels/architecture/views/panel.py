"""The architecture tab: the diagram, post-norm and pre-norm, what layers cost."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import ARCHITECTURE_VIEWS
from viz_app.panels.architecture.texts.lessons import architecture_lesson
from viz_app.panels.architecture.views.diagram_page import DiagramPage
from viz_app.panels.architecture.views.diagram_tools import DiagramTools
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.segments import Segments
from viz_app.widgets.translated import Translated


class ArchitecturePanel(Translated, QWidget):
    """Three pages; those behind the first are made when they are first shown.

    Signals:
        view_picked: diagram, norms or complexity.
        beside_picked: what the diagram says beside its blocks.
        block_picked: the :class:`BlockPlace` of a block.
        layer_picked: the layer to unfold, from 0.
        depth_picked: layers of the untrained networks, or None.
        axis_picked: what the complexity curves run over.
        size_picked: a letter of the complexity table, and its size.
        measuring_requested, measuring_cancelled: time the layers; stop.
    """

    view_picked = Signal(str)
    beside_picked = Signal(str)
    block_picked = Signal(object)
    layer_picked = Signal(int)
    depth_picked = Signal(object)
    axis_picked = Signal(str)
    size_picked = Signal(str, int)
    measuring_requested = Signal()
    measuring_cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Empty until :meth:`set_snapshot`."""
        super().__init__(parent)
        self._snapshot: ArchitectureSnapshot | None = None
        self._placeholder = QLabel()
        self.diagram = DiagramPage(theme)
        self.norms, self.complexity = (
            LatePage(_norms_page, theme),
            LatePage(_complexity_page, theme),
        )
        self._pages: tuple[DiagramPage | LatePage, ...] = (
            self.diagram,
            self.norms,
            self.complexity,
        )
        self._stack = QStackedWidget()
        self.views = Segments(theme, names=ARCHITECTURE_VIEWS, texts=self._view_texts)
        self.tools = DiagramTools(theme)
        self.page = LessonPage(
            theme, content=self._stack, lesson=lambda: architecture_lesson("diagram")
        )
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot | None) -> None:
        """Show the state; does not modify it. None = nothing to show yet."""
        if snapshot is None or snapshot == self._snapshot:
            return
        before, self._snapshot = self._snapshot, snapshot
        if before is None or before.view != snapshot.view:
            self._open(snapshot.view)
        self.tools.set_snapshot(snapshot)
        if snapshot.record is not None:
            self.diagram.set_snapshot(snapshot)
        for page in (self.norms, self.complexity):
            page.set_snapshot(snapshot)
        self._show_page()

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        for view in (self.views, self.tools, self.page):
            view.set_theme(theme)
        for page in self._pages:
            page.set_theme(theme)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Translate a sentence to see the model at work on it."))

    def _arrange(self) -> None:
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self._stack.addWidget(self._placeholder)
        self._places: dict[str, QWidget] = {
            "diagram": self.diagram,
            "norms": _scrolled(self.norms),
            "complexity": _scrolled(self.complexity),
        }
        for place in self._places.values():
            self._stack.addWidget(place)
        self.page.tools.addWidget(self.views)
        self.page.tools.addStretch(1)
        self.page.tools.addWidget(self.tools)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)

    def _connect(self) -> None:
        self.views.picked.connect(self.view_picked)
        self.tools.beside_picked.connect(self.beside_picked)
        self.tools.layer_picked.connect(self.layer_picked)
        self.diagram.diagram.block_picked.connect(self.block_picked)
        self.diagram.diagram.layer_picked.connect(self.layer_picked)
        self.norms.made.connect(self._on_norms)
        self.complexity.made.connect(self._on_complexity)

    def _on_norms(self, page: Any) -> None:
        page.depth_picked.connect(self.depth_picked)

    def _on_complexity(self, page: Any) -> None:
        page.axis_picked.connect(self.axis_picked)
        page.size_picked.connect(self.size_picked)
        page.measuring_requested.connect(self.measuring_requested)
        page.measuring_cancelled.connect(self.measuring_cancelled)

    def _open(self, view: str) -> None:
        name = next(known for known in ARCHITECTURE_VIEWS if known == view)
        self.views.set_current(name)
        self.tools.setVisible(name == "diagram")
        self.page.text.set_lesson(lambda: architecture_lesson(name))

    def _show_page(self) -> None:
        """The diagram and the norms need a sentence; the complexity table does not."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        empty = snapshot.record is None and snapshot.view != "complexity"
        self._stack.setCurrentWidget(self._placeholder if empty else self._places[snapshot.view])

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


def _scrolled(page: QWidget) -> QScrollArea:
    """A page that scrolls where it has too little room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    area.viewport().setAutoFillBackground(False)
    page.setAutoFillBackground(False)
    return area


def _norms_page(theme: Theme) -> QWidget:
    from viz_app.panels.architecture.views.norms_page import NormsPage

    return NormsPage(theme)


def _complexity_page(theme: Theme) -> QWidget:
    from viz_app.panels.architecture.views.complexity_page import ComplexityPage

    return ComplexityPage(theme)
