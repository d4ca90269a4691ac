"""What the form offers: a task of ours or files, a size with its training, a time."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.runs.presets import PRESETS, Preset
from model.runs.time_presets import TIME_PRESETS, TimePreset
from model.text.tasks import TASKS
from viz_app.design.theme import Theme
from viz_app.panels.training.runs.texts.known_names import preset_text, task_offer
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.file_dialogs import ask_corpus
from viz_app.widgets.segments import Segments
from viz_app.widgets.translated import Translated

translate = QCoreApplication.translate


class TaskCombo(Translated, CalmCombo):
    """The tasks, then “File…”; data of an entry is the task as a request names it.

    Signals:
        task_picked: a task's name, or files.
    """

    task_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """The first task is shown."""
        super().__init__(parent)
        self._shown = 0
        for name in TASKS:
            self.addItem(task_offer(name), name)
        self.insertSeparator(self.count())
        self.addItem(self.tr("File…"))
        self.activated.connect(self._on_activated)

    def set_task(self, task: str) -> None:
        """Show a task; files that are not listed yet come first. Does not modify state."""
        with QSignalBlocker(self):
            if self.findData(task) < 0:
                self.insertItem(0, task_offer(task), task)
            self._shown = self.findData(task)
            self.setCurrentIndex(self._shown)

    def _retranslate(self) -> None:
        for row in range(self.count() - 2):
            self.setItemText(row, task_offer(self.itemData(row)))
        self.setItemText(self.count() - 1, self.tr("File…"))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        if row != self.count() - 1:
            self.task_picked.emit(self.itemData(row))
            return
        with QSignalBlocker(self):
            self.setCurrentIndex(self._shown)
        chosen = ask_corpus(self)
        if chosen is not None:
            self.task_picked.emit(chosen)


class SizeCombo(Translated, CalmCombo):
    """The presets by their sizes; data of an entry is its name. None for numbers of one's own.

    Signals:
        size_picked: a preset's name.
    """

    size_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """The numbers are the user's own."""
        super().__init__(parent)
        for preset in PRESETS.values():
            self.addItem(_text(preset), preset.name)
        self.set_size(None)
        self.activated.connect(self._on_activated)
        self._retranslate()

    def set_size(self, name: str | None) -> None:
        """Show a preset, or that the numbers are the user's own; does not modify state."""
        with QSignalBlocker(self):
            self.setCurrentIndex(-1 if name is None else self.findData(name))

    def _retranslate(self) -> None:
        self.setPlaceholderText(self.tr("custom"))
        for row, preset in enumerate(PRESETS.values()):
            self.setItemText(row, _text(preset))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        self.size_picked.emit(self.itemData(row))


def _text(preset: Preset) -> str:
    size = translate("SizeCombo", "{layers} layers, {heads} heads, width {width}").format(
        layers=preset.model.n_layers, heads=preset.model.n_heads, width=preset.model.d_model
    )
    return f"{preset_text(preset.name)} · {size}"


class TimeChoice(Segments):
    """Three buttons of the same width; none is pressed while the numbers are the user's own."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """None is pressed."""
        super().__init__(theme, names=TIME_PRESETS, texts=_texts, parent=parent)
        for name in TIME_PRESETS:
            policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.button(name).setSizePolicy(policy)
        self.set_time(None)

    def set_theme(self, theme: Theme) -> None:
        """Spacing: closer than usual, so that three long words have room."""
        super().set_theme(theme)
        self._row.setSpacing(theme.unit // 2)

    def set_time(self, name: TimePreset | None) -> None:
        """Press a button, or none; does not modify state."""
        if name is not None:
            self.set_current(name)
            return
        group = self.button(TIME_PRESETS[0]).group()
        group.setExclusive(False)
        for button in group.buttons():
            button.setChecked(False)
        group.setExclusive(True)


def _texts() -> dict[str, tuple[str, str]]:
    return {
        "one-minute": (
            translate("TimeChoice", "One minute"),
            translate("TimeChoice", "What this machine can learn in a minute"),
        ),
        "ten-minutes": (
            translate("TimeChoice", "Ten minutes"),
            translate("TimeChoice", "What this machine can learn in ten minutes"),
        ),
        "overnight": (
            translate("TimeChoice", "Overnight"),
            translate("TimeChoice", "What this machine can learn overnight, if it needs that long"),
        ),
    }
