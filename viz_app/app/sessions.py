"""Opening sessions, saving them, and autosaving them for the next start."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from model.messages import Message, UserError
from viz_app.app.app_state import Services
from viz_app.app.appearance import resolve_language
from viz_app.app.frame.window_modes import fit_to_screen, place_of, put_back
from viz_app.app.session_state import (
    content_of,
    copy_written,
    is_prepared,
    is_unsaved,
    kept_listed,
    name_of,
    own_translation,
    path_gone,
    resolve_session,
    session_of,
    session_shown,
    session_written,
    shows_moment,
)
from viz_app.app.slices import Content, Document, document_at, document_of, with_document
from viz_app.app.window_options import WindowOptions
from viz_app.engine.collection import many_passing_objects
from viz_app.storage.autosaves import Autosaves, Left
from viz_app.storage.library import DEFAULT_MODEL, Library
from viz_app.storage.openable import openable, what_is
from viz_app.storage.session import Session, first_trace
from viz_app.storage.settings import WindowPlace, read_place, write_place
from viz_app.workbench.changes.models import absence, also_told, failed, notice_dismissed, told
from viz_app.workbench.changes.sessions import prerecorded_shown
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.jobs import SessionRead, read_session_steps, write_session_steps

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.panels.training.controller import RunsController


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A window has claimed its autosave folder.

    Attributes:
        left: how the window of that session ended, or None.
        when: time at which that session was written; empty: it was not written yet.
        read: that session, if it is restored.
        problem: why nothing is restored, or kept.
        kept: sessions that were not saved.
    """

    left: Left | None = None
    when: str = ""
    read: SessionRead | None = None
    problem: Message | None = None
    kept: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A session to show, the file that it is saved in, and the sessions kept before."""

    read: SessionRead
    document: Document | None
    kept: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Keepsake:
    """Content of the autosave folder; None: nothing."""

    session: Session | None = None
    place: WindowPlace | None = None


@dataclass(frozen=True, slots=True)
class Aside:
    """A prepared session that is replaced, and its name."""

    session: Session
    name: str


def begin_steps(
    autosaves: Autosaves, *, library: Library, recent: Sequence[str], restores: bool
) -> Iterator[Begun]:
    """Claim an autosave folder; read the session to restore, or put it aside."""
    library.sweep()
    try:
        earlier = autosaves.begin()
        if earlier is None:
            yield Begun(kept=autosaves.kept())
            return
        told = Begun(left=earlier.left, when=earlier.saved)
        if earlier.path is None:
            pass  # there is nothing but this to say
        elif earlier.left != "died opening" and restores:
            told = _read(autosaves, told, library=library, recent=recent)
        else:
            _leave(autosaves)
        yield dataclasses.replace(told, kept=autosaves.kept())
    except UserError as error:
        yield Begun(problem=unkept(error.message))


def open_steps(
    path: Path,
    autosaves: Autosaves,
    aside: Aside | None,
    *,
    library: Library,
    recent: Sequence[str],
) -> Iterator[Opened]:
    """Read a session, and put aside the one that it replaces.

    Raises:
        SessionError: it cannot be read.
        WriteError: the session on screen cannot be kept.
    """
    for read in read_session_steps(path, library=library, recent=recent):
        _put_aside(autosaves, aside)
        kept = autosaves.is_kept(path)
        document = document_of(read.session) if kept else document_at(path, read.session)
        autosaves.take_back(path)
        yield Opened(read=read, document=document, kept=autosaves.kept())


def aside_steps(autosaves: Autosaves, aside: Aside) -> Iterator[tuple[Path, ...]]:
    """Yields the sessions that are kept now; raises WriteError if it cannot be kept."""
    _put_aside(autosaves, aside)
    yield autosaves.kept()


def keep_steps(autosaves: Autosaves, now: Keepsake, before: Keepsake) -> Iterator[float]:
    """Write what has changed since ``before``, in case the window is killed.

    An unchanged session is written again if its file was put aside or is missing.

    Yields:
        The seconds that it took.

    Raises:
        WriteError: it cannot be written.
    """
    start = time.monotonic()
    if autosaves.begun:  # else it was said already that nothing can be kept
        autosaves.opened()
        same = now.session == before.session and autosaves.path.exists()
        if now.session is not None and not same:
            _write(autosaves, now.session)
        if now.place is not None and now.place != before.place:
            write_place(autosaves.folder, now.place)
    yield time.monotonic() - start


def keep_at_last(autosaves: Autosaves, now: Keepsake, before: Keepsake) -> None:
    """Keep the session for the next start; on a write error, the previous file stays."""
    with suppress(UserError):  # nobody is there any more to read of it
        if now.session is not None and not autosaves.begun and autosaves.begin() is not None:
            _leave(autosaves)
        for _ in keep_steps(autosaves, now, before):
            pass
    autosaves.end()


def unkept(reason: Message) -> Message:
    return Message("Cannot save the current state for the next start: {error}", {"error": reason})


def _read(autosaves: Autosaves, told: Begun, *, library: Library, recent: Sequence[str]) -> Begun:
    try:
        (read,) = read_session_steps(autosaves.path, library=library, recent=recent)
    except UserError as error:
        autosaves.set_broken()
        problem = Message("The last session cannot be restored: {error}", {"error": error.message})
        return dataclasses.replace(told, problem=problem)
    return dataclasses.replace(told, read=read)


def _leave(autosaves: Autosaves) -> None:
    # The session of an earlier window that is not restored is put aside.
    if autosaves.path.exists():
        autosaves.put_aside("")


def _put_aside(autosaves: Autosaves, aside: Aside | None) -> None:
    if aside is not None and autosaves.begun:
        _write(autosaves, aside.session)
        autosaves.put_aside(aside.name)


def _write(autosaves: Autosaves, session: Session) -> None:
    from viz_app.storage.session import save_session  # 20 ms, which no start needs

    with many_passing_objects():
        save_session(autosaves.path, session)


KEEPING_MS = 30_000
REST = 50
"""Pause between two autosaves, as a multiple of the time that one takes."""
KEEPING_PRIORITY = 1
SAVING_PRIORITY = 20


class KeepingController(QObject):
    """Writes sessions. A failed autosave is reported once."""

    def __init__(self, services: Services, autosaves: Autosaves, parent: QObject) -> None:
        super().__init__(parent)
        self._whole, self._bench, self._desk = services.whole, services.bench, services.desk
        self._model_cache, self.autosaves = services.model_cache, autosaves
        self._place: Callable[[], WindowPlace] | None = None
        self._kept = Keepsake()
        self._told = self._writing = False
        self._under_way: int | None = None
        self._timer = QTimer(self, interval=KEEPING_MS)
        self._timer.timeout.connect(self.keep)

    def look(self, place: Callable[[], WindowPlace]) -> None:
        self._place = place

    def begin(self) -> None:
        self._timer.start()

    @Slot()
    def keep(self) -> None:
        if self._under_way is not None:
            return
        now, before = self._now(), self._kept
        self._writing = False
        self._under_way = self._desk.submit(
            lambda: self._begin(now, before),
            on_item=self._on_seconds,
            on_failed=self._on_unkept,
            on_finished=lambda: self._on_kept(now),
            priority=KEEPING_PRIORITY,
            essential=True,  # a large session takes longer than closing would wait
        )

    def farewell(self) -> Callable[[], None]:
        """The worker's last action: write all changes for the next start."""
        self._timer.stop()
        if not self._writing:
            self._desk.drop(self._under_way)  # behind a worker that is stuck nothing waits for it
        return partial(keep_at_last, self.autosaves, self._now(), self._kept)

    @Slot(object, bool)
    def save(self, path: Path, embeds: bool) -> None:
        """Write the session to ``path``; ``embeds``: with its model."""
        state = self._whole.now
        session, saved = session_of(state), content_of(state)
        on_saved = partial(self._on_saved, embeds=embeds, saved=saved)
        self._desk.submit(
            lambda: write_session_steps(
                path,
                session,
                model_cache=self._model_cache,
                key=state.bench.model_key,
                embed=embeds,
            ),
            on_item=self._on_moment_saved if shows_moment(state) else on_saved,
            on_failed=self._bench.applying(failed),
            priority=SAVING_PRIORITY,
            essential=True,
        )

    def prepared(self) -> Aside | None:
        """The session on screen if it must be put aside before another replaces it, else None."""
        state = self._whole.now
        if not is_prepared(state) or not name_of(state):
            return None
        return Aside(session_of(own_translation(state)), name_of(state))

    def _now(self) -> Keepsake:
        state = self._whole.now
        if self._place is None:
            return Keepsake()
        if not name_of(state):
            return Keepsake(None, self._place())
        document = state.session.document
        if document is not None:
            document = dataclasses.replace(document, unsaved=is_unsaved(state))
        session = with_document(session_of(own_translation(state)), document)
        return Keepsake(session, self._place())

    def _begin(self, now: Keepsake, before: Keepsake) -> Iterator[float]:
        self._writing = True
        return keep_steps(self.autosaves, now, before)

    def _on_seconds(self, seconds: float) -> None:
        # A slow disk is written to less often: the worker has other jobs.
        self._timer.setInterval(max(KEEPING_MS, round(REST * seconds * 1000)))

    def _on_kept(self, now: Keepsake) -> None:
        self._kept, self._told, self._under_way = now, False, None

    def _on_unkept(self, message: Message, details: str) -> None:
        self._under_way = None
        if not self._told:
            self._told = True
            self._bench.apply(also_told, unkept(message), "warning")

    def _on_saved(self, path: Path, *, embeds: bool, saved: Content) -> None:
        self._whole.apply(session_written, Document(path=path, embeds=embeds), saved)
        self._bench.apply(told, Message("The session was saved as {path}.", {"path": path}))

    def _on_moment_saved(self, path: Path) -> None:
        self._whole.apply(copy_written, path)
        message = Message(
            "The recorded moment on screen was saved as {path}; your own translation is not in "
            "that file.",
            {"path": path},
        )
        self._bench.apply(told, message)


