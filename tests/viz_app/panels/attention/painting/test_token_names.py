import pytest

from tests.viz_app.painted import EN, ZH, focus
from viz_app.panels.attention.painting.token_names import key_names, query_names

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
