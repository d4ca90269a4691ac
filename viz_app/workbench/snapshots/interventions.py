"""Interventions of the branch on screen: their name, and what they change in its target. No Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

from model.messages import Message
from model.special_tokens import Ids
from model.text.words import join_words, split_words, word_spans
from model.traces.interventions import (
    How,
    Intervention,
    Interventions,
    affected_heads,
    hidden_columns,
)
from model.traces.trace import KINDS, Kind, Trace
from viz_app.workbench.state import (
    ROOT,
    Branch,
    BranchTree,
    RemovableQuestion,
    Workbench,
    given_steps,
)

# ------------------------------------------------------------------------------------------ branch


def acted_on(tree: BranchTree) -> Branch:
    """The branch that further interventions are added to: the one on screen, or soon there."""
    return tree.branch(tree.current if tree.awaited is None else tree.awaited)


def base_of(tree: BranchTree, branch: Branch) -> Branch:
    """The branch without interventions that an intervened one is compared with."""
    while branch.interventions and branch.parent is not None:
        branch = tree.branch(branch.parent)
    return branch


def forced(tree: BranchTree, branch: Branch) -> Ids:
    """The target up to the last token that the user chose, or a prompt gave."""
    if not branch.begun:
        return branch.request.prefix
    steps = (step for step, given in enumerate(given_steps(tree, branch.id), 1) if given)
    return branch.token_ids[: max(steps, default=0)]


def source_side(trace: Trace) -> tuple[str, ...]:
    """Tokens that can be hidden, by their columns; without an encoder ``<s>`` and the prompt."""
    if "encoder" in trace.kinds:
        return trace.source_tokens
    own = (index for index, step in enumerate(trace.steps) if not step.given)
    return trace.fed_tokens[: next(own, len(trace.steps)) + 1]


# -------------------------------------------------------------------------------------------- name


MOST_NAMED = 6
"""Heads and layers that a name lists; of more it has the number of heads."""

_KINDS: dict[Kind, Message] = {
    "encoder": Message("encoder"),
    "decoder": Message("decoder"),
    "cross": Message("cross"),
}

_CHANGED: dict[How, Message] = {
    "mean": Message("without {heads}"),
    "zero": Message("without {heads} (zero)"),
    "uniform": Message("uniform attention in {heads}"),
    "first": Message("attention to the first token in {heads}"),
    "previous": Message("attention to the previous token in {heads}"),
    "diagonal": Message("attention to the token itself in {heads}"),
    "scale": Message("{heads} × {factor:g}"),
    "array": Message("given values in {heads}"),
    "take": Message("{heads} from “{branch}”"),
    "freeze": Message("{heads} frozen"),
}


def branch_name(tree: BranchTree, branch: Branch) -> Message | None:
    """The name of a branch by its interventions; None if it has those of its parent."""
    above = () if branch.parent is None else tree.branch(branch.parent).interventions
    if branch.interventions == above or not branch.interventions:
        return None
    name = name_of(branch.interventions, branch.trace)
    return same_target_name(name) if branch.given else name


def same_target_name(name: Message) -> Message:
    return Message("{name}, same target", {"name": name})


def name_of(interventions: Interventions, trace: Trace) -> Message:
    """``without cross 2·7, 2·8; “学校” hidden``, of at least one intervention.

    ``trace``: of a run under them, or of the same source and model.
    """
    groups: dict[tuple[object, ...], list[Intervention]] = {}
    for each in interventions:
        in_heads = each.site.name in {"z", "weights", "scores"}
        way = (each.how, each.factor, each.origin) if in_heads else (each,)
        groups.setdefault(way, []).append(each)
    names = [_group_name(group, trace) for group in groups.values()]
    return reduce(lambda a, b: Message("{first}; {other}", {"first": a, "other": b}), names)


def _group_name(group: Sequence[Intervention], trace: Trace) -> Message:
    """The name of interventions with one value."""
    one = group[0]
    if one.how == "hide":
        return Message("{words} hidden", {"words": words_at(hidden_columns(group), trace)})
    if one.site.name not in {"z", "weights", "scores"}:
        return Message("{intervention}", {"intervention": str(one)})  # as in a file
    heads = _places(group, trace)
    if len(group) > MOST_NAMED:
        heads = Message("{count} heads", {"count": _count(group, trace)})
    values = {"heads": heads, "branch": one.origin, "factor": one.factor}
    return dataclasses.replace(_CHANGED[one.how], values=values)


def _places(group: Sequence[Intervention], trace: Trace) -> Message:
    """``cross 2·7, 2·8, encoder layer 1``."""
    found = []
    for kind in KINDS:
        own = [each.site for each in group if each.site.kind == kind]
        layers = sorted({site.layer or 0 for site in own if site.head is None})
        heads = [
            f"{(site.layer or 0) + 1}·{site.head + 1}" for site in own if site.head is not None
        ]
        if layers and len(layers) == trace.depth(kind):
            found.append(place_name(kind, None, None))
            continue
        found += [place_name(kind, layer, None) for layer in layers]
        if heads:
            found.append(
                Message("{kind} {heads}", {"kind": _KINDS[kind], "heads": ", ".join(heads)})
            )
    return _listed(found)


def place_name(kind: Kind, layer: int | None, head: int | None) -> Message:
    """``cross 2·8``; layer and head from 0, None = all."""
    values: dict[str, object] = {"kind": _KINDS[kind]}
    if layer is None:
        return Message("all {kind} heads", values)
    if head is None:
        return Message("{kind} layer {layer}", {**values, "layer": layer + 1})
    return Message("{kind} {heads}", {**values, "heads": f"{layer + 1}·{head + 1}"})


def words_at(columns: Iterable[int], trace: Trace) -> Message:
    """Words of the source or the prompt, quoted; a token that is not decoded yet by its number."""
    tokens, wanted = trace.source_tokens or trace.fed_tokens, {*columns}
    spans = [[at for at in range(*span) if at in wanted] for span in word_spans(tokens)]
    words = [join_words(tokens[at] for at in span) for span in spans if span]
    named = [Message("“{word}”", {"word": word}) for word in words]
    later = [column for column in sorted(wanted) if column >= len(tokens)]
    return _listed([*named, *(Message("token {number}", {"number": at + 1}) for at in later)])


def _listed(parts: Sequence[Message]) -> Message:
    """``a, b, c``, of at least one part."""
    return reduce(lambda a, b: Message("{first}, {other}", {"first": a, "other": b}), parts)


def _count(interventions: Iterable[Intervention], trace: Trace) -> int:
    return len(affected_heads(interventions, n_heads=trace.n_heads))


# ------------------------------------------------------------------------------------- consequence


MOST_CHANGES = 3
"""Changes of words that are listed; of more, or where most words differ, the text is quoted."""

LEAST_LOSS = 0.005
"""Of a probability, to be named: less is 0.00."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InterventionSnapshot:
    """What is shown of the interventions on screen.

    Attributes:
        sentence: what they change; None while that is not known.
        same_target: the target of the branch that it is compared with was fed in.
        decodes: whether a target is decoded at all.
    """

    name: Message
    sentence: Message | None
    same_target: bool
    decodes: bool


