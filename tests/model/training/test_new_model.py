"""Networks that lack one thing lack exactly that, on every path."""

import copy
import math
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.network.attention import padding_mask, target_mask
from model.network.transformer import Transformer
from model.runs.experiments import Variant
from model.runs.presets import TrainingConfig
from model.special_tokens import PAD_ID, SPECIAL_TOKENS
from model.text.corpora import Corpus, Pair
from model.training.new_model import new_model, varied
from model.training.run import TrainingRun
from model.training.saved_run import restore_run, save_run
from tests.model.builders import config, letters, sentences, untrained_model
from tests.model.torch_reference import embedded, torch_reference

VARIANTS = get_args(Variant)
TRAINING = TrainingConfig(epochs=4, batch_tokens=512, learning_rate=3e-3, warmup=5, seed=3)
TEXT = "a b c d e"


@pytest.fixture
def usual() -> TrainedModel:
    """A model with weights that hide nothing: no bias is 0, no gain 1."""
    return untrained_model(config(norm="post"))


def batch_of(model: TrainedModel) -> tuple[Tensor, Tensor]:
    vocabulary = len(model.src_tokenizer)
    return sentences(5, 3, 7, vocabulary=vocabulary), sentences(6, 4, 2, vocabulary=vocabulary)


def decoded(network: Transformer, src: Tensor, tgt: Tensor, *, record: bool = False):
    """One pass over whole targets, as in training."""
    src_mask = padding_mask(src)
    memory = network.project_memory(network.encode(src, src_mask, record=record).memory)
    return network.decode(tgt, memory, tgt_mask=target_mask(tgt), src_mask=src_mask, record=record)


def fresh_run(variant: Variant | None, **architecture) -> TrainingRun:
    corpus = letters(pairs=100, heldout=10)
    model = new_model(corpus, config(**architecture), TRAINING, task="copy")
    return TrainingRun(corpus, varied(model, variant), TRAINING)


