"""Answers of questions, against numbers that this test computes with numpy."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest

from model.lessons.by_hand import EXAMPLE, hand_record
from model.lessons.questions import (
    Answer,
    Evidence,
    Question,
    QuestionError,
    computed,
    judged,
    offered,
    parsed,
)
from model.special_tokens import BOS, EOS
from model.traces.trace import Candidate, DecodeStep, Trace

SOURCE = ("猫", "咬", "狗", EOS)
TARGET = ("the", "cat", "bit", "the", "dog", EOS)
RNG = np.random.default_rng(4)
ENCODER, DECODER, CROSS = (
    RNG.dirichlet(np.ones(keys), size=(2, 3, rows)).astype(np.float32)
    for rows, keys in ((4, 4), (6, 6), (6, 4))
)
DECODER *= np.tri(6, dtype=np.float32)
DECODER /= DECODER.sum(-1, keepdims=True)


def trace_of(target=TARGET):
    steps = tuple(
        DecodeStep(
            index=index,
            fed=(BOS, *target)[index],
            token=token,
            token_id=index + 4,
            log_probability=np.log(0.5),
            candidates=(
                Candidate(token, index + 4, np.log(0.5)),
                *(Candidate(other, 90, np.log(0.1)) for other in ("zoo", "Ant", "mouse", "owl")),
            ),
            entropy=1.0,
            decoder_rows=DECODER[:, :, index, : index + 1],
            cross_rows=CROSS[:, :, index],
        )
        for index, token in enumerate(target)
    )
    return Trace(
        source_text="猫咬狗",
        source_tokens=SOURCE,
        source_ids=(4, 5, 6, 2),
        encoder_weights=ENCODER,
        steps=steps,
        stop="end of sentence",
    )


EVIDENCE = Evidence(trace=trace_of(), step=2)


def answer(text, evidence=EVIDENCE):
    return computed(parsed(text), evidence)


def test_keys_and_weights_are_those_of_the_row():
    # the row that predicts "bit" is row 2; the one that reads it is row 3
    best = int(CROSS[1, 2, 2].argmax())
    assert answer("argmax cross 2 3 row bit") == Answer(SOURCE[best], cell=(2, best))
    best = int(DECODER[0, 0, 3].argmax())
    assert answer("argmax decoder 1 1 input bit").cell == (3, best)
    assert answer("weight decoder 1 2 input bit key cat").number == DECODER[0, 1, 3, 2]
    assert answer("weight decoder 1 2 row dog key the").number == DECODER[0, 1, 4, 1]
    assert answer("weight decoder 2 2 input the#2 key cat").number == DECODER[1, 1, 4, 2]
    assert answer(f"weight encoder 1 3 row 狗 key {EOS}").number == ENCODER[0, 2, 2, 3]
    assert answer("keys decoder input bit").number == np.count_nonzero(DECODER[0, 0, 3])
    assert answer("keys cross row bit").number == 4


def test_measures_are_means_over_rows():
    rows = ENCODER[1, 0]
    entropy = -(rows * np.log2(rows)).sum(-1).mean()
    assert answer("entropy encoder 2 1").number == pytest.approx(entropy, abs=1e-5)
    first = CROSS[0, 1, :, 0].mean()
    assert answer("first cross 1 2").number == pytest.approx(first, abs=1e-6)
    assert answer(f"first cross 1 2 > {first - 0.01:.6f}").text == "yes"
    assert answer(f"first cross 1 2 > {first + 0.01:.6f}").text == "no"


def test_words_and_probabilities_are_those_of_the_step():
    assert answer("next word").text == "bit"
    assert answer("probability bit").number == pytest.approx(0.5)
    assert answer("probability zoo").number == pytest.approx(0.1)
    assert [answer(f"tokens {side}").number for side in ("source", "target")] == [4, 6]
    assert answer("tokens source = 4").text == "yes"


def test_changed_words_are_counted_against_the_original():
    branch = trace_of(("a", "cat", "bit", "him", EOS))
    evidence = dataclasses.replace(EVIDENCE, trace=branch, before=trace_of())
    # the → a, the dog → him
    assert answer("changed", evidence).number == 3
    same = dataclasses.replace(EVIDENCE, before=trace_of())
    assert answer("changed > 0", same).text == "no"


def test_an_update_is_the_first_after_which_any_head_has_the_number():
    moments = tuple(
        SimpleNamespace(update=update, numbers={("cross", "diagonality"): np.array([[0.1, low]])})
        for update, low in ((0, 0.0), (10, -0.5), (20, -0.8), (30, -0.9))
    )
    evidence = Evidence(moments=moments)
    assert answer("update diagonality cross < -0.7", evidence).number == 20
    with pytest.raises(QuestionError, match="moment of training is missing"):
        answer("update diagonality cross > 0.7", evidence)


def test_numbers_of_the_head_by_hand_are_those_of_the_formulas():
    evidence = Evidence(hand=hand_record(EXAMPLE))
    q, k, v = (np.array(getattr(EXAMPLE, name)) for name in "qkv")
    scores = q @ k.T / 2
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    assert answer("hand scores 3 2", evidence).number == pytest.approx(scores[2, 1])
    assert answer("hand weights 1 3", evidence).number == pytest.approx(weights[0, 2])
    assert answer("hand output 2 4", evidence).number == pytest.approx((weights @ v)[1, 3])
    for text, said in (("hand scores 1 4", "scores is missing"), ("hand output 1 5", "computed;")):
        with pytest.raises(QuestionError, match=said):
            answer(text, evidence)
    with pytest.raises(QuestionError, match="weights is missing"):
        answer("hand weights 1 1")


def test_what_cannot_be_computed_is_said_in_one_sentence():
    for text, said in {
        "argmax cross 2 8 row bit": "z cross 2 8 is missing",
        "argmax cross 1 1 row rat": "There is no token 'rat' in: the cat bit",
        "weight decoder 1 1 row cat key bit#2": "no token 'bit#2'",
        "argmax cross 0 1 row cat": "'argmax cross 0 1 row cat' cannot be computed; known: argmax",
        "system rm": "'system rm' cannot be computed",
        "update diagonality cross": "cannot be computed",
        "": "'' cannot be computed",
        "probability horse": "horse is missing",
        "nearest dog": "dog is missing",
        "changed": "second translation is missing",
        "altered removed": "translation without positions is missing",
    }.items():
        with pytest.raises(QuestionError) as error:
            answer(text)
        assert said in str(error.value)
    with pytest.raises(QuestionError, match="step 9 is missing"):
        answer("next word", dataclasses.replace(EVIDENCE, step=8))
    with pytest.raises(QuestionError, match="translation is missing"):
        answer("next word", Evidence())


def asked(kind, expression, **parts):
    return Question(ask="?", kind=kind, answer=expression, right="r", wrong="w", **parts)


def test_a_verdict_names_the_right_and_the_given_answer():
    best = int(CROSS[1, 2, 2].argmax())
    other = (best + 1) % 4
    cell = asked("cell", "argmax cross 2 3 row bit")
    assert judged(cell, (2, best), EVIDENCE).right
    wrong = judged(cell, (2, other), EVIDENCE)
    assert (wrong.right, wrong.expected, wrong.shown) == (False, SOURCE[best], SOURCE[other])
    assert not judged(cell, (3, best), EVIDENCE).right

    number = asked("number", "probability bit", within=0.05)
    assert judged(number, "0.46", EVIDENCE).right
    assert not judged(number, "0.44", EVIDENCE).right

    word = asked("token", "next word", of="candidates")
    assert list(offered(word, EVIDENCE)) == ["Ant", "bit", "mouse", "zoo"]
    assert judged(word, "bit", EVIDENCE).right
    assert not judged(word, "zoo", EVIDENCE).right
    source = asked("token", "argmax cross 2 3 row bit", of="source")
    assert list(offered(source, EVIDENCE)) == list(SOURCE[:3])


def test_a_choice_is_right_by_its_name_or_by_a_range():
    choice = asked("choice", "first cross 1 2 < 0", choices={"yes": "Never", "no": "Often"})
    verdict = judged(choice, "yes", EVIDENCE)
    assert (verdict.right, verdict.expected, verdict.shown) == (False, "Often", "Never")
    count = asked(
        "choice", "keys decoder input bit", choices={"..4": "few", "4..6": "four", "6..": "all"}
    )
    assert [judged(count, name, EVIDENCE).right for name in count.choices] == [False, True, False]
    assert judged(count, "6..", EVIDENCE).expected == "four"


def test_a_question_whose_parts_do_not_fit_is_refused():
    for kind, expression, parts in (
        ("cell", "next word", {}),
        ("number", "next word", {}),
        ("number", "changed > 0", {}),
        ("token", "changed", {"of": "source"}),
        ("choice", "changed", {"choices": {"0": "one"}}),
        ("token", "next word", {}),
    ):
        with pytest.raises(QuestionError):
            asked(kind, expression, **parts)
