"""The batch: its sentences are edited, its masks are read."""

import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.masks.answers import batch_of, masks_room, record_of
from tests.viz_app.probes import hover
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.masks.pictures.masks import MaskSpot
from viz_app.panels.masks.room import MOST, resolve_masks, sentence_picked, sentences_given
from viz_app.panels.masks.view.batch import BatchPart
from viz_app.workbench.state import Cell

FIRST = batch_of().texts[0]
FIVE = ("a", "b", "c", "d", "e")
LEFT = Qt.MouseButton.LeftButton


def shown(room=None):
    return resolve_masks(room or masks_room())


@pytest.fixture
def room():
    return heard_room(MASKS)


@pytest.fixture
def part(qtbot, room):
    part = on_screen(qtbot, BatchPart(THEMES["light"], room.handle), size=(1000, 560))
    part.set_shown(shown())
    part.grab()
    return part


def texts(part):
    return [row.field.text() for row in part.editor.rows]


def places(part):
    return [[place for _, place in line] for line in part.editor.tokens.spots().rows]


def type_over(qtbot, field, text):
    field.selectAll()
    qtbot.keyClicks(field, text)


def test_every_sentence_has_a_line_beside_its_tokens_and_the_first_is_the_one_on_screen(part):
    assert texts(part) == [FIRST, "猫", "有猫"]
    assert [row.field.isReadOnly() for row in part.editor.rows] == [True, False, False]
    assert part.editor.rows[0].remove.isHidden()
    for index, line in enumerate(places(part)):
        field = part.editor.rows[index].field
        top = part.editor.tokens.mapTo(part, line[0].center().toPoint()).y()
        assert abs(top - field.mapTo(part, field.rect().center()).y()) <= 3


def test_why_there_is_no_padding_is_said(part):
    assert "shorter sentences are padded" in part._caption.text()
    even = dataclasses.replace(
        shown(), texts=(FIRST, FIRST), rows=(0, 0), sentence=0, record=record_of(1)
    )
    part.set_shown(even)
    assert part._caption.text().endswith("have the same length, so there is no padding")


def test_showing_changes_nothing(part, room):
    part.set_shown(shown(sentences_given(masks_room(), ("有",))))
    assert texts(part) == [FIRST, "有"]
    assert not room.heard


def test_an_edited_sentence_is_given_once(part, room, qtbot):
    field = part.editor.rows[2].field
    type_over(qtbot, field, "dog")
    assert not room.heard
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert room.heard == [("sentences_given", ("猫", "dog"))]
    field.editingFinished.emit()
    assert len(room.heard) == 1


def test_what_is_being_typed_is_not_overwritten(part, qtbot):
    field = part.editor.rows[1].field
    field.setFocus()
    type_over(qtbot, field, "do")
    part.set_shown(shown(sentence_picked(masks_room(), 2)))
    assert field.text() == "do"


def test_a_sentence_is_added_with_the_keyboard(part, room, qtbot):
    part.add.setFocus()
    qtbot.keyClick(part.add, Qt.Key.Key_Space)
    assert len(part.editor.rows) == 4
    assert part.editor.rows[3].field.hasFocus()
    assert not part.add.isEnabled(), "one empty line at a time"
    part.set_shown(shown(sentence_picked(masks_room(), 1)))
    assert len(part.editor.rows) == 4, "it stays while the state changes"
    assert not room.heard
    qtbot.keyClicks(part.editor.rows[3].field, "dog")
    qtbot.keyClick(part.editor.rows[3].field, Qt.Key.Key_Return)
    assert room.heard == [("sentences_given", ("猫", "有猫", "dog"))]


@pytest.mark.parametrize("how", ["removed", "left empty"])
def test_an_empty_line_goes_and_nothing_is_given(part, room, qtbot, how):
    qtbot.mouseClick(part.add, LEFT)
    row = part.editor.rows[3]
    if how == "removed":
        qtbot.mouseClick(row.remove, LEFT)
    else:
        for keys in (Qt.Key.Key_A, Qt.Key.Key_Backspace, Qt.Key.Key_Return):
            qtbot.keyClick(row.field, keys)
    assert len(part.editor.rows) == 3
    assert not room.heard
    assert part.add.isEnabled()


