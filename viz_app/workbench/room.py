"""A panel's slice beside the workbench, and a panel's declaration."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, Literal, NamedTuple, ParamSpec, TypeVar, get_args

from viz_app.workbench.state import Workbench

# -------------------------------------------------------------------------------------------- room
# A panel's own slice of the state beside the workbench: what its transitions change.


Slice = TypeVar("Slice")
_Question = TypeVar("_Question")
_Result = TypeVar("_Result")
Asked = ParamSpec("Asked")


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
        change: Callable[Concatenate[Workbench, Asked], Workbench],
        *args: Asked.args,
        **kwargs: Asked.kwargs,
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


class PanelParts(NamedTuple):
    """The parts of a panel, imported and created when it is first shown.

    Attributes:
        first: the panel's slice at the start.
        view: makes the widget, given the theme and what it stands in.
        resolve: makes its snapshot of its room.
        controller: what stands behind it, given the room's slot, the client and the cache; None
            where the composition root makes that itself.
    """

    first: Any
    view: Callable[..., Any]
    resolve: Callable[[Room[Any]], Any]
    controller: Callable[..., Any] | None = None


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
    parts: Callable[[], PanelParts]

    @property
    def page_name(self) -> str:
        """Of the page that is in front with the tab."""
        return self.page or self.name
