from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF

from model.lessons.bleu import explain_bleu
from tests.viz_app.listening import plain
from tests.viz_app.painted import (
    THEMES,
    area_colours,
    colour_at,
    each_theme,
    overlaps,
    painted,
    svg_texts,
)
from viz_app.design.colour_map import head_stroke
from viz_app.design.theme import mixed
from viz_app.panels.bleu.pictures import (
    layout_ngrams,
    layout_table,
    match_sentence,
    ngrams_picture,
    order_sentence,
    orders_picture,
    penalty_sentence,
    places_of,
    score_sentence,
    short_sentence,
)
from viz_app.pictures.legend import box_width
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------ the n-grams


LIGHT = THEMES["light"]
RECT = QRectF(16, 16, 700, 240)
BLEU = explain_bleu("I have a dog .", "Yes , I have a cat .")
REPEATED = explain_bleu("the the the the the the the", "the cat is on the mat")
LONG = explain_bleu("a very long sentence " * 12, "a very long sentence indeed " * 9)


def places(bleu, n, *, is_reference=False):
    words = bleu.reference if is_reference else bleu.translation
    return [
        (place.start, place.match, place.counts)
        for place in places_of(words, bleu.orders[n - 1], is_reference=is_reference)
    ]


def test_every_ngram_has_a_place_and_the_same_match_in_both_sentences():
    assert places(BLEU, 2) == [(0, 0, True), (1, 1, True), (2, None, False), (3, None, False)]
    in_reference = places(BLEU, 2, is_reference=True)
    nothing = [(start, None, False) for start in (1, 4)]
    assert in_reference[1:5] == [nothing[0], (2, 0, True), (3, 1, True), nothing[1]]


def test_of_too_many_only_the_first_count():
    assert [counts for _, _, counts in places(REPEATED, 1)] == [True, True] + [False] * 5
    in_reference = places(REPEATED, 1, is_reference=True)
    assert [match for _, match, _ in in_reference] == [0, None, None, None, 0, None]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("bleu", [BLEU, LONG], ids=["short", "long"])
def test_nothing_overlaps(qapp, bleu, n):
    first, second = layout_ngrams(RECT, bleu, n, LIGHT).sentences
    strips = [
        strip
        for sentence in (first, second)
        for place in sentence.places
        for strip in sentence.segments(place)
        if n > 1
    ]
    assert not overlaps([first.title, second.title, *first.words, *second.words, *strips])
    assert first.bottom <= second.title.top()


def test_a_word_is_whole_where_the_line_has_room(qapp):
    bleu = explain_bleu("internationalisation is electroencephalographically unusual", "a cat")
    for extent in (RECT, QRectF(16, 16, 1200, 400)):
        sentence = layout_ngrams(extent, bleu, 1, LIGHT).sentences[0]
        for word, box in zip(bleu.translation, sentence.words, strict=True):
            assert box.width() >= box_width(word, LIGHT, size=sentence.size)


def test_a_long_sentence_is_wrapped_and_its_ngrams_with_it(qapp):
    sentence = layout_ngrams(RECT, LONG, 3, LIGHT).sentences[0]
    assert len({box.top() for box in sentence.words}) > 1
    assert all(box.right() <= RECT.right() for box in sentence.words)
    broken = [place for place in sentence.places if len(sentence.segments(place)) == 2]
    assert broken
    upper, lower = sentence.segments(broken[0])
    assert upper.bottom() < lower.top()


def test_words_are_large_where_they_fit(qapp):
    wide = layout_ngrams(QRectF(0, 0, 900, 600), BLEU, 2, LIGHT)
    assert wide.sentences[0].size == 3 * LIGHT.large
    assert wide.bottom <= 600
    assert LIGHT.large <= layout_ngrams(RECT, BLEU, 2, LIGHT).sentences[0].size
    low = QRectF(0, 0, 700, 100)
    assert layout_ngrams(low, BLEU, 2, LIGHT).sentences[0].size == LIGHT.body
    assert layout_ngrams(low, BLEU, 2, LIGHT).bottom > 100


def test_an_ngram_is_found_by_its_strip_and_by_its_first_word(qapp):
    sentence = layout_ngrams(RECT, BLEU, 2, LIGHT).sentences[1]
    for index, place in enumerate(sentence.places):
        assert sentence.place_at(sentence.segments(place)[0].center()) == index
        assert sentence.place_at(sentence.words[place.start].center()) == index
        assert sentence.outline(place).contains(sentence.words[place.start + 1])
    assert sentence.place_at(sentence.words[-1].center()) is None
    assert sentence.place_at(QPointF(0, 0)) is None


def test_it_is_as_high_as_its_words_at_the_least(qapp):
    picture = ngrams_picture(LONG, 2)
    assert picture.height(700, LIGHT) == layout_ngrams(QRectF(0, 0, 700, 9), LONG, 2, LIGHT).bottom
    assert picture.height(700, LIGHT) > picture.height(1400, LIGHT)


