import dataclasses

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from tests.every import every
from tests.viz_app.painted import THEMES, focus, overlaps, square
from tests.viz_app.probes import marked_language
from tests.viz_app.states import shown, trace_of
from viz_app.design.theme import light_theme
from viz_app.panels.attention.pictures.text_layout import (
    layout_sentences,
    layout_text,
    sentences_of,
    text_sizes,
)
from viz_app.workbench.snapshots.attention import resolve_focus
from viz_app.workbench.state import AttentionOptions, Selection

# ---------------------------------------------------------------------------- test sentence layout


LIGHT = THEMES["light"]
ZH = tuple("我昨天在书店买了一本有趣的书然后和朋友们一起去公园散步")
LATIN = ("the", "quick", "brown", "fox", "book", "##store", "clerk", ",", "and", "nobody", ".")


def tokens_of(some, count):
    return tuple(some[index % len(some)] for index in range(count))


def sentences(shown, width=608, height=310):
    return layout_sentences(QRectF(16, 60, width, height), sentences_of(shown), LIGHT)


@pytest.mark.parametrize("some", [LATIN, ZH])
def test_text_is_as_large_as_fits(qapp, some):
    sizes = []
    for count in (3, 12, 30, 60):
        target = tokens_of(some, count)
        placed = sentences(focus(target=target, source=target))
        sizes.append(placed[0].size)
        assert {text.size for text in placed} == {sizes[-1]}
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > LIGHT.large
    assert set(sizes) <= set(text_sizes(LIGHT))


def test_titles_are_in_the_language_of_now(qapp):
    shown = focus()
    english = [sentence.title for sentence in sentences_of(shown)]
    with marked_language():
        assert [sentence.title for sentence in sentences_of(shown)] == [f"«{t}»" for t in english]
    assert [sentence.title for sentence in sentences_of(shown)] == english


def test_long_texts_scroll_in_a_size_that_can_be_read(qapp):
    target = tokens_of(LATIN, 512)
    placed = sentences(focus(target=target, source=target))
    assert placed[0].size == LIGHT.body
    for text in placed:
        assert text.content > text.viewport.height()
        assert text.viewport.height() % text.line == pytest.approx(0), "no half lines"
    queries, keys = placed
    assert keys.viewport.height() > queries.viewport.height()


def test_words_stay_whole_and_fit_their_grounds(qapp):
    target = tokens_of(LATIN, 60)
    placed = sentences(focus(target=target, source=target), 420, 700)
    (queries, _) = placed
    for before, unit in zip(queries.units, queries.units[1:], strict=False):
        if unit.unit.token in {"##store", ",", "."}:
            assert unit.rect.top() == before.rect.top()
            assert unit.rect.left() - before.rect.right() <= 0.06 * unit.size + 1, "whole px"
        metrics = QFontMetricsF(LIGHT.font(unit.size))
        assert metrics.horizontalAdvance(unit.unit.text) <= unit.rect.width()


def test_chinese_has_no_blanks_and_words_have(qapp):
    def gaps(some):
        text = sentences(focus(source=some))[1]
        return {
            round((right.rect.left() - left.rect.right()) / text.size, 2)
            for left, right in zip(text.units, text.units[1:], strict=False)
            if right.rect.left() > left.rect.right()
        }

    (chinese,), (english,) = gaps(tuple("我有书")), gaps(("I", "have", "books"))
    assert chinese < english / 2


def test_special_tokens_are_smaller(qapp):
    text = sentences(focus(source=("我", "</s>")))[1]
    word, special = text.units
    assert LIGHT.small <= special.size < word.size


HOSPITAL = tuple("我的朋友在医院工作。")
MEANT = ("I, me", "'s, of", *("friend",) * 2, "at, in", *("hospital",) * 2, *("work",) * 2, "")


@pytest.mark.parametrize("width", [90, 130, 300, 900])
@pytest.mark.parametrize("size", THEMES)
def test_glosses_stand_whole_below_their_words(qapp, width, size):
    theme = THEMES[size]
    shown = sentences_of(focus(kind="encoder", source=HOSPITAL, glosses=MEANT))
    (text,) = layout_sentences(QRectF(16, 60, width, 600), shown, theme)
    labels = text.glosses(theme)
    assert [label.text for label in labels] == [*dict.fromkeys(MEANT[:-1])]
    assert not overlaps([label.rect for label in labels])
    for label in labels:
        word = [unit.rect for unit in text.units if unit.unit.gloss == label.text]
        assert {rect.top() for rect in word} == {word[0].top()}, "a word is not parted"
        assert label.rect.top() > word[0].bottom()
        assert label.rect.left() == word[0].left()
        assert label.rect.right() == word[-1].right()
        assert label.rect.bottom() + theme.small < word[0].top() + text.line, "numbers have room"


def test_without_glosses_nothing_changes(qapp):
    plain, glossed = (
        sentences(focus(kind="encoder", source=HOSPITAL, glosses=glosses))[0]
        for glosses in ((), ("",) * len(HOSPITAL))
    )
    assert plain == glossed
    assert plain.glosses(LIGHT) == ()


