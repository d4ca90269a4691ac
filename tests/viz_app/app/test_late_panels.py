"""What panels are made of is imported before anybody opens one, a panel a turn."""

import ast
import dataclasses
import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import pytest

from viz_app.app.late_panels import parts_steps
from viz_app.app.panels import PANELS


def test_each_panel_is_imported_in_a_turn_of_its_own():
    told = []

    def telling(panel):
        return dataclasses.replace(panel, parts=lambda: told.append(panel.name), later=())

    steps = parts_steps([telling(panel) for panel in PANELS])
    assert list(islice(steps, 2)) == [None, None]
    assert told == [PANELS[0].name]
    assert list(steps) == [None] * (len(PANELS) - 2)
    assert told == [panel.name for panel in PANELS]


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.name)
def test_its_other_pages_follow(panel):
    list(parts_steps([panel]))
    assert set(panel.later) <= set(sys.modules)


def test_every_page_that_a_panel_imports_in_a_function_is_among_them():
    later = {name for panel in PANELS for name in panel.later}
    views = {f"viz_app.panels.{name.split('.')[2]}" for name in later}
    found = {name for room in views for path in _views(room) for name in _imported_late(path)}
    assert found == later


def _views(room: str) -> list[Path]:
    folder = Path(import_module(room).__file__).parent
    return [path for path in folder.rglob("*.py") if "views" in path.parts]


def _imported_late(path: Path) -> set[str]:
    """Modules of views that functions of a file import, not those that are for types alone."""
    functions = [
        node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)
    ]
    imports = [
        node.module
        for one in functions
        for node in ast.walk(one)
        if isinstance(node, ast.ImportFrom)
    ]
    return {name for name in imports if ".views." in name and find_spec(name) is not None}
