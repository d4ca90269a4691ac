"""Interventions against changed weights, and equal in every way to run the network."""

import copy
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from model.decoding.batches import IdPair, make_batch
from model.decoding.greedy import read_source, read_target, translate, translate_steps
from model.decoding.sweep import activations, mean_activations
from model.decoding.trained import TrainedModel
from model.messages import ConfigError
from model.network.attention import MultiHeadAttention, causal_mask
from model.special_tokens import BOS_ID, PAD_ID
from model.traces.interventions import SITES, How, Intervention, Interventions, Site, hidden_source
from tests.model.builders import config, untrained_model
from tests.model.decoding.together import translate_all

TEXT = "a b c d"
TARGET = (BOS_ID, 5, 6, 7, 9, 4)
KINDS = ("encoder", "decoder", "cross")
SHAPES: dict[str, dict[str, Any]] = {
    "post": {"norm": "post"},
    "pre": {"norm": "pre"},
    "relative": {"norm": "pre", "norm_type": "rms", "positions": "relative", "biases": False},
}


@pytest.fixture(scope="module", params=SHAPES)
def model(request) -> TrainedModel:
    return untrained_model(config(**SHAPES[request.param]))


def logits(model: TrainedModel, src: tuple[int, ...], tgt: tuple[int, ...] = TARGET):
    """All logits of a pass over a given target, by the fused path."""
    batch = make_batch([IdPair(src, (*tgt, PAD_ID))], model.device)
    with model.evaluating() as network:
        memory = network.project_memory(network.encode(batch.src, batch.src_mask).memory)
        decoded = network.decode(
            batch.tgt_in, memory, tgt_mask=causal_mask(len(tgt)), src_mask=batch.src_mask
        )
    return decoded.logits[0]


def source(model: TrainedModel) -> tuple[int, ...]:
    return model.prepared(TEXT).ids


def every_site(model: TrainedModel) -> list[Site]:
    layers = range(model.config.n_layers)
    return [
        Site(name, kind, layer)
        for name, rule in SITES.items()
        for kind in rule.kinds
        for layer in (layers if rule.in_layers else [None])
    ]


def attention(network: nn.Module, kind: str, layer: int) -> MultiHeadAttention:
    stack = network.encoder_layers if kind == "encoder" else network.decoder_layers
    return stack[layer].cross if kind == "cross" else stack[layer].attention


def without_head(model: TrainedModel, site: Site, constant: Any) -> TrainedModel:
    """A copy of the model in which a head's output is a constant ``[d_k]``, by its weights."""
    changed = model.copied_to(model.device)
    changed_attention = attention(changed.network, site.kind, site.layer)
    d_k = model.config.d_k
    own = slice(site.head * d_k, (site.head + 1) * d_k)
    weight = changed_attention.w_o.weight
    with torch.no_grad():
        if changed_attention.w_o.bias is None:
            changed_attention.w_o.bias = nn.Parameter(torch.zeros(weight.size(0)))
        changed_attention.w_o.bias += weight[:, own] @ torch.tensor(constant)
        weight[:, own] = 0
    return changed


def test_without_an_intervention_nothing_changes(model):
    assert torch.equal(logits(model.under(()), source(model)), logits(model, source(model)))


def test_a_runs_own_values_put_back_change_nothing(model):
    src = source(model)
    sites = every_site(model)
    own = activations(model, src, TARGET, sites)
    before = logits(model, src)
    for site in sites:
        put_back = Intervention(site=site, how="array", values=own[site])
        after = logits(model.under([put_back]), src)
        torch.testing.assert_close(after, before, atol=1e-6 * float(before.abs().max()), rtol=0)


def test_a_head_switched_off_is_a_head_without_its_columns_of_w_o(model):
    src = source(model)
    for kind in KINDS:
        for layer in range(model.config.n_layers):
            for head in range(model.config.n_heads):
                site = Site("z", kind, layer, head)
                mean = mean_activations(model, [IdPair(src, (*TARGET, 2))], [site])[site]
                for how, constant in (("zero", 0 * mean), ("mean", mean)):
                    values = mean if how == "mean" else None
                    off = model.under([Intervention(site=site, how=how, values=values)])
                    expected = logits(without_head(model, site, constant), src)
                    torch.testing.assert_close(logits(off, src), expected, atol=1e-4, rtol=1e-5)


def test_the_mean_is_that_of_all_tokens_of_all_sentences(model):
    site = Site("z", "cross", 0, 1)
    pairs = [IdPair(source(model), (*TARGET, 2)), IdPair(source(model)[1:], (BOS_ID, 8, 2))]
    alone = [activations(model, pair.src, pair.tgt[:-1], [site])[site] for pair in pairs]
    expected = np.concatenate(alone).mean(axis=0)
    found = mean_activations(model, pairs, [site])[site]
    np.testing.assert_allclose(found, expected, atol=1e-5)


