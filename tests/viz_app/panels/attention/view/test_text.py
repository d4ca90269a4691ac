import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QToolTip

from tests.viz_app.listening import picked, said_by, wheel
from tests.viz_app.listening import plain as plain_text
from tests.viz_app.painted import EN, THEMES, ZH, focus, words, zeros
from tests.viz_app.probes import emissions, hover, marked_language, spoken_name
from viz_app.panels.attention.view.text import TextView
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.picture import PAGE
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
CONTROL = Qt.KeyboardModifier.ControlModifier


def peaked(**fields):
    return focus(zeros(ROWS, COLUMNS, r4c1=0.54213), **{"marked_row": 4, **fields})


@pytest.fixture
def view(qtbot):
    view = TextView(THEMES["light"], AttentionIntents())
    qtbot.addWidget(view)
    view.resize(640, 520)
    view.show()
    view.set_snapshot(peaked())
    view.grab()
    return view


def place_of(view, **which):
    layout = view.layout_now()
    number, placed = layout.find(**which)
    return layout.sentences[number].rect_of(placed).center().toPoint()


def test_hovering_a_key_says_its_exact_weight(view, qtbot):
    heard = said_by(view)
    hover(qtbot, view, place_of(view, column=1))
    assert heard == ["0.5421 · “book” → “in” attends to “昨” · cross, layer 2, head 1"]
    assert "0.5421" in QToolTip.text()


def test_hovering_a_query_says_what_it_looks_at(view, qtbot):
    heard = said_by(view)
    hover(qtbot, view, place_of(view, row=4))
    assert heard == ["Head 1 of layer 2, cross: “book” → “in” attends 0.54 to “昨”"]


def test_leaving_ends_the_hover(view, qtbot):
    hover(qtbot, view, place_of(view, column=1))
    heard = said_by(view)
    view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert heard == [""]


@pytest.mark.parametrize(
    ("which", "cell"),
    [({"row": 4}, Cell(4, 1)), ({"row": 2}, Cell(2, 0)), ({"column": 7}, Cell(4, 7))],
)
def test_a_click_picks_a_token_s_cell(view, qtbot, which, cell):
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, **which))
    assert picked(heard) == [cell]


def test_a_click_keeps_the_cursor_s_key(view, qtbot):
    view.set_snapshot(peaked(cell=Cell(4, 3)))
    view.grab()
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, row=2))
    assert picked(heard) == [Cell(2, 3)]


def test_but_not_a_key_that_is_masked_from_there(view, qtbot):
    view.set_snapshot(focus(kind="decoder", cell=Cell(6, 5)))
    view.grab()
    weights = view._snapshot.weights[2, :3]
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, row=2))
    assert picked(heard) == [Cell(2, int(weights.argmax()))]


def test_in_one_sentence_a_click_chooses_who_looks(view, qtbot):
    view.set_snapshot(focus(kind="encoder", cell=Cell(4, 1)))
    view.grab()
    heard = emissions(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place_of(view, row=2))
    assert picked(heard) == [Cell(2, 1)]


@pytest.mark.parametrize(
    ("key", "modifier", "cell"),
    [
        (Qt.Key.Key_Left, None, Cell(4, 2)),
        (Qt.Key.Key_Right, None, Cell(4, 4)),
        (Qt.Key.Key_Home, None, Cell(4, 0)),
        (Qt.Key.Key_End, None, Cell(4, COLUMNS - 1)),
        (Qt.Key.Key_Up, None, Cell(3, 3)),
        (Qt.Key.Key_Down, None, Cell(5, 3)),
        (Qt.Key.Key_PageDown, None, Cell(min(4 + PAGE, ROWS - 1), 3)),
        (Qt.Key.Key_Left, CONTROL, Cell(3, 3)),
        (Qt.Key.Key_Right, CONTROL, Cell(5, 3)),
        (Qt.Key.Key_Escape, None, None),
    ],
)
def test_keys_move_the_key_and_the_query(view, qtbot, key, modifier, cell):
    view.set_snapshot(peaked(cell=Cell(4, 3)))
    heard = emissions(view)
    qtbot.keyClick(view, key, modifier or Qt.KeyboardModifier.NoModifier)
    assert picked(heard) == [cell]


@pytest.mark.parametrize(
    ("key", "modifier", "cell"),
    [
        (Qt.Key.Key_Left, None, Cell(4, 4)),
        (Qt.Key.Key_Right, None, Cell(4, 2)),
        (Qt.Key.Key_Home, None, Cell(4, 0)),
        (Qt.Key.Key_Left, CONTROL, Cell(3, 3)),
    ],
)
def test_in_a_sentence_from_the_right_the_next_token_is_at_the_left(
    view, qtbot, key, modifier, cell
):
    """Here only the keys' sentence is from the right."""
    source = ("ذهب", "الولد", "إلى", "ال", "##مدرسة", "مع", "صديق") * 3
    view.set_snapshot(peaked(cell=Cell(4, 3), source=source[:COLUMNS]))
    view.grab()
    after, before = place_of(view, column=3), place_of(view, column=2)
    assert after.y() == before.y()
    assert after.x() < before.x()
    heard = emissions(view)
    qtbot.keyClick(view, key, modifier or Qt.KeyboardModifier.NoModifier)
    assert picked(heard) == [cell]


def test_another_query_s_masked_key_gives_way_to_its_heaviest(view, qtbot):
    view.set_snapshot(focus(kind="decoder", cell=Cell(5, 5)))
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    weights = view._snapshot.weights[4, :5]
    assert picked(heard) == [Cell(4, int(weights.argmax()))]


