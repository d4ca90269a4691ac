"""The menu bar: every action of the window with its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from model.config import STACKS, Stack
from model.messages import Message
from viz_app.app.header_snapshot import HeaderSnapshot, listed_name
from viz_app.app.menus import entries
from viz_app.app.menus.entries import EDIT, Entries, Entry
from viz_app.app.menus.entry_menu import AttentionMenu, EntryMenu, GroupMenu
from viz_app.app.panels import PANELS
from viz_app.app.session_state import RecentFile, RecentKind, SessionSnapshot
from viz_app.storage.library import ENGLISH_MODEL, ModelEntry, ModelFile
from viz_app.storage.settings import Settings
from viz_app.texts.labels import message_text, tool_tip, verbatim
from viz_app.workbench.room import Panel, Place
from viz_app.workbench.state import Selection

if TYPE_CHECKING:
    from viz_app.panels.one_head.view.panel import OneHeadPanel


TAKE_ALONG: Entries = {
    "copy_picture": Entry(
        "&Copy picture",
        "Copy the focused picture, the one under the mouse, or the main one",
        "Ctrl+C",
    ),
    "copy_values": Entry(
        "Copy &values", "Copy the picture's values as a table for a spreadsheet", "Ctrl+Shift+V"
    ),
    "save_picture": Entry(
        "&Save picture…",
        "Save the picture as PNG, SVG or PDF: larger, light for print, with a caption",
        "Ctrl+Shift+I",
    ),
    "save_numbers": Entry(
        "Save va&lues…", "Save the picture's values as npz, JSON or CSV", "Ctrl+Shift+N"
    ),
}
"""Entries that export the current picture, and its values."""


class EditMenu(EntryMenu):
    """Fills the menu; undo and redo name their step."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        self._steps: dict[str, Message | None] = {}
        self.add_groups(menu, EDIT, TAKE_ALONG)
        self.set_steps(undo=None, redo=None)

    def set_steps(self, *, undo: Message | None, redo: Message | None) -> None:
        self._steps = {"undo": undo, "redo": redo}
        for name, step in self._steps.items():
            self.action(name).setEnabled(step is not None)
        self.retranslate()

    def retranslate(self) -> None:
        super().retranslate()
        templates = {"undo": self.tr("&Undo: {step}"), "redo": self.tr("&Redo: {step}")}
        for name, step in self._steps.items():
            if step is not None:
                text = templates[name].format(step=verbatim(message_text(step)))
                self.action(name).setText(text)


FILE_GROUPS: tuple[Entries, ...] = (
    {"open": Entry("&Open…", "Open a session, a model or an exported run", "Ctrl+O")},
    {
        "save_session": Entry(
            "&Save session", "Save sentence, branches and view in one file", "Ctrl+S"
        ),
        "save_session_as": Entry(
            "Save session &as…", "Save the session to another file", "Ctrl+Shift+S"
        ),
        "save_with_model": Entry(
            "Save session with its mo&del…",
            "Also save the model in the file, for a machine that lacks it",
            "Ctrl+Alt+Shift+S",
        ),
        "save_model": Entry("Save &model as…", "Save the current model to a file", "Ctrl+Alt+S"),
        "save_lesson": Entry(
            "Save scenes as a &lesson…",
            "Save all scenes with their notes as a lesson, a Markdown file",
            "Ctrl+Alt+L",
        ),
    },
    {
        "report": Entry(
            "Repor&t…", "Save sentence, steps and all attention as a web page", "Ctrl+Shift+R"
        ),
        "save_animation": Entry(
            "Save a&nimation…",
            "Save the steps of the decoding, or a run's time-lapse, as MP4 or GIF",
            "Ctrl+Shift+A",
        ),
    },
    {"quit": Entry("&Quit", "Stop all work and close Headlight", "Ctrl+Q")},
)
"""As they stand in the menu, with a line between them; recent files come after the first."""


class RecentMenu(QObject):
    """Fills a menu: sessions, sessions that were not saved, models; each under its heading."""

    picked = Signal(object)

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        self._menu = menu
        self._recent: tuple[RecentFile, ...] = ()
        menu.triggered.connect(lambda action: self.picked.emit(action.data()))

    def set_recent(self, recent: tuple[RecentFile, ...]) -> None:
        if recent != self._recent:
            self._recent = recent
            self.retranslate()

    def retranslate(self) -> None:
        self._menu.clear()
        self._menu.setEnabled(bool(self._recent))
        for kind, files in groupby(self._recent, attrgetter("kind")):
            if not self._menu.isEmpty():
                self._menu.addSeparator()
            self._menu.addAction(_heading(kind)).setEnabled(False)
            for file in files:
                action = self._menu.addAction(verbatim(file.name))
                action.setData(file.path)
                action.setToolTip(tool_tip(str(file.path)))
                action.setStatusTip(str(file.path))


def _heading(kind: RecentKind) -> str:
    translate = QCoreApplication.translate
    return {
        "session": translate("RecentMenu", "Sessions"),
        "kept": translate("RecentMenu", "Unsaved, kept automatically"),
        "model": translate("RecentMenu", "Models"),
    }[kind]


