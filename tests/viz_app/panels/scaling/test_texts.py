"""What the scaling tab says."""

import pytest

from model.lessons.scaling.random_products import Spread
from model.lessons.scaling.softmax_study import SoftmaxStudy
from tests.viz_app.listening import plain
from viz_app.panels.scaling import texts
from viz_app.widgets.lesson_text import Lesson


def test_the_text_beside_the_pictures_is_short():
    lesson = texts.lesson()
    assert isinstance(lesson, Lesson)
    assert sum(len(paragraph.split()) for paragraph in lesson.body) <= 120
    assert "3.2.1" in lesson.source


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (64.2, "64.2"),
        (-0.3741, "−0.374"),
        (0.0, "0"),
        (-0.0001, "0"),
        (12345.6, "12346"),
        (0.004, "0.004"),
    ],
)
def test_numbers(value, text):
    assert texts.number(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.25, "0.2500"), (-0.1, "−0.1000"), (2.7e-6, "2.7e−06"), (-0.0, "0.0000")]
)
def test_small_numbers(value, text):
    assert texts.small(value) == text


def test_the_moments_are_said_and_what_lies_beyond():
    histogram = Spread.of([1.0, -1.0, 3.0, 9.0], reach=4, bins=8)
    assert texts.moments_note(histogram) == "mean 3 · variance 14 · 25.00% beyond the axis"
    inside = Spread.of([1.0, -1.0], reach=4, bins=8)
    assert texts.moments_note(inside) == "mean 0 · variance 1"


def test_a_bin_is_said_with_its_ends_and_its_count():
    histogram = Spread.of([0.1, 0.2, -1.0, 3.0], reach=4, bins=8)
    assert texts.bin_sentence(histogram, 4) == "50.00% of 4 values (2) are from 0 to 1"
    assert texts.bin_sentence(histogram, 3) == "25.00% of 4 values (1) are from −1 to 0"


def test_a_weight_is_said_with_its_key_and_its_score():
    study = SoftmaxStudy.of([2.0, 0.0], factor=0.5)
    assert plain(texts.weight_sentence(study, "猫", 0, random=False)) == (
        "weight 0.7311 · key “猫” · score 1 after × 0.5"
    )
    assert "key k2" in texts.weight_sentence(study, "k2", 1, random=True)


def test_a_slope_is_said_with_both_keys():
    study = SoftmaxStudy.of([0.0, 0.0], factor=1)
    said = texts.jacobian_sentence(study, ("k1", "k2"), 0, 1, random=True)
    assert said == "slope −0.2500 · weight of key k1 when the score of key k2 rises"
    assert texts.jacobian_note(study) == "largest 0.2500 · row: weight, column: score"
    assert texts.jacobian_title(study) == "Jacobian of the softmax at × 1"


def test_entropy_is_in_bits():
    study = SoftmaxStudy.of([0.0] * 8, factor=1)
    assert texts.entropy_text(study) == "3.00 bits"
    assert texts.softmax_note(study) == "entropy ≤ 3.00 bits"


def test_what_is_divided_is_said():
    assert texts.products_title(1) == "Products q·k"
    assert texts.products_title(8.0) == "Scores q·k/√d_k"
    assert texts.softmax_title(1) == "Softmax of factor × q·k"
    assert texts.softmax_title(8.0) == "Softmax of factor × q·k/√d_k"
