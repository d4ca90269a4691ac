"""Which heads of the layer a picture is about: how they are combined, and which are chosen."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QSignalBlocker, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QPushButton, QWidget

from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.texts.option_names import combination_explanation, combination_name
from viz_app.texts.sentences import head_name
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.open_menu import OpenMenu
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.attention_options import COMBINATIONS, MASSES, AttentionOptions

FEWEST_CHARACTERS = 15

MOST_NAMED = 3
"""Heads that the button names; of more it says how many they are."""


class HeadBar(QObject):
    """The combination, and a button with a menu: a line for each head, and for links how many.

    Both stand in the band of their parent.
    """

    def __init__(self, intents: AttentionIntents, parent: QWidget) -> None:
        super().__init__(parent)
        self.intents = intents
        self.combination = CalmCombo(parent, characters=FEWEST_CHARACTERS)
        self.button = QPushButton(parent)
        self.menu = OpenMenu(self.button)
        self.every = QAction(self.menu, checkable=True)
        self._heads: list[QAction] = []
        self._masses = QActionGroup(self.menu)
        self._shown: tuple[AttentionOptions, FocusSnapshot] | None = None
        self._prepare()
        self._connect()
        self.retranslate()

    def show_options(self, options: AttentionOptions, focus: FocusSnapshot) -> None:
        """Show what is chosen."""
        self._shown = options, focus
        self._make_heads(focus.trace.n_heads)
        with QSignalBlocker(self.combination):
            self.combination.setCurrentIndex(self.combination.findData(options.combination))
        for head, action in enumerate(self._heads):
            action.setChecked(head in focus.heads)
        self.every.setChecked(len(focus.heads) == len(self._heads))
        for action in (*self._heads, self.every):
            action.setVisible(options.combination != "rollout")
        for action in self._masses.actions():
            action.setChecked(action.data() == options.mass)
            action.setVisible(options.view == "links")
        self._name_button()

    def _prepare(self) -> None:
        self.combination.setProperty("compact", True)
        for combination in COMBINATIONS:
            self.combination.addItem("", combination)
        self.button.setProperty("segment", True)
        self.button.setMenu(self.menu)
        self.menu.addAction(self.every)
        self.menu.addSeparator()
        for mass in MASSES:
            action = QAction(self._masses, checkable=True)
            action.setData(mass)
            self.menu.addAction(action)

    def _connect(self) -> None:
        pick = self.intents.option_picked.emit
        self.combination.activated.connect(
            lambda index: pick("combination", self.combination.itemData(index))
        )
        self.every.triggered.connect(self.intents.all_heads_chosen)
        self._masses.triggered.connect(lambda action: pick("mass", action.data()))

    def _make_heads(self, count: int) -> None:
        """As many lines as the layer has heads, before the one for all."""
        while len(self._heads) > count:
            action = self._heads.pop()
            self.menu.removeAction(action)
            action.deleteLater()
        while len(self._heads) < count:
            head = len(self._heads)
            action = QAction(self.menu, checkable=True)
            action.triggered.connect(partial(self._toggle, head))
            self.menu.insertAction(self.every, action)
            self._heads.append(action)
            self._name_head(head)

    def _toggle(self, head: int) -> None:
        self.intents.head_toggled.emit(head)

    def _name_head(self, head: int) -> None:
        action, name = self._heads[head], head_name(head)
        action.setText(name)
        action.setToolTip(tool_tip(self.tr("Include {head}, or leave it out").format(head=name)))

    def _name_button(self) -> None:
        if self._shown is not None:
            self.button.setText(self._chosen(*self._shown))

    def _chosen(self, options: AttentionOptions, focus: FocusSnapshot) -> str:
        """The heads that are chosen, and how much of their rows is drawn."""
        said = [] if options.combination == "rollout" else [self._chosen_heads(focus)]
        if options.view == "links":
            said.append(f"{options.mass:.0%}")
        return " · ".join(said)

    def _chosen_heads(self, focus: FocusSnapshot) -> str:
        chosen = sorted(focus.heads)
        if len(chosen) == len(self._heads):
            return self.tr("All heads")
        if len(chosen) > MOST_NAMED:
            template = self.tr("{number} of {all} heads")
            return template.format(number=len(chosen), all=len(self._heads))
        heads = ", ".join(str(head + 1) for head in chosen)
        return (self.tr("Head {head}") if len(chosen) == 1 else self.tr("Heads {head}")).format(
            head=heads
        )

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        for index in range(self.combination.count()):
            combination = self.combination.itemData(index)
            self.combination.setItemText(index, combination_name(combination))
            explained = combination_explanation(combination)
            self.combination.setItemData(index, tool_tip(explained), Qt.ItemDataRole.ToolTipRole)
        for action in self._masses.actions():
            action.setText(self.tr("{share} of each row").format(share=f"{action.data():.0%}"))
            action.setToolTip(
                self.tr(
                    "Draw the heaviest links that together make up this share of each row's weight"
                )
            )
        self.every.setText(self.tr("All"))
        self.every.setToolTip(self.tr("Include all heads of this layer, or only the one in view"))
        self.combination.setAccessibleName(self.tr("What is shown of the heads"))
        self.combination.setToolTip(self.tr("One head by itself, or several of them together"))
        self.button.setAccessibleName(self.tr("Heads of the picture"))
        self.button.setToolTip(self.tr("Which heads the picture shows, and how many of the links"))
        for head in range(len(self._heads)):
            self._name_head(head)
        self._name_button()
