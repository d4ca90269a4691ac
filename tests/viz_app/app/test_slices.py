"""A session that is kept knows the file that it is of."""

from pathlib import Path

import pytest

from viz_app.app.slices import Document, document_of, with_document
from viz_app.storage.session import Session

DOCUMENT = Document(path=Path("lesson 3.headlight"), embeds=True, unsaved=True)


def test_what_it_is_of_is_told_among_its_plain_values():
    kept = with_document(Session(bench={"tab": "runs"}), DOCUMENT)
    assert kept.bench["tab"] == "runs"
    assert document_of(kept) == DOCUMENT


def test_one_that_was_never_saved_is_of_none():
    assert with_document(Session(), None) == Session()
    assert document_of(Session()) is None


@pytest.mark.parametrize("told", [7, {}, {"path": 7, "embeds": False, "unsaved": False}])
def test_what_somebody_has_changed_is_none(told: object):
    assert document_of(Session(bench={"document": told})) is None
