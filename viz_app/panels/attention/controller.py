"""What the attention panel asks of the worker: effects of heads, and pruning."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from viz_app.engine.jobs import JobClient
from viz_app.engine.presenter import Inquiry
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.attention.jobs import pairs_steps, sweep_steps
from viz_app.workbench.changes.models import failed
from viz_app.workbench.changes.selection import pairs_read, sweep_arrived, sweep_failed
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.snapshots.attention import awaited_sweep
from viz_app.workbench.state import Workbench


class EffectController(QObject):
    """Has the worker measure and prune what the workbench awaits, and nothing else."""

    def __init__(
        self, bench: StateSlot[Workbench], desk: JobClient, cache: ModelCache, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bench, self._desk = bench, desk
        for question in (awaited_sweep, partial(awaited_sweep, prunes=True)):
            Inquiry(
                bench,
                desk,
                question=question,
                steps=partial(sweep_steps, cache),
                arrived=sweep_arrived,
                on_failed=bench.applying(sweep_failed),
                priority=0,
                stops=True,
                parent=self,
            )

    @Slot(object)
    def read_pairs(self, path: Path) -> None:
        """Measure over the pairs of a file; one that cannot be read changes nothing."""
        self._desk.submit(
            lambda: pairs_steps(path),
            on_item=self._bench.applying(pairs_read),
            on_failed=self._bench.applying(failed),
        )
