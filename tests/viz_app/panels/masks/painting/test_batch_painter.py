"""Rows of padded tokens."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import THEMES, area_colours, each_theme, overlaps, painted
from viz_app.design.theme import light_theme
from viz_app.panels.masks.painting.batch_painter import (
    TokenRows,
    paint_token_rows,
    place_labels,
    token_places,
)

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
