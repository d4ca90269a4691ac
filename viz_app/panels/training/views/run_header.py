"""Which run is on show, what it is doing, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QPushButton, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.snapshot.run import RunViewSnapshot
from viz_app.panels.training.texts import run as words
from viz_app.pictures.axis_labels import elided
from viz_app.texts.isolates import safe
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.buttons import say, set_tab_order
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

WIDE = 780
"""From this width, in px at 100 %, the buttons stand beside the title."""

LINES = 2
"""That a sentence may have beside the buttons."""

LONGEST_NAME = 50
"""Of a run, in units of spacing; a longer one is elided."""


class RunHeader(Themed, Translated, QWidget):
    """A title with a sentence, and buttons for what can be done now."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """No run yet."""
        super().__init__(parent)
        self.theme, self._intents = theme, intents
        self._snapshot = RunViewSnapshot()
        self.title, self.status = text_label(parent=self), text_label(parent=self)
        self.pause, self.stop, self.go_on = (QPushButton(self) for _ in range(3))
        self.use, self.replay, self.elsewhere = (QPushButton(self) for _ in range(3))
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._words, self._buttons = QHBoxLayout(), QHBoxLayout()
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        """Show a run; shows, never modifies state."""
        self._snapshot = snapshot
        held = self._focused()
        self._show()
        if held is not None and not (held.isVisible() and held.isEnabled()):
            self._move_focus()

    def _dress(self) -> None:
        theme = self.theme
        self._rows.setSpacing(2 * theme.unit)
        self._words.setSpacing(3 * theme.unit)
        self._buttons.setSpacing(theme.unit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Buttons beside the title, or below."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """So narrow that the buttons come below the title."""
        buttons = self._buttons.minimumSize()
        return QSize(buttons.width(), super().minimumSizeHint().height())

    def buttons(self) -> tuple[QPushButton, ...]:
        """From left to right."""
        return self.pause, self.go_on, self.stop, self.use, self.replay

    def _retranslate(self) -> None:
        for button, text, tip in (
            (
                self.stop,
                self.tr("Stop"),
                self.tr("End the run; what it has learned is kept, and it can be continued later"),
            ),
            (
                self.go_on,
                self.tr("Continue"),
                self.tr("Continue training from where this run ended"),
            ),
            (self.use, self.tr("Use model"), ""),
            (self.replay, self.tr("Watch its attention"), ""),
        ):
            say(button, text, tip)
        self._show()

    def _arrange(self) -> None:
        self.title.setProperty("role", "token")
        self.status.setProperty("role", "soft")
        self.status.setWordWrap(True)
        self._words.addWidget(self.title)
        self._words.addWidget(self.status, 1)
        self._words.addWidget(self.elsewhere)
        self.elsewhere.setProperty("compact", True)
        for button in self.buttons():
            button.setProperty("compact", True)
            self._buttons.addWidget(button)
        set_tab_order(self.buttons())
        self._buttons.addStretch(1)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._rows.addLayout(self._words, 1)
        self._rows.addLayout(self._buttons)

    def _connect(self) -> None:
        self.pause.clicked.connect(self._on_pause)
        self.stop.clicked.connect(self._intents.stop_requested)
        self.go_on.clicked.connect(lambda: self._intents.go_on_requested.emit(self._run_id()))
        self.use.clicked.connect(lambda: self._intents.use_requested.emit(self._run_id()))
        self.replay.clicked.connect(self._intents.replay_requested)
        self.elsewhere.clicked.connect(self._on_elsewhere)

    def _show(self) -> None:
        snapshot = self._snapshot
        live, starting = snapshot.live or snapshot.starting, snapshot.starting
        card = snapshot.card
        name = card.name if card and not starting else ""
        room = LONGEST_NAME * self.theme.unit
        self.title.setText(safe(elided(self.theme, name, size=self.theme.large, width=room)))
        self.title.setToolTip(tool_tip(name))
        self.title.setVisible(bool(name))
        self.status.setText(
            words.starting_sentence(starting)
            if starting
            else words.status_sentence(snapshot) or words.empty_sentence()
        )
        self._show_pause()
        self.stop.setVisible(live is not None)
        self.stop.setEnabled(live is not None and not live.ending)
        self.go_on.setVisible(snapshot.can_go_on)
        self.go_on.setEnabled(snapshot.elsewhere is None)
        for button in (self.use, self.replay):
            button.setVisible(card is not None)
        self.use.setEnabled(snapshot.can_be_used)
        self.use.setToolTip(tool_tip(words.use_explanation(snapshot)))
        self.replay.setEnabled(snapshot.replay is not None)
        self.replay.setToolTip(tool_tip(words.replay_explanation(snapshot)))
        self._show_elsewhere()
        self._fit()

    def _show_pause(self) -> None:
        snapshot = self._snapshot
        live, paused = snapshot.live, snapshot.paused
        self.pause.setVisible(live is not None or snapshot.starting is not None)
        self.pause.setEnabled(live is not None and not live.ending)
        text = self.tr("Resume") if paused else self.tr("Pause")
        tip = self.tr("Continue exactly where it paused") if paused else self.tr("Pause the run")
        say(self.pause, text, tip)

    def _show_elsewhere(self) -> None:
        card = self._snapshot.elsewhere
        self.elsewhere.setVisible(card is not None)
        if card is not None:
            sentence = words.elsewhere_sentence(card, paused=self._snapshot.paused)
            say(self.elsewhere, sentence, self.tr("Show the run under way"))

    def _fit(self) -> None:
        """Buttons at the right of the title where there is room, else below it, at the left."""
        wide = self.width() >= WIDE * self.theme.scale and self._has_room()
        directions = QBoxLayout.Direction
        self._rows.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        self._buttons.setStretch(self._buttons.count() - 1, 0 if wide else 1)

    def _has_room(self) -> bool:
        """Whether the sentence beside the buttons has no more than :data:`LINES`."""
        buttons = self._buttons.minimumSize().width()
        named = self.title.sizeHint().width() if not self.title.isHidden() else 0
        room = self.width() - buttons - named - 8 * self.theme.unit
        return self.status.fontMetrics().horizontalAdvance(self.status.text()) <= LINES * room

    def _focused(self) -> QPushButton | None:
        return next((button for button in self.buttons() if button.hasFocus()), None)

    def _move_focus(self) -> None:
        """Off what cannot be pressed any more; never on to Stop, where it would be pressed."""
        wanted = (self.pause, self.go_on, self.use, self.replay)
        place = next((b for b in wanted if b.isVisible() and b.isEnabled()), None)
        if place is not None:
            place.setFocus(Qt.FocusReason.OtherFocusReason)

    def _run_id(self) -> str:
        return self._snapshot.card.run_id if self._snapshot.card else ""

    @Slot()
    def _on_pause(self) -> None:
        if self._snapshot.paused:
            self._intents.resume_requested.emit()
        else:
            self._intents.pause_requested.emit()

    @Slot()
    def _on_elsewhere(self) -> None:
        if self._snapshot.elsewhere is not None:
            self._intents.run_picked.emit(self._snapshot.elsewhere.run_id)