OPENING_PRIORITY = 30
"""Before models: the session on screen is loaded first."""

BEGINNING_PRIORITY = -2
"""After the first picture, and what is imported after that: there is nothing to bring back."""


class Sessions(QObject):
    """Opens sessions, models and runs; the session on screen is never lost.

    Signals:
        replaced: a session replaces what is on screen, and what is being decoded.
        foreign_found, lesson_found: the path of a model of another program, of a lesson.
    """

    replaced = Signal()
    foreign_found = Signal(object)
    lesson_found = Signal(object)

    def __init__(self, services: Services, models: ModelController, parent: QObject) -> None:
        super().__init__(parent)
        self._services, self._library, self._models = services, services.library, models
        self._whole, self._bench, self._desk = services.whole, services.bench, services.desk
        self.autosaves = Autosaves(services.library.folder.parent / "sessions")
        self.keeping = KeepingController(services, self.autosaves, self)
        self._show_tab: Callable[[str], None] | None = None
        self._runs: RunsController | None = None
        self._run: Path | None = None
        models.foreign_found.connect(self.foreign_found)

    def join(self, window: MainWindow) -> None:
        files, show = window.files, self._services.presenter.show
        for asked in (window.file_dropped, files.open_requested):
            asked.connect(self.open)
        files.session_save_requested.connect(self.keeping.save)
        for view in (files, window.menus):
            show(self._whole, resolve_session, view.set_session)

    def join_runs(self, runs: RunsController) -> None:
        self._runs = runs
        if self._run is not None:
            runs.take_in(self._run)

    def put_back(self, window: MainWindow) -> None:
        place = read_place(self.autosaves.folder)
        if place is None:
            fit_to_screen(window)
        else:
            put_back(window, place)

    def begin(self, options: WindowOptions, window: MainWindow) -> None:
        """Open what the command line asks for, else restore the last session."""
        # A window that is only measured keeps no session, and shows heads whatever tab was in
        # front.
        if not options.quit_after_first_picture:
            self.keeping.look(partial(place_of, window))
            self._show_tab = window.show_tab
        kind = None if options.opens is None else openable(options.opens)
        name = str(options.opens) if kind == "model" else options.model
        asked = bool(name or options.text or kind == "session")
        restores = not asked and self.autosaves.any_left()
        if not restores and kind != "session":
            name = name or self._first_model(options.text)
            if options.text is None:
                self._show_prerecorded(name)
            self._open_first(name)
        if restores or not options.quit_after_first_picture:
            self._begin(restores=restores)
        if options.opens is not None and kind != "model":
            self.open(options.opens)

    def _begin(self, *, restores: bool) -> None:
        self._desk.submit(
            lambda: begin_steps(
                self.autosaves,
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
        """Open a session, a model or a run, by the type of its name, and remember it."""
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
        elif kind == "lesson":
            self.lesson_found.emit(path)
        else:
            self._run = path
            if self._runs is not None:
                self._runs.take_in(path)

    @Slot(object)
    def open_model(self, path: Path, said: Message | None = None) -> None:
        """Open a checkpoint and show ``said``; a prepared session is put aside first."""

        def then() -> None:
            self._models.open(path)
            if said is not None:
                self._bench.apply(told, said)

        self.put_aside(then)

    def put_aside(self, then: Callable[[], None]) -> None:
        """Call ``then`` once a prepared session is put aside, if there is one."""
        aside = self.keeping.prepared()
        if aside is None:
            then()
            return
        self._desk.submit(
            lambda: aside_steps(self.autosaves, aside),
            on_item=lambda kept: self._on_aside(kept, aside.name, then),
            on_failed=self._bench.applying(failed),
            priority=OPENING_PRIORITY,
        )

    def _open_session(self, path: Path) -> None:
        aside, recent = self.keeping.prepared(), self._bench.now.settings.recent_models
        self._desk.submit(
            lambda: open_steps(path, self.autosaves, aside, library=self._library, recent=recent),
            on_item=partial(self._on_opened, aside=aside),
            on_failed=self._on_failed,
            priority=OPENING_PRIORITY,
        )

    def _show_prerecorded(self, name: str) -> None:
        shipped = {entry.name: entry.path for entry in self._bench.now.models if entry.shipped}
        session = first_trace(shipped[name]) if name in shipped else None
        if session is not None:
            self._bench.apply(prerecorded_shown, session)

    def _open_first(self, name: str | None = None) -> None:
        self._models.open_named(name or self._first_model(), otherwise=DEFAULT_MODEL)

    def _first_model(self, text: str | None = None) -> str:
        language = resolve_language(self._bench.now.settings.language)
        return self._library.first_model(language, text)

    def _on_begun(self, begun: Begun, *, restores: bool) -> None:
        self._whole.apply(kept_listed, begun.kept)
        if self.autosaves.begun:
            self.keeping.begin()
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
        if aside is not None and self.autosaves.begun:  # else there is no place to keep it
            self._bench.apply(also_told, _kept(aside.name))
        self.keeping.keep()  # what was kept may have been put aside

    def _on_aside(self, kept: tuple[Path, ...], name: str, then: Callable[[], None]) -> None:
        self._whole.apply(kept_listed, kept)
        then()
        self._bench.apply(also_told, _kept(name))

    def _show(self, read: SessionRead, document: Document | None) -> None:
        self.replaced.emit()
        self._whole.apply(session_shown, read.session, read.tree, document)
        self.bring(read.model, read.problem)

    def bring(self, model: Path | None, problem: Message | None = None) -> None:
        """Show the tab of what was put on the workbench; load its model, or say why not."""
        if self._show_tab is not None:
            self._show_tab(self._bench.now.tab)
        absent = absence(self._bench.now)
        if absent is not None and model is not None:
            self._models.open(model)
        elif absent is not None:
            for why in filter(None, (problem, absent)):
                self._bench.apply(also_told, why, "warning")

    def _on_failed(self, message: Message, details: str) -> None:
        # The screen stays as it is; if it is empty, the first model is loaded.
        bench = self._bench.now
        if bench.model is None and bench.loading is None and bench.trace is None:
            self._open_first()
        self._bench.apply(failed, message, details)


def _kept(name: str) -> Message:
    return Message("Your work on “{sentence}” is kept: see File › Open recent.", {"sentence": name})


def _died(begun: Begun) -> Message:
    if not begun.when:
        return Message(
            "Headlight ended unexpectedly last time, before it could save what was on screen."
        )
    if begun.read is not None:
        return Message(
            "Headlight ended unexpectedly last time; this is the state saved at {when}.",
            {"when": begun.when},
        )
    return Message(
        "Headlight ended unexpectedly last time; the state saved at {when} is under File › "
        "Open recent.",
        {"when": begun.when},
    )
