"""The runs of this machine: read, renamed, exported, deleted and brought back; QtCore only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message, UserError, joined
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import INQUIRY_PRIORITY
from viz_app.engine.store import Slot as StateSlot
from viz_app.panels.training.runs.changes import history_read, run_gone, runs_listed, unread
from viz_app.panels.training.runs.jobs import run_files
from viz_app.panels.training.runs.jobs.run_reading import RunRead, reading_steps
from viz_app.panels.training.state.training import TrainingRoom
from viz_app.storage.library import Library
from viz_app.storage.runs import Runs
from viz_app.workbench.changes.notices import also_told, failed, notice_dismissed, told
from viz_app.workbench.controllers.models import ModelController
from viz_app.workbench.controllers.room import on_bench
from viz_app.workbench.jobs.models import snapshot_steps
from viz_app.workbench.jobs.shelf import Shelf

RUNS_PRIORITY = 10


class RunsController(QObject):
    """Everything about files happens in the worker; what happened there comes into the state.

    Signals:
        taken: a run from elsewhere is here; the tab that shows it best.
    """

    taken = Signal(str)

    def __init__(
        self,
        room: StateSlot[TrainingRoom],
        desk: JobDesk,
        shelf: Shelf,
        *,
        library: Library,
        models: ModelController,
        parent: QObject | None = None,
    ) -> None:
        """What was deleted before this start goes for good; :meth:`refresh` lists the rest."""
        super().__init__(parent)
        self._room, self._desk, self._shelf = room, desk, shelf
        self._library, self._runs, self._models = library, library.runs, models
        self._told: set[str] = set()
        self._reader = RunReader(room, desk, self._runs, self)
        self._submit(partial(run_files.purge_steps, self._runs), essential=False)

    @Slot()
    def refresh(self) -> None:
        """Look what there is now."""
        self._submit(
            partial(run_files.listing_steps, self._runs, self._library),
            on_failed=self._say,
            essential=False,
        )

    @Slot(str, str)
    def rename(self, run_id: str, name: str) -> None:
        """Give a run another name."""
        card = self._room.now.own.runs.card(run_id)
        if card is not None and card.name != name:
            self._act(partial(run_files.rename_steps, self._runs, self._library, run_id, name))

    @Slot(str, object)
    def export(self, run_id: str, path: Path) -> None:
        """Write a run as one ``.zip``."""
        self._act(partial(run_files.run_export_steps, self._runs, run_id, path))

    @Slot(object)
    def take_in(self, path: Path) -> None:
        """Have a run from elsewhere among those here: its folder, or what was exported of it."""
        self._act(partial(run_files.taking_steps, self._runs, self._library, path))

    @Slot(str)
    def delete(self, run_id: str) -> None:
        """Put a run aside; :meth:`restore` brings it back."""
        self._act(partial(run_files.delete_steps, self._runs, self._library, run_id))

    @Slot()
    def undo(self) -> None:
        """Bring back the run that was deleted last."""
        deleted = self._room.now.own.runs.deleted
        if deleted is not None:
            self.restore(deleted.run_id)

    @Slot(str)
    def restore(self, run_id: str) -> None:
        """Bring back a run that was deleted since the window is open."""
        self._room.apply(on_bench(notice_dismissed))
        self._submit(
            partial(run_files.restore_steps, self._runs, self._library, run_id),
            on_failed=self._on_lost,
        )

    @Slot(str)
    def use(self, run_id: str) -> None:
        """Use the model of a run: with its weights of now while it is trained, else as kept."""
        training = self._room.now.own
        card = training.runs.card(run_id)
        if card is None:
            return
        if training.live_run(run_id) is None:
            self._use_kept(run_id)
        else:
            self._models.take(partial(snapshot_steps, self._shelf, run_id, name=card.name))

    @Slot()
    def use_shown(self) -> None:
        """Use the model of the run on show."""
        self.use(self._room.now.own.runs.shown or "")

    def _use_kept(self, run_id: str) -> None:
        try:
            path = self._runs.open(run_id).model_path
        except UserError as error:
            self._room.apply(on_bench(failed), error.message)
        else:
            self._models.open(path)

    def _act(self, begin: Callable[[], Iterator[run_files.RunsEvent | None]]) -> None:
        """Do what the user asked for: what was said before is read by now."""
        self._room.apply(on_bench(notice_dismissed))
        self._submit(begin)

    def _submit(
        self,
        begin: Callable[[], Iterator[run_files.RunsEvent | None]],
        *,
        on_failed: Callable[[Message, str], None] | None = None,
        essential: bool = True,
    ) -> None:
        """One priority for all: they are done in the order in which they were asked for.

        ``essential``: the user asked for it, so the end of the application waits for it.
        """
        self._desk.submit(
            begin,
            on_item=self._on_event,
            on_failed=on_failed or self._on_failed,
            priority=RUNS_PRIORITY,
            essential=essential,
        )

    def _on_event(self, event: run_files.RunsEvent) -> None:
        match event:
            case run_files.RunsListed():
                self._on_listed(event)
            case run_files.RunChanged(change, card):
                self._room.apply(change, card)
            case run_files.RunTaken(card):
                message = Message("{name} is among your runs now.", {"name": card.name})
                self._room.apply(on_bench(told), message)
                self.taken.emit("time_lapse" if card.probes else "runs")
            case run_files.RunExported(card, path):
                message = Message(
                    "{name} was exported to {path}.", {"name": card.name, "path": path}
                )
                self._room.apply(on_bench(told), message)

    def _on_listed(self, listed: run_files.RunsListed) -> None:
        """What cannot be read is said once."""
        self._room.apply(runs_listed, listed.cards, models=listed.models)
        new = [problem for problem in listed.problems if str(problem) not in self._told]
        self._told.update(map(str, new))
        if new:
            self._room.apply(on_bench(also_told), joined(new), "warning")

    def _on_lost(self, message: Message, details: str) -> None:
        self._room.apply(run_gone)
        self._on_failed(message, details)

    def _on_failed(self, message: Message, details: str) -> None:
        """What is on disk may not be what is in the list."""
        self._say(message, details)
        self.refresh()

    def _say(self, message: Message, details: str) -> None:
        self._room.apply(on_bench(failed), message, details)


class RunReader(QObject):
    """Reads a run as soon as it comes on show, once; reading ends when nobody wants it any more.

    A run that cannot be read is said, and tried again when it comes on show the next time.
    """

    def __init__(
        self,
        room: StateSlot[TrainingRoom],
        desk: JobDesk,
        runs: Runs,
        parent: QObject | None = None,
    ) -> None:
        """Begin with the runs that are on show already."""
        super().__init__(parent)
        self._room, self._desk, self._runs = room, desk, runs
        self._tokens: dict[str, int] = {}
        room.follow(self._on_changed)
        self._read(room.now)

    def _on_changed(self, old: TrainingRoom, new: TrainingRoom) -> None:
        if old.own is not new.own:
            self._read(new)

    def _read(self, room: TrainingRoom) -> None:
        wanted = unread(room)
        for run_id in self._tokens.keys() - wanted:
            self._desk.drop(self._tokens.pop(run_id))
        for run_id in wanted - self._tokens.keys():
            self._tokens[run_id] = self._desk.submit(
                partial(reading_steps, self._runs, run_id),
                on_item=self._on_read,
                on_failed=self._room.applying(on_bench(failed)),
                priority=INQUIRY_PRIORITY,
            )

    def _on_read(self, read: RunRead) -> None:
        self._room.apply(history_read, read.history)
        if read.notices:
            self._room.apply(on_bench(also_told), joined(read.notices), "warning")
