"""Branches decoded in the background by a real model, without a window."""

import dataclasses

import numpy as np
import pytest
import torch

from model.decoding.greedy import translate_steps
from model.network.masks import causal_mask, padding_mask
from model.special_tokens import BOS_ID, EOS_ID
from viz_app.workbench.changes.branching import branch_compared, branch_renamed, branch_walked_to
from viz_app.workbench.controllers.branching import BranchingController
from viz_app.workbench.controllers.translation import TranslationController
from viz_app.workbench.state.branches import ROOT

TEXT = "a b c d e"


@pytest.fixture
def translation(bench, desk, shelf):
    return TranslationController(bench, desk, shelf)


@pytest.fixture
def controller(qtbot, bench, screen, desk, shelf, translation):
    """With a translation on screen."""
    controller = BranchingController(bench, desk, shelf, screen=screen)
    translation.begun.connect(controller.drop)
    translation.translate(TEXT)
    qtbot.waitUntil(lambda: not bench.now.translating and bench.now.trace.finished)
    return controller


@pytest.fixture
def idle(qtbot, bench):
    """Waits until nothing is decoded."""
    return lambda: qtbot.waitUntil(lambda: not bench.now.translating)


def other_candidate(state, step):
    """The id of the second best candidate of a step."""
    return state.trace.steps[step].candidates[1].token_id


def log_probabilities(model, ids):
    """Of a given target, by one pass over the whole of it; ``[step]``."""
    source = [*model.src_tokenizer.encode(TEXT).ids, EOS_ID]
    src, tgt = torch.tensor([source]), torch.tensor([[BOS_ID, *ids[:-1]]])
    with model.evaluating() as network, torch.no_grad():
        memory = network.project_memory(network.encode(src, padding_mask(src)).memory)
        decoded = network.decode(
            tgt, memory, tgt_mask=causal_mask(tgt.size(1), device=tgt.device), src_mask=None
        )
    table = decoded.logits[0].log_softmax(-1)
    return [float(table[step, token_id]) for step, token_id in enumerate(ids)]


def test_a_branch_is_what_the_model_says_after_that_token(controller, bench, idle, tiny_model):
    original = bench.now.trace
    chosen = other_candidate(bench.now, 2)
    controller.branch(2, chosen)
    assert bench.now.translating
    idle()
    prefix = (*(step.token_id for step in original.steps[:2]), chosen)
    *_, expected = translate_steps(tiny_model, TEXT, prefix=prefix)
    trace = bench.now.trace
    assert trace.predicted_tokens == expected.predicted_tokens
    assert np.array_equal(trace.cross_weights, expected.cross_weights)
    assert bench.now.branches.original.trace is original
    assert bench.now.selection.step == 2


def test_the_token_that_is_there_already_makes_no_branch(controller, bench):
    before = bench.now
    controller.branch(2, bench.now.trace.steps[2].token_id)
    controller.type_token(2, bench.now.trace.steps[2].token)
    controller.type_token(2, "  ")
    controller.give_target(" ")
    controller.branch(99, 4)
    assert bench.now is before


def test_a_way_that_was_gone_before_is_walked_and_not_decoded_again(controller, bench, idle):
    first, second = bench.now.trace.steps[2].token_id, other_candidate(bench.now, 2)
    controller.branch(2, second)
    idle()
    controller.branch(2, first)
    assert bench.now.branches.current == ROOT
    controller.branch(2, second)
    assert bench.now.branches.current == 1
    assert not bench.now.translating


@pytest.fixture
def branches(bench):
    """The ids of all branches, and which is on screen."""

    def read():
        tree = bench.now.branches
        return [branch.id for branch in tree.branches], tree.current

    return read


def unused(state):
    """A word that the translation does not have."""
    return next(word for word in "pqrst" if word not in {step.token for step in state.trace.steps})


def test_what_was_typed_before_is_walked_to_and_not_decoded_again(
    controller, bench, idle, branches
):
    token = unused(bench.now)
    controller.type_token(1, f"{token} {token}")
    idle()
    decoded = bench.now.trace
    bench.apply(branch_walked_to, ROOT)
    controller.type_token(1, f" {token}\u00a0 {token} ")
    idle()
    assert branches() == ([ROOT, 1], 1)
    assert bench.now.trace is decoded


def test_typing_a_token_that_was_clicked_walks_to_its_branch(controller, bench, idle, branches):
    step = bench.now.trace.steps[2]
    other = next(
        one for one in step.candidates if one.token.isalpha() and one != step.candidates[0]
    )
    controller.branch(2, other.token_id)
    idle()
    bench.apply(branch_walked_to, ROOT)
    controller.type_token(2, other.token)
    idle()
    assert branches() == ([ROOT, 1], 1)


def test_a_click_while_the_same_token_is_typed_makes_one_branch(controller, bench, idle, branches):
    step = bench.now.trace.steps[2]
    other = next(
        one for one in step.candidates if one.token.isalpha() and one != step.candidates[0]
    )
    controller.type_token(2, other.token)
    controller.branch(2, other.token_id)
    idle()
    ids, current = branches()
    assert len(ids) == 2
    assert current == ids[1]
    assert bench.now.trace.steps[2].token_id == other.token_id