_WORDS: Mapping[tuple[Stack, ...], entries.Entries] = {
    STACKS: entries.MODEL,
    ("decoder",): {
        "translate": Entry("&Generate", "Continue the prompt, token by token"),
        "stop": Entry("&Stop generating", "Stop; the steps so far are kept"),
        "copy_translation": Entry(
            "&Copy the text", "Copy the prompt and what the model has written after it"
        ),
    },
    ("encoder",): {
        "translate": Entry("&Predict", "Predict the masked tokens of the sentence"),
        "stop": Entry("&Stop predicting", "Stop reading the sentence"),
        "copy_translation": Entry(
            "&Copy the sentence", "Copy the sentence with the predicted tokens as text"
        ),
    },
}
"""Names of the action on a sentence, by the stacks of the model."""


class Menus(EntryMenu):
    """Fills a menu bar; choices emit what was picked."""

    place_picked = Signal(str)
    tab_picked = Signal(str)
    kind_picked = Signal(str)
    row_labels_picked = Signal(str)
    setting_picked = Signal(str, object)  # the name of a field of Settings, and its value
    model_picked = Signal(object)
    device_picked = Signal(str)

    def __init__(self, bar: QMenuBar, panels: Sequence[Panel] = PANELS) -> None:
        super().__init__(bar)
        self._panels = panels
        self._stacks = STACKS
        self._listed: tuple[tuple[ModelEntry, ...], ModelFile | None] = ((), None)
        self._tabs = QActionGroup(self)
        self._tabs.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._tabs.triggered.connect(self._on_tab)
        self._fill_file()
        self.edit = EditMenu(self.add_menu("edit"))
        self._fill_view()
        self._fill_model()
        understand = self.add_menu("understand")
        self._add_tabs(understand, "understand")
        self.add_groups(understand, entries.STAGES)
        train = self.add_menu("train")
        self._add_tabs(train, "train")
        self.training = GroupMenu(train, *entries.TRAINING_GROUPS)
        self.add_groups(self.add_menu("help"), entries.HELP)
        self.retranslate()

    def all_actions(self) -> Sequence[QAction]:
        below = (menu.all_actions() for menu in self._below())
        return [*super().all_actions(), *chain.from_iterable(below)]

    def keys(self) -> Mapping[QAction, Sequence[QKeySequence]]:
        found = dict(super().keys())
        for menu in self._below():
            found |= menu.keys()
        return dict(sorted(found.items(), key=lambda item: self._in_bar(item[0])))

    def set_settings(self, settings: Settings) -> None:
        self.action(f"device_{settings.device}").setChecked(True)
        self.action(f"theme_{settings.theme}").setChecked(True)
        self.action(f"language_{settings.language}").setChecked(True)
        self.action("presentation").setChecked(settings.size == "presentation")
        self.action("timeline").setChecked(settings.timeline == "whole")
        self.action("spotlight").setChecked(settings.spotlight)

    def set_askable(self, names: frozenset[str]) -> None:
        for name in ("ask_word", "ask_weight"):
            self.action(name).setEnabled(name in names)

    def set_selection(self, selection: Selection) -> None:
        self.action(f"kind_{selection.kind}").setChecked(True)
        self.action(f"row_labels_{selection.row_labels}").setChecked(True)

    def set_tab(self, name: str) -> None:
        place = next(panel.place for panel in self._panels if panel.name == name)
        self.action(f"place_{place}").setChecked(True)
        for action in self._tabs.actions():
            action.setChecked(action.data() == name)
        self.set_place(place)
        self.attention.set_place(place)
        for stage in entries.STAGES:
            self.action(stage).setEnabled(name == "one_head")

    def set_snapshot(self, snapshot: HeaderSnapshot) -> None:
        self.action("stop").setEnabled(snapshot.translating)
        if snapshot.stacks != self._stacks:
            self._stacks = stacks = snapshot.stacks
            self.reword(_WORDS[stacks])
            for kind in entries.KINDS:
                self.action(f"kind_{kind}").setEnabled(kind in stacks or stacks == STACKS)
        for name in ("save_model", "check_model", "head_effects"):
            self.action(name).setEnabled(snapshot.model_name is not None)
        other = snapshot.other_model
        self.action("other_model").setEnabled(other is not None)
        if other is not None and other.path != self.action("other_model").data():
            self.action("other_model").setData(other.path)
            self.reword({"other_model": entries.OTHER_MODEL[other.name]})
        listed = snapshot.models, snapshot.file
        if listed != self._listed:
            self._listed = listed
            self._list_models()

    def set_session(self, session: SessionSnapshot) -> None:
        # A session without a translation cannot be saved.
        for name in ("save_session", "save_session_as", "save_with_model"):
            self.action(name).setEnabled(bool(session.sentence))
        self.recent.set_recent(session.recent)

    def retranslate(self) -> None:
        super().retranslate()
        self.recent.retranslate()
        for menu in self._below():
            menu.retranslate()
        self._list_models()

    @Slot(object)
    def walk_stages_of(self, panel: OneHeadPanel) -> None:
        self.action("stage_back").triggered.connect(panel.back)
        self.action("stage_forward").triggered.connect(panel.forward)

    def _fill_file(self) -> None:
        menu = self.add_menu("file")
        opening, saving, *others = FILE_GROUPS
        self.add_groups(menu, opening)
        self.recent = RecentMenu(self.add_menu("recent", menu))
        menu.addSeparator()
        self.add_groups(menu, saving, *others)
        for name in saving:
            self.action(name).setEnabled(False)
        self.action("quit").setMenuRole(QAction.MenuRole.QuitRole)

    def _fill_view(self) -> None:
        view, choose = self.add_menu("view"), self.add_choice
        choose(view, "place", entries.PLACE_ENTRIES, self.place_picked.emit)
        self._add_tabs(view, "look")
        view.addSeparator()
        self.add_groups(view, entries.TAB_STEPS)
        view.addSeparator()
        choose(view, "kind", entries.KINDS, self.kind_picked.emit)
        self.attention = AttentionMenu(view)
        rows = self.add_menu("row_labels", self.attention.menu)
        self.attention.menu.insertMenu(self.attention.menu.actions()[0], rows)
        choose(rows, "row_labels", entries.ROW_LABELS, self.row_labels_picked.emit)
        view.addSeparator()
        self.scenes = GroupMenu(self.add_menu("scenes", view), *entries.SCENE_GROUPS)
        for name in entries.IN_LIST:
            self.scenes.action(name).setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.covers = GroupMenu(self.add_menu("covers", view), *entries.COVER_GROUPS)
        self.add_groups(self.add_menu("asking", view), entries.ASKING)
        view.addSeparator()
        themes = self.add_menu("theme", view)
        keep = self.setting_picked.emit
        choose(themes, "theme", entries.THEMES, partial(keep, "theme"))
        languages = self.add_menu("language", view)
        choose(languages, "language", entries.LANGUAGES, partial(keep, "language"))
        self.add_groups(view, entries.SIZE)
        self.action("presentation").triggered.connect(
            lambda on: keep("size", "presentation" if on else "normal")
        )
        self.action("spotlight").triggered.connect(lambda on: keep("spotlight", on))
        self.action("timeline").triggered.connect(
            lambda on: keep("timeline", "whole" if on else "folded")
        )

    def _fill_model(self) -> None:
        menu = self.add_menu("model")
        self.add_groups(menu, entries.MODEL, entries.STEPS, entries.MASKING)
        for name in ("stop", "mask_token"):
            self.action(name).setEnabled(False)
        self.branches = GroupMenu(self.add_menu("branches", menu), *entries.BRANCH_GROUPS)
        changes = self.add_menu("interventions", menu)
        self.interventions = GroupMenu(changes, *entries.INTERVENTION_GROUPS)
        menu.addSeparator()
        self.add_menu("models", menu).triggered.connect(
            lambda action: self.model_picked.emit(action.data())
        )
        self.add_groups(menu, {"other_model": entries.OTHER_MODEL[ENGLISH_MODEL]}, entries.IMPORT)
        devices = self.add_menu("devices", menu)
        self.add_choice(devices, "device", entries.DEVICES, self.device_picked.emit)
        self.add_groups(menu, {**entries.DOCTOR, **entries.EFFECTS})
        for name in ("other_model", "check_model", "head_effects"):
            self.action(name).setEnabled(False)
        self.action("other_model").triggered.connect(
            lambda: self.model_picked.emit(self.action("other_model").data())
        )

    def _add_tabs(self, menu: QMenu, place: Place) -> None:
        tabs = entries.tab_entries(place, self._panels)
        self.widen_choice(menu, "tab", tabs, self._tabs)
        if tabs:
            menu.addSeparator()

    def _below(self) -> tuple[EntryMenu, ...]:
        choices = (self.edit, self.attention, self.scenes, self.covers)
        return (*choices, self.branches, self.interventions, self.training)

    def _in_bar(self, action: QAction) -> int:
        """Index in the menu bar of the menu that contains an action, directly or in a submenu."""
        inside: QObject | None = action
        while inside is not None and inside.parent() is not self._above:
            inside = inside.parent()
        menus = enumerate(entry.menu() for entry in self._above.actions())
        return next(number for number, menu in menus if menu is inside)

    def _list_models(self) -> None:
        menu, (models, file) = self._menus["models"], self._listed
        menu.clear()
        menu.setEnabled(bool(models))
        for entry in models:
            action = menu.addAction(verbatim(listed_name(entry, models, file)))
            action.setData(entry.path)
            action.setToolTip(tool_tip(str(entry.path)))
            action.setStatusTip(self.tr("Use model"))

    @Slot(QAction)
    def _on_tab(self, action: QAction) -> None:
        action.setChecked(True)  # also who picks the tab in front has it in front
        self.tab_picked.emit(action.data())
