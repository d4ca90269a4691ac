import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from model.messages import Message
from tests.viz_app.probes import emissions
from viz_app.app.frame.notice_bar import NoticeBar
from viz_app.design.theme import light_theme
from viz_app.workbench.state import Notice

LONG = Notice(
    "error",
    Message("{name!r} is not a checkpoint.", {"name": "שלום" * 40}),
    "Traceback\n" + "line\n" * 40,
)


@pytest.fixture
def bar(qtbot):
    """A notice bar in a window, as it lives."""
    window = QWidget()
    qtbot.addWidget(window)
    bar = NoticeBar()
    bar.set_theme(light_theme())
    layout = QVBoxLayout(window)
    layout.addWidget(bar)
    window.other = QWidget(window, focusPolicy=Qt.FocusPolicy.StrongFocus)
    layout.addWidget(window.other)
    window.resize(700, 300)
    window.show()
    yield bar


def test_it_is_there_only_with_a_notice(bar):
    heard = emissions(bar)
    assert not bar.isVisible()
    assert bar.text() == ""
    bar.window().other.setFocus()
    bar.set_notice(Notice("info", Message("Saved as {name}.", {"name": "<b>x</b>"})))
    assert bar.isVisible()
    assert bar.sentence.textFormat() == Qt.TextFormat.PlainText
    assert bar.text() == "Note: Saved as <b>x</b>."
    bar.set_notice(LONG)
    assert bar.minimumSizeHint().width() < 400, "it does not widen the window"
    assert bar.window().focusWidget() is bar.window().other
    bar.set_notice(None)
    assert not bar.isVisible()
    assert heard == []


@pytest.mark.parametrize(
    ("level", "prefix"), [("info", "Note: "), ("warning", "Warning: "), ("error", "Error: ")]
)
def test_the_level_is_said_and_drawn_not_only_coloured(bar, level, prefix):
    bar.set_notice(Notice(level, Message("x")))
    assert bar.text() == f"{prefix}x"
    images = set()
    for other in ("info", "warning", "error"):
        bar.mark.set_level(other)
        images.add(
            bytes(
                bar.mark.grab()
                .toImage()
                .convertToFormat(QImage.Format.Format_Grayscale8)
                .constBits()
            )
        )
    assert len(images) == 3


def test_details_are_shown_on_demand(qtbot, bar):
    bar.set_notice(LONG)
    assert not bar.details.isVisible()
    qtbot.mouseClick(bar.details_button, Qt.MouseButton.LeftButton)
    assert bar.details.isVisible()
    assert bar.details.toPlainText() == LONG.details
    assert bar.details.isReadOnly()
    bar.set_notice(Notice("info", Message("x")))
    assert not bar.details.isVisible()
    assert not bar.details_button.isVisible()


def test_closing_asks(qtbot, bar):
    bar.set_notice(LONG)
    heard = emissions(bar)
    qtbot.mouseClick(bar.close_button, Qt.MouseButton.LeftButton)
    assert heard == [("dismissed",)]
    assert bar.isVisible()


def test_only_an_interrupted_run_can_be_gone_on_with_and_a_model_is_offered(qtbot, bar):
    bar.set_notice(Notice("info", Message("x"), go_on="run-7"))
    heard = emissions(bar)
    qtbot.mouseClick(bar.offer_button, Qt.MouseButton.LeftButton)
    assert heard == [("go_on_requested", "run-7")]
    bar.set_notice(LONG)
    assert not bar.offer_button.isVisible()
    bar.set_notice(Notice("info", Message("x"), go_on="run-8"))
    qtbot.mouseClick(bar.offer_button, Qt.MouseButton.LeftButton)
    assert heard[1:] == [("go_on_requested", "run-8")]
    bar.set_notice(Notice("info", Message("x"), use="run-9"))
    assert bar.offer_button.text() == "Use model"
    qtbot.mouseClick(bar.offer_button, Qt.MouseButton.LeftButton)
    assert heard[2:] == [("use_requested", "run-9")]
    bar.set_notice(Notice("info", Message("x"), go_on="run-8"))
    assert bar.offer_button.text() == "Continue"


def test_escape_closes_from_anywhere_in_the_window(qtbot, bar):
    bar.set_notice(LONG)
    heard = emissions(bar)
    bar.window().activateWindow()
    qtbot.waitUntil(bar.window().isActiveWindow)
    bar.window().other.setFocus()
    qtbot.keyClick(bar.window().other, Qt.Key.Key_Escape)
    assert heard == [("dismissed",)]
    bar.set_notice(None)
    qtbot.keyClick(bar.window().other, Qt.Key.Key_Escape)
    assert heard == [("dismissed",)]


def test_it_is_announced_to_who_cannot_see_it(bar, monkeypatch):
    heard = []
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: heard.append(event.message())
    )
    bar.set_notice(Notice("warning", Message("x")))
    bar.set_notice(Notice("warning", Message("x")))
    assert heard == ["Warning: x"]


def test_an_example_is_offered_on_a_button(qtbot, bar):
    bar.set_notice(Notice("warning", Message("x"), example="A & B"))
    heard = emissions(bar)
    assert bar.example_button.isVisible()
    assert bar.example_button.text() == "A && B"
    qtbot.mouseClick(bar.example_button, Qt.MouseButton.LeftButton)
    assert heard == [("example_requested", "A & B")]
    bar.set_notice(Notice("warning", Message("x")))
    assert not bar.example_button.isVisible()
