"""The head and the query that are chosen for the whole window, for tabs that are about one head."""

from __future__ import annotations

from dataclasses import dataclass

from model.special_tokens import BOS_ID
from model.traces.trace import Kind
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadQuestion:
    """Which head, of which model, while it read what.

    Attributes:
        model_key: under which the worker holds the model.
        text: the source.
        src_ids: its ids, as the model read them; ``</s>`` included.
        tgt_ids: fed to the decoder, ``<s>`` first.
    """

    model_key: int
    text: str
    src_ids: tuple[int, ...]
    tgt_ids: tuple[int, ...]
    kind: Kind
    layer: int
    head: int


def head_question(bench: Workbench) -> HeadQuestion | None:
    """What the worker shall compute of the chosen head; None before the first query."""
    trace, selection = bench.trace, bench.selection
    if bench.trace_key is None or trace is None:
        return None
    encoder = selection.kind == "encoder"
    if not encoder and not trace.steps:
        return None
    return HeadQuestion(
        model_key=bench.trace_key,
        text=trace.source_text,
        src_ids=trace.source_ids,
        tgt_ids=(BOS_ID,) if encoder else trace.fed_ids,  # the encoder needs no target
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
    )


def query_row(bench: Workbench) -> int:
    """The query that is looked at: the cursor's, else the step's; the first of the encoder's."""
    selection, trace = bench.selection, bench.trace
    if selection.cell is not None:
        return selection.cell.row
    walked = trace is not None and trace.walked(selection.kind)
    return selection.step if walked else 0
