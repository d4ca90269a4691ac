import numpy as np
import pytest

from tests.viz_app.painted import mosaic
from viz_app.texts.mosaic_sentences import (
    head_sentence,
    header_sentence,
    mosaic_sentence,
)

VALUES = np.array([[0.5, 2.0, 1.0], [3.0, np.nan, 2.0]], dtype=np.float32)


def measured(**fields):
    """Two layers of three heads, over 16 source tokens."""
    return mosaic(**{"measure": "entropy", "measures": VALUES, "layer": 1, **fields})


def test_a_head_is_named_and_measured():
    assert head_sentence(mosaic(), layer=1, head=2) == "Cross · layer 2 · head 3"
    assert head_sentence(measured(), layer=0, head=1).endswith("head 2: Entropy 2.00 bits")
    assert head_sentence(measured(), layer=1, head=1).endswith("head 2: Entropy –")


def test_a_mosaic_says_its_focused_head_and_its_measure_in_one_sentence():
    assert mosaic_sentence(mosaic()) == (
        "Cross · layer 1 · head 1: Target tokens attend to source tokens"
    )
    assert mosaic_sentence(measured()) == (
        "Cross · layer 2 · head 1: Entropy 3.00 bits, on a scale from 0 to 4 bits"
    )


@pytest.mark.parametrize(
    ("layer", "head", "place"), [(1, 0, 1), (0, 1, 2), (1, 2, 2), (0, 2, 4), (0, 0, 5)]
)
def test_in_an_order_a_head_has_a_place_which_equals_share(layer, head, place):
    sentence = mosaic_sentence(measured(is_sorted=True, layer=layer, head=head))
    assert sentence.endswith(f"; {place} of 6, largest first")


def test_a_head_without_a_value_has_no_place():
    sentence = mosaic_sentence(measured(is_sorted=True, layer=1, head=1))
    assert sentence.endswith("Entropy –, on a scale from 0 to 4 bits")


def test_a_measure_that_a_kind_does_not_have_is_said_to_be_missing():
    missing = measured(measure="previous", measures=np.full_like(VALUES, np.nan))
    said = "Share on the previous token: not for this kind of attention"
    assert mosaic_sentence(missing) == f"Cross · layer 2 · head 1: {said}"
    assert header_sentence(missing) == said


def test_the_header_explains_the_measure_else_the_kind():
    assert header_sentence(mosaic()) == "Cross: Target tokens attend to source tokens"
    assert header_sentence(measured()).startswith("Entropy: How widely a row spreads")