@pytest.mark.parametrize("texts", [("", "I have a cat."), ("cat", ""), ("", "")])
def test_a_sentence_may_be_too_short_for_an_ngram(qapp, texts):
    layout = layout_ngrams(RECT, explain_bleu(*texts), 2, LIGHT)
    assert len(layout.sentences[0].places) == 0
    assert layout.bottom > RECT.top()


# ------------------------------------------------------------------------------------ as painted


def drawn(bleu, n, theme, *, pointed=None):
    picture = replace(ngrams_picture(bleu, n), pointed=pointed)
    paint = partial(picture.paint, theme=theme)
    return painted(paint, width=760, height=320, theme=theme)


def ground(image, box):
    """Beside the word."""
    return colour_at(image, QPointF(box.left() + 4, box.center().y()))


@each_theme
def test_a_word_that_matches_has_the_same_colour_in_both_sentences(qapp, theme):
    image, layout = drawn(BLEU, 1, theme)
    left, right = layout.sentences
    for match in BLEU.orders[0].matches:
        colour = mixed(
            theme.panel,
            head_stroke(theme, BLEU.orders[0].matches.index(match)).colour,
            share=0.16,
        )
        assert ground(image, left.words[match.translation[0]]) == colour
        assert ground(image, right.words[match.reference[0]]) == colour
    dog = left.words[BLEU.translation.index("dog")]
    assert ground(image, dog) == theme.panel.lower()


def test_a_word_too_many_has_an_edge_only(qapp):
    theme = THEMES["light"]
    image, layout = drawn(REPEATED, 1, theme)
    colour = head_stroke(theme, 0).colour.lower()
    counted, clipped = layout.sentences[0].words[1], layout.sentences[0].words[2]
    assert ground(image, counted) != theme.panel.lower()
    assert ground(image, clipped) == theme.panel.lower()
    edges = area_colours(image, QRectF(clipped.left(), clipped.top() - 1, clipped.width(), 3))
    assert any(_near(edge, colour) for edge in edges)


@each_theme
def test_longer_ngrams_have_a_line_under_their_words(qapp, theme):
    image, layout = drawn(BLEU, 2, theme)
    for sentence in layout.sentences:
        for place in sentence.places:
            (strip,) = sentence.segments(place)
            colours = area_colours(image, strip.adjusted(12, 0, -12, 0))
            expected = theme.masked_line
            if place.match is not None:
                expected = head_stroke(theme, place.match).colour
            assert any(_near(colour, expected) for colour in colours)


def test_words_of_a_match_are_tinted(qapp):
    theme = THEMES["light"]
    image, layout = drawn(BLEU, 3, theme)
    tint = mixed(theme.panel, theme.accent, share=0.16)
    grounds = [ground(image, box) == tint for box in layout.sentences[1].words]
    assert grounds == [False, False, True, True, True, False, False]


def test_what_is_pointed_at_is_thicker_in_both(qapp):
    theme = THEMES["light"]
    plain_image, layout = drawn(BLEU, 2, theme)
    image, _ = drawn(BLEU, 2, theme, pointed=0)
    for sentence in layout.sentences:
        place = next(place for place in sentence.places if place.match == 0)
        (strip,) = sentence.segments(place)
        colour = head_stroke(theme, 0).colour.lower()
        x, rows = strip.center().x(), range(int(strip.top()), int(strip.bottom()) + 1)
        before, after = (
            sum(colour_at(shown, QPointF(x, y)) == colour for y in rows)
            for shown in (plain_image, image)
        )
        assert after > before > 0


def test_titles_say_the_lengths(qapp):
    paint = partial(ngrams_picture(BLEU, 1).paint, theme=LIGHT)
    said = svg_texts(paint, width=760, height=320)
    assert {"Translation, length c = 5", "Reference, length r = 7"} <= set(said)


def test_an_ngram_in_words():
    two, one = BLEU.orders[1], REPEATED.orders[0]
    assert plain(match_sentence(two, 0)) == (
        "“I have”: 1 × in the translation, 1 × in the reference: counted 1 ×"
    )
    assert plain(match_sentence(one, 0)).endswith(
        "7 × in the translation, 2 × in the reference: counted 2 ×"
    )
    assert "is surplus" in ngrams_picture(REPEATED, 1).say(Cell(0, 2))
    assert "no match left" in ngrams_picture(explain_bleu("a", "a a"), 1).say(Cell(1, 1))
    assert plain(ngrams_picture(BLEU, 2).say(Cell(0, 2))).startswith("“a dog”: not in the ref")


def test_an_order_in_words():
    assert order_sentence(BLEU, 2) == "2-gram: 2 of 4 match, precision 50.00 %"
    assert order_sentence(BLEU, 4) == "4-gram: 0 of 2 match; smoothed (exp) to 25.00 % instead of 0"
    assert "too short" in order_sentence(explain_bleu("cat", "cat"), 2)


