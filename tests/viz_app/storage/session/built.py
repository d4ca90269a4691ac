"""Sessions for tests, and whether two are the same."""

import dataclasses
import math
from typing import Any

import numpy as np

from model.arrays import frozen
from model.config import ModelConfig
from model.messages import Message
from model.traces.summary import ModelSummary
from model.traces.trace import Candidate, Trace
from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded
from tests.viz_app.panels.attention.looking_ahead import looking_ahead
from tests.viz_app.recorded_runs import probe_trace
from tests.viz_app.states import softmax
from viz_app.storage.branches import SavedBranch
from viz_app.storage.session import SavedModel, Session

CHECKSUM = "c0ffee" * 10


def branch(number: int, parent: int | None, step: int, trace: Trace, **fields) -> SavedBranch:
    """One branch."""
    return SavedBranch(id=number, parent=parent, step=step, name="", trace=trace, **fields)


def left(text: str, parent: Trace, step: int, *, seed: int = 1) -> Trace:
    """A decode that has its first rows, and the encoder's, of its parent, bit for bit."""
    trace = decoded(text, given=step, seed=seed)
    steps = (
        *(dataclasses.replace(own, given=True) for own in parent.steps[:step]),
        *trace.steps[step:],
    )
    return dataclasses.replace(trace, steps=steps)


def model_of(*, positions: str = "sinusoidal", **fields) -> SavedModel:
    """A model of 2 × 2 heads."""
    config = ModelConfig(n_layers=2, n_heads=2, d_model=4, d_ff=4, max_len=12, positions=positions)
    summary = ModelSummary(
        name="zh-en",
        task="zh-en",
        config=config,
        n_parameters=1234,
        device="cpu",
        src_vocabulary=40,
        tgt_vocabulary=40,
        samples=("我有猫", "猫。"),
        positions=softmax((12, 4), 1),
        record={"seconds": 1.5, "corpus": {"name": "copy", "pairs": 3}},
        scripts=("CJK",),
        lengths=range(3, 9),
    )
    return SavedModel(**{"checksum": CHECKSUM, "summary": summary, **fields})


def three_branches(**fields) -> Session:
    """The original, what left it, and what left that; a whole bench beside them."""
    original = decoded(ORIGINAL)
    dog = left(DOG, original, 3)
    big = left("I have a dog big . </s>", dog, 4, seed=2)
    values: dict[str, Any] = {
        "source_text": "我有猫",
        "branches": (
            branch(0, None, 0, original),
            dataclasses.replace(branch(3, 0, 3, dog), name="狗 “dog”"),
            branch(5, 3, 4, big),
        ),
        "current": 3,
        "compared": 0,
        "model": model_of(),
        "bench": {
            "selection": {"kind": "decoder", "layer": 1, "head": 0, "step": 2, "cell": [2, 1]},
            "attention": {"view": "links", "scale": "log", "heads": [0, 1], "mass": 0.5},
            "speed": 2.0,
            "picked": ["head", "step"],
            "tab": "masks",
        },
        "zoom": {"factor": 2.5, "row": 1.0, "column": 0.0},
        "panels": {"one_head": {"stage": "mask"}, "masks": {"stage": 2}},
    }
    return Session(**{**values, **fields})


def strange_trace() -> Trace:
    """All that a trace can have and hardly has."""
    trace = decoded(ORIGINAL)
    steps = list(trace.steps)
    steps[0] = dataclasses.replace(
        steps[0],
        log_probability=-math.inf,
        entropy=math.nan,
        candidates=(Candidate("שלום", 7, math.nan), Candidate("\u202e", 8, -math.inf)),
        cross_rows=frozen(np.full((2, 2, 4), np.nan, np.float32)),
    )
    steps[1] = dataclasses.replace(steps[1], cross_rows=frozen(np.zeros((2, 2, 4), np.float32)))
    return dataclasses.replace(
        trace,
        steps=tuple(steps),
        stop="length limit",
        unknown=("☃",),
        notices=(Message("{n} of {what}", {"n": 3, "what": Message("{a}", {"a": "é"})}),),
    )


def sessions() -> dict[str, Session]:
    """Of every kind."""
    run = probe_trace("a b c", sharpness=2.0)
    other = probe_trace("a b c d", sharpness=1.0, layers=3, heads=1)
    begun = dataclasses.replace(decoded(ORIGINAL), steps=(), stop="running", translation="")
    return {
        "empty": Session(),
        "sentence": Session(source_text="我有猫\n", model=model_of(), bench={"tab": "runs"}),
        "branches": three_branches(),
        "begun": Session(source_text="x", branches=(branch(0, None, 0, begun),)),
        "strange": Session(branches=(branch(0, None, 0, strange_trace()),)),
        "target": three_branches(
            branches=(
                branch(0, None, 0, decoded(ORIGINAL)),
                branch(1, 0, 0, decoded("the cat . </s>", given=4, seed=3), given=True),
            ),
            current=1,
            compared=None,
        ),
        "ahead": Session(
            branches=(branch(0, None, 0, looking_ahead(run)),), recorded=True, current=0
        ),
        "runs": Session(
            branches=(
                branch(0, None, 0, run, given=True),
                branch(1, 0, 0, other, given=True),
            ),
            compared=1,
            recorded=True,
            model=model_of(positions="learned"),
        ),
    }


def same(one: Any, other: Any) -> bool:
    """Whether two sessions have the same in them, weights bit for bit."""
    return repr(_plain(one)) == repr(_plain(other))


def _plain(value: Any) -> Any:
    """Everything by name; of an array its type, its shape and its bytes."""
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.flags.writeable, value.tobytes()
    if dataclasses.is_dataclass(value):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        fields.pop("recording", None)  # the matrices are looked at in its place
        if isinstance(value, Trace):
            fields |= {"decoder": value.decoder_weights, "cross": value.cross_weights}
        return _plain(fields)
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
