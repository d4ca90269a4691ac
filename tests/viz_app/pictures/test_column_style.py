import pytest

from viz_app.design.theme import light_theme
from viz_app.pictures.axis_labels import TIGHT, text_width
from viz_app.pictures.column_style import Setting, column_style

THEME = light_theme()
CAT = (*"我有一只猫。", "</s>")
ENGLISH = ("I", "bought", "an", "interesting", "book", "in", "a", "bookstore", ".", "</s>")


def style_of(texts, cell, theme=THEME, longest=80.0):
    return column_style(texts, cell, theme, longest=longest)


def line_of(size):
    return size * TIGHT


def test_large_labels_are_preferred_to_small_ones(qapp):
    assert style_of("我有猫", 30).words == Setting(THEME.body, turned=False)
    assert style_of("我有猫", 13.5).words == Setting(THEME.small, turned=False)


@pytest.mark.parametrize("cell", [16, 20, 26, 34])
def test_an_english_sentence_is_turned_as_a_whole(qapp, cell):
    style = style_of(ENGLISH, cell)
    assert style.words.turned
    assert style.special == style.words
    assert style.step == 1


def test_in_wide_cells_an_english_sentence_is_upright(qapp):
    style = style_of(ENGLISH, 100)
    assert style.special == style.words == Setting(THEME.body, turned=False)
    assert style.height == line_of(THEME.body)


def test_a_long_word_may_stick_out_over_short_ones(qapp):
    texts = (".", "a", "yesterday", "I", ".")
    cell = text_width(THEME, "yesterday", size=THEME.body, weight="bold") * 0.7
    assert not style_of(texts, cell).words.turned
    assert style_of(("yesterday",) * 5, cell).words.turned
    assert style_of(("yesterday", "I"), cell).words.turned, "it would stick out of the columns"


def test_a_special_token_is_like_the_words_where_it_has_room(qapp):
    assert style_of(CAT, 40).special == Setting(THEME.body, turned=False)


def test_where_it_has_less_room_it_is_small_then_turned(qapp):
    widths = {
        size: text_width(THEME, "</s>", size=size, weight="bold")
        for size in (THEME.body, THEME.small)
    }
    assert widths[THEME.small] < widths[THEME.body] - 4
    beside = 14 + 1.0  # a Chinese character, and what is free beside it
    cell = (widths[THEME.small] + 0.3 * THEME.small + beside) / 2 + 0.5
    assert style_of(CAT, cell).special == Setting(THEME.small, turned=False)
    style = style_of(CAT, 20)
    assert style.words == Setting(THEME.body, turned=False)
    assert style.special == Setting(THEME.body, turned=True)
    assert style.height == pytest.approx(widths[THEME.body] + 2, abs=1)


def test_where_a_turned_special_token_would_be_too_long_it_is_small_or_left_out(qapp):
    small = text_width(THEME, "</s>", size=THEME.small, weight="bold")
    low = style_of(CAT, 20, longest=small / 1.2)
    assert low.special == Setting(THEME.small, turned=True)
    assert low.height >= small
    lower = style_of(CAT, 20, longest=small / 1.5)
    assert lower.words == Setting(THEME.body, turned=False)
    assert lower.height == line_of(THEME.body)


@pytest.mark.parametrize("cell", [3, 5, 7.4, 9, 12, 12.9])
def test_chinese_is_never_turned(qapp, cell):
    texts = tuple("我昨天在书店买了一本有趣的书然后和朋友们一起去公园散步")
    style = style_of(texts, cell)
    assert not style.words.turned
    assert style.step * cell >= 12 * 1.3, "those that are there do not read like a sentence"


def test_of_turned_words_more_are_whole_when_they_are_small(qapp):
    longest = text_width(THEME, "interesting", size=THEME.small, weight="bold") + 3
    assert style_of(ENGLISH, 16, longest=longest).words == Setting(THEME.small, turned=True)
    assert style_of(ENGLISH, 16, longest=2 * longest).words == Setting(THEME.body, turned=True)


@pytest.mark.parametrize("longest", [10, 30, 50, 90])
@pytest.mark.parametrize("cell", [4, 8, 12, 18, 30, 60])
def test_words_have_no_more_room_than_they_may(qapp, cell, longest):
    style = style_of(ENGLISH[:-1], cell, longest=longest)
    assert style.height <= max(longest, line_of(style.words.size))


def test_special_tokens_alone_are_shown_too(qapp):
    style = style_of(("</s>",) * 40, 6)
    assert style.special == style.words
    assert style.step * 6 >= line_of(style.words.size)


def test_without_columns_there_is_a_style(qapp):
    assert style_of((), 20).step == 1
