"""What the attention panel asks of the worker: effects and names of heads, right alignments."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from viz_app.engine.jobs import JobClient
from viz_app.engine.presenter import Inquiry
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.attention.jobs import (
    aligned_sample_steps,
    gold_file_steps,
    gold_steps,
    name_steps,
    pairs_steps,
    sweep_steps,
)
from viz_app.workbench.changes import selection
from viz_app.workbench.changes.models import failed
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.snapshots.alignment import gold_question, sample_question
from viz_app.workbench.snapshots.attention import awaited_names, awaited_sweep
from viz_app.workbench.state import Workbench


class EffectController(QObject):
    """Has the worker measure, prune and name what the workbench awaits, and nothing else."""

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
                arrived=selection.sweep_arrived,
                on_failed=bench.applying(selection.sweep_failed),
                priority=0,
                stops=True,
                parent=self,
            )

        Inquiry(
            bench,
            desk,
            question=awaited_names,
            steps=partial(name_steps, cache),
            arrived=selection.names_arrived,
            on_failed=bench.applying(selection.names_failed),
            stops=True,
            parent=self,
        )

    @Slot(object)
    def read_pairs(self, path: Path) -> None:
        """Measure over the pairs of a file; one that cannot be read changes nothing."""
        self._desk.submit(
            lambda: pairs_steps(path),
            on_item=self._bench.applying(selection.pairs_read),
            on_failed=self._bench.applying(failed),
        )


class AlignmentController(QObject):
    """Keeps the right links, and the scores over a sample, of what is on screen."""

    def __init__(
        self,
        bench: StateSlot[Workbench],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bench, self._desk = bench, desk
        scored = partial(aligned_sample_steps, model_cache)
        for question, steps, arrived in (
            (gold_question, gold_steps, selection.gold_found),
            (sample_question, scored, selection.sample_scored),
        ):
            Inquiry(
                bench,
                desk,
                question=question,
                steps=steps,
                arrived=arrived,
                on_failed=bench.applying(failed),
                parent=self,
            )

    @Slot(object)
    def read_gold(self, path: Path) -> None:
        """Use a Pharaoh file; one with a wrong line changes nothing."""
        self._desk.submit(
            lambda: gold_file_steps(path),
            on_item=self._bench.applying(selection.gold_opened),
            on_failed=self._bench.applying(failed),
        )
