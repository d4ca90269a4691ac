"""Shows scenes and changes their list; loads their models ahead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from viz_app.app import scene_state
from viz_app.app.app_state import AppState, Services
from viz_app.app.menus.entry_menu import MenuSnapshot
from viz_app.app.scene_state import SceneHandle, ScenesSnapshot, resolve_scenes
from viz_app.app.sessions import Sessions
from viz_app.workbench.controllers import ModelController
from viz_app.workbench.jobs import ForeignFile, ModelReady, load_steps

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow

AHEAD_PRIORITY = -3
"""After all else: nobody waits for it."""


class SceneController(QObject):
    """Acts on the scenes of the session; ``left`` precedes another content of the workbench."""

    left = Signal()

    def __init__(
        self, services: Services, sessions: Sessions, models: ModelController, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._services, self._sessions, self._models = services, sessions, models
        self._whole, self._desk = services.whole, services.desk
        self._ahead: int | None = None
        self._failed: set[Path] = set()
        does = self._whole.applying
        self.handle = SceneHandle(
            add=does(scene_state.scene_added),
            fold=lambda: self._whole.apply(scene_state.list_shown, False),
            show=self.show,
            update=does(scene_state.scene_updated),
            duplicate=does(scene_state.scene_duplicated),
            delete=does(scene_state.scene_deleted),
            rename=does(scene_state.scene_renamed),
            note=does(scene_state.scene_noted),
            move=does(scene_state.scene_moved),
        )
        self._whole.follow(self._follow)

    def join(self, window: MainWindow) -> None:
        self._window, menu, room = window, window.menus.scenes, self.handle

        def present(snapshot: ScenesSnapshot) -> None:
            window.scenes.set_snapshot(snapshot)
            checked = frozenset({"list"} if snapshot.shown else ())
            menu.set_snapshot(MenuSnapshot(snapshot.can, checked))

        self._services.presenter.show(self._whole, resolve_scenes, present)
        does: dict[str, Callable[[], object]] = {
            "add": room.add,
            "update": lambda: self._on_current(room.update),
            "rename": lambda: self._edit("edit_title"),
            "note": lambda: self._edit("edit_note"),
            "duplicate": lambda: self._on_current(room.duplicate),
            "delete": lambda: self._on_current(room.delete),
            "up": lambda: self._move(-1),
            "down": lambda: self._move(1),
            "previous": lambda: self._step(-1),
            "next": lambda: self._step(1),
        }
        for name, do in does.items():
            menu.action(name).triggered.connect(lambda _=False, do=do: do())
        menu.action("list").triggered.connect(
            lambda on: self._whole.apply(scene_state.list_shown, on)
        )

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

    def _move(self, by: int) -> None:
        scenes = self._whole.now.scenes
        place = scene_state.place_of_current(scenes) + by
        self._on_current(lambda scene: self.handle.move(scene, place))

    def _on_current(self, do: Callable[[int], object]) -> None:
        current = self._whole.now.scenes.current
        if current is not None:
            do(current)

    def _edit(self, what: str) -> None:
        # The list has the editors.
        self._whole.apply(scene_state.list_shown, True)
        getattr(self._window.scenes.make(), what)()

    def _follow(self, old: AppState, new: AppState) -> None:
        now, before = new.bench, old.bench
        if now.settings.device != before.settings.device:
            self._whole.apply(scene_state.models_left)
        elif (new.scenes, now.model_key, now.loading) != (
            *(old.scenes, before.model_key, before.loading),
        ):
            self._load_ahead()

    @Slot()
    def _load_ahead(self) -> None:
        """Load the next model that a scene needs, once the current one is there."""
        state = self._whole.now
        path = scene_state.file_ahead(state, failed=self._failed)
        if path is None or self._ahead is not None or state.bench.loading is not None:
            return
        services, device = self._services, state.bench.settings.device
        self._ahead = self._desk.submit(
            lambda: load_steps(services.model_cache, path, device, library=services.library),
            on_item=lambda ready: self._on_ready(path, ready),
            on_failed=lambda *_: self._on_failed(path),
            on_finished=self._on_finished,
            priority=AHEAD_PRIORITY,
        )

    def _on_ready(self, path: Path, ready: ModelReady | ForeignFile) -> None:
        if isinstance(ready, ModelReady) and ready.file is not None:
            self._whole.apply(scene_state.model_came, ready.key, ready.summary, ready.file)
        if scene_state.file_ahead(self._whole.now, failed=self._failed) == path:
            self._failed.add(path)  # another model is there now: showing the scene says so

    def _on_failed(self, path: Path) -> None:
        self._failed.add(path)  # showing the scene says why
        self._on_finished()

    def _on_finished(self) -> None:
        self._ahead = None
        self._load_ahead()
