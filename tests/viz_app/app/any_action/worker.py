"""What a worker would report, made up: models of different sizes, and what they decode."""

import dataclasses
import math

from model.config import ModelConfig
from model.traces.summary import ModelSummary
from model.traces.trace import Candidate, DecodeStep, Trace
from tests.viz_app.states import softmax, summary
from viz_app.workbench.state import BranchTree

WORDS = ("<pad>", "<s>", "</s>", "<unk>", *"abcdefgh")
END = 2


def models() -> tuple[ModelSummary, ...]:
    """Of few and of many heads, of two tasks."""
    sizes = ((1, 1, "copy"), (2, 2, "reverse"), (3, 4, "reverse"))
    return tuple(
        dataclasses.replace(
            summary(f"{task}-{layers}"),
            config=ModelConfig(n_layers=layers, n_heads=heads, d_model=16, d_ff=32),
            task=task,
            src_vocabulary=len(WORDS) + 20,
            tgt_vocabulary=len(WORDS),
        )
        for layers, heads, task in sizes
    )


def begun(model: ModelSummary, text: str) -> Trace:
    """A translation before its first step."""
    words = (*text.split()[:6], "</s>")
    shape = (model.config.n_layers, model.config.n_heads, len(words), len(words))
    return Trace(
        source_text=text,
        source_tokens=words,
        source_ids=tuple(range(len(words))),
        encoder_weights=softmax(shape, len(text)),
    )


def with_token(trace: Trace, token: int, *, given: bool = False) -> Trace:
    """One token more; the trace has ended with ``</s>``, or with its eighth token."""
    index, sizes = len(trace.steps), trace.encoder_weights.shape[:2]
    step = DecodeStep(
        index=index,
        fed=trace.steps[-1].token if trace.steps else "<s>",
        token=WORDS[token],
        token_id=token,
        log_probability=-0.5,
        candidates=tuple(
            Candidate(WORDS[other], other, -0.5 - math.log(rank + 1))
            for rank, other in enumerate(dict.fromkeys((token, 4, 5, END)))
        ),
        entropy=1.0,
        decoder_rows=softmax((*sizes, index + 1), token + 10 * index),
        cross_rows=softmax((*sizes, len(trace.source_tokens)), token + 10 * index + 5),
        given=given,
    )
    words = [known.token for known in (*trace.steps, step) if known.token != "</s>"]
    trace = trace.with_step(step, translation=" ".join(words))
    return trace.stopped("end of sentence") if token == END or index == 7 else trace


def grown(tree: BranchTree, branch: int, token: int) -> Trace:
    """A branch as its decoding tells it: what it has of its parent first, then one token more."""
    return with_token(tree.branch(branch).trace, token)
