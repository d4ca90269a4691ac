"""The page of prepared experiments: all of them, or the one that is open."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.experiments.snapshot import ExperimentsSnapshot
from viz_app.panels.training.experiments.views.experiment_view import ExperimentView
from viz_app.panels.training.experiments.views.experiments_list import ExperimentsList
from viz_app.panels.training.intents import TrainingIntents
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.themed import Themed


class ExperimentsPage(Themed, QStackedWidget):
    """A column of the training panel; the curves of both runs are beside it."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """The list; nothing has been run yet."""
        super().__init__(parent)
        self._snapshot = ExperimentsSnapshot()
        self.list, self.view = ExperimentsList(theme, intents), ExperimentView(theme, intents)
        self._areas = tuple(_column(content) for content in (self.list, self.view))
        self._grows = False
        for area in self._areas:
            self.addWidget(area)
        self._areas[1].verticalScrollBar().rangeChanged.connect(self._on_grown)

    def set_snapshot(self, snapshot: ExperimentsSnapshot | None) -> None:
        """Show the state; does not modify it. None = nobody sees the page."""
        old = self._snapshot
        if snapshot is None or snapshot == old:
            return
        self._snapshot = snapshot
        self.list.set_lines(snapshot.lines)
        self.view.set_experiment(snapshot.chosen)
        if _name(snapshot) != _name(old):
            self._turn_to(snapshot, old)
        else:
            self._grows = self._grows or _status(snapshot) != _status(old)

    def _turn_to(self, snapshot: ExperimentsSnapshot, old: ExperimentsSnapshot) -> None:
        """Another page from its top; the keyboard goes where the eyes go."""
        held = any(button.hasFocus() for button in (*self.list.buttons.values(), self.view.back))
        area = self._areas[0 if snapshot.chosen is None else 1]
        self.setCurrentWidget(area)
        if snapshot.chosen is not None:
            area.verticalScrollBar().setValue(0)
            self._grows = False
        if held:
            self._landing(snapshot, old).setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_grown(self) -> None:
        """What has just come must not stay unseen below the edge."""
        if self._grows:
            self._grows = False
            self._areas[1].ensureWidgetVisible(self.view.newest())

    def _landing(self, snapshot: ExperimentsSnapshot, old: ExperimentsSnapshot) -> QWidget:
        if snapshot.chosen is None and old.chosen is not None:
            return self.list.buttons[old.chosen.experiment.name]
        return self.view.back


def _name(snapshot: ExperimentsSnapshot) -> str | None:
    return None if snapshot.chosen is None else snapshot.chosen.experiment.name


def _status(snapshot: ExperimentsSnapshot) -> str | None:
    return None if snapshot.chosen is None else snapshot.chosen.status


def _column(content: QWidget) -> QScrollArea:
    area = scrolled(content)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area
