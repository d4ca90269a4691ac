"""One minute, ten minutes, overnight; or none of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QSizePolicy, QWidget

from model.runs.time_presets import TIME_PRESETS, TimePreset
from viz_app.design.theme import Theme
from viz_app.widgets.segments import Segments

translate = QCoreApplication.translate


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
            translate("TimeChoice", "What this machine can learn in a night, if it needs that"),
        ),
    }
