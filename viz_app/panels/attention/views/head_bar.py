"""Which heads of the layer a picture is about: how they are combined, and which are chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.texts.option_names import combination_explanation, combination_name
from viz_app.texts.sentences import head_name
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.attention_options import COMBINATIONS, MASSES, AttentionOptions

FEWEST_CHARACTERS = 15


class HeadBar(QObject):
    """Combination, a button for each head and one for all, and for links how many.

    The three stand in the rows of their parent, wherever there is room.
    """

    def __init__(self, intents: AttentionIntents, parent: QWidget) -> None:
        super().__init__(parent)
        self.intents = intents
        self.combination = CalmCombo(parent, characters=FEWEST_CHARACTERS)
        self.buttons = QWidget(parent)
        self.mass = CalmCombo(parent, characters=FEWEST_CHARACTERS)
        self.every = QPushButton()
        self._label, self._heads = QLabel(), list[QPushButton]()
        self._label.setProperty("role", "small")
        self._prepare()
        self._arrange()
        self._connect()
        self.retranslate()

    def show_options(self, options: AttentionOptions, focus: FocusSnapshot) -> None:
        """Show what is chosen."""
        self._make_heads(focus.trace.n_heads)
        with QSignalBlocker(self.combination), QSignalBlocker(self.mass):
            self.combination.setCurrentIndex(self.combination.findData(options.combination))
            self.mass.setCurrentIndex(self.mass.findData(options.mass))
        for head, button in enumerate(self._heads):
            button.setChecked(head in focus.heads)
        self.every.setChecked(len(focus.heads) == len(self._heads))

    def head_button(self, head: int) -> QPushButton:
        """The button of a head, from 0."""
        return self._heads[head]

    def set_gap(self, gap: int) -> None:
        """Take the space between two buttons, in px."""
        self._row.setSpacing(gap)

    def _prepare(self) -> None:
        for combo in (self.combination, self.mass):
            combo.setProperty("compact", True)
        for combination in COMBINATIONS:
            self.combination.addItem("", combination)
        for mass in MASSES:
            self.mass.addItem("", mass)
        self.every.setCheckable(True)
        self.every.setProperty("segment", True)

    def _arrange(self) -> None:
        self._row = QHBoxLayout(self.buttons)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._label)
        self._row.addWidget(self.every)

    def _connect(self) -> None:
        for name, combo in (("combination", self.combination), ("mass", self.mass)):
            combo.activated.connect(
                lambda index, name=name, combo=combo: self.intents.option_picked.emit(
                    name, combo.itemData(index)
                )
            )
        self.every.clicked.connect(self.intents.all_heads_chosen)

    def _make_heads(self, count: int) -> None:
        """As many buttons as the layer has heads, before the one for all."""
        while len(self._heads) > count:
            button = self._heads.pop()
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self._heads) < count:
            head = len(self._heads)
            button = QPushButton(str(head + 1), self.buttons)
            button.setCheckable(True)
            button.setProperty("segment", True)
            button.clicked.connect(lambda _, head=head: self.intents.head_toggled.emit(head))
            self._row.insertWidget(self._row.indexOf(self.every), button)
            QWidget.setTabOrder(self._heads[-1] if head else self.combination, button)
            QWidget.setTabOrder(button, self.every)
            self._heads.append(button)
            self._name_head(head)

    def _name_head(self, head: int) -> None:
        button = self._heads[head]
        button.setAccessibleName(head_name(head))
        button.setToolTip(self.tr("Include {head}, or leave it out").format(head=head_name(head)))

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        for index in range(self.combination.count()):
            combination = self.combination.itemData(index)
            self.combination.setItemText(index, combination_name(combination))
            explained = combination_explanation(combination)
            self.combination.setItemData(index, explained, Qt.ItemDataRole.ToolTipRole)
        for index in range(self.mass.count()):
            share = f"{self.mass.itemData(index):.0%}"
            self.mass.setItemText(index, self.tr("{share} of each row").format(share=share))
        self._label.setText(self.tr("Heads"))
        self.every.setText(self.tr("All"))
        self.every.setToolTip(self.tr("Include all heads of this layer, or only the one in view"))
        self.combination.setAccessibleName(self.tr("What is shown of the heads"))
        self.combination.setToolTip(self.tr("One head by itself, or several of them together"))
        self.mass.setAccessibleName(self.tr("Share of each row's weight that is drawn"))
        self.mass.setToolTip(
            self.tr("Draw the heaviest links that together make up this share of each row's weight")
        )
        for head in range(len(self._heads)):
            self._name_head(head)
