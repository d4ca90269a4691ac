import pytest

from tests.viz_app.probes import marked_language
from viz_app.texts.label_text import quoted_name, shown_name


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
