"""Damaged and forged files of Headlight's own: read, or one sentence, at once.

``MUTATIONS=10000 pytest tests/viz_app/storage/mutated`` tries so many of each; of half of them
every checksum is right.
"""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.mutated.processes import FINE
from tests.viz_app.storage.mutated.kinds import KINDS
from tests.viz_app.storage.mutated.trials import own_outcomes

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process takes"),
]

COUNT = int(os.environ.get("MUTATIONS", "20"))


@pytest.mark.parametrize("kind", KINDS)
def test_mutated_files_are_read_or_refused(kind: str, tmp_path: Path):
    found = own_outcomes(kind, tmp_path, range(COUNT))
    assert {name: how for name, how in found.items() if how not in FINE} == {}
    told = Counter(found.values())
    assert told.total() == COUNT
    assert told["refused"] > 0
