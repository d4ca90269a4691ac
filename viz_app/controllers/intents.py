"""What the views ask for, and which controller does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz_app.controllers.attention import AttentionController
    from viz_app.controllers.branching import BranchingController
    from viz_app.controllers.models import ModelController
    from viz_app.controllers.playback import PlaybackController
    from viz_app.controllers.preferences import PreferencesController
    from viz_app.controllers.selection import SelectionController
    from viz_app.controllers.training import TrainingController
    from viz_app.controllers.translation import TranslationController
    from viz_app.ui.attention.attention_panel import AttentionPanel
    from viz_app.ui.frame.header import HeaderBar
    from viz_app.ui.frame.menus import Menus
    from viz_app.ui.timeline.timeline import Timeline
    from viz_app.ui.training.training_panel import TrainingPanel


def connect_header(
    header: HeaderBar,
    *,
    translation: TranslationController,
    branching: BranchingController,
    models: ModelController,
) -> None:
    """Sentences to the translation, choices to the models; who stops, stops the branches too."""
    header.translate_requested.connect(translation.translate)
    header.translation_cancelled.connect(branching.drop)
    header.translation_cancelled.connect(translation.cancel)
    header.model_picked.connect(models.open)
    header.device_picked.connect(models.move)


def connect_timeline(
    timeline: Timeline, *, playback: PlaybackController, branching: BranchingController
) -> None:
    """Steps to the playback, other ways to decode to the branches."""
    timeline.step_picked.connect(playback.go_to)
    timeline.first_requested.connect(playback.first)
    timeline.back_requested.connect(playback.back)
    timeline.forward_requested.connect(playback.forward)
    timeline.last_requested.connect(playback.last)
    timeline.play_toggled.connect(playback.toggle)
    timeline.speed_picked.connect(playback.change_speed)
    timeline.branch_requested.connect(branching.branch)
    timeline.token_typed.connect(branching.type_token)
    timeline.target_given.connect(branching.give_target)
    timeline.branch_picked.connect(branching.walk)
    timeline.branch_renamed.connect(branching.rename)
    timeline.branch_deleted.connect(branching.delete)
    timeline.compare_picked.connect(branching.compare)


def connect_attention(
    panel: AttentionPanel, *, selection: SelectionController, looking: AttentionController
) -> None:
    """What is looked at to the selection, how it is looked at to the options."""
    panel.kind_picked.connect(selection.pick_kind)
    panel.head_picked.connect(selection.pick_head)
    panel.cell_picked.connect(selection.pick_cell)
    panel.row_labels_picked.connect(selection.pick_row_labels)
    panel.option_picked.connect(looking.pick_option)
    panel.head_toggled.connect(looking.toggle_head)
    panel.all_heads_chosen.connect(looking.choose_all_heads)


def connect_training(
    panel: TrainingPanel, *, training: TrainingController, models: ModelController
) -> None:
    """The run to the training, its model's file to the models."""
    panel.training_requested.connect(training.start)
    panel.pause_requested.connect(training.pause)
    panel.resume_requested.connect(training.resume)
    panel.training_cancelled.connect(training.cancel)
    panel.save_requested.connect(models.save)


def connect_menus(menus: Menus, *, preferences: PreferencesController) -> None:
    """Choices for good to the preferences; all else that menus ask for, views ask for too."""
    menus.theme_picked.connect(preferences.pick_theme)
    menus.language_picked.connect(preferences.pick_language)
    menus.size_picked.connect(preferences.pick_size)
