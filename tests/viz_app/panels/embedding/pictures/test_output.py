import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.arrays import frozen
from model.lessons.embedding import OutputLogits
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, colour_at, each_theme, painted
from tests.viz_app.panels.embedding.records import WORDS, logits_of
from viz_app.design.theme import faded
from viz_app.panels.embedding.pictures.output import (
    BINS,
    FEWEST,
    MOST,
    histogram_of,
    layout_histogram,
    layout_output,
    output_rows,
    paint_histogram,
    paint_output,
    rows_for,
)
from viz_app.panels.embedding.pictures.texts import (
    bin_sentence,
    histogram_titles,
    output_columns,
    output_subtitle,
    output_title,
    ranked_sentence,
    rest_sentence,
)

# ---------------------------------------------------------------------------------- test histogram


RECT = QRectF(0, 0, 400, 200)


@pytest.fixture
def many():
    logits = np.random.default_rng(0).normal(0, 2, (1, 5000)).astype(np.float32)
    logits[0, 17] = 14.0
    names = tuple(str(index) for index in range(5000))
    return OutputLogits(fed=("<s>",), chosen_ids=(17,), logits=frozen(logits), vocabulary=names)


def test_every_logit_is_counted_once(many):
    histogram = histogram_of(many, 0)
    assert sum(histogram.counts) == 5000
    assert len(histogram.counts) == BINS
    assert histogram.edges[0] == pytest.approx(many.logits.min())
    low, high = histogram.edges[10:12]
    assert histogram.counts[10] == np.count_nonzero((many.logits >= low) & (many.logits < high))
    assert (histogram.chosen, histogram.token) == (14.0, "17")


def test_bars_are_as_high_as_the_logarithm_of_their_counts(qapp, many):
    histogram = histogram_of(many, 0)
    layout = layout_histogram(RECT, histogram, THEMES["light"])
    most = max(histogram.counts)
    for index, count in enumerate(histogram.counts):
        share = math.log10(1 + count) / math.log10(1 + most)
        assert layout.bar_rect(index).height() == pytest.approx(share * layout.area.height())
        assert layout.bar_rect(index).bottom() == pytest.approx(layout.area.bottom())
    assert layout.bar_rect(BINS - 1).height() > 5, "one token can be seen"


def test_places_and_logits_belong_together(qapp, many):
    layout = layout_histogram(RECT, histogram_of(many, 0), THEMES["light"])
    for index in (0, 7, BINS - 1):
        middle = sum(layout.histogram.edges[index : index + 2]) / 2
        assert layout.x_of(middle) == pytest.approx(layout.bar_rect(index).center().x())
        assert layout.bin_at(QPointF(layout.x_of(middle), layout.area.center().y())) == index
    assert layout.bin_at(QPointF(5, 5)) is None


@each_theme
def test_bars_and_the_mark_of_the_token_are_drawn(qapp, many, theme):
    def paint(painter, rect):
        layout = layout_histogram(rect, histogram_of(many, 0), theme)
        paint_histogram(painter, layout, theme, histogram_titles(5000))
        return layout

    image, layout = painted(paint, theme=theme)
    fullest = int(np.argmax(layout.histogram.counts))
    assert colour_at(image, layout.bar_rect(fullest).center()) == faded(theme)
    mark = QPointF(layout.x_of(14.0), layout.area.center().y())
    assert colour_at(image, mark) == theme.accent.lower()


def test_equal_logits_are_no_trouble(qapp):
    same = OutputLogits(
        fed=("<s>",),
        chosen_ids=(1,),
        logits=frozen(np.zeros((1, 3), dtype=np.float32)),
        vocabulary=("a", "b", "c"),
    )
    histogram = histogram_of(same, 0)
    assert sum(histogram.counts) == 3
    layout = layout_histogram(RECT, histogram, THEMES["light"])
    assert layout.area.left() <= layout.x_of(0.0) <= layout.area.right()


def test_a_bar_in_words():
    assert bin_sentence(1234, -0.5, 0.25) == "tokens with a logit from −0.50 to 0.25: 1,234"
    assert sum(histogram_of(logits_of(), 2).counts) == 12


# ------------------------------------------------------------------------------------- test output


LIGHT = THEMES["light"]
OUTPUT_RECT = QRectF(16, 16, 600, 300)


