"""Two translations in common columns."""

import pytest

from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, area_colours, each_theme, overlaps, painted
from tests.viz_app.states import trace_of
from viz_app.design.theme import mixed
from viz_app.panels.masks.painting.translation_painter import (
    TINT,
    paint_pair,
    pair_layout,
    pair_sentence,
)
from viz_app.panels.masks.texts.change import changed_columns

ORIGINAL = trace_of(("I", "have", "a", "cat", "</s>"))
ALTERED = trace_of(("I", "have", "a", "big", "dog", "</s>"))


def mark(theme):
    """The ground of what has changed."""
    return mixed(theme.panel, theme.warning, share=TINT)


def shown(altered=ALTERED, theme=THEMES["light"], width=800):
    def paint(painter, rect):
        layout = pair_layout(rect.width(), ORIGINAL, altered, theme)
        paint_pair(painter, rect, layout, original=ORIGINAL, altered=altered, theme=theme)
        return layout

    return painted(paint, width=width, height=300, theme=theme)


@each_theme
def test_only_what_has_changed_is_marked(theme):
    image, layout = shown(theme=theme)
    marked = []
    for index, column in enumerate(layout.columns):
        line = 0 if column.current is not None else 1
        area = layout.place(index, line).translated(16, 16)
        marked.append(mark(theme) in area_colours(image, area))
    assert marked == [not column.same for column in layout.columns]
    assert marked == [False, False, False, True, True, False]


def test_equal_translations_have_no_mark():
    theme = THEMES["light"]
    image, layout = shown(altered=trace_of(("I", "have", "a", "cat", "</s>")))
    areas = [layout.place(index, line) for index in range(5) for line in range(2)]
    grounds = [area_colours(image, area.translated(16, 16)) for area in areas]
    assert not any(mark(theme) in ground for ground in grounds)


def test_without_an_altered_translation_there_is_one_line():
    image, layout = shown(altered=None)
    below = layout.place(0, 1).translated(16, 16).adjusted(2, 2, 200, -2)
    assert area_colours(image, below) == {THEMES["light"].panel.lower()}
    assert len(layout.columns) == len(ORIGINAL.steps)


@pytest.mark.parametrize("width", [160, 300, 900])
def test_columns_go_on_below_where_the_width_ends(width):
    _, layout = shown(width=width)
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
