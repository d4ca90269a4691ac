"""Parts of the window that are there from the start: who does what they ask, what they show."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from viz_app.app.header.snapshot import HeaderSnapshot, resolve_header, resolve_translated
from viz_app.app.menus.snapshots import resolve_branch_menu
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Slot
from viz_app.panels.attention.snapshot.panel import resolve_attention
from viz_app.panels.timeline.snapshot import TimelineSnapshot, resolve_timeline
from viz_app.pictures.zoom import Zoom
from viz_app.workbench.changes import playback
from viz_app.workbench.changes.branching import branch_compared, branch_renamed, branch_walked_to
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from viz_app.app.header.intents import HeaderIntents
    from viz_app.app.main_window import MainWindow
    from viz_app.app.sessions.opening import OpeningController
    from viz_app.panels.timeline.intents import TimelineIntents
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
    timeline: TimelineIntents,
    *,
    screen: Slot[Workbench],
    translation: TranslationController,
    branching: BranchingController,
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
    timeline.mask_requested.connect(translation.mask)
    timeline.branch_requested.connect(branching.branch)
    timeline.token_typed.connect(branching.type_token)
    timeline.target_given.connect(branching.give_target)
    timeline.branch_deleted.connect(branching.delete)


def show_state(
    window: MainWindow,
    presenter: Presenter,
    *,
    bench: Slot[Workbench],
    screen: Slot[Workbench],
    zooms: Slot[Mapping[str, Zoom]],
) -> None:
    """Let the window show what is on the workbench, from now on; its settings are not in this.

    Args:
        window: the whole of it.
        presenter: shows whatever has changed.
        bench: with the user's own translation.
        screen: perhaps with a recorded moment.
        zooms: of the pictures, which come before.
    """
    own, seen = partial(presenter.show, bench), partial(presenter.show, screen)
    seen(attrgetter("selection"), window.menus.set_selection)
    own(attrgetter("attention"), window.menus.attention.set_options)
    seen(resolve_header, partial(_show_header, window))
    seen(resolve_attention, window.attention.show_attention)
    presenter.show(zooms, lambda parts: parts, window.attention.show_zooms)
    seen(resolve_timeline, partial(_show_timeline, window))
    own(attrgetter("notice"), window.notices.set_notice)
    seen(resolve_translated, window.centre.translated.setText)


def _show_header(window: MainWindow, snapshot: HeaderSnapshot) -> None:
    for view in (window.header, window.menus, window.files):
        view.set_snapshot(snapshot)


def _show_timeline(window: MainWindow, snapshot: TimelineSnapshot) -> None:
    window.timeline.set_snapshot(snapshot)
    window.menus.branches.set_snapshot(resolve_branch_menu(snapshot))
    window.menus.action("mask_token").setEnabled(snapshot.can_mask)
