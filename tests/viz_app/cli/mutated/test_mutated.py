"""Damaged and forged models of every family: a checkpoint that works, or one sentence, at once.

``MUTATIONS=2000 pytest tests/viz_app/cli/mutated`` tries so many of each.
"""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.mutated.processes import FINE
from tests.viz_app.cli.mutated.small_models import MODELS
from tests.viz_app.cli.mutated.trials import foreign_outcomes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process takes"),
]

COUNT = int(os.environ.get("MUTATIONS", "10"))


@pytest.mark.parametrize("family", MODELS)
def test_mutated_models_are_imported_or_refused(family: str, tmp_path: Path):
    found = foreign_outcomes(family, tmp_path, range(COUNT))
    assert {name: how for name, how in found.items() if how not in FINE} == {}
    told = Counter(found.values())
    assert told.total() == COUNT
    assert told["refused"] > COUNT / 3


@pytest.mark.parametrize(("family", "number"), [("fairseq", 2920), ("opennmt_py", 9450)])
def test_a_model_whose_logits_are_no_numbers_is_checked_to_its_end(
    family: str, number: int, tmp_path: Path
):
    """Found among ten thousand: all its weights are numbers, and what it computes is none."""
    found = foreign_outcomes(family, tmp_path, range(number, number + 1))
    assert [*found.values()] == ["read"]


def test_an_added_token_of_three_million_letters_takes_no_memory(tmp_path: Path):
    """Found among ten thousand: a file of 6 MB took 160."""
    assert [*foreign_outcomes("gpt2", tmp_path, range(7267, 7268)).values()] == ["refused"]
