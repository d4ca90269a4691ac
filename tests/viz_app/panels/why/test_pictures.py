"""The bars of a logit difference and the lens, painted and in words."""

import math
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPointF

from model.lessons.why import LensRow, Term, WhyRecord
from model.traces.trace import Candidate
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, colour_at, painted, svg_texts
from viz_app.design.theme import faded
from viz_app.panels.why.pictures import (
    lens_picture,
    probability_sentence,
    progress_sentence,
    sum_name,
    term_sentence,
    terms_picture,
)

LIGHT = THEMES["light"]


def best(*tokens):
    return tuple(
        Candidate(token, 4 + number, math.log(0.5 / (number + 1)))
        for number, token in enumerate(tokens)
    )


ROWS = (
    LensRow(layer=0, plain=best("the", "cat"), normed=best("dog", "cat")),
    LensRow(layer=1, plain=best("cat", "dog"), normed=best("cat", "a")),
)
RECORD = WhyRecord(
    step=1,
    token="cat",
    other="dog",
    difference=math.log(12) + 1e-7,
    terms=(
        Term(part="output bias", value=0.5),
        Term(part="head", value=math.log(12) + 0.5, kind="cross", layer=1, head=7, effect=-0.25),
        Term(part="feed-forward", value=-1.0, kind="decoder", layer=0),
        Term(part="head", value=0.0, kind="encoder", layer=0, head=0, effect=2.0),
    ),
    lens=ROWS,
    measured=(2, 2),
)


def test_the_difference_is_said_as_a_ratio_of_probabilities():
    text = plain(probability_sentence(RECORD))
    assert text.startswith("“cat” is 12 times as probable as “dog”: ")
    assert text.endswith(f"= {math.log(12):.4f}.")
    turned = WhyRecord(
        step=1, token="dog", other="cat", difference=-0.5, terms=(), lens=(), measured=(1, 2)
    )
    text = plain(probability_sentence(turned))
    assert text.startswith("“cat” is 1.6 times as probable as “dog”: ")
    assert text.endswith("= −0.5000.")
    assert sum_name(RECORD) == "Sum (rounding error 1e-07)"
    assert progress_sentence(RECORD) == ""
    assert progress_sentence(turned) == "Effects measured: 1 of 2 heads"


def test_every_row_says_its_contribution_and_its_effect():
    texts = [term_sentence(RECORD, term) for term in RECORD.ordered]
    assert texts[0].endswith(
        "head 8: contributes 2.9849 to the difference; without this head (zero, recomputed) the "
        "difference is 2.7349"
    )
    assert texts[1] == "Feed-forward network · layer 1: contributes −1.0000 to the difference"
    assert "no direct contribution" in texts[3]
    assert texts[3].endswith("the difference is 0.4849")


@pytest.mark.parametrize("theme", THEMES)
def test_bars_are_on_one_scale_on_both_sides_of_zero(theme):
    picture = terms_picture(RECORD)
    texts = svg_texts(partial(picture.paint, theme=THEMES[theme]), width=900, height=200)
    numbers = [text for text in texts if text in {"2.485", "2.985", "−0.250", "−1.000", "2.000"}]
    assert numbers == ["2.485", "2.985", "−0.250", "−1.000", "2.000"]
    assert "← favours “dog”favours “cat” →" in plain("".join(texts)), "each on its side"
    image, rows = painted(partial(picture.paint, theme=LIGHT), width=900, height=200)
    middle = rows.row_rect(0).center().y() - 4
    ink = [
        x for x in range(300, 700) if colour_at(image, QPointF(x, middle)) == LIGHT.cross.lower()
    ]
    opposite = rows.row_rect(1).center().y() - 4
    other = [x for x in range(200, 700) if colour_at(image, QPointF(x, opposite)) == faded(LIGHT)]
    assert len(other) == pytest.approx(len(ink) / RECORD.ordered[0].value, abs=4)
    assert max(other) < min(ink)
    order = terms_picture(RECORD, by_effect=True).terms
    assert [term.effect for term in order] == [2.0, -0.25, None, None]
    (table,) = picture.tables()
    assert table.values[0, 0] == pytest.approx(table.values[1:, 0].sum(), abs=1e-6)
    assert picture.height(900, LIGHT) == picture.size(LIGHT).height()


def test_the_lens_has_both_sides_or_says_that_there_is_no_norm():
    picture = lens_picture(RECORD)
    assert plain(picture.say(0)) == (
        "After layer 1, with the final norm: “dog” 0.50, “cat” 0.25; without the final norm: "
        "“the” 0.50, “cat” 0.25"
    )
    assert [table.values.shape for table in picture.tables()] == [(2, 2), (2, 2)]
    rows = tuple(LensRow(layer=row.layer, plain=row.plain, normed=row.plain) for row in ROWS)
    lone = lens_picture(replace(RECORD, lens=rows))
    assert plain(lone.say(1)) == "After layer 2, no final norm: “cat” 0.50, “dog” 0.25"
    assert len(lone.tables()) == 1
