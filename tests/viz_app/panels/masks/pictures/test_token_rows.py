"""Rows of padded tokens, and two translations."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt

from tests.viz_app.listening import plain
from tests.viz_app.painted import (
    THEMES,
    area_colours,
    each_theme,
    mask_record,
    overlaps,
    painted,
)
from tests.viz_app.states import trace_of
from viz_app.design.theme import light_theme, mixed
from viz_app.panels.masks.pictures.token_rows import (
    TINT,
    TokenRows,
    batch_rows,
    place_labels,
    translations_picture,
)
from viz_app.workbench.state import Cell

# -------------------------------------------------------------------------------------- token rows


ROWS = TokenRows(
    tokens=(("a", "b", "</s>"), ("c", "</s>", "<pad>")),
    valid=np.array([[True, True, True], [True, True, False]]),
    kind="decoder",
)


def shown(rows, theme=THEMES["light"], width=640, height=100):
    """Its image, and the place of each token, ``[line][place]``."""
    image, spots = painted(
        lambda p, rect: rows.paint(p, rect, theme), width=width, height=height, theme=theme
    )
    return image, [[place for _, place in line] for line in spots.rows]


def test_every_token_has_a_place_of_its_own(qapp):
    _, places = shown(ROWS, width=332)
    assert [len(line) for line in places] == [3, 3]
    assert not overlaps([place for line in places for place in line])


def test_the_batch_is_the_record_s_and_says_what_it_holds(qapp):
    record = mask_record()
    rows = batch_rows(record, lines=(0, None, 1), absent="…")
    assert rows.shown == (0, None, 1)
    assert rows.tokens == record.src_tokens
    assert (rows.valid == record.source_padding).all()
    assert plain(rows.say(Cell(0, 4))) == "“猫” is a token: queries may attend to it."
    assert plain(rows.say(Cell(2, 4))) == "“<pad>” is masked: no query may attend to padding."
    assert rows.say(Cell(1, 0)) == ""


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
    assert shown(ROWS, width=100)[0] == shown(rows, width=100)[0]


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


# ------------------------------------------------------------------------ translations
# Two translations in common columns.


ORIGINAL = trace_of(("I", "have", "a", "cat", "</s>"))
ALTERED = trace_of(("I", "have", "a", "big", "dog", "</s>"))


def pair_shown(altered=ALTERED, theme=THEMES["light"], width=800):
    """The picture, where its tokens are, and the areas in the colour of what has changed."""
    picture = translations_picture(ORIGINAL, altered)
    image, layout = painted(
        lambda p, rect: picture.paint(p, rect, theme), width=width, height=300, theme=theme
    )
    marked = mixed(theme.panel, theme.warning, share=TINT)
    columns = {
        (index, line)
        for index in range(len(picture.columns))
        for line in range(2)
        if marked in area_colours(image, layout.place(index, line))
    }
    return picture, image, layout, columns


@each_theme
def test_only_what_has_changed_is_marked(theme):
    picture, _, _, marked = pair_shown(theme=theme)
    assert [column.same for column in picture.columns] == [True] * 3 + [False] * 2 + [True]
    assert marked == {(3, 0), (3, 1), (4, 1)}
    assert not pair_shown(trace_of(("I", "have", "a", "cat", "</s>")), theme)[3]


def test_without_an_altered_translation_there_is_one_line():
    picture, image, layout, _ = pair_shown(altered=None)
    below = layout.place(0, 1).adjusted(2, 2, 200, -2)
    assert area_colours(image, below) == {THEMES["light"].panel.lower()}
    assert len(picture.columns) == len(ORIGINAL.steps)


@pytest.mark.parametrize("width", [160, 300, 900])
def test_columns_go_on_below_where_the_width_ends(width):
    picture, _, layout, _ = pair_shown(width=width)
    places = [layout.place(index, line) for index in range(6) for line in range(2)]
    assert not overlaps(places)
    assert all(place.right() <= width - 16 + 0.1 for place in places)
    assert layout.height == max(place.bottom() for place in places) - 16
    assert layout.height == picture.height(width - 32, THEMES["light"])
    assert (len(layout.tops) > 1) == (width < 900)


def test_a_column_says_both_tokens_and_their_probabilities():
    picture, _, layout, _ = pair_shown()
    assert plain(picture.say(3)) == (
        "Real masks: “cat”, probability 0.50 · Your masks: “big”, probability 0.50"
    )
    assert plain(picture.say(4)) == (
        "Real masks: nothing here · Your masks: “dog”, probability 0.50"
    )
    alone = translations_picture(ORIGINAL, None)
    assert plain(alone.say(0)) == "Real masks: “I”, probability 0.50"
    assert layout.at(layout.place(2, 1).center()) == 2
    assert layout.moved(2, Qt.Key.Key_End) == 5
