"""What only links and text do: two sides, long sentences that scroll, many links."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from tests.viz_app.listening import plain, said_by, wheel
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import EN, THEMES, ZH, focus, square, zeros
from tests.viz_app.panels.attention.view.test_heads import KEY, peaked, picked, place_of, shown
from tests.viz_app.probes import hover
from viz_app.panels.attention.pictures.link_set import LinkEnd
from viz_app.panels.attention.view import tokens
from viz_app.panels.attention.view.tokens import LinksView, TextView, cell_at_key, cell_at_row
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
CONTROL, NO_KEY = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def links(qtbot, room):
    return on_screen(qtbot, LinksView(THEMES["light"], room.handle), peaked(), size=(640, 520))


@pytest.fixture
def text(qtbot, room):
    return on_screen(qtbot, TextView(THEMES["light"], room.handle), peaked(), size=(640, 520))


def long_focus(**fields):
    return square(512, **fields)


def test_a_row_stands_for_its_heaviest_key_or_the_cursors():
    every = zeros(ROWS, ROWS, r2c1=0.9)
    assert cell_at_row(focus(zeros(ROWS, COLUMNS, r2c5=0.9, r2c6=0.1)), 2) == Cell(2, 5)
    assert cell_at_row(focus(cell=Cell(4, 7)), 2) == Cell(2, 7)
    assert cell_at_row(focus(every, kind="decoder", cell=Cell(8, 7)), 2) == Cell(2, 1)  # masked
    assert cell_at_row(focus(source=()), 2) is None
    assert cell_at_key(focus(marked_row=6), 3) == Cell(6, 3)
    assert cell_at_key(focus(target=()), 2) is None


# ------------------------------------------------------------------------------------------- links


def end_of(view):
    return view.shown_picture().emphasised


def test_hovering_a_token_shows_its_lines_and_paints_the_others_not_anew(links, qtbot):
    calm, kept = links.grab().toImage(), links.picture.cache.drawn
    hover(qtbot, links, place_of(links, key=False))
    assert end_of(links) == LinkEnd("query", 4)
    assert links.grab().toImage() != calm
    assert links.picture.cache.drawn is kept
    hover(qtbot, links, links.spots().lines_rect.center().toPoint())
    assert end_of(links) is None
    assert links.grab().toImage() == calm
    links.resize(640, 700)
    links.grab()
    assert links.picture.cache.drawn is not kept


def test_very_many_links_are_found_in_a_turn_of_their_own(links, qtbot, monkeypatch):
    other = peaked(cell=Cell(4, 1))
    shown(links, other)
    right = links.grab().toImage()
    shown(links, peaked())
    before = links.grab().toImage()
    monkeypatch.setattr(tokens, "LARGE", 1)
    links.set_snapshot(other)
    assert links.grab().toImage() == before
    qtbot.waitUntil(lambda: links.grab().toImage() == right)
    shown(links, peaked())
    links.set_snapshot(other)  # though others come all the time
    assert links.grab().toImage() == right


def test_at_rest_the_row_of_the_step_stands_out_and_the_others_fade(links):
    """The step's line is as when it is hovered, another one between calm and hidden."""
    both = focus(zeros(ROWS, COLUMNS, r4c1=1.0, r9c9=1.0), marked_row=4)
    seen = {}
    for name, row in (("step", 4), ("none", None), ("other", 9)):
        links.set_snapshot(dataclasses.replace(both, marked_row=row))
        image, area = links.grab().toImage(), links.spots().lines_rect
        points = (
            QPointF(area.left() + 0.02 * area.width(), links.spots().middle(row)) for row in (4, 9)
        )
        seen[name] = [image.pixelColor(point.toPoint()).lightness() for point in points]
    assert seen["step"][0] == pytest.approx(seen["none"][0], abs=10)
    assert seen["none"][0] + 40 < seen["other"][0]
    assert seen["other"][1] == pytest.approx(seen["none"][1], abs=10)
    panel = QColor(links.theme.panel).lightness()
    assert seen["none"][1] + 40 < seen["step"][1] < panel


