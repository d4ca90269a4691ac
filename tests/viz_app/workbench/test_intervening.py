"""Heads switched off in the window: a branch of its own, found again, kept in sessions."""

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.decoding.sweep import means_of, switched_off
from model.traces.interventions import Intervention, Site, head_sites, hidden_source, toggled
from viz_app.storage.session import load_session, save_session
from viz_app.workbench.changes.selection import head_picked
from viz_app.workbench.changes.sessions import saved_bench, tree_of
from viz_app.workbench.controllers import BranchingController, TranslationController
from viz_app.workbench.jobs import head_steps
from viz_app.workbench.snapshots.attention import head_question
from viz_app.workbench.state import ROOT

TEXT = "a b c d e"
HEAD = Site("z", "cross", 0, 1)


@pytest.fixture
def controller(qtbot, bench, screen, desk, model_cache):
    """With a translation on screen."""
    translation = TranslationController(bench, desk, model_cache)
    controller = BranchingController(bench, desk, model_cache, screen=screen)
    translation.translate(TEXT)
    qtbot.waitUntil(lambda: not bench.now.translating and bench.now.trace.finished)
    return controller


@pytest.fixture
def intervene(qtbot, bench, controller):
    def run(interventions, **options):
        controller.intervene(interventions, **options)
        qtbot.waitUntil(lambda: not bench.now.translating)
        return bench.now.branches.current_branch

    return run


def test_a_head_that_is_off_makes_a_branch_decoded_under_it(intervene, tiny_model):
    off = switched_off([HEAD], "zero")
    branch = intervene(off)
    assert (branch.parent, branch.interventions) == (ROOT, off)
    expected = translate(tiny_model.under(off), TEXT)
    assert branch.token_ids == expected.predicted_ids
    np.testing.assert_array_equal(branch.trace.cross_weights, expected.cross_weights)


def test_means_are_filled_in_by_the_worker(intervene, tiny_model):
    off = switched_off(head_sites(tiny_model.config, "cross"), "mean")
    branch = intervene(off)
    assert branch.interventions == off  # as it was asked for
    expected = translate(tiny_model.under(means_of(tiny_model).filled(off)), TEXT)
    assert branch.token_ids == expected.predicted_ids


def test_the_same_target_is_read_again_for_its_probabilities(intervene, bench, tiny_model):
    original = bench.now.branches.original.trace
    branch = intervene(switched_off([HEAD], "zero"), same_target=True)
    assert branch.given
    assert branch.token_ids == original.predicted_ids
    assert branch.trace.log_probability != original.log_probability


def test_the_same_interventions_again_lead_to_their_branch_and_none_to_the_original(intervene):
    off = switched_off([HEAD], "zero")
    branch = intervene(off)
    assert intervene(toggled(branch.interventions, off, n_heads=2)).id == ROOT
    assert intervene(off).id == branch.id


def test_a_branch_from_a_changed_branch_is_changed_too(
    qtbot, bench, controller, intervene, tiny_model
):
    off = hidden_source(tiny_model.config, (1,))
    changed = intervene(off)
    other = changed.trace.steps[1].candidates[1].token_id
    controller.branch(1, other)
    qtbot.waitUntil(lambda: not bench.now.translating)
    branch = bench.now.branches.current_branch
    assert branch.interventions == off
    assert branch.token_ids[:2] == (changed.token_ids[0], other)
    assert not branch.trace.cross_weights[..., 1].any()


def test_what_the_model_lacks_is_one_sentence(intervene, bench):
    intervene((Intervention(site=Site("z", "cross", 9, 0), how="zero"),))
    assert "layer 10 does not exist" in str(bench.now.notice.message)
    assert len(bench.now.branches.branches) == 1


def test_sessions_keep_interventions(intervene, bench, tmp_path):
    off = switched_off([HEAD], "mean")
    intervene(off)
    save_session(tmp_path / "off.headlight", saved_bench(bench.now))
    tree = tree_of(load_session(tmp_path / "off.headlight"))
    assert tree.current_branch.interventions == off
    assert tree.original.interventions == ()


def test_questions_on_the_branch_are_answered_under_its_interventions(
    intervene, bench, model_cache, tiny_model
):
    layer = [Site("z", "cross", 0)]
    intervene(switched_off(layer, "mean"))
    bench.apply(head_picked, "cross", 0, 1)
    question = head_question(bench.now)
    (answer,) = head_steps(model_cache, question)
    anatomy = answer.result
    mean = means_of(tiny_model).of(layer[0])  # [heads, d_k]
    np.testing.assert_allclose(anatomy.context - mean[1], 0, atol=1e-6)
    np.testing.assert_allclose(anatomy.concatenation[0], mean.ravel())
    assert anatomy.replaced == {"context"}
    assert model_cache.take(bench.now.trace_key) is tiny_model
