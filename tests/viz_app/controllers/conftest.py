"""A desk with a real worker thread, and no window."""

from __future__ import annotations

import dataclasses

import pytest

from viz_app.controllers.desk import JobDesk
from viz_app.controllers.store import Store
from viz_app.jobs.bridge import JobBridge
from viz_app.jobs.shelf import Shelf
from viz_app.persistence.library import Library
from viz_app.state.app_state import AppState


@pytest.fixture
def store(qapp):
    return Store(AppState())


@pytest.fixture
def bridge(qapp):
    bridge = JobBridge()
    bridge.runner.start()
    yield bridge
    bridge.runner.close()
    assert bridge.runner.join(10)


@pytest.fixture
def desk(bridge):
    return JobDesk(bridge)


@pytest.fixture
def shelf(store, tiny_model):
    """A shelf with the tiny model, which the state has accepted."""
    shelf = Shelf()
    key = shelf.put(tiny_model)
    store.apply(lambda state: dataclasses.replace(state, model_key=key))
    return shelf


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "models", shipped=tmp_path / "shipped")
