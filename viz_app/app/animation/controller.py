"""Saving an animation of what is on screen now, while the user goes on working."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from model.messages import Message, UserError
from viz_app.app.animation.frames import Film, decoding_film, training_film
from viz_app.app.animation.saving import AnimationRequest, saving_steps
from viz_app.app.app_state import AppState, bench_slot, screen_slot, training_room
from viz_app.app.state.animation import AnimationState
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Store
from viz_app.storage.file_progress import FileProgress
from viz_app.workbench.changes.notices import failed, notice_dismissed, told

if TYPE_CHECKING:
    from pathlib import Path


class AnimationController(QObject):
    """One at a time; what is saved is what was on screen when it was asked for.

    Signals:
        saved: the file is there.
    """

    saved = Signal()

    def __init__(
        self, store: Store[AppState], desk: JobDesk, parent: QObject | None = None
    ) -> None:
        """Nothing is saved before :meth:`save`."""
        super().__init__(parent)
        self._store, self._desk = store, desk
        self._bench, self._screen = bench_slot(store), screen_slot(store)
        self._token: int | None = None

    @Slot(object)
    def save(self, wanted: AnimationRequest) -> None:
        """Begin, instead of one that is under way."""
        self.cancel()
        try:
            wanted.file.check()
            film = self._film(wanted)
        except UserError as error:
            self._show(problem=error.message)
            return
        self._bench.apply(notice_dismissed)
        self._show(progress=FileProgress(0, film.count))
        path = wanted.file.path
        self._token = self._desk.submit(
            lambda: saving_steps(film, wanted.theme, wanted.file),
            on_item=lambda progress: self._show(progress=progress),
            on_failed=self._on_failed,
            on_finished=lambda: self._on_finished(path),
        )

    @Slot()
    def cancel(self) -> None:
        """Give it up: what was there before is still there."""
        self._desk.drop(self._token)
        self._token = None
        self._show()

    def _film(self, wanted: AnimationRequest) -> Film:
        if wanted.subject == "decoding":
            return decoding_film(self._screen.now)
        return training_film(training_room(self._store.state))

    def _on_failed(self, message: Message, details: str) -> None:
        self._token = None
        self._show(problem=message)
        if details:
            self._bench.apply(failed, message, details)

    def _on_finished(self, path: Path) -> None:
        self._token = None
        self._show()
        self._bench.apply(told, Message("The animation was saved as {path}.", {"path": path}))
        self.saved.emit()

    def _show(
        self, *, progress: FileProgress | None = None, problem: Message | None = None
    ) -> None:
        now = AnimationState(progress=progress, problem=problem)
        self._store.apply(
            lambda state: (
                state if state.animation == now else dataclasses.replace(state, animation=now)
            )
        )
