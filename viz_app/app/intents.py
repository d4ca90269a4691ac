"""What the views ask for, and which controller does it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viz_app.engine.store import Slot
from viz_app.workbench.changes.branching import branch_compared, branch_renamed, branch_walked_to
from viz_app.workbench.changes.playback import (
    last_step_chosen,
    play_toggled,
    speed_picked,
    step_chosen,
    stepped,
)
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from viz_app.app.frame.replay_place import ReplayPlace
    from viz_app.app.header.header import HeaderBar
    from viz_app.app.menus.menus import Menus
    from viz_app.app.menus.training_menu import TrainingMenu
    from viz_app.app.preferences import PreferencesController
    from viz_app.panels.timeline.views.panel import Timeline
    from viz_app.panels.training.controllers.form import TrainingFormController
    from viz_app.panels.training.controllers.runs_under_way import TrainingController
    from viz_app.panels.training.experiments.controller import ExperimentsController
    from viz_app.panels.training.experiments.views.page import ExperimentsPage
    from viz_app.panels.training.replay.controller import ReplayController
    from viz_app.panels.training.replay.views.head_history_view import HeadHistoryView
    from viz_app.panels.training.replay.views.moment_mosaic import MomentMosaic
    from viz_app.panels.training.replay.views.replay_bar import ReplayBar
    from viz_app.panels.training.runs.controllers.runs import RunsController
    from viz_app.panels.training.runs.views.page import RunsPage
    from viz_app.panels.training.views.panel import TrainingPanel
    from viz_app.workbench.controllers.branching import BranchingController
    from viz_app.workbench.controllers.models import ModelController
    from viz_app.workbench.controllers.translation import TranslationController


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
    timeline: Timeline, *, screen: Slot[Workbench], branching: BranchingController
) -> None:
    """Steps and branches to what is on screen, other ways to decode to the branches."""
    for asked, change in (
        (timeline.step_picked, step_chosen),
        (timeline.first_requested, partial(step_chosen, step=0)),
        (timeline.back_requested, partial(stepped, by=-1)),
        (timeline.forward_requested, stepped),
        (timeline.last_requested, last_step_chosen),
        (timeline.play_toggled, play_toggled),
        (timeline.speed_picked, speed_picked),
        (timeline.branch_picked, branch_walked_to),
        (timeline.branch_renamed, branch_renamed),
        (timeline.compare_picked, branch_compared),
    ):
        asked.connect(screen.applying(change))
    timeline.branch_requested.connect(branching.branch)
    timeline.token_typed.connect(branching.type_token)
    timeline.target_given.connect(branching.give_target)
    timeline.branch_deleted.connect(branching.delete)


def connect_training(
    panel: TrainingPanel,
    *,
    training: TrainingController,
    runs: RunsController,
    replay: ReplayController,
    screen: Slot[Workbench],
) -> None:
    """The run on show to the training, its time-lapse to the replay."""
    panel.training_requested.connect(training.start)
    view = panel.view
    view.pause_requested.connect(training.pause)
    view.resume_requested.connect(training.resume)
    view.stop_requested.connect(training.stop)
    view.go_on_requested.connect(training.go_on)
    view.use_requested.connect(runs.use)
    view.run_picked.connect(runs.pick)
    view.replay_requested.connect(replay.open)
    view.moment_picked.connect(replay.pick_moment)
    view.heads_made.connect(partial(connect_heads, replay=replay, screen=screen))
    view.attention_made.connect(partial(connect_mosaic, screen=screen))
    connect_replay(view.bar, replay=replay)


def connect_heads(
    view: HeadHistoryView, *, replay: ReplayController, screen: Slot[Workbench]
) -> None:
    """Numbers of the heads over time: the same head is chosen everywhere."""
    view.number_picked.connect(replay.pick_number)
    view.head_picked.connect(screen.applying(head_picked))


def connect_mosaic(view: MomentMosaic, *, screen: Slot[Workbench]) -> None:
    """All heads of a moment: kind and head are chosen everywhere."""
    view.kind_picked.connect(screen.applying(kind_picked))
    view.head_picked.connect(screen.applying(head_picked))


def connect_runs(page: RunsPage, *, runs: RunsController, training: TrainingController) -> None:
    """What is done with old runs."""
    page.run_picked.connect(runs.pick)
    page.compare_picked.connect(runs.compare)
    page.rename_requested.connect(runs.rename)
    page.export_requested.connect(runs.export)
    page.delete_requested.connect(runs.delete)
    page.undo_requested.connect(runs.undo)
    page.go_on_requested.connect(training.go_on)
    page.use_requested.connect(runs.use)


def connect_experiments(page: ExperimentsPage, *, experiments: ExperimentsController) -> None:
    """Prepared experiments."""
    page.experiment_picked.connect(experiments.pick)
    page.predicted.connect(experiments.predict)
    page.experiment_requested.connect(experiments.run)


def connect_replay(bar: ReplayBar | ReplayPlace, *, replay: ReplayController) -> None:
    """A slider over training time."""
    bar.moment_picked.connect(replay.pick_moment)
    bar.probe_picked.connect(replay.pick_probe)
    bar.play_toggled.connect(replay.toggle)
    bar.replay_closed.connect(replay.close)


def connect_training_menu(
    menu: TrainingMenu,
    *,
    form: TrainingFormController,
    training: TrainingController,
    replay: ReplayController,
    runs: RunsController,
) -> None:
    """Menu entries on the run on show."""
    for name in ("new", "runs", "experiments"):
        menu.action(name).triggered.connect(partial(form.open_page, name))
    menu.action("pause").triggered.connect(training.pause_or_resume)
    menu.action("stop").triggered.connect(training.stop)
    menu.action("use").triggered.connect(runs.use_shown)
    menu.action("watch").triggered.connect(replay.open_or_close)
    menu.action("earlier").triggered.connect(replay.earlier)
    menu.action("later").triggered.connect(replay.later)
    menu.action("play").triggered.connect(replay.toggle)


def connect_menus(menus: Menus, *, preferences: PreferencesController) -> None:
    """Choices for good to the preferences; all else that menus ask for, views ask for too."""
    menus.theme_picked.connect(preferences.pick_theme)
    menus.language_picked.connect(preferences.pick_language)
    menus.size_picked.connect(preferences.pick_size)
