"""Traces whose token ids are those of their words, as branches need them."""

import dataclasses
import math

from model.traces.trace import Candidate, DecodeStep, Trace
from tests.viz_app.states import softmax
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import (
    branch_arrived,
    branch_asked,
    branch_compared,
    trace_arrived,
)
from viz_app.workbench.state import Workbench

WORDS = ("<pad>", "<s>", "</s>", "<unk>", "I", "have", "a", "cat", ".", "dog", "the", "##s", "big")
SOURCE = ("我", "有", "猫", "</s>")
ORIGINAL = "I have a cat . </s>"
DOG = "I have a dog . </s>"


def ids_of(text: str) -> tuple[int, ...]:
    return tuple(WORDS.index(word) for word in text.split())


def decoded(text: str, *, given: int = 0, finished: bool | None = None, seed: int = 0) -> Trace:
    """A trace of these words, the first ``given`` of them fed in; it has ended with ``</s>``."""
    trace = Trace(
        source_text="我有猫",
        source_tokens=SOURCE,
        source_ids=(1, 2, 3, 0),
        encoder_weights=softmax((2, 2, 4, 4), 0),
    )
    for index, token_id in enumerate(ids_of(text)):
        trace = trace.with_step(_step(trace, index, token_id, given, seed), translation="")
    words = " ".join(word for word in text.split() if word != "</s>")
    trace = dataclasses.replace(trace, translation=words)
    ended = text.endswith("</s>") if finished is None else finished
    return trace.stopped("end of sentence") if ended else trace


def growing(text: str, *, given: int = 0, seed: int = 0) -> list[Trace]:
    """The traces of a decode as they arrive: without a step, with one, two…"""
    words = text.split()
    return [
        decoded(" ".join(words[:count]), given=given, seed=seed) for count in range(len(words) + 1)
    ]


def branched_state(text: str = "I have a big dog . </s>", *, compared: bool = True) -> Workbench:
    """On screen a branch at step 3, where it left the original, beside that original."""
    state = trace_arrived(Workbench(), decoded(ORIGINAL))
    state = branch_asked(state, step=3, parent=0)
    state = branch_arrived(state, 1, decoded(text, given=4, seed=1))
    return step_chosen(branch_compared(state, 0 if compared else None), 3)


def _step(trace: Trace, index: int, token_id: int, given: int, seed: int) -> DecodeStep:
    log_probability = -0.1 * (token_id + 1)
    best = [token_id, *(other for other in (7, 9, 10) if other != token_id)]
    return DecodeStep(
        index=index,
        fed=trace.steps[-1].token if trace.steps else "<s>",
        token=WORDS[token_id],
        token_id=token_id,
        log_probability=log_probability,
        candidates=tuple(
            Candidate(WORDS[other], other, log_probability - math.log(rank + 1))
            for rank, other in enumerate(best)
        ),
        entropy=1.0,
        decoder_rows=softmax((2, 2, index + 1), 100 * seed + index),
        cross_rows=softmax((2, 2, 4), 200 * seed + index),
        given=index < given,
    )
