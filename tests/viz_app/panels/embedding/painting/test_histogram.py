import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.arrays import frozen
from model.lessons.embedding.record import OutputLogits
from tests.viz_app.painted import THEMES, colour_at, each_theme, painted
from tests.viz_app.panels.embedding.records import logits_of
from viz_app.design.theme import faded
from viz_app.panels.embedding.painting.histogram import (
    BINS,
    histogram_of,
    layout_histogram,
    paint_histogram,
)
from viz_app.panels.embedding.texts.sentences import bin_sentence, histogram_titles

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
