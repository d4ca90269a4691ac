import dataclasses

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt

from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES, colour_at, focus, overlaps, painted, square, words
from tests.viz_app.probes import hover, spoken_name
from viz_app.design.colour_map import kind_lut, to_rgba
from viz_app.panels.attention.view.strip import FEW_LINES, StripPanel, strip_of
from viz_app.pictures.labels import text_width
from viz_app.workbench.state import Cell

LIGHT = THEMES["light"]


@pytest.fixture
def panel(qtbot, room):
    panel = on_screen(qtbot, StripPanel(LIGHT, room.handle), size=(900, 200))
    panel.show_focus(focus(marked_row=4))
    panel.grab()
    return panel


def of(tokens):
    return strip_of(focus(target=tokens, source=tokens, marked_row=0))


def test_strip_is_of_the_row_in_view():
    shown = focus(marked_row=4)
    strip = strip_of(shown)
    assert (strip.kind, strip.row, strip.tokens) == ("cross", 4, shown.columns)
    assert strip.seen.all()
    masked = strip_of(focus(kind="decoder", marked_row=4))
    assert masked.seen.tolist() == [True] * 5 + [False] * (len(masked.seen) - 5)
    assert plain(masked.say(5)) == "masked: “in” may not be attended to"
    assert strip_of(None) is None
    assert strip_of(focus(target=())) is None
    assert strip_of(focus(compared=focus().trace)) is None, "the comparison has no such step"
    (table,) = strip.tables()
    assert (table.name, table.columns) == ("What the model attends to", shown.columns)
    assert (table.values == strip.weights).all()


def test_tokens_have_the_maps_colours():
    strip = strip_of(focus(marked_row=4))
    image, spots = painted(lambda painter, rect: strip.paint(painter, rect, LIGHT), width=900)
    lut = kind_lut(LIGHT, "cross")
    for index, place in enumerate(spots.rects):
        red, green, blue, _ = to_rgba(strip.weights[index], lut=lut)
        found = colour_at(image, place.bottomLeft() + QPoint(10, -3))
        assert found == f"#{red:02x}{green:02x}{blue:02x}"


@pytest.mark.parametrize("count", [1, 3, 60, 128])
def test_tokens_wrap_and_never_overlap(qapp, count):
    strip = of(words(count))
    places = strip.places(700.0, LIGHT)
    assert len(places) == count
    assert not overlaps(places)
    assert all(place.right() <= 700.1 for place in places)
    assert strip.height(700, LIGHT) >= places[-1].bottom()


def test_text_gets_smaller_before_it_needs_many_lines(qapp):
    few, many = (of(words(count)).places(900, LIGHT)[0].height() for count in (4, 40))
    assert many < few


def test_only_special_tokens_are_small(qapp):
    strip = strip_of(focus(source=("</s>", "<i>", "<x>")))
    _, spots = painted(lambda painter, rect: strip.paint(painter, rect, LIGHT))
    widths = [rect.width() for rect in spots.rects]
    room = [text_width(LIGHT, token, size=LIGHT.large) + LIGHT.large for token in strip.tokens]
    assert widths[0] < room[0]
    assert widths[1:] == room[1:]


def test_a_gloss_stands_beside_its_token_and_is_said(qapp):
    bare = strip_of(focus(marked_row=4))
    glosses = tuple("cat" if index == 1 else "" for index in range(len(bare.tokens)))
    strip = dataclasses.replace(bare, glosses=glosses)
    before, after = bare.places(900, LIGHT), strip.places(900, LIGHT)
    widened = [new.width() - old.width() for old, new in zip(before, after, strict=True)]
    assert widened[1] > text_width(LIGHT, "cat", size=LIGHT.small)
    assert not any(widened[:1] + widened[2:])
    assert f"“{bare.tokens[1]}” (cat)" in plain(strip.say(1))


def test_a_click_puts_the_cursor_on_the_cell_and_the_mouse_hears_the_mean(panel, qtbot, room):
    view = panel.strip()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.spots().rect(3).center().toPoint())
    assert room.heard == [("picture_cell_picked", "cross", Cell(4, 3))]
    said, weight = said_by(view), view.picture.weights[1]
    hover(qtbot, view, view.spots().rect(1).center().toPoint())
    assert said[0] == f"weight {weight:.4f} · “昨”, mean over the heads of the layer"
    hover(qtbot, view, view.rect().bottomRight())
    assert said[-1] != said[0]


def test_screen_reader_hears_the_best(panel):
    view = panel.strip()
    assert spoken_name(view) == "What the model attends to"
    caption = plain(panel.caption())
    assert caption.startswith("Where the model looks when predicting “in”")
    assert plain(view.accessibleDescription()).startswith(f"{caption}: “")
    assert view.accessibleDescription()[len(caption) :].count("“") == 3


def test_panel_stays_low(panel):
    one_line = panel.sizeHint().height()
    panel.show_focus(square(128, marked_row=4))
    most = one_line + (FEW_LINES - 1) * (2 * LIGHT.large + LIGHT.unit) + 5
    assert panel.sizeHint().height() <= most
    assert panel.strip().bar().isVisible()
    panel.show_focus(None)
    assert (panel.caption(), panel.strip().accessibleDescription()) == ("", "")
    panel.show_focus(focus(compared=focus().trace))
    assert panel.caption() == "The comparison has ended: it has no such step"
    assert QRectF(panel.rect()).contains(QRectF(panel.strip().geometry()))
