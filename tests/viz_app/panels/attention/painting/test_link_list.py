from __future__ import annotations

import numpy as np
import pytest

from viz_app.panels.attention.painting.link_set import LinkList

NOISE = np.random.default_rng(0)


@pytest.fixture
def links():
    layers, rows, columns = NOISE.integers(0, (3, 9, 7), size=(50, 3)).T.astype(np.int32)
    weights = NOISE.uniform(-1, 1, 50).astype(np.float32)
    return LinkList(
        layers=layers,
        rows=rows,
        columns=columns,
        weights=weights,
        levels=np.abs(weights),
        n_layers=3,
    )


def as_tuples(links):
    arrays = (links.layers, links.rows, links.columns, links.weights, links.levels)
    return list(zip(*(array.tolist() for array in arrays), strict=True))


@pytest.mark.parametrize("keys", [range(0, 0), range(2, 5), range(5, 90)])
@pytest.mark.parametrize("queries", [range(0, 0), range(0, 3), range(7, 90)])
def test_links_in_view_have_an_end_there(links, queries, keys):
    wanted = [link for link in as_tuples(links) if link[1] in queries or link[2] in keys]
    assert as_tuples(links.touching(queries, keys)) == wanted


def test_some_links_are_taken_by_place_or_by_mask(links):
    every = as_tuples(links)
    assert as_tuples(links.taken(np.array([4, 1]))) == [every[4], every[1]]
    heavy = links.taken(links.levels > 0.5)
    assert as_tuples(heavy) == [link for link in every if link[4] > 0.5]
    assert heavy.n_layers == 3


def test_heaviest_come_first_whatever_their_sign(links):
    sizes = np.abs(links.weights[links.by_weight()])
    assert (np.diff(sizes) <= 0).all()
    assert sorted(links.by_weight().tolist()) == list(range(50))
