"""Starts and stops what the attention panel asks of the worker: effects of heads, and pruning."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from viz_app.engine.jobs import Coalescer, JobClient
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.attention.jobs import PairsRead, effect_steps, pairs_steps, prune_steps
from viz_app.workbench.changes import selection
from viz_app.workbench.changes.models import failed
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.snapshots.attention import awaited_pruning, awaited_sweep, known_sweep
from viz_app.workbench.state import Pruning, Sweep, SweepQuestion, Workbench


class EffectController(QObject):
    """Keeps the worker measuring what the workbench awaits, and nothing else."""

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bench, self._desk, self._model_cache = bench, desk, model_cache
        self._sweeps: Coalescer[Sweep] = Coalescer(bench.applying(selection.sweep_arrived), self)
        self._prunings: Coalescer[Pruning] = Coalescer(
            bench.applying(selection.pruning_arrived), self
        )
        self._measured: SweepQuestion | None = None
        self._pruned: SweepQuestion | None = None
        self._measuring: int | None = None
        self._pruning: int | None = None
        bench.follow(lambda _, new: self._follow(new))

    @Slot(object)
    def read_pairs(self, path: Path) -> None:
        """Measure over the pairs of a file; one that cannot be read changes nothing."""

        def on_read(read: PairsRead) -> None:
            self._bench.apply(selection.pairs_read, read.file, read.report)

        self._desk.submit(
            lambda: pairs_steps(path), on_item=on_read, on_failed=self._bench.applying(failed)
        )

    def _follow(self, bench: Workbench) -> None:
        measured, pruned = awaited_sweep(bench), awaited_pruning(bench)
        if measured != self._measured:
            self._measured = measured
            self._desk.drop(self._measuring)
            self._sweeps.flush()
            self._measuring = None if measured is None else self._measure(measured)
        if pruned != self._pruned:
            self._pruned = pruned
            self._desk.drop(self._pruning)
            self._prunings.flush()
            self._pruning = None if pruned is None else self._prune(pruned)

    def _measure(self, question: SweepQuestion) -> int:
        bench = self._bench.now
        first, known = bench.selection.kind, known_sweep(bench)
        effects = known.effects if known is not None else ()  # of a sweep that was stopped
        return self._desk.submit(
            lambda: effect_steps(self._model_cache, question, first=first, known=effects),
            on_item=self._sweeps.offer,
            on_failed=self._bench.applying(selection.sweep_failed),
        )

    def _prune(self, question: SweepQuestion) -> int:
        return self._desk.submit(
            lambda: prune_steps(self._model_cache, question),
            on_item=self._prunings.offer,
            on_failed=self._bench.applying(selection.pruning_failed),
        )
