import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import THEMES, focus, overlaps, words
from viz_app.design.theme import light_theme
from viz_app.panels.attention.painting.text_layout import layout_text
from viz_app.panels.attention.painting.text_units import sentences_of

LIGHT = THEMES["light"]
LATIN = ("the", "quick", "brown", "fox", "book", "##store", "clerk", ",", "and", "nobody", ".")


def tokens_of(some, count):
    return tuple(some[index % len(some)] for index in range(count))


def layout(shown, width=640, height=480, theme=LIGHT, scrolls=(0.0, 0.0)):
    rect = QRectF(16, 16, width - 32, height - 32)
    return layout_text(rect, sentences_of(shown), theme).scrolled(scrolls)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("count", [3, 12, 60, 512])
@pytest.mark.parametrize(("width", "height"), [(300, 140), (400, 420), (640, 480), (1200, 900)])
def test_nothing_overlaps_and_lines_stay_inside(qapp, kind, count, width, height):
    some = words(count)
    placed = layout(focus(kind=kind, target=some, source=some), width, height)
    inside = QRectF(0, 0, width, height)
    for text in placed.sentences:
        rects = [unit.rect for unit in text.units[:80]]
        assert not overlaps(rects)
        assert all(rect.left() >= 16 and rect.right() <= width - 15.9 for rect in rects)
    parts = [placed.caption, placed.subtitle, placed.bar, placed.told]
    parts += [text.title for text in placed.sentences]
    parts = [rect for rect in parts if rect.height()]
    assert all(inside.contains(rect) for rect in parts if height > 200)
    if height > 200:
        assert not overlaps([*parts, *(text.viewport for text in placed.sentences)])


@pytest.mark.parametrize("height", range(312, 360, 8))
def test_the_bar_is_on_no_token_of_a_low_picture(qapp, height):
    theme = light_theme("presentation")
    shown = focus(target=tokens_of(LATIN, 40), source=tokens_of(LATIN, 17))
    placed = layout(shown, 900, height, theme)
    assert placed.bar.height()
    assert placed.sentences[-1].viewport.bottom() <= placed.bar.top()


def test_the_token_under_a_point_is_the_one_painted_there(qapp):
    target = tokens_of(LATIN, 512)
    placed = layout(focus(target=target, source=target), scrolls=(0.0, 200.0))
    keys = placed.sentences[1]
    assert keys.scroll == 200.0
    seen = [unit for unit in keys.seen() if keys.viewport.contains(keys.rect_of(unit))]
    assert seen[0].unit.column > 0
    for unit in (seen[0], seen[-1]):
        found = placed.unit_at(keys.rect_of(unit).center())
        assert found == (unit.unit, keys.rect_of(unit))
    assert placed.unit_at(placed.caption.center()) is None


def test_tokens_are_found_by_row_and_by_column(qapp):
    placed = layout(focus())
    number, unit = placed.find(row=4)
    assert (number, unit.unit.row) == (0, 4)
    number, unit = placed.find(column=4)
    assert (number, unit.unit.column) == (1, 4)
    assert placed.find(column=99) is None


def test_large_type_fits_too(qapp):
    placed = layout(focus(), 1000, 700, light_theme("presentation"))
    assert placed.sentences[0].size >= 27
    assert all(text.content <= text.viewport.height() for text in placed.sentences)


def test_a_low_picture_is_sentences_only(qapp):
    placed = layout(focus(), 400, 150)
    assert not placed.told.height()
    assert not placed.bar.height()
    assert not placed.subtitle.height()
