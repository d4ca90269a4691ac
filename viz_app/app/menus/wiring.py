"""Menu entries repeat the intents of the views, so that each intent has one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.app.menus.menus import Menus
    from viz_app.panels.one_head.views.panel import OneHeadPanel


def connect_menus(window: MainWindow) -> None:
    """Let every menu entry do, or ask for, what it says."""
    header, timeline, menus = window.header, window.timeline, window.menus
    for name, does in {
        "open_model": window.files.ask_and_open,
        "save_model": window.files.ask_and_save,
        "quit": window.close,
        "translate": header.request_translation,
        "stop": header.translation_cancelled,
        "copy_translation": timeline.copy_translation,
        "first_step": timeline.first_requested,
        "step_back": timeline.back_requested,
        "step_forward": timeline.forward_requested,
        "last_step": timeline.last_requested,
        "play": timeline.play_toggled,
        "shortcuts": window.show_keys,
        "about": window.show_about,
    }.items():
        menus.action(name).triggered.connect(does)
    _connect_branches(window)
    header.open_model_requested.connect(window.files.ask_and_open)
    menus.training.action("new").triggered.connect(window.show_training_form)
    for name in ("runs", "experiments"):
        menus.training.action(name).triggered.connect(lambda: window.show_tab("training"))
    window.late["one_head"].made.connect(lambda panel: _connect_stages(menus, panel))
    menus.tab_picked.connect(window.show_tab)
    menus.kind_picked.connect(window.attention.kind_picked)
    menus.row_labels_picked.connect(window.attention.row_labels_picked)
    menus.attention.option_picked.connect(window.attention.option_picked)
    for name, does in {
        "table": window.attention.show_table,
        "zoom_in": window.attention.zoom_in,
        "zoom_out": window.attention.zoom_out,
        "fit": window.attention.fit,
    }.items():
        menus.attention.action(name).triggered.connect(does)
    window.attention.set_options_menu(menus.attention.menu)
    menus.model_picked.connect(header.model_picked)


def _connect_stages(menus: Menus, panel: OneHeadPanel) -> None:
    menus.action("stage_back").triggered.connect(panel.back)
    menus.action("stage_forward").triggered.connect(panel.forward)


def _connect_branches(window: MainWindow) -> None:
    timeline, menu = window.timeline, window.menus.branches
    for name, does in {
        "next_candidate": timeline.branch_on_next_candidate,
        "type_token": timeline.side.type_token,
        "own_target": timeline.translation.edit_target,
        "next_branch": timeline.branches.pick_next,
        "previous_branch": timeline.branches.pick_previous,
        "list": timeline.side.show_branches,
        "rename": timeline.side.edit_branch_name,
        "delete": timeline.branches.delete_meant,
        "compare_parent": timeline.branches.compare_with_parent,
        "stop_comparing": timeline.branches.stop_comparing,
    }.items():
        menu.action(name).triggered.connect(does)
