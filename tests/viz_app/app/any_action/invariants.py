"""What holds of the state, whatever was done."""

from collections.abc import Iterator

from viz_app.app.app_state import AppState, training_room
from viz_app.panels.training.replay.room import looked_at
from viz_app.workbench.snapshots.attention import chosen_heads
from viz_app.workbench.state import SPEEDS, Selection, Workbench


def untruths(state: AppState) -> list[str]:
    """What should hold and does not."""
    shown = looked_at(training_room(state))
    return [*_of_bench(state.bench), *_of_screen(shown), *_of_training(state)]


def _of_bench(bench: Workbench) -> Iterator[str]:
    """The user's own translation."""
    tree = bench.branches
    if tree is not None and bench.trace is not tree.current_branch.trace:
        yield "the trace on show is not that of the current branch"
    if (tree is None) != (bench.trace is None):
        yield "there are branches without a trace, or a trace without branches"
    if bench.playback.speed not in SPEEDS:
        yield f"no speed is {bench.playback.speed}"
    if bench.translating and bench.model is None:
        yield "something translates without a model"
    if tree is not None:
        ids = [branch.id for branch in tree.branches]
        if len(set(ids)) != len(ids):
            yield f"two branches have one id: {ids}"
        parents = {branch.parent for branch in tree.branches} - {None}
        if not parents <= set(ids):
            yield f"branches of {parents} among {ids}"


def _of_screen(bench: Workbench) -> Iterator[str]:
    """What is looked at, which may be a recorded moment."""
    trace, chosen = bench.trace, bench.selection
    if trace is None:
        return
    if chosen.kind not in trace.kinds:
        yield f"{chosen.kind} is no kind of {trace.kinds}"
        return
    if not (0 <= chosen.layer < trace.depth(chosen.kind) and 0 <= chosen.head < trace.n_heads):
        yield f"there is no head {chosen.layer}.{chosen.head} of {chosen.kind}"
    if not 0 <= chosen.step < max(trace.n_places, 1):
        yield f"step {chosen.step} of {trace.n_places}"
    if not _holds_cell(bench, chosen):
        yield f"cell {chosen.cell} is not in {chosen.kind}"
    heads = chosen_heads(bench.attention, n_heads=trace.n_heads, head=chosen.head)
    if not all(0 <= head < trace.n_heads for head in heads):
        yield f"heads {heads} of {trace.n_heads}"
    yield from _of_the_models_trace(bench)


def _holds_cell(bench: Workbench, chosen: Selection) -> bool:
    cell, trace = chosen.cell, bench.trace
    if cell is None or trace is None:
        return True
    rows, columns = trace.query_tokens(chosen.kind), trace.key_tokens(chosen.kind)
    return 0 <= cell.row < len(rows) and 0 <= cell.column < len(columns)


def _of_the_models_trace(bench: Workbench) -> Iterator[str]:
    model, trace = bench.model, bench.trace
    if model is None or trace is None or bench.read_only:
        return
    if bench.outdated:
        if not bench.translating:
            yield "a trace of the model before stays"
        return
    if trace.n_heads != model.config.n_heads:
        yield f"a trace of {trace.n_heads} heads by a model of {model.config.n_heads}"
    for kind in trace.kinds:
        if trace.depth(kind) != model.config.n_layers:
            yield f"{trace.depth(kind)} layers of {kind} by a model of {model.config.n_layers}"
    if max(trace.source_ids, default=0) >= model.src_vocabulary:
        yield f"the model has no source token {max(trace.source_ids)}"


def _of_training(state: AppState) -> Iterator[str]:
    training = state.training
    keys = [run.key for run in training.live]
    if len(set(keys)) != len(keys):
        yield f"two runs under way have one job: {keys}"
    known = {card.run_id for card in training.runs.cards}
    if len(known) != len(training.runs.cards):
        yield "a run is in the list twice"
