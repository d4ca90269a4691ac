"""The tabs of training: form, runs, experiments; and the current run."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.snapshot import TrainingSnapshot
from viz_app.panels.training.state import TrainingTabName
from viz_app.panels.training.view.form import TrainingForm
from viz_app.panels.training.view.run import RunView
from viz_app.widgets.pages import LatePage
from viz_app.widgets.themed import Themed

NARROWEST, WIDEST = 84, 112
"""Width of the page at the left, in units of spacing."""

SHARE = 0.3
"""Of the panel's width that the page at the left takes, within these bounds."""


class TrainingPanel(Themed, QWidget):
    """The shown run with a page at its left; the time-lapse uses the whole width.

    Each is created when first shown.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.intents = intents = TrainingIntents(self)
        self._snapshot: TrainingSnapshot | None = None
        self._picture_only = False
        self._run_view: RunView | None = None
        self._frame = QFrame(self)
        self._stack = stack = QStackedWidget(self._frame)
        self._form = LatePage(partial(_form, intents), theme, parent=stack)
        self.runs = LatePage(partial(_runs, intents), theme, parent=stack)
        self.experiments = LatePage(partial(_experiments, intents), theme, parent=stack)
        self._view = LatePage(partial(_view, intents), theme, parent=self)
        for page, name in (
            (self._form, "training-form"),
            (self.runs, "runs"),
            (self.experiments, "experiments"),
            (self._view, "run"),
        ):
            page.setObjectName(name)
        self._pages: dict[TrainingTabName, QWidget] = {
            "training": self._form,
            "runs": self.runs,
            "experiments": self.experiments,
        }
        self._form.made.connect(self._fit)
        self._view.made.connect(self._on_view_made)
        self._arrange()
        self.setFocusProxy(self._form)
        self.set_theme(theme)

    @property
    def form(self) -> TrainingForm:
        """The form; created on first use."""
        form: TrainingForm = self._form.make()
        return form

    @property
    def view(self) -> RunView:
        """The shown run; created on first use."""
        view: RunView = self._view.make()
        return view

    @property
    def start(self) -> QPushButton:
        return self.form.start

    def set_snapshot(self, snapshot: TrainingSnapshot | None) -> None:
        """Show the state; None while no training tab is in front."""
        old = self._snapshot
        if snapshot is None or snapshot == old:
            return
        self._snapshot = snapshot
        self._form.set_snapshot(snapshot.form)
        if snapshot.runs is not None:
            self.runs.set_snapshot(snapshot.runs)
        if snapshot.experiments is not None:
            self.experiments.set_snapshot(snapshot.experiments)
        if old is None or old.tab != snapshot.tab:
            self._turn_to(snapshot.tab)
        self._view.set_snapshot(snapshot.view)

    def _apply_theme(self) -> None:
        margin = 3 * self.theme.unit
        self._columns.setSpacing(margin)
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(margin)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _arrange(self) -> None:
        self._frame.setProperty("panel", True)
        self._columns, self._rows = QHBoxLayout(self), QVBoxLayout(self._frame)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.addWidget(self._frame)
        self._columns.addWidget(self._view, 1)
        self._rows.addWidget(self._stack, 1)
        for page in self._pages.values():
            self._stack.addWidget(page)

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self._show_frame()

    def _turn_to(self, tab: TrainingTabName) -> None:
        page = self._pages.get(tab)
        self._show_frame()
        if page is not None:
            self._stack.setCurrentWidget(page)
        self._show_moments()

    @Slot(object)
    def _on_view_made(self, view: RunView) -> None:
        self._run_view = view
        self._show_moments()

    def _show_moments(self) -> None:
        if self._run_view is not None:
            self._run_view.show_moments(shown=self._is_time_lapse)

    @property
    def _is_time_lapse(self) -> bool:
        return self._snapshot is not None and self._snapshot.tab not in self._pages

    def _show_frame(self) -> None:
        self._frame.setHidden(self._is_time_lapse or self._picture_only)

    @Slot()
    def _fit(self) -> None:
        unit = self.theme.unit
        width = min(round(SHARE * self.width()), WIDEST * unit)
        margins = self._rows.contentsMargins()
        form = self._form.panel
        needed = form.narrowest() + margins.left() + margins.right() + 2 if form else 0
        self._frame.setFixedWidth(max(NARROWEST * unit, width, needed))


def _form(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    return TrainingForm(theme, intents, parent=page)


def _view(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    return RunView(theme, intents, parent=page)


def _runs(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.runs.view.page import RunsPage

    return RunsPage(theme, intents, parent=page)


def _experiments(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.experiments.view import ExperimentsPage

    return ExperimentsPage(theme, intents, parent=page)
