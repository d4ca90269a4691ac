import dataclasses

import numpy as np

from tests.viz_app.painted import focus
from viz_app.panels.attention.snapshot.chosen_heads import averaged, chosen_alone


def test_the_chosen_head_is_shown_though_another_is_in_view():
    shown = chosen_alone(focus(head=0, heads=(2,)))
    assert shown.head == 2
    assert (shown.weights == shown.trace.weights("cross")[1, 2]).all()


def test_several_heads_become_their_mean():
    shown = averaged(focus(heads=(0, 2)))
    assert shown.combination == "mean"
    assert shown.heads == (0, 2)
    expected = shown.trace.weights("cross")[1, [0, 2]].mean(axis=0)
    assert np.allclose(shown.weights, expected)
    assert not shown.weights.flags.writeable


def test_what_is_one_picture_already_stays_as_it_is():
    one = focus(heads=(0,))
    combined = dataclasses.replace(focus(heads=(0, 1)), combination="max")
    compared = dataclasses.replace(focus(heads=(0, 1)), compared=one.trace)
    for shown in (one, combined, compared):
        assert averaged(shown) is shown
        assert chosen_alone(shown) is shown
    several = focus(heads=(0, 1))
    assert chosen_alone(several) is several
