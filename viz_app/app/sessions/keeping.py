"""Saving a session where the user says, and every half minute where the next start finds it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from model.messages import Message
from viz_app.app.app_state import AppState
from viz_app.app.sessions.jobs import Aside, Keepsake, keep_at_last, keep_steps, unkept
from viz_app.app.sessions.mapping import session_of
from viz_app.app.sessions.transitions import (
    branches_of,
    copy_written,
    is_prepared,
    is_unsaved,
    own_translation,
    session_written,
    shows_moment,
)
from viz_app.app.state.session_place import Document, with_document
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Slot as StateSlot
from viz_app.storage.autosaves import Autosaves
from viz_app.storage.window_place import WindowPlace
from viz_app.workbench.changes.notices import also_told, failed, told
from viz_app.workbench.jobs.sessions import write_session_steps
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.state.branches import Branch
from viz_app.workbench.state.workbench import Workbench

KEEPING_MS = 30_000
REST = 50
"""Times as long as it took to keep, before it is done again."""
KEEPING_PRIORITY = 1
SAVING_PRIORITY = 20


class KeepingController(QObject):
    """Writes sessions. What cannot be kept without having been asked for is said once."""

    def __init__(
        self,
        whole: StateSlot[AppState],
        bench: StateSlot[Workbench],
        desk: JobDesk,
        *,
        shelf: Shelf,
        autosaves: Autosaves,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is kept before somebody looks, and there is a place for it."""
        super().__init__(parent)
        self._whole, self._bench, self._desk, self._shelf = whole, bench, desk, shelf
        self._autosaves = autosaves
        self._place: Callable[[], WindowPlace] | None = None
        self._kept = Keepsake()
        self._told = self._writing = False
        self._under_way: int | None = None
        self._timer = QTimer(self, interval=KEEPING_MS)
        self._timer.timeout.connect(self.keep)

    def look(self, place: Callable[[], WindowPlace]) -> None:
        """There is a user, whose window is where ``place`` tells."""
        self._place = place

    def begin(self) -> None:
        """From now on what is on screen is kept."""
        self._timer.start()

    @Slot()
    def keep(self) -> None:
        """Keep what has changed since the last time."""
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
        """What the worker does last: keep all that has changed, for the next start."""
        self._timer.stop()
        if not self._writing:
            self._desk.drop(self._under_way)  # behind a worker that is stuck nothing waits for it
        return partial(keep_at_last, self._autosaves, self._now(), self._kept)

    @Slot(object, bool)
    def save(self, path: Path, embeds: bool) -> None:
        """Write what is on screen where the user says; ``embeds``: with its model."""
        state = self._whole.now
        session, saved = session_of(state), branches_of(state.bench)
        on_saved = partial(self._on_saved, embeds=embeds, saved=saved)
        self._desk.submit(
            lambda: write_session_steps(
                path, session, shelf=self._shelf, key=state.bench.model_key, embed=embeds
            ),
            on_item=self._on_moment_saved if shows_moment(state) else on_saved,
            on_failed=self._bench.applying(failed),
            priority=SAVING_PRIORITY,
            essential=True,
        )

    def prepared(self) -> Aside | None:
        """What is on screen, if something else would take its place and somebody miss it."""
        state = self._whole.now
        if not is_prepared(state) or state.bench.branches is None:
            return None
        return Aside(
            session_of(own_translation(state)), state.bench.branches.original.trace.source_text
        )

    def _now(self) -> Keepsake:
        """What is on screen, and where the window is."""
        state = self._whole.now
        if self._place is None:
            return Keepsake()
        if not branches_of(state.bench):
            return Keepsake(None, self._place())
        document = state.session.document
        if document is not None:
            document = dataclasses.replace(document, unsaved=is_unsaved(state))
        session = with_document(session_of(own_translation(state)), document)
        return Keepsake(session, self._place())

    def _begin(self, now: Keepsake, before: Keepsake) -> Iterator[float]:
        """In the worker, when it comes to it."""
        self._writing = True
        return keep_steps(self._autosaves, now, before)

    def _on_seconds(self, seconds: float) -> None:
        """What takes long is done less often: the worker has other things to do."""
        self._timer.setInterval(max(KEEPING_MS, round(REST * seconds * 1000)))

    def _on_kept(self, now: Keepsake) -> None:
        self._kept, self._told, self._under_way = now, False, None

    def _on_unkept(self, message: Message, details: str) -> None:
        self._under_way = None
        if not self._told:
            self._told = True
            self._bench.apply(also_told, unkept(message), "warning")

    def _on_saved(self, path: Path, *, embeds: bool, saved: tuple[Branch, ...]) -> None:
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