def test_typing_what_the_path_on_screen_has_stays_there(controller, bench, idle, branches):
    one, other = bench.now.trace.steps[1:3]
    controller.type_token(1, f"{one.token} {other.token}")
    idle()
    assert branches() == ([ROOT], ROOT)
    assert bench.now.notice is None


def test_the_same_whole_target_makes_one_branch(controller, bench, idle, branches):
    for text in ("e d c", "e  d\u00a0c"):
        controller.give_target(text)
        idle()
    assert branches() == ([ROOT, 1], 1)
    controller.give_target("e d")
    idle()
    assert len(bench.now.branches.branches) == 3


def test_asking_twice_for_the_same_makes_one_branch(controller, bench, idle):
    chosen = other_candidate(bench.now, 2)
    controller.branch(2, chosen)
    controller.branch(2, chosen)
    idle()
    assert len(bench.now.branches.branches) == 2
    assert bench.now.branches.current == 1


def test_another_token_where_the_branch_left_makes_a_sibling(controller, bench, idle):
    candidates = bench.now.trace.steps[2].candidates
    for candidate in candidates[1:3]:
        controller.branch(2, candidate.token_id)
        idle()
    assert [branch.parent for branch in bench.now.branches.branches] == [None, ROOT, ROOT]


def test_a_typed_token_is_decoded_on_from(controller, bench, idle):
    token = next(
        word for word in "pqrst" if word not in {step.token for step in bench.now.trace.steps}
    )
    controller.type_token(1, f" {token} ")
    idle()
    trace = bench.now.trace
    assert trace.steps[1].token == token
    assert trace.steps[1].given
    assert trace.steps[0].token == bench.now.branches.original.trace.steps[0].token


@pytest.mark.parametrize("text", ["猫", "q 😀"])
def test_what_the_model_cannot_write_is_one_sentence_and_the_screen_stays(
    controller, bench, idle, text
):
    before = bench.now
    for ask in (lambda: controller.type_token(1, text), lambda: controller.give_target(text)):
        ask()
        idle()
        assert bench.now.notice.level == "error"
        assert text.split()[-1] in str(bench.now.notice.message)
        assert bench.now.trace is before.trace
        assert bench.now.branches.branches == before.branches.branches
        assert bench.now.selection == before.selection


def test_a_given_target_gets_the_log_probabilities_of_one_whole_pass(
    controller, bench, idle, tiny_model
):
    controller.give_target("e d c b a")
    idle()
    trace = bench.now.trace
    assert trace.predicted_tokens == ("e", "d", "c", "b", "a", "</s>")
    assert bench.now.branches.current_branch.given
    ids = [step.token_id for step in trace.steps]
    expected = log_probabilities(tiny_model, ids)
    assert [step.log_probability for step in trace.steps] == pytest.approx(expected, abs=1e-4)
    assert trace.log_probability == pytest.approx(sum(expected), abs=1e-3)


def test_a_given_target_leaves_the_original_whatever_is_on_screen(controller, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    idle()
    controller.give_target("a b")
    idle()
    assert bench.now.branches.current_branch.parent == ROOT


def test_one_can_walk_elsewhere_while_a_branch_is_decoded(controller, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    bench.apply(branch_walked_to, ROOT)
    idle()
    assert bench.now.branches.current == ROOT
    assert bench.now.branches.branch(1).trace.finished


def test_a_branch_that_is_deleted_while_it_is_decoded_is_gone(controller, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    controller.delete(1)
    assert not bench.now.translating
    controller.branch(2, other_candidate(bench.now, 2))
    idle()
    assert [branch.id for branch in bench.now.branches.branches] == [ROOT, 2]


def test_stopping_keeps_the_original(controller, translation, bench):
    before = bench.now.trace
    controller.branch(1, other_candidate(bench.now, 1))
    controller.drop()
    translation.cancel()
    assert not bench.now.translating
    assert bench.now.trace is before
    assert len(bench.now.branches.branches) == 1


def test_a_new_translation_begins_a_new_tree(qtbot, controller, translation, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    translation.translate("e d")
    controller.branch(2, other_candidate(bench.now, 2))
    idle()
    assert bench.now.trace.source_text == "e d"
    assert [branch.id for branch in bench.now.branches.branches] == [ROOT]


def test_names_comparisons_and_deletions_are_kept_in_the_state(controller, bench, idle):
    controller.branch(1, other_candidate(bench.now, 1))
    idle()
    bench.apply(branch_renamed, 1, " other ")
    bench.apply(branch_compared, ROOT)
    tree = bench.now.branches
    assert (tree.branch(1).name, tree.compared) == ("other", ROOT)
    bench.apply(branch_compared, None)
    assert bench.now.branches.compared is None
    controller.delete(1)
    assert bench.now.trace is bench.now.branches.original.trace


def test_without_a_translation_nothing_happens(bench, screen, desk, shelf):
    controller = BranchingController(bench, desk, shelf, screen=screen)
    before = bench.now
    controller.branch(0, 4)
    controller.type_token(0, "a")
    controller.give_target("a")
    bench.apply(branch_walked_to, 1)
    controller.delete(1)
    assert bench.now is before


def test_a_model_that_is_no_longer_there_is_one_sentence(controller, bench, idle):
    bench.apply(dataclasses.replace, model_key=None)
    controller.branch(1, other_candidate(bench.now, 1))
    idle()
    assert bench.now.notice.level == "error"
    assert len(bench.now.branches.branches) == 1
