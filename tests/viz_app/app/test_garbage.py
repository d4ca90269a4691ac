"""What a job makes ends nothing of the window's in the worker."""

import gc
import threading
import weakref

from PySide6.QtCore import QObject

from tests.viz_app.application import settle


def test_no_job_ends_what_is_of_the_window(qtbot, application):
    # what is imported is set aside for ever, and with it whatever there is then
    qtbot.waitUntil(lambda: not application.imports.isActive())
    gc.collect()
    circle, ended = QObject(), []
    circle.myself = circle
    weakref.finalize(circle, lambda: ended.append(threading.current_thread().name))
    del circle

    def steps():
        yield len([[] for _ in range(100_000)])

    application.desk.submit(steps, on_item=print, on_failed=print)
    settle(qtbot, application)
    made = [[] for _ in range(2000)]
    qtbot.waitUntil(lambda: ended != [])
    assert ended == [threading.main_thread().name]
    assert made
