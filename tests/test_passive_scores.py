"""The shipped model ``passive`` on pairs that it has not learned from."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from model.checkpoint.file import load
from model.checkpoint.locations import SHIPPED_FOLDER
from model.decoding.batches import translation_steps
from model.decoding.trained import TrainedModel
from model.steps import run_through
from model.text.corpora import Pair
from model.text.tasks import exact_share, task_pairs

MOST_BYTES = 5_000_000
BY_HAND = Path(__file__).parent / "model" / "text" / "passive_by_hand.tsv"
"""Written before the model was trained, by somebody who did not know its word list."""


@pytest.fixture(scope="module")
def passive() -> TrainedModel:
    return load("passive")


def share_of(model: TrainedModel, pairs: Sequence[Pair]) -> float:
    translations = run_through(translation_steps(model, [pair.source for pair in pairs]))
    return exact_share(translations, [[pair.target for pair in pairs]])


def test_99_of_100_unseen_pairs_are_exact(passive: TrainedModel):
    assert share_of(passive, task_pairs("passive", 500, seed=1)) >= 0.99


def test_85_of_100_sentences_by_hand_are_exact_with_unknown_words(passive: TrainedModel):
    lines = BY_HAND.read_text(encoding="utf-8").splitlines()[1:]
    pairs = [Pair(*line.split("\t")) for line in lines]
    assert len(pairs) == 60
    assert share_of(passive, pairs) >= 0.85


def test_the_file_is_small():
    assert (SHIPPED_FOLDER / "passive.safetensors").stat().st_size < MOST_BYTES
