import dataclasses

import pytest

from tests.viz_app.painted import EN, ZH, focus
from viz_app.panels.attention.painting.token_names import (
    ARROW,
    between_names,
    key_names,
    query_names,
)
from viz_app.workbench.snapshots.token_axes import RowLabel

FED = ("<s>", *EN[:-1])


@pytest.mark.parametrize("kind", ["decoder", "cross"])
@pytest.mark.parametrize(
    ("row_labels", "names"), [("both", (FED, EN)), ("fed", ((), FED)), ("predicted", ((), EN))]
)
def test_queries_have_the_names_that_were_chosen(kind, row_labels, names):
    assert query_names(focus(kind=kind, row_labels=row_labels)) == names


@pytest.mark.parametrize("row_labels", ["both", "fed", "predicted"])
def test_in_the_encoder_a_query_is_its_own_token(row_labels):
    assert query_names(focus(kind="encoder", row_labels=row_labels)) == ((), ZH)


def test_what_is_invisible_in_a_name_is_shown():
    assert query_names(focus(target=("a b", "</s>"), row_labels="predicted"))[1] == ("a␣b", "</s>")


def test_keys_are_the_columns():
    assert key_names(focus(kind="cross")) == ZH
    assert key_names(focus(kind="decoder")) == FED


def test_in_the_encoder_meanings_stand_where_else_the_token_fed_in_does():
    shown = focus(kind="encoder")
    rows = tuple(RowLabel(label.fed, gloss=f"g{n}") for n, label in enumerate(shown.rows))
    glossed = dataclasses.replace(shown, rows=rows)
    assert query_names(glossed) == (tuple(f"g{n}" for n in range(len(ZH))), ZH)
    assert between_names(glossed) == ""
    assert between_names(focus(kind="cross")) == ARROW