def test_a_sentence_is_removed_but_two_stay(part, room, qtbot):
    qtbot.mouseClick(part.editor.rows[1].remove, LEFT)
    assert room.heard == [("sentences_given", ("有猫",))]
    part.set_shown(shown(masks_room(batch=batch_of("猫", rows=(0, 1)))))
    assert not part.editor.rows[1].remove.isEnabled()


def test_six_sentences_are_the_most_and_leave_the_masks_their_room(part):
    part.set_shown(shown(sentences_given(masks_room(), FIVE)))
    assert len(part.editor.rows) == MOST
    assert not part.add.isEnabled()
    for height in (560, 330):
        part.resize(1000, height)
        part.grab()
        assert part.masks.height() > part.height() / 2.4
    assert part.editor.verticalScrollBar().maximum() > 0


def test_a_sentence_that_cannot_be_read_stays_and_cannot_be_looked_at(part):
    batch = batch_of("x", "猫", rows=(0, None, 1), chosen=("x", "猫"))
    part.set_shown(shown(sentences_given(masks_room(batch=batch), ("x", "猫"))))
    part.grab()
    assert texts(part) == [FIRST, "x", "猫"]
    assert not part.editor.rows[1].number.isEnabled()
    assert [len(line) for line in places(part)] == [4, 0, 4]


@pytest.mark.parametrize("how", ["number", "tokens", "keys"])
def test_choosing_a_sentence(part, room, qtbot, how):
    if how == "number":
        qtbot.mouseClick(part.editor.rows[1].number, LEFT)
    elif how == "tokens":
        qtbot.mouseClick(part.editor.tokens, LEFT, pos=places(part)[1][2].center().toPoint())
    else:
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
            qtbot.keyClick(part.editor.tokens, key)
    assert room.heard == [("sentence_picked", 1)]
    part.set_shown(shown(sentence_picked(masks_room(), 1)))
    assert [row.number.isChecked() for row in part.editor.rows] == [False, True, False]
    assert part.masks.picture.masks[0].rows[0] == "猫"
    qtbot.mouseClick(part.editor.rows[1].number, LEFT)
    assert part.editor.rows[1].number.isChecked(), "it stays pressed"


def test_masks_and_tokens_are_said_under_the_mouse(part, qtbot):
    part.set_shown(shown(masks_room(sentence=0)))
    said = said_by(part)
    place = part.masks.spots().rect(MaskSpot(1, Cell(1, 3)))
    hover(qtbot, part.masks, place.center().toPoint())
    assert said[-1].endswith("“I” may not attend to “a”, which comes later.")
    hover(qtbot, part.editor.tokens, places(part)[1][3].center().toPoint())
    assert "padding" in said[-1]


def test_masks_can_be_read_with_the_keyboard(part, qtbot):
    part.set_shown(shown(masks_room(sentence=0)))
    said = said_by(part)
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Down):
        qtbot.keyClick(part.masks, key)
    assert said[0] == "Causal · “<s>” may attend to “<s>”."
    assert said[1].endswith("“<s>” may not attend to “I”, which comes later.")
    assert said[-1].endswith("“I” may not attend to “.”, which comes later.")
    assert plain(part.masks.accessibleDescription()) == said[-1]
    assert part.masks.cursor_rect() == part.masks.spots().matrices[1].grid.cell_rect(1, 5)
    qtbot.keyClick(part.masks, Qt.Key.Key_PageUp)
    assert said[-1].startswith("Encoder: source padding")


def test_tokens_can_be_read_with_the_keyboard(part, qtbot):
    part.set_shown(shown(masks_room(sentence=0)))
    said = said_by(part)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End):
        qtbot.keyClick(part.editor.tokens, key)
    assert said[0] == "“我” (I, me) is a token: queries may attend to it."
    assert said[-1] == "“<pad>” is masked: no query may attend to padding."
