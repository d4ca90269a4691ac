"""A panel's controller with a real worker behind it, and nobody's hands but the test's."""

import dataclasses

import pytest

from viz_app.app.app_state import bench_slot, room_slot, tab_opened
from viz_app.engine.presenter import Presenter
from viz_app.workbench.changes.translation import trace_arrived, translation_ended
from viz_app.workbench.controllers import answer_questions
from viz_app.workbench.room import RoomHandle


class Intent:
    """What a signal is to a controller and to a test."""

    def __init__(self):
        self._hearers = []

    def connect(self, hear):
        self._hearers.append(hear)

    def emit(self, *args):
        assert self._hearers, "nobody listens"
        for hear in self._hearers:
            hear(*args)


class Faceless:
    """A panel without a view: intents of any name are there to be emitted."""

    def __init__(self, panel, store, desk, model_cache):
        parts = panel.parts()
        self.intents = self
        self._name, self._store, self._resolve = panel.name, store, parts.resolve
        self._room = room_slot(store, panel)
        self._handle = RoomHandle(self._room.apply)
        if parts.questions is not None:
            answer_questions(self._room, desk, parts.questions(model_cache), parent=store)
        if parts.controller is not None:
            self.controller = parts.controller(self._room, desk, model_cache, parent=store)
            self.controller.attach(self)

    def do(self, change, *args):
        self._handle.does(change)(*args)

    def __getattr__(self, name):
        intent = Intent()
        setattr(self, name, intent)
        return intent

    @property
    def own(self):
        return self._room.now.own

    @property
    def bench(self):
        return self._room.now.bench

    @property
    def shown(self):
        return self._resolve(self._room.now)

    def faced_by(self, view):
        """A view shows this, and emits intents."""
        Presenter(self._store, view).show(self._room, self._resolve, view.set_snapshot)
        self.controller.attach(view)
        return self

    def translated(self, trace, **fields):
        """A translation is on screen; ``fields`` are other ones of the workbench."""
        bench = bench_slot(self._store)
        bench.apply(trace_arrived, trace)
        bench.apply(translation_ended)
        bench.apply(dataclasses.replace, **fields)
        return self

    def opened(self, tab=None):
        """This tab is in front, or another one."""
        self._store.apply(lambda state: tab_opened(state, tab or self._name))
        return self


@pytest.fixture
def faceless(store, desk, model_cache):
    """Makes a panel's room."""
    return lambda panel: Faceless(panel, store, desk, model_cache)