def resolve_intervention(bench: Workbench) -> InterventionSnapshot | None:
    """None while the branch on screen has no interventions."""
    tree = bench.branches
    if tree is None or not tree.current_branch.interventions:
        return None
    branch = tree.current_branch
    return InterventionSnapshot(
        name=name_of(branch.interventions, branch.trace),
        sentence=_sentence(bench, tree, branch),
        same_target=branch.given,
        decodes=branch.trace.kinds != ("encoder",),
    )


def removable_question(bench: Workbench) -> RemovableQuestion | None:
    """Which heads can each be removed; asked where removing one has changed no word."""
    tree = bench.branches
    if tree is None or bench.trace_key is None or len(tree.current_branch.interventions) != 1:
        return None
    branch, base = tree.current_branch, base_of(tree, tree.current_branch)
    (off,) = branch.interventions
    single = off.how in {"mean", "zero"} and _count([off], branch.trace) == 1
    complete = branch.trace.finished and base.trace.finished and bool(branch.trace.steps)
    same = branch.trace.translation == base.trace.translation
    if base.id != ROOT or branch.given or not (single and complete and same):
        return None
    return RemovableQuestion(bench.trace_key, branch.trace.source_text, off.site.kind, off.how)


def _sentence(bench: Workbench, tree: BranchTree, branch: Branch) -> Message | None:
    """What the interventions change; None before both targets are complete.

    Also None where they are not all that differs from the other branch.
    """
    base = base_of(tree, branch)
    if not (branch.trace.finished and base.trace.finished):
        return None
    cause = _cause(branch.interventions, branch.trace)
    if branch.given:
        same = branch.token_ids == base.token_ids
        return _rescored(cause, base.trace, branch.trace) if same else None
    if forced(tree, branch) != forced(tree, base):
        return None
    before, after = base.trace.translation, branch.trace.translation
    return _changed(cause, before, after) if after != before else _unchanged(bench, cause)


