"""What the user asks of heads and source words, as interventions of the next branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.arrays import frozen
from model.config import ModelConfig
from model.messages import ConfigError, Message
from model.special_tokens import SPECIAL_TOKENS
from model.text.words import join_words, word_spans
from model.traces.aggregation import Span
from model.traces.interventions import (
    How,
    Intervention,
    Interventions,
    Site,
    affected_heads,
    hidden_columns,
    hidden_toggled,
    toggled,
)
from model.traces.trace import Kind, Trace, stack_of
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.changes.translation import branchable
from viz_app.workbench.snapshots.interventions import acted_on, source_side
from viz_app.workbench.state import Branch, Workbench

# ------------------------------------------------------------------------------------------- scope


@dataclass(frozen=True, slots=True)
class Scope:
    """A head, a layer or a kind, and perhaps a source token of its picture.

    Attributes:
        layer, head: from 0; None = all.
        token: the column of a token that can be hidden, or None.
    """

    kind: Kind
    layer: int | None = None
    head: int | None = None
    token: int | None = None

    def at(self, trace: Trace, column: int | None) -> Scope:
        """With the key of a column, if that is a token of the source or of the prompt."""
        is_source = self.kind != "decoder" or "encoder" not in trace.kinds
        there = column is not None and is_source and column < len(source_side(trace))
        return replace(self, token=column if there else None)


def scope_in_view(bench: Workbench) -> Scope:
    """The head in view, with the word under the cursor."""
    chosen = bench.selection
    scope = Scope(chosen.kind, chosen.layer, chosen.head)
    return (
        scope
        if bench.trace is None or not chosen.cell
        else scope.at(bench.trace, chosen.cell.column)
    )


def word_at(trace: Trace, token: int) -> Span:
    """The half-open range of the pieces of the word that a token is in."""
    spans = word_spans(source_side(trace))
    return next(span for span in spans if span[0] <= token < span[1])


def place_in_text(trace: Trace, scope: Scope) -> Span:
    """Where the word is in the source text; the whole text if it is written differently there."""
    tokens, text, end = source_side(trace), trace.source_text, 0
    for first, last in word_spans(tokens):
        word = "" if tokens[first] in SPECIAL_TOKENS else join_words(tokens[first:last])
        start = text.casefold().find(word.casefold(), end)
        if start < 0 or text[end:start].strip():
            break
        end = start + len(word)
        if scope.token in range(first, last):
            return start, end
    return 0, len(text)


# ----------------------------------------------------------------------------------------- request


def change_refusal(bench: Workbench, name: str, scope: Scope) -> Message | None:
    """Why a change, named as its value or as in the menu, cannot be made there; None if it can."""
    trace, tree = bench.trace, bench.branches
    if trace is None or tree is None:
        return Message("Translate a sentence first.")
    if (missing := uncomputable(bench)) is not None:
        return missing
    if branchable(bench) is None:
        return Message("The sentence is still being read.")
    if (scope.layer or 0) >= trace.depth(scope.kind) or (scope.head or 0) >= trace.n_heads:
        return Message("The model has no such head.")
    place = scope.at(trace, scope.token).token  # the sentence may be another one by now
    token = "" if place is None else source_side(trace)[place]
    branch, pointed = acted_on(tree), Message("Point at a source word, or move the cursor to one.")
    others = any(other.begun and other is not branch for other in tree.branches)
    plain, unchanged = not branch.interventions, Message("Nothing is changed.")
    no_previous = Message("Cross-attention has no previous token: its keys are source tokens.")
    cases = {
        "previous": (scope.kind == "cross", no_previous),
        "take": (not others, Message("There is no other branch.")),
        "hide": (not token, pointed),
        "replace": (token in {"", *SPECIAL_TOKENS}, pointed),
        "restore": (plain, unchanged),
        "same_target": (plain or bool(trace.places), unchanged),
    }
    impossible, why = cases.get(name, (False, unchanged))
    return why if impossible else None


def shown_branch(bench: Workbench) -> Branch:
    """The branch that changes are added to; raises ValueError before the first translation."""
    if bench.branches is None:
        raise ValueError("no branch")
    return acted_on(bench.branches)


def requested(bench: Workbench, how: How, scope: Scope, other: int | None = None) -> Interventions:
    """The interventions on screen with a change; if it is in force already, without it.

    Weights are frozen as they are on screen; those that are taken are of the ``other`` branch.

    Raises:
        ConfigError: there are no such weights.
    """
    tree, config = bench.branches, _config(bench)
    if tree is None:
        return ()
    there, on_screen = acted_on(tree).interventions, tree.current_branch
    if how == "hide":
        first, last = word_at(on_screen.trace, scope.token or 0)
        before = int("encoder" not in on_screen.trace.kinds)  # ``<s>``
        return hidden_toggled(there, config, range(first - before, last - before))
    given = on_screen if other is None or other not in tree else tree.branch(other)
    added = tuple(_intervention(scope, layer, how, given) for layer in _layers(config, scope))
    return toggled(there, added, n_heads=config.n_heads)


def in_force(bench: Workbench, name: str, scope: Scope) -> bool:
    """Whether all heads of a scope have a value, or its word is hidden, or the target is given."""
    branch, config = shown_branch(bench), _config(bench)
    if name == "hide":
        return scope.token in hidden_columns(branch.interventions)
    if name == "same_target":
        return branch.given
    there = [each for each in branch.interventions if each.how == name]
    heads = range(config.n_heads) if scope.head is None else (scope.head,)
    wanted = {(scope.kind, layer, head) for layer in _layers(config, scope) for head in heads}
    return affected_heads(there, n_heads=config.n_heads) >= wanted


def _config(bench: Workbench) -> ModelConfig:
    if bench.model is None:
        raise ValueError("no model")
    return bench.model.config


def _layers(config: ModelConfig, scope: Scope) -> Sequence[int]:
    return range(config.depth(stack_of(scope.kind))) if scope.layer is None else (scope.layer,)


def _intervention(scope: Scope, layer: int, how: How, branch: Branch) -> Intervention:
    """A value in a layer of a scope; given weights are those of a branch."""
    if how in {"mean", "zero"}:
        return Intervention(site=Site("z", scope.kind, layer, scope.head), how=how)
    site, every = Site("weights", scope.kind, layer, scope.head), branch.trace.weights(scope.kind)
    if how not in {"freeze", "take"}:
        return Intervention(site=site, how=how)
    if not every.shape[2]:
        raise ConfigError("The branch has no weights of {site} yet.", site=site)
    values = every[layer] if scope.head is None else every[layer, scope.head]
    origin = branch.name or branch.text if how == "take" else ""
    return Intervention(site=site, how=how, values=frozen(values.copy()), origin=origin)
