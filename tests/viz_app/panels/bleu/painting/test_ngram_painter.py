from PySide6.QtCore import QPointF, QRectF

from model.lessons.bleu.explained import explain_bleu
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, area_colours, colour_at, each_theme, painted
from viz_app.design.head_colours import head_stroke
from viz_app.design.theme import mixed
from viz_app.panels.bleu.painting.ngram_layout import layout_ngrams
from viz_app.panels.bleu.painting.ngram_painter import paint_ngrams
from viz_app.panels.bleu.texts import (
    clipped_sentence,
    lone_sentence,
    match_sentence,
    order_sentence,
    penalty_sentence,
    score_sentence,
    sentence_titles,
    short_sentence,
)

BLEU = explain_bleu("I have a dog .", "Yes , I have a cat .")
REPEATED = explain_bleu("the the the the the the the", "the cat is on the mat")


def drawn(bleu, n, theme, *, pointed=None):
    def paint(painter, rect):
        layout = layout_ngrams(rect, bleu, n, theme)
        paint_ngrams(painter, layout, bleu, theme, pointed=pointed)
        return layout

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


def test_titles_say_the_lengths():
    assert sentence_titles(BLEU) == ("Translation, length c = 5", "Reference, length r = 7")


def test_an_ngram_in_words():
    two, one = BLEU.orders[1], REPEATED.orders[0]
    assert plain(match_sentence(two, 0)) == (
        "“I have”: 1 × in the translation, 1 × in the reference: counts 1 ×"
    )
    assert plain(match_sentence(one, 0)).endswith(
        "7 × in the translation, 2 × in the reference: counts 2 ×"
    )
    assert "one too many" in clipped_sentence(one, 0, is_reference=False)
    assert "no partner" in clipped_sentence(one, 0, is_reference=True)
    assert plain(lone_sentence(("a", "dog"), is_reference=False)).startswith("“a dog”: not in the")


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
