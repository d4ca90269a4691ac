import math
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

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
from tests.viz_app.panels.forcing.records import forcing_of
from viz_app.panels.forcing.pictures import (
    forcing_picture,
    layout_forcing,
    loss_axis,
    loss_mark,
    mean_mark,
    mean_sentence,
    origin_sentence,
    padding_sentence,
    position_sentence,
    smallest_forcing,
    smoothing_sentence,
    stands_beside,
)
from viz_app.pictures.labels import text_width
from viz_app.workbench.state import Cell

LIGHT = THEMES["light"]
HIGH, LOW = QRectF(16, 16, 860, 460), QRectF(16, 16, 860, 190)


def layout_of(rect=HIGH, *, words=5, with_padding=False):
    return layout_forcing(rect, forcing_of(words=words), LIGHT, with_padding=with_padding)


def drawn(theme, *, with_padding=False):
    paint = partial(forcing_picture(forcing_of(), with_padding=with_padding).paint, theme=theme)
    return painted(paint, width=892, height=492, theme=theme)


@pytest.mark.parametrize("rect", [HIGH, LOW], ids=["under", "beside"])
def test_rows_stand_under_each_other_in_their_order(qapp, rect):
    layout = layout_of(rect)
    for sentence in range(2):
        rows = (
            layout.caption_rect(sentence),
            layout.fed_rect(sentence, 2),
            layout.band_rect(sentence),
            layout.expected_rect(sentence, 2),
            layout.predicted_rect(sentence, 2),
            layout.bar_area(sentence, 2),
        )
        assert not overlaps(list(rows))
        tops = [row.top() for row in rows]
        assert tops == sorted(tops)
        assert rows[-1].bottom() <= rect.bottom() + 1


def test_what_is_expected_stands_under_what_is_read_there(qapp):
    layout = layout_of()
    for position in range(5):
        places = (layout.fed_rect(0, position), layout.expected_rect(0, position))
        assert len({place.left() for place in places}) == 1
        assert layout.fed_rect(0, position).left() == layout.fed_rect(1, position).left()


def test_where_it_is_low_sentences_stand_beside_each_other(qapp):
    assert layout_of(HIGH).blocks[1].y() > layout_of(HIGH).blocks[0].y()
    low = layout_of(LOW)
    assert low.blocks[1].y() == low.blocks[0].y()
    assert low.fed_rect(1, 0).left() > low.fed_rect(0, 4).right()
    assert [low.ends_row(sentence) for sentence in range(2)] == [False, True]
    assert [layout_of(HIGH).ends_row(sentence) for sentence in range(2)] == [True, True]


def test_what_is_too_wide_to_stand_beside_is_scrolled(qapp):
    long = forcing_of(words=40)
    assert not stands_beside(long, LIGHT, 860, 100)
    width, height = smallest_forcing(long, LIGHT, width=860)
    assert width > 860
    assert height > smallest_forcing(forcing_of(), LIGHT, width=860)[1]


@pytest.mark.parametrize("words", [2, 5, 60])
def test_columns_never_overlap(qapp, words):
    layout = layout_of(words=words)
    assert not overlaps([layout.fed_rect(0, position) for position in range(words)])


def test_bars_are_as_high_as_their_losses(qapp):
    layout = layout_of()
    assert layout.axis == 1.0
    assert layout.height_of(0.5) == pytest.approx(layout.bar / 2)
    assert layout.height_of(9.0) == layout.bar
    assert layout_of(with_padding=True).axis == 9.0


def test_the_axis_ends_on_a_whole_number_above_what_counts():
    assert loss_axis(forcing_of(), with_padding=False) == 1.0
    assert loss_axis(forcing_of(), with_padding=True) == 9.0