def in_sight(some, **room):
    """Texts as they stand on each line, from left to right."""
    lines = {}
    for placed in sentences(focus(source=some), **room)[1].units:
        lines.setdefault(placed.rect.top(), []).append((placed.rect.left(), placed.unit.text))
    return [[text for _, text in sorted(line)] for line in lines.values()]


@pytest.mark.parametrize(
    ("some", "line"),
    [
        (("ذهب", "ال", "##ولد", ".", "</s>"), ["</s>", ".", "ولد", "ال", "ذهب"]),
        (("<s>", "שלום", "a", "book", "1", "##2"), ["a", "book", "1", "2", "שלום", "<s>"]),
        (("the", "שלום", ",", "עולם", "ends", "."), ["the", "עולם", ",", "שלום", "ends", "."]),
        (("we", "say", "שלום", "."), ["we", "say", "שלום", "."]),
        (("7", ",", "עולם"), ["עולם", ",", "7"]),
    ],
)
def test_a_word_stands_where_its_reader_looks_for_it(qapp, some, line):
    assert in_sight(some) == [line]


def test_lines_from_right_to_left_begin_at_the_right(qapp):
    target = tokens_of(("ذهب", "الولد", "##ان", "إلى", "مدرسة", "."), 60)
    text = sentences(focus(source=target), width=300, height=4000)[1]
    lines = {}
    for placed in text.units:
        lines.setdefault(placed.rect.top(), []).append(placed)
    assert len(lines) > 2
    edges = {placed[0].rect.right() for placed in lines.values()}
    assert max(edges) - min(edges) <= 1, "whole px"
    assert all(not overlaps([placed.rect for placed in line]) for line in lines.values())
    for line in lines.values():
        lefts = [placed.rect.left() for placed in line]
        assert lefts == sorted(lefts, reverse=True)


def test_brackets_open_to_where_the_sentence_goes_on(qapp):
    painted = {}
    for some in (("שלום", "(", "עולם", ")"), ("say", "(", "it", ")")):
        for placed in sentences(focus(source=some))[1].units:
            picture = QImage(40, 40, QImage.Format.Format_Grayscale8)
            picture.fill(255)
            with QPainter(picture) as painter:
                painter.setFont(LIGHT.font(24))
                painter.drawText(picture.rect(), Qt.AlignmentFlag.AlignCenter, placed.unit.text)
            painted[some[0], placed.unit.token] = picture
    assert painted["שלום", "("] == painted["say", ")"] != painted["say", "("]
    assert painted["שלום", ")"] == painted["say", "("]


# -------------------------------------------------------------------------------- test text layout


def layout(shown, width=640, height=480, theme=LIGHT, scrolls=(0.0, 0.0)):
    rect = QRectF(16, 16, width - 32, height - 32)
    return layout_text(rect, sentences_of(shown), theme).scrolled(scrolls)


@every("kind", ["encoder", "decoder", "cross"])
@every("count", [3, 12, 60, 512])
@every(("width", "height"), [(300, 140), (400, 420), (640, 480), (1200, 900)])
def test_nothing_overlaps_and_lines_stay_inside(qapp, kind, count, width, height):
    placed = layout(square(count, kind=kind), width, height)
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


@pytest.mark.parametrize("height", range(312, 360, 8))
def test_the_bar_is_on_no_token_of_a_low_picture(qapp, height):
    theme = light_theme("presentation")
    shown = focus(target=tokens_of(LATIN, 40), source=tokens_of(LATIN, 17))
    placed = layout(shown, 900, height, theme)
    assert placed.bar.height()
    assert placed.sentences[-1].viewport.bottom() <= placed.bar.top()


def test_the_token_under_a_point_is_the_one_painted_there(qapp):
    target = tokens_of(LATIN, 512)
    placed = layout(focus(target=target, source=target), scrolls=(0.0, 200.0))
    keys = placed.sentences[1]
    assert keys.scroll == 200.0
    seen = [unit for unit in keys.seen() if keys.viewport.contains(keys.rect_of(unit))]
    assert seen[0].unit.column > 0
    for unit in (seen[0], seen[-1]):
        found = placed.at(keys.rect_of(unit).center())
        assert (found, placed.rect(found)) == (unit.unit, keys.rect_of(unit))
    assert placed.at(placed.caption.center()) is None


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


# ---------------------------------------------------------------------------------- test text units


SENTENCE = ("I", "bought", "a", "book", "##store", ".", "</s>")


def texts(units):
    return [unit.text for unit in units]


def test_cross_has_both_sentences():
    queries, keys = sentences_of(focus(target=SENTENCE, source=("我", "买", "书", "</s>")))
    assert (queries.title, keys.title) == ("target (predicted)", "source")
    assert texts(queries.units) == ["I", "bought", "a", "book", "store", ".", "</s>"]
    assert texts(keys.units) == ["我", "买", "书", "</s>"]
    assert [unit.row for unit in queries.units] == list(range(7))
    assert [unit.column for unit in keys.units] == list(range(4))
    assert {unit.column for unit in queries.units} == {unit.row for unit in keys.units} == {None}
    assert (queries.has_keys, keys.has_keys) == (False, True)


