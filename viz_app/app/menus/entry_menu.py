"""Menus made from a table of entries; their actions are found by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from viz_app.app.menus.entries import TITLES, Entries, Entry, named
from viz_app.panels.timeline.room import TimelineSnapshot
from viz_app.panels.training.replay.room import cursor
from viz_app.panels.training.runs.room import usable
from viz_app.panels.training.state import TrainingState
from viz_app.texts.labels import tool_tip
from viz_app.widgets.layout import kebab
from viz_app.workbench.room import Place
from viz_app.workbench.state import COVERS, AttentionOptions, Workbench


@dataclass(frozen=True, slots=True)
class MenuSnapshot:
    """Names of the enabled actions, and of the checked ones."""

    enabled: frozenset[str] = frozenset()
    checked: frozenset[str] = frozenset()


def resolve_branch_menu(timeline: TimelineSnapshot) -> MenuSnapshot:
    row, several = timeline.current_row, len(timeline.branches) > 1
    return _enabled(
        {
            "next_candidate": timeline.next_candidate is not None,
            "type_token": timeline.can_branch,
            "own_target": timeline.can_branch,
            "next_branch": several,
            "previous_branch": several,
            "list": several,
            "rename": several and not timeline.recorded,
            "delete": several and not timeline.recorded,
            "compare_parent": row is not None and row.parent is not None,
            "stop_comparing": timeline.comparison is not None,
        }
    )


def resolve_cover_menu(bench: Workbench) -> MenuSnapshot:
    hidden = {"nothing", "reveal"} if bench.covers else set[str]()
    return MenuSnapshot(frozenset({*COVERS} | hidden), frozenset(bench.covers))


def resolve_training_menu(training: TrainingState) -> MenuSnapshot:
    runs, replay = training.runs, cursor(training)
    card, history = runs.card(runs.shown), runs.history(runs.shown)
    moments = len(history.moments) if history else 0
    under_way = any(not run.ending for run in training.live)
    return _enabled(
        {
            "pause": under_way,
            "stop": under_way,
            "use": card is not None and usable(card, training.live_run(runs.shown)),
            "watch": moments > 0,
            "earlier": replay.index > 0,
            "later": replay.index < moments - 1,
            "play": moments > 1,
        },
        checked={"watch"} if replay.in_workbench else (),
    )


def _enabled(can: Mapping[str, bool], checked: Iterable[str] = ()) -> MenuSnapshot:
    return MenuSnapshot(frozenset(name for name in can if can[name]), frozenset(checked))


class EntryMenu(QObject):
    """Fills a menu bar or a menu; actions are in the order in which they were added."""

    _prefix = "action"

    def __init__(self, above: QMenuBar | QMenu) -> None:
        super().__init__(above)
        self._above = above
        self._menus: dict[str, QMenu] = {}
        self._entries: dict[str, tuple[QAction, Entry]] = {}

    def action(self, name: str) -> QAction:
        """An action by its name: ``"translate"``, of a choice ``"theme_dark"``."""
        return self._entries[name][0]

    def all_actions(self) -> Sequence[QAction]:
        return [action for action, _ in self._entries.values()]

    def add_menu(self, name: str, above: QMenu | None = None) -> QMenu:
        around = above or self._above
        menu = self._menus[name] = QMenu(around)
        menu.setObjectName(kebab(f"menu-{name}"))
        menu.setToolTipsVisible(True)
        around.addMenu(menu)
        return menu

    def add(self, menu: QMenu, name: str, entry: Entry) -> QAction:
        # The texts are set by :meth:`retranslate`.
        action = QAction(menu, checkable=entry.checkable)
        action.setObjectName(kebab(f"{self._prefix}-{name}"))
        if entry.keys:
            action.setShortcuts(_sequences(entry.keys))
        menu.addAction(action)
        self._entries[name] = action, entry
        return action

    def add_groups(self, menu: QMenu, *groups: Entries) -> None:
        for number, entries in enumerate(groups):
            if number:
                menu.addSeparator()
            for name, entry in entries.items():
                self.add(menu, name, entry)

    def add_choice(
        self, menu: QMenu, name: str, entries: Entries, picked: Callable[[str], None]
    ) -> QActionGroup:
        """Add exclusive actions named ``name_value``; ``picked`` is called with the value."""
        group = QActionGroup(menu)
        group.triggered.connect(lambda action: picked(action.data()))
        self.widen_choice(menu, name, entries, group)
        return group

    def widen_choice(self, menu: QMenu, name: str, entries: Entries, group: QActionGroup) -> None:
        for value, entry in entries.items():
            action = self.add(menu, f"{name}_{value}", entry)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)

    def reword(self, entries: Entries) -> None:
        """Give actions other texts; what they do and their keys stay."""
        for name, words in entries.items():
            action, entry = self._entries[name]
            self._entries[name] = action, replace(entry, text=words.text, tip=words.tip)
            _say(*self._entries[name])

    def set_place(self, place: Place) -> None:
        for action, entry in self._entries.values():
            if entry.place is not None:
                action.setShortcuts(_sequences(entry.keys_in(place)))

    def keys(self) -> Mapping[QAction, Sequence[QKeySequence]]:
        return {
            action: _sequences(entry.keys_in(entry.place))
            for action, entry in self._entries.values()
        }

    def retranslate(self) -> None:
        for name, menu in self._menus.items():
            menu.setTitle(QCoreApplication.translate("menus", TITLES[name]))
        for action, entry in self._entries.values():
            _say(action, entry)


class GroupMenu(EntryMenu):
    """Some groups of entries at the end of a menu."""

    def __init__(self, menu: QMenu, *groups: Entries) -> None:
        super().__init__(menu)
        self._prefix = menu.objectName().replace("menu", "action")
        self.add_groups(menu, *groups)
        self.set_snapshot(MenuSnapshot())
        self.retranslate()

    def set_snapshot(self, snapshot: MenuSnapshot) -> None:
        for name, (action, entry) in self._entries.items():
            action.setEnabled(name in snapshot.enabled)
            if entry.checkable:
                action.setChecked(name in snapshot.checked)


def _sequences(keys: str) -> list[QKeySequence]:
    return QKeySequence.listFromString(keys) if keys else []


def _say(action: QAction, entry: Entry) -> None:
    tip = QCoreApplication.translate(entry.context, entry.tip)
    action.setText(text := QCoreApplication.translate(entry.context, entry.text))
    action.setIconText(text)  # stays so while the other names a step
    action.setToolTip(tool_tip(tip))
    action.setStatusTip(tip)


CHOICES: Mapping[str, Entries] = {
    "view": {
        "grid": Entry("&Grid", "All heads of all layers at once", place="look", place_keys="Alt+4"),
        "focus": Entry(
            "&Focus", "One head, large, with its tokens", place="look", place_keys="Alt+5"
        ),
        "links": Entry(
            "&Links",
            "Lines between the tokens, wider where the weight is larger",
            place="look",
            place_keys="Alt+6",
        ),
        "text": Entry(
            "&Text",
            "The sentence, coloured by one token's attention",
            place="look",
            place_keys="Alt+7",
        ),
    },
    "combination": {
        "head": Entry("&Each head separately", "The weights of the current head"),
        "mean": Entry("&Mean over heads", "The mean of the chosen heads of this layer"),
        "max": Entry(
            "Ma&ximum over heads", "The largest weight among the chosen heads of this layer"
        ),
        "rollout": Entry(
            "Attention &rollout", "Attention traced from this layer down to the input tokens"
        ),
    },
    "alignment": {
        "": Entry("&Weights", "Draw the strongest weights of each row"),
        "predicted": Entry(
            "Word alignment, &predicted row",
            "Align a word by the row that predicts it",
        ),
        "fed": Entry(
            "Word alignment, &input row",
            "Align a word by the row whose input it is, one later",
        ),
    },
    "special": {
        "shown": Entry("&Shown", "Show <s>, </s> and <pad> as any other token"),
        "hidden": Entry("&Hidden", "Leave special tokens out; rows then sum to less than 1"),
        "renormalised": Entry(
            "Hidden, rows &renormalised",
            "Leave special tokens out; rows are divided by their remaining sum",
        ),
    },
    "scale": {
        "linear": Entry("&Linear", "Colour by the weight itself"),
        "sqrt": Entry("&Square root", "Colour by the square root: small weights stand out more"),
        "log": Entry("Lo&garithm", "Colour by the logarithm, from 0.0001 to 1"),
    },
    "colour_map": {
        "kind": Entry(
            "The &kind's colour", "From the background to the colour of the kind of attention"
        ),
        "viridis": named("Viridis"),
        "cividis": named("Cividis"),
        "grey": Entry("&Grey", "Greyscale, for printing"),
    },
    "tint": {
        "": Entry("&No mark", "Show heads without a measure"),
        "entropy": Entry("&Entropy", "How widely a head spreads its attention, in bits"),
        "distance": Entry("Mean &distance", "Average distance of the attended tokens"),
        "previous": Entry("Share on the &previous token", "Weight on the previous token"),
        "next": Entry("Share on the ne&xt token", "Weight on the next token"),
        "first": Entry("Share on the &first token", "Weight on the first token"),
        "special": Entry("Share on &special tokens", "Weight on <s>, </s> and <pad>"),
        "diagonality": Entry("Dia&gonality", "How closely a head follows the diagonal, −1 to 1"),
        "effect": Entry(
            "Effect on the &loss",
            "Increase of the loss when the head is switched off; measured in the background",
        ),
        "name": Entry(
            "Name, where it is pro&ven",
            "Previous token, first token, diagonal or alignment; all other heads are pale",
        ),
    },
}
"""Field of :class:`AttentionOptions`: its values."""

SWITCHES: Entries = {
    "side_by_side": Entry(
        "All kinds side &by side",
        "Show all three kinds next to each other, linked",
        checkable=True,
        place="look",
        place_keys="Alt+8",
    )
}
"""Each also has a control on the tab."""

OPTIONS: Entries = {
    "words": Entry(
        "Merge into &words",
        "One row and one column per word: sum over keys, mean over queries",
        "Ctrl+Shift+W",
        checkable=True,
    ),
    "glosses": Entry(
        "&English under Chinese",
        "Show the English meaning under each Chinese token",
        "Ctrl+Shift+G",
        checkable=True,
    ),
    "sorted_by_tint": Entry(
        "S&ort heads by their mark", "Sort heads by the measure that marks them", checkable=True
    ),
}

PICTURE: Entries = {
    "zoom_in": Entry("Zoom &in", "Show fewer tokens of the focused head, larger", "Ctrl++; Ctrl+="),
    "zoom_out": Entry("Zoom o&ut", "Show more tokens of the focused head, smaller", "Ctrl+-"),
    "fit": Entry("&Fit", "Show all tokens of the focused head", "Ctrl+0"),
    "table": Entry(
        "Show as &table…", "List the weights of the current picture as numbers", "Ctrl+Shift+T"
    ),
}


ON_TAB = ("view",)
"""Options with a permanent control on the tab: not repeated in the menu of its button."""


class AttentionMenu(EntryMenu):
    """Adds a menu; ``option_picked`` has a field of :class:`AttentionOptions`, and its value."""

    option_picked = Signal(str, object)

    def __init__(self, above: QMenu) -> None:
        super().__init__(above)
        for field in ON_TAB:
            self._add_choice(field, above)
        self.add_groups(above, SWITCHES)
        self.menu = self.add_menu("attention")
        for field in CHOICES:
            if field not in ON_TAB:
                self._add_choice(field, self.menu)
        self.menu.addSeparator()
        self.add_groups(self.menu, OPTIONS, PICTURE)
        for field in (*SWITCHES, *OPTIONS):
            self.action(field).triggered.connect(
                lambda on, field=field: self.option_picked.emit(field, on)
            )
        self.retranslate()

    def set_options(self, options: AttentionOptions) -> None:
        for field in CHOICES:
            self.action(f"{field}_{getattr(options, field) or ''}").setChecked(True)
        for field in (*SWITCHES, *OPTIONS):
            self.action(field).setChecked(getattr(options, field))
        self.action("sorted_by_tint").setEnabled(options.tint is not None)

    def _add_choice(self, field: str, above: QMenu) -> None:
        submenu = self.add_menu(f"option_{field}", above)
        self.add_choice(submenu, field, CHOICES[field], partial(self._pick, field))

    def _pick(self, field: str, value: str) -> None:
        self.option_picked.emit(field, value or None)
