"""Menu entries repeat the intents of the views, so that each intent has one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz_app.ui.main_window import MainWindow


def connect_menus(window: MainWindow) -> None:
    """Let every menu entry do, or ask for, what it says."""
    header, timeline, menus = window.header, window.timeline, window.menus
    for name, does in {
        "open_model": header.open_model_requested,
        "save_model": window.training.ask_and_save,
        "quit": window.close,
        "translate": header.request_translation,
        "stop": header.translation_cancelled,
        "copy_translation": timeline.copy_translation,
        "first_step": timeline.first_requested,
        "step_back": timeline.back_requested,
        "step_forward": timeline.forward_requested,
        "last_step": timeline.last_requested,
        "play": timeline.play_toggled,
        "train": window.show_training_form,
        "shortcuts": window.show_keys,
        "about": window.show_about,
    }.items():
        menus.action(name).triggered.connect(does)
    menus.tab_picked.connect(window.show_tab)
    menus.kind_picked.connect(window.attention.kind_picked)
    menus.row_labels_picked.connect(window.attention.row_labels_picked)
    menus.model_picked.connect(header.model_picked)
