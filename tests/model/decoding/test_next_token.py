"""Candidates and entropy of a distribution that is known."""

import math

import numpy as np
import pytest
import torch

from model.decoding.next_token import best_candidates, decode_step, entropy_bits

PROBABILITIES = (0.125, 0.5, 0.125, 0.25)


class Letters:
    """A tokenizer of which only the names count; the letter before it stands in front."""

    def token(self, token_id, after=None):
        return ("" if after is None else f"{'abcd'[after]}>") + "abcd"[token_id]


def log_probabilities():
    return torch.tensor(PROBABILITIES).log()


def test_the_best_come_first_with_their_log_probabilities():
    first, second = best_candidates(log_probabilities(), Letters(), 2)
    assert (first.token, first.token_id) == ("b", 1)
    assert (second.token, second.token_id) == ("d", 3)
    assert first.log_probability == pytest.approx(math.log(0.5))


def test_there_are_no_more_candidates_than_tokens():
    assert len(best_candidates(log_probabilities(), Letters(), 9)) == 4


def test_candidates_are_shown_as_they_follow_what_was_read():
    first, second = best_candidates(log_probabilities(), Letters(), 2, after=3)
    assert (first.token, second.token) == ("d>b", "d>d")


@pytest.mark.parametrize(
    ("given", "token_id", "probability"), [(None, 1, 0.5), (0, 0, 0.125), (3, 3, 0.25)]
)
def test_a_step_goes_on_to_the_best_token_or_to_the_one_that_is_given(given, token_id, probability):
    rows = np.zeros((1, 2, 3), np.float32), np.ones((1, 2, 4), np.float32)
    step = decode_step(
        log_probabilities(), Letters(), index=7, fed=2, before=0, rows=rows, given=given
    )
    assert (step.index, step.fed, step.token_id) == (7, "a>c", token_id)
    assert step.token == f"c>{'abcd'[token_id]}"
    assert step.log_probability == pytest.approx(math.log(probability))
    assert step.candidates == best_candidates(log_probabilities(), Letters(), 5, after=2)
    assert step.entropy == pytest.approx(1.75)
    assert (step.decoder_rows is rows[0], step.cross_rows is rows[1]) == (True, True)
    assert step.given == (given is not None)


def test_the_entropy_is_in_bits():
    assert entropy_bits(log_probabilities()) == pytest.approx(1.75)
    assert entropy_bits(torch.full((8,), 1 / 8).log()) == pytest.approx(3)


def test_what_is_never_predicted_adds_nothing_and_what_is_no_number_stays_none():
    certain = torch.tensor([0.0, -torch.inf, -torch.inf])
    assert str(entropy_bits(certain)) == "0.0"
    assert entropy_bits(torch.tensor([0.5, 0.0, 0.5]).log()) == pytest.approx(1)
    assert math.isnan(entropy_bits(torch.tensor([torch.nan, -1.0])))