def test_a_click_beside_the_tokens_lets_go(links, qtbot, room):
    beside = links.spots().lines_rect.center().toPoint()
    qtbot.mouseClick(links, Qt.MouseButton.LeftButton, pos=beside)
    assert not room.heard
    shown(links, peaked(cell=Cell(4, 1)))
    qtbot.mouseClick(links, Qt.MouseButton.LeftButton, pos=beside)
    assert picked(room) == [None]


def test_a_token_of_the_cell_or_one_chosen_elsewhere_keeps_its_lines(links, qtbot, room):
    shown(links, peaked(cell=Cell(4, 1)))
    assert end_of(links) == LinkEnd("query", 4)
    qtbot.mouseClick(links, Qt.MouseButton.LeftButton, pos=place_of(links))
    assert end_of(links) == LinkEnd("key", 1)
    assert not room.heard, "the same cell, seen from the other side"
    links.set_snapshot(peaked(linked_row=6))
    assert end_of(links) == LinkEnd("query", 6)


def test_right_goes_to_the_keys_and_keys_move_there(links, qtbot, room):
    links.set_snapshot(peaked(cell=Cell(4, 1)))
    heard = said_by(links)
    qtbot.keyClick(links, Qt.Key.Key_Right)
    assert (end_of(links), heard) == (LinkEnd("key", 1), [KEY])
    assert plain(links.accessibleDescription()) == KEY
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(links, key)
    assert picked(room) == [Cell(4, 0), Cell(4, 2), Cell(4, 0), Cell(4, COLUMNS - 1)]
    qtbot.keyClick(links, Qt.Key.Key_Left)
    assert end_of(links) == LinkEnd("query", 4)


def test_a_hovered_token_stays_so_while_there_is_one(links, qtbot):
    hover(qtbot, links, place_of(links, key=False))
    shown(links, focus(zeros(ROWS, COLUMNS, r4c1=0.25), marked_row=5))
    assert end_of(links) == LinkEnd("query", 4)
    links.set_snapshot(focus(target=EN[:3]))
    assert end_of(links) is None


def test_the_one_chosen_head_is_shown(links):
    links.set_snapshot(focus(head=0, heads=(2,)))
    assert "Head 3 of layer 2" in links.sentence()
    weights = links.focus.trace.weights("cross")[1, 2]
    every = links.picture.cache.links.every()
    assert (every.weights == weights[every.rows, every.columns]).all()


def test_long_sentences_scroll_by_wheel(links):
    assert not links.bar().isVisible()
    assert not wheel(links, links.spots().lines_rect.center().toPoint(), -120)
    shown(links, long_focus())
    assert links.bar().isVisible()
    assert links.bar().geometry().left() >= links.spots().viewport.right()
    assert links.rect().contains(links.bar().geometry())
    first = links.spots().seen("query").start
    assert wheel(links, links.spots().lines_rect.center().toPoint(), -1200)
    assert links.spots().seen("query").start > first


def test_what_is_chosen_is_scrolled_to(links, qtbot):
    shown(links, long_focus())
    for row in (0, 300, 511, 20):
        shown(links, long_focus(marked_row=row))
        rect = links.spots().token_rect(LinkEnd("query", row))
        assert links.spots().viewport.adjusted(0, -1, 0, 1).contains(rect)
    links.resize(640, 300)
    assert 20 in links.spots().seen("query")
    shown(links, long_focus(cell=Cell(300, 2)))
    assert 300 in links.spots().seen("query")
    qtbot.keyClick(links, Qt.Key.Key_Right)
    assert 2 in links.spots().seen("key")


# -------------------------------------------------------------------------------------------- text


