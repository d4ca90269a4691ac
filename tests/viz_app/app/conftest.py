"""A window with a translation, in every language, at any size."""

from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSize
from shiboken6 import delete

from model.checkpoint.file import save_checkpoint
from tests.model import one_stack
from tests.viz_app.app.shown_window import show
from tests.viz_app.application import running
from tests.viz_app.dressed import dressed
from viz_app.app.appearance import Languages
from viz_app.app.main_window import MainWindow
from viz_app.design.theme import light_theme


@pytest.fixture(params=["en", "zh_CN"])
def language(request):
    languages = Languages()
    languages.use(request.param)
    yield request.param
    languages.use("en")  # the translators are the whole process's


@pytest.fixture
def alone(qtbot, tmp_path, one_torch_thread):
    """Opens the window with a small model that has one stack: ``gpt`` or ``bert``."""

    def open_with(name):
        path = tmp_path / f"{name}.safetensors"
        save_checkpoint(getattr(one_stack, name)(), path)
        return running(qtbot, tmp_path, model=path)

    return open_with


@pytest.fixture
def opened(qapp, monkeypatch):
    """Opens a window with a size of text and an extent, on a screen that is no larger.

    It is there only while its theme is: to dress a window anew takes as long as to make it.
    """
    with ExitStack() as stack:

        def open_window(size, extent):
            theme = light_theme(size)
            stack.enter_context(dressed(qapp, theme))
            window = MainWindow(theme)
            stack.callback(delete, window)
            window.allow_close()
            screen = SimpleNamespace(availableSize=lambda: QSize(*extent))
            monkeypatch.setattr(window, "screen", lambda: screen)
            window.set_theme(theme)
            window.resize(*extent)
            window.show()
            show(window)
            assert (window.width(), window.height()) == extent
            return window

        yield open_window
