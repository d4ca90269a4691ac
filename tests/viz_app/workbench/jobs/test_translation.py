"""Translating with a model of the cache: freely, from a given beginning, or a whole target."""

import copy
import dataclasses
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.messages import UserError
from model.special_tokens import BOS_ID, EOS_ID
from model.text.examples import EXAMPLES
from model.traces.trace import KINDS
from tests.every import every
from viz_app.workbench.jobs import (
    ModelCache,
    WrittenIds,
    announced_steps,
    branch_steps,
    head_steps,
    remarked_steps,
    remarks,
    target_steps,
    translation_steps,
)
from viz_app.workbench.snapshots.attention import HeadQuestion

pytestmark = pytest.mark.usefixtures("one_torch_thread")

TEXT = "a b c d e"


@pytest.fixture
def model_cache():
    return ModelCache()


@pytest.fixture
def key(model_cache, tiny_model):
    return model_cache.put(tiny_model)


def ids(trace) -> tuple[int, ...]:
    return tuple(step.token_id for step in trace.steps)


def given(trace) -> list[bool]:
    return [step.given for step in trace.steps]


def test_a_translation_is_that_of_the_model_on_the_shelf(model_cache, key, tiny_model):
    *_, trace = translation_steps(model_cache, key, TEXT)
    assert ids(trace) == ids(translate(tiny_model, TEXT))


def test_a_branch_begins_with_the_prefix_and_typed_words_and_goes_on_by_itself(
    model_cache, key, tiny_model
):
    *_, trace = branch_steps(model_cache, key, TEXT, prefix=())
    assert ids(trace) == ids(translate(tiny_model, TEXT))
    plain = translate(tiny_model, TEXT)
    other = next(one.token_id for one in plain.steps[1].candidates[1:] if one.token_id != EOS_ID)
    first, *_, trace = branch_steps(model_cache, key, TEXT, prefix=(ids(plain)[0], other))
    assert first.steps == ()
    assert trace.finished
    assert ids(trace)[:2] == (ids(plain)[0], other)
    assert given(trace) == [True, True] + [False] * (len(trace.steps) - 2)
    tokenizer = tiny_model.tgt_tokenizer
    prefix = tokenizer.encode("a").ids
    *_, trace = branch_steps(model_cache, key, TEXT, prefix=prefix, typed="c b")
    assert ids(trace)[:3] == tokenizer.encode("a c b").ids
    assert given(trace) == [True] * 3 + [False] * (len(trace.steps) - 3)
    assert trace.translation.startswith("a c b")


def test_a_given_target_is_read_to_its_end_however_long(model_cache, key, tiny_model):
    *_, trace = target_steps(model_cache, key, TEXT, target="c a b")
    assert ids(trace) == (*tiny_model.tgt_tokenizer.encode("c a b").ids, EOS_ID)
    assert trace.translation == "c a b"
    assert trace.stop == "end of sentence"
    assert all(given(trace))
    *_, trace = target_steps(model_cache, key, "a", target="a b " * 11)
    assert len(trace.steps) == 23
    assert trace.stop == "end of sentence"


WAYS = {
    "typed": lambda *key, text: branch_steps(*key, TEXT, prefix=(4,), typed=text),
    "target": lambda *key, text: target_steps(*key, TEXT, target=text),
    "announced": lambda *key, text: announced_steps(*key, text, iter("x")),
}
REFUSED = (
    ("typed", "b ☃", "The target “b ☃” contains words this model cannot write: ☃"),
    ("typed", " \u200b", "There is no word in “ \u200b”: type the target."),
    ("typed", "a " * 30, "The given target has 31 tokens; there is room for 22."),
    ("target", "", "There is no word in “”: type the target."),
    ("target", "a zebra ☃", "The target “a zebra ☃” contains words this model cannot write: z ☃"),
    ("target", "a " * 24, "The given target has 25 tokens; there is room for 24."),
    ("announced", "b ☃", "The target “b ☃” contains words this model cannot write: ☃"),
    ("announced", "\u200b", "There is no word in “\u200b”: type the target."),
)


@every("way, text, sentence", REFUSED)
def test_what_the_model_cannot_write_is_refused_before_anything_is_shown(
    model_cache, key, way, text, sentence
):
    with pytest.raises(UserError) as refused:
        next(WAYS[way](model_cache, key, text=text))
    assert str(refused.value) == sentence


def test_without_a_model_nothing_is_translated(model_cache):
    plain = translation_steps(model_cache, None, TEXT)
    for steps in (plain, *(way(model_cache, None, text="a") for way in WAYS.values())):
        with pytest.raises(UserError, match="No model is loaded yet"):
            next(steps)


def test_the_ids_come_first_and_then_every_step(model_cache, key, tiny_model):
    first, *others = announced_steps(model_cache, key, " c\u00a0b", iter("xyz"))
    assert first == WrittenIds(tiny_model.tgt_tokenizer.encode("c b").ids)
    assert others == ["x", "y", "z"]