def test_a_key_that_is_masked_from_a_query_gives_way_to_its_heaviest(text, qtbot, room):
    shown(text, focus(kind="decoder", cell=Cell(5, 5)))
    weights = text.focus.weights
    qtbot.mouseClick(text, Qt.MouseButton.LeftButton, pos=place_of(text, Cell(2, 0), key=False))
    qtbot.keyClick(text, Qt.Key.Key_Up)
    assert picked(room) == [
        Cell(2, int(weights[2, :3].argmax())),
        Cell(4, int(weights[4, :5].argmax())),
    ]


def test_in_one_sentence_a_click_chooses_who_looks(text, qtbot, room):
    shown(text, focus(kind="encoder", cell=Cell(4, 1)))
    qtbot.mouseClick(text, Qt.MouseButton.LeftButton, pos=place_of(text, Cell(2, 0), key=False))
    assert picked(room) == [Cell(2, 1)]


def test_in_a_sentence_from_the_right_the_next_token_is_at_the_left(text, qtbot, room):
    """Here only the keys' sentence is from the right."""
    source = ("ذهب", "الولد", "إلى", "ال", "##مدرسة", "مع", "صديق") * 3
    shown(text, peaked(cell=Cell(4, 3), source=source[:COLUMNS]))
    after, before = place_of(text, Cell(4, 3)), place_of(text, Cell(4, 2))
    assert after.y() == before.y()
    assert after.x() < before.x()
    for key, modifier in (
        (Qt.Key.Key_Left, NO_KEY),
        (Qt.Key.Key_Right, NO_KEY),
        (Qt.Key.Key_Home, NO_KEY),
        (Qt.Key.Key_Left, CONTROL),
    ):
        qtbot.keyClick(text, key, modifier)
    assert picked(room) == [Cell(4, 4), Cell(4, 2), Cell(4, 0), Cell(3, 3)]


def test_several_chosen_heads_are_their_mean_and_one_is_that_head(text):
    several = focus(heads=(0, 2), marked_row=4)
    text.set_snapshot(several)
    assert "mean over heads 1 and 3 of layer 2" in text.accessibleDescription()
    mean = several.trace.weights("cross")[1, [0, 2]].mean(axis=0)
    assert np.allclose(text.focus.weights, mean)
    text.set_snapshot(focus(head=0, heads=(2,), marked_row=4))
    assert text.accessibleDescription().startswith("Where head 3 of layer 2 looks when predicting")
    for combination in ("mean", "max", "rollout"):
        combined = focus(heads=(0, 2), combination=combination, marked_row=4)
        text.set_snapshot(combined)
        assert text.focus is combined


def test_another_query_moves_no_token(text):
    before = text.spots().sentences
    shown(text, peaked(marked_row=6))
    assert [one.units for one in text.spots().sentences] == [one.units for one in before]
    assert text.spots().sentences[0].units is before[0].units


def test_long_sentences_scroll_each_by_itself(text):
    assert not any(text.bar(pane).isVisible() for pane in (0, 1))
    shown(text, long_focus())
    assert all(text.bar(pane).isVisible() for pane in (0, 1))
    wheel(text, text.spots().sentences[1].viewport.center().toPoint(), -240)
    text.grab()
    assert [sentence.scroll > 0 for sentence in text.spots().sentences] == [False, True]


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_query_and_key_are_scrolled_to(text, kind):
    text.set_snapshot(long_focus(kind=kind))
    shown(text, long_focus(kind=kind, cell=Cell(400, 396)))
    layout = text.spots()
    for which in ({"row": 400}, {"column": 396}):
        number, placed = layout.find(**which)
        sentence = layout.sentences[number]
        assert sentence.viewport.intersects(sentence.rect_of(placed))


def test_the_row_in_view_and_its_heaviest_source_token_are_scrolled_to(text):
    shown(text, long_focus(weights=zeros(512, 512, r300c500=1.0), marked_row=300))
    assert 500 in [placed.unit.column for placed in text.spots().sentences[1].seen()]
    text.resize(400, 300)
    text.grab()
    assert 300 in [placed.unit.row for placed in text.spots().sentences[0].seen()]
