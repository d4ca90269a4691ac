"""Branches are a tree whose rows are shares; what is told of them otherwise is refused."""

import json

import numpy as np
import pytest

from tests.viz_app.storage.session.built import same, three_branches
from viz_app.storage.session.branches import BRANCHES, branches_of, stored_branches

BRANCHED = three_branches().branches


@pytest.fixture
def told():
    """What a file tells of three branches: 0, 3 that left it and 5 that left that."""
    return json.loads(json.dumps(stored_branches(BRANCHED)[0]))


@pytest.fixture
def arrays():
    """The arrays of that file, to be changed."""
    return {name: array.copy() for name, array in stored_branches(BRANCHED)[1].items()}


def read(told, arrays):
    """The branches of a file."""
    checked = BRANCHES("branches", told)
    return branches_of(checked, lambda name, shape: arrays[name], recorded=False)


def test_what_is_told_rightly_is_read(told, arrays):
    assert same(read(told, arrays), BRANCHED)


@pytest.mark.parametrize(
    ("place", "changed"),
    [
        (0, {"parent": 7}),
        (1, {"parent": None}),
        (2, {"id": 3}),
    ],
)
def test_only_the_first_branch_left_none_and_each_has_an_id_of_its_own(
    told, arrays, place, changed
):
    told[place] |= changed
    with pytest.raises(ValueError, match=f"^{told[place]['id']}$"):
        read(told, arrays)


def test_the_first_branch_left_nothing_at_a_step(told, arrays):
    told[0]["step"] = 2
    with pytest.raises(ValueError, match=r"^2$"):
        read(told, arrays)


def test_a_row_may_attend_to_no_later_token(told, arrays):
    arrays["branch-0/decoder"][:, :, 0] = np.eye(6, dtype=np.float32)[1]
    with pytest.raises(ValueError, match="a row attends to later tokens"):
        read(told, arrays)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("total", [0.5, 0.98])
def test_a_row_is_shares_of_one(told, arrays, kind, total):
    arrays[f"branch-0/{kind}"][0, 1, 2] *= total
    with pytest.raises(ValueError, match="a row does not sum to 1"):
        read(told, arrays)


@pytest.mark.parametrize("total", [0.0, 0.995])
def test_a_row_may_be_masked_or_rounded(told, arrays, total):
    arrays["branch-0/cross"][0, 1, 5] *= total
    own = read(told, arrays)[0].trace.cross_weights
    np.testing.assert_array_equal(own, arrays["branch-0/cross"])
