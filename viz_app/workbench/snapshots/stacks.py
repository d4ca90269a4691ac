"""Models with an encoder or a decoder alone: what panels that are about both need to know."""

from __future__ import annotations

from model.config import STACKS, Stack
from model.messages import Message
from model.special_tokens import Ids
from model.traces.trace import Trace
from viz_app.workbench.state.workbench import Workbench


def lone_stack(trace: Trace) -> Stack | None:
    """The only stack of the model that made a trace; None where it has both."""
    return next((stack for stack in STACKS if trace.kinds == (stack,)), None)


def written_ids(trace: Trace) -> Ids:
    """The target; of an encoder alone, what belongs at each place."""
    return tuple(place.token_id for place in trace.places) or trace.predicted_ids


def one_stack(bench: Workbench, *, decoder: Message, encoder: Message) -> Message | None:
    """What to say in place of what needs both stacks; None where both are there."""
    alone = lone_stack(bench.trace) if bench.trace is not None else None
    return {"decoder": decoder, "encoder": encoder}[alone] if alone else None
