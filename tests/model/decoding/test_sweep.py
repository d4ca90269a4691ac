"""Effects on the loss against a loop of one's own, with hooks of torch and another bootstrap."""

import itertools
import random

import numpy as np
import pytest
import torch

from model.checkpoint.file import load
from model.decoding.batches import IdPair
from model.decoding.sweep import (
    encoded_pairs,
    mean_activations,
    means_of,
    pruning_steps,
    sweep_steps,
    switched_off,
)
from model.decoding.trained import TrainedModel
from model.messages import ConfigError
from model.special_tokens import BOS_ID, EOS_ID
from model.text.corpora import Pair
from model.text.tasks import task_pairs
from model.traces.interventions import How, Site, head_sites
from tests.model.builders import config, untrained_model
from tests.model.decoding.together import translate_all

HEADS = [
    [Site("z", kind, layer, head)]
    for kind, layer, head in itertools.product(("encoder", "decoder", "cross"), range(2), range(4))
]


@pytest.fixture(scope="module")
def model() -> TrainedModel:
    return untrained_model(config(norm="pre"))


@pytest.fixture(scope="module")
def pairs(model) -> list[IdPair]:
    noise = random.Random(0)

    def ids():
        return [noise.randrange(4, 20) for _ in range(noise.randrange(2, 9))]

    return [IdPair((*ids(), EOS_ID), (BOS_ID, *ids(), EOS_ID)) for _ in range(40)]


def loss(model: TrainedModel, pair: IdPair) -> float:
    """Summed over the tokens of one target, in nats."""
    src, tgt = torch.tensor([pair.src]), torch.tensor([pair.tgt])
    with torch.no_grad():
        logits = model.network(src, tgt[:, :-1])[0]
    return float(-logits.log_softmax(-1).gather(1, tgt[0, 1:, None]).double().sum())


def loss_without(model: TrainedModel, pair: IdPair, site: Site, value: np.ndarray) -> float:
    """With a forward pre-hook on W_O that puts ``value`` in the head's place."""
    network = model.network
    layer = network.encoder_layers if site.kind == "encoder" else network.decoder_layers
    block = layer[site.layer]
    attention = block.cross if site.kind == "cross" else block.attention
    d_k = model.config.d_k
    own = slice(site.head * d_k, (site.head + 1) * d_k)

    def put(_, args):
        x = args[0].clone()
        x[..., own] = torch.tensor(value)
        return (x,)

    hook = attention.w_o.register_forward_pre_hook(put)
    changed = loss(model, pair)
    hook.remove()
    return changed


@pytest.mark.parametrize("how", ["zero", "mean"])
def test_effects_are_those_of_hooks_and_errors_those_of_a_bootstrap(model, pairs, how):
    assert_effects(model, pairs, HEADS, how)


def test_effects_in_the_shipped_model_are_those_of_hooks():
    shipped = load("zh-en")
    heads = [[Site("z", *place)] for place in (("cross", 1, 7), ("encoder", 0, 0), ("cross", 2, 3))]
    assert_effects(shipped, encoded_pairs(shipped, task_pairs("zh-en", 30, seed=0)), heads, "mean")


def assert_effects(model: TrainedModel, pairs: list[IdPair], heads: list[list[Site]], how: How):
    means = mean_activations(model, pairs, [site for (site,) in heads])
    effects = list(sweep_steps(model, pairs, heads, how=how))
    tokens = np.array([len(pair.tgt) - 1 for pair in pairs])
    before = np.array([loss(model, pair) for pair in pairs])
    noise = np.random.default_rng(7)
    drawn = noise.integers(0, len(pairs), size=(4000, len(pairs)))
    for effect, (site,) in zip(effects, heads, strict=True):
        value = means[site] if how == "mean" else 0 * means[site]
        after = np.array([loss_without(model, pair, site, value) for pair in pairs])
        more = after - before
        assert effect.loss == pytest.approx(more.sum() / tokens.sum(), abs=1e-4)
        resampled = more[drawn].sum(axis=1) / tokens[drawn].sum(axis=1)
        assert effect.standard_error == pytest.approx(resampled.std(), rel=0.05)
        assert effect.n == len(pairs)
        assert effect.clear == (abs(effect.loss) > 2 * effect.standard_error)


def test_a_group_is_switched_off_together(model, pairs):
    layer = [Site("z", "cross", 0, head) for head in range(4)]
    together, whole = sweep_steps(model, pairs, [layer, head_sites(model.config, "cross", 0)])
    assert together.loss == pytest.approx(whole.loss, abs=1e-6)


def test_without_pairs_there_is_nothing_to_score(model):
    with pytest.raises(ConfigError, match="No pair of the sample fits"):
        next(sweep_steps(model, [], HEADS))
    assert encoded_pairs(model, [Pair("a " * 100, "b")]) == []


def test_pruning_scores_the_model_without_more_and_more_heads(model):
    scored = [Pair("a b c", "c b a"), Pair("b c", "c b")]
    own = translate_all(model, [pair.source for pair in scored])
    scored = [Pair(pair.source, text) for pair, text in zip(scored, own, strict=True)]
    order = HEADS[:3]
    means = means_of(model, scored)
    steps = pruning_steps(model, scored, order, means=means, random_orders=1, how="zero")
    points = [point for point in steps if point is not None]
    assert [(point.order, point.removed) for point in points] == [
        (order, removed) for removed in range(4) for order in range(2)
    ]
    assert points[0].exact == points[1].exact == 1
    assert points[0].bleu == pytest.approx(100)
    assert points[-1].exact == points[-2].exact  # all are off in both orders
    off = model.under(switched_off([site for (site,) in order], "zero"))
    again = translate_all(off, [pair.source for pair in scored])
    assert points[-1].exact == np.mean(
        [one == other for one, other in zip(own, again, strict=True)]
    )
