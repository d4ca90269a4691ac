"""Waiting for the worker, with a loop of events that is watched."""

import time

from PySide6.QtWidgets import QApplication

from tests.patience import PATIENCE
from viz_app.app.bootstrap import Application


def wait_for_the_worker(application: Application) -> None:
    """Until every job that is more urgent than training has ended; with that it takes turns."""
    done: list[bool] = []
    token = application.desk.submit(
        lambda: iter(()),
        on_item=print,
        on_failed=print,
        on_finished=lambda: done.append(True),
    )
    end = time.monotonic() + PATIENCE
    while not done:
        QApplication.processEvents()
        if time.monotonic() > end:
            application.desk.drop(token)
            raise TimeoutError("the worker has not answered")
