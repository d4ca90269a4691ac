"""The nearest tokens, and logits with their softmax, as pictures."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt

from model.arrays import frozen
from model.lessons.embedding import NearToken, OutputLogits
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, colour_at, each_theme, painted
from tests.viz_app.panels.embedding.records import FED, WORDS, logits_of, near_of, side_of
from viz_app.design.theme import faded, light_theme
from viz_app.panels.embedding.pictures.output import (
    BINS,
    FEWEST,
    MOST,
    Near,
    OtherTokens,
    histogram_of,
    layout_output,
    near_picture,
    output_picture,
    output_rows,
    paint_histogram,
    rows_for,
)

# ----------------------------------------------------------------------------------- nearest tokens


def near_drawn(near, theme, *, width=500, height=380):
    picture = Near(near=tuple((one, "") for one in near))
    paint = lambda painter, rect: picture.paint(painter, rect, theme)  # noqa: E731
    return painted(paint, theme=theme, width=width, height=height)


def bar_colours(image, rows, row, theme):
    """Colours of the bars along a row, each px of one."""
    place = rows.row_rect(row)
    across = range(int(place.left()), image.width())
    seen = (colour_at(image, QPointF(x, place.center().y())) for x in across)
    return [
        colour for colour in seen if colour in {faded(theme).lower(), theme.masked_line.lower()}
    ]


@each_theme
def test_bars_are_as_long_as_tokens_are_similar_and_a_special_one_has_another_colour(qapp, theme):
    near = near_of(0)
    image, rows = near_drawn(near, theme)
    bars = [bar_colours(image, rows, row, theme) for row in range(rows.count)]
    lengths = [*map(len, bars)]
    expected = [lengths[0] * one.similarity / near[0].similarity for one in near[:9]]
    assert lengths[:9] == pytest.approx(expected, abs=4)
    assert lengths == sorted(lengths, reverse=True)
    assert [bar[0] for bar in bars[2:4]] == [faded(theme).lower(), theme.masked_line.lower()]


def test_rows_stay_in_a_low_picture_and_an_opposite_row_has_no_bar(qapp):
    near = (*near_of(0)[:9], NearToken("far", 3, -0.4))
    for theme in (light_theme(), light_theme("presentation")):
        image, rows = near_drawn(near, theme, width=260, height=240)
        assert rows.row_rect(9).bottom() <= QRectF(image.rect()).bottom()
        assert len(bar_colours(image, rows, 9, theme)) <= 3


def test_a_near_token_is_told_with_its_meaning_and_a_special_one_says_so():
    picture = near_picture(side_of(FED), 1, "Target", glossed=True)
    assert plain(picture.note) == "Nearest to “I”: cosine similarity"
    assert picture.caption() == ("Nearest tokens", "Target")
    assert plain(picture.say(2)) == "3: “他” (he, him) · id 42 · cosine similarity 0.6500"
    assert picture.say(3).endswith("cosine similarity 0.5500 · special token")
    (table,) = picture.tables()
    assert table.values[:, 0].tolist() == [one.similarity for one in near_of(1)]


# --------------------------------------------------------------------------------------- histogram


RECT = QRectF(0, 0, 400, 200)


@pytest.fixture
def many():
    logits = np.random.default_rng(0).normal(0, 2, (1, 5000)).astype(np.float32)
    logits[0, 17] = 14.0
    names = tuple(str(index) for index in range(5000))
    return OutputLogits(fed=("<s>",), chosen_ids=(17,), logits=frozen(logits), vocabulary=names)


def histogram_drawn(output, theme=THEMES["light"]):
    histogram = histogram_of(output, 0)
    return painted(
        lambda painter, rect: paint_histogram(painter, rect, histogram, theme, 5000), theme=theme
    )


def test_every_logit_is_counted_once(many):
    histogram = histogram_of(many, 0)
    assert sum(histogram.counts) == 5000
    assert len(histogram.counts) == BINS
    assert histogram.edges[0] == pytest.approx(many.logits.min())
    low, high = histogram.edges[10:12]
    assert histogram.counts[10] == np.count_nonzero((many.logits >= low) & (many.logits < high))
    assert (histogram.chosen.logit, histogram.chosen.token) == (14.0, "17")


@each_theme
def test_bars_are_as_high_as_the_logarithm_of_their_counts_and_the_token_is_marked(
    qapp, many, theme
):
    image, layout = histogram_drawn(many, theme)
    counts = layout.histogram.counts
    for index, count in enumerate(counts):
        share = math.log10(1 + count) / math.log10(1 + max(counts))
        assert layout.bar_rect(index).height() == pytest.approx(share * layout.area.height())
        assert layout.bar_rect(index).bottom() == pytest.approx(layout.area.bottom())
    assert layout.bar_rect(BINS - 1).height() > 5, "one token can be seen"
    assert colour_at(image, layout.bar_rect(int(np.argmax(counts))).center()) == faded(theme)
    mark = QPointF(layout.x_of(14.0), layout.area.center().y())
    assert colour_at(image, mark) == theme.accent.lower()


def test_places_and_logits_belong_together(qapp, many):
    _, layout = histogram_drawn(many)
    for index in (0, 7, BINS - 1):
        middle = sum(layout.histogram.edges[index : index + 2]) / 2
        assert layout.x_of(middle) == pytest.approx(layout.bar_rect(index).center().x())
        assert layout.bin_at(QPointF(layout.x_of(middle), layout.area.center().y())) == index
    assert layout.bin_at(QPointF(5, 5)) is None


def test_equal_logits_are_no_trouble(qapp):
    _, layout = histogram_drawn(made_up(0.0, 0.0, 0.0))
    assert sum(layout.histogram.counts) == 3
    assert layout.area.left() <= layout.x_of(0.0) <= layout.area.right()


# ------------------------------------------------------------------------------------------ output


LIGHT = THEMES["light"]


def made_up(*logits, chosen=0):
    return OutputLogits(
        fed=("<s>",),
        chosen_ids=(chosen,),
        logits=frozen(np.array([logits], dtype=np.float32)),
        vocabulary=WORDS[: len(logits)],
    )


def laid_out(output, *, room=3):
    return layout_output(QRectF(16, 16, 600, 300), output_rows(output, 0, room=room), LIGHT)


def drawn(output, step=0, *, theme=LIGHT, width=900, **changes):
    picture = output_picture(output, step, **{"tied": True, "decodes": True, **changes})
    paint = lambda painter, rect: picture.paint(painter, rect, theme)  # noqa: E731
    return picture, *painted(paint, width=width, height=300, theme=theme)


def test_the_best_tokens_have_rows_and_all_else_one_together():
    rows = output_rows(logits_of(), 0, room=4)
    logits = logits_of().logits[0].astype(np.float64)
    chances = np.exp(logits) / np.exp(logits).sum()
    assert [token.rank for token in rows.tokens] == [1, 2, 3, 4]
    assert (rows.tokens[0].token, rows.chosen) == ("I", 0)
    for token in rows.tokens:
        assert token.probability == pytest.approx(chances[token.token_id], abs=1e-6)
        assert token.logit == pytest.approx(logits[token.token_id])
    assert rows.others.count == len(WORDS) - 4
    assert rows.others.probability == pytest.approx(np.sort(chances)[:-4].sum(), abs=1e-6)


@pytest.mark.parametrize("room", [1, 2, 5])
def test_a_token_that_is_far_behind_has_the_last_row(room):
    rows = output_rows(logits_of(), 2, room=room)
    assert len(rows.tokens) == room
    assert rows.chosen == room - 1
    assert (rows.tokens[-1].token, rows.tokens[-1].rank) == ("a", len(WORDS))


def test_a_small_vocabulary_is_shown_whole():
    rows = output_rows(made_up(1.0, 2.0), 0, room=10)
    assert (len(rows.tokens), rows.others) == (2, None)


@pytest.mark.parametrize(("height", "count"), [(50, FEWEST), (200, 8), (2000, MOST)])
def test_as_many_rows_as_have_room(qapp, height, count):
    assert rows_for(height, LIGHT) == count


def test_bars_begin_at_zero_and_are_as_long_as_their_numbers(qapp):
    layout = laid_out(made_up(6.0, 3.0, -3.0))
    best, second, last = (layout.logit_bar(row) for row in range(3))
    assert best.left() == second.left() == pytest.approx(last.right())
    assert best.width() == pytest.approx(2 * second.width())
    assert last.width() == pytest.approx(second.width())
    assert best.right() == pytest.approx(sum(layout.logit))
    for share in (0.0, 0.25, 1.0):
        width = layout.probability_bar(0, share).width()
        assert width == max(1.0, share * layout.probability[1])


@each_theme
def test_the_token_that_follows_has_the_accent_colour(qapp, theme):
    _, image, spots = drawn(logits_of(), theme=theme)
    chosen, other = (spots.logit_bar(row).center() for row in (0, 1))
    assert colour_at(image, chosen) == theme.accent.lower()
    assert colour_at(image, other) != theme.accent.lower()
    bar = spots.probability_bar(0, spots.rows.tokens[0].probability)
    assert colour_at(image, bar.center()) == theme.accent.lower()


def test_rows_and_bars_are_found_under_the_mouse(qapp):
    _, _, spots = drawn(logits_of())
    tokens, others = spots.rows.tokens, spots.rows.others
    found = [spots.at(spots.rect(spot).center()) for spot in (*tokens, others, BINS - 1)]
    assert found == [*tokens, others, BINS - 1]
    assert spots.at(QPointF(300, 17)) is None
    _, _, narrow = drawn(logits_of(), width=500)
    assert narrow.histogram is None
    assert narrow.moved(None, Qt.Key.Key_Left) == tokens[0]


def test_the_keys_begin_at_the_token_that_follows_and_at_the_largest_logits(qapp):
    picture, _, spots = drawn(logits_of(), 2)
    rows = spots.rows
    at = spots.moved(None, Qt.Key.Key_Down)
    assert (at, at.token) == (rows.tokens[-1], "a")
    assert spots.moved(at, Qt.Key.Key_Home) == rows.tokens[0]
    assert spots.moved(at, Qt.Key.Key_End) == rows.others
    bins = [BINS - 1, BINS - 2, BINS - 1, BINS - 1]
    for expected, key in zip(bins, ("Left", "Left", "Right", "Right"), strict=True):
        at = spots.moved(at, Qt.Key[f"Key_{key}"])
        assert at == expected
    assert picture.say(at).startswith("tokens with a logit from")
    assert picture.say(at).endswith(": 1")


def test_words_have_the_values(qapp):
    output = logits_of()
    picture, _, _ = drawn(output, 2)
    assert plain(picture.heading) == "After “have”: which token comes next?"
    words = plain(picture.note)
    assert words.startswith(
        "12 logits: the decoder’s vector times each row of the target embedding"
    )
    assert words.endswith("Next token: “a”, rank 12.")
    assert picture.caption() == ("Logits and softmax", "position 2, after have")
    token = output.chosen(2)
    assert plain(picture.say(token)) == (
        f"“a” · rank 12 · logit −6.0000 · probability {token.probability:.6f} · next token"
    )
    assert "next" not in picture.say(output.best(2, 1)[0])
    told = "the other 5,988 tokens together: 0.007"
    assert picture.say(OtherTokens(5988, 0.0071)) == told
    assert "output projection" in drawn(output, tied=False)[0].note
    masked = drawn(output, 2, decodes=False)[0]
    assert plain(masked.heading) == "At “have”: which token belongs here?"
    assert "the encoder’s vector" in masked.note