def _cause(interventions: Interventions, trace: Trace) -> Message:
    if all(each.how in {"mean", "zero"} for each in interventions):
        count = _count(interventions, trace)
        if count == 1:
            return Message("Without this head")
        return Message("Without these {count} heads", {"count": count})
    if all(each.how == "hide" for each in interventions):
        words = words_at(hidden_columns(interventions), trace)
        return Message("With {words} hidden", {"words": words})
    several = len({each.how for each in interventions}) > 1
    return Message("With these changes") if several else Message("With this change")


def _changed(cause: Message, before: str, after: str) -> Message:
    changes = word_changes(before, after)
    if changes:
        values = {"cause": cause, "changes": _listed(changes)}
        return Message("{cause} {changes}; the other words stay.", values)
    if not after:
        return Message("{cause} nothing is written.", {"cause": cause})
    return Message("{cause} the output becomes “{text}”.", {"cause": cause, "text": after})


def _unchanged(bench: Workbench, cause: Message) -> Message:
    known, asked = bench.removable, removable_question(bench)
    if known is None or known.question != asked:
        return Message("{cause} nothing changes.", {"cause": cause})
    return Message(
        "Nothing changes: {count} of the {total} {kind} heads can each be removed alone.",
        {"count": known.alone, "total": known.total, "kind": _KINDS[known.question.kind]},
    )


@lru_cache(maxsize=8)
def word_changes(before: str, after: str) -> tuple[Message, ...]:
    """How words disappear, appear, or become others; none if few stay or the changes are many."""
    from difflib import SequenceMatcher  # late: only who intervenes needs it

    old, new = split_words(before), split_words(after)
    changes, kept = [], 0
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        gone, come = join_words(old[start:end]), join_words(new[first:last])
        if tag == "equal":
            kept += end - start
        elif tag == "delete":
            changes.append(Message("“{words}” disappears", {"words": gone}))
        elif tag == "insert":
            changes.append(Message("“{words}” appears", {"words": come}))
        else:
            changes.append(Message("“{before}” becomes “{after}”", {"before": gone, "after": come}))
    few = len(changes) <= MOST_CHANGES and 2 * kept >= max(len(old), len(new))
    return tuple(changes) if few else ()


def _rescored(cause: Message, before: Trace, after: Trace) -> Message:
    """How much less probable the same target is, and which of its tokens most."""
    logs = (f"{one.log_probability:.3f}".replace("-", "\N{MINUS SIGN}") for one in (before, after))
    values: dict[str, object] = {
        "cause": cause,
        **dict(zip(("before", "after"), logs, strict=True)),
    }
    both = zip(before.steps, after.steps, strict=True)
    was, now = max(both, key=lambda pair: pair[0].probability - pair[1].probability)
    if was.probability - now.probability < LEAST_LOSS:
        return Message("{cause} the same target has log p {after} instead of {before}.", values)
    values |= {"token": was.token, "p": f"{was.probability:.2f}", "q": f"{now.probability:.2f}"}
    return Message(
        "{cause} the same target has log p {after} instead of {before}; “{token}” loses most: "
        "p {q} instead of {p}.",
        values,
    )
