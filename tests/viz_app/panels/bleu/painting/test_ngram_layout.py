import pytest
from PySide6.QtCore import QPointF, QRectF

from model.lessons.bleu.explained import explain_bleu
from tests.viz_app.painted import THEMES, overlaps
from viz_app.panels.bleu.painting.ngram_layout import layout_ngrams, places_of
from viz_app.pictures.token_box import box_width

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


def test_every_ngram_has_a_place_and_its_match():
    assert places(BLEU, 2) == [(0, 0, True), (1, 1, True), (2, None, False), (3, None, False)]
    assert places(BLEU, 2, is_reference=True)[1:5] == [
        (1, None, False),
        (2, 0, True),
        (3, 1, True),
        (4, None, False),
    ]


def test_the_same_ngram_is_the_same_match_in_both_sentences():
    left, right = places(BLEU, 1), places(BLEU, 1, is_reference=True)
    matched = {BLEU.translation[start]: match for start, match, _ in left if match is not None}
    for start, match, _ in right:
        assert matched.get(BLEU.reference[start]) == match


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


def test_scrolling_moves_all_of_it(qapp):
    still, moved = (layout_ngrams(RECT, LONG, 2, LIGHT, scrolled=by) for by in (0, 50))
    assert moved.sentences[0].words[0].top() == still.sentences[0].words[0].top() - 50
    assert moved.bottom == pytest.approx(still.bottom - 50)


@pytest.mark.parametrize("texts", [("", "I have a cat."), ("cat", ""), ("", "")])
def test_a_sentence_may_be_too_short_for_an_ngram(qapp, texts):
    layout = layout_ngrams(RECT, explain_bleu(*texts), 2, LIGHT)
    assert len(layout.sentences[0].places) == 0
    assert layout.bottom > RECT.top()
