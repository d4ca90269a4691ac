"""Which part of the focused head is in view: the view's own, and kept for a session."""

from __future__ import annotations

import dataclasses
from typing import Any

from viz_app.app.app_state import AppState
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Slot, Store
from viz_app.pictures.zoom import Zoom


def follow_zoom(attention: Any, store: Store[AppState], presenter: Presenter) -> None:
    """Keep what the user has zoomed to, and zoom where a session has been."""
    slot: Slot[Zoom] = Slot(
        store,
        read=lambda state: state.zoom,
        write=lambda state, zoom: dataclasses.replace(state, zoom=zoom),
    )
    attention.intents.zoomed.connect(slot.applying(_zoomed))
    presenter.show(slot, lambda zoom: zoom, attention.show_zoom)


def _zoomed(_before: Zoom, now: Zoom) -> Zoom:
    return now
