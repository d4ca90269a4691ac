"""The time-lapse: which moment of the run on show is looked at, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.traces.moment import HeadNumber
    from model.traces.trace import Trace
    from viz_app.workbench.state.branches import BranchTree
    from viz_app.workbench.state.selection import Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPicture:
    """What the workbench showed of the user's own, put aside while it shows a moment.

    ``selection`` is where the user was in it.
    """

    trace: Trace | None
    branches: BranchTree | None
    selection: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayState:
    """A cursor over the moments of the run on show, and whether the workbench shows them.

    :func:`viz_app.panels.training.replay.moments.cursor` gives it as it applies to the run on
    show now.

    Attributes:
        run_id: whose moments it is about; the cursor of another run begins anew.
        index: of the moment, from 0.
        follows: the newest moment is looked at, also when a newer one comes.
        probe: index of the sentence.
        playing: whether it goes on by itself.
        number: which number of the heads is shown over time.
        in_workbench: the workbench shows the moment whenever its tab is in front.
        own: the user's own picture while the moment is on screen in its place, else None.
        place: where the user was in the moment while the own picture is on screen again.
    """

    run_id: str | None = None
    index: int = 0
    follows: bool = True
    probe: int = 0
    playing: bool = False
    number: HeadNumber = "entropy"
    in_workbench: bool = False
    own: OwnPicture | None = None
    place: Selection | None = None
