"""Names that people and systems can live with."""

from itertools import islice

import pytest

from tests.viz_app.runs_on_disk import card_of
from viz_app.storage.files import RunError
from viz_app.storage.runs import checked_name, folder_names, free_name


@pytest.mark.parametrize(
    ("stem", "taken", "name"),
    [
        ("reverse", (), "reverse-1"),
        ("reverse", ("reverse-1", "Reverse-2"), "reverse-3"),
        ("a/b\\c d\x00e", (), "a-b-c-d-e-1"),
        ("猫 と 犬", (), "猫-と-犬-1"),
        ("../..", (), "run-1"),
        ("", (), "run-1"),
    ],
)
def test_a_free_name_has_the_first_number_that_is_free(stem, taken, name):
    assert free_name(stem, taken) == name


def test_a_free_name_is_a_name(monkeypatch):
    assert checked_name(free_name("x" * 200, ())) == "x" * 72 + "-1"


def test_composed_and_decomposed_letters_are_one_name():
    assert checked_name("cafe\u0301") == "caf\u00e9"


@pytest.mark.parametrize("name", ["\t", "a\x07b", "../x"])
def test_what_is_no_name_is_quoted(name):
    with pytest.raises(RunError) as caught:
        checked_name(name)
    assert repr(name) in str(caught.value)


def test_folders_have_names_that_no_system_minds():
    card = card_of("CON: “Ünïque” 猫-1")
    assert list(islice(folder_names(card), 2)) == [
        "20250131-120501-con-u-ni-que-1",
        "20250131-120501-con-u-ni-que-1-2",
    ]


@pytest.mark.parametrize("name", ["a\ud800", "\udcff"])
def test_half_a_character_is_no_name(name):
    with pytest.raises(RunError, match="contains an invalid character"):
        checked_name(name)
