"""What a panel declares of itself: all that the window needs to give it a tab."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from viz_app.workbench.kept import Plan
from viz_app.workbench.room import Room

Place = Literal["look", "understand", "train"]
PLACES: tuple[Place, ...] = get_args(Place)
"""Of the window, from left to right."""


class PanelParts(NamedTuple):
    """What is imported and made when somebody looks at the panel first.

    Attributes:
        first: the panel's slice at the start.
        view: makes the widget, given the theme and what it stands in.
        resolve: what it shows of its room.
        controller: what stands behind it, given the room's slot, the desk and the shelf; None
            where the composition root makes that itself.
        kept: what of the slice a session keeps.
    """

    first: Any
    view: Callable[..., Any]
    resolve: Callable[[Room[Any]], Any]
    controller: Callable[..., Any] | None = None
    kept: Plan = {}  # noqa: RUF012 - nobody changes it


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A tab of the window. Where it stands among those of its place gives it its key, Alt+1 on.

    Texts are English, marked for translation in the context ``panels``.

    Attributes:
        name: of the tab, in the state and in the menus.
        title, tip: on the tab.
        entry, entry_tip: in the menu.
        place: of the window, where it is one of the tabs.
        keys: that bring it to the front from anywhere, beside that by its place; mostly none.
        page: name of the panel that shows it, where one shows several tabs; its own if empty.
        needs_model: all that it shows is computed with the model behind the screen.
        waits: it is made with plots, which are imported after the first picture.
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
    parts: Callable[[], PanelParts]

    @property
    def page_name(self) -> str:
        """Of the page that is in front with the tab."""
        return self.page or self.name
