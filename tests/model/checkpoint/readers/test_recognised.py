"""A reader that places too little, or makes up too much, is stopped before anything is written."""

import dataclasses
from pathlib import Path

import pytest
import torch

from model.checkpoint.importing import recognise
from model.checkpoint.readers.recognised import Answers, Recognised, zeros
from model.checkpoint.readers.tensor_files import ForeignModelError
from tests.model.checkpoint.readers.seq2seq import answered, saved, seq2seq
from tests.model.checkpoint.readers.test_torch_transformer_errors import InMemory


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


def test_a_number_out_of_range_and_what_is_no_choice_are_one_sentence():
    for answer in ("0", "9", "-1", "x", "", "1.5", "²", "9" * 5000):
        with pytest.raises(ForeignModelError, match="must be a whole number from 1 to 8"):
            Answers({"heads": answer}).number("heads", default=4, smallest=1, largest=8)
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


@pytest.fixture
def found(tmp_path: Path) -> Recognised:
    recognised = recognise(saved(seq2seq(), tmp_path), answered(tmp_path))
    recognised.check()
    return recognised


def test_a_parameter_without_a_place_is_one_sentence(found: Recognised):
    name = "decoder_layers.1.cross.w_q.weight"
    places = {own: place for own, place in found.places.items() if own != name}
    with pytest.raises(
        ForeignModelError, match=f"torch.nn.Transformer model has no tensor for {name}"
    ):
        dataclasses.replace(found, places=places).check()


def test_what_is_made_up_is_not_larger_than_all_that_there_is(found: Recognised):
    """A few bytes that tell of a large model could fill the memory with zeros."""
    made_up = {name: zeros(1) for name in found.places}
    small = dataclasses.replace(found, places=made_up, file=InMemory({"a": torch.ones(5)}))
    with pytest.raises(ForeignModelError, match="would be larger than the whole torch"):
        small.check()
    large = InMemory({name: torch.ones(shape) for name, shape in found.shapes.items()})
    with pytest.raises(ForeignModelError, match="tensors that cannot be mapped"):
        dataclasses.replace(small, file=large).check()
