"""The menu bar: every action of the window with its keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from viz_app.state.app_state import ModelEntry
from viz_app.state.header_view import HeaderSnapshot
from viz_app.state.selection import Selection
from viz_app.state.settings import Settings
from viz_app.ui.frame import actions
from viz_app.ui.frame.actions import ActionSpec, keys_of, show_texts
from viz_app.ui.frame.attention_menu import AttentionMenu
from viz_app.ui.frame.branch_menu import BranchMenu


class Menus(QObject):
    """Fills a menu bar. Single actions are found by name; choices emit what was picked."""

    tab_picked = Signal(str)
    kind_picked = Signal(str)
    row_labels_picked = Signal(str)
    theme_picked = Signal(str)
    language_picked = Signal(str)
    size_picked = Signal(str)
    model_picked = Signal(object)

    def __init__(self, bar: QMenuBar) -> None:
        """Put menus into an empty bar."""
        super().__init__(bar)
        self._bar = bar
        self._menus: dict[str, QMenu] = {}
        self._actions: dict[str, QAction] = {}
        self._choices: dict[str, dict[str, QAction]] = {}
        self._specs: list[tuple[QAction, ActionSpec]] = []
        self._models: tuple[ModelEntry, ...] = ()
        self._fill_file()
        self._fill_view()
        self._fill_model()
        self._add(self._menu("help"), actions.HELP)
        self.retranslate()

    def action(self, name: str) -> QAction:
        """An action by its name in :mod:`.actions`: ``"translate"``, ``"theme_dark"``."""
        return self._actions[name]

    def all_actions(self) -> Sequence[QAction]:
        """Every action, in the order of the menus."""
        own = (action for action, _ in self._specs)
        return [*own, *self.attention.all_actions(), *self.branches.all_actions()]

    def set_settings(self, settings: Settings) -> None:
        """Mark theme, language and size; shows, never modifies state."""
        self._choices["theme"][settings.theme].setChecked(True)
        self._choices["language"][settings.language].setChecked(True)
        self._actions["presentation"].setChecked(settings.size == "presentation")

    def set_selection(self, selection: Selection) -> None:
        """Mark kind and row labels; shows, never modifies state."""
        self._choices["kind"][selection.kind].setChecked(True)
        self._choices["row_labels"][selection.row_labels].setChecked(True)

    def set_tab(self, name: str) -> None:
        """Mark the tab in view; shows, never modifies state."""
        self._choices["tab"][name].setChecked(True)

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
        for action, spec in self._specs:
            show_texts(action, spec)
        self.attention.retranslate()
        self.branches.retranslate()
        self._list_models()

    def _titles(self) -> dict[str, str]:
        return {
            "file": self.tr("&File"),
            "view": self.tr("&View"),
            "model": self.tr("&Model"),
            "help": self.tr("&Help"),
            "row_labels": self.tr("&Row labels"),
            "theme": self.tr("T&heme"),
            "language": self.tr("&Language"),
            "models": self.tr("Load &model"),
        }

    def _fill_file(self) -> None:
        self._add(self._menu("file"), actions.FILE)
        self._actions["save_model"].setEnabled(False)
        self._actions["quit"].setMenuRole(QAction.MenuRole.QuitRole)

    def _fill_view(self) -> None:
        view = self._menu("view")
        self._choose("tab", actions.TABS, view, self.tab_picked.emit)
        view.addSeparator()
        self._choose("kind", actions.KINDS, view, self.kind_picked.emit)
        rows = self._menu("row_labels", view)
        self._choose("row_labels", actions.ROW_LABELS, rows, self.row_labels_picked.emit)
        self.attention = AttentionMenu(view)
        view.addSeparator()
        themes = self._menu("theme", view)
        self._choose("theme", actions.THEMES, themes, self.theme_picked.emit)
        languages = self._menu("language", view)
        self._choose("language", actions.LANGUAGES, languages, self.language_picked.emit)
        self._add(view, actions.SIZE)
        self._actions["presentation"].setCheckable(True)
        self._actions["presentation"].triggered.connect(self._on_presentation)

    def _fill_model(self) -> None:
        menu = self._menu("model")
        self._add(menu, actions.MODEL)
        self._actions["stop"].setEnabled(False)
        menu.addSeparator()
        self._add(menu, actions.STEPS)
        self.branches = BranchMenu(menu)
        menu.addSeparator()
        self._menu("models", menu).triggered.connect(self._on_model)
        self._add(menu, actions.TRAIN)

    def _list_models(self) -> None:
        menu = self._menus["models"]
        menu.clear()
        menu.setEnabled(bool(self._models))
        for entry in self._models:
            action = menu.addAction(entry.name.replace("&", "&&"))
            action.setData(entry.path)
            action.setToolTip(str(entry.path))
            action.setStatusTip(self.tr("Use this model"))

    def _menu(self, name: str, parent: QMenu | None = None) -> QMenu:
        above = parent or self._bar
        menu = QMenu(above)
        menu.setObjectName(name)
        menu.setToolTipsVisible(True)
        above.addMenu(menu)
        self._menus[name] = menu
        return menu

    def _add(self, menu: QMenu, specs: Mapping[str, ActionSpec]) -> None:
        for name, spec in specs.items():
            self._actions[name] = self._new_action(menu, spec)

    def _choose(
        self,
        name: str,
        specs: Mapping[str, ActionSpec],
        menu: QMenu,
        picked: Callable[[str], None],
    ) -> None:
        group = QActionGroup(self)
        self._choices[name] = {}
        for value, spec in specs.items():
            action = self._new_action(menu, spec)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)
            self._choices[name][value] = self._actions[f"{name}_{value}"] = action
        group.triggered.connect(lambda action: picked(action.data()))

    def _new_action(self, menu: QMenu, spec: ActionSpec) -> QAction:
        action = QAction(menu)
        action.setShortcuts(keys_of(spec))
        menu.addAction(action)
        self._specs.append((action, spec))
        return action

    @Slot(bool)
    def _on_presentation(self, checked: bool) -> None:
        self.size_picked.emit("presentation" if checked else "normal")

    @Slot(QAction)
    def _on_model(self, action: QAction) -> None:
        self.model_picked.emit(action.data())
