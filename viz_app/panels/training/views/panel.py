"""The tabs of training: what to train, what was trained, experiments; and the run on show."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.engine.turns import PAUSE_MS, Turns
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.snapshot.panel import TrainingSnapshot
from viz_app.panels.training.state.training import TrainingTabName
from viz_app.panels.training.views.run_view import RunView
from viz_app.panels.training.views.training_form import TrainingForm
from viz_app.widgets.filled import filled
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.pages import Pages
from viz_app.widgets.painted_later import PaintLater
from viz_app.widgets.themed import Themed

NARROWEST, WIDEST = 84, 112
"""Width of the page at the left, in units of spacing."""

SHARE = 0.3
"""Of the panel's width that the page at the left takes, within these bounds."""


class TrainingPanel(Themed, QWidget):
    """The run on show, and a page at its left; the time-lapse has the whole width.

    Two of the pages are made when they are opened: in the next turn of the event loop, and the run
    on show in another, for together they would take long.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is shown until :meth:`set_snapshot`."""
        super().__init__(parent)
        self.intents = intents = TrainingIntents(self)
        self._snapshot: TrainingSnapshot | None = None
        self._picture_only = False
        self._frame, self._place = QFrame(self), QWidget(self)
        self._stack = stack = Pages(self._frame)
        self._painting = PaintLater(self._place)
        # made where they stay: a page is large, and to move it would cost
        self.form = TrainingForm(theme, intents, parent=stack)
        self.runs = LatePage(partial(_runs, intents), theme, waits=True, parent=stack)
        self.experiments = LatePage(partial(_experiments, intents), theme, waits=True, parent=stack)
        self._view: RunView | None = None
        self._furnishing = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._furnishing.timeout.connect(self._furnish)
        self._pages: dict[TrainingTabName, QWidget] = {
            "training": self.form,
            "runs": self.runs,
            "experiments": self.experiments,
        }
        self._arrange()
        self.set_theme(theme)
        Turns((self._furnish, lambda: self.view), self).start()

    @property
    def view(self) -> RunView:
        """The run on show; who asks for it earlier makes it."""
        if self._view is None:
            self._painting.begin()
            self._view = view = RunView(self.theme, self.intents, parent=self._place)
            filled(QVBoxLayout(self._place), view)
            if self._snapshot is not None:
                view.show_moments(shown=self._snapshot.tab not in self._pages)
                view.set_snapshot(self._snapshot.view)
            view.show()  # at once: whoever asks may look at it
        return self._view

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
        self.form.set_snapshot(snapshot.form)
        if snapshot.runs is not None:
            self.runs.set_snapshot(snapshot.runs)
        if snapshot.experiments is not None:
            self.experiments.set_snapshot(snapshot.experiments)
        if old is None or old.tab != snapshot.tab:
            self._turn_to(snapshot.tab)
        if self._view is not None:
            self._view.set_snapshot(snapshot.view)

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
        self._columns.addWidget(self._frame)
        self._columns.addWidget(self._place, 1)
        self._rows.addWidget(self._stack, 1)
        self._stack.fill(self._pages.values(), measured=self.form)

    def show_picture_only(self, *, only: bool) -> None:
        """The run on show alone, or with the page beside it."""
        self._picture_only = only
        self._show_frame()

    def _turn_to(self, tab: TrainingTabName) -> None:
        page = self._pages.get(tab)
        self._show_frame()
        if page is not None:
            self._stack.bring(page)
        self._furnishing.start()
        if self._view is not None and self._view.shows_moments != (page is None):
            self._painting.begin()
            self._view.show_moments(shown=page is None)

    def _furnish(self) -> None:
        """Make the page in front."""
        page = self._stack.currentWidget()
        if isinstance(page, LatePage):
            page.furnish()

    def _show_frame(self) -> None:
        alone = self._snapshot is not None and self._snapshot.tab not in self._pages
        self._frame.setHidden(alone or self._picture_only)

    def _fit(self) -> None:
        unit = self.theme.unit
        width = min(round(SHARE * self.width()), WIDEST * unit)
        margins = self._rows.contentsMargins()
        needed = self.form.narrowest() + margins.left() + margins.right() + 2
        self._frame.setFixedWidth(max(NARROWEST * unit, width, needed))


def _runs(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.runs.views.page import RunsPage

    return RunsPage(theme, intents, parent=page)


def _experiments(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.experiments.views.page import ExperimentsPage

    return ExperimentsPage(theme, intents, parent=page)
