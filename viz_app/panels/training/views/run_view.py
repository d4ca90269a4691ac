"""The run on show: where it is, its curves and what it says; or how its attention formed."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.snapshot import ReplaySnapshot
from viz_app.panels.training.replay.views.replay_bar import ReplayBar
from viz_app.panels.training.snapshot.run import RunViewSnapshot
from viz_app.panels.training.texts.run import empty_sentence, no_moments_sentence
from viz_app.panels.training.views.curves_view import CurvesView
from viz_app.panels.training.views.run_header import RunHeader
from viz_app.panels.training.views.run_readout import RunReadout
from viz_app.panels.training.views.samples_table import SamplesTable
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.late_page import LatePage
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

PARTS = ("curves", "samples", "attention", "heads")
MOMENTS = ("attention", "heads")
"""Those of the time-lapse, with the slider over training time below."""

HIGH = 640
"""A view as high as this, in px at 100 %, has the translations below; a lower one behind a tab."""

BAR_MS = 300
"""From one picture of a growing curve in the time-lapse to the next."""

LOW = 480
"""In a view lower than this, in px at 100 %, margins are narrow."""

WIDE = 1080
"""A view as wide as this, in px at 100 %, has its parts beside the title."""


class RunView(Themed, Translated, QFrame):
    """A run under way or an old one, perhaps compared with another.

    Attributes:
        shows_moments: whether it is the time-lapse that is shown of it.
    """

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """No run yet."""
        super().__init__(parent)
        self._snapshot = RunViewSnapshot()
        self._body = body = QWidget(self)  # all is made where it stays: to move it would cost
        self._stack = stack = QStackedWidget(body)
        self.header = RunHeader(theme, intents, parent=self)
        self.readout, self.samples = RunReadout(theme, body), SamplesTable(theme, body)
        self.progress = QProgressBar(body, textVisible=False)
        self.parts = Segments(theme, names=PARTS, texts=self._part_texts)
        self.curves = CurvesView(theme, intents, parent=stack)
        self.heads = LatePage(partial(_heads, intents), theme, parent=stack)
        self.attention = LatePage(partial(_attention, intents), theme, parent=stack)
        self.bar, self.empty = ReplayBar(theme, intents, parent=body), text_label(parent=self)
        self.shows_moments = False
        self._bar_shown: ReplaySnapshot | None = None
        self._later = QTimer(self, singleShot=True, interval=BAR_MS)
        self._arrange()
        self.parts.picked.connect(self.open_part)
        self._later.timeout.connect(self._draw_bar)
        self.set_theme(theme)
        self._retranslate()
        self._show()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        """Show a run; shows, never modifies state."""
        if snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._show()

    @property
    def _is_empty(self) -> bool:
        return self._snapshot.card is None and self._snapshot.starting is None

    def _dress(self) -> None:
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the charts before there is a run to show."""
        super().showEvent(event)
        self.curves.prepare()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def show_moments(self, *, shown: bool) -> None:
        """The time-lapse, or curves and translations."""
        if shown != self.shows_moments:
            self.shows_moments = shown
            self.parts.set_current(MOMENTS[0] if shown else PARTS[0])
            self._fit()
            self._draw_bar()
            self._retranslate()

    def open_part(self, name: str) -> None:
        """Bring curves, heads, attention or samples to the front."""
        self.parts.set_current(name)
        front = self._part(name)
        for index in range(self._stack.count()):  # what is behind takes no room
            page = self._stack.widget(index)
            policy = QSizePolicy.Policy.Expanding if page is front else QSizePolicy.Policy.Ignored
            if page is not None:
                page.setSizePolicy(policy, policy)
        self._stack.setCurrentWidget(front)

    def _retranslate(self) -> None:
        self.empty.setText(no_moments_sentence() if self.shows_moments else empty_sentence())
        self.progress.setAccessibleName(self.tr("Training progress"))
        self.progress.setToolTip(self.tr("Updates done"))

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self.empty.setProperty("role", "soft")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for part in (self.curves, self.heads, self.attention):
            self._stack.addWidget(part)
        self._stack.setProperty("pictures", True)
        # what changes places does so between layouts of one item: a longer one would be giving
        # its items their places when one leaves, and Qt does not count them again
        self._beside, self._tools, self._below = QHBoxLayout(), QHBoxLayout(), QVBoxLayout()
        self._tools.addWidget(self.parts, alignment=Qt.AlignmentFlag.AlignLeft)
        self._below.addWidget(self.samples)
        head = filled(QHBoxLayout(), (self.header, 1), self._beside)
        parts = self.progress, self.readout, self._tools, (self._stack, 5), self.bar, self._below
        self._inner = filled(QVBoxLayout(self._body), *parts)
        self._rows = filled(QVBoxLayout(self), head, (self._body, 1), (self.empty, 1))

    def _show(self) -> None:
        snapshot = self._snapshot
        card, progress = snapshot.card, snapshot.progress
        self.header.set_snapshot(snapshot)
        for part in (self.header, self._body):
            part.setHidden(self._is_empty)
        self.empty.setVisible(self._is_empty)
        self._show_parts()
        planned = progress.updates if progress else card.updates if card else 0
        self.progress.setMaximum(max(1, planned))
        self.progress.setValue(progress.update if progress else card.update if card else 0)
        for view in (self.readout, self.curves, self.samples):
            view.set_snapshot(snapshot)
        self._show_bar()
        self.heads.set_snapshot(snapshot.heads)
        self.attention.set_snapshot(snapshot.mosaic)

    def _show_bar(self) -> None:
        """The time-lapse; where only its curve has grown, now and then."""
        if not _grown(self._bar_shown, self._snapshot.replay):
            self._draw_bar()
        elif not self._later.isActive():
            self._later.start()

    def _draw_bar(self) -> None:
        self._bar_shown = self._snapshot.replay
        self.bar.set_snapshot(self._bar_shown)
        self.bar.setVisible(self.shows_moments and self._bar_shown is not None)

    def _fit(self) -> None:
        """The translations below, where the view is high enough; else behind the second button."""
        theme = self.theme
        high = self.height() >= HIGH * theme.scale
        below = self._stack.indexOf(self.samples) < 0
        if high and not below:
            self.samples.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
            self._below.addWidget(self.samples)
        elif not high and below:
            self._stack.addWidget(self.samples)
        if high:  # else the stack shows it when its turn comes
            self.samples.setVisible(not self.shows_moments)
        self.readout.setHidden(self.shows_moments)
        for name in PARTS:
            fits = (name in MOMENTS) == self.shows_moments
            self.parts.button(name).setVisible(fits and not (high and name == "samples"))
        self._show_parts()
        self._place_parts()
        current = self.parts.current()
        self.open_part("curves" if high and current == "samples" else current)
        low = self.height() < LOW * theme.scale
        for view in (self.bar, self.readout):
            view.set_compact(compact=low)
        margin = (2 if low else 4) * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        for rows in (self._rows, self._inner):
            rows.setSpacing(margin // 2)

    def _show_parts(self) -> None:
        """Also beside the title: where no run is there is nothing to choose."""
        several = self.shows_moments or self._stack.indexOf(self.samples) >= 0
        self.parts.setVisible(several and not self._is_empty)

    def _place_parts(self) -> None:
        """Beside the title over a wide time-lapse: a picture has the room of a line more."""
        beside = self.shows_moments and self.width() >= WIDE * self.theme.scale
        if beside and not self._beside.count():
            self._beside.addWidget(self.parts, alignment=Qt.AlignmentFlag.AlignTop)
        elif not beside and self._beside.count():
            self._tools.addWidget(self.parts, alignment=Qt.AlignmentFlag.AlignLeft)

    def _part(self, name: str) -> QWidget:
        parts: dict[str, QWidget] = {
            "curves": self.curves,
            "heads": self.heads,
            "attention": self.attention,
            "samples": self.samples,
        }
        return parts[name]

    def _part_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "curves": (self.tr("Curves"), self.tr("Loss, learning rate, gradient and score")),
            "heads": (self.tr("Heads"), self.tr("Numbers of every head while the model learns")),
            "attention": (self.tr("Attention"), self.tr("All heads at the moment of the slider")),
            "samples": (
                self.tr("Translations"),
                self.tr("What the model makes of a few sentences"),
            ),
        }


def _grown(old: ReplaySnapshot | None, new: ReplaySnapshot | None) -> bool:
    """Whether nothing but the curve of a run under way is new."""
    if old is None or new is None or not new.live:
        return False
    return dataclasses.replace(new, curve=old.curve) == old


def _heads(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.replay.views.head_history_view import HeadHistoryView

    return HeadHistoryView(theme, intents, parent=page)


def _attention(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.replay.views.moment_mosaic import MomentMosaic

    return MomentMosaic(theme, intents, parent=page)
