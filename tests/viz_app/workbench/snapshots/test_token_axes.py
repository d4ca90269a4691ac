"""Rows and columns with their names: tokens or words, special tokens there or not."""

import pytest

from tests.viz_app.states import trace_of
from viz_app.workbench.snapshots.token_axes import RowLabel, joined, token_axes
from viz_app.workbench.state.attention_options import AttentionOptions

SOURCE = ("一", "1", "##2", "</s>")
TARGET = ("the", "book", "##st", "##ore", ".", "</s>")
EVERYTHING = AttentionOptions()
WORDS = AttentionOptions(words=True)
HIDDEN = AttentionOptions(special="hidden")


@pytest.fixture
def trace():
    return trace_of(TARGET, source=SOURCE)


def axes(trace, kind="cross", options=EVERYTHING, labels="both", decoded=6):
    return token_axes(trace, kind, options, labels=labels, decoded=decoded)


def texts(shown, labels="both"):
    return [row.text(labels) for row in shown.rows]


def test_every_token_has_a_row_and_a_column(trace):
    shown = axes(trace)
    assert texts(shown)[:2] == ["<s> → the", "the → book"]
    assert shown.columns == SOURCE
    assert len(shown.projection.rows) == 6


def test_pieces_of_a_word_share_a_column(trace):
    shown = axes(trace, "encoder", WORDS)
    assert shown.columns == ("一", "12", "</s>")
    assert shown.projection.columns == ((0, 1), (1, 3), (3, 4))
    assert texts(shown) == ["一", "12", "</s>"]


def test_rows_are_merged_by_the_words_that_they_predict(trace):
    shown = axes(trace, options=WORDS)
    assert shown.projection.rows == ((0, 1), (1, 4), (4, 5), (5, 6))
    assert texts(shown) == ["<s> → the", "the … → bookstore", "##ore → .", ". → </s>"]


def test_rows_named_by_what_is_fed_in_are_merged_by_its_words(trace):
    shown = axes(trace, options=WORDS, labels="fed")
    assert texts(shown, "fed") == ["<s>", "the", "bookstore", "."]
    assert shown.projection.rows[2] == (2, 5)


def test_decoder_columns_are_the_words_fed_in(trace):
    assert axes(trace, "decoder", WORDS).columns == ("<s>", "the", "bookstore", ".")


def test_a_word_that_is_half_decoded_has_only_the_rows_that_are_there(trace):
    assert axes(trace, options=WORDS, decoded=3).projection.rows[1] == (1, 3)


def test_hidden_special_tokens_have_no_column(trace):
    assert axes(trace, options=HIDDEN).columns == ("一", "1", "##2")
    assert axes(trace, "decoder", HIDDEN).columns == TARGET[:-1]


@pytest.mark.parametrize(
    ("labels", "first", "last"),
    [("both", "<s> → the", ". → </s>"), ("fed", "the", "."), ("predicted", "the", ".")],
)
def test_a_row_is_hidden_when_its_name_is_nothing_but_special(trace, labels, first, last):
    names = texts(axes(trace, options=HIDDEN, labels=labels), labels)
    assert (names[0], names[-1]) == (first, last)


def test_an_encoder_row_of_a_special_token_is_hidden(trace):
    assert texts(axes(trace, "encoder", HIDDEN)) == ["一", "1", "##2"]


def test_an_unknown_word_is_not_hidden():
    trace = trace_of(TARGET, source=("<unk>", "</s>"))
    assert axes(trace, options=HIDDEN).columns == ("<unk>",)


def test_only_renormalising_divides_rows(trace):
    assert not axes(trace, options=HIDDEN).projection.renormalised
    options = AttentionOptions(special="renormalised")
    assert axes(trace, options=options).projection.renormalised


def test_before_the_first_step_there_are_no_rows(trace):
    shown = axes(trace_of((), source=SOURCE), options=WORDS, decoded=0)
    assert (shown.rows, shown.columns) == ((), ("一", "12", "</s>"))


def test_pieces_are_joined_without_their_mark():
    assert joined(["book", "##st", "##ore"]) == "bookstore"
    assert joined(["##"]) == "##"
    assert joined(["<0xE7>", "##<0x8C>", "##<0xAB>"]) == "猫"
    assert joined(["<0xE7>", "##<0x8C>"]) == "<0xE7><0x8C>"


@pytest.mark.parametrize(
    ("labels", "text"), [("both", "a → cat"), ("fed", "a"), ("predicted", "cat")]
)
def test_a_row_is_named_as_the_switch_says(labels, text):
    assert RowLabel("a", "cat").text(labels) == text


def test_an_encoder_row_has_one_name():
    assert {RowLabel("猫").text(labels) for labels in ("both", "fed", "predicted")} == {"猫"}
