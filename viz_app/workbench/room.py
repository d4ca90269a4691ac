"""A panel's own slice of the state beside the workbench: what its transitions change."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from viz_app.workbench.state.workbench import Workbench

Slice = TypeVar("Slice")
_Question = TypeVar("_Question")
_Result = TypeVar("_Result")
Asked = ParamSpec("Asked")


@dataclass(frozen=True, slots=True)
class Room(Generic[Slice]):
    """What a panel can see and change: its transitions take a room, and give one.

    Attributes:
        own: the panel's slice, which nobody else changes.
        bench: what all panels look at.
    """

    own: Slice
    bench: Workbench

    def changed(self, **values: Any) -> Room[Slice]:
        """Other fields of the slice; the very same room if they are as before."""
        own: Any = self.own
        changed = dataclasses.replace(own, **values)
        return self if changed == own else dataclasses.replace(self, own=changed)

    def on_bench(
        self,
        change: Callable[Concatenate[Workbench, Asked], Workbench],
        *args: Asked.args,
        **kwargs: Asked.kwargs,
    ) -> Room[Slice]:
        """The workbench becomes ``change(bench, …)``."""
        bench = change(self.bench, *args, **kwargs)
        return self if bench is self.bench else dataclasses.replace(self, bench=bench)


@dataclass(frozen=True, slots=True)
class Answered(Generic[_Question, _Result]):
    """What the worker has found out, with the question that it answers."""

    question: _Question
    result: _Result


def answer_to(
    question: _Question | None, answered: Answered[_Question, _Result] | None
) -> _Result | None:
    """What is known of a question; an answer to another one is none."""
    return answered.result if answered is not None and answered.question == question else None
