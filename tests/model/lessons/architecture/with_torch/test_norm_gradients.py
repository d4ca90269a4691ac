"""Gradients of untrained networks, post-norm and pre-norm."""

import dataclasses

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from model.decoding.trained import TrainedModel
from model.lessons.architecture import NormComparison
from model.lessons.with_torch.architecture import norm_gradient_steps
from model.network.transformer import Transformer
from model.special_tokens import BOS_ID, EOS_ID

SRC = (5, 6, 7, EOS_ID)
TGT = (BOS_ID, 7, 6, 5, EOS_ID)


def comparison(model: TrainedModel, **options: object) -> NormComparison:
    *_, last = norm_gradient_steps(model, SRC, TGT, **options)
    assert last is not None
    return last


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_each_number_is_the_gradient_of_a_network_with_that_seed(untrained, norm):
    found = comparison(untrained, seeds=(3, 8)).of(norm)
    torch.manual_seed(8)
    config = dataclasses.replace(untrained.config, norm=norm, dropout=0.0)
    network = Transformer(
        config, src_vocab=len(untrained.src_tokenizer), tgt_vocab=len(untrained.tgt_tokenizer)
    )
    logits = network(torch.tensor([SRC]), torch.tensor([TGT[:-1]]))
    loss = F.nll_loss(logits[0].log_softmax(-1), torch.tensor(TGT[1:]))
    weights = [layer.feed_forward.w_2.weight for layer in network.decoder_layers]
    gradients = torch.autograd.grad(loss, weights)
    expected = [
        float((gradient.numpy().astype(np.float64) ** 2).sum() ** 0.5) for gradient in gradients
    ]
    np.testing.assert_allclose(found.decoder[1], expected, rtol=1e-4)
    assert found.losses[1] == pytest.approx(loss.item(), rel=1e-4)
    assert found.seeds == (3, 8)


def test_it_grows_by_a_seed_at_a_time(untrained):
    steps = list(norm_gradient_steps(untrained, SRC, TGT, seeds=(0, 1)))
    answers = [step for step in steps if step is not None]
    assert [(answer.done, answer.total) for answer in answers] == [(2, 4), (4, 4)]
    assert [answer.pre.encoder.shape for answer in answers] == [(1, 2), (2, 2)]
    assert steps.count(None) == 8


def test_post_norm_has_its_largest_gradients_at_the_output_and_pre_norm_has_not(untrained):
    """Xiong et al. 2020, figure 3."""
    deep = comparison(untrained, n_layers=8)
    post, pre = (of.decoder.mean(0) for of in (deep.post, deep.pre))
    assert post[-1] > 4 * post[0]
    assert 0.25 < pre[-1] / pre[0] < 1.5


def test_the_model_itself_and_the_random_numbers_are_left_alone(untrained):
    before = [parameter.clone() for parameter in untrained.network.parameters()]
    torch.manual_seed(11)
    expected = torch.rand(3)
    torch.manual_seed(11)
    with torch.no_grad():  # it asks for gradients itself
        found = comparison(untrained, seeds=(0,), n_layers=5)
    assert found.post.decoder.shape == (1, 5)
    assert (found.pre.encoder > 0).all()
    assert torch.equal(torch.rand(3), expected)
    for one, other in zip(before, untrained.network.parameters(), strict=True):
        assert torch.equal(one, other)
        assert other.grad is None