def test_the_first_key_starts_at_the_heaviest_of_the_row_in_view(view, qtbot):
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert picked(heard) == [Cell(4, 1)]


@pytest.mark.parametrize("shown", [None, focus(target=()), focus(source=())])
def test_without_tokens_nothing_happens(view, qtbot, shown):
    view.set_snapshot(shown)
    view.grab()
    heard = emissions(view)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Escape):
        qtbot.keyClick(view, key)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 120))
    hover(qtbot, view, QPoint(60, 121))
    assert not picked(heard)
    assert view.sentence() == ""


def test_screen_readers_hear_where_the_query_looks_and_how_to_choose(view):
    assert spoken_name(view) == "Text"
    described = plain_text(view.accessibleDescription())
    assert described.startswith("Where head 1 of layer 2 looks when predicting “in” after “book”: ")
    assert "attends 0.54 to “昨”" in described
    assert "Left and Right" in described
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    assert plain_text(view.accessibleDescription()).startswith("0.5421 · ")


def test_moving_the_cursor_says_the_exact_weight(view):
    heard = said_by(view)
    view.set_snapshot(peaked(cell=Cell(4, 1)))
    view.set_snapshot(peaked(cell=Cell(4, 2)))
    view.set_snapshot(peaked())
    assert [text.split(" ")[0] for text in heard] == ["0.5421", "0.0000", ""]


def test_several_chosen_heads_are_their_mean_and_it_is_said(view):
    shown = focus(heads=(0, 2), marked_row=4)
    view.set_snapshot(shown)
    assert view.caption().endswith("mean over heads 1 and 3 of layer 2")
    mean = shown.trace.weights("cross")[1, [0, 2]].mean(axis=0)
    assert np.allclose(view._snapshot.weights, mean)


def test_one_chosen_head_is_that_head(view):
    view.set_snapshot(focus(head=0, heads=(2,), marked_row=4))
    assert (
        plain_text(view.caption())
        == "Where head 3 of layer 2 looks when predicting “in” after “book”"
    )


@pytest.mark.parametrize("combination", ["mean", "max", "rollout"])
def test_what_is_combined_already_is_shown_as_it_is(view, combination):
    shown = focus(heads=(0, 2), combination=combination, marked_row=4)
    view.set_snapshot(shown)
    assert view._snapshot is shown


def test_an_equal_snapshot_costs_nothing(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    view.set_snapshot(dataclasses.replace(view._snapshot))
    assert not redrawn
    view.set_snapshot(dataclasses.replace(view._snapshot, marked_row=5))
    assert redrawn


def test_another_query_moves_no_token(view):
    before = view.layout_now().sentences
    view.set_snapshot(peaked(marked_row=6))
    view.grab()
    assert [text.units for text in view.layout_now().sentences] == [text.units for text in before]
    assert view.layout_now().sentences[0].units is before[0].units


def long_focus(**fields):
    tokens = words(512)
    return focus(target=tokens, source=tokens, **fields)


def test_long_sentences_scroll_each_by_itself(view):
    assert not any(view.bar(pane).isVisible() for pane in (0, 1))
    view.set_snapshot(long_focus())
    view.grab()
    assert all(view.bar(pane).isVisible() for pane in (0, 1))
    layout = view.layout_now()
    wheel(view, layout.sentences[1].viewport.center().toPoint(), -240)
    view.grab()
    after = view.layout_now()
    assert after.sentences[1].scroll > 0
    assert after.sentences[0].scroll == 0


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_query_and_key_are_scrolled_to(view, kind):
    view.set_snapshot(long_focus(kind=kind))
    view.set_snapshot(long_focus(kind=kind, cell=Cell(400, 396)))
    view.grab()
    layout = view.layout_now()
    for which in ({"row": 400}, {"column": 396}):
        number, placed = layout.find(**which)
        text = layout.sentences[number]
        assert text.viewport.intersects(text.rect_of(placed))


def test_what_is_chosen_stays_in_view_in_a_smaller_picture(view):
    view.set_snapshot(long_focus(marked_row=60))
    view.resize(400, 300)
    view.grab()
    queries = view.layout_now().sentences[0]
    assert 60 in [placed.unit.row for placed in queries.seen()]


def test_the_heaviest_source_token_is_scrolled_to(view):
    weights = zeros(512, 512, r300c500=1.0)
    view.set_snapshot(long_focus(weights=weights, marked_row=300))
    view.grab()
    keys = view.layout_now().sentences[1]
    assert 500 in [placed.unit.column for placed in keys.seen()]


@pytest.mark.parametrize("name", THEMES)
def test_theme_is_taken(view, name):
    theme = THEMES[name]
    view.set_theme(theme)
    view.set_snapshot(focus(zeros(ROWS, COLUMNS, r4c1=1.0), marked_row=4))
    image = view.grab().toImage()
    layout = view.layout_now()
    number, placed = layout.find(column=1)
    rect = layout.sentences[number].rect_of(placed)
    at = rect.topLeft() * image.devicePixelRatio()
    colour = image.pixelColor(int(at.x()) + 4, int(at.y()) + 12)
    assert colour.name() == theme.cross.lower()


def test_language_change_repaints(view, monkeypatch):
    redrawn = []
    monkeypatch.setattr(view, "redraw", lambda: redrawn.append(True))
    with marked_language():
        assert redrawn
        assert view.accessibleName() == "«Text»"
        assert view.accessibleDescription().startswith("«")
