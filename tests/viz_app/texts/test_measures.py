import dataclasses
import math
import re

import numpy as np
import pytest

from model.messages import Message
from model.traces.head_measures import MEASURES, measure_range
from model.traces.head_names import HeadNames
from tests.viz_app.painted import mosaic
from tests.viz_app.probes import marked_language
from tests.viz_app.states import shown
from viz_app.texts.measures import (
    head_sentence,
    header_sentence,
    mark_text,
    measure_explanation,
    measure_name,
    measure_number,
    measure_unit,
    measured_text,
    mosaic_sentence,
    range_text,
    short_measure_name,
)
from viz_app.workbench.snapshots.attention import awaited_names, resolve_mosaic
from viz_app.workbench.state import AttentionOptions


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_has_a_name_of_its_own_and_one_sentence(measure):
    others = set(MEASURES) - {measure}
    assert measure_name(measure) not in {measure_name(other) for other in others}
    assert short_measure_name(measure) not in {short_measure_name(other) for other in others}
    assert len(short_measure_name(measure)) <= len(measure_name(measure))
    assert measure_explanation(measure).endswith(".")


@pytest.mark.parametrize("measure", MEASURES)
def test_names_and_sentences_are_translated(qapp, measure):
    with marked_language():
        for text in (measure_name(measure), measure_explanation(measure)):
            assert text.startswith("«")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.00"),
        (0.534, "0.53"),
        (-0.204, "−0.20"),
        (-0.001, "0.00"),
        (9.994, "9.99"),
        (9.996, "10.0"),
        (12.44, "12.4"),
        (99.96, "100"),
        (511.0, "511"),
        (math.nan, "–"),
    ],
)
def test_numbers_have_three_digits(value, text):
    assert measure_number(value) == text


@pytest.mark.parametrize(
    ("measure", "value", "text"),
    [
        ("entropy", 1.53, "Entropy 1.53 bits"),
        ("distance", 12.44, "Mean distance 12.4 tokens"),
        ("first", 0.5, "Share on the first token 0.50"),
        ("diagonality", math.nan, "Diagonality –"),
    ],
)
def test_a_value_has_its_name_and_unit(measure, value, text):
    assert measured_text(measure, value) == text


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("entropy", "0 to 3.46 bits"),
        ("distance", "0 to 10 tokens"),
        ("special", "0 to 1"),
        ("diagonality", "−1 to 1"),
    ],
)
def test_a_range_has_whole_numbers_without_decimals(measure, text):
    ends = measure_range(measure, np.ones((2, 11), bool), kind="cross")
    assert range_text(measure, ends) == text


def test_only_counts_have_units_and_a_distance_says_from_where_it_is_measured():
    assert {measure for measure in MEASURES if measure_unit(measure)} == {"entropy", "distance"}
    assert "positions are scaled" in measure_explanation("distance")


@pytest.mark.parametrize("rows", [4, 6, 13, 60, 100])
def test_what_is_said_of_an_even_causal_head_is_so(rows):
    """The tip's number against numpy's weighted covariance."""
    said = re.search(r"has ([0-9.]+) to ([0-9.]+)", measure_explanation("diagonality"))
    low, high = map(float, said.groups())
    queries, keys = np.nonzero(np.tri(rows, dtype=bool))
    spread = np.cov(np.stack((queries, keys)), aweights=1 / (queries + 1.0))
    found = spread[0, 1] / np.sqrt(spread[0, 0] * spread[1, 1])
    assert low - 0.005 < found < high + 0.005


VALUES = np.array([[0.5, 2.0, 1.0], [3.0, np.nan, 2.0]], dtype=np.float32)


def measured(**fields):
    return mosaic(**{"measure": "entropy", "measures": VALUES, "layer": 1, **fields})


def test_a_head_is_named_and_measured_and_the_header_explains_how():
    assert head_sentence(mosaic(), layer=1, head=2) == "Cross · layer 2 · head 3"
    assert head_sentence(measured(), layer=0, head=1).endswith("head 2: Entropy 2.00 bits")
    assert head_sentence(measured(), layer=1, head=1).endswith("head 2: Entropy –")
    assert mosaic_sentence(mosaic()) == (
        "Cross · layer 1 · head 1: Target tokens attend to source tokens"
    )
    assert mosaic_sentence(measured()) == (
        "Cross · layer 2 · head 1: Entropy 3.00 bits, on a scale from 0 to 4 bits"
    )
    assert header_sentence(mosaic()) == "Cross: Target tokens attend to source tokens"
    assert header_sentence(measured()).startswith("Entropy: How widely a row spreads")


@pytest.mark.parametrize(
    ("layer", "head", "place"), [(1, 0, 1), (0, 1, 2), (1, 2, 2), (0, 2, 4), (0, 0, 5)]
)
def test_in_an_order_a_head_has_a_place_which_equals_share(layer, head, place):
    sentence = mosaic_sentence(measured(is_sorted=True, layer=layer, head=head))
    assert sentence.endswith(f"; {place} of 6, largest first")


def test_without_a_value_there_is_no_place_and_the_reason_is_said():
    sentence = mosaic_sentence(measured(is_sorted=True, layer=1, head=1))
    assert sentence.endswith("Entropy –, on a scale from 0 to 4 bits")
    missing = measured(measure="previous", measures=np.full_like(VALUES, np.nan))
    said = "Share on the previous token: not for this kind of attention"
    assert mosaic_sentence(missing) == f"Cross · layer 2 · head 1: {said}"
    assert header_sentence(missing) == said


def test_named_heads_say_their_name_with_its_score_and_the_others_are_pale():
    scores = np.full((2, 2), 0.3)
    scores[0, 1] = 0.93
    names = HeadNames(
        model_key=1,
        sample=Message("{count} pairs of {task}", {"count": 50, "task": "reverse"}),
        n=50,
        total=50,
        scores={("cross", "alignment"): scores, ("cross", "first"): np.zeros((2, 2))},
    )
    known = shown(model_key=1, names=(names,), attention=AttentionOptions(tint="name"))
    heads = resolve_mosaic(known, "cross")
    said = [head_sentence(heads, layer=0, head=head) for head in range(2)]
    assert "alignment: 0.93 of the weight over 50 pairs of reverse" in said[1]
    assert "no name is proven" in said[0]
    assert [heads.is_pale(0, head) for head in range(2)] == [True, False]
    assert [mark_text(heads, 0, head) for head in range(2)] == ["–", "alignment"]
    other = dataclasses.replace(known, attention=AttentionOptions(tint="entropy"))
    assert "alignment: 0.93" in head_sentence(resolve_mosaic(other, "cross"), layer=0, head=1)
    assert awaited_names(known) is None
    assert awaited_names(dataclasses.replace(known, names=())) == 1
    assert awaited_names(dataclasses.replace(other, names=())) is None
