from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.design.theme import light_theme
from viz_app.pictures.axis_labels import elided, round_step, text_width, thinned

THEME = light_theme()


@given(
    count=st.integers(0, 200),
    step=st.integers(1, 12),
    keep=st.lists(st.integers(-3, 210), max_size=3),
)
def test_thinned_labels_are_apart(count, step, keep):
    kept = thinned(count, step=step, keep=keep)
    assert all(after - before >= step for before, after in itertools.pairwise(kept))
    assert all(0 <= index < count for index in kept)
    wanted = [index for index in keep if 0 <= index < count]
    for place, index in enumerate(wanted):
        if all(abs(index - other) >= step for other in wanted[:place]):
            assert index in kept, "nothing but what was named before it pushes it away"


def test_elided_text_fits(qapp):
    text = elided(THEME, "extraordinarily", size=14, width=40)
    assert text.endswith("…")
    assert text_width(THEME, text, size=14) <= 41


@pytest.mark.parametrize(("step", "rounded"), [(1, 1), (7, 8), (11, 12), (33, 40), (101, 101)])
def test_steps_are_easy_to_count(step, rounded):
    assert round_step(step) == rounded
