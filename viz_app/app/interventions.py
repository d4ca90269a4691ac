"""Interventions in the window: the entries of their menu, for what is pointed at or in view."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, QPointF, QTimer, Slot
from PySide6.QtWidgets import QMenu, QWidget

from model.messages import Message, UserError
from model.traces.interventions import Interventions
from viz_app.app.app_state import Services
from viz_app.app.menus.entries import INTERVENTION_GROUPS
from viz_app.app.panels import tabs_of
from viz_app.panels.timeline.pictures import branch_label
from viz_app.texts.labels import message_text, tool_tip, verbatim
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.interventions import (
    Scope,
    change_refusal,
    in_force,
    place_in_text,
    requested,
    scope_in_view,
    shown_branch,
)
from viz_app.workbench.changes.models import failed, told
from viz_app.workbench.controllers import BranchingController
from viz_app.workbench.covers import covered
from viz_app.workbench.snapshots.interventions import (
    InterventionSnapshot,
    place_name,
    resolve_intervention,
)
from viz_app.workbench.snapshots.token_axes import branch_rows
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow

TYPE_IT = Message(
    "Type another word and press Return: the changed sentence starts over without interventions, "
    "since all branches have the same source."
)

MEAN = Message("Replace the output by its mean over {sample}; again: switch it on")

ELSEWHERE = Message("Heads are switched off in Look and Understand.")

TRAIN = {panel.name for panel in tabs_of("train")}

NAMES = tuple(name for group in INTERVENTION_GROUPS for name in group)

MenuState = dict[str, tuple[Message | None, bool]]
"""Of each entry why it is disabled, or None, and whether it is checked."""


def resolve_menu(bench: Workbench, scope: Scope | None = None) -> MenuState:
    """The entries for a scope, by default for what is in view."""
    scope = scope or scope_in_view(bench)
    elsewhere = ELSEWHERE if bench.tab in TRAIN else None
    whys = {name: elsewhere or change_refusal(bench, name, scope) for name in NAMES}
    return {name: (why, not why and in_force(bench, name, scope)) for name, why in whys.items()}


def scope_around(widget: QWidget | None, place: QPoint | None) -> Scope | None:
    """What a place of the screen is about; None = what the keyboard has reached in a widget."""
    while widget is not None:
        find = getattr(widget, "scope_at", None)
        point = None if place is None else QPointF(widget.mapFromGlobal(place))
        scope: Scope | None = find(point) if find is not None else None
        if scope is not None:
            return scope
        widget = widget.parentWidget()
    return None


class InterventionController(QObject):
    """Turns the entries of the menu into interventions, and shows which of them can be made."""

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        branching: BranchingController,
        ask: Callable[[Interventions], None],
    ) -> None:
        """``ask`` is told what is about to come on screen."""
        super().__init__(window)
        self._window, self._branching, self._ask = window, branching, ask
        self._bench, self._screen = services.bench, services.screen
        self._scope: Scope | None = None
        self._menu, self._branches = window.menus.interventions, QMenu(window)
        for name in NAMES:
            self._menu.action(name).triggered.connect(partial(self._on_entry, name))
            self._menu.action(name).setShortcutVisibleInContextMenu(True)
        self._menu.action("take").setMenu(self._branches)
        self._branches.aboutToShow.connect(self._list_branches)
        window.renewed.connect(self._leave)  # the menus have their tips again
        show, bar = services.presenter.show, window.interventions
        show(services.screen, self._state, self._show_state)
        show(services.screen, resolve_intervention, self._show_bar)
        bar.restored.connect(partial(self.change, "restore"))
        bar.way_picked.connect(partial(self.change, "same_target"))

    def meant(self) -> Scope:
        """That of an open menu, else what is under the pointer, has the focus, or is in view.

        Without a word, it is the one under the cursor.
        """
        if self._scope is not None:
            return self._scope
        scope, in_view = self._pointed_at(), scope_in_view(self._screen.now)
        scope = scope or scope_around(self._window.focusWidget(), None) or in_view
        return dataclasses.replace(scope, token=in_view.token) if scope.token is None else scope

    def _pointed_at(self) -> Scope | None:
        for view in self._window.findChildren(PictureView):
            point = view.pointed_at if view.isVisible() else None
            place = None if point is None else view.mapToGlobal(point.toPoint())
            found = scope_around(view, place) if place is not None else None
            if found is not None:
                return found
        return None

    def change(self, name: str, other: int | None = None) -> None:
        """Make a change by the name of its entry; ``other`` is the branch to take from."""
        bench, scope = self._screen.now, self.meant()
        why = change_refusal(bench, name, scope)
        if why is not None:
            self._bench.apply(told, why, "warning")
        elif name == "restore":
            self._branching.intervene(())
        elif name == "same_target":
            branch = shown_branch(bench)
            self._branching.intervene(branch.interventions, same_target=not branch.given)
        elif name == "replace" and bench.trace is not None:
            place = place_in_text(bench.trace, scope)
            self._window.header.offer_to_edit(bench.trace.source_text, place)
            self._bench.apply(told, TYPE_IT)
        else:
            self._intervene(name, scope, other)

    def fill(self, menu: QMenu, scope: Scope) -> None:
        """Put the entries into a menu that is about to open."""
        self._scope = scope
        self._show_state(self._state(self._screen.now))
        title = place_name(scope.kind, scope.layer, scope.head)
        menu.addAction(verbatim(message_text(title))).setEnabled(False)
        for group in INTERVENTION_GROUPS:
            menu.addActions([self._menu.action(name) for name in group])
            menu.addSeparator()
        # the menu is hidden before its entry is heard of
        menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._leave))

    def _intervene(self, how: Any, scope: Scope, other: int | None) -> None:
        try:
            wanted = requested(self._screen.now, how, scope, other)
        except UserError as error:
            self._bench.apply(failed, error.message)
        else:
            if wanted:
                self._ask(wanted)
            self._branching.intervene(wanted)

    def _state(self, bench: Workbench) -> MenuState:
        return resolve_menu(bench, self._scope)

    def _show_state(self, state: MenuState) -> None:
        for name, (why, checked) in state.items():
            action = self._menu.action(name)
            action.setEnabled(why is None)
            action.setChecked(checked)
            action.setToolTip(tool_tip(self._tip(name) if why is None else message_text(why)))

    def _tip(self, name: str) -> str:
        model = self._screen.now.model
        if name == "mean" and model is not None and model.sample is not None:
            return message_text(dataclasses.replace(MEAN, values={"sample": model.sample}))
        return self._menu.action(name).statusTip()

    def _show_bar(self, snapshot: InterventionSnapshot | None) -> None:
        self._window.interventions.set_snapshot(snapshot)
        self._window.centre.show_around()

    def _on_entry(self, name: str) -> None:
        self.change(name)
        self._show_state(self._state(self._screen.now))  # Qt has checked the entry itself

    @Slot()
    def _list_branches(self) -> None:
        self._branches.clear()
        tree = covered(self._screen.now).branches
        for row in branch_rows(tree) if tree is not None else ():
            if row.id != shown_branch(self._screen.now).id:
                take = partial(self.change, "take", row.id)
                self._branches.addAction(verbatim(branch_label(row)), take)

    @Slot()
    def _leave(self) -> None:
        self._scope = None
        self._show_state(self._state(self._screen.now))
