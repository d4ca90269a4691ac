"""Four buttons in a row: grid, focus, links, text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QWidget

from viz_app.state.attention_options import VIEWS, View
from viz_app.ui.design.theme import Theme
from viz_app.ui.texts.option_names import view_explanation, view_name


class ViewSwitch(QWidget):
    """A choice of one way to look.

    Signals:
        view_picked: the view whose button was pressed.
    """

    view_picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[View, QPushButton] = {view: self._button(view) for view in VIEWS}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for button in self._buttons.values():
            self._row.addWidget(button)
        self._group.buttonClicked.connect(self._pick)
        self._retranslate()
        self.set_theme(theme)

    def show_view(self, view: View) -> None:
        """Press the button of a view; does not modify state."""
        self._buttons[view].setChecked(True)

    def button(self, view: View) -> QPushButton:
        """The button of a view."""
        return self._buttons[view]

    def set_theme(self, theme: Theme) -> None:
        """Spacing."""
        self._row.setSpacing(theme.unit)

    def changeEvent(self, event: QEvent) -> None:
        """Names in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _button(self, view: View) -> QPushButton:
        button = QPushButton(self)
        button.setCheckable(True)
        button.setProperty("segment", True)
        button.setProperty("view", view)
        self._group.addButton(button)
        return button

    def _pick(self, button: QAbstractButton) -> None:
        self.view_picked.emit(str(button.property("view")))

    def _retranslate(self) -> None:
        template = QCoreApplication.translate("attention", "{view} view")
        for view, button in self._buttons.items():
            button.setText(view_name(view))
            button.setToolTip(view_explanation(view))
            button.setAccessibleName(template.format(view=view_name(view)))
