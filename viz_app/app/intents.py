"""What the views ask for, and which controller does it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viz_app.engine.store import Slot
from viz_app.panels.training.replay.changes import moment_passed, replay_toggled
from viz_app.workbench.changes import playback
from viz_app.workbench.changes.branching import branch_compared, branch_renamed, branch_walked_to
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from viz_app.app.header.intents import HeaderIntents
    from viz_app.app.menus.entry_menu import GroupMenu
    from viz_app.app.sessions.opening import OpeningController
    from viz_app.panels.timeline.intents import TimelineIntents
    from viz_app.panels.training.controllers.runs_under_way import TrainingController
    from viz_app.panels.training.intents import TrainingIntents
    from viz_app.panels.training.replay.controller import ReplayController
    from viz_app.panels.training.runs.controller import RunsController
    from viz_app.panels.training.state.training import TrainingRoom
    from viz_app.workbench.controllers.branching import BranchingController
    from viz_app.workbench.controllers.translation import TranslationController


def connect_header(
    header: HeaderIntents,
    *,
    translation: TranslationController,
    branching: BranchingController,
    opening: OpeningController,
) -> None:
    """Sentences are translated, models opened; who stops, stops the branches too."""
    header.translate_requested.connect(translation.translate)
    header.translation_cancelled.connect(branching.drop)
    header.translation_cancelled.connect(translation.cancel)
    header.model_picked.connect(opening.open_model)


def connect_timeline(
    timeline: TimelineIntents, *, screen: Slot[Workbench], branching: BranchingController
) -> None:
    """Steps and branches to what is on screen, other ways to decode to the branches."""
    for asked, change in (
        (timeline.step_picked, playback.step_chosen),
        (timeline.first_requested, partial(playback.step_chosen, step=0)),
        (timeline.back_requested, partial(playback.stepped, by=-1)),
        (timeline.forward_requested, playback.stepped),
        (timeline.last_requested, playback.last_step_chosen),
        (timeline.play_toggled, playback.play_toggled),
        (timeline.speed_picked, playback.speed_picked),
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
    asked: TrainingIntents,
    *,
    training: TrainingController,
    runs: RunsController,
    replay: ReplayController,
) -> None:
    """What takes a job, files or another tab."""
    asked.training_requested.connect(training.start)
    asked.experiment_requested.connect(training.start_experiment)
    asked.pause_requested.connect(training.pause)
    asked.resume_requested.connect(training.resume)
    asked.stop_requested.connect(training.stop)
    asked.go_on_requested.connect(training.go_on)
    asked.use_requested.connect(runs.use)
    asked.rename_requested.connect(runs.rename)
    asked.export_requested.connect(runs.export)
    asked.delete_requested.connect(runs.delete)
    asked.undo_requested.connect(runs.undo)
    asked.replay_requested.connect(replay.open)


def connect_training_menu(
    menu: GroupMenu,
    *,
    room: Slot[TrainingRoom],
    training: TrainingController,
    replay: ReplayController,
    runs: RunsController,
) -> None:
    """Menu entries on the run on show."""
    change = room.apply
    menu.action("pause").triggered.connect(training.pause_or_resume)
    menu.action("stop").triggered.connect(training.stop)
    menu.action("use").triggered.connect(runs.use_shown)
    menu.action("watch").triggered.connect(replay.open_or_close)
    menu.action("earlier").triggered.connect(partial(change, moment_passed, -1))
    menu.action("later").triggered.connect(partial(change, moment_passed, 1))
    menu.action("play").triggered.connect(partial(change, replay_toggled))