def made_up(*logits, chosen=0):
    return OutputLogits(
        fed=("<s>",),
        chosen_ids=(chosen,),
        logits=frozen(np.array([logits], dtype=np.float32)),
        vocabulary=WORDS[: len(logits)],
    )


def test_the_best_tokens_have_rows_and_all_else_one_together():
    rows = output_rows(logits_of(), 0, room=4)
    chances = np.sort(logits_of().probabilities(0))[::-1]
    assert [token.rank for token in rows.tokens] == [1, 2, 3, 4]
    assert (rows.tokens[0].token, rows.chosen) == ("I", 0)
    shown = [token.probability for token in rows.tokens]
    np.testing.assert_allclose(shown, chances[:4], rtol=1e-5)
    assert rows.others == len(WORDS) - 4
    assert rows.other_probability == pytest.approx(float(chances[4:].sum()), abs=1e-6)


@pytest.mark.parametrize("room", [1, 2, 5])
def test_a_token_that_is_far_behind_has_the_last_row(room):
    rows = output_rows(logits_of(), 2, room=room)
    assert len(rows.tokens) == room
    assert rows.chosen == room - 1
    assert (rows.tokens[-1].token, rows.tokens[-1].rank) == ("a", len(WORDS))


def test_a_small_vocabulary_is_shown_whole():
    rows = output_rows(made_up(1.0, 2.0), 0, room=10)
    assert (len(rows.tokens), rows.others) == (2, 0)
    assert rows.other_probability == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("height", "count"), [(50, FEWEST), (200, 8), (2000, MOST)])
def test_as_many_rows_as_have_room(qapp, height, count):
    assert rows_for(height, LIGHT) == count


def test_bars_begin_at_zero_and_are_as_long_as_their_logits(qapp):
    layout = layout_output(OUTPUT_RECT, output_rows(made_up(6.0, 3.0, -3.0), 0, room=3), LIGHT)
    best, second, last = (layout.logit_bar(row) for row in range(3))
    assert best.left() == second.left() == pytest.approx(last.right())
    assert best.width() == pytest.approx(2 * second.width())
    assert last.width() == pytest.approx(second.width())
    assert best.right() == pytest.approx(sum(layout.logit))


def test_the_whole_width_of_softmax_is_one(qapp):
    output = logits_of()
    layout = layout_output(OUTPUT_RECT, output_rows(output, 0, room=3), LIGHT)
    for row, token in enumerate(layout.rows.tokens):
        width = layout.probability_bar(row).width()
        assert width == pytest.approx(max(1.0, token.probability * layout.probability[1]))
    total = sum(layout.probability_bar(row).width() for row in range(4))
    assert total == pytest.approx(layout.probability[1], abs=4)


@each_theme
def test_the_token_that_follows_has_the_accent_colour(qapp, theme):
    rows = output_rows(logits_of(), 0, room=4)

    def paint(painter, rect):
        layout = layout_output(rect, rows, theme)
        paint_output(painter, layout, theme, output_columns())
        return layout

    image, layout = painted(paint, theme=theme)
    chosen, other = (layout.logit_bar(row).center() for row in (0, 1))
    assert colour_at(image, chosen) == theme.accent.lower()
    assert colour_at(image, other) != theme.accent.lower()
    assert colour_at(image, layout.probability_bar(0).center()) == theme.accent.lower()


def test_rows_are_found_under_the_mouse(qapp):
    layout = layout_output(OUTPUT_RECT, output_rows(logits_of(), 0, room=4), LIGHT)
    for row in range(5):
        assert layout.at(layout.row_rect(row).center()) == row
    assert layout.at(QPointF(300, 17)) is None


def test_words_have_the_values():
    output = logits_of()
    assert plain(output_title(output, 2)) == "After “have”: which token comes next?"
    words = plain(output_subtitle(output, 2, tied=True))
    assert words.startswith(
        "12 logits: the decoder’s vector times each row of the target embedding"
    )
    assert words.endswith("Next token: “a”, rank 12.")
    assert "output projection" in output_subtitle(output, 2, tied=False)
    token = output.chosen(2)
    assert plain(ranked_sentence(token, chosen=True)) == (
        f"“a” · rank 12 · logit −6.0000 · probability {token.probability:.6f} · next token"
    )
    assert "follows" not in ranked_sentence(token, chosen=False)
    assert rest_sentence(5988, 0.0071) == "the other 5,988 tokens together: 0.007"
