import dataclasses
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from tests.every import every
from tests.viz_app.painted import overlaps, words
from viz_app.design.theme import light_theme
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.labels import (
    TIGHT,
    Setting,
    column_style,
    elided,
    gloss_style,
    labels_of_rows,
    round_step,
    text_width,
    thinned,
)
from viz_app.pictures.matrix import layout_matrix

# -------------------------------------------------------------------------------- test axis labels


THEME = light_theme()


@given(
    count=st.integers(0, 200),
    step=st.integers(1, 12),
    keep=st.lists(st.integers(-3, 210), max_size=3),
)
def test_thinned_labels_are_apart(count, step, keep):
    kept = thinned(count, step=step, keep=keep)
    assert all(after - before >= step for before, after in itertools.pairwise(kept))
    assert all(0 <= index < count for index in kept)
    wanted = [index for index in keep if 0 <= index < count]
    for place, index in enumerate(wanted):
        if all(abs(index - other) >= step for other in wanted[:place]):
            assert index in kept, "nothing but what was named before it pushes it away"


def test_elided_text_fits(qapp):
    text = elided(THEME, "extraordinarily", size=14, width=40)
    assert text.endswith("…")
    assert text_width(THEME, text, size=14) <= 41


@pytest.mark.parametrize(("step", "rounded"), [(1, 1), (7, 8), (11, 12), (33, 40), (101, 101)])
def test_steps_are_easy_to_count(step, rounded):
    assert round_step(step) == rounded


def grid_of(rows, columns, width, height):
    return CellGrid(
        left=100, top=100, cell_width=width, cell_height=height, rows=rows, columns=columns
    )


@every("cell", [2.5, 4, 7, 11, 16, 24, 40])
@every("count", [3, 12, 60, 128])
def test_row_labels_never_overlap(qapp, count, cell):
    grid = grid_of(count, 1, 20, cell)
    labels = labels_of_rows(words(count), grid, THEME, right=90, width=60, strong=[count - 1])
    assert not overlaps([label.rect for label in labels])
    assert all(label.rect.right() <= 90.1 and label.rect.left() >= 29 for label in labels)
    assert labels[-1].index == count - 1
    assert labels[-1].weight == "bold"


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_rows_become_smaller_before_one_of_them_loses_its_label(qapp, size):
    theme = light_theme(size)
    for height in range(3, 40):
        labels = labels_of_rows(words(30), grid_of(30, 1, 20, height), theme, right=90, width=60)
        smallest = 0.75 * theme.small
        assert (len(labels) == 30) == (int(height / TIGHT) >= smallest)
        assert all(label.size >= smallest for label in labels)
        assert not overlaps([label.rect for label in labels])


def test_a_suffix_survives_elision(qapp):
    grid = grid_of(1, 1, 20, 20)
    (label,) = labels_of_rows(
        ["extraordinarily"], grid, THEME, right=90, width=50, soft=True, suffix=" →"
    )
    assert label.text.endswith("… →")
    assert label.rect.width() <= 50


# ------------------------------------------------------------------------------- test gloss labels
# Glosses stand between column labels and cells, where there is room.


NAMES = ("我", "有", "一", "只", "猫", "。", "</s>")
GLOSSES = ("I, me", "have", "one", "one", "cat", "", "")
LONG = ("I, me", "have", "one", "one", "good-looking", "", "")


def laid_out(width, height, glosses=GLOSSES, rows=6):
    names = [f"row {number}" for number in range(rows)]
    space = QRectF(10, 20, width, height)
    return layout_matrix(space, names, NAMES, THEME, largest=48, glosses=glosses)


def test_upright_ones_stand_under_their_tokens():
    layout = laid_out(500, 300)
    assert [label.text for label in layout.glosses] == ["I, me", "have", "one", "one", "cat"]
    tokens = {label.index: label for label in layout.columns}
    for label in layout.glosses:
        assert not label.turned
        assert label.rect.top() >= tokens[label.index].rect.bottom()
        assert label.rect.bottom() <= layout.grid.rect.top()
        assert label.rect.center().x() == pytest.approx(tokens[label.index].rect.center().x())


def test_what_is_wider_than_its_column_is_turned():
    layout = laid_out(500, 300, LONG)
    assert all(label.turned for label in layout.glosses)
    assert all(label.rect.bottom() <= layout.grid.rect.top() for label in layout.glosses)
    assert {label.rect.top() for label in layout.glosses} == {layout.glosses[0].rect.top()}


def test_they_do_not_overlap():
    places = [label.rect for label in laid_out(300, 300, LONG).glosses]
    assert not any(one.intersects(other) for one in places for other in places if one is not other)


def test_rows_keep_their_labels_rather_than_columns_their_glosses():
    layout = laid_out(500, 100)
    assert layout.glosses == ()
    assert layout.unglossed
    assert dataclasses.replace(layout, unglossed=False) == laid_out(500, 100, ())


def test_they_are_complete_or_left_out():
    for width in range(150, 500, 50):
        layout = laid_out(width, 300, ("extraordinarily good-looking", *LONG[1:]))
        assert {label.text for label in layout.glosses} <= {"have", "one", "good-looking"}


def test_a_long_one_has_only_so_much_room():
    line = THEME.small * 1.12
    style = gloss_style(("extraordinarily",), line + 1, THEME, longest=40.0)
    assert (style.turned, style.height) == (True, 42.0)
    wide = text_width(THEME, "extraordinarily", size=THEME.small) + 5
    assert not gloss_style(("extraordinarily",), wide, THEME, longest=40.0).turned


@pytest.mark.parametrize("glosses", [(), ("", "")])
def test_without_glosses_they_need_no_room(glosses):
    assert gloss_style(glosses, 40.0, THEME, longest=40.0).height == 0


# ------------------------------------------------------------------------------- test column style


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


@every("longest", [10, 30, 50, 90])
@every("cell", [4, 8, 12, 18, 30, 60])
def test_words_have_no_more_room_than_they_may(qapp, cell, longest):
    style = style_of(ENGLISH[:-1], cell, longest=longest)
    assert style.height <= max(longest, line_of(style.words.size))


def test_special_tokens_alone_are_shown_too(qapp):
    style = style_of(("</s>",) * 40, 6)
    assert style.special == style.words
    assert style.step * 6 >= line_of(style.words.size)


def test_without_columns_there_is_a_style(qapp):
    assert style_of((), 20).step == 1
