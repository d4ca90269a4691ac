"""A reader that places too little, or makes up too much, is stopped before anything is written."""

import dataclasses
from pathlib import Path

import pytest
import torch

from model.checkpoint.importing import recognise
from model.checkpoint.readers.places import zeros
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError
from tests.model.checkpoint.readers.seq2seq import answered, saved, seq2seq
from tests.model.checkpoint.readers.test_torch_transformer_errors import InMemory


@pytest.fixture
def found(tmp_path: Path) -> Recognised:
    recognised = recognise(saved(seq2seq(), tmp_path), answered(tmp_path))
    recognised.check()
    return recognised


def test_a_parameter_without_a_place_is_one_sentence(found: Recognised):
    name = "decoder_layers.1.cross.w_q.weight"
    places = {own: place for own, place in found.places.items() if own != name}
    with pytest.raises(ForeignModelError, match=f"torch.nn.Transformer model is {name}"):
        dataclasses.replace(found, places=places).check()


def test_what_is_made_up_is_not_larger_than_all_that_there_is(found: Recognised):
    """A few bytes that tell of a large model could fill the memory with zeros."""
    made_up = {name: zeros(1) for name in found.places}
    small = dataclasses.replace(found, places=made_up, file=InMemory({"a": torch.ones(5)}))
    with pytest.raises(ForeignModelError, match="would be larger than all of the torch"):
        small.check()
    large = InMemory({name: torch.ones(shape) for name, shape in found.shapes.items()})
    with pytest.raises(ForeignModelError, match="tensors that have no place here"):
        dataclasses.replace(small, file=large).check()
