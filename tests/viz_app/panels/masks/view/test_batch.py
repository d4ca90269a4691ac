"""The batch: its sentences are edited, its masks are read."""

import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.masks.answers import batch_of, masks_room, record_of
from tests.viz_app.probes import emissions, hover
from viz_app.panels.masks import room as panels_masks_room
from viz_app.panels.masks.room import MOST
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.panels.masks.view.batch import BatchPart
from viz_app.panels.masks.view.tiles import MasksIntents

FIRST = batch_of().texts[0]


def shown(room=None):
    return resolve_masks(room or masks_room()).shown


@pytest.fixture
def part(qtbot):
    part = on_screen(qtbot, BatchPart(THEMES["light"], MasksIntents()), size=(1000, 560))
    part.set_shown(shown())
    part.grab()
    return part


def texts(part):
    return [part.editor.row(index).field.text() for index in range(part.editor.lines())]


def type_over(qtbot, field, text):
    field.selectAll()
    qtbot.keyClicks(field, text)


def test_every_sentence_has_a_line_and_the_first_is_the_one_on_screen(part):
    assert texts(part) == [FIRST, "猫", "有猫"]
    assert [part.editor.row(index).field.isReadOnly() for index in range(3)] == [True, False, False]
    assert part.editor.row(0).remove.isHidden()


def test_why_there_is_no_padding_is_said(part):
    assert "shorter sentences are padded" in part._caption.text()
    even = dataclasses.replace(
        shown(), texts=(FIRST, FIRST), rows=(0, 0), sentence=0, record=record_of(1)
    )
    part.set_shown(even)
    assert part._caption.text().endswith("have the same length, so there is no padding")
    part.set_shown(shown())
    assert "shorter sentences are padded" in part._caption.text()


def test_showing_is_no_intent(part):
    heard = emissions(part)
    part.set_shown(shown(panels_masks_room.sentences_given(masks_room(), ("有",))))
    assert texts(part) == [FIRST, "有"]
    assert not heard


def test_tokens_stand_beside_their_sentence(part):
    lines = part.editor.tokens.places()
    for index, places in enumerate(lines):
        field = part.editor.row(index).field
        top = part.editor.tokens.mapTo(part, places[0].center().toPoint()).y()
        middle = field.mapTo(part, field.rect().center()).y()
        assert abs(top - middle) <= 3


def test_an_edited_sentence_is_an_intent_once(part, qtbot):
    heard = emissions(part)
    field = part.editor.row(2).field
    type_over(qtbot, field, "dog")
    assert not heard
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert heard == [("sentences_changed", ("猫", "dog"))]
    field.editingFinished.emit()
    assert len(heard) == 1


def test_what_is_being_typed_is_not_overwritten(part, qtbot):
    field = part.editor.row(1).field
    field.setFocus()
    type_over(qtbot, field, "do")
    part.set_shown(shown(panels_masks_room.sentence_picked(masks_room(), 2)))
    assert field.text() == "do"


def test_a_sentence_is_added_with_the_keyboard(part, qtbot):
    heard = emissions(part)
    part.add.setFocus()
    qtbot.keyClick(part.add, Qt.Key.Key_Space)
    assert part.editor.lines() == 4
    assert part.editor.row(3).field.hasFocus()
    assert not part.add.isEnabled(), "one empty line at a time"
    assert not heard
    qtbot.keyClicks(part.editor.row(3).field, "dog")
    qtbot.keyClick(part.editor.row(3).field, Qt.Key.Key_Return)
    assert heard == [("sentences_changed", ("猫", "有猫", "dog"))]


def test_an_empty_line_stays_while_the_state_changes(part, qtbot):
    qtbot.mouseClick(part.add, Qt.MouseButton.LeftButton)
    part.set_shown(shown(panels_masks_room.sentence_picked(masks_room(), 1)))
    assert part.editor.lines() == 4


def test_an_empty_line_is_taken_away_without_an_intent(part, qtbot):
    qtbot.mouseClick(part.add, Qt.MouseButton.LeftButton)
    heard = emissions(part)
    qtbot.mouseClick(part.editor.row(3).remove, Qt.MouseButton.LeftButton)
    assert part.editor.lines() == 3
    assert not heard
    assert part.add.isEnabled()


def test_a_line_that_is_left_empty_goes(part, qtbot):
    qtbot.mouseClick(part.add, Qt.MouseButton.LeftButton)
    heard = emissions(part)
    field = part.editor.row(3).field
    for keys in (Qt.Key.Key_A, Qt.Key.Key_Backspace, Qt.Key.Key_Return):
        qtbot.keyClick(field, keys)
    assert part.editor.lines() == 3
    assert not heard
    assert part.add.isEnabled()


