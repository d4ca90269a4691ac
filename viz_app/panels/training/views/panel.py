"""The training tab: what to train, what was trained, experiments; and the run on show."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.snapshot.panel import TrainingSnapshot
from viz_app.panels.training.state.training import PAGES
from viz_app.panels.training.views.run_view import RunView
from viz_app.panels.training.views.training_form import TrainingForm
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed

NARROWEST, WIDEST = 84, 112
"""Width of the page at the left, in units of spacing."""

SHARE = 0.3
"""Of the panel's width that the page at the left takes, within these bounds."""


class TrainingPanel(Themed, QWidget):
    """A page at the left, the run on show at the right; two of the pages are made when opened."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is shown until :meth:`set_snapshot`."""
        super().__init__(parent)
        self.intents = intents = TrainingIntents(self)
        self._snapshot: TrainingSnapshot | None = None
        self.pages = Segments(theme, names=PAGES, texts=self._page_texts)
        self.form, self.view = TrainingForm(theme, intents), RunView(theme, intents)
        self.runs = LatePage(partial(_runs, intents), theme)
        self.experiments = LatePage(partial(_experiments, intents), theme)
        self._frame, self._stack = QFrame(), QStackedWidget()
        self._arrange()
        self.pages.picked.connect(intents.page_picked)
        self.set_theme(theme)

    @property
    def start(self) -> QPushButton:
        """The one thing to do here."""
        return self.form.start

    def set_snapshot(self, snapshot: TrainingSnapshot | None) -> None:
        """Show the state; does not modify it. None = the tab is not in front."""
        old = self._snapshot
        if snapshot is None or snapshot == old:
            return
        self._snapshot = snapshot
        if old is None or old.page != snapshot.page:
            self.pages.set_current(snapshot.page)
            self._stack.setCurrentWidget(self._page(snapshot.page))
        self.form.set_snapshot(snapshot.form)
        self.view.set_snapshot(snapshot.view)
        self.runs.set_snapshot(snapshot.runs)
        self.experiments.set_snapshot(snapshot.experiments)

    def _dress(self) -> None:
        margin = 3 * self.theme.unit
        self._columns.setSpacing(margin)
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(margin)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A wider page at the left in a wide window."""
        super().resizeEvent(event)
        self._fit()

    def _arrange(self) -> None:
        self._frame.setProperty("panel", True)
        self._columns, self._rows = QHBoxLayout(self), QVBoxLayout(self._frame)
        self._columns.setContentsMargins(0, 0, 0, 0)
        for name in PAGES:
            self._stack.addWidget(self._page(name))
        self._rows.addWidget(self.pages)
        self._rows.addWidget(self._stack, 1)
        self._columns.addWidget(self._frame)
        self._columns.addWidget(self.view, 1)

    def _page(self, name: str) -> QWidget:
        pages: dict[str, QWidget] = {
            "new": self.form,
            "runs": self.runs,
            "experiments": self.experiments,
        }
        return pages[name]

    def _fit(self) -> None:
        unit = self.theme.unit
        width = min(round(SHARE * self.width()), WIDEST * unit)
        margins = self._rows.contentsMargins()
        needed = self.form.narrowest() + margins.left() + margins.right() + 2
        self._frame.setFixedWidth(max(NARROWEST * unit, width, needed))

    def _page_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "new": (self.tr("Train"), self.tr("Choose what to train")),
            "runs": (self.tr("Runs"), self.tr("Everything that was trained here")),
            "experiments": (
                self.tr("Experiments"),
                self.tr("Predict what a change does, then train with and without it"),
            ),
        }


def _runs(intents: TrainingIntents, theme: Theme) -> Any:
    from viz_app.panels.training.runs.views.page import RunsPage

    return RunsPage(theme, intents)


def _experiments(intents: TrainingIntents, theme: Theme) -> Any:
    from viz_app.panels.training.experiments.views.page import ExperimentsPage

    return ExperimentsPage(theme, intents)
