"""A panel's slice beside the workbench, what its view is handed, and a panel's declaration."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Concatenate, Generic, Literal, NamedTuple, ParamSpec, TypeVar, get_args

from viz_app.engine.step import mark_step, step_told_by
from viz_app.workbench.state import COVERS, Cover, Workbench

# -------------------------------------------------------------------------------------------- room
# A panel's own slice of the state beside the workbench: what its transitions change.


Slice = TypeVar("Slice")
_Question = TypeVar("_Question")
_Result = TypeVar("_Result")
Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Room(Generic[Slice]):
    """What a panel can see and change: its transitions take a room and return one.

    Attributes:
        own: the panel's slice, which only its own transitions change.
        bench: what all panels look at.
    """

    own: Slice
    bench: Workbench

    def changed(self, **values: Any) -> Room[Slice]:
        """Replace fields of the slice; returns the same room if nothing changed."""
        own: Any = self.own
        changed = dataclasses.replace(own, **values)
        return self if changed == own else dataclasses.replace(self, own=changed)

    def on_bench(
        self,
        change: Callable[Concatenate[Workbench, Arguments], Workbench],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Room[Slice]:
        bench = change(self.bench, *args, **kwargs)
        return self if bench is self.bench else dataclasses.replace(self, bench=bench)


@dataclass(frozen=True, slots=True)
class Answered(Generic[_Question, _Result]):
    """A result of the worker, with the question that it answers."""

    question: _Question
    result: _Result


def answer_to(
    question: _Question | None, answered: Answered[_Question, _Result] | None
) -> _Result | None:
    """The result if it answers this question, else None."""
    return answered.result if answered is not None and answered.question == question else None


# ----------------------------------------------------------------------------------------- handles
# What a view is handed of the state: functions that it calls, or connects signals to.


_Part = TypeVar("_Part")

_POSITIONAL = {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}


@dataclass(frozen=True, slots=True)
class StateHandle(Generic[_Part]):
    """Makes functions that apply transitions to a part of the state.

    Subclasses add the functions that start jobs.

    Attributes:
        apply: of the part's slot in the store.
    """

    apply: Callable[..., None]

    def does(
        self, change: Callable[Concatenate[_Part, Arguments], _Part]
    ) -> Callable[Arguments, None]:
        """A function that applies a transition with its own arguments, at most four."""
        does: Callable[Arguments, None] = _with_parameters_of(change, self.apply)
        return does


@dataclass(frozen=True, slots=True)
class RoomHandle(StateHandle[Room[Slice]]):
    """What the view of a panel is handed of its room."""

    def sets(self, field: str) -> Callable[[Any], None]:
        return self.does(sets(field))

    def on_bench(
        self, change: Callable[Concatenate[Workbench, Arguments], Workbench]
    ) -> Callable[Arguments, None]:
        return self.does(on_bench(change))


def starts_nothing(*_: object) -> None:
    """In place of a job, for a view that stands alone."""


def sets(field: str) -> Callable[[Room[Any], Any], Room[Any]]:
    """The transition that sets a field of the slice."""

    def change(room: Room[Any], value: Any) -> Room[Any]:
        return room.changed(**{field: value})

    change.__name__ = field
    return change


def on_bench(
    change: Callable[Concatenate[Workbench, Arguments], Workbench],
) -> Callable[Concatenate[Room[Any], Arguments], Room[Any]]:
    """A transition of the workbench as one of a room; it can be undone as before."""

    @wraps(change)
    def changed(room: Room[Any], /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Room[Any]:
        return room.on_bench(change, *args, **kwargs)

    tell = step_told_by(change)
    if tell is not None:
        mark_step(changed, lambda room, *args, **kwargs: tell(room.bench, *args, **kwargs))
    return changed


def _with_parameters_of(change: Callable[..., Any], apply: Callable[..., None]) -> Any:
    """``apply(change, …)`` as a function with the parameters of the change after the state.

    PySide counts a function's parameters to know how many of a signal's values it wants: to
    ``*args`` it does not give any that the signal may leave out, such as ``checked``.
    """
    _, *parameters = signature(change).parameters.values()
    wanted = [each for each in parameters if each.kind in _POSITIONAL]
    shapes: tuple[Any, ...] = (
        lambda **named: apply(change, **named),
        lambda a, **named: apply(change, a, **named),
        lambda a, b, **named: apply(change, a, b, **named),
        lambda a, b, c, **named: apply(change, a, b, c, **named),
        lambda a, b, c, d, **named: apply(change, a, b, c, d, **named),
    )
    shaped = shapes[len(wanted)]
    shaped.__defaults__ = tuple(
        each.default for each in wanted if each.default is not Parameter.empty
    )
    return shaped


# ------------------------------------------------------------------------------------------- panel
# Declaration of a panel: all that the window needs for its tab.


Place = Literal["look", "understand", "train"]
PLACES: tuple[Place, ...] = get_args(Place)
"""Of the window, from left to right."""


MapBlock = Literal[
    "embedding", "positions", "self_attention", "cross_attention", "feed_forward", "output"
]
"""A block of the small map of the model."""


class MapPlace(NamedTuple):
    """Where a panel is on the map of the model.

    Attributes:
        path: from the map to the panel, in English, marked for translation in ``panels``.
        blocks: those of the small map that the panel explains.
    """

    path: tuple[str, ...]
    blocks: tuple[MapBlock, ...]


class WorkerQuestion(NamedTuple):
    """A question of a room to the worker.

    Attributes:
        question: what the room asks now; None if nothing.
        steps: the job that answers it.
        arrived: the transition for each answer that the job yields.
    """

    question: Callable[[Room[Any]], Any]
    steps: Callable[[Any], Iterator[object]]
    arrived: Callable[..., Room[Any]]


class PanelParts(NamedTuple):
    """The parts of a panel, imported and created when it is first shown.

    Attributes:
        first: the panel's slice at the start.
        view: makes the widget, given the theme, the room's handle and what it stands in.
        resolve: makes its snapshot of its room.
        controller: what stands behind it, given the room's slot, the client and the cache; None
            where the composition root makes that itself. Its view is given no handle.
        questions: what the room asks the worker, given the cache of models.
        handle: the type of the room's handle.
    """

    first: Any
    view: Callable[..., Any]
    resolve: Callable[[Room[Any]], Any]
    controller: Callable[..., Any] | None = None
    questions: Callable[[Any], Iterable[WorkerQuestion]] | None = None
    handle: type[RoomHandle[Any]] = RoomHandle


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A tab of the window. Its position in its place determines its shortcut, from Alt+1.

    Texts are English, marked for translation in the context ``panels``.

    Attributes:
        name: of the tab, in the state and in the menus.
        title, tip: on the tab.
        entry, entry_tip: in the menu.
        place: of the window, where it is one of the tabs.
        keys: that bring it to the front from anywhere, beside that by its place; mostly none.
        page: name of the panel that shows it, where one shows several tabs; its own if empty.
        needs_model: all of its content is computed with the model behind the screen.
        on_map: where it is on the map of the model, for one that explains a part of it.
        hidden_with: covers under which a sheet is in its place, as it shows what these hide.
        waits: it contains plots, which are imported after the first picture.
        parts: imports and names what the panel is made of.
    """

    name: str
    title: str
    tip: str
    entry: str
    entry_tip: str
    place: Place
    keys: str = ""
    page: str = ""
    needs_model: bool = False
    waits: bool = False
    on_map: MapPlace | None = None
    hidden_with: Collection[Cover] = COVERS
    parts: Callable[[], PanelParts]

    @property
    def page_name(self) -> str:
        """Of the page that is in front with the tab."""
        return self.page or self.name
