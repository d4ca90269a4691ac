"""Shows scenes and changes their list; makes their pages and loads their models ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from model.messages import UserError
from viz_app.app import scene_state
from viz_app.app.app_state import AppState, Services
from viz_app.app.frame.focus import focus_picture
from viz_app.app.menus.entry_menu import MenuSnapshot
from viz_app.app.panels import PANELS
from viz_app.app.scene_state import SceneHandle, ScenesSnapshot, place_of_current, resolve_scenes
from viz_app.app.sessions import Sessions
from viz_app.engine.presenter import Inquiry
from viz_app.engine.runtime import Turns
from viz_app.storage.library import Library
from viz_app.workbench.changes.models import failed
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.jobs import ModelCache, ModelReady, load_steps

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow


def ahead_steps(
    path: Path, model_cache: ModelCache, device: str, *, library: Library
) -> Iterator[tuple[Path, ModelReady | None]]:
    """Load a model that nobody waits for; None if it cannot be."""
    try:
        (ready,) = load_steps(model_cache, path, device, library=library)
    except UserError:
        yield path, None
    else:
        yield path, ready if isinstance(ready, ModelReady) else None


class SceneController(QObject):
    """Acts on the scenes of the session; ``left`` precedes another content of the workbench."""

    left = Signal()

    def __init__(
        self, services: Services, sessions: Sessions, models: ModelController, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._services, self._sessions, self._models = services, sessions, models
        self._whole = services.whole
        self.handle = SceneHandle(self._whole.apply, self.show)

    def join(self, window: MainWindow) -> None:
        self._window, menu = window, window.menus.scenes

        def present(snapshot: ScenesSnapshot) -> None:
            window.scenes.set_snapshot(snapshot)
            checked = frozenset({"list"} if snapshot.shown else ())
            window.menus.action("save_lesson").setEnabled(bool(snapshot.titles))
            menu.set_snapshot(MenuSnapshot(snapshot.can, checked))

        self._services.presenter.show(self._whole, resolve_scenes, present)
        does: dict[str, Callable[[], object]] = {
            "add": partial(self._whole.apply, scene_state.scene_added),
            "update": partial(self._on_current, scene_state.scene_updated),
            "duplicate": partial(self._on_current, scene_state.scene_duplicated),
            "delete": partial(self._on_current, scene_state.scene_deleted),
            "up": partial(self._move, -1),
            "down": partial(self._move, 1),
            "previous": partial(self._step, -1),
            "next": partial(self._step, 1),
        }
        for name, do in does.items():
            menu.action(name).triggered.connect(lambda _=False, do=do: do())
        menu.action("list").triggered.connect(self.handle.does(scene_state.list_shown))
        self._load_ahead()
        self._services.presenter.show(self._whole, scene_state.tabs_ahead, self.make_ahead)

    def make_ahead(self, tabs: frozenset[str]) -> None:
        """Make the pages of scenes, one in a turn: to open one would take too long later."""
        names = {panel.page_name for panel in PANELS if panel.name in tabs}
        pages = (self._window.late[name] for name in names & self._window.late.keys())
        Turns((page.make_ahead for page in pages), self).start()

    def furnish(self) -> None:
        # What waited for imports.
        self.make_ahead(scene_state.tabs_ahead(self._whole.now))

    def show(self, scene: int) -> None:
        """Put a scene on the workbench, in place of what is there and of what is decoded."""
        found = scene_state.scene_of(self._whole.now, scene)
        if found is None:
            return
        self.left.emit()
        self._models.drop()
        self._whole.apply(scene_state.scene_shown, scene)
        saved = found.session.model
        self._sessions.bring(saved.path if saved else None)

    def _step(self, by: int) -> None:
        scene = scene_state.next_scene(self._whole.now, by)
        if scene is not None:
            self.show(scene)
            focus_picture(self._window.tabs.page())

    def _move(self, by: int) -> None:
        place = place_of_current(self._whole.now.scenes) + by
        self._on_current(scene_state.scene_moved, place)

    def _on_current(self, change: Callable[..., AppState], *values: Any) -> None:
        current = self._whole.now.scenes.current
        if current is not None:
            self._whole.apply(change, current, *values)

    def _load_ahead(self) -> None:
        services, bench = self._services, self._services.bench
        Inquiry(
            self._whole,
            services.desk,
            question=scene_state.file_ahead,
            steps=lambda path: ahead_steps(
                path, services.model_cache, bench.now.settings.device, library=services.library
            ),
            arrived=lambda state, answer: scene_state.model_came(state, *answer),
            on_failed=bench.applying(failed),
            parent=self,
        )