def changes(model: TrainedModel) -> dict[str, Interventions]:
    """Of every sort, some from the second row on."""
    d_k, d_model = model.config.d_k, model.config.d_model
    noise = np.random.default_rng(0)
    rows = (1, 2, 3)
    array = noise.normal(size=(3, d_model)).astype(np.float32)

    def of(site: Site, how: How, **given: Any) -> Intervention:
        return Intervention(site=site, how=how, **given)

    patterns: tuple[How, ...] = ("uniform", "first", "previous", "diagonal")
    return {
        "zero": (of(Site("z", "decoder", 0, 0), "zero"),),
        "zero later": (of(Site("z", "decoder", 0, 0), "zero", rows=rows),),
        "mean": (of(Site("z", "cross", 1), "mean", values=np.ones((4, d_k), np.float32)),),
        "stream": (of(Site("resid_post", "decoder", 0), "array", values=array, rows=rows),),
        "ff": (of(Site("ff", "decoder", 0), "scale", factor=0.5),),
        "out": (of(Site("out", "cross", 0), "zero", rows=(2,)),),
        "embed": (of(Site("embed", "decoder"), "array", values=array, rows=rows),),
        "memory": (of(Site("memory", "encoder"), "scale", factor=0.5),),
        "norm": (of(Site("norm_scale", "decoder", 1), "scale", factor=1.5),),
        "last norm": (of(Site("final_norm_scale", "decoder"), "scale", factor=1.5),),
        "hidden": hidden_source(model.config, (1,)),
        **{how: (of(Site("weights", "decoder", 1, 0), how),) for how in patterns},
        "all uniform": (of(Site("weights", "encoder", 0), "uniform"),),
        "cross first": (of(Site("weights", "cross", 0), "first"),),
    }


def test_greedy_batched_and_whole_passes_are_equal_under_every_intervention(model):
    for name, interventions in changes(model).items():
        changed = model.under(interventions)
        *_, trace = translate_steps(changed, TEXT, max_steps=6)
        fed = (BOS_ID, *trace.predicted_ids)[: len(trace.steps)]
        whole = logits(changed, source(model), fed).log_softmax(dim=-1)
        explicit = read_target(changed, read_source(changed, model.prepared(TEXT)), fed)
        for row, step in enumerate(trace.steps):
            token = step.token_id
            assert step.log_probability == pytest.approx(float(whole[row, token]), abs=1e-4), name
            of_explicit = explicit.logits[row].log_softmax(dim=-1)[token]
            assert step.log_probability == pytest.approx(float(of_explicit), abs=1e-4), name
        together = translate_all(changed, [TEXT, "a b"])
        assert together == [translate(changed, text).translation for text in (TEXT, "a b")], name


def test_with_a_cache_an_intervention_may_begin_at_any_row(model):
    noise = np.random.default_rng(1).normal(size=(6, model.config.d_model)).astype(np.float32)
    places = (Site("resid_pre", "decoder", 0), Site("out", "cross", 0), Site("embed", "decoder"))
    for start in range(6):
        for site in places:
            rows, values = tuple(range(start, 6)), noise[start:]
            put = Intervention(site=site, how="array", values=values, rows=rows)
            changed = model.under([put])
            whole = logits(changed, source(model)).log_softmax(dim=-1)
            reading, past, cached = read_source(changed, model.prepared(TEXT)), None, []
            for token in TARGET:
                with changed.evaluating() as network:
                    decoded = network.decode(
                        torch.tensor([[token]]),
                        reading.memory,
                        tgt_mask=None,
                        src_mask=None,
                        past=past,
                    )
                past = decoded.past
                cached.append(decoded.logits[0, 0].log_softmax(dim=-1))
            torch.testing.assert_close(torch.stack(cached), whole, atol=1e-4, rtol=0)


def test_weights_are_recorded_as_they_were_put(model):
    uniform = model.under([Intervention(site=Site("weights", "decoder", 1, 0), how="uniform")])
    *_, trace = translate_steps(uniform, TEXT, max_steps=4)
    weights = trace.weights("decoder")[1, 0]
    expected = np.tril(np.ones_like(weights)) / np.arange(1, len(weights) + 1)[:, None]
    np.testing.assert_allclose(weights, expected, atol=1e-6)
    hidden = model.under(hidden_source(model.config, (1,)))
    *_, trace = translate_steps(hidden, TEXT, max_steps=4)
    assert not trace.weights("encoder")[..., 1].any()
    assert not trace.weights("cross")[..., 1].any()
    np.testing.assert_allclose(trace.weights("cross").sum(axis=-1), 1, atol=1e-5)


