"""Candidates and entropy of a distribution that is known."""

import math

import pytest
import torch

from model.decoding.next_token import best_candidates, entropy_bits

PROBABILITIES = (0.125, 0.5, 0.125, 0.25)


class Letters:
    """A tokenizer of which only the names count."""

    def token(self, token_id, after=None):
        return "abcd"[token_id]


def log_probabilities():
    return torch.tensor(PROBABILITIES).log()


def test_the_best_come_first_with_their_log_probabilities():
    first, second = best_candidates(log_probabilities(), Letters(), 2)
    assert (first.token, first.token_id) == ("b", 1)
    assert (second.token, second.token_id) == ("d", 3)
    assert first.log_probability == pytest.approx(math.log(0.5))


def test_there_are_no_more_candidates_than_tokens():
    assert len(best_candidates(log_probabilities(), Letters(), 9)) == 4


def test_the_entropy_is_in_bits():
    assert entropy_bits(log_probabilities()) == pytest.approx(1.75)
    assert entropy_bits(torch.full((8,), 1 / 8).log()) == pytest.approx(3)


def test_what_is_never_predicted_adds_nothing_and_what_is_no_number_stays_none():
    certain = torch.tensor([0.0, -torch.inf, -torch.inf])
    assert str(entropy_bits(certain)) == "0.0"
    assert entropy_bits(torch.tensor([0.5, 0.0, 0.5]).log()) == pytest.approx(1)
    assert math.isnan(entropy_bits(torch.tensor([torch.nan, -1.0])))
