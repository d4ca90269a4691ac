"""Checks the model on the workbench while the user goes on working."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from model.messages import Message
from viz_app.app.app_state import AppState, bench_slot, checks_slot
from viz_app.app.state.checks import (
    check_chosen,
    check_made,
    model_replaced,
    round_begun,
    round_ended,
)
from viz_app.engine.desk import JobDesk
from viz_app.engine.store import Store
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from model.lessons.checks.record import CheckName, Finding


class CheckController(QObject):
    """One round at a time, of the model that is there when it is asked for."""

    def __init__(
        self, store: Store[AppState], desk: JobDesk, shelf: Shelf, *, parent: QObject | None = None
    ) -> None:
        """Nothing is checked before :meth:`begin`."""
        super().__init__(parent)
        self._bench, self._own = bench_slot(store), checks_slot(store)
        self._desk, self._shelf = desk, shelf
        self._token: int | None = None
        self._bench.follow(lambda _, bench: self._compare(bench))

    @Slot()
    def begin(self) -> None:
        """Check the model, instead of what is under way."""
        self._desk.drop(self._token)
        bench, key = self._bench.now, _key_of(self._bench.now)
        name = bench.model.name if bench.model is not None else ""
        self._own.apply(round_begun, model=name, key=key)
        self._token = self._desk.submit(
            lambda: _checking_steps(self._shelf, key),
            on_item=self._own.applying(check_made),
            on_failed=self._on_failed,
            on_finished=self._own.applying(round_ended),
        )

    @Slot()
    def stop(self) -> None:
        """What was found stays."""
        self._desk.drop(self._token)
        self._own.apply(round_ended)

    @Slot(object)
    def pick(self, name: CheckName) -> None:
        """Show one check."""
        self._own.apply(check_chosen, name)

    def _compare(self, bench: Workbench) -> None:
        """Another model is there: nobody wants to know this of the one before."""
        key = self._own.now.key
        if key is not None and key != _key_of(bench):
            self._desk.drop(self._token)
            self._own.apply(model_replaced)

    def _on_failed(self, message: Message, details: str) -> None:
        del details
        self._own.apply(round_ended, message)


def _key_of(bench: Workbench) -> int | None:
    return bench.model_key if bench.absent is None else None


def _checking_steps(shelf: Shelf, key: int | None) -> Iterator[Finding | None]:
    """The findings of a model of the shelf.

    Raises:
        UserError: there is no such model.
    """
    from model.lessons.checks.with_torch.checks_of import check_steps

    yield from check_steps(shelf.take(key))
