"""What the user writes of a target, in ids before anything is decoded."""

from itertools import islice

import pytest

from model.messages import UserError
from viz_app.workbench.jobs.shelf import Shelf
from viz_app.workbench.jobs.written_targets import WrittenIds, announced_steps


@pytest.fixture
def shelf():
    return Shelf()


@pytest.fixture
def key(shelf, tiny_model):
    """Of the tiny model on the shelf."""
    return shelf.put(tiny_model)


def test_the_ids_come_first_and_then_every_step(shelf, key, tiny_model):
    first, *others = announced_steps(shelf, key, " c\u00a0b", iter("xyz"))
    assert first == WrittenIds(tiny_model.tgt_tokenizer.encode("c b").ids)
    assert others == ["x", "y", "z"]


def test_who_knows_the_ids_can_stop_before_anything_is_decoded(shelf, key):
    begun = []

    def steps():
        begun.append(True)
        yield "x"

    announced = announced_steps(shelf, key, "c", steps())
    assert len(list(islice(announced, 1))) == 1
    announced.close()
    assert not begun


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("b ☃", "The target “b ☃” has what this model cannot write: ☃"),
        ("\u200b", "There is no word in “\u200b”: type the target."),
    ],
)
def test_what_the_model_cannot_write_is_refused(shelf, key, written, sentence):
    with pytest.raises(UserError) as refused:
        next(announced_steps(shelf, key, written, iter("x")))
    assert str(refused.value) == sentence


def test_without_a_model_nothing_is_known(shelf):
    with pytest.raises(UserError, match="No model is loaded yet"):
        next(announced_steps(shelf, None, "c", iter("x")))
