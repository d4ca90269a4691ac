"""The store: the only place where the state changes, and slots for parts of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from PySide6.QtCore import QObject, Signal

from viz_app.engine.step import Step, step_told_by

State = TypeVar("State")
Part = TypeVar("Part")
Asked = ParamSpec("Asked")


class _Asked(NamedTuple, Generic[State]):
    transition: Callable[[State], State]
    tell: Callable[[State], Step | None]


class Store(QObject, Generic[State]):
    """Holds the state; emits ``changed(old, new)`` after every transition with an effect."""

    changed = Signal(object, object)

    def __init__(
        self,
        state: State,
        parent: QObject | None = None,
        *,
        remember: Callable[[State, State, Step | None], State] = lambda _, new, __: new,
    ) -> None:
        """Start with a state.

        ``remember(old, new, step)`` adds to a new state what the user can undo: the step that the
        transition reported, if any.
        """
        super().__init__(parent)
        self._state = state
        self._remember = remember
        self._waiting: deque[_Asked[State]] = deque()
        self._applying = False

    @property
    def state(self) -> State:
        return self._state

    def apply(
        self,
        transition: Callable[[State], State],
        tell: Callable[[State], Step | None] = lambda _: None,
    ) -> None:
        """Replace the state by a pure transition's result; ``tell(old)`` is its step for undo.

        A transition requested by a listener waits until all listeners have seen the previous one.
        """
        self._waiting.append(_Asked(transition, tell))
        if self._applying:
            return
        self._applying = True
        try:
            while self._waiting:
                self._take(self._waiting.popleft())
        finally:
            self._applying = False

    def _take(self, asked: _Asked[State]) -> None:
        old = self._state
        new = asked.transition(old)
        if new is not old:
            self._state = self._remember(old, new, asked.tell(old))
            self.changed.emit(old, self._state)


class Slot(Generic[Part]):
    """A part of the state that can be read, changed and followed like the whole."""

    def __init__(
        self, store: Store[Any], *, read: Callable[[Any], Part], write: Callable[[Any, Part], Any]
    ) -> None:
        self._store = store
        self.read = read
        self._write = write

    @property
    def now(self) -> Part:
        return self.read(self._store.state)

    def apply(
        self,
        change: Callable[Concatenate[Part, Asked], Part],
        *args: Asked.args,
        **kwargs: Asked.kwargs,
    ) -> None:
        """Replace the part by ``change(part, …)``; the same object changes nothing.

        A change that is marked as a step can be undone: see :func:`viz_app.engine.step.undoable`.
        """
        told = step_told_by(change)

        def transition(state: Any) -> Any:
            part = self.read(state)
            changed = change(part, *args, **kwargs)
            return state if changed is part else self._write(state, changed)

        def tell(state: Any) -> Step | None:
            return None if told is None else told(self.read(state), *args, **kwargs)

        self._store.apply(transition, tell)

    def applying(self, change: Callable[..., Part]) -> Callable[..., None]:
        """A function that applies the change with its own arguments, for example a signal's."""

        def apply(*args: Any) -> None:
            self.apply(change, *args)

        return apply

    def follow(self, hear: Callable[[Part, Part], None]) -> None:
        self._store.changed.connect(lambda old, new: hear(self.read(old), self.read(new)))
