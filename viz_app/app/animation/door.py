"""How one comes to an animation: menu and time-lapse open the dialog, which is made late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viz_app.app.app_state import AppState, training_room, whole_slot

if TYPE_CHECKING:
    from viz_app.app.animation.dialog import AnimationDialog
    from viz_app.app.animation.snapshot import AnimationSnapshot
    from viz_app.app.main_window import MainWindow
    from viz_app.engine.desk import JobDesk
    from viz_app.engine.presenter import Presenter
    from viz_app.engine.store import Store
    from viz_app.panels.training.views.panel import TrainingPanel


class AnimationDoor(QObject):
    """Waits until somebody wants to save an animation; imports and makes nothing before."""

    def __init__(
        self,
        window: MainWindow,
        presenter: Presenter,
        *,
        store: Store[AppState],
        desk: JobDesk,
    ) -> None:
        """Listen to the menu, and to both bars of the time-lapse."""
        super().__init__(window)
        self._store, self._desk, self._presenter = store, desk, presenter
        self._window = window
        self.dialog: AnimationDialog | None = None
        window.menus.action("save_animation").triggered.connect(self.open)
        window.replay.intents.animation_requested.connect(self.open)
        window.late["training"].made.connect(self._listen)

    @Slot()
    def open(self) -> None:
        """Bring the dialog up."""
        if self.dialog is None:
            self.dialog = self._made()
        self.dialog.open_on(_resolved(self._store.state))

    @Slot(object)
    def _listen(self, panel: TrainingPanel) -> None:
        panel.intents.animation_requested.connect(self.open)

    def _made(self) -> AnimationDialog:
        from viz_app.app.animation.controller import AnimationController
        from viz_app.app.animation.dialog import AnimationDialog

        dialog = AnimationDialog(self._window.theme, self._window)
        controller = AnimationController(self._store, self._desk, self)
        dialog.save_requested.connect(controller.save)
        dialog.cancelled.connect(controller.cancel)
        controller.saved.connect(dialog.finish)
        self._presenter.show(whole_slot(self._store), _resolved, dialog.set_snapshot)
        return dialog


def _resolved(state: AppState) -> AnimationSnapshot:
    from viz_app.app.animation.snapshot import resolve_animation

    return resolve_animation(training_room(state), state.animation)
