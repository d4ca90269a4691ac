"""Painting a page in a turn of its own: making one and painting it together take long."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viz_app.widgets.window_turns import in_turn


def paint_later(place: QWidget) -> None:
    """Paint nothing of a place before a turn of its own, also not with the page that it is in."""
    place.setUpdatesEnabled(False)
    in_turn(place, _paint)


class PaintLater:
    """``with`` it a place stays on screen as it is, until what was put off inside is done too."""

    def __init__(self, place: QWidget) -> None:
        """Nothing is put off before it is entered."""
        self._place = place

    def __enter__(self) -> None:
        self._place.setUpdatesEnabled(False)

    def __exit__(self, *_: object) -> None:
        in_turn(self._place, _paint)


def _paint(place: QWidget) -> None:
    around = place.parentWidget()
    if around is None or around.updatesEnabled():
        place.setUpdatesEnabled(True)
    else:  # allowed now, it would be painted together with what is around it
        in_turn(place, _paint)
