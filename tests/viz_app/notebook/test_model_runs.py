"""``headlight.model``: runs under interventions, with torch's own hooks and other libraries."""

import numpy as np
import pytest
import torch

import headlight
from model.messages import ConfigError, UserError
from model.traces.interventions import Site


@pytest.fixture(scope="module")
def reverse():
    return headlight.model("reverse", device="cpu")


@pytest.fixture(scope="module")
def run(reverse):
    return reverse.run("a b c d")


def test_a_run_is_a_trace_with_its_target(run):
    assert run.target == "d c b a"
    assert run.weights("cross").shape[:2] == (2, 4)
    assert run.interventions == ()


def test_the_same_target_is_scored_under_interventions(reverse, run):
    off = run.with_(reverse.at("cross").mean(reverse.means()))
    given = off.given(run.target)
    assert given.target == run.target
    assert given.log_probs.shape == run.log_probs.shape
    assert given.log_probs.sum() < run.log_probs.sum() - 1
    np.testing.assert_allclose(run.given(run.target).log_probs, run.log_probs, atol=1e-4)
    assert [str(each.site) for each in off.interventions] == ["z cross 1", "z cross 2"]
    assert off.interventions[0].origin == "50 pairs of reverse"


def test_without_any_cross_attention_the_translation_is_another(reverse, run, tmp_path):
    off = run.with_(reverse.at("cross").zero())
    assert off.target != run.target
    assert not off["z", "cross", 1].any()
    hooks = [
        layer.cross.at_z.register_forward_hook(lambda _, args, z: torch.zeros_like(z))
        for layer in reverse.network.decoder_layers
    ]
    assert "hl-replaced" in off._repr_html_()
    assert "z cross 1: zero · z cross 2: zero" in off._repr_html_()
    assert 'class="hl-head hl-replaced"' not in run._repr_html_()
    assert headlight.load(off.save(tmp_path / "off.headlight")).interventions == off.interventions
    assert reverse.run("a b c d").target == off.target
    for hook in hooks:
        hook.remove()
    assert reverse.run("a b c d").target == run.target


def test_patterns_other_runs_and_hidden_words(reverse, run):
    uniform = run.with_(headlight.at("decoder", layer=1).uniform())
    assert np.ptp(uniform.weights("decoder")[0, :, 2, :3]) < 1e-6
    frozen = run.with_(reverse.at("cross").freeze(run))
    np.testing.assert_allclose(frozen.log_probs, run.log_probs, atol=1e-4)
    other = reverse.run("d c b a", target=run.target)
    memory = headlight.at("encoder", site="memory").take(other)
    taken = run.with_(memory).given(run.target)
    np.testing.assert_allclose(taken.log_probs, other.log_probs, atol=1e-4)
    one_row = headlight.at("decoder", layer=1, site="resid_post").take(run, {2: 1})
    assert one_row[0].rows == (1,)
    hidden = run.hide(2)
    assert not hidden.weights("cross")[..., 1].any()


def test_activations_why_and_alignment(run):
    z = run["z", "cross", 2, 4]
    assert z.shape == (len(run.steps), 16)
    why = run.why("d", "c", step=1)
    assert abs(why.error) < 1e-4
    assert why.difference == pytest.approx(run.steps[0].log_probability - log_p(run, "c"), abs=1e-3)
    assert run.alignment() == {(3, 0), (2, 1), (1, 2), (0, 3)}
    assert run.alignment(layer=1, head=1) == run.alignment(layer=1)


def log_p(run, token):
    return next(each.log_probability for each in run.steps[0].candidates if each.token == token)


def test_a_sweep_over_given_pairs_and_places(reverse):
    seen = []
    pairs = [("a b c", "c b a"), ("d e f", "f e d")]
    effects = reverse.sweep(pairs, reverse.heads("cross"), how="zero", progress=seen.append)
    assert len(effects) == 8
    assert seen == list(effects)
    assert effects[0].sites == (Site("z", "cross", 0, 0),)
    assert headlight.sweep(reverse, pairs, [reverse.at("cross")], how="zero")[0].n == 2


def test_what_makes_no_sense_is_one_sentence(reverse, run):
    for wrong, sentence in (
        (lambda: run.with_(headlight.at("cross", layer=3).zero()), "layer 3 does not exist"),
        (lambda: run.with_(headlight.at("cross").zero()), "z needs a layer: use model.at"),
        (lambda: headlight.at("cross", layer=1).previous(), "for self-attention only"),
        (lambda: headlight.at("x", layer=1).zero(), "not in 'x'"),
        (lambda: headlight.at("decoder", layer=1, site="zz").zero(), "'zz' is not a site"),
        (lambda: headlight.at("decoder", layer=1, site="ff").take(run, {1: 99}), "rows 1 to 5"),
        (lambda: reverse.sweep(how="median"), "must be one of mean, zero"),
        (lambda: reverse.sweep(metric="bleu"), "must be one of loss"),
        (lambda: run.hide(9), "There is no source token 9"),
    ):
        with pytest.raises(ConfigError, match=sentence):
            wrong()
    for wrong, sentence in (
        (lambda: run.why("d", "zebra", step=1), "'zebra' is 5 tokens of reverse, not one"),
        (lambda: run.why("d", "c", step=9), "There is no step 9: there are 5"),
        (lambda: run.alignment("decoder"), "not by 'decoder'"),
    ):
        with pytest.raises(UserError, match=sentence):
            wrong()
