import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.listening import said_by
from tests.viz_app.painted import THEMES, focus, overlaps, words
from tests.viz_app.probes import emissions, hover
from viz_app.design.colour_map import kind_lut, to_rgba
from viz_app.panels.attention.view.strip import FEW_LINES, StripPanel, TokenStrip, strip_of
from viz_app.panels.attention.view.tools import AttentionIntents
from viz_app.pictures.labels import text_width
from viz_app.workbench.state import Cell


@pytest.fixture
def strip(qtbot):
    strip = TokenStrip(THEMES["light"], AttentionIntents())
    qtbot.addWidget(strip)
    strip.resize(900, 90)
    strip.show()
    return strip


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def test_strip_is_of_the_row_in_view():
    shown = focus(marked_row=4)
    strip = strip_of(shown)
    assert (strip.kind, strip.row, strip.tokens) == ("cross", 4, shown.columns)
    assert strip.n_keys == len(shown.columns)
    assert strip_of(focus(kind="decoder", marked_row=4)).n_keys == 5
    assert strip_of(None) is None
    assert strip_of(focus(target=())) is None


def test_a_step_that_the_compared_branch_has_not_has_no_strip(qtbot):
    shown = focus(compared=focus().trace)
    assert strip_of(shown) is None
    panel = StripPanel(THEMES["light"], AttentionIntents())
    qtbot.addWidget(panel)
    panel.show_focus(shown)
    assert panel.caption() == "The comparison has ended: it has no such step"


def test_tokens_have_the_map_s_colours(strip):
    shown = strip_of(focus(marked_row=4))
    strip.set_strip(shown, "caption")
    image = strip.grab().toImage()
    lut = kind_lut(THEMES["light"], "cross")
    ratio = image.devicePixelRatio()
    for index, place in enumerate(strip.places(strip.width())):
        at = place.bottomLeft() * ratio
        seen = image.pixelColor(int(at.x() + 10 * ratio), int(at.y() - 3 * ratio))
        red, green, blue, _ = to_rgba(shown.weights[index], lut=lut)
        assert (seen.red(), seen.green(), seen.blue()) == (red, green, blue)


@pytest.mark.parametrize("count", [1, 3, 60, 128])
def test_tokens_wrap_and_never_overlap(strip, count):
    tokens = words(count)
    strip.set_strip(strip_of(focus(target=tokens, source=tokens, marked_row=0)), "caption")
    places = strip.places(700.0)
    assert len(places) == count
    assert not overlaps(places)
    assert all(place.right() <= 700.1 for place in places)
    assert strip.heightForWidth(700) >= places[-1].bottom()


def test_text_gets_smaller_before_it_needs_many_lines(strip):
    few, many = words(4), words(40)
    strip.set_strip(strip_of(focus(target=few, source=few)), "")
    large = strip.places(900)[0].height()
    strip.set_strip(strip_of(focus(target=many, source=many)), "")
    assert strip.places(900)[0].height() < large


def test_only_special_tokens_are_small(strip):
    strip.set_strip(strip_of(focus(source=("</s>", "<i>", "<x>"))), "")
    small, *others = (strip._text_size(token, 18) for token in ("</s>", "<i>", "<x>"))
    assert small == THEMES["light"].small
    assert others == [18, 18]


def test_click_puts_the_cursor_on_the_cell(strip, qtbot):
    strip.set_strip(strip_of(focus(marked_row=4)), "")
    heard = emissions(strip)
    place = strip.places(strip.width())[3].center().toPoint()
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("cell_picked", "cross", Cell(4, 3))]


def test_hover_says_the_mean(strip, qtbot):
    shown = strip_of(focus(marked_row=4))
    strip.set_strip(shown, "")
    said = said_by(strip)
    hover(qtbot, strip, strip.places(strip.width())[1].center().toPoint())
    assert said[0] == f"weight {shown.weights[1]:.4f} · “昨”, mean over the heads of the layer"
    hover(qtbot, strip, strip.rect().bottomRight())
    assert said[-1] == ""


def test_masked_keys_say_so(strip):
    strip.set_strip(strip_of(focus(kind="decoder", marked_row=2)), "")
    assert plain(strip.sentence(5)) == "masked: “in” may not be attended to"


def test_screen_reader_hears_the_best(strip):
    strip.set_strip(strip_of(focus(marked_row=4)), "What the model attends to")
    assert strip.accessibleDescription().startswith("What the model attends to: “")
    assert strip.accessibleDescription().count("“") == 3


def test_panel_has_a_caption_and_stays_low(qtbot):
    panel = StripPanel(THEMES["light"], AttentionIntents())
    qtbot.addWidget(panel)
    panel.resize(800, 200)
    panel.show()
    panel.show_focus(focus(marked_row=4))
    assert plain(panel.caption()).startswith("Where the model looks when predicting “in”")
    one_line = panel.sizeHint().height()
    tokens = words(128)
    panel.show_focus(focus(target=tokens, source=tokens, marked_row=4))
    theme = THEMES["light"]
    assert (
        panel.sizeHint().height() <= one_line + (FEW_LINES - 1) * (2 * theme.large + theme.unit) + 5
    )
    panel.show_focus(None)
    assert panel.caption() == ""


def test_a_gloss_stands_beside_its_token_and_is_said(strip):
    bare = strip_of(focus(marked_row=4))
    glosses = tuple("cat" if index == 1 else "" for index in range(len(bare.tokens)))
    strip.set_strip(bare, "")
    before = strip.places(900)
    strip.set_strip(dataclasses.replace(bare, glosses=glosses), "")
    after = strip.places(900)
    widened = [new.width() - old.width() for old, new in zip(before, after, strict=True)]
    assert widened[1] > text_width(THEMES["light"], "cat", size=THEMES["light"].small)
    assert not any(widened[:1] + widened[2:])
    assert f"“{bare.tokens[1]}” (cat)" in plain(strip.sentence(1))
