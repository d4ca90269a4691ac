import pytest

from tests.viz_app.probes import marked_language
from viz_app.texts.label_text import lined_row, listed_row, quoted_name, shown_name
from viz_app.workbench.snapshots.token_axes import RowLabel


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("cat", "cat"),
        ("a b", "a␣b"),
        ("", "∅"),
        ("/", "/"),
        ("and/or", "and/or"),
        ("cat / dog", "cat / dog"),
        ("a b / c", "a␣b / c"),
        ("… cat", "… cat"),
        ("book …", "book …"),
        ("…", "…"),
    ],
)
def test_joints_between_tokens_are_no_blanks_of_tokens(name, shown):
    assert shown_name(name) == shown


def test_names_are_quoted_as_the_language_does(qapp):
    assert quoted_name("cat / dog") == "“\u2068cat / dog\u2069”"
    with marked_language():
        assert quoted_name("cat").startswith("«")


def test_tokens_from_right_to_left_stay_on_their_side_of_the_arrow():
    """Without marks both would be one run of letters, and be read the other way round."""
    row = RowLabel("שלום", "عالم")
    isolated = "\u2068שלום\u2069 → \u2068عالم\u2069"
    assert lined_row(row, "both") == listed_row(row, "both") == isolated
    assert lined_row(RowLabel("a", "b"), "both") == "a → b"
    assert shown_name("שלום / عالم") == "\u2068שלום\u2069 / \u2068عالم\u2069"


def test_marks_that_somebody_typed_turn_nothing():
    assert lined_row(RowLabel("a\u202eb", "c\u2067d"), "both") == "aU+202Eb → cU+2067d"
