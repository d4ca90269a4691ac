"""The tabs of training: form, runs, experiments; and the current run."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.experiments.view import ExperimentsPage
from viz_app.panels.training.runs.view import RunsPage
from viz_app.panels.training.snapshot import TrainingSnapshot
from viz_app.panels.training.state import TrainingHandle, TrainingTabName
from viz_app.panels.training.view.form import TrainingForm
from viz_app.panels.training.view.run import RunView
from viz_app.widgets.layout import filled
from viz_app.widgets.pages import LatePage

NARROWEST, WIDEST = 84, 112
"""Width of the page at the left, in units of spacing."""

SHARE = 0.3
"""Of the panel's width that the page at the left takes, within these bounds."""


class TrainingPanel(QWidget):
    """The shown run with a page at its left; the time-lapse uses the whole width.

    Each is created when first shown.
    """

    def __init__(self, theme: Theme, room: TrainingHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._snapshot: TrainingSnapshot | None = None
        self._picture_only = False
        self._frame = QFrame(self)
        self._frame.setProperty("panel", True)
        self._stack = stack = QStackedWidget(self._frame)
        self._form = LatePage(
            lambda theme, page: TrainingForm(theme, room, page), theme, parent=stack
        )
        self.runs = LatePage(
            lambda theme, page: RunsPage(theme, room, parent=page), theme, parent=stack
        )
        self.experiments = LatePage(
            lambda theme, page: ExperimentsPage(theme, room, parent=page), theme, parent=stack
        )
        self._view = LatePage(lambda theme, page: RunView(theme, room, page), theme, parent=self)
        self._pages: dict[TrainingTabName, LatePage] = {
            "training": self._form,
            "runs": self.runs,
            "experiments": self.experiments,
        }
        for name, page in self._pages.items():
            page.setObjectName("training-form" if name == "training" else name)
            stack.addWidget(page)
        self._view.setObjectName("run")
        gap = 3 * theme.unit
        self._rows = filled(QVBoxLayout(self._frame), (stack, 1), margins=(gap, gap, gap, gap))
        filled(QHBoxLayout(self), self._frame, (self._view, 1), spacing=gap)
        self._form.made.connect(self._fit)
        self._view.made.connect(self._show_moments)
        self.setFocusProxy(self._form)
        self._fit()

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def show_picture_only(self, *, only: bool) -> None:
        self._picture_only = only
        self._show_frame()

    def _turn_to(self, tab: TrainingTabName) -> None:
        page = self._pages.get(tab)
        self._show_frame()
        if page is not None:
            self._stack.setCurrentWidget(page)
        self._show_moments()

    @Slot()
    def _show_moments(self) -> None:
        if self._view.panel is not None:
            self._view.panel.show_moments(shown=self._is_time_lapse)

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
