"""How good a model is."""

import numpy as np
import pytest
import torch

from model.decoding.batching import IdPair, to_ids
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.runs.presets import TrainingConfig
from model.steps import run_through
from model.text.corpora import Corpus, Pair
from model.training.evaluation import exact_match, validation_loss_steps
from model.training.new_model import new_model
from tests.model.builders import config, letters, log_softmax, stir, untrained_model


def pairs_of(model: TrainedModel, count: int) -> list[IdPair]:
    """Pairs of different lengths, as ids."""
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


def test_validation_loss_can_be_stopped_after_every_batch(untrained: TrainedModel):
    pairs = pairs_of(untrained, 130)
    assert len(list(validation_loss_steps(untrained, pairs))) == 3


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


def test_blanks_of_a_target_do_not_count(copying: TrainedModel):
    source = letters(pairs=1, heldout=0, seed=9).pairs[0].source
    target = translate(copying, source).translation
    assert exact_match(copying, [Pair(source, f" {target.replace(' ', '   ')} ")]) == 1


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


def test_the_blank_before_a_full_stop_does_not_count():
    model = model_that_says(".")
    assert translate(model, "a b").translation == "......"
    assert exact_match(model, [Pair("a b", ". . . . . .")]) == 1
    assert exact_match(model, [Pair("a b", ". . . . .")]) == 0


def test_nothing_to_evaluate_on_is_an_error(untrained: TrainedModel):
    with pytest.raises(ValueError, match="no pair"):
        run_through(validation_loss_steps(untrained, []))
    with pytest.raises(ValueError, match="no pair"):
        exact_match(untrained, [])