def test_the_score_in_numbers():
    assert penalty_sentence(BLEU) == "c = 5 < r = 7: BP = exp(1 − 7/5) = 0.6703"
    assert score_sentence(BLEU) == (f"0.6703 · ⁴√(80 · 50 · 33.33 · 25) = {BLEU.score:.2f}")
    right = explain_bleu("a cat", "a cat")
    assert penalty_sentence(right) == "c = 2 ≥ r = 2: BP = 1"
    assert score_sentence(right) == "1 · √(100 · 100) = 100.00"
    assert score_sentence(explain_bleu("cat", "cat")) == "1 · 100 = 100.00"
    nothing = explain_bleu("", "a cat")
    assert penalty_sentence(nothing) == "c = 0: BP = 0"
    assert score_sentence(nothing) == "No word matches, so BLEU is 0."


def test_a_short_translation_says_what_evaluate_would_print():
    assert "N = 2 (effective order)" in short_sentence(explain_bleu("a cat", "a cat"))
    assert "N = 4: 0.00" in short_sentence(explain_bleu("a cat", "a cat"))
    assert short_sentence(BLEU) == short_sentence(explain_bleu("", "a cat")) == ""


def _near(one: str, other: str) -> bool:
    left, right = (
        [int(colour.lstrip("#")[at : at + 2], 16) for at in (0, 2, 4)] for colour in (one, other)
    )
    return max(abs(a - b) for a, b in zip(left, right, strict=True)) < 60


# ----------------------------------------------------------------------------------- the orders


NGRAM_TABLE_RECT = QRectF(16, 16, 400, 150)


def ngram_table_drawn(theme, chosen=1, bleu=BLEU):
    paint = partial(orders_picture(bleu, chosen).paint, theme=theme)
    return painted(paint, width=432, height=190, theme=theme)


@each_theme
def test_a_bar_is_as_long_as_its_precision(qapp, theme):
    image, layout = ngram_table_drawn(theme)
    for row, precision in ((0, 80.0), (1, 50.0), (2, 100 / 3)):
        whole = layout.bar_rect(row, 1.0)

        def at(share, whole=whole):
            return colour_at(
                image, QPointF(whole.left() + share * whole.width(), whole.center().y())
            )

        assert at(precision / 100 - 0.03) == theme.accent.lower()
        assert at(precision / 100 + 0.03) == theme.line.lower()


def test_a_smoothed_precision_is_hatched_and_says_so_on_its_bar(qapp):
    theme = THEMES["light"]
    image, layout = ngram_table_drawn(theme)

    def colours(row, start, end):
        whole = layout.bar_rect(row, 1.0)
        width = whole.width()
        return area_colours(image, whole.adjusted(start * width + 4, 3, -(1 - end) * width - 4, -3))

    assert theme.masked_line.lower() in colours(3, 0.0, 0.25)
    assert theme.accent.lower() not in colours(3, 0.0, 0.25)
    assert theme.soft_text.lower() in colours(3, 0.25, 1.0)
    assert theme.soft_text.lower() not in colours(2, 1 / 3, 1.0)


def test_the_chosen_order_has_a_ground(qapp):
    theme = THEMES["light"]
    image, layout = ngram_table_drawn(theme, chosen=3)
    tint = mixed(theme.panel, theme.accent, share=0.1)
    grounds = [
        colour_at(image, QPointF(layout.row_rect(row).left() + 1, layout.row_rect(row).top() + 3))
        for row in range(4)
    ]
    assert [ground == tint for ground in grounds] == [False, False, True, False]


def test_an_order_that_the_translation_is_too_short_for_has_no_bar(qapp):
    theme = THEMES["light"]
    image, layout = ngram_table_drawn(theme, bleu=explain_bleu("cat", "cat"))
    assert theme.accent.lower() in area_colours(image, layout.bar_rect(0, 1.0))
    assert theme.accent.lower() not in area_colours(image, layout.bar_rect(1, 1.0))


def test_lines_are_found_under_the_mouse(qapp):
    layout = layout_table(NGRAM_TABLE_RECT, BLEU, THEMES["light"])
    assert [layout.at(layout.row_rect(row).center()) for row in range(4)] == [0, 1, 2, 3]
    assert layout.at(QPointF(100, 17)) is None


def test_columns_stand_beside_each_other(qapp):
    layout = layout_table(NGRAM_TABLE_RECT, BLEU, THEMES["light"])
    columns = (layout.names, layout.counts, layout.bars, layout.precisions)
    for (left, width), (following, _) in pairwise(columns):
        assert left + width < following
    assert sum(layout.precisions) <= NGRAM_TABLE_RECT.right()
    picture = orders_picture(BLEU, 1)
    assert picture.least(THEMES["light"]).height() < picture.size(THEMES["light"]).height()
