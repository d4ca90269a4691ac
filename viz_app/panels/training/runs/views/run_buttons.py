"""What can be done with the run on show."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.runs.snapshot import RunRow, RunsSnapshot
from viz_app.texts.without_mnemonic import verbatim
from viz_app.widgets.buttons import say
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

NAMES = ("use", "go on", "compare", "rename", "export", "delete")
COLUMNS = 3


class RunButtons(Themed, Translated, QWidget):
    """Two rows of buttons; one opens a list of the other runs.

    Signals:
        pressed: the name of a button, one of :data:`NAMES` without ``compare``.
    """

    pressed = Signal(str)

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """Nothing can be done yet."""
        super().__init__()
        self._intents = intents
        self._snapshot = RunsSnapshot()
        self.buttons = {name: QPushButton(self) for name in NAMES}
        self.menu = QMenu(self)
        self._grid = QGridLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunsSnapshot) -> None:
        """Show what can be done; shows, never modifies state."""
        self._snapshot = snapshot
        row = snapshot.shown
        for name, button in self.buttons.items():
            button.setEnabled(row is not None and _can(name, row, snapshot))

    def _dress(self) -> None:
        self._grid.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        for name, (text, tip) in self._texts().items():
            say(self.buttons[name], text, tip)

    def _arrange(self) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        for place, (name, button) in enumerate(self.buttons.items()):
            button.setProperty("compact", True)
            self._grid.addWidget(button, *divmod(place, COLUMNS))
            if name != "compare":
                button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, 1)
        self.buttons["compare"].setMenu(self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)

    def _texts(self) -> dict[str, tuple[str, str]]:
        return {
            "use": (self.tr("Use model"), self.tr("Make this run's model the one that translates")),
            "go on": (self.tr("Continue"), self.tr("Continue training from where this run ended")),
            "compare": (
                self.tr("Compare"),
                self.tr("Show another run's curves and attention beneath this one's"),
            ),
            "rename": (self.tr("Rename"), self.tr("Give the run and its model a name (F2)")),
            "export": (
                self.tr("Export…"),
                self.tr("Save configuration, curve, attention and model as one .zip"),
            ),
            "delete": (self.tr("Delete"), self.tr("Delete the run (Del); it can be brought back")),
        }

    @Slot()
    def _fill_menu(self) -> None:
        """Other runs, newest first; the compared one is checked."""
        self.menu.clear()
        none = self.menu.addAction(self.tr("No comparison"))
        none.triggered.connect(lambda: self._intents.compare_picked.emit(None))
        none.setEnabled(self._snapshot.compared is not None)
        self.menu.addSeparator()
        for row in self._snapshot.rows:
            if not row.shown:
                self._add(row)

    def _add(self, row: RunRow) -> None:
        action = QAction(verbatim(row.card.name), self.menu)
        action.setCheckable(True)
        action.setChecked(row.compared)
        run_id = row.card.run_id
        action.triggered.connect(lambda: self._intents.compare_picked.emit(run_id))
        self.menu.addAction(action)


def _can(name: str, row: RunRow, snapshot: RunsSnapshot) -> bool:
    return {
        "use": row.can_use,
        "go on": row.can_go_on,
        "compare": len(snapshot.rows) > 1,
        "rename": row.can_change,
        "export": True,
        "delete": row.can_change,
    }[name]
