"""Trees of branches."""

from __future__ import annotations

import pytest

from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded
from viz_app.state.branches import ROOT
from viz_app.state.tree_changes import branched, grown, rooted


@pytest.fixture
def original():
    return rooted(decoded(ORIGINAL))


@pytest.fixture
def tree(original):
    """The original, and on screen a branch that has a dog."""
    return grown(branched(original, step=3), decoded(DOG, given=4), branch=1)


@pytest.fixture
def family(tree):
    """The same with a branch of the branch (2), and another one of the original (3)."""
    tree = grown(
        branched(tree, step=4, parent=1), decoded("I have a dog the . </s>", given=5), branch=2
    )
    tree = branched(tree, step=2, parent=ROOT)
    return grown(tree, decoded("I have the cat . </s>", given=3), branch=3)
