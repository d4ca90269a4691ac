"""The whole application for a test: real window, real worker, private files, a user's hands."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QCursor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model.text.tasks import generated_steps
from viz_app.app.bootstrap import Application
from viz_app.app.main_window import MainWindow
from viz_app.panels.training import jobs
from viz_app.panels.training.state import LiveRun, RunHistory
from viz_app.panels.training.view.panel import TrainingPanel
from viz_app.testing import DEFAULTS, choose, opened, settle
from viz_app.workbench.changes.selection import head_picked, last_step_chosen

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@contextmanager
def running(
    qtbot: QtBot,
    folder: Path,
    *,
    model: Path | None,
    text: str | None = None,
    opens: Path | None = None,
    models: Path | None = None,
    settings: Path | None = None,
) -> Iterator[Application]:
    """A furnished application that has shown its first translation; closed as a user would.

    Trained models, settings and sessions are kept in ``folder``, unless another place is given.
    Without a model the first one is that of the last session, or the shipped ``zh-en`` that lies
    in ``folder/shipped``. There is little to learn: generated tasks are read in no time, and speed
    is measured in a few updates.
    """
    # What is there once on a display is as at its start, whatever a test before this one did.
    QGuiApplication.clipboard().clear()
    QCursor.setPos(QPoint(1919, 1199))
    options = replace(DEFAULTS, model=str(model) if model else None, text=text, opens=opens)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "PROBE_SECONDS", 0.01)
        patch.setitem(generated_steps.__kwdefaults__, "pairs", 200)
        patch.setitem(generated_steps.__kwdefaults__, "heldout", 20)
        with opened(
            qtbot, folder, options, models=models, shipped=folder / "shipped", settings=settings
        ) as application:
            settle(qtbot, application)
            notice = application.bench.now.notice
            if notice and " repeats itself" in notice.message.template:
                application.window.notices.dismissed.emit()  # as does any model without training
            yield application


def stand_at_the_end(application: Application) -> None:
    """Pick the first head, and the last step: a place that is the same with any weights."""
    application.screen.apply(head_picked, application.screen.now.selection.kind, 0, 0)
    application.screen.apply(last_step_chosen)


def type_source(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.header.source.setFocus()
    window.header.source.selectAll()
    qtbot.keyClicks(window.header.source, text)


def type_and_translate(qtbot: QtBot, application: Application, text: str) -> None:
    type_source(qtbot, application.window, text)
    qtbot.keyClick(application.window.header.source, Qt.Key.Key_Return)
    wait_for_translation(qtbot, application, text)


def wait_for_translation(qtbot: QtBot, application: Application, text: str) -> None:

    def there() -> bool:
        state = application.screen.now
        shown = state.trace is not None and state.trace.source_text == text
        return shown and state.trace.finished and not state.translating

    qtbot.waitUntil(there)


def click(qtbot: QtBot, widget: QWidget, point: QPointF | None = None) -> None:
    pos = widget.rect().center() if point is None else point.toPoint()
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=pos)


def press(
    qtbot: QtBot,
    widget: QWidget,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    window = widget.window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    widget.setFocus()
    qtbot.keyClick(widget, key, modifiers)


def drop(window: MainWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    copy, middle = Qt.DropAction.CopyAction, window.rect().center()
    enter = QDragEnterEvent(middle, copy, data, left, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    event = QDropEvent(QPointF(middle), copy, data, left, none, QEvent.Type.Drop)
    QApplication.sendEvent(window, event)
    assert event.isAccepted()


def training_panel(qtbot: QtBot, application: Application) -> TrainingPanel:
    window = application.window
    window.show_tab("training")
    qtbot.waitUntil(lambda: window.training is not None)
    return window.training


def start_training(qtbot: QtBot, application: Application, task: str, *, epochs: int) -> None:
    panel = training_panel(qtbot, application)
    form = panel.form
    if not form.fold.isChecked():
        click(qtbot, form.fold)
    choose(qtbot, form.task, task)
    choose(qtbot, form.preset, "tiny")
    choose(qtbot, form.device, "cpu")
    form.configuration.epochs.setValue(epochs)
    click(qtbot, panel.start)


def live_run(application: Application) -> LiveRun | None:
    live = application.store.state.training.live
    return live[0] if live else None


def updates(application: Application) -> int:
    live = live_run(application)
    return live.progress.update if live is not None and live.progress is not None else 0


def shown_run(application: Application) -> RunHistory:
    runs = application.store.state.training.runs
    history = runs.history(runs.shown)
    if history is None:
        raise LookupError("no run is on show")
    return history


def said(window: MainWindow) -> str:
    return window.notices.text()


def colour_at(widget: QWidget, point: QPointF) -> QColor:
    image = widget.grab().toImage()
    return colour_in(image, point)


def colour_in(image: QImage, point: QPointF) -> QColor:
    return image.pixelColor((point * image.devicePixelRatio()).toPoint())
