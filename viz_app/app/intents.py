"""What the views ask for, and which controller does it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viz_app.engine.store import Slot
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from viz_app.app.frame.replay_place import ReplayRow
    from viz_app.app.header.intents import HeaderIntents
    from viz_app.app.menus.entry_menu import GroupMenu
    from viz_app.panels.timeline.intents import TimelineIntents
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
    from viz_app.workbench.controllers.playback import PlaybackController
    from viz_app.workbench.controllers.translation import TranslationController


def connect_header(
    header: HeaderIntents,
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
    timeline: TimelineIntents, *, playback: PlaybackController, branching: BranchingController
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


def connect_replay(bar: ReplayBar | ReplayRow, *, replay: ReplayController) -> None:
    """A slider over training time."""
    bar.moment_picked.connect(replay.pick_moment)
    bar.probe_picked.connect(replay.pick_probe)
    bar.play_toggled.connect(replay.toggle)
    bar.replay_closed.connect(replay.close)


def connect_training_menu(
    menu: GroupMenu,
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
