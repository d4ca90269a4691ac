"""Opening what a path leads to, and at the start what the window before has left."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message, UserError
from viz_app.app.app_state import AppState
from viz_app.app.sessions.jobs import (
    Aside,
    Begun,
    Opened,
    aside_steps,
    begin_steps,
    open_steps,
)
from viz_app.app.sessions.keeping import KeepingController
from viz_app.app.sessions.transitions import kept_listed, path_gone, session_shown
from viz_app.app.state.session_place import Document, document_of
from viz_app.app.window_options import WindowOptions
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.autosaves import Autosaves
from viz_app.storage.first_traces import first_trace
from viz_app.storage.library import DEFAULT_MODEL, Library
from viz_app.storage.openable import openable, what_is
from viz_app.workbench.changes.models import absence
from viz_app.workbench.changes.notices import also_told, failed, notice_dismissed, told
from viz_app.workbench.changes.sessions import prerecorded_shown
from viz_app.workbench.controllers.models import ModelController
from viz_app.workbench.jobs.sessions import SessionRead
from viz_app.workbench.state.workbench import Workbench

OPENING_PRIORITY = 30
"""Before a model: what is on screen comes first."""

BEGINNING_PRIORITY = -2
"""After the first picture, and what is imported after that: there is nothing to bring back."""


class OpeningController(QObject):
    """Opens sessions, models and runs; what is on screen is never lost to them.

    Signals:
        replaced: a session takes the place of what is on screen, and of what is being decoded.
        tab_wanted: a session was opened that had this tab in front.
        run_opened: the path of a run, which is for the list of runs.
        foreign_found: the path of a model that another program has made.
    """

    replaced = Signal()
    tab_wanted = Signal(str)
    run_opened = Signal(object)
    foreign_found = Signal(object)

    def __init__(
        self,
        whole: StateSlot[AppState],
        bench: StateSlot[Workbench],
        desk: JobDesk,
        *,
        library: Library,
        models: ModelController,
        autosaves: Autosaves,
        keeping: KeepingController,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is opened before :meth:`begin`."""
        super().__init__(parent)
        self._whole, self._bench, self._desk = whole, bench, desk
        self._library, self._models = library, models
        self._autosaves, self._keeping = autosaves, keeping
        models.foreign_found.connect(self.foreign_found)

    def begin(self, options: WindowOptions) -> None:
        """Open what the command line asks for, else what is left of the last time."""
        kind = None if options.opens is None else openable(options.opens)
        name = str(options.opens) if kind == "model" else options.model
        asked = bool(name or options.text or kind == "session")
        restores = not asked and self._autosaves.any_left()
        if not restores and kind != "session":
            if options.text is None:
                self._show_prerecorded(name or DEFAULT_MODEL)
            self._open_first(name)
        if restores or not options.quit_after_first_picture:
            self._begin(restores=restores)
        if options.opens is not None and kind != "model":
            self.open(options.opens)

    def _begin(self, *, restores: bool) -> None:
        self._desk.submit(
            lambda: begin_steps(
                self._autosaves,
                library=self._library,
                recent=self._bench.now.settings.recent_models,
                restores=restores,
            ),
            on_item=partial(self._on_begun, restores=restores),
            on_failed=self._on_failed,
            priority=OPENING_PRIORITY if restores else BEGINNING_PRIORITY,
        )

    @Slot(object)
    def open(self, path: Path) -> None:
        """Open a session, a model or a run, and remember it; what it is, its name says."""
        path = path.absolute()
        try:
            kind = what_is(path)
        except UserError as error:
            self._whole.apply(path_gone, path)
            self._bench.apply(failed, error.message)
            return
        self._bench.apply(notice_dismissed)
        if kind == "session":
            self._open_session(path)
        elif kind == "model":
            self.open_model(path)
        elif kind == "foreign":
            self.foreign_found.emit(path)
        else:
            self.run_opened.emit(path)

    @Slot(object)
    def open_model(self, path: Path, said: Message | None = None) -> None:
        """Open a checkpoint, and say something; what is prepared on screen is put aside before."""
        aside = self._keeping.prepared()
        if aside is None:
            self._models.open(path)
            self._say(said)
            return
        self._desk.submit(
            lambda: aside_steps(self._autosaves, aside),
            on_item=lambda kept: self._on_aside(kept, aside.name, path, said),
            on_failed=self._bench.applying(failed),
            priority=OPENING_PRIORITY,
        )

    def _open_session(self, path: Path) -> None:
        aside, recent = self._keeping.prepared(), self._bench.now.settings.recent_models
        self._desk.submit(
            lambda: open_steps(path, self._autosaves, aside, library=self._library, recent=recent),
            on_item=partial(self._on_opened, aside=aside),
            on_failed=self._on_failed,
            priority=OPENING_PRIORITY,
        )

    def _show_prerecorded(self, name: str) -> None:
        """What a shipped model has made of its sample sentence, before it can do that here."""
        shipped = {entry.name: entry.path for entry in self._bench.now.models if entry.shipped}
        session = first_trace(shipped[name]) if name in shipped else None
        if session is not None:
            self._bench.apply(prerecorded_shown, session)

    def _open_first(self, name: str | None = None) -> None:
        self._models.open_named(name or DEFAULT_MODEL, otherwise=DEFAULT_MODEL)

    def _on_begun(self, begun: Begun, *, restores: bool) -> None:
        self._whole.apply(kept_listed, begun.kept)
        if self._autosaves.begun:
            self._keeping.begin()
        if begun.read is not None:
            self._show(begun.read, document_of(begun.read.session))
        elif restores:
            self._open_first()
        if begun.problem is not None:
            self._bench.apply(also_told, begun.problem, "warning")
        if begun.left in {"died", "died opening"}:
            self._bench.apply(also_told, _died(begun), "warning")

    def _on_opened(self, opened: Opened, *, aside: Aside | None) -> None:
        self._whole.apply(kept_listed, opened.kept)
        self._show(opened.read, opened.document)
        if aside is not None and self._autosaves.begun:  # else there is no place to keep it
            self._bench.apply(also_told, _kept(aside.name))
        self._keeping.keep()  # what was kept may have been put aside

    def _on_aside(
        self, kept: tuple[Path, ...], name: str, path: Path, said: Message | None
    ) -> None:
        self._whole.apply(kept_listed, kept)
        self._models.open(path)
        self._say(said)
        self._bench.apply(also_told, _kept(name))

    def _say(self, said: Message | None) -> None:
        if said is not None:
            self._bench.apply(told, said)

    def _show(self, read: SessionRead, document: Document | None) -> None:
        """Put a session on screen, then its model under it."""
        self.replaced.emit()
        self._whole.apply(session_shown, read.session, read.tree, document)
        self.tab_wanted.emit(self._bench.now.tab)
        absent = absence(self._bench.now)
        if absent is not None and read.model is not None:
            self._models.open(read.model)
        elif absent is not None:
            for why in filter(None, (read.problem, absent)):
                self._bench.apply(also_told, why, "warning")

    def _on_failed(self, message: Message, details: str) -> None:
        """What is on screen stays; where nothing is, the first model comes."""
        bench = self._bench.now
        if bench.model is None and bench.loading is None and bench.trace is None:
            self._open_first()
        self._bench.apply(failed, message, details)


def _kept(name: str) -> Message:
    return Message(
        "What was made of “{sentence}” is kept: see File › Open recent.", {"sentence": name}
    )


def _died(begun: Begun) -> Message:
    if not begun.when:
        return Message(
            "Headlight ended unexpectedly the last time, before it had kept what was on screen."
        )
    if begun.read is not None:
        return Message(
            "Headlight ended unexpectedly the last time; this is what was on screen, as it was "
            "kept at {when}.",
            {"when": begun.when},
        )
    return Message(
        "Headlight ended unexpectedly the last time; what was on screen was kept at {when}, and is "
        "under File › Open recent.",
        {"when": begun.when},
    )