def test_a_sentence_is_removed(part, qtbot):
    heard = emissions(part)
    qtbot.mouseClick(part.editor.row(1).remove, Qt.MouseButton.LeftButton)
    assert heard == [("sentences_changed", ("有猫",))]


def test_two_sentences_stay(part):
    part.set_shown(shown(masks_room(batch=batch_of("猫", rows=(0, 1)))))
    assert not part.editor.row(1).remove.isEnabled()


def test_six_sentences_are_the_most(part):
    others = ("a", "b", "c", "d", "e")
    part.set_shown(shown(panels_masks_room.sentences_given(masks_room(), others)))
    assert part.editor.lines() == MOST
    assert not part.add.isEnabled()


def test_a_sentence_that_cannot_be_read_stays_and_cannot_be_looked_at(part, qtbot):
    batch = batch_of("x", "猫", rows=(0, None, 1), chosen=("x", "猫"))
    part.set_shown(shown(panels_masks_room.sentences_given(masks_room(batch=batch), ("x", "猫"))))
    part.grab()
    assert texts(part) == [FIRST, "x", "猫"]
    assert not part.editor.row(1).number.isEnabled()
    assert [len(line) for line in part.editor.tokens.places()] == [4, 0, 4]


@pytest.mark.parametrize("how", ["number", "tokens"])
def test_choosing_a_sentence(part, qtbot, how):
    heard = emissions(part)
    if how == "number":
        qtbot.mouseClick(part.editor.row(1).number, Qt.MouseButton.LeftButton)
    else:
        point = part.editor.tokens.places()[1][2].center().toPoint()
        qtbot.mouseClick(part.editor.tokens, Qt.MouseButton.LeftButton, pos=point)
    assert ("sentence_picked", 1) in heard
    part.set_shown(shown(panels_masks_room.sentence_picked(masks_room(), 1)))
    part.grab()
    assert part.editor.row(1).number.isChecked()
    assert not part.editor.row(0).number.isChecked()
    assert part.masks.layout_now().pictures[0].rows[0] == "猫"


def test_the_number_in_view_stays_pressed(part, qtbot):
    qtbot.mouseClick(part.editor.row(0).number, Qt.MouseButton.LeftButton)
    assert part.editor.row(0).number.isChecked()


def test_hover_is_passed_on(part, qtbot):
    part.set_shown(shown(masks_room(sentence=0)))
    part.grab()
    said = said_by(part)
    grid = part.masks.layout_now().matrices[1].grid
    hover(qtbot, part.masks, grid.cell_rect(1, 3).center().toPoint())
    assert said[-1].endswith("“I” may not attend to “a”, which comes later.")
    hover(qtbot, part.editor.tokens, part.editor.tokens.places()[1][3].center().toPoint())
    assert "padding" in said[-1]


def test_masks_can_be_read_with_the_keyboard(part, qtbot):
    part.set_shown(shown(masks_room(sentence=0)))
    part.grab()
    said = said_by(part)
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Down):
        qtbot.keyClick(part.masks, key)
    sentences = said
    assert sentences[0] == "Causal · “<s>” may attend to “<s>”."
    assert sentences[1].endswith("“<s>” may not attend to “I”, which comes later.")
    assert sentences[-1].endswith("“I” may not attend to “.”, which comes later.")
    assert plain(part.masks.accessibleDescription()) == sentences[-1]
    assert part.masks.cursor_rect() == part.masks.layout_now().matrices[1].grid.cell_rect(1, 5)
    qtbot.keyClick(part.masks, Qt.Key.Key_PageUp)
    assert said[-1].startswith("Encoder: source padding")


def test_tokens_can_be_read_with_the_keyboard(part, qtbot):
    part.set_shown(shown(masks_room(sentence=0)))
    part.grab()
    said = said_by(part)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End):
        qtbot.keyClick(part.editor.tokens, key)
    assert said[0] == "“我” (I, me) is a token: queries may attend to it."
    assert said[-1] == "“<pad>” is masked: no query may attend to padding."


def test_the_batch_leaves_the_masks_their_room(part, qtbot):
    others = ("a", "b", "c", "d", "e")
    part.set_shown(shown(panels_masks_room.sentences_given(masks_room(), others)))
    for height in (560, 330):
        part.resize(1000, height)
        part.grab()
        assert part.masks.height() > part.height() / 2.4
    assert part.editor.verticalScrollBar().maximum() > 0
