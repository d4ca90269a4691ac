"""The menu bar: every action of the window with its keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from viz_app.app.header.snapshot import HeaderSnapshot
from viz_app.app.menus import actions
from viz_app.app.menus.action_set import ActionSet, new_menu
from viz_app.app.menus.attention_menu import AttentionMenu
from viz_app.app.menus.branch_menu import BranchMenu
from viz_app.app.menus.training_menu import TrainingMenu
from viz_app.app.panels import PANELS
from viz_app.storage.library import ModelEntry
from viz_app.storage.settings import Settings
from viz_app.workbench.panel import Panel
from viz_app.workbench.state.selection import Selection

if TYPE_CHECKING:
    from viz_app.panels.one_head.views.panel import OneHeadPanel


class Menus(QObject):
    """Fills a menu bar. Single actions are found by name; choices emit what was picked."""

    tab_picked = Signal(str)
    kind_picked = Signal(str)
    row_labels_picked = Signal(str)
    theme_picked = Signal(str)
    language_picked = Signal(str)
    size_picked = Signal(str)
    model_picked = Signal(object)

    def __init__(self, bar: QMenuBar, panels: Sequence[Panel[Any]] = PANELS) -> None:
        """Put menus into an empty bar."""
        super().__init__(bar)
        self._bar, self._panels = bar, panels
        self._menus: dict[str, QMenu] = {}
        self._actions = ActionSet()
        self._models: tuple[ModelEntry, ...] = ()
        self._fill_file()
        self._fill_view()
        self._fill_model()
        self.training = TrainingMenu(bar)
        self._fill_learn()
        self._actions.add_all(self._menu("help"), actions.HELP)
        self.retranslate()

    def action(self, name: str) -> QAction:
        """An action by its name in :mod:`.actions`: ``"translate"``, ``"theme_dark"``."""
        return self._actions[name]

    def all_actions(self) -> Sequence[QAction]:
        """Every action, in the order of the menus."""
        menus = (self.attention, self.branches, self.training)
        return [*self._actions.all(), *(action for menu in menus for action in menu.all_actions())]

    def set_settings(self, settings: Settings) -> None:
        """Mark theme, language and size; shows, never modifies state."""
        self._actions[f"theme_{settings.theme}"].setChecked(True)
        self._actions[f"language_{settings.language}"].setChecked(True)
        self._actions["presentation"].setChecked(settings.size == "presentation")

    def set_selection(self, selection: Selection) -> None:
        """Mark kind and row labels; shows, never modifies state."""
        self._actions[f"kind_{selection.kind}"].setChecked(True)
        self._actions[f"row_labels_{selection.row_labels}"].setChecked(True)

    def set_tab(self, name: str) -> None:
        """Mark the tab in view; shows, never modifies state."""
        self._actions[f"tab_{name}"].setChecked(True)
        for stage in actions.STAGES:
            self._actions[stage].setEnabled(name == "one_head")

    def set_snapshot(self, snapshot: HeaderSnapshot) -> None:
        """List the models, enable what can be done; shows, never modifies state."""
        self._actions["stop"].setEnabled(snapshot.translating)
        self._actions["save_model"].setEnabled(snapshot.model_name is not None)
        if snapshot.models != self._models:
            self._models = snapshot.models
            self._list_models()

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        for name, title in self._titles().items():
            self._menus[name].setTitle(title)
        self._actions.retranslate()
        self.attention.retranslate()
        self.branches.retranslate()
        self.training.retranslate()
        self._list_models()

    @Slot(object)
    def walk_stages_of(self, panel: OneHeadPanel) -> None:
        """The entries for stages walk through this panel's."""
        self._actions["stage_back"].triggered.connect(panel.back)
        self._actions["stage_forward"].triggered.connect(panel.forward)

    def _titles(self) -> dict[str, str]:
        return {
            "file": self.tr("&File"),
            "view": self.tr("&View"),
            "model": self.tr("&Model"),
            "learn": self.tr("&Learn"),
            "help": self.tr("&Help"),
            "row_labels": self.tr("&Row labels"),
            "theme": self.tr("T&heme"),
            "language": self.tr("&Language"),
            "models": self.tr("Load &model"),
        }

    def _fill_file(self) -> None:
        self._actions.add_all(self._menu("file"), actions.FILE)
        self._actions["save_model"].setEnabled(False)
        self._actions["quit"].setMenuRole(QAction.MenuRole.QuitRole)

    def _fill_view(self) -> None:
        view, choose = self._menu("view"), self._actions.add_choice
        others = actions.panel_entries(self._panels, explaining=False)
        self._tabs = choose(view, "tab", others, self.tab_picked.emit)
        view.addSeparator()
        choose(view, "kind", actions.KINDS, self.kind_picked.emit)
        rows = self._menu("row_labels", view)
        choose(rows, "row_labels", actions.ROW_LABELS, self.row_labels_picked.emit)
        self.attention = AttentionMenu(view)
        view.addSeparator()
        themes = self._menu("theme", view)
        choose(themes, "theme", actions.THEMES, self.theme_picked.emit)
        languages = self._menu("language", view)
        choose(languages, "language", actions.LANGUAGES, self.language_picked.emit)
        self._actions.add_all(view, actions.SIZE)
        self._actions["presentation"].setCheckable(True)
        self._actions["presentation"].triggered.connect(self._on_presentation)

    def _fill_model(self) -> None:
        menu = self._menu("model")
        self._actions.add_all(menu, actions.MODEL)
        self._actions["stop"].setEnabled(False)
        menu.addSeparator()
        self._actions.add_all(menu, actions.STEPS)
        self.branches = BranchMenu(menu)
        menu.addSeparator()
        self._menu("models", menu).triggered.connect(self._on_model)

    def _fill_learn(self) -> None:
        menu = self._menu("learn")
        lessons = actions.panel_entries(self._panels, explaining=True)
        self._actions.widen_choice(menu, "tab", lessons, self._tabs)
        menu.addSeparator()
        self._actions.add_all(menu, actions.STAGES)

    def _list_models(self) -> None:
        menu = self._menus["models"]
        menu.clear()
        menu.setEnabled(bool(self._models))
        for entry in self._models:
            action = menu.addAction(entry.name.replace("&", "&&"))
            action.setData(entry.path)
            action.setToolTip(str(entry.path))
            action.setStatusTip(self.tr("Use this model"))

    def _menu(self, name: str, above: QMenu | None = None) -> QMenu:
        menu = self._menus[name] = new_menu(above or self._bar, name)
        return menu

    @Slot(bool)
    def _on_presentation(self, checked: bool) -> None:
        self.size_picked.emit("presentation" if checked else "normal")

    @Slot(QAction)
    def _on_model(self, action: QAction) -> None:
        self.model_picked.emit(action.data())