@pytest.mark.parametrize("variant", VARIANTS)
def test_training_decoding_and_recording_agree(usual: TrainedModel, variant: Variant):
    assert varied(usual, None) is usual
    model = varied(usual, variant)
    src, tgt = batch_of(model)
    with model.evaluating() as network:
        fused, recorded = decoded(network, src, tgt), decoded(network, src, tgt, record=True)
        memory = network.project_memory(network.encode(src, padding_mask(src)).memory)
        hidden = network.hidden(tgt, memory, tgt_mask=target_mask(tgt), src_mask=padding_mask(src))
        torch.testing.assert_close(network.output(hidden), fused.logits, rtol=1e-4, atol=1e-5)
    real = tgt != PAD_ID
    torch.testing.assert_close(fused.logits[real], recorded.logits[real], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_copy_computes_the_same(usual: TrainedModel, variant: Variant):
    model = varied(usual, variant)
    src, tgt = batch_of(model)
    twin = model.copied_to(torch.device("cpu"))
    with model.evaluating() as network, twin.evaluating() as other:
        expected = decoded(network, src, tgt).logits
        torch.testing.assert_close(decoded(other, src, tgt).logits, expected)
        other.output.weight.zero_()
        torch.testing.assert_close(decoded(network, src, tgt).logits, expected)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_begins_with_the_weights_of_the_usual_model(variant: Variant):
    usual, changed = fresh_run(None), fresh_run(variant)
    weights = dict(usual.model.network.named_parameters())
    for name, weight in changed.model.network.named_parameters():
        assert torch.equal(weight, weights[name]), name
    missing = weights.keys() - dict(changed.model.network.named_parameters()).keys()
    assert all("norm" in name for name in missing)
    assert bool(missing) == (variant == "untrained-norms")


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_learns_and_goes_on_after_a_stop_as_if_unbroken(tmp_path: Path, variant: Variant):
    unbroken = [report.loss for report in fresh_run(variant, dropout=0.2).reports()]
    assert unbroken[-1] < unbroken[0] - 0.3
    begun = fresh_run(variant, dropout=0.2)
    reports = begun.reports()
    first = [next(reports).loss for _ in range(3)]
    save_run(begun, tmp_path / "run")
    other = fresh_run(variant, dropout=0.2)
    restore_run(other, tmp_path / "run")
    assert [*first, *(report.loss for report in other.reports())] == unbroken


@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_without_positions_the_order_of_the_source_makes_no_difference(positions: str):
    usual = untrained_model(config(positions=positions))
    src, tgt = torch.tensor([[5, 6, 7, 8]]), torch.tensor([[1, 9, 10]])
    turned = src.flip(1)
    with usual.evaluating() as network:
        before = decoded(network, src, tgt).logits
        assert not torch.allclose(decoded(network, turned, tgt).logits, before, atol=1e-2)
    with varied(usual, "no-positions").evaluating() as network:
        before = decoded(network, src, tgt).logits
        torch.testing.assert_close(
            decoded(network, turned, tgt).logits, before, rtol=1e-4, atol=1e-5
        )


def test_a_network_that_peeks_is_torchs_own_without_a_causal_mask(usual: TrainedModel):
    reference = torch_reference(usual.network)
    src, tgt = batch_of(usual)
    expected = reference.core(
        embedded(src, reference.src_table),
        embedded(tgt, reference.tgt_table),
        src_key_padding_mask=src == PAD_ID,
        tgt_key_padding_mask=tgt == PAD_ID,
        memory_key_padding_mask=src == PAD_ID,
    )
    with varied(usual, "peeking").evaluating() as network:
        found = decoded(network, src, tgt, record=True)
    real = tgt != PAD_ID
    wanted = (expected @ reference.output.T).detach()
    torch.testing.assert_close(found.logits[real], wanted[real], rtol=1e-4, atol=1e-4)
    assert found.self_weights is not None
    ahead = found.self_weights[:, 0].triu(diagonal=1)  # the longest target: no padding
    assert bool((ahead.sum((-2, -1)) > 0.5).all())


def test_a_network_that_peeks_decodes_as_the_usual_one(usual: TrainedModel):
    expected = translate(usual, TEXT)
    found = translate(varied(copy_of(usual), "peeking"), TEXT)
    assert found.predicted_tokens == expected.predicted_tokens
    np.testing.assert_allclose(
        found.weights("decoder"), expected.weights("decoder"), rtol=1e-4, atol=1e-6
    )


def test_unscaled_scores_are_the_products_themselves(usual: TrainedModel):
    src, _ = batch_of(usual)
    with usual.evaluating() as network:
        x = network.src_embedding(src)
        attention = network.encoder_layers[0].attention
        q, k = (
            linear(x).unflatten(-1, (attention.n_heads, -1)).transpose(1, 2).double().numpy()
            for linear in (attention.w_q, attention.w_k)
        )
    products = q @ np.swapaxes(k, -2, -1)  # [batch, heads, query, key]
    products[np.broadcast_to((src == PAD_ID).numpy()[:, None, None], products.shape)] = -np.inf
    powers = np.exp(products - products.max(axis=-1, keepdims=True))
    expected = powers / powers.sum(axis=-1, keepdims=True)
    with varied(usual, "unscaled").evaluating() as network:
        weights = network.encode(src, padding_mask(src), record=True).weights
    assert weights is not None
    np.testing.assert_allclose(weights[0].numpy(), expected, rtol=1e-3, atol=1e-5)


def test_unscaled_is_the_usual_network_with_longer_queries(usual: TrainedModel):
    longer = copy_of(usual)
    with torch.no_grad():
        for name, parameter in longer.network.named_parameters():
            if ".w_q." in name:
                parameter.mul_(math.sqrt(usual.config.d_k))
    src, tgt = batch_of(usual)
    with longer.evaluating() as network:
        expected = decoded(network, src, tgt).logits
    with varied(usual, "unscaled").evaluating() as network:
        torch.testing.assert_close(
            decoded(network, src, tgt).logits, expected, rtol=1e-4, atol=1e-4
        )


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_untrained_norms_stay_as_new_ones_while_all_else_learns(norm: str):
    run, usual = fresh_run("untrained-norms", norm=norm), fresh_run(None, norm=norm).model
    src, tgt = batch_of(usual)
    with usual.evaluating() as network, run.model.evaluating() as other:
        expected = decoded(network, src, tgt).logits
        torch.testing.assert_close(decoded(other, src, tgt).logits, expected)
    before = copy.deepcopy(run.model.network).state_dict()
    list(run.reports())
    norms = [m for m in run.model.network.modules() if isinstance(m, nn.LayerNorm)]
    x = torch.randn(3, 32) * 5 + 2
    for module in norms:
        assert not list(module.parameters())
        torch.testing.assert_close(module(x), nn.LayerNorm(32)(x).detach())
    assert len(norms) == (12 if norm == "pre" else 10)
    weights = run.model.network.state_dict()
    assert all(not torch.equal(weights[name], before[name]) for name in before)


def copy_of(model: TrainedModel) -> TrainedModel:
    return model.copied_to(torch.device("cpu"))


def test_shared_embeddings_have_one_tokenizer_of_both_sides():
    corpus = Corpus("own", (Pair("a b", "c"), Pair("a", "c d")))
    training = TrainingConfig(level="word")
    for shared, sizes in ((False, (2, 2)), (True, (4, 4))):
        model = new_model(corpus, config(share_embeddings=shared), training, task="own")
        plain = [
            {*side.vocabulary} - {*SPECIAL_TOKENS}
            for side in (model.src_tokenizer, model.tgt_tokenizer)
        ]
        assert tuple(map(len, plain)) == sizes
        assert (plain[0] == plain[1]) is shared
