import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea

from model.messages import Message
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.forcing.records import forcing_of, forcing_snapshot
from tests.viz_app.probes import focusable, hover, marked_language, spoken_name
from viz_app.panels.forcing.panel import FORCING
from viz_app.panels.forcing.pictures import position_sentence
from viz_app.panels.forcing.room import ForcedTarget
from viz_app.panels.forcing.view import ForcingPanel, ForcingPart
from viz_app.pictures.typeset import spoken_formulas


@pytest.fixture
def room():
    return heard_room(FORCING)


@pytest.fixture
def part(qtbot, room):
    part = on_screen(qtbot, ForcingPart(THEMES["light"], room.handle), size=(900, 460))
    part.set_snapshot(forcing_snapshot())
    part.grab()
    return part


def test_the_sums_are_those_of_the_losses(part):
    record = forcing_of()
    mean = float(record.losses[record.counts].astype(float).sum()) / 7
    assert f"Mean over the 7 counted positions: {mean:.4f} nats." in part.sums.text()
    assert f"{float(record.losses.astype(float).mean()):.4f} nats" in part.sums.text()
    assert "label smoothing 0.1" in part.sums.text()


def test_the_field_says_what_is_expected_and_whose_it_is(part):
    assert part.target.placeholderText().startswith("w0 w1 w2 w3 – built-in reference")
    typed = forcing_snapshot(given="I own a cat.", forced=ForcedTarget(forcing_of(), "given"))
    part.set_snapshot(typed)
    assert part.target.text() == "I own a cat."


def test_a_target_is_given_with_enter(qtbot, part, room):
    qtbot.keyClicks(part.target, "I own a cat.")
    assert room.heard == []
    qtbot.keyClick(part.target, Qt.Key.Key_Return)
    assert room.heard == [("target_given", "I own a cat.")]
    qtbot.keyClick(part.target, Qt.Key.Key_Return)
    assert len(room.heard) == 1


def test_what_is_being_typed_is_not_overwritten(qtbot, part):
    part.target.setFocus()
    qtbot.waitUntil(part.target.hasFocus)
    qtbot.keyClicks(part.target, "I ow")
    part.set_snapshot(forcing_snapshot(with_padding=True))
    assert part.target.text() == "I ow"


def test_padding_can_be_counted(qtbot, part, room):
    assert not part.padding.isChecked()
    before = part.picture.layout_now().axis
    qtbot.mouseClick(part.padding, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert room.heard == [("with_padding", True)]
    part.set_snapshot(forcing_snapshot(with_padding=True))
    part.grab()
    assert (before, part.picture.layout_now().axis) == (1.0, 9.0)


def test_without_padding_there_is_nothing_to_count(part):
    part.set_snapshot(forcing_snapshot(forced=ForcedTarget(forcing_of(words=2), "given")))
    assert not part.padding.isEnabled()


def test_a_position_is_said_by_mouse_and_keys(qtbot, part):
    said, record = said_by(part.picture), forcing_of()
    layout = part.picture.layout_now()
    hover(qtbot, part.picture, layout.expected_rect(0, 3).center().toPoint())
    assert said[-1] == plain(position_sentence(record, 0, 3))
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_End):
        qtbot.keyClick(part.picture, key)
    assert said[-1] == plain(position_sentence(record, 1, 4))
    assert part.picture.cursor_rect() == layout.column_rect(1, 4)


def test_a_long_target_scrolls_to_where_the_keys_are(qtbot, part):
    long = ForcedTarget(forcing_of(words=60), "reference")
    part.set_snapshot(forcing_snapshot(forced=long))
    QApplication.processEvents()
    area = part.findChild(QScrollArea)
    assert area.horizontalScrollBar().maximum() > 0
    qtbot.keyClick(part.picture, Qt.Key.Key_Home)
    qtbot.keyClick(part.picture, Qt.Key.Key_End)
    assert area.horizontalScrollBar().value() > 0
    place = part.picture.cursor_rect().center().toPoint()
    assert area.viewport().rect().contains(part.picture.mapTo(area.viewport(), place))


def test_before_the_answer_it_is_empty(qtbot, part):
    part.set_snapshot(forcing_snapshot(forced=None))
    part.grab()
    assert part.sums.text() == ""
    assert part.picture.layout_now() is None
    assert not part.padding.isEnabled()
    qtbot.keyClick(part.picture, Qt.Key.Key_Right)
    hover(qtbot, part.picture, QPoint(50, 50))


@pytest.fixture
def panel(qtbot, room):
    panel = on_screen(qtbot, ForcingPanel(THEMES["light"], room.handle), size=(1200, 460))
    panel.set_snapshot(forcing_snapshot())
    panel.grab()
    return panel


def test_the_tab_has_its_picture_its_formula_and_its_text(panel):
    assert panel.part.picture.isVisible()
    assert panel.formula.accessibleName() == spoken_formulas()["embedding_loss"]
    lesson = panel.lesson_page.text.lesson()
    assert "teacher forcing" in lesson.body[0]


def test_before_a_translation_there_is_a_hint_and_a_reason_without_a_decoder(panel):
    panel.set_snapshot(None)
    assert panel.currentWidget() is not panel.lesson_page
    panel.set_snapshot(Message("only an encoder"))
    assert (panel.currentWidget(), panel.reason.text()) == (panel.reason, "only an encoder")
    panel.set_snapshot(forcing_snapshot())
    assert panel.currentWidget() is panel.lesson_page


def test_everything_has_a_name_in_every_language(qtbot, room):
    with marked_language():
        panel = on_screen(qtbot, ForcingPanel(THEMES["dark"], room.handle), forcing_snapshot())
        assert panel.part.padding.text() == "«Count padding»"
    for widget in focusable(panel):
        assert spoken_name(widget) or not widget.isVisible(), widget
