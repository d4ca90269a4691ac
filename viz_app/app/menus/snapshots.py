"""What can be done with branches and with training runs, as their menus show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from viz_app.panels.timeline.snapshot import TimelineSnapshot
from viz_app.panels.training.replay.moments import cursor
from viz_app.panels.training.runs.usable import usable
from viz_app.panels.training.state.training import TrainingState


@dataclass(frozen=True, slots=True)
class MenuSnapshot:
    """Names of the actions that can be done, and of those that are marked."""

    enabled: frozenset[str] = frozenset()
    checked: frozenset[str] = frozenset()


def resolve_branch_menu(timeline: TimelineSnapshot) -> MenuSnapshot:
    """The menu of branches."""
    row, several = timeline.current_row, len(timeline.branches) > 1
    return _enabled(
        {
            "next_candidate": timeline.next_candidate is not None,
            "type_token": timeline.can_branch,
            "own_target": timeline.can_branch,
            "next_branch": several,
            "previous_branch": several,
            "list": several,
            "rename": several and not timeline.recorded,
            "delete": several and not timeline.recorded,
            "compare_parent": row is not None and row.parent is not None,
            "stop_comparing": timeline.comparison is not None,
        }
    )


def resolve_training_menu(training: TrainingState) -> MenuSnapshot:
    """The menu of training runs: of the run on show, and of the moments of its time-lapse."""
    runs, replay = training.runs, cursor(training)
    card, history = runs.card(runs.shown), runs.history(runs.shown)
    moments = len(history.moments) if history else 0
    under_way = any(not run.ending for run in training.live)
    return _enabled(
        {
            "pause": under_way,
            "stop": under_way,
            "use": card is not None and usable(card, training.live_run(runs.shown)),
            "watch": moments > 0,
            "earlier": replay.index > 0,
            "later": replay.index < moments - 1,
            "play": moments > 1,
        },
        checked={"watch"} if replay.in_workbench else (),
    )


def _enabled(can: Mapping[str, bool], checked: Iterable[str] = ()) -> MenuSnapshot:
    return MenuSnapshot(frozenset(name for name in can if can[name]), frozenset(checked))