@pytest.fixture
def coded(tiny_model):
    """The tiny model, every target of which begins with one token, as a language code would."""
    tokenizer = copy.copy(tiny_model.tgt_tokenizer)
    tokenizer.prefix = tokenizer.encode("d").ids
    return replace(tiny_model, tgt_tokenizer=tokenizer)


def test_a_target_begins_with_the_token_that_every_target_has_or_with_another(model_cache, coded):
    key, (code,) = model_cache.put(coded), coded.tgt_tokenizer.prefix
    *_, trace = translation_steps(model_cache, key, TEXT)
    assert ids(trace)[0] == code
    assert given(trace) == [True] + [False] * (len(trace.steps) - 1)
    own = coded.tgt_tokenizer.encode("c b").ids
    *_, trace = target_steps(model_cache, key, TEXT, target="c b")
    assert ids(trace) == (code, *own, EOS_ID)
    announced = announced_steps(model_cache, key, "c b", iter("x"), whole=True)
    assert next(announced) == WrittenIds((code, *own))
    other = coded.tgt_tokenizer.encode("a").ids
    *_, trace = branch_steps(model_cache, model_cache.put(coded), TEXT, prefix=other)
    assert ids(trace)[:1] == other
    assert given(trace)[:2] == [True, False]


def test_who_knows_the_ids_can_stop_before_anything_is_decoded(model_cache, key):
    begun = []

    def steps():
        begun.append(True)
        yield "x"

    announced = announced_steps(model_cache, key, "c", steps())
    assert len(list(islice(announced, 1))) == 1
    announced.close()
    assert not begun


def test_only_a_model_of_passive_is_remarked_on(model_cache, tiny_model):
    plain = [*remarked_steps(model_cache, model_cache.put(tiny_model), TEXT)]
    assert ids(plain[-1]) == ids(translate(tiny_model, TEXT))
    named = replace(tiny_model, name="mine", task="passive")
    *_, trace, remark = remarked_steps(model_cache, model_cache.put(named), "a b ?")
    assert trace.finished and trace.source_text == "a b ?"
    assert str(remark.message).startswith("The model reads statements, not questions")
    assert "mine has learned statements" in str(remark.message)
    assert remark.example == EXAMPLES["passive"][0].text


def test_copied_words_that_the_grammar_does_not_have_are_named(tiny_trace):
    def said(source, translation):
        trace = replace(tiny_trace, source_text=source, translation=translation)
        return [(str(one.message), one.example) for one in remarks("passive", trace)]

    one = "“Zork” is not in the word list; the model copies its subwords."
    assert said("Zork kicked the ball.", "The ball was kicked by Zork.") == [(one, "")]
    assert said("Zork kicked the ball.", "The ball was kicked by Zock.") == []
    assert said("The cat chased the dog.", "The dog was chased by the cat.") == []
    both = "“landlord”, “yacht” are not in the word list; the model copies their subwords."
    assert said("My landlord sold the yacht.", "The yacht was sold by my landlord.") == [(both, "")]


@pytest.fixture
def question(model_cache, tiny_model, tiny_trace):
    return HeadQuestion(
        model_key=model_cache.put(tiny_model),
        text=tiny_trace.source_text,
        src_ids=tiny_trace.source_ids,
        tgt_ids=tiny_trace.fed_ids,
        kind="cross",
        layer=1,
        head=0,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_has_the_weights_of_the_translation(model_cache, question, tiny_trace, kind):
    question = dataclasses.replace(question, kind=kind)
    (answer,) = head_steps(model_cache, question)
    assert answer.question == question
    weights = tiny_trace.weights(kind)[1, 0]
    np.testing.assert_allclose(answer.result.weights, weights, atol=1e-6)


def test_the_products_are_those_of_the_translation(model_cache, question, tiny_model, tiny_trace):
    (answer,) = head_steps(model_cache, question)
    scores = answer.result.products / np.sqrt(tiny_model.config.d_k)
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    np.testing.assert_allclose(weights, tiny_trace.cross_weights[1, 0], atol=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        {"src_ids": (4, 5, 3)},
        {"tgt_ids": (BOS_ID, 10_000)},
        {"tgt_ids": (BOS_ID,) * 25},
        {"layer": 2},
        {"head": 2},
        {"text": "a b"},
        {"text": "我"},
    ],
    ids=["source", "target", "long target", "layer", "head", "text", "unknown text"],
)
def test_a_sentence_of_the_model_before_has_no_answer(model_cache, question, change):
    assert not list(head_steps(model_cache, dataclasses.replace(question, **change)))


def test_a_model_that_is_gone_is_an_error_for_the_user(model_cache, question):
    with pytest.raises(UserError, match="No model is loaded"):
        list(head_steps(model_cache, dataclasses.replace(question, model_key=99)))
