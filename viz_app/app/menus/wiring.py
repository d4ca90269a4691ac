"""Menu entries repeat the intents of the views, so that each intent has one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz_app.app.frame.model_files import ModelFiles
    from viz_app.app.header.header import HeaderBar
    from viz_app.app.menus.entry_menu import GroupMenu
    from viz_app.app.menus.menus import Menus
    from viz_app.panels.attention.views.panel import AttentionPanel
    from viz_app.panels.timeline.views.panel import Timeline


def repeat_intents(
    menus: Menus,
    *,
    header: HeaderBar,
    timeline: Timeline,
    attention: AttentionPanel,
    files: ModelFiles,
) -> None:
    """Let every menu entry ask for what a view asks for; what the window does is for itself."""
    for name, does in {
        "open_model": files.ask_and_open,
        "save_model": files.ask_and_save,
        "translate": header.request_translation,
        "stop": header.translation_cancelled,
        "copy_translation": timeline.translation.copy_translation,
        "first_step": timeline.intents.first_requested,
        "step_back": timeline.intents.back_requested,
        "step_forward": timeline.intents.forward_requested,
        "last_step": timeline.intents.last_requested,
        "play": timeline.intents.play_toggled,
    }.items():
        menus.action(name).triggered.connect(does)
    _repeat_branches(menus.branches, timeline)
    header.open_model_requested.connect(files.ask_and_open)
    menus.kind_picked.connect(attention.intents.kind_picked)
    menus.row_labels_picked.connect(attention.intents.row_labels_picked)
    menus.attention.option_picked.connect(attention.intents.option_picked)
    for name, does in {
        "table": attention.show_table,
        "zoom_in": attention.zoom_in,
        "zoom_out": attention.zoom_out,
        "fit": attention.fit,
    }.items():
        menus.attention.action(name).triggered.connect(does)
    attention.set_options_menu(menus.attention.menu)
    menus.model_picked.connect(header.model_picked)


def _repeat_branches(menu: GroupMenu, timeline: Timeline) -> None:
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