def test_a_source_token_that_does_not_exist_cannot_be_hidden(model):
    beyond = model.under(hidden_source(model.config, (1, 98)))
    with pytest.raises(ConfigError, match="key 99 does not exist; the source has"):
        list(translate_steps(beyond, TEXT, max_steps=1))


def test_all_of_the_memory_from_another_run_gives_its_logits(model):
    src, other = source(model), tuple(reversed(source(model)))
    memory, stream = Site("memory", "encoder"), Site("resid_pre", "decoder", 1)
    taken = activations(model, other, TARGET, [memory])[memory]
    patched = model.under([Intervention(site=memory, how="take", values=taken)])
    torch.testing.assert_close(logits(patched, src), logits(model, other), atol=1e-4, rtol=0)
    other_target = (BOS_ID, 9, 8, 7, 6, 5)
    taken = activations(model, src, other_target, [stream])[stream]
    patched = model.under([Intervention(site=stream, how="take", values=taken)])
    expected = logits(model, src, other_target)
    below = expected[-1] - logits(model, src)[-1]
    recovered = logits(patched, src)[-1] - logits(model, src)[-1]
    # the layer below is not replaced for the last layer: with two layers all of the rest is
    torch.testing.assert_close(recovered, below, atol=1e-4, rtol=0)


def test_a_run_patched_with_itself_is_the_same_and_with_another_that_other(model):
    """The effect of a patch as a share of the difference between two runs: 0 and 1."""
    src, other = source(model), tuple(reversed(source(model)))
    other_target = (BOS_ID, 9, 8, 7, 6, 5)
    sites = (Site("memory", "encoder"), Site("resid_pre", "decoder", 0))

    def difference(values: torch.Tensor) -> torch.Tensor:
        return values[-1, 8] - values[-1, 11]

    def patched_from(src_from: tuple[int, ...], tgt_from: tuple[int, ...]) -> torch.Tensor:
        taken = activations(model, src_from, tgt_from, sites)
        patches = [Intervention(site=site, how="take", values=taken[site]) for site in sites]
        return logits(model.under(patches), src)

    own, theirs = logits(model, src), logits(model, other, other_target)
    assert torch.equal(patched_from(src, TARGET), own)
    recovered = difference(patched_from(other, other_target)) - difference(own)
    whole = difference(theirs) - difference(own)
    assert float(recovered / whole) == pytest.approx(1, abs=1e-4)


def test_values_for_other_keys_are_refused(model):
    weights = np.full((4, 6, 9), 1 / 9, np.float32)
    wrong = Intervention(site=Site("weights", "cross", 0), how="array", values=weights)
    with pytest.raises(ConfigError, match="for 9 keys; this run has 5"):
        logits(model.under([wrong]), source(model))


def test_weights_on_masked_keys_are_refused_in_every_way_to_run(model):
    ahead = np.eye(6, dtype=np.float32)[None].repeat(4, axis=0)
    ahead[:, 2, 2:4] = 0.5
    wrong = Intervention(site=Site("weights", "decoder", 1), how="array", values=ahead)
    changed = model.under([wrong])
    for run in (
        lambda: logits(changed, source(model)),
        lambda: list(translate_steps(changed, TEXT, max_steps=6)),
    ):
        sentence = "Row 3 of the weights at weights decoder 2 attends to key 4, which is masked."
        with pytest.raises(ConfigError, match=sentence):
            run()


def test_scores_of_a_whole_pass_are_for_decoding_with_a_cache_too(model):
    site = Site("scores", "decoder", 0)
    *_, trace = translate_steps(model, TEXT, max_steps=5)
    own = activations(model, source(model), trace.fed_ids, [site])[site]
    assert own[:, 0, 1].any(), "recorded before the mask"
    frozen = model.under([Intervention(site=site, how="freeze", values=own)])
    *_, again = translate_steps(frozen, TEXT, max_steps=5)
    np.testing.assert_allclose(again.decoder_weights, trace.decoder_weights, atol=1e-5)


def test_the_network_is_as_before_afterwards(model):
    before = copy.deepcopy(model.network.state_dict())
    hooks = sum(len(module._forward_hooks) for module in model.network.modules())
    for interventions in changes(model).values():
        logits(model.under(interventions), source(model))
    assert hooks == sum(len(module._forward_hooks) for module in model.network.modules())
    assert all(torch.equal(before[name], now) for name, now in model.network.state_dict().items())
