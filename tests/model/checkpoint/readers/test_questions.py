"""Questions keep who answered them."""

from pathlib import Path

import pytest

from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError


def test_what_nobody_said_is_open_and_the_first_choice_meanwhile():
    answers = Answers()
    assert answers.choice("norm", ("pre", "post")) == "pre"
    assert answers.number("heads", default=4, smallest=1, largest=8) == 4
    assert [(q.name, q.answer, q.open, q.told) for q in answers.questions] == [
        ("norm", "pre", True, False),
        ("heads", "4", True, False),
    ]


def test_what_the_model_says_is_told_and_can_be_said_otherwise():
    told, said = Answers(), Answers({"norm": "pre", "heads": "2"})
    for answers in (told, said):
        answers.choice("norm", ("pre", "post"), told="post")
        answers.number("heads", default=1, smallest=1, largest=8, told=4)
    assert [(q.answer, q.open, q.told) for q in told.questions] == [
        ("post", False, True),
        ("4", False, True),
    ]
    assert [(q.answer, q.open, q.told) for q in said.questions] == [
        ("pre", False, False),
        ("2", False, False),
    ]


@pytest.mark.parametrize("answer", ["0", "9", "-1", "x", "", "1.5", "²", "9" * 5000])
def test_a_number_out_of_range_is_one_sentence(answer: str):
    with pytest.raises(ForeignModelError, match="must be a whole number from 1 to 8"):
        Answers({"heads": answer}).number("heads", default=4, smallest=1, largest=8)


def test_an_answer_that_is_no_choice_is_one_sentence():
    with pytest.raises(ForeignModelError, match=r"norm \('sideways'\) must be one of pre, post"):
        Answers({"norm": "sideways"}).choice("norm", ("pre", "post"))


def test_answers_that_nobody_asked_for_are_known():
    answers = Answers({"norm": "pre", "hats": "3"})
    answers.choice("norm", ("pre", "post"))
    assert answers.unused() == ("hats",)


def test_a_path_is_open_until_somebody_says_it():
    answers = Answers({"tgt-vocab": "b.txt"})
    assert answers.path("src-vocab") is None
    assert answers.path("tgt-vocab") == Path("b.txt")
    assert answers.path("beside", told=Path("c.txt")) == Path("c.txt")
    assert [(q.answer, q.open, q.told, q.is_path) for q in answers.questions] == [
        ("", True, False, True),
        ("b.txt", False, False, True),
        ("c.txt", False, True, True),
    ]
