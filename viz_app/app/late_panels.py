"""Panels: imported ahead of need, and made when their page is first shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from model.messages import Message
from viz_app.app.app_state import AppState, bench_slot, room_slot, screen_slot, whole_slot
from viz_app.app.lesson_state import LessonHandle
from viz_app.app.panels import ATTENTION, PANELS
from viz_app.app.scene_state import SceneHandle
from viz_app.design.theme import Theme
from viz_app.engine.collection import many_imports
from viz_app.engine.jobs import JobClient
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Slot, Store
from viz_app.panels.attention.room import AttentionHandle
from viz_app.panels.timeline.room import TimelineHandle
from viz_app.widgets.pages import LatePage
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.controllers import answer_questions
from viz_app.workbench.covers import page_sheet
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import Panel, PanelParts, Room, RoomHandle
from viz_app.workbench.state import Workbench

# Modules of pages and dialogs are imported before somebody opens one, in the window's own thread:
# before Python 3.12 PySide keeps its table of classes without a lock, and Qt reads it for every
# event. Each import fits into a turn of the event loop; the longest, pyqtgraph, takes 0.2 s.

Piece = Callable[[], object]


def plot_imports() -> Iterator[Piece]:
    yield from _imports(["pyqtgraph", "viz_app.app.training_tab"])
    yield from _imports(_modules_of("viz_app.panels.training"))
    yield _prepare_formulas


def page_imports() -> Iterator[Piece]:
    yield from _imports([*_modules_of("viz_app.panels"), *_modules_of("viz_app.app")])


def _prepare_formulas() -> None:
    # The pattern that finds formulas is long: compiled here, it does not delay the first page.
    from viz_app.pictures.typeset import has_formula

    has_formula("")


def _modules_of(package: str) -> list[str]:
    return [found.name for found in walk_packages(import_module(package).__path__, f"{package}.")]


def _imports(names: Iterable[str]) -> Iterator[Piece]:
    return (partial(_import, name) for name in names if name not in sys.modules)


def _import(name: str) -> None:
    with many_imports():
        import_module(name)


@dataclass(frozen=True, slots=True)
class WindowRooms:
    """What the views of a window are handed of the state.

    Attributes:
        panel: the handle of a tab's room.
    """

    panel: Callable[[Panel], RoomHandle[Any]]
    attention: AttentionHandle
    timeline: TimelineHandle
    scenes: SceneHandle
    lesson: LessonHandle = field(default_factory=LessonHandle)


def panel_room(store: Store[AppState], panel: Panel) -> RoomHandle[Any]:
    return panel.parts().handle(room_slot(store, panel).apply)


def rooms_of(store: Store[AppState] | None = None) -> WindowRooms:
    """Rooms that start no jobs, of a state of their own by default."""
    store = store or Store(AppState())
    screen = screen_slot(store).apply
    panels, scenes = partial(panel_room, store), SceneHandle(whole_slot(store).apply)
    return WindowRooms(panels, AttentionHandle(screen), TimelineHandle(screen), scenes)


def late_pages(
    theme: Theme, rooms: WindowRooms, panels: Sequence[Panel] = PANELS
) -> dict[str, LatePage]:
    return {
        panel.name: LatePage(partial(_made, panel, rooms), theme, waits=panel.waits)
        for panel in panels
        if panel is not ATTENTION and not panel.page
    }


class LatePanels(QObject):
    """Creates the controller of a panel with the panel, and connects its snapshots then."""

    def __init__(
        self,
        store: Store[AppState],
        desk: JobClient,
        model_cache: ModelCache,
        *,
        presenter: Presenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store, self._desk, self._model_cache = store, desk, model_cache
        self._presenter = presenter
        self._controllers: dict[str, Any] = {}

    def join(self, pages: dict[str, LatePage], panels: Sequence[Panel] = PANELS) -> None:
        for panel in panels:
            if panel.name in pages:
                page = pages[panel.name]
                page.for_each(partial(self._on_made, panel, page))

    def _on_made(self, panel: Panel, page: LatePage, view: object) -> None:
        parts = panel.parts()
        if parts.questions is None and parts.controller is None:
            return
        if panel.name not in self._controllers:
            room = room_slot(self._store, panel)
            self._controllers[panel.name] = self._controller(parts, room)
            self._presenter.show(room, partial(_uncovered, panel, parts), _setter(page))
            bench = bench_slot(self._store)
            self._presenter.show(bench, partial(absence_of, panel), page.set_absence)
        if parts.controller is not None:
            self._controllers[panel.name].attach(view)

    def _controller(self, parts: PanelParts, room: Slot[Room[Any]]) -> Any:
        if parts.questions is not None:
            answer_questions(room, self._desk, parts.questions(self._model_cache), parent=self)
        if parts.controller is not None:
            return parts.controller(room, self._desk, self._model_cache, parent=self)
        return None


def absence_of(panel: Panel, bench: Workbench) -> Message | None:
    """Why nothing of a panel is shown: a sheet over what is hidden, or its model is missing."""
    if not {*panel.hidden_with}.isdisjoint(bench.covers):
        return page_sheet(bench)
    return uncomputable(bench) if panel.needs_model else None


def _uncovered(panel: Panel, parts: PanelParts, room: Room[Any]) -> Any:
    """The snapshot; None under a sheet, where records and the covered trace differ."""
    is_covered = not {*panel.hidden_with}.isdisjoint(room.bench.covers)
    return None if is_covered else parts.resolve(room)


def _setter(page: LatePage) -> Callable[[Any], None]:
    return lambda snapshot: None if snapshot is None else page.set_snapshot(snapshot)


def _made(panel: Panel, rooms: WindowRooms, theme: Theme, page: QWidget) -> Any:
    parts = panel.parts()
    if parts.questions is None:
        return parts.view(theme, page)
    return parts.view(theme, rooms.panel(panel), page)
