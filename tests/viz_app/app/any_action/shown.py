"""All that views show of a state, without a view."""

from viz_app.app.app_state import AppState, room_of, training_room
from viz_app.app.header_snapshot import resolve_header, resolve_translated
from viz_app.app.interventions import resolve_menu
from viz_app.app.menus.entry_menu import resolve_branch_menu, resolve_training_menu
from viz_app.app.panels import PANELS
from viz_app.app.session_state import resolve_session
from viz_app.app.undo import next_steps
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.panels.training.replay.room import (
    looked_at,
    resolve_moment_mosaic,
    resolve_workbench_replay,
)
from viz_app.panels.training.snapshot import resolve_training
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.snapshots.interventions import resolve_intervention


def show_everything(state: AppState) -> None:
    """Resolve every snapshot."""
    screen, training = looked_at(training_room(state)), training_room(state)
    resolve_header(state.bench)
    resolve_translated(state.bench)
    resolve_attention(screen)
    resolve_branch_menu(resolve_timeline(screen))
    resolve_training_menu(state.training)
    resolve_training(training)
    resolve_workbench_replay(training)
    resolve_moment_mosaic(training)
    resolve_session(state)
    next_steps(state)
    uncomputable(screen)
    resolve_menu(screen)
    resolve_intervention(screen)
    for panel in PANELS:
        if panel.name not in {"attention", "training", "runs", "time_lapse", "experiments"}:
            panel.parts().resolve(room_of(state, panel))
