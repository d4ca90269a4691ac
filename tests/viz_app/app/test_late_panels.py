"""What pages are made of is imported before anybody opens one, in the window's own thread."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pkgutil import walk_packages

import pytest

import viz_app.app
import viz_app.panels
from tests.patience import PATIENCE

WINDOW = """
import json, sys, threading
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
elsewhere = []
class Teller:
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is not threading.main_thread():
            elsewhere.append(name)
sys.meta_path.insert(0, Teller())
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
from viz_app.widgets import file_dialogs
model, page = sys.argv[1:]
file_dialogs.ask_report_path = lambda *_: Path(page)
app = QApplication(sys.argv)
application = Application(WindowOptions(model=model, text="a b c", device="cpu"))
application.ended.connect(app.quit)
def use():
    application.start()
    while application.training_tab is None or application.imports.isActive():
        yield
    from viz_app.pictures.typeset import _formulas_in_texts
    global patterns
    patterns = _formulas_in_texts.cache_info().currsize
    for panel in application.window.late:
        yield application.window.show_tab(panel)
    application.window.menus.action("report").trigger()
    while not Path(page).exists():
        yield
    application.window.close()
use = use()
timer = QTimer(interval=10)
timer.timeout.connect(lambda: next(use, None))
timer.start()
app.exec()
print(json.dumps([elsewhere, sorted(sys.modules), patterns]))
"""


@pytest.fixture(scope="module")
def window(tmp_path_factory, tiny_checkpoint):
    """Modules that a window's process has imported in other threads than the window's, and all.

    And how many patterns for formulas there were before a page was opened.
    """
    page = tmp_path_factory.mktemp("out") / "page.html"
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, tiny_checkpoint, page],
        stdout=subprocess.PIPE,
        check=True,
        timeout=PATIENCE,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("room", [viz_app.panels, viz_app.app], ids=lambda room: room.__name__)
def test_every_page_and_dialog_is_there_before_it_is_opened(window, room):
    _, imported, _ = window
    wanted = {module.name for module in walk_packages(room.__path__, f"{room.__name__}.")}
    assert wanted <= set(imported)


def test_no_class_of_qt_comes_to_be_in_another_thread_than_the_windows(window):
    """Before Python 3.12 the process could end: Qt reads PySide's table of classes meanwhile."""
    elsewhere, *_ = window
    assert "torch" in elsewhere
    ours = [name for name in elsewhere if name.startswith(("viz_app.", "pyqtgraph", "PySide6."))]
    assert not [name for name in ours if "PySide6" in source(find_spec(name))]


def test_what_finds_formulas_in_texts_is_there_before_a_page_is_opened(window):
    assert window[-1] == 1


def source(module):
    """Its text, or the name of the file that it was made into."""
    return module.loader.get_source(module.name) or module.origin
