"""Connects menu entries to the intents of the views that they repeat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.app.frame.focus import focus_picture
from viz_app.panels.timeline.room import first_step_chosen, stepped_back, stepped_forward
from viz_app.workbench.changes.selection import (
    cover_toggled,
    covers_set,
    kind_picked,
    last_step_chosen,
    option_picked,
    play_toggled,
    revealed,
    row_labels_picked,
)
from viz_app.workbench.state import COVERS

if TYPE_CHECKING:
    from viz_app.app.frame.places import Tabs
    from viz_app.app.frame.window_files import DropWindow, WindowFiles
    from viz_app.app.header import HeaderBar
    from viz_app.app.late_panels import WindowRooms
    from viz_app.app.menus.entry_menu import EntryMenu
    from viz_app.app.menus.menu_bar import Menus
    from viz_app.panels.attention.view.panel import AttentionPanel
    from viz_app.panels.timeline.view.panel import Timeline
    from viz_app.widgets.pages import LatePage


def repeat_intents(
    menus: Menus,
    rooms: WindowRooms,
    *,
    header: HeaderBar,
    timeline: LatePage,
    attention: LatePage,
    tabs: Tabs,
    files: WindowFiles,
    scenes: LatePage,
) -> None:
    _connect(
        menus,
        open=files.ask_and_open,
        save_session=files.save_session,
        save_session_as=files.ask_and_save_session,
        save_with_model=files.ask_and_save_with_model,
        save_model=files.ask_and_save_model,
        save_lesson=files.ask_and_save_lesson,
        next_tab=tabs.show_next,
        previous_tab=tabs.show_previous,
        translate=header.request_translation,
        stop=header.intents.translation_cancelled,
    )
    does, looks = rooms.timeline.does, rooms.attention.does
    _connect(
        menus,
        first_step=does(first_step_chosen),
        step_back=does(stepped_back),
        step_forward=does(stepped_forward),
        last_step=does(last_step_chosen),
        play=does(play_toggled),
    )
    menus.kind_picked.connect(looks(kind_picked))
    menus.row_labels_picked.connect(looks(row_labels_picked))
    menus.attention.option_picked.connect(looks(option_picked))
    toggle = looks(cover_toggled)
    for cover in COVERS:
        entry = menus.covers.action(cover)
        entry.triggered.connect(lambda hidden, cover=cover: toggle(cover, hidden))
        entry.triggered.connect(lambda: focus_picture(tabs.page()))
    _connect(menus.covers, nothing=partial(looks(covers_set), ()), reveal=looks(revealed))
    timeline.for_each(partial(_repeat_of_timeline, menus))
    attention.for_each(partial(_repeat_of_attention, menus))
    scenes.for_each(lambda side: side.set_menu(menus.scenes))
    menus.place_picked.connect(tabs.pick_place)
    menus.tab_picked.connect(tabs.pick_tab)
    menus.model_picked.connect(header.intents.model_picked)
    menus.recent.picked.connect(files.open_requested)
    header.intents.open_model_requested.connect(files.ask_and_open)


def _repeat_of_timeline(menus: Menus, timeline: Timeline) -> None:
    branches = timeline.branches
    _connect(
        menus,
        copy_translation=timeline.translation.copy_translation,
        mask_token=timeline.mask_token,
    )
    _connect(
        menus.branches,
        next_candidate=timeline.branch_on_next_candidate,
        type_token=timeline.type_token,
        own_target=timeline.edit_target,
        next_branch=branches.pick_next,
        previous_branch=branches.pick_previous,
        list=timeline.show_branches,
        rename=timeline.edit_branch_name,
        delete=branches.delete_meant,
        compare_parent=branches.compare_with_parent,
        stop_comparing=branches.stop_comparing,
    )


def _repeat_of_attention(menus: Menus, attention: AttentionPanel) -> None:
    _connect(
        menus.attention,
        table=attention.show_table,
        zoom_in=attention.zoom_in,
        zoom_out=attention.zoom_out,
        fit=attention.fit,
    )
    attention.set_options_menu(menus.attention.menu)


def connect_boxes(menus: Menus, window: DropWindow, rooms: WindowRooms) -> None:
    # Each box is imported at its first use.
    def guide() -> None:
        from viz_app.app.dialogs.guide import show_guide

        show_guide(window, window.theme)

    def look_up(about: QWidget | None) -> None:
        from viz_app.app.dialogs.glossary import show_glossary

        show_glossary(window, window.theme, rooms.lesson.show_term, about)

    def boxes() -> ModuleType:
        from viz_app.app.dialogs import help as dialogs

        return dialogs

    _connect(
        menus,
        guide=guide,
        glossary=lambda: look_up(None),
        shortcuts=lambda: boxes().show_shortcuts(window, menus.keys()),
        help_on_this=lambda: look_up(QApplication.focusWidget() or window),
        about=lambda: boxes().show_about(window),
    )


def _connect(menu: EntryMenu, **does: Callable[..., object] | SignalInstance) -> None:
    for name, asked in does.items():
        menu.action(name).triggered.connect(asked)
