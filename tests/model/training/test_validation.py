"""Loss and scores on held-out pairs: measured once, told to all."""

import math

import numpy as np
import pytest
import sacrebleu
import torch

from model.decoding.batches import IdPair, to_ids
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.runs.presets import TrainingConfig
from model.steps import run_through
from model.text.corpora import Corpus, Pair
from model.training import validation
from model.training.new_model import new_model
from model.training.replicas import Replicas
from model.training.validation import (
    exact_match,
    scoring_steps,
    validation_loss_steps,
    validation_steps,
)
from tests.model.builders import config, letters, log_softmax, stir, untrained_model


def pairs_of(model: TrainedModel, count: int) -> list[IdPair]:
    return [
        to_ids(pair, model.src_tokenizer, model.tgt_tokenizer)
        for pair in letters(pairs=count, heldout=0, seed=5).pairs
    ]


def loss_of_each_token(model: TrainedModel, pair: IdPair) -> list[float]:
    """Of one sentence alone, without padding, in numpy."""
    with torch.no_grad():
        logits = model.network(torch.tensor([pair.src]), torch.tensor([pair.tgt[:-1]]))
    log_probabilities = log_softmax(logits[0].numpy())
    return [-log_probabilities[row, token_id] for row, token_id in enumerate(pair.tgt[1:])]


@pytest.mark.parametrize("count", [1, 7, 130])
def test_validation_loss_is_the_mean_over_all_target_tokens(untrained: TrainedModel, count: int):
    pairs = pairs_of(untrained, count)
    losses = [loss for pair in pairs for loss in loss_of_each_token(untrained, pair)]
    loss = run_through(validation_loss_steps(untrained, pairs))
    assert loss == pytest.approx(np.mean(losses), abs=1e-5)


def test_validation_loss_knows_no_dropout_and_keeps_the_mode():
    model = untrained_model(config(dropout=0.5))
    pairs = pairs_of(model, 5)
    calm = run_through(validation_loss_steps(model, pairs))
    model.network.train()
    assert run_through(validation_loss_steps(model, pairs)) == calm
    assert model.network.training


def test_a_models_own_translations_match_exactly(untrained: TrainedModel):
    sources = [pair.source for pair in letters(pairs=6, heldout=0).pairs]
    pairs = [Pair(source, translate(untrained, source).translation) for source in sources]
    assert exact_match(untrained, pairs) == 1
    wrong = [Pair(pair.source, f"{pair.target} a") for pair in pairs[:3]]
    assert exact_match(untrained, [*wrong, *pairs[3:]]) == 0.5


@pytest.mark.parametrize(("lowercase", "share"), [(True, 1), (False, 0)])
def test_case_counts_unless_the_model_writes_lower_case(lowercase: bool, share: float):
    training = TrainingConfig(lowercase=lowercase)
    model = new_model(letters(), config(), training, task="copy")
    stir(model.network)
    sources = [pair.source for pair in letters(pairs=6, heldout=0).pairs]
    shouted = [Pair(source, translate(model, source).translation.upper()) for source in sources]
    assert any(pair.target.lower() != pair.target for pair in shouted)
    assert exact_match(model, shouted) == share


def test_a_source_that_cannot_be_read_is_no_match(copying: TrainedModel):
    known = letters(pairs=1, heldout=0, seed=9).pairs[0].source
    target = translate(copying, known).translation
    pairs = [Pair("猫", "cat"), Pair(known, target), Pair("a " * 40, "a"), Pair("", "a")]
    assert exact_match(copying, pairs) == 0.25


def model_that_says(word: str) -> TrainedModel:
    """A model that predicts one word for ever, up to the length limit."""
    corpus = Corpus("one word", (Pair("a b c", word),))
    model = new_model(corpus, config(max_len=6), TrainingConfig(), task="one word")
    with torch.no_grad():
        model.network.decoder_norm.bias.fill_(100)
        model.network.output.weight.zero_()
        model.network.output.weight[model.tgt_tokenizer.encode(word).ids[0]] = 1
    return model


def test_blanks_do_not_count():
    model = model_that_says(".")
    assert translate(model, "a b").translation == "......"
    for target, share in ((". . . . . .", 1), (" .  ..   ... ", 1), (". . . . .", 0)):
        assert exact_match(model, [Pair("a b", target)]) == share


def test_nothing_to_evaluate_on_is_an_error(untrained: TrainedModel):
    with pytest.raises(ValueError, match="no pair"):
        run_through(validation_loss_steps(untrained, []))
    with pytest.raises(ValueError, match="no pair"):
        exact_match(untrained, [])


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


def test_the_loss_is_that_of_the_evaluation_and_can_be_stopped(copying: TrainedModel):
    ids = ids_of(copying)
    assert len([*validation_loss_steps(copying, ids)]) == 2  # after every batch
    assert len([*validation_steps(copying, ids, replicas=ALONE)]) == 2
    assert len([*scoring_steps(copying, PAIRS, replicas=ALONE, lowercase=False)]) > 10
    loss = run_through(validation_steps(copying, ids, replicas=ALONE))
    assert loss == pytest.approx(run_through(validation_loss_steps(copying, ids)), abs=1e-9)
    assert run_through(validation_steps(copying, [], replicas=ALONE)) is None
    assert run_through(scoring_steps(copying, [], replicas=ALONE, lowercase=False)) is None


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
