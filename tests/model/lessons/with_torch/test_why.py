"""The terms of a logit difference against the network, and effects against changed weights."""

import itertools

import pytest
import torch

from model.decoding.trained import TrainedModel
from model.lessons.with_torch.why import target_id, why_steps
from model.messages import UserError
from model.special_tokens import BOS_ID
from model.traces.interventions import Intervention, Site
from model.traces.trace import KINDS
from tests.model import one_stack
from tests.model.builders import config, untrained_model

SHAPES = {
    "post": {"norm": "post"},
    "pre": {"norm": "pre"},
    "rms": {"norm": "pre", "norm_type": "rms", "positions": "relative", "biases": False},
    "embedding norm": {"norm": "post", "embedding_norm": True, "final_norm": True},
    "no output bias": {"output_bias": False, "norm": "pre", "final_norm": False},
}
TARGET = (BOS_ID, 5, 6, 7)


def why(model: TrainedModel, *, token=8, other=11, step=2):
    src = model.prepared("a b c d").ids
    return list(why_steps(model, src, TARGET, step=step, token=token, other=other))


def last_logits(model: TrainedModel):
    """After the third token, by the network itself."""
    src = torch.tensor([model.prepared("a b c d").ids])
    with torch.no_grad():
        return model.network(src, torch.tensor([TARGET[:3]]))[0, -1]


@pytest.mark.parametrize("shape", SHAPES)
def test_terms_sum_to_the_difference_of_the_networks_logits(shape):
    model = untrained_model(config(**SHAPES[shape]))
    for number, tolerance in ((torch.float32, 1e-4), (torch.float64, 1e-9)):
        model.network.to(number)
        first = why(model)[0]
        logits = last_logits(model)
        assert first.difference == pytest.approx(float(logits[8] - logits[11]), abs=tolerance)
        assert abs(first.error) < tolerance
        assert [abs(term.value) for term in first.ordered] == sorted(
            (abs(term.value) for term in first.terms), reverse=True
        )


def test_heads_of_every_layer_and_kind_are_terms_and_biases_stay_whole():
    terms = why(untrained_model(config(norm="post")))[0].terms
    heads = {(term.kind, term.layer, term.head) for term in terms if term.part == "head"}
    assert heads == set(itertools.product(KINDS, range(2), range(4)))
    assert all(term.value == 0 for term in terms if term.kind == "encoder"), "no direct way"
    biases = [term for term in terms if term.part == "attention bias"]
    assert [(term.kind, term.layer) for term in biases] == [
        ("decoder", 0),
        ("cross", 0),
        ("decoder", 1),
        ("cross", 1),
    ]
    assert sum(term.part == "norm bias" for term in terms) == 6


def test_the_effect_of_a_head_is_what_the_network_does_without_it():
    model = untrained_model(config(norm="pre"))
    *_, last = why(model)
    assert last.measured == (24, 24)
    effects = {
        (term.kind, term.layer, term.head): term.effect
        for term in last.terms
        if term.part == "head"
    }
    assert len(effects) == 24
    before = last_logits(model)
    changed = model.copied_to(model.device)
    with torch.no_grad():
        changed.network.encoder_layers[1].attention.w_o.weight[:, 8:16] = 0
    after = last_logits(changed)
    expected = (before[8] - before[11]) - (after[8] - after[11])
    assert effects["encoder", 1, 1] == pytest.approx(float(expected), abs=1e-4)


def test_the_lens_ends_at_the_models_own_prediction():
    model = untrained_model(config(norm="pre"))
    first = why(model)[0]
    logits = last_logits(model)
    assert [row.layer for row in first.lens] == [0, 1]
    assert first.lens[-1].normed[0].token_id == int(logits.argmax())
    assert first.lens[-1].plain != first.lens[-1].normed


def test_a_changed_head_has_its_changed_term_and_no_effect():
    model = untrained_model(config(norm="pre"))
    off = model.under([Intervention(site=Site("z", "cross", 1, 2), how="zero")])
    first, *_, last = why(off)
    assert abs(first.error) < 1e-4
    head = next(
        term for term in last.terms if (term.kind, term.layer, term.head) == ("cross", 1, 2)
    )
    assert (head.value, head.effect) == (0, None)


def test_what_is_no_sum_is_refused_with_the_reason():
    model = untrained_model(config())
    forbidden = untrained_model(config(forbidden=(7,)))
    replaced = model.under([Intervention(site=Site("out", "cross", 0), how="zero")])
    for wrong, token, sentence in (
        (one_stack.bert(), 8, "has no decoder: there is no step to explain."),
        (untrained_model(config(output_transform=True)), 8, "not linear"),
        (forbidden, 7, "its logit is −∞"),
        (model, 999, "999 is not an id of the target vocabulary."),
        (model, 11, "compared with itself"),
        (replaced, 8, "out cross 1: zero replaces a sum"),
    ):
        with pytest.raises(UserError, match=sentence):
            next(why_steps(wrong, (4, 5, 2), TARGET, step=2, token=token, other=11))


def test_a_token_is_found_by_its_name_or_as_a_word_of_one_token():
    model = untrained_model(config())
    name = model.tgt_tokenizer.token(8)
    assert target_id(model, name) == target_id(model, f" {name} ") == 8
    with pytest.raises(UserError, match=r"is 2 tokens of .*, not one: a b"):
        target_id(model, "a b")
    with pytest.raises(UserError, match="猫"):
        target_id(model, "猫")