@each_theme
@pytest.mark.parametrize("with_padding", [False, True])
def test_padding_is_hatched_and_has_a_bar_only_where_it_counts(qapp, theme, with_padding):
    image, layout = drawn(theme, with_padding=with_padding)
    hatching = {theme.masked.lower(), theme.masked_line.lower()}
    assert hatching <= area_colours(image, layout.expected_rect(1, 3).adjusted(4, 4, -4, -4))
    assert not hatching & area_colours(image, layout.expected_rect(1, 1).adjusted(4, 4, -4, -4))
    assert hatching & area_colours(image, layout.fed_rect(1, 3).adjusted(4, 4, -4, -4))
    bar = layout.bar_area(1, 3)
    assert theme.masked_line.lower() in area_colours(image, bar)
    assert (theme.danger.lower() in area_colours(image, bar.adjusted(0, -14, 0, 0))) == with_padding


def test_a_bar_is_drawn_up_to_its_loss(qapp):
    image, layout = drawn(LIGHT)
    area = layout.bar_area(0, 4)  # a loss of 0.5 on an axis to 1

    def at(share):
        return colour_at(image, QPointF(area.left() + 3, area.bottom() - share * layout.bar))

    assert at(0.1) == at(0.47) == LIGHT.decoder.lower()
    assert at(0.95) == LIGHT.panel.lower()


def test_the_mean_is_a_dashed_line(qapp):
    image, layout = drawn(LIGHT)
    mean = forcing_of().mean
    area = layout.bar_area(0, 0)
    y = area.bottom() - layout.height_of(mean)
    line = QRectF(area.left(), y - 1, layout.block_width, 3)
    assert LIGHT.text.lower() in area_colours(image, line)


def test_a_position_is_found_under_the_mouse(qapp):
    for rect in (HIGH, LOW):
        layout = layout_of(rect)
        for sentence, position in ((0, 0), (1, 4)):
            cell = Cell(sentence, position)
            assert layout.at(layout.expected_rect(sentence, position).center()) == cell
            assert layout.at(layout.bar_area(sentence, position).center()) == cell
    assert layout_of().at(QPointF(1, 1)) is None


def test_each_sentence_has_a_title(qapp):
    paint = partial(forcing_picture(forcing_of(), with_padding=False).paint, theme=LIGHT)
    assert svg_texts(paint, width=892, height=492)[:3] == ["我有猫。", "  →  ", "w0 w1 w2 w3"]


def test_words_have_the_numbers():
    record = forcing_of()
    wrong = plain(position_sentence(record, 0, 3))
    assert wrong == (
        "position 3: after “w2”, expected “w3”: probability "
        f"{math.exp(-0.4):.6f}, loss −ln p = 0.4000 nats; model’s prediction: “wrong”"
    )
    assert "padding" in position_sentence(record, 1, 4)
    assert "9.0000" in position_sentence(record, 1, 4)
    mean, all_of = (1.5 + 0.9) / 7, (1.5 + 0.9 + 27) / 10
    assert mean_sentence(record) == f"Mean over the 7 counted positions: {mean:.4f} nats."
    assert padding_sentence(record).startswith(
        f"With the 3 padding positions the mean would be {all_of:.4f} nats, 92 % of it from padding"
    )
    assert mean_mark(0.25) == "batch mean 0.250"


def test_label_smoothing_is_said():
    assert "training used label smoothing 0.1" in smoothing_sentence(forcing_of())
    assert smoothing_sentence(forcing_of(smoothing=0.0)) == "Training had no label smoothing."


def test_a_batch_without_padding_says_so():
    assert padding_sentence(forcing_of(words=2)) == "This batch has no padding."


@pytest.mark.parametrize("origin", ["given", "reference", "translation"])
def test_whose_target_is_expected_is_said(origin):
    assert origin_sentence(origin, "I have a cat.").startswith("I have a cat. – ")


@pytest.mark.parametrize("words", [5, 40])
@pytest.mark.parametrize("rect", [QRectF(0, 0, 420, 460), LOW], ids=["narrow", "low"])
def test_no_loss_is_cut_off(qapp, rect, words):
    record = forcing_of(words=words)
    layout = layout_forcing(rect, record, LIGHT, with_padding=True)
    for sentence, position in np.ndindex(record.losses.shape):
        mark = loss_mark(float(record.losses[sentence, position]))
        room = layout.bar_area(sentence, position).width()
        assert text_width(LIGHT, mark, size=LIGHT.small) <= room
