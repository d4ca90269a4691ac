"""Rows of padded tokens."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, area_colours, each_theme, overlaps, painted
from tests.viz_app.states import trace_of
from viz_app.design.theme import light_theme, mixed
from viz_app.panels.masks.pictures.texts import changed_columns
from viz_app.panels.masks.pictures.token_rows import (
    TINT,
    TokenRows,
    paint_pair,
    paint_token_rows,
    pair_layout,
    pair_sentence,
    place_labels,
    token_places,
)

# ------------------------------------------------------------------------------ test batch painter


ROWS = TokenRows(
    tokens=(("a", "b", "</s>"), ("c", "</s>", "<pad>")),
    valid=np.array([[True, True, True], [True, True, False]]),
    kind="decoder",
)


def shown(rows, theme=THEMES["light"], height=100):
    return painted(
        lambda p, rect: paint_token_rows(p, rect, rows, theme), height=height, theme=theme
    )


def test_every_token_has_a_place_of_its_own(qapp):
    places = token_places(QRectF(0, 0, 300, 80), ROWS, THEMES["light"])
    assert [len(line) for line in places] == [3, 3]
    assert not overlaps([place for line in places for place in line])


@pytest.mark.parametrize("notes", [(), (("1",) * 3, ("1", "1", "0"))])
def test_glosses_stand_below_their_tokens(qapp, notes):
    rows = dataclasses.replace(ROWS, notes=notes, glosses=(("one", "", ""), ("", "", "")))
    image, (line, _) = shown(rows)
    parts = (0.42, 0.24) if notes else (0.6, 0.38)

    def between(place):
        top, share = (part * place.height() for part in parts)
        return QRectF(place.left() + 2, place.top() + top, place.width() - 4, share)

    assert len(area_colours(image, between(line[0]))) > 1
    assert len(area_colours(image, between(line[1]))) == 1


def test_glosses_need_room(qapp):
    rows = dataclasses.replace(ROWS, glosses=(("one", "two", ""), ("", "", "")))
    plain, glossed = (
        painted(
            lambda p, rect, some=some: paint_token_rows(p, rect, some, THEMES["light"]), width=100
        )[0]
        for some in (ROWS, rows)
    )
    assert plain == glossed


@each_theme
def test_padding_is_hatched_and_tokens_are_not(qapp, theme):
    image, places = shown(ROWS, theme)
    hatched = [
        [theme.masked.lower() in area_colours(image, place) for place in line] for line in places
    ]
    assert hatched == [[False] * 3, [False, False, True]]


def test_an_empty_line_has_no_places_and_says_why(qapp):
    theme = THEMES["light"]
    image, places = shown(dataclasses.replace(ROWS, lines=(1, None, 0), absent="not read"))
    assert [len(line) for line in places] == [3, 0, 3]
    middle = QRectF(16, places[0][0].bottom(), 300, 20)
    assert len(area_colours(image, middle)) > 3, "words on the panel"
    empty, _ = shown(dataclasses.replace(ROWS, lines=(1, None, 0)), theme)
    assert area_colours(empty, middle.adjusted(0, 3, 0, -3)) == {theme.panel.lower()}


@each_theme
def test_the_marked_line_is_framed(qapp, theme):
    image, places = shown(dataclasses.replace(ROWS, marked=1), theme)
    corners = [line[0].united(line[-1]).adjusted(0, 0, 0, -20) for line in places]
    assert [theme.decoder.lower() in area_colours(image, rect) for rect in corners] == [False, True]


@each_theme
def test_numbers_stand_under_the_tokens(qapp, theme):
    noted = dataclasses.replace(ROWS, notes=(("1", "1", "1"), ("1", "1", "0")))
    image, places = shown(noted, theme)
    lower = [[place.adjusted(0, place.height() * 0.6, 0, -1) for place in line] for line in places]
    coloured = [
        [theme.decoder.lower() in area_colours(image, place) for place in line] for line in lower
    ]
    assert coloured == [[True] * 3, [True, True, False]], "the 0 of padding is soft"


def test_labels_of_a_long_batch_do_not_print_over_each_other(qapp):
    theme = THEMES["light"]
    tokens = tuple(f"wort{n}" for n in range(120))
    places = [QRectF(10.0 * n + 1, 0, 8, 28) for n in range(120)]
    labels = place_labels(tokens, places, theme)
    assert 10 < len(labels) < 60
    assert not overlaps([label.rect for label in labels])
    assert labels[-1].rect.right() <= places[-1].right() + 2
    assert [label.text for label in labels] == [tokens[label.index] for label in labels]


def test_labels_that_are_a_little_too_wide_are_smaller_and_all_there(qapp):
    theme = THEMES["light"]
    tokens = ("我", "<pad>", "<pad>", "</s>")
    places = [QRectF(50.0 * n + 1, 0, 46, 28) for n in range(4)]
    labels = place_labels(tokens, places, theme)
    assert [label.text for label in labels] == list(tokens)
    assert labels[0].size == theme.body
    assert {label.size for label in labels[1:3]} == {theme.small}


def test_special_tokens_are_never_cut_off(qapp):
    theme = light_theme("presentation")
    tokens = ("我", "有", "</s>", "<pad>", "<pad>")
    texts = {}
    for across in (30, 44, 56, 69, 90):
        places = [QRectF(across * n + 1.0, 0, across - 2, 44) for n in range(5)]
        texts[across] = [label.text for label in place_labels(tokens, places, theme)]
    assert all(set(some) <= set(tokens) for some in texts.values())
    assert texts[44] == ["我", "有", "</s>"]
    assert texts[56] == texts[90] == list(tokens)


# ------------------------------------------------------------------------ test translation painter
# Two translations in common columns.


ORIGINAL = trace_of(("I", "have", "a", "cat", "</s>"))
ALTERED = trace_of(("I", "have", "a", "big", "dog", "</s>"))


def mark(theme):
    """The ground of what has changed."""
    return mixed(theme.panel, theme.warning, share=TINT)


def translation_painter_shown(altered=ALTERED, theme=THEMES["light"], width=800):
    def paint(painter, rect):
        layout = pair_layout(rect.width(), ORIGINAL, altered, theme)
        paint_pair(painter, rect, layout, original=ORIGINAL, altered=altered, theme=theme)
        return layout

    return painted(paint, width=width, height=300, theme=theme)


@each_theme
def test_only_what_has_changed_is_marked(theme):
    image, layout = translation_painter_shown(theme=theme)
    marked = []
    for index, column in enumerate(layout.columns):
        line = 0 if column.current is not None else 1
        area = layout.place(index, line).translated(16, 16)
        marked.append(mark(theme) in area_colours(image, area))
    assert marked == [not column.same for column in layout.columns]
    assert marked == [False, False, False, True, True, False]


def test_equal_translations_have_no_mark():
    theme = THEMES["light"]
    image, layout = translation_painter_shown(altered=trace_of(("I", "have", "a", "cat", "</s>")))
    areas = [layout.place(index, line) for index in range(5) for line in range(2)]
    grounds = [area_colours(image, area.translated(16, 16)) for area in areas]
    assert not any(mark(theme) in ground for ground in grounds)


def test_without_an_altered_translation_there_is_one_line():
    image, layout = translation_painter_shown(altered=None)
    below = layout.place(0, 1).translated(16, 16).adjusted(2, 2, 200, -2)
    assert area_colours(image, below) == {THEMES["light"].panel.lower()}
    assert len(layout.columns) == len(ORIGINAL.steps)


@pytest.mark.parametrize("width", [160, 300, 900])
def test_columns_go_on_below_where_the_width_ends(width):
    _, layout = translation_painter_shown(width=width)
    places = [layout.place(index, line) for index in range(6) for line in range(2)]
    assert not overlaps(places)
    assert all(place.right() <= width - 32 + 0.1 for place in places)
    assert layout.height == max(place.bottom() for place in places)
    assert (len(layout.tops) > 1) == (width < 900)


def test_a_column_says_both_tokens_and_their_probabilities():
    columns = pair_layout(800, ORIGINAL, ALTERED, THEMES["light"]).columns
    assert plain(pair_sentence(columns[3], ORIGINAL, ALTERED)) == (
        "Real masks: “cat”, probability 0.50 · Your masks: “big”, probability 0.50"
    )
    assert plain(pair_sentence(columns[4], ORIGINAL, ALTERED)) == (
        "Real masks: nothing here · Your masks: “dog”, probability 0.50"
    )
    assert plain(pair_sentence(columns[0], ORIGINAL, None)) == ("Real masks: “I”, probability 0.50")


def test_places_that_differ_are_counted():
    assert changed_columns(ORIGINAL, ORIGINAL) == 0
    assert changed_columns(ORIGINAL, ALTERED) == 2
