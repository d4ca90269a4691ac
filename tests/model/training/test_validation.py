"""Loss and scores on held-out pairs: measured once, told to all."""

import math

import pytest
import sacrebleu

from model.decoding.batching import to_ids
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.steps import run_through
from model.text.corpora import Pair
from model.training import validation
from model.training.evaluation import exact_match, validation_loss_steps
from model.training.replicas import Replicas
from model.training.validation import scoring_steps, validation_steps
from tests.model.builders import letters

PAIRS = letters(heldout=70).heldout
ALONE = Replicas()


class Second(Replicas):
    """The second of two processes, which is told these numbers."""

    told = (0.25, 0.5, 0.75)

    def __init__(self) -> None:
        super().__init__(1, 2)

    def told_by_first(self, values: list[float]) -> list[float]:
        assert all(map(math.isnan, values))
        return [*self.told[: len(values)]]


def ids_of(model: TrainedModel, pairs=PAIRS):
    return [to_ids(pair, model.src_tokenizer, model.tgt_tokenizer) for pair in pairs]


def test_the_loss_is_that_of_the_evaluation(copying: TrainedModel):
    ids = ids_of(copying)
    loss = run_through(validation_steps(copying, ids, replicas=ALONE))
    assert loss == pytest.approx(run_through(validation_loss_steps(copying, ids)), abs=1e-9)


def test_there_are_places_to_stop(copying: TrainedModel):
    assert len([*validation_steps(copying, ids_of(copying), replicas=ALONE)]) == 2
    steps = scoring_steps(copying, PAIRS, replicas=ALONE, lowercase=False)
    assert len([*steps]) > 10


def test_without_pairs_nothing_is_measured(copying: TrainedModel):
    assert run_through(validation_steps(copying, [], replicas=ALONE)) is None
    steps = scoring_steps(copying, [], replicas=ALONE, lowercase=False)
    assert run_through(steps) is None


def test_scores_are_those_of_sacrebleu_on_greedy_translations(model: TrainedModel):
    pairs = [*PAIRS[:20], Pair(PAIRS[0].source, "A B C")]
    translations = [translate(model, pair.source).translation for pair in pairs]
    references = [[pair.target for pair in pairs]]
    steps = scoring_steps(model, pairs, replicas=ALONE, lowercase=False)
    scores = run_through(steps)
    expected = sacrebleu.corpus_bleu(translations, references, force=True)
    assert scores.bleu == pytest.approx(expected.score, abs=1e-9)
    assert scores.chrf == pytest.approx(
        sacrebleu.corpus_chrf(translations, references).score, abs=1e-9
    )


def test_exact_matches_are_those_of_the_same_translations(copying: TrainedModel):
    wrong = [Pair(pair.source, pair.source + " a") for pair in PAIRS[:10]]
    pairs = [*PAIRS[10:40], *wrong]
    steps = scoring_steps(copying, pairs, replicas=ALONE, lowercase=False)
    expected = exact_match(copying, pairs)
    assert run_through(steps).exact == expected
    assert 0.5 < expected <= 0.75


def test_case_counts_unless_the_run_is_in_lower_case(copying: TrainedModel):
    shouted = [Pair(pair.source, pair.target.upper()) for pair in PAIRS[:20]]
    plain, folded = (
        run_through(scoring_steps(copying, shouted, replicas=ALONE, lowercase=lowercase))
        for lowercase in (False, True)
    )
    assert plain.bleu < 1
    assert folded.bleu > 80


def test_only_the_first_pairs_are_translated(copying: TrainedModel, monkeypatch):
    monkeypatch.setattr(validation, "MOST_SCORED", 3)
    wrong = [Pair(pair.source, "z z z") for pair in PAIRS[3:]]
    many = scoring_steps(copying, [*PAIRS[:3], *wrong], replicas=ALONE, lowercase=False)
    few = scoring_steps(copying, PAIRS[:3], replicas=ALONE, lowercase=False)
    assert run_through(many) == run_through(few)


@pytest.mark.parametrize("text", ["", "猫狗"])
def test_a_source_that_cannot_be_read_is_no_translation(copying: TrainedModel, text: str):
    pairs = [*PAIRS[:5], Pair(text, "a b c d e")]
    part, whole = (
        run_through(scoring_steps(copying, some, replicas=ALONE, lowercase=False))
        for some in (pairs, PAIRS[:5])
    )
    assert 0 < part.bleu < whole.bleu
    assert 0 < part.chrf < 100


def test_the_others_measure_nothing_and_are_told(copying: TrainedModel, monkeypatch):
    monkeypatch.delattr(validation, "validation_loss_steps")
    monkeypatch.delattr(validation, "translation_steps")
    ids = ids_of(copying)
    assert run_through(validation_steps(copying, ids, replicas=Second())) == 0.25
    steps = scoring_steps(copying, PAIRS, replicas=Second(), lowercase=False)
    told = run_through(steps)
    assert (told.bleu, told.chrf, told.exact) == (0.25, 0.5, 0.75)
