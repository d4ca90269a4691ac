from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from tests.viz_app.ui.pictures import THEMES, focus, overlaps, words
from viz_app.ui.design.theme import light_theme
from viz_app.ui.painting.text_layout import layout_text, text_sizes
from viz_app.ui.painting.text_units import sentences_of

LIGHT = THEMES["light"]
ZH = tuple("我昨天在书店买了一本有趣的书然后和朋友们一起去公园散步")
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


@pytest.mark.parametrize("some", [LATIN, ZH])
def test_text_is_as_large_as_fits(qapp, some):
    sizes = []
    for count in (3, 12, 30, 60):
        target = tokens_of(some, count)
        placed = layout(focus(target=target, source=target))
        sizes.append(placed.sentences[0].size)
        assert {text.size for text in placed.sentences} == {sizes[-1]}
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > LIGHT.large
    assert set(sizes) <= set(text_sizes(LIGHT))


def test_long_texts_scroll_in_a_size_that_can_be_read(qapp):
    target = tokens_of(LATIN, 512)
    placed = layout(focus(target=target, source=target))
    assert placed.sentences[0].size == LIGHT.body
    for text in placed.sentences:
        assert text.content > text.viewport.height()
        assert text.viewport.height() % text.line == pytest.approx(0), "no half lines"
    queries, keys = placed.sentences
    assert keys.viewport.height() > queries.viewport.height()


def test_words_stay_whole_and_fit_their_grounds(qapp):
    target = tokens_of(LATIN, 60)
    placed = layout(focus(target=target, source=target), 420, 700)
    (queries, _) = placed.sentences
    for before, unit in zip(queries.units, queries.units[1:], strict=False):
        if unit.unit.token in {"##store", ",", "."}:
            assert unit.rect.top() == before.rect.top()
            assert unit.rect.left() - before.rect.right() < 0.1 * unit.size
        metrics = QFontMetricsF(LIGHT.font(unit.size))
        assert metrics.horizontalAdvance(unit.unit.text) <= unit.rect.width()


def test_chinese_has_no_blanks_and_words_have(qapp):
    def gaps(some):
        text = layout(focus(source=some)).sentences[1]
        return {
            round((right.rect.left() - left.rect.right()) / text.size, 2)
            for left, right in zip(text.units, text.units[1:], strict=False)
            if right.rect.left() > left.rect.right()
        }

    (chinese,), (english,) = gaps(tuple("我有书")), gaps(("I", "have", "books"))
    assert chinese < english / 2


def test_special_tokens_are_smaller(qapp):
    text = layout(focus(source=("我", "</s>"))).sentences[1]
    word, special = text.units
    assert LIGHT.small <= special.size < word.size


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
