"""The time-lapse: which moment of the run on show is looked at, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viz_app.workbench.state.branches import ROOT

if TYPE_CHECKING:
    from model.traces.moment import HeadNumber
    from model.traces.trace import Kind
    from viz_app.workbench.state.selection import Cell

COMPARED = ROOT + 1
"""The id of the compared run's branch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentPlace:
    """Where the user is in a moment; the next moment is looked at in the same place.

    Attributes:
        step: None for the end of the sentence, however long it is.
        cell: the cursor, in a picture of ``kind``.
        head: layer and head that were picked, as long as the own translation, whose model may
            have fewer, is looked at in its ``own_head``.
        runs: ids of the runs whose branches are meant by ``branch``, the one on screen, and
            ``compared``.
    """

    step: int | None = None
    cell: Cell | None = None
    kind: Kind | None = None
    head: tuple[int, int] = (0, 0)
    own_head: tuple[int, int] | None = None
    runs: tuple[str | None, ...] = ()
    branch: int = ROOT
    compared: int | None = None


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
        place: where the user is in the moment.
    """

    run_id: str | None = None
    index: int = 0
    follows: bool = True
    probe: int = 0
    playing: bool = False
    number: HeadNumber = "entropy"
    in_workbench: bool = False
    place: MomentPlace = MomentPlace()