@every(("labels", "first"), [("fed", "<s>"), ("predicted", "I"), ("both", "I")])
def test_queries_are_read_as_the_switch_says(labels, first):
    queries, _ = sentences_of(focus(target=SENTENCE, row_labels=labels))
    assert queries.units[0].text == first


def test_the_encoder_s_tokens_are_queries_and_keys():
    (sentence,) = sentences_of(focus(kind="encoder", source=("我", "买", "书", "</s>")))
    assert [(unit.row, unit.column) for unit in sentence.units] == [(n, n) for n in range(4)]
    assert sentence.title == ""


def test_a_decoder_s_query_stands_for_what_it_predicts():
    """The key after the one fed in; the last prediction was not fed in, so it is no key."""
    (sentence,) = sentences_of(focus(kind="decoder", target=SENTENCE))
    assert texts(sentence.units) == ["<s>", "I", "bought", "a", "book", "store", ".", "</s>"]
    assert [unit.column for unit in sentence.units] == [0, 1, 2, 3, 4, 5, 6, None]
    assert [unit.row for unit in sentence.units] == [None, 0, 1, 2, 3, 4, 5, 6]


def test_or_for_what_was_fed_in():
    (sentence,) = sentences_of(focus(kind="decoder", target=SENTENCE, row_labels="fed"))
    assert texts(sentence.units) == ["<s>", "I", "bought", "a", "book", "store", "."]
    assert [(unit.row, unit.column) for unit in sentence.units] == [(n, n) for n in range(7)]


def resolved(kind, labels, **options):
    state = shown(
        step=len(SENTENCE) - 1,
        attention=AttentionOptions(**options),
        trace=trace_of(SENTENCE),
        selection=Selection(kind=kind, step=len(SENTENCE) - 1, row_labels=labels),
    )
    return resolve_focus(state)


@every("kind", ["encoder", "decoder", "cross"])
@every("labels", ["both", "fed", "predicted"])
@every("special", ["shown", "hidden", "renormalised"])
@every("words", [False, True])
def test_every_row_and_column_is_there_once(kind, labels, special, words):
    view = resolved(kind, labels, special=special, words=words)
    units = [unit for sentence in sentences_of(view) for unit in sentence.units]
    rows = [unit.row for unit in units if unit.row is not None]
    columns = [unit.column for unit in units if unit.column is not None]
    assert rows == list(range(len(view.rows)))
    assert columns == list(range(len(view.columns)))


def test_words_and_hidden_tokens_keep_their_places():
    (sentence,) = sentences_of(resolved("decoder", "predicted", special="hidden", words=True))
    assert texts(sentence.units) == ["I", "bought", "a", "bookstore", "."]
    assert [unit.row for unit in sentence.units] == [0, 1, 2, 3, 4]
    assert [unit.column for unit in sentence.units] == [0, 1, 2, 3, 4]


def test_lines_break_at_blanks_and_between_chinese_characters():
    source = ("我", "买", "book", "##s", ",", "猫", "。", "</s>")
    _, keys = sentences_of(focus(source=source))
    assert [unit.breakable for unit in keys.units] == [
        *(True, True, True, False, False, True, False, True)
    ]


def test_without_tokens_there_is_nothing_to_place():
    queries, keys = sentences_of(focus(target=(), source=()))
    assert queries.units == keys.units == ()


def test_both_tokens_of_a_difference_can_be_read():
    compared = focus(target=("I", "like / have", "a b"), source=("我",))
    queries, _ = sentences_of(compared)
    assert texts(queries.units) == ["I", "like / have", "a␣b"]


CLINIC = ("我", "在", "医", "院", "。", "</s>")
MEANINGS = ("I, me", "at, in", "hospital", "hospital", "", "")


@every("kind", ["encoder", "decoder", "cross"])
def test_source_tokens_have_their_glosses(kind):
    glosses = MEANINGS if kind != "decoder" else ()
    *_, keys = sentences_of(focus(kind=kind, target=SENTENCE, source=CLINIC, glosses=glosses))
    assert tuple(unit.gloss for unit in keys.units if unit.column is not None)[:6] == (
        MEANINGS if kind != "decoder" else ("",) * 6
    )
    assert keys.is_glossed == (kind != "decoder")


def test_a_query_whose_key_is_hidden_has_the_gloss_of_its_row():
    state = shown(
        trace=trace_of(SENTENCE, source=CLINIC),
        selection=Selection(kind="encoder"),
    )
    picture = resolve_focus(state)
    without = dataclasses.replace(
        picture,
        columns=picture.columns[1:],
        glosses=picture.glosses[1:],
        projection=dataclasses.replace(picture.projection, columns=picture.projection.columns[1:]),
    )
    (sentence,) = sentences_of(without)
    assert [unit.gloss for unit in sentence.units] == list(MEANINGS)
