"""The curves of a run: the loss, large; learning rate, gradient norm and score below it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.snapshot.run import RunViewSnapshot
from viz_app.panels.training.texts.run import unscored_sentence
from viz_app.panels.training.views.curve_chart import CurveChart, RunLine
from viz_app.panels.training.views.curve_key import CurveKey
from viz_app.texts.picture_caption import compared_part
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.labels import text_label
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.window_turns import in_turn

CHARTS = ("loss", "rate", "norm", "score")

LINES: dict[str, tuple[RunLine, ...]] = {
    "loss": (RunLine("loss"), RunLine("validation_loss", dots=True)),
    "rate": (RunLine("learning_rate"),),
    "norm": (RunLine("gradient_norm"),),
    "score": (RunLine("exact", dots=True),),
}
BLEU = (RunLine("bleu", dots=True),)

COVERED = Qt.WidgetAttribute.WA_ForceUpdatesDisabled
"""What Qt notes of a widget whose own updates are switched off."""

TURN_MS = 60
"""From one of the small charts of a run under way to the next."""

HIGH, WIDE = 300, 480
"""Size from which all charts have room, in px at 100 %; in less there is one, to be chosen."""


class CurvesView(Pictured, Themed, Translated, QWidget):
    """Four charts over the same updates; each is made when there is something to see in it."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """Empty axes."""
        super().__init__(parent)
        self.theme, self._intents = theme, intents
        self._snapshot = RunViewSnapshot()
        self._waiting: list[str] = []
        self._turn = QTimer(self, singleShot=True, interval=TURN_MS)
        self._turn.timeout.connect(self._draw_next)
        self._begun = False
        self._roomy: tuple[str, ...] = ()
        self.charts: dict[str, CurveChart] = {}
        self.title, self.choice = text_label(parent=self), CalmCombo(self, characters=7)
        self.unscored = text_label(parent=self)
        self.legend, self.log_scale = CurveKey(theme, self), QPushButton(self)
        self._arrange()
        self.choice.activated.connect(self._show_room)
        self.log_scale.toggled.connect(lambda on: self.chart("loss").set_log(on=on))
        self.set_theme(theme)

    def chart(self, name: str) -> CurveChart:
        """One of :data:`CHARTS`."""
        if name not in self.charts:
            self.charts[name] = self._made(name)
            self._name_charts()
            self._show_room()
        return self.charts[name]

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        """Show the curves of a run and of the one that it is compared with; modifies no state."""
        old, self._snapshot = self._snapshot, snapshot
        if _shown(old) == _shown(snapshot):
            return
        if old.names != snapshot.names:
            self.legend.set_names(*snapshot.names)
            for chart in self.charts.values():
                chart.names = snapshot.names
        if old.score != snapshot.score:
            self._name_charts()
        if _unscored(old) != _unscored(snapshot):
            self._show_room()
        self._make_later()
        if _grown(old, snapshot):
            self._draw_grown()
        else:
            self._draw(self.charts)

    def caption_parts(self) -> tuple[str, ...]:
        """Which other run lies below."""
        return compared_part(self._snapshot.names[1])

    def _dress(self) -> None:
        self._head.setSpacing(3 * self.theme.unit)
        for layout in (self._rows, self._small):
            layout.setSpacing(2 * self.theme.unit)
        self._retranslate()
        self._show_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many charts as there is room for."""
        super().resizeEvent(event)
        if self._wanted() != self._roomy:
            self._show_room()

    def prepare(self) -> None:
        """Make the charts, one by one: a run may soon be on show, and then there is no time."""
        self._begun = True
        self._make_later()

    def showEvent(self, event: QShowEvent) -> None:
        """Make what is not there yet; what is there is painted by turns."""
        super().showEvent(event)
        for chart in self.charts.values():
            chart.setUpdatesEnabled(False)
        self.prepare()

    def _retranslate(self) -> None:
        self._name_charts()
        for row, text in enumerate(self._titles().values()):
            self.choice.setItemText(row, text)
        self.title.setText(self.tr("Loss"))
        self.unscored.setText(unscored_sentence())
        self.choice.setAccessibleName(self.tr("Curve"))
        self.choice.setToolTip(self.tr("Which curve is shown; a larger window shows all"))
        self.log_scale.setText(self.tr("Lo&g scale"))
        self.log_scale.setToolTip(self.tr("Draw the loss on a logarithmic scale"))
        self.log_scale.setAccessibleName(self.tr("Logarithmic scale"))

    def _arrange(self) -> None:
        self.log_scale.setProperty("segment", True)
        self.log_scale.setCheckable(True)
        self.choice.setProperty("compact", True)
        for name in CHARTS:
            self.choice.addItem(name, name)
        self.title.setProperty("role", "title")
        self._head = QHBoxLayout()
        for widget in (self.title, self.choice):
            self._head.addWidget(widget)
        self._head.addWidget(self.legend, 1)
        self._head.addWidget(self.log_scale)
        self._loss, self._small = QVBoxLayout(), QHBoxLayout()
        self.unscored.setProperty("role", "soft")
        self.unscored.setWordWrap(True)
        self.unscored.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._small.addWidget(self.unscored, 1)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addLayout(self._head)
        self._rows.addLayout(self._loss, 5)
        self._rows.addLayout(self._small, 3)

    def _made(self, name: str) -> CurveChart:
        chart = CurveChart(self.theme, lines=LINES[name], parent=self)
        chart.update_picked.connect(self._on_update)
        chart.names = self._snapshot.names
        chart.setUpdatesEnabled(False)
        if name == "loss":
            self._loss.addWidget(chart)
            chart.set_log(on=self.log_scale.isChecked())
        else:
            made = [other for other in CHARTS[1:] if other in self.charts or other == name]
            self._small.insertWidget(made.index(name), chart, 1)
        return chart

    def _make_later(self) -> None:
        """One chart, then the next one when the window has had its turn: each takes its time."""
        if self._due():
            in_turn(self, CurvesView._make_next)

    def _make_next(self) -> None:
        name = self._due()
        if name in self.charts:
            self.charts[name].setUpdatesEnabled(True)
        elif name:
            self.chart(name)
        self._make_later()

    def _due(self) -> str:
        """A chart that is not made yet, else one that was not painted yet: both take long.

        While nobody sees them, all shall be made, else those with room.
        """
        seen = self.isVisible()
        wanted = self._wanted() if seen else CHARTS
        missing = [name for name in wanted if self._begun and name not in self.charts]
        covered = [name for name in wanted if seen and self._is_covered(name)]
        return next(iter((*missing, *covered)), "")

    def _is_covered(self, name: str) -> bool:
        """Whether a chart waits for its turn to be painted."""
        return name in self.charts and self.charts[name].testAttribute(COVERED)

    def _wanted(self) -> tuple[str, ...]:
        """The charts that there is room for: all, or the one that is chosen."""
        scale = self.theme.scale
        roomy = self.height() >= HIGH * scale and self.width() >= WIDE * scale
        return CHARTS if roomy else (str(self.choice.currentData()),)

    def _draw_grown(self) -> None:
        """The loss at once; the others by turns: they tell less, and drawing takes time."""
        self._draw(["loss"])
        self._waiting += [name for name in CHARTS[1:] if name not in self._waiting]
        if not self._turn.isActive():
            self._turn.start()

    def _draw_next(self) -> None:
        self._draw([self._waiting.pop(0)])
        if self._waiting:
            self._turn.start()

    def _draw(self, names: Iterable[str]) -> None:
        snapshot = self._snapshot
        for chart in [self.charts[name] for name in names if name in self.charts]:
            if not chart.isHidden():
                chart.set_curves(snapshot.curve, snapshot.compared_curve)
                chart.set_cursor(snapshot.update)

    def _show_room(self) -> None:
        """All charts, or the one that is chosen."""
        self._roomy = wanted = self._wanted()
        single = len(wanted) == 1
        self.choice.setVisible(single)
        self.title.setVisible(not single)
        self.log_scale.setVisible("loss" in wanted)
        for name, chart in self.charts.items():
            says_why = name == "score" and _unscored(self._snapshot)
            fits = name in wanted and not says_why
            if fits and chart.isHidden():
                chart.setUpdatesEnabled(False)
            chart.setVisible(fits)
            chart.title.setVisible(not single and name != "loss")
        self.unscored.setVisible("score" in wanted and _unscored(self._snapshot))
        self._rows.setStretch(1, 5 if "loss" in wanted else 0)
        self._rows.setStretch(2, 3 if wanted != ("loss",) else 0)
        self._make_later()
        self._draw(self.charts)

    def _on_update(self, update: int) -> None:
        """A click moves the time-lapse to the nearest moment."""
        replay = self._snapshot.replay
        if replay is not None:
            away = [abs(known - update) for known in replay.updates]
            self._intents.moment_picked.emit(away.index(min(away)))

    def _name_charts(self) -> None:
        """The score is what the task is scored by: exact matches, or BLEU for text."""
        is_bleu = self._snapshot.score == "bleu"
        score = self.tr("BLEU") if is_bleu else self.tr("Exact match (%)")
        axes = {"loss": (self.tr("update"), self.tr("nats per token"))}
        for name, title in {**self._titles(), "score": score}.items():
            if name in self.charts:
                bottom, left = axes.get(name, ("", ""))
                self.charts[name].set_title(title, bottom=bottom, left=left)
        if "score" in self.charts:
            lines = BLEU if is_bleu else LINES["score"]
            self.charts["score"].set_lines(lines, shares=not is_bleu)

    def _titles(self) -> dict[str, str]:
        return {
            "loss": self.tr("Loss"),
            "rate": self.tr("Learning rate"),
            "norm": self.tr("Gradient norm"),
            "score": self.tr("Score"),
        }


def _grown(old: RunViewSnapshot, new: RunViewSnapshot) -> bool:
    """Whether nothing but the end of the curve is new."""
    return _shown(old)[1:] == _shown(new)[1:] and new.curve[: len(old.curve)] == old.curve


def _unscored(snapshot: RunViewSnapshot) -> bool:
    """Whether there is a reason instead of scores."""
    return snapshot.is_watched and not snapshot.compared_curve


def _shown(snapshot: RunViewSnapshot) -> tuple[object, ...]:
    curves = snapshot.curve, snapshot.compared_curve
    return *curves, snapshot.names, snapshot.update, _unscored(snapshot)
