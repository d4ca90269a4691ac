"""Intents become transitions of the room, and what it asks is answered by the worker."""

from types import SimpleNamespace
from typing import ClassVar

import pytest
from PySide6.QtCore import QObject, Signal

from model.messages import UserError
from viz_app.engine.store import Slot, Store
from viz_app.workbench.changes.models import settings_changed
from viz_app.workbench.controllers.room import Asked, RoomController, on_bench, sets
from viz_app.workbench.room import Room
from viz_app.workbench.state.workbench import Playback, Workbench


class Panel(QObject):
    speed_picked = Signal(float)
    theme_picked = Signal(str)


def themed(bench, theme):
    return settings_changed(bench, theme=theme)


def halved(speed):
    if speed == 0.0:
        raise UserError("There is no speed {speed}.", speed=speed)
    yield speed / 2


class Halving(RoomController):
    intents: ClassVar = {"speed_picked": sets("speed"), "theme_picked": on_bench(themed)}

    def inquiries(self):
        yield Asked(
            question=lambda room: None if room.own.speed == 1.0 else room.own.speed,
            steps=halved,
            arrived=lambda room, half: room.on_bench(settings_changed, device=str(half)),
        )


@pytest.fixture
def room(desk, shelf):
    """A controller's room: its slice has a speed, and the half of it is asked for."""
    store = Store(Room(Playback(), Workbench()))
    slot = Slot(store, read=lambda state: state, write=lambda _, room: room)
    panel = Panel()
    Halving(slot, desk, shelf, parent=store).attach(panel)
    return SimpleNamespace(slot=slot, panel=panel, store=store)


def test_an_intent_is_a_transition_of_the_slice_or_of_the_workbench(room):
    room.panel.speed_picked.emit(1.0)
    room.panel.theme_picked.emit("dark")
    assert room.slot.now.own == Playback(speed=1.0)
    assert room.slot.now.bench.settings.theme == "dark"


def test_what_the_room_asks_is_answered(room, qtbot):
    room.panel.speed_picked.emit(4.0)
    qtbot.waitUntil(lambda: room.slot.now.bench.settings.device == "2.0")


def test_why_there_is_no_answer_is_said(room, qtbot):
    room.panel.speed_picked.emit(0.0)
    qtbot.waitUntil(lambda: room.slot.now.bench.notice is not None)
    assert str(room.slot.now.bench.notice.message) == "There is no speed 0.0."


def test_intents_may_stand_in_an_object_of_their_own(desk, shelf):
    store = Store(Room(Playback(), Workbench()))
    slot = Slot(store, read=lambda state: state, write=lambda _, room: room)
    panel = SimpleNamespace(intents=Panel())
    Halving(slot, desk, shelf, parent=store).attach(panel)
    panel.intents.theme_picked.emit("light")
    assert slot.now.bench.settings.theme == "light"
